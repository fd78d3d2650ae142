import { at, textAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { create, fields, list, oldest, read, stored } from './walk/records.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const smallest = () => ({
	expense_category_id: oldest(service, 'expenseCategory'),
	amount: '12.5',
	date: '2026-06-01',
});
const add = (values: Values = {}) => create(service, 'createExpense', { ...smallest(), ...values });
const get = (expense_id: string) => read(service, 'getExpense', { expense_id });
const reply = async (method: string, values: Values) => {
	const { status, text } = await service.call(method, values);
	return [status, text];
};

describe('a new expense', () => {
	test('has a category, an amount and a day, and nothing else', async () => {
		const record = await get(await add());
		const leaves = record.children.map(({ name, text }) => [name, text]);
		expect(Object.fromEntries(leaves)).toEqual({
			expense_id: textAt(record, 'expense_id'),
			client_id: '',
			project_id: '',
			expense_category_id: oldest(service, 'expenseCategory'),
			vendor: '',
			date: '2026-06-01 00:00:00',
			amount: '12.50',
			notes: '',
			tax1: '',
			tax2: '',
			is_expense_recurring: '0',
			recurring_frequency: '',
			recurring_end_date: '',
			status: 'Active',
		});
	});

	test('recurs when it has a frequency', async () => {
		const record = await get(await add({ recurring_frequency: '3', recurring_end_date: '2027-01-31' }));
		expect(fields(record, 'is_expense_recurring', 'recurring_frequency', 'recurring_end_date')).toEqual([
			'1',
			'3',
			'2027-01-31',
		]);
	});

	test('can be invoiced once, to its client', async () => {
		const id = await add({ client_id: '{client}' });
		const line = {
			'expenses/expense/id': id,
			'expenses/expense/type': 'Expense',
			'expenses/expense/discount_type': '',
		};
		const invoice = (client: string) =>
			reply('createInvoiceFromExpense', { 'client/client_id': client, ...line });
		expect((await invoice('{newClient}'))[0]).toBe(400);
		expect((await invoice('{client}'))[0]).toBe(200);
		expect((await invoice('{client}'))[0]).toBe(400);
		expect(await list(service, 'listExpense', { is_expense_invoiced: 'Yes' })).toContain(id);
	});
});

test.each([
	['expense_category_id', 'Expense category id is invalid.'],
	['amount', 'Amount is invalid.'],
	['date', 'Date is invalid.'],
])('an expense needs its %s', async (path, message) => {
	expect(await reply('createExpense', { ...smallest(), [path]: '' })).toEqual([400, message]);
});

/** What createExpense and updateExpense refuse alike; values may name a kind whose oldest record in the other account is meant. */
const REFUSED = [
	['expense_category_id', '<expenseCategory>', 'Expense category id is invalid.'],
	['expense_category_id', 'Travel', 'Expense category id is invalid.'],
	['amount', '0', 'Amount is invalid.'],
	['amount', '0.00', 'Amount is invalid.'],
	['amount', '-5', 'Amount is invalid.'],
	['amount', '1.234', 'Amount is invalid.'],
	['date', '2026-02-30', 'Date is invalid.'],
	['date', '2026-06-01 10:00:00', 'Date is invalid.'],
	['tax1', '<tax>', 'Tax-1 id is invalid.'],
	['tax1', '{unknown}', 'Tax-1 id is invalid.'],
	['tax2', '<tax>', 'Tax-2 id is invalid.'],
	['tax2', 'VAT', 'Tax-2 id is invalid.'],
	['recurring_frequency', '0', 'Recurring frequency is invalid.'],
	['recurring_frequency', '1.5', 'Recurring frequency is invalid.'],
	['recurring_frequency', 'monthly', 'Recurring frequency is invalid.'],
	['recurring_end_date', 'never', 'Recurring end date is invalid.'],
	['project_id', '<project>', 'Project id is invalid.'],
	['project_id', '{unknown}', 'Project id is invalid.'],
	['client_id', '{foreignClient}', 'Client id is invalid.'],
	['client_id', 'abc', 'Client id is invalid.'],
] as const;

test.each(REFUSED)('the %s %s is refused, and nothing is stored', async (path, value, message) => {
	const kind = (['expenseCategory', 'tax', 'project'] as const).find((name) => value === `<${name}>`);
	const wrong = { [path]: kind === undefined ? value : oldest(service, kind, 'second') };
	const id = await add();
	const before = stored(service, 'expense');
	expect(await reply('createExpense', { ...smallest(), ...wrong })).toEqual([400, message]);
	expect(await reply('updateExpense', { expense_id: id, vendor: 'Changed', ...wrong })).toEqual([
		400,
		message,
	]);
	expect(stored(service, 'expense')).toEqual(before);
});

test('an update changes what it sends, and nothing else', async () => {
	const all = {
		project_id: oldest(service, 'project'),
		client_id: '{client}',
		vendor: 'Railway',
		tax1: oldest(service, 'tax'),
		tax2: oldest(service, 'tax'),
		notes: 'Receipt',
		recurring_frequency: '1',
		recurring_end_date: '2027-01-31',
	};
	const id = await add(all);
	const before = stored(service, 'expense').find((row) => String(row.id) === id);
	await service.succeed('updateExpense', { expense_id: id, amount: '99', date: '2026-06-02' });
	expect(stored(service, 'expense').find((row) => String(row.id) === id)).toEqual({
		...before,
		amount: '99.00',
		date: '2026-06-02 00:00:00',
	});
});

test('an invoiced expense may be changed and deleted, and stays invoiced', async () => {
	const id = service.fill('{invoicedExpense}');
	await service.succeed('updateExpense', { expense_id: id, notes: 'Late' });
	expect(await list(service, 'listExpense', { is_expense_invoiced: 'Yes' })).toContain(id);
	await service.succeed('deleteExpense', { expense_id: id });
	expect(await list(service, 'listExpense', { is_expense_invoiced: 'Yes' })).not.toContain(id);
});

test('expenses are found by client, category and amount', async () => {
	const category = await create(service, 'createExpenseCategory', { name: 'Rent' });
	const client = await create(service, 'createClient', { name: 'Ann', organization: 'Lee' });
	const id = await add({ expense_category_id: category, client_id: client, amount: '7.7' });
	const filters: readonly Values[] = [
		{ client_id: client },
		{ expense_category_id: category },
		{ amount: '7.70', is_expense_invoiced: 'No' },
	];
	for (const filter of filters) expect(await list(service, 'listExpense', filter)).toEqual([id]);
	expect(await list(service, 'listExpense', { client_id: client, amount: '7' })).toEqual([]);
	expect(await reply('listExpense', { 'filter/amount': 'x' })).toEqual([400, 'Amount is invalid.']);
});

describe('a category', () => {
	const category = (id: string) => stored(service, 'expenseCategory').find((row) => String(row.id) === id);

	test('needs a name, which an update gives anew', async () => {
		const id = await create(service, 'createExpenseCategory', { name: 'Rent' });
		expect(category(id)).toMatchObject({ name: 'Rent', status: 'Active' });
		expect(category(id)?.date_added).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
		await service.succeed('updateExpenseCategory', { category_id: id, name: 'Rent & heating' });
		expect(category(id)?.name).toBe('Rent & heating');
		const missing = [400, 'Please provide valid data.'];
		expect(await reply('createExpenseCategory', { name: '' })).toEqual(missing);
		expect(await reply('updateExpenseCategory', { category_id: id, name: '' })).toEqual(missing);
		expect(category(id)?.name).toBe('Rent & heating');
	});

	test('is listed with its name, its status, and when it was added', async () => {
		const id = await create(service, 'createExpenseCategory', { name: 'Rent' });
		const listed = at(
			await service.succeed('listExpenseCategory', { 'filter/per_page_record': '1' }),
			'categories/category',
		);
		expect(fields(listed, 'category_id', 'name', 'status', 'date_added')).toEqual([
			id,
			'Rent',
			'Active',
			expect.stringMatching(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`)),
		]);
	});

	test('can be deleted although expenses have it; they keep it, and new ones cannot take it', async () => {
		const id = await add();
		const expense_category_id = oldest(service, 'expenseCategory');
		await service.succeed('deleteExpenseCategory', { category_id: expense_category_id });
		await service.succeed('updateExpense', { expense_id: id, notes: 'Kept' });
		expect(fields(await get(id), 'expense_category_id', 'notes')).toEqual([expense_category_id, 'Kept']);
		expect(await reply('createExpense', { ...smallest() })).toEqual([400, 'Expense category id is invalid.']);
	});
});
