/** What is mutated, which tests catch the mutants, and the share that they must catch. */

/** Tests of one layer that run together. Each stage tries the mutants that earlier stages left. */
export interface Stage {
	layer: 'unit' | 'engine';
	/** Patterns below `test/<layer>/`. */
	tests: string[];
	/** How many random histories the trigger's rules are tested on. */
	histories?: number;
}

export interface Folder {
	/** Patterns below `nodes/XmlBilling/`. */
	files: string[];
	/** Quick ones first: a caught mutant costs no more time. */
	stages: Stage[];
	/** The minimum score in percent. Below it, `npm run mutation` fails. */
	floor: number;
}

export const FOLDERS: Readonly<Record<string, Folder>> = {
	xml: {
		files: ['xml/*.ts'],
		stages: [
			{ layer: 'unit', tests: ['xml/*.test.ts', 'records/*.test.ts', 'engine/form/*.test.ts'] },
			{
				layer: 'engine',
				tests: [
					'guards/credentialLimits.test.ts',
					'actions/settings/customRequest.test.ts',
					'actions/creates.test.ts',
					'transport/doubtfulAnswers.test.ts',
				],
			},
		],
		floor: 90,
	},
	form: {
		files: ['engine/form/*.ts'],
		stages: [
			{ layer: 'unit', tests: ['engine/form/*.test.ts', 'actions/client/password.test.ts'] },
			{
				layer: 'engine',
				tests: [
					'engine/{emptyExpressions,identifiers,inputItems}.test.ts',
					'actions/documents/catalogLines.test.ts',
				],
			},
		],
		floor: 90,
	},
	trigger: {
		files: ['trigger/**/*.ts'],
		stages: [
			{ layer: 'unit', tests: ['trigger/!(mains|properties).test.ts', '{contract,declarations}.test.ts'] },
			{ layer: 'unit', tests: ['trigger/{mains,properties}.test.ts'], histories: 200 },
			{ layer: 'engine', tests: ['trigger/*.test.ts'] },
		],
		floor: 85,
	},
	guards: {
		files: ['guards/*.ts', 'engine/writes/{claims,createdInRun,duplicates,previewAndTotal}.ts'],
		stages: [
			{ layer: 'unit', tests: ['guards/*.test.ts'] },
			{ layer: 'engine', tests: ['guards/*.test.ts', 'actions/settings/customRequest.test.ts'] },
			{
				layer: 'engine',
				tests: [
					'actions/{creates,deletes,ifExists,updates}.test.ts',
					'actions/invoice/payment*.test.ts',
					'engine/{inputItems,retryMemory}.test.ts',
				],
			},
		],
		floor: 90,
	},
	// Everything that computes totals of documents, payments and balances.
	totals: {
		files: [
			'records/{amounts,invoicePayments,payments,totals}.ts',
			'actions/invoice/reports/{receivables,getReceivables,getPayments,getTaxSummary,taxSummary}.ts',
			'actions/timeEntry/unbilledSummary.ts',
			'actions/client/{movements,statement,getStatement}.ts',
		],
		stages: [
			{
				layer: 'unit',
				tests: [
					'xml/totals.test.ts',
					'records/payments.test.ts',
					'guards/*.test.ts',
					'actions/{client,invoice}/*.test.ts',
				],
			},
			{
				layer: 'engine',
				tests: [
					'guards/preview.test.ts',
					'actions/client/statement.test.ts',
					'actions/common/*.test.ts',
					'actions/invoice/{receivables,getPayments,findForPayment,taxSummary}.test.ts',
					'actions/timeEntry/unbilledSummary.test.ts',
					'actions/invoice/payment*.test.ts',
				],
			},
			{ layer: 'engine', tests: ['schemas.test.ts'] },
		],
		floor: 90,
	},
};
