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
			{
				layer: 'unit',
				tests: ['{helpers,xml/*}.test.mts', 'records/*.test.mts', 'execution/form/*.test.mts'],
			},
			{
				layer: 'engine',
				tests: [
					'limits/credentialLimits.test.mts',
					'actions/settings.test.mts',
					'actions/creates.test.mts',
					'transport/answers.test.mts',
				],
			},
		],
		floor: 90,
	},
	form: {
		files: ['execution/form/*.ts'],
		stages: [
			{ layer: 'unit', tests: ['execution/form/*.test.mts', 'actions/client/password.test.mts'] },
			{
				layer: 'engine',
				tests: ['execution/{expressions,items}.test.mts', 'actions/lines.test.mts'],
			},
		],
		floor: 90,
	},
	trigger: {
		files: ['trigger/**/*.ts'],
		stages: [
			{ layer: 'unit', tests: ['trigger/!(mains|properties).test.mts', '{contract,declarations}.test.mts'] },
			{ layer: 'unit', tests: ['trigger/{mains,properties}.test.mts'], histories: 200 },
			{ layer: 'engine', tests: ['trigger/*.test.mts'] },
		],
		floor: 85,
	},
	limits: {
		files: ['limits/*.ts', 'execution/{compareWritten,duplicates,preview}.ts'],
		stages: [
			{ layer: 'unit', tests: ['limits.test.mts'] },
			{ layer: 'engine', tests: ['limits/*.test.mts', 'actions/settings.test.mts'] },
			{
				layer: 'engine',
				tests: [
					'actions/{creates,deletes,payments,updates}.test.mts',
					'execution/{compared,items,retry}.test.mts',
				],
			},
		],
		floor: 90,
	},
	// Everything that computes totals of documents, payments and balances.
	totals: {
		files: [
			'records/{money,invoicePayments,payments}.ts',
			'actions/invoice/{receivables,getPayments,taxSummary}.ts',
			'actions/timeEntry/unbilledSummary.ts',
			'actions/client/statement.ts',
		],
		stages: [
			{
				layer: 'unit',
				tests: [
					'records/totals.test.mts',
					'records/payments.test.mts',
					'limits.test.mts',
					'actions/{client,invoice}/*.test.mts',
				],
			},
			{
				layer: 'engine',
				tests: [
					'limits/preview.test.mts',
					'actions/{matchPayment,payments,receivables,statements,unbilledSummary}.test.mts',
				],
			},
			{ layer: 'engine', tests: ['schemas.test.mts'] },
		],
		floor: 90,
	},
};
