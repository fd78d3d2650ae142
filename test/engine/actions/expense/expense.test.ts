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
	it.each([
		[{ amount: '0' }, 'Amount must be greater than zero'],
		[{ date: 'soon' }, 'Date takes a date such as 2026-01-31'],
		[{ additionalFields: { recurringFrequency: '1.5' } }, 'Recurring Frequency takes a whole number'],
		[{ additionalFields: { tax1: 'VAT' } }, 'Tax 1 Name or ID takes an identifier'],
	])('refuses %j before anything is sent', async (parameters, problem) => {
		expect(await billing.errorOf('expense', 'create', { ...minimal, ...parameters })).toContain(problem);
		expect(billing.methods()).toEqual([]);
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
	])('does not take one with another %s for it, also where the service ignores filters', async (_, other) => {
		const baseUrl = await filterless(billing.sandbox.url, 'expense_category_id', 'amount', 'client_id');
		for (const credential of [billing.credential(), { ...billing.credential(), baseUrl }]) {
			const another = { ...parameters('fail'), ...other() };
			const [expense] = await billing.outputOf('expense', 'create', another, { credential });
			expect(expense).toMatchObject({ result: 'created' });
			const created = Number(expense?.['expense_id']);
			await billing.outputOf('expense', 'delete', { expenseId: byId(created) });
		}
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

describe('Expense > Update', () => {
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
