import type { Workflow } from '../../host/examples.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { inTurn, SANDBOX } from '../../test/e2e/workflows.ts';

const PREFIX = 'HOUR-';
const credentials = { xmlBillingApi: SANDBOX };
/** Runs each minute, not at the same second as a poll. */
const EACH_MINUTE = { rule: { interval: [{ field: 'cronExpression', expression: '5 * * * * *' }] } };
/** The minutes that a run bills: its own, and those before it once more, as people do who saw an error. */
const NUMBERS = `={{ ({ number: [2, 1, 0].map((ago) => '${PREFIX}' + $now.minus({ minutes: ago }).toFormat('ddHHmm')) }) }}`;

const chain = (...types: Array<[name: string, type: string, version: number, parameters: object]>) =>
	types.map(([name, type, typeVersion, parameters], index) => ({
		id: `hour${index}`,
		name,
		type,
		typeVersion,
		position: [220 * index, 0] as [number, number],
		parameters: { ...parameters },
		...(type.includes('xml-billing') && { credentials, onError: 'continueRegularOutput' }),
	}));

const nodes = chain(
	['Each minute', 'n8n-nodes-base.scheduleTrigger', 1.2, EACH_MINUTE],
	['Numbers', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: NUMBERS }],
	['Each number', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'number' }],
	[
		'Create invoice',
		'n8n-nodes-xml-billing.xmlBilling',
		1,
		{
			resource: 'invoice',
			operation: 'create',
			clientId: { __rl: true, mode: 'id', value: '1' },
			linesFrom: 'json',
			linesJson: '[{ "name": "Hosting", "unit_cost": 120 }]',
			afterCreating: 'sent',
			// A second invoice under a number gets the next one (§4.3), so its notes tell what it is for.
			additionalFields: { number: '={{ $json.number }}', notes: '={{ $json.number }}' },
			options: { ifExists: 'existing' },
		},
	],
	[
		'Record payment',
		'n8n-nodes-xml-billing.xmlBilling',
		1,
		{
			resource: 'invoice',
			operation: 'recordPayment',
			invoiceId: { __rl: true, mode: 'id', value: '={{ $json.invoice_id }}' },
			amount: '50.00',
			paymentMethod: 'Cash',
			reference: '={{ $json.number }}',
		},
	],
);

/** Bills and pays each minute, whatever goes wrong. Active. */
export const BILLING: Workflow = {
	id: 'hourBilling00001',
	name: 'Bill each minute',
	active: true,
	nodes,
	connections: inTurn(nodes),
	settings: { executionOrder: 'v1', timezone: 'UTC' },
};

/** What the service has of the workflow's invoices in the end. */
export interface Billed {
	invoices: number;
	/** Numbers that several invoices have, or whose payment was recorded more than once. */
	doubled: string[];
	/** Numbers of invoices without the payment: each attempt at it met a fault. */
	unpaid: string[];
}

/** Counts the workflow's invoices and their payments in the service's own records. */
export function billed(sandbox: Sandbox): Billed {
	const notesOf = (kind: 'invoice' | 'payment') => sandbox.records(kind).map(({ notes }) => notes);
	const invoices = notesOf('invoice').filter((notes) => notes.startsWith(PREFIX));
	const payments = notesOf('payment');
	const numbers = [...new Set(invoices)];
	const timesPaid = (number: string) => payments.filter((notes) => notes.includes(number)).length;
	const timesBilled = (number: string) => invoices.filter((notes) => notes === number).length;
	return {
		invoices: invoices.length,
		doubled: numbers.filter((number) => timesBilled(number) > 1 || timesPaid(number) > 1),
		unpaid: numbers.filter((number) => timesPaid(number) === 0),
	};
}
