import type { RecordRows } from '../../sandbox/index.ts';
import { at, textsAt, type AnswerElement } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const LISTS = [
	{ method: 'listInvoice', wrapper: 'invoices', identifier: 'invoice/invoice_id', count: 'total_records' },
	{ method: 'listClient', wrapper: 'clients', identifier: 'client/client_id', count: 'total' },
];

/** Whole numbers that no list has as many pages or records for, up to those that no number of the machine holds. */
const LARGE = [
	{ what: '101', number: '101' },
	{ what: '10000000000', number: '10000000000' },
	{ what: 'a number of 400 digits', number: '9'.repeat(400) },
];

describe.each(LISTS)('$method', ({ method, wrapper, identifier, count }) => {
	const page = async (values: Values) => at(await service.succeed(method, values), wrapper);
	const ids = (list: AnswerElement) => textsAt(list, identifier);

	test('pages through all records, each once', async () => {
		const whole = ids(await page({}));
		const first = await page({ 'filter/per_page_record': '7' });
		const pages = Number(first.attributes['total_pages']);
		expect(pages).toBe(Math.ceil(whole.length / 7));
		const paged = [...ids(first)];
		for (let number = 2; number <= pages; number += 1) {
			paged.push(...ids(await page({ 'filter/per_page_record': '7', 'filter/page': String(number) })));
		}
		expect(paged).toEqual(whole);
		expect(first.attributes).toEqual({
			page: '1',
			per_page_record: '7',
			total_pages: String(pages),
			[count]: String(whole.length),
		});
	});

	test.each(LARGE)('gives 100 records a page for per_page_record $what', async ({ number }) => {
		expect((await page({ 'filter/per_page_record': number })).attributes['per_page_record']).toBe('100');
	});

	test.each(LARGE)('answers page $what, past the last, with status 404', async ({ number }) => {
		expect((await service.call(method, { 'filter/page': number })).status).toBe(404);
	});

	test('shows no record of another account', async () => {
		const others = ids(at(await service.succeed(method, {}, 'second'), wrapper));
		expect(ids(await page({})).filter((id) => others.includes(id))).toEqual([]);
	});
});

describe('the filters of listInvoice', () => {
	type Row = RecordRows['invoice'];
	const isActive = (row: Row) => row.status === 'Active';

	/** A day with an invoice of the seed, to see that both bounds include their day. */
	const DAY = '2026-01-11';

	/** Each filter with the invoices that it has to leave, seen from what is stored. */
	const FILTERS: ReadonlyArray<{ filter: Values; leaves: (row: Row) => boolean }> = [
		{ filter: {}, leaves: isActive },
		{ filter: { invoice_record_status: 'Archived' }, leaves: (row) => row.status === 'Archived' },
		{ filter: { invoice_record_status: 'Cancel' }, leaves: (row) => row.status === 'Cancel' },
		{ filter: { client_id: '3' }, leaves: (row) => isActive(row) && row.client_id === 3 },
		{ filter: { invoice_number: '00042' }, leaves: (row) => isActive(row) && row.number === '00042' },
		{ filter: { date_from: DAY }, leaves: (row) => isActive(row) && row.date >= DAY },
		{ filter: { date_to: DAY }, leaves: (row) => isActive(row) && row.date <= DAY },
		{
			filter: { date_from: '2026-01-01', date_to: '2026-03-31', invoice_status: 'Paid' },
			leaves: (row) =>
				isActive(row) &&
				row.date.startsWith('2026-0') &&
				row.date <= '2026-03-31' &&
				row.invoice_status === 'Paid',
		},
		...[
			'Draft',
			'Sent',
			'Viewed',
			'Outstanding',
			'Paid',
			'Unpaid',
			'Disputed',
			'Auto-Paid',
			'Retry',
			'Failed',
			'Resolved',
			'Auto-Failed',
			'Partial-Paid',
		].map((status) => ({
			filter: { invoice_status: status },
			leaves: (row: Row) => isActive(row) && row.invoice_status === status,
		})),
	];

	test.each(FILTERS)('$filter leaves exactly the invoices that match', async ({ filter, leaves }) => {
		const values = Object.fromEntries(
			Object.entries(filter).map(([name, value]) => [`filter/${name}`, value]),
		);
		const main = service.sandbox.account('main').id;
		const expected = service.sandbox
			.records('invoice')
			.filter((row) => row.account_id === main && leaves(row));
		const found = textsAt(await service.succeed('listInvoice', values), 'invoices/invoice/invoice_id');
		expect(expected.length).toBeGreaterThan(0);
		expect([...found].sort()).toEqual(expected.map(({ id }) => String(id)).sort());
	});

	test.each([
		{ invoice_number: '0004' },
		{ invoice_status: 'sent' },
		{ client_id: '{foreignClient}' },
		{ client_id: '3abc' },
		{ date_from: '2099-01-01' },
	])('%p matches nothing, which is status 404', async (filter) => {
		const values = Object.fromEntries(
			Object.entries(filter).map(([name, value]) => [`filter/${name}`, value]),
		);
		expect(await service.call('listInvoice', values)).toMatchObject({
			status: 404,
			text: 'Data not found. Kindly check the request.',
		});
	});
});

describe('the order of listInvoice', () => {
	const list = async (values: Values) => at(await service.succeed('listInvoice', values), 'invoices');
	const texts = async (path: string, values: Values) => textsAt(await list(values), `invoice/${path}`);
	const ascending = (column: string) => ({ 'filter/sort_column': column, 'filter/sort_order': 'asc' });
	const numerically = (a: string, b: string) => Number(a) - Number(b);

	test('is by default the newest number first', async () => {
		const numbers = await texts('number', {});
		expect(numbers).toEqual([...numbers].sort(numerically).reverse());
	});

	test('compares numbers by their value, not by their digits', async () => {
		await service.succeed('createInvoice', { 'client/client_id': '{client}', number: '9' });
		await service.succeed('createInvoice', { 'client/client_id': '{client}', number: '1000000' });
		const numbers = await texts('number', ascending('number'));
		expect(numbers.indexOf('9')).toBe(numbers.indexOf('00009') + 1);
		expect(numbers.at(-1)).toBe('1000000');
	});

	test.each(['asc', 'desc'])('can be by identifier, %s', async (order) => {
		const ids = await texts('invoice_id', { 'filter/sort_column': 'invoice_id', 'filter/sort_order': order });
		const sorted = [...ids].sort(numerically);
		expect(ids).toEqual(order === 'asc' ? sorted : sorted.reverse());
	});

	test('can be by date', async () => {
		const dates = await texts('date', ascending('date'));
		expect(dates).toEqual([...dates].sort());
	});

	test('can be by organization', async () => {
		const clients = await texts('client/client_id', ascending('organization'));
		const organizations = clients.map(
			(id) =>
				service.sandbox
					.records('client')
					.find((client) => String(client.id) === id)
					?.organization.toLowerCase() ?? '',
		);
		expect(organizations).toEqual([...organizations].sort());
	});
});

describe('the filters of listClient', () => {
	const find = async (values: Values) =>
		textsAt(await service.succeed('listClient', values), 'clients/client/client_id');

	test('are the identifier and the business e-mail', async () => {
		expect(await find({ 'filter/client_id': '{client}' })).toEqual([service.fill('{client}')]);
		expect(await find({ 'filter/client_email': '{clientEmail}' })).toEqual([service.fill('{client}')]);
		expect(await find({ 'filter/client_email': service.fill('{clientEmail}').toUpperCase() })).toHaveLength(
			1,
		);
	});

	test('show the newest client first, and deleted ones only when asked', async () => {
		const { text: newest = '' } =
			(await service.succeed('createClient', { name: 'Z', organization: 'Z' })).children[0] ?? {};
		expect((await find({}))[0]).toBe(newest);
		await service.succeed('deleteClient', { client_id: newest });
		expect(await find({})).not.toContain(newest);
		expect(await find({ 'filter/client_status': 'Deleted' })).toEqual([newest]);
	});
});
