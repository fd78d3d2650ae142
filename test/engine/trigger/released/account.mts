/**
 * An account whose saved states are kept for every release. Nothing here may change: the states know its identifiers. What
 * a new kind of event needs may be added at the end.
 */
import type { EventKind } from '../../../../nodes/XmlBilling/trigger/events/events';
import type { Sandbox } from '../../../../sandbox/index.mts';
import { askService, pay } from '../../../e2e/service.mts';

const item = (cost: number) =>
	`<items><item><name>Work</name><type>Service</type><unit_cost>${cost}</unit_cost><quantity>1</quantity><discount>0</discount><discount_type>Percent</discount_type></item></items>`;

/** Changes that people make in the account. */
export function changesIn(sandbox: Sandbox) {
	const ask = async (method: string, request: string) => void (await askService(sandbox, method, request));
	const document = (method: string) => async (cost: number, status: string) => {
		await ask(method, `<client><client_id>1</client_id></client><status>${status}</status>${item(cost)}`);
	};
	const invoice = document('createInvoice');
	const estimate = document('createEstimate');
	const client = (name: string) =>
		ask('createClient', `<name>${name}</name><organization>${name} Ltd</organization>`);
	const due = (id: number, day: string) => sandbox.change('invoice', id, { due_date: day });

	/** One record of each other kind. */
	async function others(name: string): Promise<void> {
		await ask('createRecurring', `<client><client_id>1</client_id></client>${item(10)}`);
		await ask(
			'createExpense',
			'<expense_category_id>1</expense_category_id><amount>5</amount><date>2026-03-01</date>',
		);
		await ask('createProject', `<name>Shop ${name}</name><billing_method>task</billing_method>`);
		const project = sandbox.records('project').at(-1)?.id ?? 0;
		await ask(
			'createTask',
			`<name>Paint ${name}</name><projects><project_id>${project}</project_id></projects>`,
		);
		const task = sandbox.records('task').at(-1)?.id ?? 0;
		await ask(
			'createTimeLog',
			`<project_id>${project}</project_id><task_id>${task}</task_id><work_date>2026-03-01</work_date><hours_worked>2</hours_worked>`,
		);
		await ask('createProduct', `<name>Lamp ${name}</name>`);
		await ask('createService', `<name>Repair ${name}</name>`);
		await ask(
			'createStaff',
			`<name>Jo</name><username>jo.${name}</username><email>jo.${name}@example.com</email>`,
		);
	}

	/** Records from before the trigger began. */
	async function before(): Promise<void> {
		await client('Ann');
		await ask('createExpenseCategory', '<name>Travel</name>');
		await invoice(100, 'draft');
		for (const cost of [200, 300, 400]) await invoice(cost, 'sent');
		for (const id of [1, 2, 3, 4]) due(id, '2099-01-01');
		await pay(sandbox, 3, 10);
		await estimate(10, 'Draft');
		await estimate(20, 'Sent');
		await others('a');
	}

	/** Changes while that release was in use. */
	async function meanwhile(): Promise<void> {
		await client('Bea');
		await invoice(500, 'sent');
		await pay(sandbox, 3, 10);
		due(4, '2026-01-15');
		due(5, '2099-01-01');
		await others('b');
	}

	/** Changes since then. */
	async function since(): Promise<void> {
		sandbox.change('invoice', 1, { invoice_status: 'Sent' });
		await pay(sandbox, 3, 10);
		await pay(sandbox, 2, 200);
		due(5, '2026-02-01');
		await invoice(600, 'sent');
		due(6, '2099-01-01');
		sandbox.change('estimate', 2, { estimate_status: 'Won' });
		sandbox.change('client', 1, { email: 'ann@example.com' });
		await estimate(30, 'Sent');
		await client('Cleo');
		await others('c');
	}

	return { before, meanwhile, since };
}

const both = (kind: string): string[] => [`${kind}:2:created`, `${kind}:3:created`];

/** The events of both kinds of changes. */
export const EVENTS_OF_ACCOUNT: Readonly<Record<EventKind, readonly string[]>> = {
	invoiceCreated: ['invoice:1:created', 'invoice:5:created', 'invoice:6:created'],
	invoiceChanged: ['invoice:4:changed:1:3l3Bnt', 'invoice:5:changed:1:SWf4dN'],
	invoiceStatusChanged: ['invoice:1:status:1:Sent', 'invoice:2:status:1:Paid'],
	paymentRecorded: ['payment:2:200.00:1', 'payment:3:10.00:2', 'payment:3:10.00:3'],
	invoiceOverdue: ['invoice:4:overdue:1:2026-01-15', 'invoice:5:overdue:1:2026-02-01'],
	estimateCreated: ['estimate:3:created'],
	estimateStatusChanged: ['estimate:2:status:1:Won'],
	clientCreated: both('client'),
	clientChanged: ['client:1:changed:1:n_d-Li'],
	recurringCreated: both('recurring'),
	expenseCreated: both('expense'),
	projectCreated: both('project'),
	taskCreated: both('task'),
	timeEntryCreated: both('timelog'),
	productCreated: both('product'),
	serviceCreated: both('service'),
	staffCreated: both('staff'),
	invoiceDueSoon: [],
	paymentRemoved: [],
};
