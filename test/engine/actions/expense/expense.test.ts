import { expenseRecord } from '../../../../nodes/XmlBilling/records';
import { byId, useBilling } from '../../billing.ts';
import { useFilterless } from '../../transport/filterless.ts';

const billing = useBilling();
const bare = useBilling({ listRecords: 'bare' });
const stored = (id: unknown) => billing.sandbox.records('expense').find((expense) => expense.id === id);
const own = () => billing.sandbox.records('expense').filter(({ account_id }) => account_id === 1);
const category = (id: unknown) => billing.sandbox.records('expenseCategory').find((row) => row.id === id);

/** What every one of these operations sends belongs to its method. */
afterEach(() => {
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});

const minimal = { categoryId: byId(2), amount: '12.5', date: '2026-03-02' };

describe('Expense > Create', () => {
	it('sends the least that the service needs, and returns the whole record', async () => {
		const [expense] = await billing.outputOf('expense', 'create', minimal);
		expect(billing.sent('createExpense')).toEqual([
			{ expense_category_id: '2', amount: '12.5', date: '2026-03-02' },
		]);
		expect(stored(expense?.['expense_id'])).toMatchObject({
			category_id: 2,
			amount: '12.50',
			date: '2026-03-02 00:00:00',
			client_id: null,
			recurring_frequency: '',
		});
		expect(expense).toMatchObject({ result: 'created', expense_category_id: 2, amount: 12.5 });
	});

	it.each([
		[{ categoryId: byId('={{ $json.no }}') }, 'Category is required'],
		[{ amount: '0' }, 'Amount must be greater than zero'],
		[{ amount: '={{ $json.no }}' }, 'Amount is required'],
		[{ date: 'soon' }, 'Date takes a date such as 2026-01-31'],
		[{ additionalFields: { clientId: byId('') } }, 'Client was added and left empty'],
		[{ additionalFields: { recurringFrequency: '1.5' } }, 'Recurring Frequency takes a whole number'],
		[{ additionalFields: { tax1: 'VAT' } }, 'Tax 1 Name or ID takes an identifier'],
	])('refuses %j before anything is sent', async (parameters, problem) => {
		expect(await billing.errorOf('expense', 'create', { ...minimal, ...parameters })).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});

	it("keeps the service's own words when it refuses a value", async () => {
		const parameters = { ...minimal, categoryId: byId(999) };
		expect(await billing.errorOf('expense', 'create', parameters)).toContain(
			'Expense category id is invalid.',
		);
	});
});

describe('Expense > Create when an equal expense exists', () => {
	const filterless = useFilterless();
	const existing = () => own().find(({ status, notes }) => status === 'Active' && notes !== '');
	const parameters = (ifExists?: string, more: object = {}) => {
		const { category_id = 0, client_id, amount = '', date = '', vendor = '' } = existing() ?? {};
		return {
			categoryId: byId(category_id),
			amount,
			date: date.slice(0, 10),
			additionalFields: { clientId: byId(client_id ?? 0), vendor: vendor.toUpperCase(), ...more },
			options: ifExists === undefined ? {} : { ifExists },
		};
	};

	it.each([
		['category', () => ({ categoryId: byId(((existing()?.category_id ?? 0) % 5) + 1) })],
		['amount', () => ({ amount: '0.01' })],
		['day', () => ({ date: '2001-01-01' })],
		['vendor', () => ({ additionalFields: { clientId: byId(existing()?.client_id ?? 0), vendor: 'X' } })],
		['client', () => ({ additionalFields: { clientId: byId(7), vendor: existing()?.vendor ?? '' } })],
	])('does not take one with another %s for it', async (_, other) => {
		const [expense] = await billing.outputOf('expense', 'create', { ...parameters('fail'), ...other() });
		expect(expense).toMatchObject({ result: 'created' });
	});

	it.each([
		['category', () => ({ categoryId: byId(((existing()?.category_id ?? 0) % 5) + 1) })],
		['amount', () => ({ amount: '0.01' })],
		['client', () => ({ additionalFields: { clientId: byId(7), vendor: existing()?.vendor ?? '' } })],
	])('does not take one with another %s for it where the service ignores filters', async (_, other) => {
		const filters = ['expense_category_id', 'amount', 'client_id'];
		const baseUrl = await filterless(billing.sandbox.url, ...filters);
		const credential = { ...billing.credential(), baseUrl };
		const another = { ...parameters('fail'), ...other() };
		const [expense] = await billing.outputOf('expense', 'create', another, { credential });
		expect(expense).toMatchObject({ result: 'created' });
	});

	it('compares what the records say where the list does not show it', async () => {
		const record = bare.sandbox.records('expense').find(({ status }) => status === 'Active');
		const found = {
			categoryId: byId(record?.category_id ?? 0),
			amount: record?.amount ?? '',
			date: record?.date.slice(0, 10) ?? '',
			options: { ifExists: 'fail' },
		};
		const withVendor = { ...found, additionalFields: { vendor: record?.vendor ?? '' } };
		expect(await bare.errorOf('expense', 'create', withVendor)).toContain(`ID ${record?.id}`);
		expect(await bare.outputOf('expense', 'create', found)).toMatchObject([{ result: 'created' }]);
	});
});

describe('Expense > Get, Get Many and Delete', () => {
	it('reads one, simplified or in full', async () => {
		const expenseId = byId(own()[0]?.id ?? 0);
		const [full] = await billing.outputOf('expense', 'get', { expenseId, simplify: false });
		const [simple] = await billing.outputOf('expense', 'get', { expenseId });
		expect(full).toMatchObject({ expense_id: own()[0]?.id, recurring_end_date: '', is_expense_recurring: 0 });
		expect(simple).not.toHaveProperty('recurring_end_date');
		expect(simple).toMatchObject({ expense_id: own()[0]?.id, vendor: own()[0]?.vendor });
	});
});

describe('Expense > Update', () => {
	const full = {
		client_id: 2,
		project_id: 1,
		tax1: 1,
		tax2: 4,
		notes: 'N',
		recurring_frequency: '3',
		recurring_end_date: '2026-12-31',
	};

	it('sends what it does not change again, with dates without their time', async () => {
		const id = own()[0]?.id ?? 0;
		billing.sandbox.change('expense', id, full);
		const before = stored(id);
		const [expense] = await billing.outputOf('expense', 'update', {
			expenseId: byId(id),
			updateFields: { amount: '7.77' },
		});
		expect(billing.sent('updateExpense')).toEqual([
			{
				expense_id: String(id),
				expense_category_id: String(before?.category_id),
				amount: '7.77',
				date: before?.date.slice(0, 10),
				client_id: '2',
				project_id: '1',
				vendor: before?.vendor,
				tax1: '1',
				tax2: '4',
				notes: 'N',
				recurring_frequency: '3',
				recurring_end_date: '2026-12-31',
			},
		]);
		expect(expense).toMatchObject({ result: 'updated', expense_id: id, amount: 7.77 });
		expect(stored(id)).toMatchObject({ ...full, amount: '7.77' });
	});

	it('leaves a single expense single', async () => {
		const id = own()[0]?.id ?? 0;
		await billing.outputOf('expense', 'update', { expenseId: byId(id), updateFields: { notes: 'New' } });
		expect(billing.sent('updateExpense')[0]).not.toHaveProperty('recurring_frequency');
		expect(stored(id)).toMatchObject({ notes: 'New', recurring_frequency: '', tax1: null });
	});

	it('does not make one recur again that has stopped', () => {
		const shown = { is_expense_recurring: 0, recurring_frequency: 2 };
		expect(expenseRecord.resent['recurring_frequency']?.in(shown)).toBeUndefined();
	});

	it('says so when there is no such expense, and changes nothing', async () => {
		const parameters = { expenseId: byId(99999), updateFields: { vendor: 'V' } };
		expect(await billing.errorOf('expense', 'update', parameters)).toContain('Data not found');
		expect(billing.sent('updateExpense')).toEqual([]);
	});
});

describe('Expense categories', () => {
	it('are created and returned as the list shows them', async () => {
		const [created] = await billing.outputOf('expense', 'createCategory', { name: 'Rent & Power' });
		expect(category(created?.['category_id'])).toMatchObject({ name: 'Rent & Power', status: 'Active' });
		expect(created).toMatchObject({ result: 'created', name: 'Rent & Power', status: 'Active' });
		expect(billing.methods()).toEqual(['createExpenseCategory', 'listExpenseCategory']);
	});

	it('are renamed', async () => {
		const parameters = { categoryId: byId(2), name: 'Tools' };
		const [updated] = await billing.outputOf('expense', 'updateCategory', parameters);
		expect(category(2)).toMatchObject({ name: 'Tools' });
		expect(updated).toMatchObject({ category_id: 2, result: 'updated', name: 'Tools', status: 'Active' });
	});

	it('are returned with what is known when the list does not show them', async () => {
		billing.sandbox.change('expenseCategory', 2, { status: 'Archived' });
		const parameters = { categoryId: byId(2), name: 'Tools' };
		const [updated] = await billing.outputOf('expense', 'updateCategory', parameters);
		expect(updated).toEqual({ category_id: 2, result: 'updated', name: 'Tools' });
	});

	it('are listed, those with a status too', async () => {
		billing.sandbox.change('expenseCategory', 2, { status: 'Archived' });
		const output = await billing.outputOf('expense', 'getAllCategories', { limit: 2 });
		expect(output.map(({ name }) => name)).toEqual(['Meals', 'Postage']);
		const filters = { status: 'Archived' };
		expect(await billing.outputOf('expense', 'getAllCategories', { filters })).toMatchObject([
			{ category_id: 2, status: 'Archived' },
		]);
	});
});
