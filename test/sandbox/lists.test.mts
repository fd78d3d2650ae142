import type { RecordRows } from '../../sandbox/index.mts';
import { at, textsAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { CLIENT } from './walk/invoices.mts';
import { create, list, stored } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService({}, true);

const numerically = (a: string, b: string) => Number(a) - Number(b);

describe.each([
	{ method: 'listInvoice', wrapper: 'invoices', identifier: 'invoice/invoice_id', count: 'total_records' },
	{ method: 'listClient', wrapper: 'clients', identifier: 'client/client_id', count: 'total' },
])('$method', ({ method, wrapper, identifier, count }) => {
	const page = async (number: string, perPage: string, account = 'main') => {
		const values = { 'filter/page': number, 'filter/per_page_record': perPage };
		const found = at(await service.succeed(method, values, account), wrapper);
		return { ids: textsAt(found, identifier), attributes: found.attributes };
	};

	test('pages through all records of the account, each once', async () => {
		const { ids: whole } = await page('', '');
		const pages = Math.ceil(whole.length / 7);
		const paged: string[] = [];
		for (let number = 1; number <= pages; number += 1) {
			const { ids, attributes } = await page(String(number), '7');
			paged.push(...ids);
			expect(attributes).toEqual({
				page: String(number),
				per_page_record: '7',
				total_pages: String(pages),
				[count]: String(whole.length),
			});
		}
		expect(paged).toEqual(whole);
		const { ids: others } = await page('', '', 'second');
		expect(others.filter((id) => whole.includes(id))).toEqual([]);
	});

	// Up to numbers that exceed every number type.
	test.each(['101', '10000000000', '9'.repeat(400)])(
		'has no page %s, and 100 records a page at most',
		async (large) => {
			expect((await page('1', large)).attributes['per_page_record']).toBe('100');
			expect((await service.call(method, { 'filter/page': large })).status).toBe(404);
		},
	);
});

/** A filter, and whether it should return a record, judged by the stored data. */
type Filter<Kind extends 'invoice' | 'estimate' | 'recurring'> = readonly [
	filter: Values,
	leaves: (row: RecordRows[Kind]) => boolean,
];

const isActive = (row: { status: string }) => row.status === 'Active';
const isRunning = (row: RecordRows['recurring']) => row.recurring_status === 'Active';

const STATUSES =
	'Draft Sent Viewed Outstanding Paid Unpaid Disputed Auto-Paid Retry Failed Resolved Auto-Failed Partial-Paid';

// The days are those of a record of the seed, to see that both bounds include their day.
const INVOICES: ReadonlyArray<Filter<'invoice'>> = [
	[{}, isActive],
	[{ invoice_record_status: 'Archived' }, (row) => row.status === 'Archived'],
	[{ invoice_record_status: 'Cancel' }, (row) => row.status === 'Cancel'],
	[{ client_id: '3' }, (row) => isActive(row) && row.client_id === 3],
	[{ invoice_number: '00042' }, (row) => isActive(row) && row.number === '00042'],
	[{ date_from: '2026-01-11' }, (row) => isActive(row) && row.date >= '2026-01-11'],
	[{ date_to: '2026-01-11' }, (row) => isActive(row) && row.date <= '2026-01-11'],
	[
		{ date_from: '2026-01-01', date_to: '2026-03-31', invoice_status: 'Paid' },
		(row) => isActive(row) && /^2026-0[1-3]/.test(row.date) && row.invoice_status === 'Paid',
	],
	...STATUSES.split(' ').map((status): Filter<'invoice'> => [
		{ invoice_status: status },
		(row) => isActive(row) && row.invoice_status === status,
	]),
];

const ESTIMATES: ReadonlyArray<Filter<'estimate'>> = [
	[{}, isActive],
	[{ status: 'Archived' }, (row) => row.status === 'Archived'],
	[{ status: 'Active' }, isActive],
	[{ status: 'Sent' }, (row) => row.estimate_status === 'Sent'],
	[{ client_id: '6' }, (row) => isActive(row) && row.client_id === 6],
	[{ estimate_number: '00007' }, (row) => isActive(row) && row.number === '00007'],
	[{ date_from: '2026-04-16' }, (row) => isActive(row) && row.date >= '2026-04-16'],
	[{ date_to: '2026-04-16' }, (row) => isActive(row) && row.date <= '2026-04-16'],
	[
		{ date_from: '2026-04-16', status: 'Draft' },
		(row) => row.date >= '2026-04-16' && row.estimate_status === 'Draft',
	],
];

const PROFILES: ReadonlyArray<Filter<'recurring'>> = [
	[{}, isRunning],
	[{ recurring_record_status: 'Archived' }, (row) => row.recurring_status === 'Archived'],
	[{ client_id: '5' }, (row) => isRunning(row) && row.client_id === 5],
	[{ recurring_number: '00003' }, (row) => isRunning(row) && row.number === '00003'],
	[{ date_from: '2026-03-30' }, (row) => isRunning(row) && row.date >= '2026-03-30'],
	[{ date_to: '2026-03-30' }, (row) => isRunning(row) && row.date <= '2026-03-30'],
];

/** The filters of a method, with all records of the account and those that each should return. */
const casesOf = <Kind extends 'invoice' | 'estimate' | 'recurring'>(
	method: string,
	kind: Kind,
	filters: ReadonlyArray<Filter<Kind>>,
) =>
	filters.map(([filter, leaves]) => ({
		method,
		filter,
		all: () => stored(service, kind).length,
		expected: () =>
			stored(service, kind)
				.filter(leaves)
				.map(({ id }) => String(id)),
	}));

test.each([
	...casesOf('listInvoice', 'invoice', INVOICES),
	...casesOf('listEstimate', 'estimate', ESTIMATES),
	...casesOf('listRecurring', 'recurring', PROFILES),
])('$method with $filter lists exactly what matches', async ({ method, filter, all, expected }) => {
	const ids = expected();
	expect(ids.length).toBeGreaterThan(0);
	expect(ids.length).toBeLessThan(all());
	expect((await list(service, method, filter)).sort()).toEqual(ids.sort());
});

test.each([
	['listInvoice', 'invoice_number', '0004'],
	['listInvoice', 'invoice_status', 'sent'],
	['listInvoice', 'client_id', '3abc'],
	['listInvoice', 'date_from', '2099-01-01'],
	['listRecurring', 'recurring_number', '3'],
])('%s with the %s %p matches nothing, which is status 404', async (method, name, text) => {
	const reply = await service.reply(method, { [`filter/${name}`]: text });
	expect(reply).toEqual([404, 'Data not found. Kindly check the request.']);
});

describe.each([
	{ name: 'Invoice', kind: 'invoice' },
	{ name: 'Estimate', kind: 'estimate' },
])('the order of list$name', ({ name, kind }) => {
	/** A column of all records, in an order. */
	const texts = async (path: string, sort_column = '', sort_order = '') => {
		const values = { 'filter/sort_column': sort_column, 'filter/sort_order': sort_order };
		return textsAt(await service.succeed(`list${name}`, values), `${kind}s/${kind}/${path}`);
	};

	test('is the newest number first, by the value of the digits', async () => {
		for (const number of ['7', '1000000']) await service.succeed(`create${name}`, { ...CLIENT, number });
		const numbers = await texts('number');
		expect(numbers.map(Number)).toEqual([...numbers].sort(numerically).reverse().map(Number));
		expect(numbers[0]).toBe('1000000');
		expect(numbers.indexOf('7')).toBe(numbers.indexOf('00007') - 1);
		expect(await texts('number', 'colour', 'upwards')).toEqual(numbers);
	});

	test('can be by identifier, date or organization, both ways', async () => {
		const ids = await texts(`${kind}_id`, `${kind}_id`, 'asc');
		expect(ids).toEqual([...ids].sort(numerically));
		expect(await texts(`${kind}_id`, `${kind}_id`, 'desc')).toEqual([...ids].reverse());
		const dates = await texts('date', 'date', 'asc');
		expect(dates).toEqual([...dates].sort());
		expect(await texts('date', 'date')).toEqual([...dates].reverse());
		const names = new Map(
			service.sandbox
				.records('client')
				.map(({ id, organization }) => [String(id), organization.toLowerCase()]),
		);
		const clients = (await texts('client/client_id', 'organization', 'asc')).map((id) => names.get(id) ?? '');
		expect(clients).toEqual([...clients].sort());
	});
});

test('listRecurring lists the newest first', async () => {
	const ids = await list(service, 'listRecurring');
	expect(ids).toEqual([...ids].sort(numerically).reverse());
});

describe('the filters', () => {
	/** Each of several filters returns only this record, and never the other one. */
	const expectFound = async (method: string, id: string, filters: readonly Values[], other?: Values) => {
		for (const filter of filters) expect(await list(service, method, filter)).toEqual([id]);
		if (other !== undefined) expect(await list(service, method, other)).toEqual([]);
	};
	const addClient = () => create(service, 'createClient', { name: 'Ann', organization: 'Lee' });
	const addProject = (values: Values = {}) =>
		create(service, 'createProject', { name: 'Move', billing_method: 'task', ...values });
	const addTask = (values: Values = {}) => create(service, 'createTask', { name: 'Packing', ...values });

	test('of listClient are identifier and e-mail address', async () => {
		const client_email = service.fill('{clientEmail}').toUpperCase();
		await expectFound('listClient', service.fill('{client}'), [{ client_id: '{client}' }, { client_email }]);
	});

	test('of listStaff are the e-mail address', async () => {
		const member = { name: 'Ann Lee', username: 'ann', email: 'ann@lee.example' };
		const id = await create(service, 'createStaff', member);
		await expectFound('listStaff', id, [{ email: 'ANN@lee.example' }], { email: 'lee.example' });
	});

	test.each([
		['Product', 'product_id', 'unitcost'],
		['Service', 'service_id', 'cost'],
	])('of list%s are identifier, whole name and cost', async (name, identifier, cost) => {
		const id = await create(service, `create${name}`, { name: 'Paper', [cost]: '4.5' });
		await create(service, `create${name}`, { name: 'Paper clip', [cost]: '45' });
		const filters: Values[] = [{ [identifier]: id }, { item_name: 'paper' }, { item_cost: '4.50' }];
		await expectFound(`list${name}`, id, filters, { item_cost: '4.5', item_name: 'Paper clip' });
	});

	test('of listExpense are client, category and amount', async () => {
		const client_id = await addClient();
		const expense_category_id = await create(service, 'createExpenseCategory', { name: 'Rent' });
		const expense = { client_id, expense_category_id, amount: '7.7', date: '2026-06-01' };
		const id = await create(service, 'createExpense', expense);
		const filters: Values[] = [
			{ client_id },
			{ expense_category_id },
			{ amount: '7.70', is_expense_invoiced: 'No' },
		];
		await expectFound('listExpense', id, filters, { client_id, amount: '7' });
	});

	test('of listProject are client, task, name and status; without a status it lists all but deleted projects', async () => {
		const [client_id, task_id] = [await addClient(), await addTask()];
		const id = await addProject({ client_id, 'tasks/task_id': task_id, name: 'Moving house' });
		const filters: Values[] = [{ client_id }, { task_id }, { project_name: 'MOVING house' }];
		await expectFound('listProject', id, filters, { task_id, project_name: 'Moving' });
		service.sandbox.change('project', Number(id), { status: 'Archived' });
		expect(await list(service, 'listProject')).toContain(id);
		expect(await list(service, 'listProject', { project_status: 'Active' })).not.toContain(id);
	});

	test('of listTask are project, name and whether it is billable', async () => {
		const project_id = await addProject();
		const id = await addTask({ 'projects/project_id': project_id, name: 'Packing boxes' });
		const filters: Values[] = [
			{ project_id },
			{ task_name: 'packing BOXES' },
			{ project_id, task_billable: 'N' },
		];
		await expectFound('listTask', id, filters, { project_id, task_billable: 'Y' });
	});

	test('of listTimeLog are project, task, day and whether it is billed', async () => {
		const project_id = await addProject();
		const task_id = await addTask({ 'projects/project_id': project_id });
		const work_date = '2027-01-01';
		const id = await create(service, 'createTimeLog', { project_id, task_id, work_date, hours_worked: '1' });
		const filters: Values[] = [{ project_id }, { task_id }, { work_date }, { project_id, billed: 'No' }];
		await expectFound('listTimeLog', id, filters, { project_id, billed: 'Yes' });
	});
});
