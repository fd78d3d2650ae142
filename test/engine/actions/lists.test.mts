import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, some, useBilling } from '../billing.mts';
import { own } from '../tables.mts';

const billing = useBilling();
const ALL = { returnAll: true };
const FULL = { ...ALL, options: { fullRecords: true }, simplify: false };
const ids = (output: Array<Record<string, unknown>>, id = 'invoice_id') => output.map((row) => row[id]);
const ascending = (numbers: unknown[]) => numbers.map(Number).sort((one, other) => one - other);
const ownInvoices = () => own(billing.sandbox.records('invoice'));
const active = () =>
	ownInvoices()
		.filter(({ status }) => status === 'Active')
		.sort((one, other) => other.number_key.localeCompare(one.number_key));

describe('Invoice > Get and Get Many', () => {
	it('return amounts as numbers, numbers of documents as text, lists as arrays, and twelve fields by default', async () => {
		billing.sandbox.change('invoice', 1, { number: '007', po_number: '0042' });
		const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1), simplify: false });
		expect(invoice).toMatchObject({
			...{ invoice_id: 1, client_id: 1, number: '007', po_number: '0042' },
			...{ total: 1500, net_balance: 1500, total_tax: 250, additional_charges: [] },
			items: [{ item_id: 1, name: 'Brand workshop', unit_cost: 1250, quantity: 1, tax1_percent: 20 }],
			transactions: [
				{ method: 'Bank Transfer', amount: 600, date: some(String) },
				{ method: 'Bank Transfer', amount: 900, notes: 'Remaining amount' },
			],
		});
		const fields = [
			...['number', 'client_organization', 'invoice_status', 'net', 'tax', 'total', 'outstanding'],
			...['currency', 'invoice_due_date', 'date', 'client_email', 'invoice_id'],
		];
		const [simple = {}] = await billing.outputOf('invoice', 'get', { invoiceId: byId(1) });
		const [first = {}] = await billing.outputOf('invoice', 'getAll', { limit: 1 });
		expect([Object.keys(simple), Object.keys(first)]).toEqual([fields, fields]);
	});

	it('return the newest active ones, 50 by default, or all of several pages, each once', async () => {
		expect(ids(await billing.outputOf('invoice', 'getAll'))).toEqual(ids(active().slice(0, 50), 'id'));
		expect(billing.sent('listInvoice')).toEqual([{ filter: { page: '1', per_page_record: '50' } }]);
		const [{ id: _, ...first } = { id: 0 }] = ownInvoices();
		for (let index = 0; index < 250; index += 1)
			billing.sandbox.store.insert('invoice', { ...first, number: index, number_key: `zz${1000 + index}` });
		billing.sandbox.clearRequests();
		expect(ids(await billing.outputOf('invoice', 'getAll', ALL))).toEqual(ids(active(), 'id'));
		expect(billing.sent('listInvoice')).toHaveLength(Math.ceil(active().length / 100));
	});

	it('return what the filters leave in the order that was asked for, and look a number up once', async () => {
		const filters = { invoiceStatus: 'Paid', dateFrom: '2025-06-01' };
		const sort = { sortColumn: 'invoice_id', sortOrder: 'asc' };
		const paid = active().filter((row) => row.invoice_status === 'Paid' && row.date >= '2025-06-01');
		expect(paid).not.toEqual([]);
		const sorted = await billing.outputOf('invoice', 'getAll', { ...ALL, filters, sort });
		expect(ids(sorted)).toEqual(ascending(ids(paid, 'id')));
		billing.sandbox.clearRequests();
		const form = { invoiceId: locator('number', '00007') };
		await billing.outputOf('invoice', 'get', form, { items: [{}, {}, {}] });
		expect(billing.sent('listInvoice')).toHaveLength(1);
	});
});

it('Full Records reads each record of a list that shows less, and none that it shows in full', async () => {
	for (const label of ['Product', 'Service']) {
		const short = await billing.outputOf('productOrService', `getAll${label}s`, ALL);
		expect(short.filter((record) => 'description' in record)).toEqual([]);
		const full = await billing.outputOf('productOrService', `getAll${label}s`, FULL);
		const id = `${label.toLowerCase()}_id`;
		expect(full).toMatchObject(short.map((row) => ({ [id]: row[id], description: some(String) })));
		expect(billing.sent(`get${label}`)).toHaveLength(short.length);
	}
	await billing.outputOf('project', 'getAll', FULL);
	expect(billing.methods()).not.toContain('getProject');
	const [member] = billing.sandbox.records('staff');
	billing.sandbox.change('staff', member?.id ?? 0, { username: '' });
	billing.sandbox.clearRequests();
	await billing.outputOf('staff', 'getAll', FULL);
	expect(billing.sent('getStaff')).toEqual([{ staff_id: String(member?.id) }]);
	const { length } = await billing.outputOf('task', 'getAll', FULL);
	expect(billing.sent('getTask')).toHaveLength(length);
});

/** Lists by day: the resource, the table, the method, the field that shows the day, and what the service filters by. */
const LISTS = [
	['invoice', 'invoice', 'listInvoice', 'date', 'invoice_id', 'period'],
	['estimate', 'estimate', 'listEstimate', 'date', 'estimate_id', 'period'],
	['recurringProfile', 'recurring', 'listRecurring', 'date', 'recurring_id', 'period'],
	['timeEntry', 'timeEntry', 'listTimeLog', 'work_date', 'timelog_id', 'day'],
	['expense', 'expense', 'listExpense', 'date', 'expense_id', 'nothing'],
] as const;
const DAYS = ['2026-02-01', '2026-01-31', '2026-02-28', '2026-03-01', '2026-02-15', '2026-02-10'];
const FEBRUARY = { dateFrom: '2026-02-01', dateTo: '2026-02-28' };

/** Spreads all records of a list over the days. @returns those that have a day in a period */
async function spread([resource, kind, , field, id]: (typeof LISTS)[number]) {
	const all = ascending(ids(await billing.outputOf(resource, 'getAll', ALL), id));
	const dayOf = (index: number) => DAYS[index % DAYS.length] ?? '';
	for (const [index, one] of all.entries()) billing.sandbox.change(kind, one, { [field]: dayOf(index) });
	billing.sandbox.clearRequests();
	return (from: string, to = from) => all.filter((_, index) => dayOf(index) >= from && dayOf(index) <= to);
}

describe('A period', () => {
	it.each(LISTS.map((list) => [list[0], list] as const))(
		'of %s has both of its days, may be open, and is sent as far as possible',
		async (resource, list) => {
			const [, , method, , id, filter] = list;
			const between = await spread(list);
			const filtered = async (filters: INodeParameters) =>
				ascending(ids(await billing.outputOf(resource, 'getAll', { ...ALL, filters }), id));
			expect(await filtered(FEBRUARY)).toEqual(between('2026-02-01', '2026-02-28'));
			const page = { page: '1', per_page_record: '100' };
			const period = { date_from: FEBRUARY.dateFrom, date_to: FEBRUARY.dateTo, ...page };
			expect(billing.sent(method)[0]).toEqual({ filter: filter === 'period' ? period : page });
			expect(await filtered({ dateFrom: '2026-02-28' })).toEqual(between('2026-02-28', '9999'));
			expect(await filtered({ dateTo: '2026-02-01T23:30:00' })).toEqual(between('0000', '2026-02-01'));
			billing.sandbox.clearRequests();
			const filters = { dateFrom: '2026-03-01', dateTo: '2026-02-28' };
			expect((await billing.run(resource, 'getAll', { filters })).error).toMatchObject({
				message: containing('Filters › Date From is after Date To'),
				description: containing('Date From is 2026-03-01, and Date To is 2026-02-28'),
			});
			const wrong = await billing.errorOf(resource, 'getAll', { filters: { dateTo: 'soon' } });
			expect(wrong).toContain('Filters › Date To takes a date');
			expect(billing.methods()).toEqual([]);
		},
	);

	it('of time entries that is one day is sent as this day', async () => {
		const between = await spread(LISTS[3]);
		for (const [filters, day, isInside] of [
			[{ dateFrom: '2026-02-15', dateTo: '2026-02-15' }, '2026-02-15', true],
			[{ workDate: '2026-02-15', ...FEBRUARY }, '2026-02-15', true],
			[{ workDate: '2026-01-31', ...FEBRUARY }, '2026-01-31', false],
		] as const) {
			const output = await billing.outputOf('timeEntry', 'getAll', { ...ALL, filters: { ...filters } });
			expect(ascending(ids(output, 'timelog_id'))).toEqual(isInside ? between(day) : []);
			expect(billing.sent('listTimeLog').at(-1)).toMatchObject({ filter: { work_date: day } });
		}
	});
});

const [FIRST, LAST] = ['Pacific/Kiritimati', 'Etc/GMT+12'];
/** The day in a time zone, some days from now. */
const dayIn = (timeZone: string, days = 0): string =>
	new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone });

describe('Invoice > Get Many, by age', () => {
	const unpaid = () =>
		active().filter((row) => Number(row.outstanding) > 0 && row.invoice_status !== 'Draft');
	const getMany = async (filters: INodeParameters, more: INodeParameters = ALL, timezone = LAST) =>
		ids(await billing.outputOf('invoice', 'getAll', { ...more, filters }, { timezone }));
	const change = (id: number, values: object) => billing.sandbox.change('invoice', id, { ...values });
	const overdue = { overdueOnly: true };
	beforeEach(() => {
		// All but those that a test makes overdue are due next year.
		for (const { id } of active()) change(id, { due_date: dayIn(LAST, 365), date: dayIn(FIRST, 30) });
	});

	it('Older Than Days ends some days before today, in the time zone of the workflow', async () => {
		const [today = 0, atLimit = 0, over = 0, old = 0] = ascending(ids(active(), 'id'));
		for (const [nth, age] of [0, 14, 15, 400].entries())
			change([today, atLimit, over, old][nth] ?? 0, { date: dayIn(FIRST, -age) });
		const older = async (olderThanDays: number | string, more: INodeParameters = {}, zone = FIRST) =>
			ascending(await getMany({ olderThanDays, ...more }, ALL, zone));
		expect(await older(14)).toEqual([over, old]);
		expect(billing.sent('listInvoice').at(-1)).toMatchObject({ filter: { date_to: dayIn(FIRST, -15) } });
		expect(await older('13')).toEqual([atLimit, over, old]);
		expect(await older(0)).toEqual([atLimit, over, old]);
		// Where today is a day earlier, everything is a day younger.
		expect(await older(14, {}, LAST)).toEqual([old]);
		expect(await older(14, { dateFrom: dayIn(FIRST, -20), dateTo: dayIn(FIRST) })).toEqual([over]);
		expect(await older(0, { dateTo: dayIn(FIRST, -15) })).toEqual([over, old]);
		for (const olderThanDays of [-1, 1.5, 36_501, '={{ "soon" }}', '={{ "" }}']) {
			const message = await billing.errorOf('invoice', 'getAll', { filters: { olderThanDays } });
			expect(message).toContain('Filters › Older Than Days ');
		}
	});

	it('Overdue Only begins on the day after the due date, and counts its limit over what is overdue', async () => {
		const newest = ascending(ids(unpaid(), 'id')).reverse();
		const [today = 0, blanks = 0, none = 0, before = 0, foreign = 0] = newest;
		change(today, { due_date: dayIn(LAST) });
		change(blanks, { due_date: ` ${dayIn(LAST, -1)} 23:59:59` });
		change(none, { due_date: ' ' });
		change(before, { due_date: dayIn(LAST, -400) });
		change(foreign, { due_date: '31/12/2020' });
		expect(ascending(await getMany(overdue))).toEqual(ascending([blanks, before]));
		expect(billing.warnings()).toContain(`match the filters: ${foreign}.`);
		expect(ascending(await getMany(overdue, ALL, FIRST))).toEqual(ascending([today, blanks, before]));
		const late = unpaid().filter((_, index) => index % 2 === 1);
		for (const { id } of unpaid()) change(id, { due_date: dayIn(LAST, 365) });
		for (const { id } of late) change(id, { due_date: dayIn(LAST, -2) });
		expect(late.length).toBeGreaterThan(10);
		billing.sandbox.clearRequests();
		expect(await getMany(overdue, { limit: 10 })).toEqual(ids(late.slice(0, 10), 'id'));
		expect(billing.methods()).not.toContain('getInvoice');
	});

	it('Overdue Only lists neither drafts nor what is paid, archived, canceled or never due; Unpaid Only what is open', async () => {
		expect(await getMany({ unpaidOnly: true })).toEqual(ids(unpaid(), 'id'));
		const [late, ...others] = unpaid().map(({ id }) => id);
		const changes = [
			...[{ invoice_status: 'Draft' }, { invoice_status: 'Paid' }, { outstanding: '0.00' }, { due_date: '' }],
			...[{ status: 'Archived' }, { status: 'Cancel' }],
		];
		change(late ?? 0, { due_date: dayIn(LAST, -9) });
		for (const [index, values] of changes.entries())
			change(others[index] ?? 0, { due_date: dayIn(LAST, -9), ...values });
		expect(await getMany(overdue)).toEqual([late]);
		expect(billing.warnings()).toBe('');
		for (const invoiceRecordStatus of ['Archived', 'Cancel'])
			expect(await getMany({ ...overdue, invoiceRecordStatus })).toEqual([]);
		const [first, ...rest] = unpaid();
		change(first?.id ?? 0, { outstanding: '1.200,00' });
		expect(await getMany({ unpaidOnly: true })).toEqual(ids(rest, 'id'));
		expect(billing.warnings()).toContain(`match the filters: ${first?.id}.`);
		expect((await getMany({ unpaidOnly: false })).length).toBeGreaterThan(rest.length + 1);
	});

	it('Due From and Due To include their days, and go with the other filters', async () => {
		const days = ['2026-02-28', '2026-03-01', '2026-03-31 18:00:00', '2026-04-01', ''];
		const found = days.map((_, index) => active()[index]?.id ?? 0);
		const [early, first, last] = found;
		for (const [index, due_date] of days.entries()) change(found[index] ?? 0, { due_date });
		const march = { dueFrom: '2026-03-01', dueTo: '2026-03-31' };
		expect(await getMany(march)).toEqual([first, last]);
		expect(await getMany(march, { limit: 1 })).toEqual([first]);
		expect(await getMany({ dueTo: '2026-03-01' })).toEqual([early, first]);
		const open = ids(unpaid(), 'id');
		const late = found.slice(0, 4).filter((id) => open.includes(id));
		expect(await getMany({ dueTo: '2026-04-01', ...overdue })).toEqual(late);
		const filters = { dueFrom: '2026-03-02', dueTo: '2026-03-01' };
		const message = await billing.errorOf('invoice', 'getAll', { filters });
		expect(message).toContain('Filters › Due From is after Due To');
	});
});

it('Unbilled Only lists what is still to be billed, and filters nothing when it is off', async () => {
	for (const resource of ['timeEntry', 'expense']) {
		const listed = async (unbilledOnly: boolean) =>
			(await billing.outputOf(resource, 'getAll', { ...ALL, filters: { unbilledOnly } })).length;
		const [unbilled, all] = [await listed(true), await listed(false)];
		expect(unbilled).toBeLessThan(all);
	}
});

it('Archived records are asked for by both names, and sent by the documented one', async () => {
	for (const itemStatus of ['Archive', '={{ "Archived" }}', '={{ " archive " }}']) {
		await billing.outputOf('productOrService', 'getAllProducts', { filters: { itemStatus } });
		expect(billing.sent('listProduct').at(-1)).toMatchObject({ filter: { item_status: 'Archive' } });
	}
});

it('The status of an estimate is one of the form, or any other as given, which an update keeps', async () => {
	const update = async (updateFields: INodeParameters) => {
		await billing.outputOf('estimate', 'update', { estimateId: byId(4), updateFields });
		return billing.sandbox.records('estimate').find(({ id }) => id === 4)?.estimate_status;
	};
	expect(await update({ status: '={{ "SENT " }}' })).toBe('Sent');
	expect(await update({ status: '={{ "on hold" }}' })).toBe('on hold');
	expect(await update({ notes: 'Changed' })).toBe('on hold');
});

it('Expense categories are listed, also by a status, and returned with what is known if their list hides them', async () => {
	const category = (id: unknown) => billing.sandbox.records('expenseCategory').find((row) => row.id === id);
	const [created] = await billing.outputOf('expense', 'createCategory', { name: 'Rent & Power' });
	expect(category(created?.['category_id'])).toMatchObject({ name: 'Rent & Power', status: 'Active' });
	expect(created).toMatchObject({ result: 'created', name: 'Rent & Power', status: 'Active' });
	const update = async (name: string) =>
		await billing.outputOf('expense', 'updateCategory', { categoryId: byId(2), name });
	expect(await update('Tools')).toMatchObject([{ category_id: 2, result: 'updated', status: 'Active' }]);
	billing.sandbox.change('expenseCategory', 2, { status: 'Archived' });
	expect(await update('Tool')).toEqual([{ category_id: 2, result: 'updated', name: 'Tool' }]);
	const output = await billing.outputOf('expense', 'getAllCategories', { limit: 2 });
	expect(output.map(({ name }) => name)).toEqual(['Rent & Power', 'Meals']);
	const archived = await billing.outputOf('expense', 'getAllCategories', { filters: { status: 'Archived' } });
	expect(archived).toMatchObject([{ category_id: 2, status: 'Archived' }]);
});
