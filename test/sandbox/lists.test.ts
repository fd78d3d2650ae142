import type { RecordRows } from '../../sandbox/index.ts';
import { at, textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { list } from './walk/records.ts';
import { useService } from './walk/service.ts';

const service = useService({}, true);

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

	// Up to numbers that no number of the machine holds.
	test.each(['101', '10000000000', '9'.repeat(400)])(
		'has no page %s, and 100 records a page at most',
		async (large) => {
			expect((await page('1', large)).attributes['per_page_record']).toBe('100');
			expect((await service.call(method, { 'filter/page': large })).status).toBe(404);
		},
	);
});

type Row = RecordRows['invoice'];
const isActive = (row: Row) => row.status === 'Active';

/** A day with an invoice of the seed, to see that both bounds include their day. */
const DAY = '2026-01-11';

const STATUSES =
	'Draft Sent Viewed Outstanding Paid Unpaid Disputed Auto-Paid Retry Failed Resolved Auto-Failed Partial-Paid';

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
		leaves: (row) => isActive(row) && /^2026-0[1-3]/.test(row.date) && row.invoice_status === 'Paid',
	},
	...STATUSES.split(' ').map((status) => ({
		filter: { invoice_status: status },
		leaves: (row: Row) => isActive(row) && row.invoice_status === status,
	})),
];

test.each(FILTERS)('listInvoice with $filter lists exactly what matches', async ({ filter, leaves }) => {
	const main = service.sandbox.account('main').id;
	const own = service.sandbox.records('invoice').filter((row) => row.account_id === main);
	const expected = own.filter(leaves).map(({ id }) => String(id));
	expect(expected.length).toBeGreaterThan(0);
	expect([...(await list(service, 'listInvoice', filter))].sort()).toEqual(expected.sort());
});

test.each<Values>([
	{ invoice_number: '0004' },
	{ invoice_status: 'sent' },
	{ client_id: '3abc' },
	{ date_from: '2099-01-01' },
])('%p matches nothing, which is status 404', async (filter) => {
	const values = Object.fromEntries(Object.entries(filter).map(([name, text]) => [`filter/${name}`, text]));
	expect(await service.call('listInvoice', values)).toMatchObject({
		status: 404,
		text: 'Data not found. Kindly check the request.',
	});
});

describe('the order of listInvoice', () => {
	/** A column of all invoices, in an order. */
	const texts = async (path: string, sort_column = '', sort_order = '') => {
		const values = { 'filter/sort_column': sort_column, 'filter/sort_order': sort_order };
		return textsAt(await service.succeed('listInvoice', values), `invoices/invoice/${path}`);
	};
	const numerically = (a: string, b: string) => Number(a) - Number(b);

	test('is the newest number first, by the value of the digits', async () => {
		await service.succeed('createInvoice', { 'client/client_id': '{client}', number: '9' });
		await service.succeed('createInvoice', { 'client/client_id': '{client}', number: '1000000' });
		const numbers = await texts('number');
		expect(numbers.map(Number)).toEqual([...numbers].sort(numerically).reverse().map(Number));
		expect(numbers[0]).toBe('1000000');
		expect(numbers.indexOf('9')).toBe(numbers.indexOf('00009') - 1);
		expect(await texts('number', 'colour', 'upwards')).toEqual(numbers);
	});

	test('can be by identifier, date or organization, both ways', async () => {
		const ids = await texts('invoice_id', 'invoice_id', 'asc');
		expect(ids).toEqual([...ids].sort(numerically));
		expect(await texts('invoice_id', 'invoice_id', 'desc')).toEqual([...ids].reverse());
		const dates = await texts('date', 'date', 'asc');
		expect(dates).toEqual([...dates].sort());
		const names = new Map(
			service.sandbox
				.records('client')
				.map(({ id, organization }) => [String(id), organization.toLowerCase()]),
		);
		const clients = (await texts('client/client_id', 'organization', 'asc')).map((id) => names.get(id) ?? '');
		expect(clients).toEqual([...clients].sort());
	});
});

test('listClient filters by identifier and e-mail address', async () => {
	const client = service.fill('{client}');
	expect(await list(service, 'listClient', { client_id: client })).toEqual([client]);
	const client_email = service.fill('{clientEmail}').toUpperCase();
	expect(await list(service, 'listClient', { client_email })).toEqual([client]);
});
