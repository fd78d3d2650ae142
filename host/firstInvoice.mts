import type { Step } from '../core/runSteps.mts';
import { CREDENTIAL } from './examples.mts';
import { ROOT } from './paths.mts';

/** By this number, a later start knows that the invoice is there. */
export const FIRST_NUMBER = 'FIRST-1';

const NODE = 'xmlBilling';

/** A field for a record, filled with the identifier from the output of the step before. */
const fromBefore = (field: string) => ({ __rl: true, mode: 'id', value: `={{ $json.${field} }}` });

const GBP = { __rl: true, mode: 'list', value: 'GBP', cachedResultName: 'British Pound (GBP)' };
const LINE = {
	...{ name: 'Shop window', quantity: '2', unitCost: '190.00' },
	additionalFields: { customTax: { tax: { tax1Name: 'VAT', tax1Percent: '20' } } },
};

type Output = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An amount of a step's output with its currency. */
const money = (output: Output, field: string): string =>
	`${Number(output[field]).toFixed(2)} ${textOf(output.currency)}`;

/** A step, and what came of it. */
export interface Done {
	step: string;
	result: string;
}

/** What the node does, in order, and what the output of each says to people. */
const STEPS: ReadonlyArray<Step & { result: (output: Output) => string }> = [
	{
		type: NODE,
		name: 'Create client',
		result: (output) => `${textOf(output.organization)}, ${textOf(output.email)}`,
		parameters: {
			...{ resource: 'client', operation: 'create' },
			...{ name: 'Ada Winter', organization: 'Lantern Tea', email: 'ada@lantern-tea.example' },
			additionalFields: { currency: GBP },
			options: { ifExists: 'existing' },
		},
	},
	{
		type: NODE,
		name: 'Create invoice',
		result: (output) => `${textOf(output.number)} over ${money(output, 'total')}`,
		parameters: {
			...{ resource: 'invoice', operation: 'create', clientId: fromBefore('client_id') },
			...{ number: FIRST_NUMBER, linesFrom: 'form', lineItems: { line: [LINE] } },
			...{ due: 'days', dueInDays: 14, options: { ifExists: 'existing' } },
		},
	},
	{
		type: NODE,
		name: 'Send invoice',
		result: (output) => `to ${textOf(output.client_email)}`,
		parameters: { resource: 'invoice', operation: 'send', invoiceId: fromBefore('invoice_id') },
	},
	{
		type: NODE,
		name: 'Record payment',
		result: (output) =>
			`${money(output, 'payment_amount')} by ${textOf(output.payment_method)}, ${money(output, 'outstanding')} left`,
		parameters: {
			...{ resource: 'invoice', operation: 'recordPayment', invoiceId: fromBefore('invoice_id') },
			...{ amount: '', paymentMethod: 'Bank Transfer' },
		},
	},
];

/**
 * Creates, sends and pays an invoice in a billing service: the package's own node, in n8n's own engine, in this
 * process. Needs the built package, and no n8n. Tells of each step when it is done.
 */
export async function billFirstInvoice(
	service: { baseUrl: string; token: string },
	onDone: (done: Done) => void,
): Promise<void> {
	// Loaded only here, because it takes a second.
	const { runSteps } = await import('../core/runSteps.mts');
	await runSteps(
		{ packagePath: ROOT, credentialType: CREDENTIAL.type, credential: service },
		STEPS,
		(name, output) =>
			onDone({ step: name, result: STEPS.find((step) => step.name === name)?.result(output) ?? '' }),
	);
}
