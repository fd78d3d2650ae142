/** What causes each event of the trigger, with a new service for each test. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EventKind } from '../../../nodes/XmlBilling/trigger/events/events.ts';
import { paymentsOf, removePayment } from '../../../sandbox/documents/settlement.mts';
import type { RecordKind } from '../../../sandbox/index.mts';
import type { InvoiceRow } from '../../../sandbox/tables.mts';
import { askService, pay as payInvoice } from '../../e2e/service.mts';
import { some, useBilling } from '../billing.mts';

export const billing = useBilling();
export const ask = async (method: string, request: string) =>
	await askService(billing.sandbox, method, request);

export function triggerOf(parameters: INodeParameters) {
	return engine.trigger({ parameters, credential: billing.credential() });
}

/** What a trigger reports about a change after its baseline. */
export async function reported(
	parameters: INodeParameters,
	happen: () => Promise<unknown>,
): Promise<IDataObject[]> {
	const trigger = triggerOf(parameters);
	expect(await trigger.poll()).toBeNull();
	await happen();
	return ((await trigger.poll()) ?? []).map(({ json }) => json);
}

export const samplesOf = async (parameters: INodeParameters): Promise<IDataObject[]> =>
	((await triggerOf(parameters).poll({ mode: 'manual' })) ?? []).map(({ json }) => json);

/** The newest record of the account. */
export const idOf = (kind: Exclude<RecordKind, 'account' | 'mail'>): number =>
	billing.sandbox.records(kind).findLast((row) => 'account_id' in row && row.account_id === 1)?.id ?? 0;

const item = (
	cost: number,
) => `<items><item><name>Work</name><type>Service</type><unit_cost>${cost}</unit_cost>
	<quantity>1</quantity><discount>0</discount><discount_type>Percent</discount_type></item></items>`;
export const invoice = (client: number, cost: number, more = '<status>sent</status>') =>
	ask('createInvoice', `<client><client_id>${client}</client_id></client>${more}${item(cost)}`);
export const estimate = (client: number) =>
	ask('createEstimate', `<client><client_id>${client}</client_id></client><status>Draft</status>${item(10)}`);
export const pay = (id: number, amount: number) => payInvoice(billing.sandbox, id, amount);

/** Deletes the newest payment of an invoice, as people do on the website. */
export function unpay(id: number): void {
	const { store } = billing.sandbox;
	removePayment(store, paymentsOf(store, id).at(-1)?.id ?? 0, daysAgo(0));
}

export const daysAgo = (days: number): string => DateTime.utc().minus({ days }).toISODate();

const project = async () => {
	await ask('createProject', '<name>Shop</name><billing_method>task</billing_method>');
	await ask(
		'createTask',
		`<name>Paint</name><projects><project_id>${idOf('project')}</project_id></projects>`,
	);
};

interface EventCause {
	happen: () => Promise<unknown>;
	/** Additional fields of its item. */
	says: () => object;
}

/** Causes each event once. */
export const EVENT_CAUSES: Readonly<Record<EventKind, EventCause>> = {
	invoiceCreated: {
		happen: () => invoice(1, 10),
		says: () => ({ invoice_id: idOf('invoice'), total: 10 }),
	},
	invoiceChanged: {
		happen: () => Promise.resolve(billing.sandbox.change('invoice', sent(), { due_date: '2099-02-01' })),
		says: () => ({
			invoice_id: sent(),
			invoice_due_date: '2099-02-01',
			changed_fields: 'invoice_due_date',
		}),
	},
	invoiceStatusChanged: {
		happen: () => Promise.resolve(billing.sandbox.change('invoice', sent(), { invoice_status: 'Viewed' })),
		says: () => ({
			invoice_id: sent(),
			previous_status: 'Sent',
			new_status: 'Viewed',
			invoice_status: 'Viewed',
		}),
	},
	paymentRemoved: {
		happen: () => Promise.resolve(unpay(partlyPaid())),
		says: () => ({ invoice_id: partlyPaid(), payment_amount: some(Number), outstanding: some(Number) }),
	},
	paymentRecorded: {
		happen: () => pay(sent(), 1),
		says: () => ({
			invoice_id: sent(),
			payment_amount: 1,
			payment_method: 'Cash',
			balance_left: some(Number),
		}),
	},
	invoiceDueSoon: {
		happen: () => Promise.resolve(billing.sandbox.change('invoice', sent(), { due_date: daysAgo(-2) })),
		says: () => ({
			invoice_id: sent(),
			invoice_due_date: daysAgo(-2),
			reminder_days: 3,
			days_until_due: 2,
		}),
	},
	invoiceOverdue: {
		happen: () => Promise.resolve(billing.sandbox.change('invoice', sent(), { due_date: daysAgo(3) })),
		says: () => ({
			invoice_id: sent(),
			invoice_due_date: daysAgo(3),
			reminder_days: 1,
			days_overdue: 3,
		}),
	},
	estimateCreated: { happen: () => estimate(1), says: () => ({ estimate_id: idOf('estimate') }) },
	estimateStatusChanged: {
		happen: () =>
			Promise.resolve(billing.sandbox.change('estimate', idOf('estimate'), { estimate_status: 'Won' })),
		says: () => ({ new_status: 'Won', previous_status: some(String) }),
	},
	clientCreated: {
		happen: () => ask('createClient', '<name>Ann</name><organization>Ann Ltd</organization>'),
		says: () => ({ client_id: idOf('client'), organization: 'Ann Ltd' }),
	},
	clientChanged: {
		happen: () => Promise.resolve(billing.sandbox.change('client', 1, { email: 'new@example.com' })),
		says: () => ({ client_id: 1, email: 'new@example.com', changed_fields: 'email' }),
	},
	recurringCreated: {
		happen: () => ask('createRecurring', `<client><client_id>1</client_id></client>${item(10)}`),
		says: () => ({ recurring_id: idOf('recurring') }),
	},
	expenseCreated: {
		happen: () =>
			ask(
				'createExpense',
				'<expense_category_id>1</expense_category_id><amount>5</amount><date>2026-03-01</date>',
			),
		says: () => ({ expense_id: idOf('expense'), amount: 5 }),
	},
	projectCreated: { happen: project, says: () => ({ project_id: idOf('project'), project_name: 'Shop' }) },
	taskCreated: { happen: project, says: () => ({ task_id: idOf('task'), task_name: 'Paint' }) },
	timeEntryCreated: {
		happen: async () => {
			await project();
			await ask(
				'createTimeLog',
				`<project_id>${idOf('project')}</project_id><task_id>${idOf('task')}</task_id>
				<work_date>2026-03-01</work_date><hours_worked>2</hours_worked>`,
			);
		},
		says: () => ({ timelog_id: idOf('timeEntry'), hours_worked: 2 }),
	},
	productCreated: {
		happen: () => ask('createProduct', '<name>Lamp</name>'),
		says: () => ({ product_id: idOf('product'), product_name: 'Lamp' }),
	},
	serviceCreated: {
		happen: () => ask('createService', '<name>Repair</name>'),
		says: () => ({ service_id: idOf('service'), service_name: 'Repair' }),
	},
	staffCreated: {
		happen: () => ask('createStaff', '<name>Jo</name><username>jo.k</username><email>jo@example.com</email>'),
		says: () => ({ staff_id: idOf('staff'), name: 'Jo' }),
	},
};

/** An open invoice that is not due for a long time. */
export function sent(): number {
	const id =
		billing.sandbox.records('invoice').find(({ invoice_status: status }) => status === 'Sent')?.id ?? 0;
	return sentId === 0 ? (sentId = id) : sentId;
}
let sentId = 0;

/** An open invoice with a payment. */
function partlyPaid(): number {
	const isOpen = ({ account_id: account, status, invoice_status: word }: InvoiceRow) =>
		account === 1 && status === 'Active' && word === 'Partial-Paid';
	partlyPaidId ||= billing.sandbox.records('invoice').find(isOpen)?.id ?? 0;
	return partlyPaidId;
}
let partlyPaidId = 0;
beforeEach(() => {
	sentId = 0;
	partlyPaidId = 0;
	billing.sandbox.change('invoice', sent(), { due_date: '2099-01-01' });
});
