/** What causes each event of the trigger, with a new service for each test. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EventKind } from '../../../nodes/XmlBilling/trigger/events/events.ts';
import { removePayment } from '../../../sandbox/documents/lines.mts';
import type { RecordKind } from '../../../sandbox/index.mts';
import { askService, pay as payInvoice } from '../../e2e/service.mts';
import { some, useBilling } from '../billing.mts';
import { shownStatus } from '../harness/quirks.mts';

export const billing = useBilling();
export const ask = async (method: string, request: string) =>
	await askService(billing.sandbox, method, request);

export const triggerOf = (parameters: INodeParameters, more: object = {}) =>
	engine.trigger({ parameters, credential: billing.credential(), ...more });

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
	removePayment(store, store.rows('payment', 'invoice_id', id).at(-1)?.id ?? 0, daysAgo(0));
}

export const daysAgo = (days: number): string => DateTime.utc().minus({ days }).toISODate();

const project = async () => {
	await ask('createProject', '<name>Shop</name><billing_method>task</billing_method>');
	await ask(
		'createTask',
		`<name>Paint</name><projects><project_id>${idOf('project')}</project_id></projects>`,
	);
};

const change = async (...edit: Parameters<typeof billing.sandbox.change>): Promise<void> => {
	await Promise.resolve(billing.sandbox.change(...edit));
};
const changeSent = (edit: Parameters<typeof change>[2]) => change('invoice', sent(), edit);

interface EventCause {
	happen: () => Promise<unknown>;
	/**
	 * Its identifier, which must never change, and its first fields: what happened, to what, its state, and how much it is
	 * about.
	 */
	first: string;
	/** What else it tells. */
	says?: object;
}

const DOCUMENT = 'event number client_organization';
const INVOICE = `${DOCUMENT} invoice_status net tax total outstanding currency`;

/** Causes each event once. */
export const EVENT_CAUSES: Readonly<Record<EventKind, EventCause>> = {
	invoiceCreated: { happen: () => invoice(1, 10), first: `invoice:121:created ${INVOICE}` },
	invoiceChanged: {
		happen: () => changeSent({ due_date: '2099-02-01' }),
		first: `invoice:81:changed:1:OD4mSn ${INVOICE} changed_fields`,
		says: { invoice_due_date: '2099-02-01', changed_fields: 'invoice_due_date' },
	},
	invoiceStatusChanged: {
		happen: () => changeSent({ invoice_status: 'Viewed' }),
		first: `invoice:81:status:1:Viewed ${INVOICE} previous_status new_status`,
		says: { previous_status: 'Sent', new_status: 'Viewed', invoice_status: 'Viewed' },
	},
	paymentRemoved: {
		happen: () => Promise.resolve(unpay(partlyPaid())),
		first: `payment:8:1678.78:removed:1 ${DOCUMENT} invoice_status payment_amount payment_tax net tax total outstanding currency`,
		says: { payment_amount: 1678.78, outstanding: some(Number) },
	},
	paymentRecorded: {
		happen: () => pay(sent(), 1),
		first: `payment:81:1.00:1 ${DOCUMENT} invoice_status payment_amount payment_tax balance_left net tax total outstanding currency payment_date payment_method payment_notes`,
		says: { payment_amount: 1, payment_method: 'Cash', balance_left: some(Number) },
	},
	invoiceDueSoon: {
		happen: () => changeSent({ due_date: daysAgo(-2) }),
		first: `invoice:81:dueSoon:3:DAY ${INVOICE} reminder_days days_until_due`,
		says: { invoice_due_date: daysAgo(-2), reminder_days: 3, days_until_due: 2 },
	},
	invoiceOverdue: {
		happen: () => changeSent({ due_date: daysAgo(3) }),
		first: `invoice:81:overdue:1:DAY ${INVOICE} reminder_days days_overdue`,
		says: { invoice_due_date: daysAgo(3), reminder_days: 1, days_overdue: 3 },
	},
	invoiceCanceled: {
		happen: () => changeSent({ status: 'Cancel' }),
		first: `invoice:81:canceled:1 ${INVOICE}`,
	},
	estimateCreated: {
		happen: () => estimate(1),
		first: `estimate:37:created ${DOCUMENT} estimate_status total currency`,
	},
	estimateStatusChanged: {
		happen: () => change('estimate', idOf('estimate'), { estimate_status: 'Won' }),
		first: `estimate:30:status:1:Won ${DOCUMENT} estimate_status total currency previous_status new_status`,
		says: { new_status: 'Won', previous_status: some(String) },
	},
	clientCreated: {
		happen: () => ask('createClient', '<name>Ann</name><organization>Ann Ltd</organization>'),
		first: 'client:26:created event organization name email currency work_phone',
	},
	clientChanged: {
		happen: () => change('client', 1, { email: 'new@example.com' }),
		first: 'client:1:changed:1:4MXrS4 event organization name email currency changed_fields work_phone',
		says: { email: 'new@example.com', changed_fields: 'email' },
	},
	recurringCreated: {
		happen: () => ask('createRecurring', `<client><client_id>1</client_id></client>${item(10)}`),
		first: `recurring:16:created ${DOCUMENT} recurring_status total currency frequency`,
	},
	recurringStopped: {
		happen: () => change('recurring', 1, { recurring_status: 'Stop' }),
		first: `recurring:1:stopped:1 ${DOCUMENT} recurring_status total currency frequency`,
		says: { recurring_status: shownStatus('Stop') },
	},
	expenseCreated: {
		happen: () =>
			ask(
				'createExpense',
				'<expense_category_id>1</expense_category_id><amount>5</amount><date>2026-03-01</date>',
			),
		first: 'expense:22:created event date expense_category_name amount status vendor',
	},
	projectCreated: {
		happen: project,
		first: 'project:8:created event project_name client_organization project_rate billing_method',
	},
	taskCreated: { happen: project, first: 'task:9:created event task_name task_rate task_billable' },
	timeEntryCreated: {
		happen: async () => {
			await project();
			await ask(
				'createTimeLog',
				`<project_id>${idOf('project')}</project_id><task_id>${idOf('task')}</task_id>
				<work_date>2026-03-01</work_date><hours_worked>2</hours_worked>`,
			);
		},
		first: 'timelog:41:created event project_name task_name hours_worked work_date',
	},
	productCreated: {
		happen: () => ask('createProduct', '<name>Lamp</name>'),
		first: 'product:9:created event product_name unit_cost quantity status',
	},
	serviceCreated: {
		happen: () => ask('createService', '<name>Repair</name>'),
		first: 'service:15:created event service_name unit_cost quantity status',
	},
	staffCreated: {
		happen: () => ask('createStaff', '<name>Jo</name><username>jo.k</username><email>jo@example.com</email>'),
		first: 'staff:7:created event name email username bill_rate user_level',
	},
};

/** An open invoice of the account in such a status: of those that the sandbox begins with, the first. */
const firstOf = (wanted: string): number =>
	billing.sandbox
		.records('invoice')
		.find(
			({ account_id: account, status, invoice_status: word }) =>
				account === 1 && status === 'Active' && word === wanted,
		)?.id ?? 0;

/** One that is not due for a long time, and one with a payment: the same for the whole test, whatever changes. */
let open = { sent: 0, partlyPaid: 0 };
export const sent = (): number => open.sent;
const partlyPaid = (): number => open.partlyPaid;
beforeEach(() => {
	open = { sent: firstOf('Sent'), partlyPaid: firstOf('Partial-Paid') };
	billing.sandbox.change('invoice', sent(), { due_date: '2099-01-01' });
});
