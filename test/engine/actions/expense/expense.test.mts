import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { expenseRecord } from '../../../../nodes/XmlBilling/records';
import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();
const bare = useBilling({ listRecords: 'bare' });
const stored = (id: unknown) => billing.sandbox.records('expense').find((expense) => expense.id === id);
const own = () => billing.sandbox.records('expense').filter(({ account_id }) => account_id === 1);
const category = (id: unknown) => billing.sandbox.records('expenseCategory').find((row) => row.id === id);

/** Elements that all requests of the method have. */
afterEach(() => {
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});

const minimal = { categoryId: byId(2), amount: '12.5', date: '2026-03-02' };

describe('Expense > Create', () => {
	it.each([
		[{ amount: '0' }, 'Amount must be greater than zero'],
		[{ date: 'soon' }, 'Date takes a date such as 2026-01-31'],
		[{ additionalFields: { recurringFrequency: '={{ 1.5 }}' } }, 'Recurring Frequency takes a whole number'],
		[{ additionalFields: { tax1: 'VAT' } }, 'Tax 1 Name or ID takes an ID'],
	])('refuses %j before anything is sent', async (parameters, problem) => {
		expect(await billing.errorOf('expense', 'create', { ...minimal, ...parameters })).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});

describe('The recurring frequency of an expense', () => {
	const HINT = 'which is a number of days. Check that it should not be weeks, months or years.';
	const id = () => own()[0]?.id ?? 0;
	const create = async (additionalFields: INodeParameters, items: IDataObject[] = [{}]) =>
		await billing.outputOf(
			'expense',
			'create',
			{ ...minimal, additionalFields, options: { ifExists: 'create' } },
			{ items },
		);

	it.each<[INodeParameters, string]>([
		[{ recurringFrequency: '28' }, '28'],
		[{ recurringFrequency: '={{ 30 }}' }, '30'],
		[{ recurringFrequency: '={{ $json.rhythm }}' }, '45'],
		[{ recurringFrequency: 'other', recurringDays: 60 }, '60'],
		[{ recurringDays: '={{ "1095" }}', recurringFrequency: '={{ "other" }}' }, '1095'],
		// A field that is hidden means nothing.
		[{ recurringFrequency: '7', recurringDays: 60 }, '7'],
	])('is a number of days: %j', async (fields, sent) => {
		const [expense] = await create(fields, [{ rhythm: 45 }]);
		expect(billing.sent('createExpense')).toMatchObject([{ recurring_frequency: sent }]);
		expect(stored(expense?.['expense_id'])).toMatchObject({ recurring_frequency: sent });
		expect(billing.warnings()).toBe('');
	});

	it.each<[INodeParameters, string]>([
		[{ recurringFrequency: 'other' }, 'Recurring Frequency is Other, but there are no Recurring Days.'],
		[
			{ recurringFrequency: 'other', recurringDays: 0 },
			'Recurring Days takes a whole number of 1 or more, not 0',
		],
		[{ recurringFrequency: '={{ "1 Month" }}' }, "Recurring Frequency takes a whole number, not '1 Month'"],
	])('is refused before anything is sent: %j', async (fields, problem) => {
		for (const [operation, parameters] of [
			['create', { ...minimal, additionalFields: fields }],
			['update', { expenseId: byId(2), updateFields: fields }],
		] as const)
			expect(await billing.errorOf('expense', operation, parameters)).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});

	it.each([1, 6])('is warned of below 7: %j', async (recurringDays) => {
		await create({ recurringFrequency: 'other', recurringDays });
		expect(billing.sent('createExpense')).toMatchObject([{ recurring_frequency: String(recurringDays) }]);
		expect(billing.warnings()).toContain(`Recurring Frequency is ${recurringDays}, ${HINT}`);
	});

	it('is warned of in an update that sets it, but not in one that keeps it', async () => {
		billing.sandbox.change('expense', id(), { recurring_frequency: '3' });
		const update = async (updateFields: object) =>
			await billing.outputOf('expense', 'update', {
				expenseId: byId(id()),
				updateFields: { ...updateFields },
			});
		await update({ notes: 'New' });
		expect(billing.sent('updateExpense')).toMatchObject([{ notes: 'New', recurring_frequency: '3' }]);
		expect(billing.warnings()).toBe('');
		await update({ recurringFrequency: 'other', recurringDays: 2 });
		expect(billing.warnings()).toContain(`Recurring Frequency is 2, ${HINT}`);
	});

	it('is not warned of where nothing is created', async () => {
		const equal = { ...minimal, additionalFields: { recurringFrequency: '={{ 1 }}' } };
		await billing.outputOf('expense', 'create', equal);
		const again = { ...equal, options: { ifExists: 'existing' } };
		expect(await billing.outputOf('expense', 'create', again)).toMatchObject([{ result: 'existing' }]);
		expect(billing.warnings()).toBe('');
	});
});

describe('The taxes of an expense', () => {
	// Of the sandbox: GST, a compound one, a group, and one of zero percent.
	const [GST, PST, GROUP, ZERO] = [3, 5, 6, 7];
	const id = () => own()[0]?.id ?? 0;

	it.each([
		[{ tax2: PST }, "Tax 2 'PST'"],
		[{ tax1: '={{ 5 }}' }, "Tax 1 'PST'"],
		[{ tax1: GROUP, tax2: GST }, "Tax 1 'GST and service tax'"],
	])('may be any of the account, and what only the service can charge is told: %j', async (taxes, told) => {
		for (const [operation, parameters] of [
			['create', { ...minimal, additionalFields: taxes }],
			['update', { expenseId: byId(id()), updateFields: taxes }],
		] as const) {
			const [expense] = await billing.outputOf('expense', operation, parameters);
			const sent = Object.entries<unknown>(taxes).map(([name, tax]) => [name, tax === '={{ 5 }}' ? 5 : tax]);
			expect(stored(expense?.['expense_id'])).toMatchObject(Object.fromEntries(sent));
			expect(billing.warnings()).toBe(
				`${told} is not a plain percentage. The service decides what it charges, so check the expense on the website. Invoice › Create From Expenses can bill the expense only with another tax in its JSON.`,
			);
		}
	});

	it('are not billed as another tax, unless its line gets one', async () => {
		const additionalFields = { tax1: PST, clientId: byId(1) };
		const [expense] = await billing.outputOf('expense', 'create', { ...minimal, additionalFields });
		const bill = (changes: object) => ({
			clientId: byId(1),
			entriesFrom: 'json',
			entriesJson: JSON.stringify({ expense_id: expense?.['expense_id'], ...changes }),
		});
		expect(await billing.errorOf('invoice', 'createFromExpense', bill({}))).toContain(
			"Tax 'PST' is a compound tax, which cannot be sent here",
		);
		await billing.outputOf('invoice', 'createFromExpense', bill({ tax1: GST }));
		expect(billing.writes()).toEqual(['createExpense', 'createInvoiceFromExpense']);
	});

	it('may be of zero percent, and unknown ones are left to the service', async () => {
		const additionalFields = { tax1: GST, tax2: ZERO };
		const [expense] = await billing.outputOf('expense', 'create', { ...minimal, additionalFields });
		expect(stored(expense?.['expense_id'])).toMatchObject(additionalFields);
		const unknown = { ...minimal, amount: '1', additionalFields: { tax1: 99 } };
		expect(await billing.errorOf('expense', 'create', unknown)).toContain('Tax-1 id is invalid.');
	});

	it('that it already has are resent unchanged', async () => {
		billing.sandbox.change('expense', id(), { tax1: GROUP, tax2: PST });
		await billing.outputOf('expense', 'update', { expenseId: byId(id()), updateFields: { notes: 'New' } });
		expect(stored(id())).toMatchObject({ notes: 'New', tax1: GROUP, tax2: PST });
		expect(billing.methods()).not.toContain('listTax');
	});
});

describe('Expense > Create when an equal expense exists', () => {
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
		const another = { ...parameters('fail'), ...other() };
		const output = await billing.outputOf('expense', 'create', another);
		expect(output).toMatchObject([{ result: 'created' }]);
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
		expect(expenseRecord.keptOnUpdate['recurring_frequency']?.in(shown)).toBeUndefined();
	});
});

describe('Expense categories', () => {
	it('are created and returned as the list shows them', async () => {
		const [created] = await billing.outputOf('expense', 'createCategory', { name: 'Rent & Power' });
		expect(category(created?.['category_id'])).toMatchObject({ name: 'Rent & Power', status: 'Active' });
		expect(created).toMatchObject({ result: 'created', name: 'Rent & Power', status: 'Active' });
		expect(billing.methods()).toEqual(['createExpenseCategory', 'listExpenseCategory']);
	});

	it('an expense category is renamed', async () => {
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
