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
	id: 'invoice_id',
	resource: 'invoice',
	operation: 'recordPayment',
	method: 'invoiceOfflinePayment',
	kinds: ['invoice', 'payment', 'mail'],
} as const;
const paid = { invoiceId: byId('={{ $json.id }}'), paymentMethod: 'Cash' };

type Creation = Partial<Guarded> & Pick<Guarded, 'name' | 'parameters' | 'items' | 'refusal'>;

/** A creation, with the names that most of them share. */
const creation = (resource: RecordKind, given: Creation): Guarded => ({
	id: `${resource}_id`,
	resource,
	operation: 'create',
	method: `create${resource.charAt(0).toUpperCase()}${resource.slice(1)}`,
	kinds: [resource],
	...given,
});
const numbered = {
	parameters: { clientId: byId(1), ...INVOICE_LINES, number: '={{ $json.number }}' },
	items: [{ number: 'R-1' }, { number: 'R-2' }, { number: 'R-3' }],
};
const named = [{ name: 'Rerun 1' }, { name: 'Rerun 2' }, { name: 'Rerun 3' }];

export const GUARDED: readonly Guarded[] = [
	creation('invoice', {
		...numbered,
		name: 'Invoice > Create with a number',
		kinds: ['invoice', 'line'],
		refusal: /Invoice R-1 already exists: ID \d+/,
	}),
	creation('estimate', {
		...numbered,
		name: 'Estimate > Create with a number',
		kinds: ['estimate', 'line'],
		refusal: /Estimate R-1 already exists: ID \d+/,
	}),
	creation('client', {
		name: 'Client > Create with an email',
		parameters: {
			name: 'Ada',
			organization: 'Engine Ltd',
			email: '={{ $json.email }}',
		},
		items: [{ email: 'a@rerun.example' }, { email: 'b@rerun.example' }, { email: 'c@rerun.example' }],
		refusal: /A client with this email already exists: ID \d+/,
	}),
	{
		...invoice,
		name: 'Invoice > Record Payment of an amount',
		parameters: { ...paid, amount: '={{ $json.amount }}' },
		items: [
			{ id: 4, amount: 10 },
			{ id: 6, amount: 20.5 },
			{ id: 4, amount: 30 },
		],
		refusal: /Invoice 00004 already has a matching payment/,
	},
	{
		...invoice,
		name: 'Invoice > Record Payment of the rest',
		parameters: { ...paid, additionalFields: { clientNotification: true } },
		items: [{ id: 4 }, { id: 6 }],
		refusal: /Invoice 00004 already has a matching payment/,
	},
	creation('expense', {
		name: 'Expense > Create',
		parameters: { categoryId: byId(2), amount: '={{ $json.amount }}', date: '2026-03-02' },
		items: [{ amount: 61.1 }, { amount: 61.2 }, { amount: 61.3 }],
		refusal: /A matching expense already exists: ID \d+/,
	}),
	creation('timeEntry', {
		name: 'Time Entry > Create',
		id: 'timelog_id',
		method: 'createTimeLog',
		parameters: {
			projectId: byId(1),
			taskId: byId(2),
			workDate: '2026-03-09',
			hoursWorked: '={{ $json.hours }}',
		},
		items: [{ hours: 1.5 }, { hours: 2.5 }, { hours: 3.5 }],
		refusal: /A matching time entry already exists: ID \d+/,
	}),
	creation('project', {
		name: 'Project > Create with a name',
		parameters: { name: '={{ $json.name }}', billingMethod: 'flat', budget: '1200.50' },
		items: named,
		refusal: /A project with this name already exists: ID \d+/,
	}),
	creation('task', {
		name: 'Task > Create with a name',
		parameters: { name: '={{ $json.name }}' },
		items: named,
		refusal: /A task with this name already exists: ID \d+/,
	}),
	creation('staff', {
		name: 'Staff > Create with an email',
		parameters: {
			name: 'Ada',
			username: '={{ $json.username ?? $json.name }}',
			email: '={{ $json.name }}@rerun.example',
		},
		items: [{ name: 'rerun1' }, { name: 'rerun2' }, { name: 'rerun3' }],
		refusal: /A staff member with this email already exists: ID \d+/,
	}),
];
