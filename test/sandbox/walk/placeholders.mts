import type { RecordKind, RecordRows, Sandbox } from '../../../sandbox/index.mts';

type Create = (method: string, values: Readonly<Record<string, string>>) => Promise<string>;

const LINE = {
	...{ 'items/item/name': 'Work', 'items/item/type': 'Service', 'items/item/discount_type': 'Fixed' },
	...{ 'items/item/unit_cost': '100.00', 'items/item/quantity': '1' },
};

/** Creates or picks the records behind the placeholders of the table. Returns their identifiers, numbers and names. */
export async function createRecords(sandbox: Sandbox, create: Create): Promise<Record<string, string>> {
	const main = sandbox.account('main').id;
	const second = sandbox.account('second').id;
	const pick = <Kind extends RecordKind>(kind: Kind, isWanted: (row: RecordRows[Kind]) => boolean) => {
		const row = sandbox.records(kind).find(isWanted);
		if (row === undefined) throw new RangeError(`The seed has no such ${kind}`);
		return row;
	};
	const own = (row: { account_id: number }) => row.account_id === main;
	const others = (row: { account_id: number }) => row.account_id === second;
	const lineOf = (document: string, id: number) =>
		pick('line', (row) => row.document === document && row.document_id === id).id;

	const client = pick('client', own);
	const header = { 'client/client_id': String(client.id) };
	const documents = async (kind: 'invoice' | 'estimate' | 'recurring', name: string) => {
		const status: Record<string, string> = kind === 'invoice' ? { status: 'sent' } : {};
		const id = Number(await create(`create${name}`, { ...header, ...LINE, ...status }));
		const foreign = pick(kind, others).id;
		return {
			[kind]: id,
			[`${kind}Number`]: pick(kind, (row) => row.id === id).number,
			[`${kind}Item`]: lineOf(kind, id),
			[`foreign${name}`]: foreign,
			[`foreign${name}Item`]: lineOf(kind, foreign),
		};
	};

	const isActive = (row: RecordRows['expense']) => own(row) && row.status === 'Active';
	const expense = pick('expense', isActive);
	const invoicedExpense = pick('expense', (row) => isActive(row) && row.id !== expense.id);
	sandbox.change('expense', expense.id, { client_id: client.id, invoiced: 'No' });
	sandbox.change('expense', invoicedExpense.id, { client_id: client.id, invoiced: 'Yes' });

	const tax = pick('tax', own);
	const entry = pick('timeEntry', (row) => own(row) && row.billed === 'No');
	const project = pick('project', (row) => row.id === entry.project_id);
	const task = pick('task', (row) => row.id === entry.task_id);
	const staffEmail = 'new.member@studio.example';
	const flat = { name: 'New Project', billing_method: 'flat', budget: '100' };
	const newProject = await create('createProject', flat);
	const texts = {
		...(await documents('invoice', 'Invoice')),
		...(await documents('estimate', 'Estimate')),
		...(await documents('recurring', 'Recurring')),
		unknown: 99_999_999,
		client: client.id,
		clientEmail: client.email,
		newClient: await create('createClient', { name: 'New Client', organization: 'New Organization' }),
		foreignClient: pick('client', others).id,
		lateFee: pick('lateFee', (row) => own(row) && row.active === 1).id,
		inactiveLateFee: pick('lateFee', (row) => own(row) && row.active === 0).id,
		foreignLateFee: pick('lateFee', (row) => others(row) && row.active === 1).id,
		tax: tax.id,
		otherTax: pick('tax', (row) => own(row) && row.id !== tax.id).id,
		foreignTax: pick('tax', others).id,
		expense: expense.id,
		expenseAmount: expense.amount,
		invoicedExpense: invoicedExpense.id,
		foreignExpense: pick('expense', (row) => others(row) && row.invoiced === 'No').id,
		category: expense.category_id,
		newCategory: await create('createExpenseCategory', { name: 'New Category' }),
		foreignCategory: pick('expenseCategory', others).id,
		timeEntry: entry.id,
		workDate: entry.work_date,
		billedTimeEntry: pick('timeEntry', (row) => own(row) && row.billed === 'Yes').id,
		foreignTimeEntry: pick('timeEntry', (row) => others(row) && row.billed === 'No').id,
		project: project.id,
		projectName: project.name,
		projectClient: project.client_id,
		otherProject: pick('project', (row) => own(row) && row.id !== expense.project_id).id,
		newProject,
		foreignProject: pick('project', others).id,
		task: task.id,
		taskName: task.name,
		taskBillable: task.billable,
		newTask: await create('createTask', { name: 'New Task', 'projects/project_id': newProject }),
		foreignTask: pick('task', others).id,
		staff: await create('createStaff', {
			...{ name: 'New Member', username: 'new.member', email: staffEmail },
			'assigned_clients/client_id': String(client.id),
		}),
		staffEmail,
		foreignStaff: pick('staff', others).id,
		product: await create('createProduct', { name: 'Sample <box>', unitcost: '4.20' }),
		...{ productName: 'Sample <box>', productCost: '4.20', foreignProduct: pick('product', others).id },
		service: await create('createService', { name: 'Sample & delivery', cost: '36.75' }),
		...{ serviceName: 'Sample & delivery', serviceCost: '36.75', foreignService: pick('service', others).id },
	};
	return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, String(text)]));
}
