import type { INodeParameters } from 'n8n-workflow';
import { expenseRecord } from '../../../../nodes/XmlBilling/records';
import { byId, containing, useBilling } from '../../billing.ts';
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

	it('sends every field', async () => {
		const [expense] = await billing.outputOf('expense', 'create', {
			...minimal,
			additionalFields: {
				clientId: byId(2),
				notes: 'Train & taxi',
				projectId: byId(3),
				recurringEndDate: '2026-12-31',
				recurringFrequency: '2',
				tax1: 1,
				tax2: 4,
				vendor: 'Railway <Line>',
			},
		});
		expect(stored(expense?.['expense_id'])).toMatchObject({
			category_id: 2,
			amount: '12.50',
			client_id: 2,
			notes: 'Train & taxi',
			project_id: 3,
			recurring_end_date: '2026-12-31',
			recurring_frequency: '2',
			tax1: 1,
			tax2: 4,
			vendor: 'Railway <Line>',
		});
	});

	it('gives each item its own values', async () => {
		const items = [
			{ amount: 1.1, vendor: 'One' },
			{ amount: 2.2, vendor: 'Two' },
		];
		const parameters = {
			...minimal,
			amount: '={{ $json.amount }}',
			additionalFields: { vendor: '={{ $json.vendor }}' },
		};
		await billing.outputOf('expense', 'create', parameters, { items });
		expect(billing.sent('createExpense')).toMatchObject([
			{ amount: '1.1', vendor: 'One' },
			{ amount: '2.2', vendor: 'Two' },
		]);
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

	it('creates another one by default, and does not look', async () => {
		const [expense] = await billing.outputOf('expense', 'create', parameters());
		expect(expense).toMatchObject({ result: 'created' });
		expect(billing.methods()).toEqual(['createExpense', 'getExpense']);
	});

	it('fails where that is chosen, naming it', async () => {
		const message = await billing.errorOf('expense', 'create', parameters('fail'));
		expect(message).toContain(`An equal expense exists already: ID ${existing()?.id}`);
		expect(billing.sent('createExpense')).toEqual([]);
	});

	it('returns it where that is chosen', async () => {
		const [expense] = await billing.outputOf('expense', 'create', parameters('existing'));
		expect(expense).toMatchObject({
			result: 'existing',
			expense_id: existing()?.id,
			notes: existing()?.notes,
		});
		expect(billing.sent('createExpense')).toEqual([]);
	});

	it('notices one that an earlier item of the same run created', async () => {
		const output = await billing.outputOf(
			'expense',
			'create',
			{ ...minimal, options: { ifExists: 'existing' } },
			{ items: [{}, {}] },
		);
		expect(output.map(({ result }) => result)).toEqual(['created', 'existing']);
		expect(output[1]?.['expense_id']).toBe(output[0]?.['expense_id']);
	});

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

	it.each<
		[filters: INodeParameters, filter: object, isMeant: (row: ReturnType<typeof own>[number]) => boolean]
	>([
		[{ amount: '59' }, { amount: '59' }, (row) => row.amount === '59.00'],
		[{ categoryId: byId(2) }, { expense_category_id: '2' }, (row) => row.category_id === 2],
		[{ clientId: byId(3) }, { client_id: '3' }, (row) => row.client_id === 3],
		[{ isExpenseInvoiced: true }, { is_expense_invoiced: 'Yes' }, (row) => row.invoiced === 'Yes'],
		[{ isExpenseInvoiced: false }, { is_expense_invoiced: 'No' }, (row) => row.invoiced === 'No'],
	])('lists by %j', async (filters, filter, isMeant) => {
		const output = await billing.outputOf('expense', 'getAll', { returnAll: true, filters });
		expect(billing.sent('listExpense')[0]).toMatchObject({ filter });
		const meant = own().filter((row) => row.status === 'Active' && isMeant(row));
		expect(meant).not.toEqual([]);
		expect(output.map((row) => row['expense_id']).sort()).toEqual(meant.map(({ id }) => id).sort());
	});

	it('lists by status', async () => {
		const filters = { status: 'Archived' };
		const output = await billing.outputOf('expense', 'getAll', { returnAll: true, filters });
		const archived = own().filter(({ status }) => status === 'Archived');
		expect(output.map((row) => row['expense_id']).sort()).toEqual(archived.map(({ id }) => id).sort());
	});

	it('deletes many with one request', async () => {
		const ids = own()
			.slice(0, 3)
			.map(({ id }) => id);
		const items = ids.map((id) => ({ id }));
		const output = await billing.outputOf(
			'expense',
			'delete',
			{ expenseId: byId('={{ $json.id }}') },
			{ items },
		);
		expect(output).toEqual(ids.map((id) => ({ expense_id: id, deleted: true })));
		expect(billing.methods()).toEqual(['deleteExpense']);
		expect(ids.map((id) => stored(id)?.status)).toEqual(['Deleted', 'Deleted', 'Deleted']);
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

	it('sends every field', async () => {
		const id = own()[0]?.id ?? 0;
		await billing.outputOf('expense', 'update', {
			expenseId: byId(id),
			updateFields: {
				amount: '1',
				categoryId: byId(5),
				clientId: byId(9),
				date: '2026-01-05',
				notes: 'New',
				projectId: byId(4),
				recurringEndDate: '2027-01-01',
				recurringFrequency: 1,
				tax1: 2,
				tax2: 3,
				vendor: 'V',
			},
		});
		expect(stored(id)).toMatchObject({
			amount: '1.00',
			category_id: 5,
			client_id: 9,
			date: '2026-01-05 00:00:00',
			notes: 'New',
			project_id: 4,
			recurring_end_date: '2027-01-01',
			recurring_frequency: '1',
			tax1: 2,
			tax2: 3,
			vendor: 'V',
		});
	});

	it('sends only what is given when other values are not to be kept', async () => {
		await billing.outputOf('expense', 'update', {
			expenseId: byId(1),
			updateFields: { vendor: 'V' },
			options: { keepUnchanged: false, return: 'id' },
		});
		expect(billing.methods()).toEqual(['updateExpense']);
		expect(billing.sent('updateExpense')).toEqual([{ expense_id: '1', vendor: 'V' }]);
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

	it('are returned by their identifier alone where that is asked for', async () => {
		const parameters = { name: 'Rent', options: { return: 'id' } };
		const [created] = await billing.outputOf('expense', 'createCategory', parameters);
		expect(created).toEqual({
			category_id: billing.sandbox.records('expenseCategory').at(-1)?.id,
			result: 'created',
		});
		expect(billing.methods()).toEqual(['createExpenseCategory']);
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

	it('are deleted, and one that cannot be does not stop the others', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await billing.outputOf(
			'expense',
			'deleteCategory',
			{ categoryId: byId('={{ $json.id }}') },
			{ items: [{ id: 1 }, { id: 99999 }], settings },
		);
		expect(output).toEqual([
			{ category_id: 1, deleted: true },
			{ error: containing('Expense category 99999 was not deleted'), message: containing('Check') },
		]);
		expect(category(1)?.status).toBe('Deleted');
	});

	it('need a name', async () => {
		expect(await billing.errorOf('expense', 'createCategory', { name: ' ' })).toContain('Name is required');
		expect(billing.methods()).toEqual([]);
	});
});
