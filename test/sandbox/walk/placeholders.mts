import type { RecordKind, RecordRows, Sandbox } from '../../../sandbox/index.mts';
import type { AnswerElement } from './answers.mts';
import type { Values } from './documents.mts';

/** Calls a method that has to succeed. */
export type Succeed = (method: string, values: Values) => Promise<AnswerElement>;

const LINE = {
	'items/item/name': 'Work',
	'items/item/type': 'Service',
	'items/item/discount_type': 'Fixed',
	'items/item/unit_cost': '100.00',
	'items/item/quantity': '1',
};

/** Creates or picks the records behind the placeholders of the table. Returns their identifiers, numbers and names. */
export async function createRecords(sandbox: Sandbox, succeed: Succeed): Promise<Record<string, string>> {
	const main = sandbox.account('main').id;
	const second = sandbox.account('second').id;
	const pick = <Kind extends RecordKind>(kind: Kind, isWanted: (row: RecordRows[Kind]) => boolean) => {
		const row = sandbox.records(kind).find(isWanted);
		if (row === undefined) throw new RangeError(`The seed has no such ${kind}`);
		return row;
	};
	const create = async (method: string, values: Values) =>
		(await succeed(method, values)).children[0]?.text ?? '';
	const of = (account: number) => (row: { account_id: number }) => row.account_id === account;
	const client = pick('client', of(main));
	const foreignClient = pick('client', of(second));

	const header = { 'client/client_id': String(client.id) };
	const invoiceId = await create('createInvoice', { ...header, status: 'sent', ...LINE });
	const invoice = pick('invoice', (row) => String(row.id) === invoiceId);
	const foreignInvoice = pick('invoice', of(second));
	const lineOf = (document: string, id: number) =>
		pick('line', (row) => row.document === document && row.document_id === id).id;

	/** A new estimate or profile and another one, and the oldest of the other account. */
	const documents = async (kind: 'estimate' | 'recurring', name: string) => {
		const add = async () => Number(await create(`create${name}`, { ...header, ...LINE }));
		const [own, other, foreign] = [await add(), await add(), pick(kind, of(second)).id];
		return {
			[kind]: own,
			[`${kind}Number`]: pick(kind, (row) => row.id === own).number,
			[`${kind}Item`]: lineOf(kind, own),
			[`other${name}Item`]: lineOf(kind, other),
			[`foreign${name}`]: foreign,
			[`foreign${name}Item`]: lineOf(kind, foreign),
		};
	};

	const active = sandbox
		.records('expense')
		.filter((row) => row.account_id === main && row.status === 'Active');
	const [expense = 0, invoicedExpense = 0, archivedExpense = 0, otherClientsExpense = 0] = active.map(
		(row) => row.id,
	);
	const otherClient = pick('client', (row) => row.account_id === main && row.id !== client.id);
	const changes = { client_id: client.id, invoiced: 'No' };
	sandbox.change('expense', expense, changes);
	sandbox.change('expense', invoicedExpense, { ...changes, invoiced: 'Yes' });
	sandbox.change('expense', archivedExpense, { ...changes, status: 'Archived' });
	sandbox.change('expense', otherClientsExpense, { ...changes, client_id: otherClient.id });
	const seededExpense = pick('expense', (row) => row.id === expense);

	const tax = pick('tax', of(main));
	const timeEntry = pick('timeEntry', (row) => row.account_id === main && row.billed === 'No');
	const project = pick('project', (row) => row.id === timeEntry.project_id);
	const task = pick('task', (row) => row.id === timeEntry.task_id);
	const staff = { name: 'New Member', username: 'new.member', email: 'new.member@studio.example' };
	const product = { name: 'Sample <box>', unitcost: '4.20' };
	const service = { name: 'Sample & delivery', cost: '36.75' };
	const newNames = { name: 'New Client', organization: 'New Organization' };
	const newBudget = { name: 'New Project', billing_method: 'flat', budget: '100' };
	const identifiers = {
		...{ expense, invoicedExpense, archivedExpense, otherClientsExpense, unknown: 99_999_999 },
		client: client.id,
		newClient: await create('createClient', newNames),
		clientWithCredit: pick('credit', () => true).client_id,
		foreignClient: foreignClient.id,
		invoice: invoice.id,
		invoiceItem: lineOf('invoice', invoice.id),
		foreignInvoice: foreignInvoice.id,
		foreignInvoiceItem: lineOf('invoice', foreignInvoice.id),
		lateFee: pick('lateFee', (row) => row.account_id === main && row.active === 1).id,
		inactiveLateFee: pick('lateFee', (row) => row.account_id === main && row.active === 0).id,
		foreignLateFee: pick('lateFee', (row) => row.account_id === second && row.active === 1).id,
		timeEntry: timeEntry.id,
		billedTimeEntry: pick('timeEntry', (row) => row.account_id === main && row.billed === 'Yes').id,
		foreignTimeEntry: pick('timeEntry', (row) => row.account_id === second && row.billed === 'No').id,
		project: project.id,
		projectClient: project.client_id,
		otherProject: pick('project', (row) => row.account_id === main && row.id !== seededExpense.project_id).id,
		foreignProject: pick('project', of(second)).id,
		task: task.id,
		foreignTask: pick('task', of(second)).id,
		foreignExpense: pick('expense', (row) => row.account_id === second && row.invoiced === 'No').id,
		category: seededExpense.category_id,
		foreignCategory: pick('expenseCategory', of(second)).id,
		foreignStaff: pick('staff', of(second)).id,
		tax: tax.id,
		...(await documents('estimate', 'Estimate')),
		...(await documents('recurring', 'Recurring')),
		otherTax: pick('tax', (row) => row.account_id === main && row.id !== tax.id).id,
		foreignProduct: pick('product', of(second)).id,
		foreignService: pick('service', of(second)).id,
		foreignTax: pick('tax', of(second)).id,
	};
	const newProject = await create('createProject', newBudget);
	return {
		...Object.fromEntries(Object.entries(identifiers).map(([name, id]) => [name, String(id)])),
		staff: await create('createStaff', { ...staff, 'assigned_clients/client_id': String(client.id) }),
		product: await create('createProduct', product),
		service: await create('createService', service),
		newCategory: await create('createExpenseCategory', { name: 'New Category' }),
		newProject,
		newTask: await create('createTask', { name: 'New Task', 'projects/project_id': newProject }),
		...{ staffEmail: staff.email, productName: product.name, productCost: product.unitcost },
		...{ serviceName: service.name, serviceCost: service.cost, invoiceNumber: invoice.number },
		...{ clientEmail: client.email, takenUsername: client.username, projectName: project.name },
		...{ taskName: task.name, taskBillable: task.billable, workDate: timeEntry.work_date },
		expenseAmount: seededExpense.amount,
	};
}
