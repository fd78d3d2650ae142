import type { RecordRows } from '../../sandbox/index.ts';
import { at, textAt, textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { CLIENT, createInvoice } from './walk/invoices.ts';
import { lines, repeated } from './walk/lines.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const create = async (values: Values = {}, account = 'main') =>
	textAt(
		await service.succeed('createRecurring', { ...CLIENT, ...lines({}), ...values }, account),
		'recurring_id',
	);
const createForeign = () => create({ 'client/client_id': '{foreignClient}' }, 'second');
const update = (recurring_id: string, values: Values) =>
	service.succeed('updateRecurring', { recurring_id, ...values });
const read = async (recurring_id: string) =>
	at(await service.succeed('getRecurring', { recurring_id }), 'recurring');
const fieldOf = async (id: string, path: string) => textAt(await read(id), path);
const row = (id: string) => service.sandbox.records('recurring').find((one) => String(one.id) === id);
const linesOf = (id: string) =>
	service.sandbox
		.records('line')
		.filter(({ document, document_id }) => document === 'recurring' && String(document_id) === id);

describe('the frequency of a profile', () => {
	/** §4.5: an unrecognised value is saved as 1 Week. */
	const FREQUENCIES = [
		['1 Month', '1 Month'],
		['3 Months', '3 Months'],
		['2 Week', '2 Week'],
		['10 Days', '10 Days'],
		['1 Year', '1 Year'],
		['0 Weeks', '1 Week'],
		['-1 Month', '1 Week'],
		['1.5 Months', '1 Week'],
		['Month', '1 Week'],
		['1 month', '1 Week'],
		['1 Fortnight', '1 Week'],
		['every 1 Month', '1 Week'],
		['1 Months or so', '1 Week'],
	] as const;

	test.each(FREQUENCIES)('%p is saved as %p', async (frequency, saved) => {
		expect(await fieldOf(await create({ frequency }), 'frequency')).toBe(saved);
		const id = await create({ frequency: '6 Months' });
		await update(id, { frequency });
		expect(await fieldOf(id, 'frequency')).toBe(saved);
	});

	test('is 1 Week when none is given', async () => {
		expect(await fieldOf(await create(), 'frequency')).toBe('1 Week');
	});
});

describe('the occurence of a profile', () => {
	test.each([
		['12', '12'],
		['0', '0'],
		['', '0'],
	])('%p is saved as %p', async (occurence, saved) => {
		expect(await fieldOf(await create({ occurence }), 'occurence')).toBe(saved);
	});

	test('can be taken back to 0, which is no end', async () => {
		const id = await create({ occurence: '12' });
		await update(id, { occurence: '0' });
		expect(await fieldOf(id, 'occurence')).toBe('0');
	});

	test.each(['1.5', '-1', 'many'])('cannot be %p', async (occurence) => {
		const refused = { status: 400, text: 'Occurence is invalid.' };
		expect(await service.call('createRecurring', { ...CLIENT, occurence })).toMatchObject(refused);
		const id = await create({ occurence: '12' });
		expect(await service.call('updateRecurring', { recurring_id: id, occurence })).toMatchObject(refused);
		expect(await fieldOf(id, 'occurence')).toBe('12');
	});
});

describe('createRecurring', () => {
	test('names the organization of the client', async () => {
		const [client] = service.sandbox.records('client');
		const id = await create({ 'client/client_id': String(client?.id) });
		expect(await fieldOf(id, 'client/organization')).toBe('Harbour & Pine Ltd');
	});

	test('makes an active profile that begins today, with a number from a sequence of its own', async () => {
		const first = await read(await create());
		await createInvoice(service);
		await service.succeed('createEstimate', CLIENT);
		const second = await read(await create());
		expect([textAt(first, 'recurring_status'), textAt(first, 'date')]).toEqual(['Active', TODAY]);
		expect(Number(textAt(second, 'number'))).toBe(Number(textAt(first, 'number')) + 1);
	});

	test('takes no number, status or schedule date', async () => {
		const id = await create({ number: 'R-1', status: 'sent', schedule_date: '2026-01-01' });
		expect(service.lastRequest().unknownElements).toEqual(['number', 'status', 'schedule_date']);
		expect([await fieldOf(id, 'number'), await fieldOf(id, 'recurring_status')]).toEqual([
			expect.stringMatching(/^\d{5}$/),
			'Active',
		]);
	});

	test('makes no invoice by itself, though the first is due', async () => {
		const count = () => service.sandbox.records('invoice').length;
		const before = count();
		await create({ date: '2026-01-01', frequency: '1 Day' });
		await service.succeed('listInvoice');
		expect(count()).toBe(before);
	});

	test('refuses a client that is not there', async () => {
		for (const client of ['{foreignClient}', '{unknown}', '']) {
			const reply = await service.call('createRecurring', { 'client/client_id': client });
			expect([reply.status, reply.text]).toEqual([400, 'Client id is not exists.']);
		}
	});

	test('saves a line of any type, or of none, as a product, unless it is a service', async () => {
		const elements = lines({ type: 'Gadget' }, { type: '' }, { type: 'Service' }, { type: 'Time' }, {});
		delete elements['items/item[4]/type'];
		const types = textsAt(await read(await create(elements)), 'items/item/type');
		expect(types).toEqual(['Products', 'Products', 'Services', 'Products', 'Products']);
	});
});

describe('updateRecurring', () => {
	const HEADER = {
		'client/address': 'Street',
		recurring_title: 'Title',
		date: '2026-01-02',
		po_number: 'PO',
		frequency: '2 Months',
		occurence: '7',
		notes: 'Notes',
		terms: 'Terms',
	};

	test('keeps what is left out or empty: header and lines', async () => {
		const id = await create(HEADER);
		const before = [await read(id), row(id), linesOf(id)];
		expect(textAt(await update(id, {}), 'recurring_id')).toBe(id);
		await update(id, Object.fromEntries(Object.keys({ ...HEADER, ...CLIENT }).map((path) => [path, ''])));
		expect([await read(id), row(id), linesOf(id)]).toEqual(before);
	});

	test('changes what is sent, and nothing else', async () => {
		const columnsOf = (one: string): Record<string, unknown> => ({ ...row(one) });
		const id = await create(HEADER);
		const changes = {
			'client/client_id': '{newClient}',
			'client/address': 'Other street',
			recurring_title: 'Other title',
			date: '2026-02-02',
			po_number: 'Other',
			frequency: '3 Weeks',
			occurence: '8',
			notes: 'Other notes',
			terms: 'Other terms',
		};
		for (const [path, text] of Object.entries(changes)) {
			const previous = columnsOf(id);
			await update(id, { [path]: text });
			const column = path.replace(/^client\/|^recurring_/, '');
			expect(String(columnsOf(id)[column])).toBe(service.fill(text));
			expect(columnsOf(id)).toEqual({ ...previous, [column]: columnsOf(id)[column] });
		}
	});

	test('replaces the lines when the request has some, and the totals with them', async () => {
		const id = await create(lines({ name: 'A' }, { name: 'B' }));
		await update(id, lines({ name: 'C', unit_cost: '10', discount: '50', tax1_percent: '20' }));
		const record = await read(id);
		expect(textsAt(record, 'items/item/name')).toEqual(['C']);
		expect([textAt(record, 'total_discount'), textAt(record, 'total_tax')]).toEqual(['5.00', '1.00']);
		expect(linesOf(id)).toHaveLength(1);
	});

	test('takes a line without a type as a product, and refuses one of another type', async () => {
		const id = await create();
		const elements = lines({ type: '' }, { type: 'Service' }, {});
		delete elements['items/item[2]/type'];
		await update(id, elements);
		expect(linesOf(id).map(({ type }) => type)).toEqual(['Product', 'Service', 'Product']);
		const other = { recurring_id: id, ...lines({ type: 'Gadget' }) };
		expect(await service.call('updateRecurring', other)).toMatchObject({ text: 'Type is invalid.' });
	});

	test('refuses a client that is not there, and changes nothing', async () => {
		const id = await create();
		const before = row(id);
		for (const client of ['{foreignClient}', '{unknown}', 'abc']) {
			const values = { recurring_id: id, 'client/client_id': client, notes: 'Changed' };
			expect(await service.call('updateRecurring', values)).toMatchObject({
				status: 403,
				text: 'Client id is invalid.',
			});
		}
		expect(row(id)).toEqual(before);
	});
});

test('the totals of a profile have the discounts and both taxes of all lines', async () => {
	const id = await create(
		lines(
			{ unit_cost: '19.99', quantity: '3', discount: '10', tax1_percent: '20', tax2_percent: '2.5' },
			{ unit_cost: '100', discount: '7.25', discount_type: 'Fixed', tax2_percent: '5.5' },
		),
	);
	const record = await read(id);
	// 59.97 less 6.00 with 10.79 and 1.35; 100.00 less 7.25 with 5.10.
	expect([textAt(record, 'total_discount'), textAt(record, 'total_tax')]).toEqual(['13.25', '17.24']);
});

describe('deleteRecurring', () => {
	test('removes profiles with their lines, and lists those it could not', async () => {
		const [one, two, foreign] = [await create(), await create(), await createForeign()];
		const failing = [foreign, service.fill('{unknown}'), 'abc'];
		const asked = repeated('recurring_id', [one, ...failing, two, one]);
		const response = await service.succeed('deleteRecurring', asked);
		expect(textsAt(response, 'failure/recurring_id')).toEqual(failing);
		const listed = textsAt(await service.succeed('listRecurring'), 'recurrings/recurring/recurring_id');
		for (const id of [one, two]) {
			expect((await service.call('getRecurring', { recurring_id: id })).status).toBe(404);
			expect(listed).not.toContain(id);
			expect(linesOf(id)).toEqual([]);
		}
		expect(linesOf(foreign)).toHaveLength(1);
	});
});

describe('the lines of a profile', () => {
	const TAX = { tax1_name: 'VAT', tax1_percent: '20', tax2_name: 'GST', tax2_percent: '5' };
	const itemsOf = async (id: string) => textsAt(await read(id), 'items/item/recurring_item_id');

	test('come under an identifier of their own, without taxes', async () => {
		const record = await read(await create(lines(TAX)));
		const names = at(record, 'items/item').children.map(({ name }) => name);
		expect(names).toEqual([
			'recurring_item_id',
			'name',
			'type',
			'description',
			'unit_cost',
			'quantity',
			'discount',
			'discount_type',
		]);
	});

	test('are added without taxes, and get them by an update', async () => {
		const id = await create(lines({ unit_cost: '100', ...TAX }));
		const response = await service.succeed('addRecurringItem', {
			recurring_id: id,
			...lines({ name: '', unit_cost: '100', ...TAX }),
		});
		expect([...service.lastRequest().unknownElements].sort()).toEqual(
			Object.keys(TAX).map((name) => `items/item/${name}`),
		);
		expect(textAt(response, 'recurring_id')).toBe(id);
		const item = textAt(response, 'recurring_items/recurring_item_id');
		expect((await itemsOf(id)).slice(1)).toEqual([item]);
		expect(await fieldOf(id, 'total_tax')).toBe('25.00');
		const changed = lines({ recurring_item_id: item, unit_cost: '200', ...TAX });
		expect((await service.succeed('updateRecurringItem', { recurring_id: id, ...changed })).children).toEqual(
			[],
		);
		expect(await fieldOf(id, 'total_tax')).toBe('75.00');
	});

	test('are not asked for their taxes when they are added', async () => {
		const values = { recurring_id: await create(), ...lines({ tax1_percent: 'much' }) };
		expect((await service.call('addRecurringItem', values)).status).toBe(200);
	});

	test('are deleted by their identifiers, and the totals follow', async () => {
		const id = await create(lines({ name: 'A', ...TAX }, { name: 'B', unit_cost: '100', ...TAX }));
		const [, b = ''] = await itemsOf(id);
		await service.succeed('deleteRecurringItem', { recurring_id: id, recurring_item_id: b });
		expect([linesOf(id).map(({ name }) => name), await fieldOf(id, 'total_tax')]).toEqual([['A'], '0.25']);
	});

	/** A line of the invoice that has the same identifier as another document. */
	const ofInvoice = (id: string) => {
		const isOfInvoice = ({ document, document_id }: RecordRows['line']) =>
			document === 'invoice' && String(document_id) === id;
		return String(service.sandbox.records('line').find(isOfInvoice)?.id);
	};

	test('are not those of another document, even of another kind', async () => {
		const [id, other] = [await create(), await create()];
		const before = service.sandbox.records('line');
		expect(ofInvoice(id)).toMatch(/^\d+$/);
		const [[own = ''], [others = '']] = [await itemsOf(id), await itemsOf(other)];
		for (const item of [others, ofInvoice(id), '{unknown}', 'abc']) {
			const refused = { status: 400, text: 'Recurring item is invalid.' };
			const changed = lines({ recurring_item_id: own, name: 'X' }, { recurring_item_id: item });
			expect(await service.call('updateRecurringItem', { recurring_id: id, ...changed })).toMatchObject(
				refused,
			);
			const asked = { recurring_id: id, ...repeated('recurring_item_id', [own, item]) };
			expect(await service.call('deleteRecurringItem', asked)).toMatchObject(refused);
		}
		expect(service.sandbox.records('line')).toEqual(before);
	});
});

test.each([
	['getRecurring', 403],
	['updateRecurring', 403],
	['deleteRecurring', 200],
	['addRecurringItem', 403],
	['updateRecurringItem', 403],
	['deleteRecurringItem', 403],
] as const)('%s does not reach a profile of another account', async (method, status) => {
	const id = await createForeign();
	const recurring_item_id = String(linesOf(id)[0]?.id);
	const before = [row(id), linesOf(id)];
	const reply = await service.call(method, {
		recurring_id: id,
		recurring_item_id,
		notes: 'Changed',
		...lines({ recurring_item_id }),
	});
	expect(reply.status).toBe(status);
	expect([row(id), linesOf(id)]).toEqual(before);
});

describe('the filters of listRecurring', () => {
	type Row = RecordRows['recurring'];
	const isActive = (one: Row) => one.recurring_status === 'Active';
	const DAY = '2026-03-30';

	/** Each filter with the profiles that it has to leave, seen from what is stored. */
	const FILTERS: ReadonlyArray<{ filter: Values; leaves: (one: Row) => boolean }> = [
		{ filter: {}, leaves: isActive },
		{
			filter: { recurring_record_status: 'Archived' },
			leaves: (one) => one.recurring_status === 'Archived',
		},
		{ filter: { client_id: '5' }, leaves: (one) => isActive(one) && one.client_id === 5 },
		{ filter: { recurring_number: '00003' }, leaves: (one) => isActive(one) && one.number === '00003' },
		{ filter: { date_from: DAY }, leaves: (one) => isActive(one) && one.date >= DAY },
		{ filter: { date_to: DAY }, leaves: (one) => isActive(one) && one.date <= DAY },
	];

	const find = async (filter: Values) => {
		const values = Object.fromEntries(Object.entries(filter).map(([name, text]) => [`filter/${name}`, text]));
		return textsAt(await service.succeed('listRecurring', values), 'recurrings/recurring/recurring_id');
	};

	test.each(FILTERS)('$filter leaves exactly the profiles that match', async ({ filter, leaves }) => {
		const own = service.sandbox
			.records('recurring')
			.filter((one) => one.account_id === service.sandbox.account('main').id);
		const expected = own.filter(leaves).map(({ id }) => String(id));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(own.length);
		// The newest comes first.
		expect(await find(filter)).toEqual(expected.reverse());
	});

	test('match nothing of another account', async () => {
		await createForeign();
		const values = { 'filter/client_id': '{foreignClient}' };
		expect((await service.call('listRecurring', values)).status).toBe(404);
	});

	test('compare whole numbers only', async () => {
		expect((await service.call('listRecurring', { 'filter/recurring_number': '3' })).status).toBe(404);
	});
});
