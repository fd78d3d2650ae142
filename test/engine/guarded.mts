import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { RecordKind } from '../../sandbox/index.mts';
import { byId } from './billing.mts';

/** A write that looks for its record first if an option says so. */
export interface Guarded {
	readonly name: string;
	/** The result in the output. */
	readonly id: string;
	readonly resource: string;
	readonly operation: string;
	readonly method: string;
	/** The record that it writes in the sandbox. */
	readonly kinds: readonly RecordKind[];
	readonly parameters: INodeParameters;
	readonly items: IDataObject[];
	/** The text of the guard's error, which names the existing record. */
	readonly refusal: RegExp;
}

export const INVOICE_LINES = {
	linesFrom: 'json',
	linesJson: '[{ "name": "Design", "unit_cost": 120.5, "quantity": 2 }]',
};
const invoice = {
	...{ resource: 'invoice', operation: 'recordPayment', method: 'invoiceOfflinePayment', id: 'invoice_id' },
	kinds: ['invoice', 'payment', 'mail'],
	refusal: /Invoice 00004 already has a matching payment/,
} as const;
const paid = { invoiceId: byId('={{ $json.id }}'), paymentMethod: 'Cash' };

/** A creation, with the name by which its guard says what exists, and with the names that most of them share. */
const creation = (
	resource: RecordKind,
	existing: string,
	items: IDataObject[],
	parameters: INodeParameters,
	more: Partial<Guarded> = {},
): Guarded => ({
	...{ name: `${resource} > create`, resource, operation: 'create', items, parameters },
	id: `${resource}_id`,
	method: `create${resource.charAt(0).toUpperCase()}${resource.slice(1)}`,
	kinds: [resource],
	refusal: new RegExp(`${existing} already exists: ID \\d+`),
	...more,
});
const numbered = { clientId: byId(1), ...INVOICE_LINES, number: '={{ $json.number }}' };
const numbers = [{ number: 'R-1' }, { number: 'R-2' }, { number: 'R-3' }];
const name = '={{ $json.name }}';
const names = [{ name: 'Rerun1' }, { name: 'Rerun2' }, { name: 'Rerun3' }];
const email = '={{ $json.name }}@rerun.example';

export const GUARDED: readonly Guarded[] = [
	creation('invoice', 'Invoice R-1', numbers, numbered, { kinds: ['invoice', 'line'] }),
	creation('estimate', 'Estimate R-1', numbers, numbered, { kinds: ['estimate', 'line'] }),
	creation('client', 'A client with this email', names, { name: 'Ada', organization: 'Engine Ltd', email }),
	{
		...invoice,
		name: 'Invoice > Record Payment of an amount',
		parameters: { ...paid, amount: '={{ $json.amount }}' },
		items: [
			{ id: 4, amount: 10 },
			{ id: 6, amount: 20.5 },
			{ id: 4, amount: 30 },
		],
	},
	{
		...invoice,
		name: 'Invoice > Record Payment of the rest',
		parameters: { ...paid, additionalFields: { clientNotification: true } },
		items: [{ id: 4 }, { id: 6 }],
	},
	creation('expense', 'A matching expense', [{ amount: 61.1 }, { amount: 61.2 }, { amount: 61.3 }], {
		...{ categoryId: byId(2), amount: '={{ $json.amount }}', date: '2026-03-02' },
	}),
	creation(
		'timeEntry',
		'A matching time entry',
		[{ hours: 1.5 }, { hours: 2.5 }, { hours: 3.5 }],
		{ projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '={{ $json.hours }}' },
		{ id: 'timelog_id', method: 'createTimeLog' },
	),
	creation('project', 'A project with this name', names, { name, billingMethod: 'flat', budget: '1200.50' }),
	creation('task', 'A task with this name', names, { name }),
	creation('staff', 'A staff member with this email', names, {
		...{ name: 'Ada', username: '={{ $json.username ?? $json.name }}', email },
	}),
];
