import type { RecordRows } from '../../sandbox/index.ts';
import { at, textAt, textsAt, type AnswerElement } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { CLIENT, createInvoice } from './walk/invoices.ts';
import { lines, repeated } from './walk/lines.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const create = async (values: Values = {}, account = 'main') =>
	textAt(
		await service.succeed('createEstimate', { ...CLIENT, ...lines({}), ...values }, account),
		'estimate_id',
	);
const update = (estimate_id: string, values: Values = {}) =>
	service.succeed('updateEstimate', { estimate_id, ...CLIENT, ...values });
const createForeign = () => create({ 'client/client_id': '{foreignClient}' }, 'second');
const read = async (estimate_id: string) =>
	at(await service.succeed('getEstimate', { estimate_id }), 'estimate');
const fieldOf = async (id: string, path: string) => textAt(await read(id), path);
const row = (id: string) => service.sandbox.records('estimate').find((one) => String(one.id) === id);
const linesOf = (id: string) =>
	service.sandbox
		.records('line')
		.filter(({ document, document_id }) => document === 'estimate' && String(document_id) === id);
const fields = (record: AnswerElement, paths: readonly string[]) => paths.map((path) => textAt(record, path));

describe('the status of an estimate', () => {
	/** §3: stored as it is sent, and not checked. */
	const WORDS = ['sent', 'Accepted', 'any words & more'];

	test.each(WORDS)('is stored as sent, such as %p', async (status) => {
		expect(await fieldOf(await create({ status }), 'estimate_status')).toBe(status);
		const id = await create();
		await update(id, { status });
		expect(await fieldOf(id, 'estimate_status')).toBe(status);
	});

	test.each<Values>([{}, { status: '' }])('is Draft for a new estimate with %p', async (values) => {
		expect(await fieldOf(await create(values), 'estimate_status')).toBe('Draft');
	});

	test.each([{}, lines({ name: 'Other' })])('is kept by an update with %p', async (values) => {
		const id = await create({ status: 'Accepted' });
		await update(id, values);
		expect(await fieldOf(id, 'estimate_status')).toBe('Accepted');
	});

	test('becomes Sent when it is mailed, whatever it was', async () => {
		const id = await create({ status: 'Declined' });
		await service.succeed('sendEstimateMail', { estimate_id: id });
		expect(await fieldOf(id, 'estimate_status')).toBe('Sent');
	});
});

describe('createEstimate', () => {
	test('names the organization of the client', async () => {
		const [client] = service.sandbox.records('client');
		const id = await create({ 'client/client_id': String(client?.id) });
		expect(await fieldOf(id, 'client/organization')).toBe('Harbour & Pine Ltd');
	});

	test('dates an estimate today, and numbers it by a sequence of its own', async () => {
		const first = await read(await create());
		await createInvoice(service);
		const second = await read(await create());
		expect(textAt(first, 'date')).toBe(TODAY);
		expect(Number(textAt(second, 'number'))).toBe(Number(textAt(first, 'number')) + 1);
	});

	test('gives the next number for one that is in use', async () => {
		const id = await create({ number: 'E-1' });
		expect([await fieldOf(id, 'number'), await fieldOf(await create({ number: 'E-1' }), 'number')]).toEqual([
			'E-1',
			expect.stringMatching(/^\d{5}$/),
		]);
	});

	test('refuses a client that is not there', async () => {
		await service.succeed('deleteClient', { client_id: '{newClient}' });
		for (const client of ['{foreignClient}', '{unknown}', '{newClient}', '']) {
			const reply = await service.call('createEstimate', { 'client/client_id': client });
			expect([reply.status, reply.text]).toEqual([400, 'Client id is not exists.']);
		}
	});
});

describe('updateEstimate', () => {
	const HEADER = {
		'client/address': 'Street',
		estimate_title: 'Title',
		number: 'E-7',
		date: '2026-01-02',
		schedule_date: '2026-01-04',
		po_number: 'PO',
		status: 'Accepted',
		notes: 'Notes',
		terms: 'Terms',
	};

	test('keeps what is left out or empty, the client apart: header, number and lines', async () => {
		const id = await create(HEADER);
		const before = [await read(id), row(id), linesOf(id)];
		await update(id);
		await update(id, Object.fromEntries(Object.keys(HEADER).map((path) => [path, ''])));
		expect([await read(id), row(id), linesOf(id)]).toEqual(before);
	});

	test('changes what is sent, and nothing else', async () => {
		const id = await create(HEADER);
		const columnsOf = (one: string): Record<string, unknown> => ({ ...row(one) });
		const changes = {
			'client/client_id': '{newClient}',
			'client/address': 'Other street',
			number: 'E-8',
			date: '2026-02-02',
			schedule_date: '2026-02-04',
			po_number: 'Other',
			notes: 'Other notes',
			terms: 'Other terms',
		};
		for (const [path, text] of Object.entries(changes)) {
			const previous = columnsOf(id);
			const client = { 'client/client_id': String(previous['client_id']) };
			expect((await update(id, { ...client, [path]: text })).children).toEqual([]);
			const column = path.replace('client/', '');
			const changed = columnsOf(id);
			expect(String(changed[column])).toBe(service.fill(text));
			const kept = path === 'number' ? { number_key: changed['number_key'] } : {};
			expect(changed).toEqual({ ...previous, ...kept, [column]: changed[column] });
		}
	});

	test('does not take the title: it stays, and the log notes it', async () => {
		const id = await create(HEADER);
		await update(id, { estimate_title: 'Other' });
		expect(service.lastRequest().unknownElements).toEqual(['estimate_title']);
		expect(await fieldOf(id, 'estimate_title')).toBe('Title');
	});

	test('keeps its number when that is sent again, and gives the next for one in use', async () => {
		const [id, other] = [await create(HEADER), await create()];
		await update(id, { number: 'E-7' });
		expect(await fieldOf(id, 'number')).toBe('E-7');
		await update(id, { number: await fieldOf(other, 'number') });
		expect(Number(await fieldOf(id, 'number'))).toBe(Number(await fieldOf(other, 'number')) + 1);
	});

	test('replaces the lines when the request has some, and the totals with them', async () => {
		const id = await create(lines({ name: 'A' }, { name: 'B' }));
		await update(id, lines({ name: 'C', unit_cost: '10', discount: '50', tax1_percent: '20' }));
		const record = await read(id);
		expect(textsAt(record, 'items/item/name')).toEqual(['C']);
		expect(fields(record, ['total_discount', 'total_tax'])).toEqual(['5.00', '1.00']);
		expect(linesOf(id)).toHaveLength(1);
	});

	test('refuses to do without a client, or with one that is not there, and changes nothing', async () => {
		const id = await create();
		const before = row(id);
		const clients = ['{foreignClient}', '{unknown}', 'abc', ''].map((id) => ({ 'client/client_id': id }));
		for (const client of [{}, ...clients]) {
			const values = { estimate_id: id, ...client, notes: 'Changed' };
			expect(await service.call('updateEstimate', values)).toMatchObject({
				status: 403,
				text: 'Client id is invalid.',
			});
		}
		expect(row(id)).toEqual(before);
	});
});

describe.each(['createEstimate', 'updateEstimate'])(
	'the tax types of a line, which %s does not take',
	(method) => {
		const send = async (types: Values) => {
			const estimate_id = await create();
			const target = method === 'createEstimate' ? CLIENT : { ...CLIENT, estimate_id };
			const taxed = { unit_cost: '100', tax1_percent: '10', tax2_percent: '10', ...types };
			return { estimate_id, reply: await service.call(method, { ...target, ...lines(taxed) }) };
		};

		test.each([
			[{ tax1_type: 'Compound' }, 'Tax1 type is invalid.'],
			[{ tax2_type: 'normal' }, 'Tax2 type is invalid.'],
		])('are refused when they are wrong: %p', async (types, text) => {
			expect((await send(types)).reply).toMatchObject({ status: 400, text });
		});

		test('are ignored when they are right, and the log notes them', async () => {
			const { estimate_id, reply } = await send({ tax1_type: 'Normal', tax2_type: 'Compound' });
			expect(reply.status).toBe(200);
			expect(service.lastRequest().unknownElements).toEqual(['items/item/tax1_type', 'items/item/tax2_type']);
			const id = method === 'createEstimate' ? textAt(reply.response, 'estimate_id') : estimate_id;
			expect(linesOf(id).map((line) => line.tax2_type)).toEqual(['Normal']);
			expect(await fieldOf(id, 'total_tax')).toBe('20.00');
		});
	},
);

describe('the totals of an estimate', () => {
	/** Worked out by hand: each product is rounded to two places. */
	test('have the discounts and both taxes of all lines, though lines come without taxes', async () => {
		const id = await create(
			lines(
				{ unit_cost: '19.99', quantity: '3', discount: '10', tax1_percent: '20', tax2_percent: '2.5' },
				{ unit_cost: '100', discount: '7.25', discount_type: 'Fixed', tax2_percent: '5.5' },
			),
		);
		const record = await read(id);
		// 59.97 less 6.00 with 10.79 and 1.35; 100.00 less 7.25 with 5.10.
		expect(fields(record, ['total_discount', 'total_tax'])).toEqual(['13.25', '17.24']);
		const names = record.children.find(({ name }) => name === 'items')?.children[0]?.children;
		expect(names?.map(({ name }) => name)).toEqual([
			'item_id',
			'name',
			'type',
			'description',
			'unit_cost',
			'quantity',
			'discount',
			'discount_type',
		]);
	});

	test('follow when lines are added, changed and deleted', async () => {
		const id = await create();
		const taxed = { unit_cost: '20', tax1_percent: '10', tax2_percent: '5' };
		const added = await service.succeed('addEstimateItem', { estimate_id: id, ...lines(taxed) });
		const item = textAt(added, 'estimate_items/estimate_item_id');
		expect(await fieldOf(id, 'total_tax')).toBe('3.00');
		const changed = { ...taxed, estimate_item_id: item, discount: '10' };
		await service.succeed('updateEstimateItem', { estimate_id: id, ...lines(changed) });
		expect(fields(await read(id), ['total_discount', 'total_tax'])).toEqual(['2.00', '2.70']);
		await service.succeed('deleteEstimateItem', { estimate_id: id, estimate_item_id: item });
		expect(fields(await read(id), ['total_discount', 'total_tax'])).toEqual(['0.00', '0.00']);
	});
});

describe('sendEstimateMail', () => {
	test('mails the estimate to its client', async () => {
		const id = await create();
		const before = service.sandbox.outbox.length;
		const response = await service.succeed('sendEstimateMail', { estimate_id: id });
		expect(response.children.map(({ name }) => name)).toEqual(['success']);
		expect(textsAt(response, 'success/estimate_id')).toEqual([id]);
		const number = await fieldOf(id, 'number');
		expect(service.sandbox.outbox.slice(before)).toEqual([
			expect.objectContaining({
				kind: 'estimate',
				recipient: service.fill('{clientEmail}'),
				record_id: Number(id),
				subject: `Estimate ${number} from ${service.sandbox.account('main').company}`,
				attachment: `estimate-${number}.pdf`,
			}),
		]);
	});

	test('sends what it can, and lists the rest with status 400', async () => {
		const [id, archived] = [await create(), await create()];
		service.sandbox.change('estimate', Number(archived), { status: 'Archived' });
		const withoutAddress = await create({ 'client/client_id': '{newClient}' });
		const failing = [archived, withoutAddress, await createForeign(), service.fill('{unknown}'), 'abc'];
		const { status, text, response } = await service.call(
			'sendEstimateMail',
			repeated('estimate_id', [id, ...failing]),
		);
		expect([status, text]).toEqual([400, 'Some estimates could not be sent.']);
		expect(textsAt(response, 'success/estimate_id')).toEqual([id]);
		expect(textsAt(response, 'invalid/estimate_id')).toEqual(failing);
		expect(row(archived)?.estimate_status).toBe('Draft');
	});

	test('is not limited by the plan, which limits sent invoices', async () => {
		const contact = { name: 'A', organization: 'B', email: 'a@b.example' };
		const client = textAt(await service.succeed('createClient', contact, 'limited'), 'client_id');
		const estimate_id = await create({ 'client/client_id': client }, 'limited');
		for (let count = 0; count < 3; count += 1)
			await service.succeed('sendEstimateMail', { estimate_id }, 'limited');
	});
});

describe('deleteEstimate', () => {
	test('removes estimates with their lines, and lists those it could not', async () => {
		const [one, two, foreign] = [await create(), await create(), await createForeign()];
		const failing = [foreign, service.fill('{unknown}'), 'abc'];
		const response = await service.succeed(
			'deleteEstimate',
			repeated('estimate_id', [one, ...failing, two, one]),
		);
		expect(textsAt(response, 'failure/estimate_id')).toEqual(failing);
		const listed = textsAt(await service.succeed('listEstimate'), 'estimates/estimate/estimate_id');
		for (const id of [one, two]) {
			expect((await service.call('getEstimate', { estimate_id: id })).status).toBe(404);
			expect(listed).not.toContain(id);
			expect(linesOf(id)).toEqual([]);
		}
		expect(linesOf(foreign)).toHaveLength(1);
	});

	test('leaves the lines of other documents alone', async () => {
		const others = () =>
			service.sandbox.records('line').filter(({ document }) => document !== 'estimate').length;
		const before = others();
		for (const { id, account_id } of service.sandbox.records('estimate')) {
			if (account_id === service.sandbox.account('main').id)
				await service.succeed('deleteEstimate', { estimate_id: String(id) });
		}
		expect(others()).toBe(before);
	});
});

describe('the lines of an estimate', () => {
	const names = async (id: string) => textsAt(await read(id), 'items/item/name');
	const itemsOf = async (id: string) => textsAt(await read(id), 'items/item/item_id');

	test('are added at the end, with an identifier for each, and need no name', async () => {
		const id = await create();
		const response = await service.succeed('addEstimateItem', {
			estimate_id: id,
			...lines({ name: 'A' }, { name: '' }),
		});
		expect(textAt(response, 'estimate_id')).toBe(id);
		expect(await names(id)).toEqual(['Line', 'A', '']);
		const added = textsAt(response, 'estimate_items/estimate_item_id');
		expect((await itemsOf(id)).slice(1)).toEqual(added);
	});

	test('get the values of an update, and defaults for what it leaves out', async () => {
		const id = await create(lines({ description: 'Text', unit_cost: '5' }, { name: 'Other' }));
		const [item = ''] = await itemsOf(id);
		const other = linesOf(id)[1];
		const response = await service.succeed('updateEstimateItem', {
			estimate_id: id,
			...lines({ estimate_item_id: item, name: 'Changed', unit_cost: '' }),
		});
		expect(response.children).toEqual([]);
		expect(linesOf(id)[0]).toMatchObject({ name: 'Changed', description: '', unit_cost: '0.00' });
		expect(linesOf(id)[1]).toEqual(other);
	});

	test('are deleted by their identifiers, from several estimates at once', async () => {
		const [one, two] = [await create(lines({ name: 'A' }, { name: 'B' })), await create()];
		const [a = ''] = await itemsOf(one);
		const asked = {
			...repeated('estimate_id', [one, two]),
			...repeated('estimate_item_id', [a, ...(await itemsOf(two))]),
		};
		expect((await service.succeed('deleteEstimateItem', asked)).children).toEqual([]);
		expect([await names(one), await names(two)]).toEqual([['B'], []]);
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
		const [own = '', [others = '']] = [(await itemsOf(id))[0], await itemsOf(other)];
		for (const item of [others, ofInvoice(id), '{unknown}', 'abc', '']) {
			const update = lines({ estimate_item_id: own, name: 'X' }, { estimate_item_id: item });
			const refused = { status: 400, text: 'Estimate item is invalid.' };
			expect(await service.call('updateEstimateItem', { estimate_id: id, ...update })).toMatchObject(refused);
			if (item === '') continue;
			const asked = { estimate_id: id, ...repeated('estimate_item_id', [own, item]) };
			expect(await service.call('deleteEstimateItem', asked)).toMatchObject(refused);
		}
		expect(service.sandbox.records('line')).toEqual(before);
	});
});

test.each([
	['getEstimate', 403],
	['updateEstimate', 403],
	['deleteEstimate', 200],
	['sendEstimateMail', 400],
	['addEstimateItem', 403],
	['updateEstimateItem', 403],
	['deleteEstimateItem', 403],
] as const)('%s does not reach an estimate of another account', async (method, status) => {
	const id = await createForeign();
	const estimate_item_id = String(linesOf(id)[0]?.id);
	const before = [row(id), linesOf(id), service.sandbox.outbox];
	const reply = await service.call(method, {
		estimate_id: id,
		estimate_item_id,
		notes: 'Changed',
		...lines({ estimate_item_id }),
	});
	expect(reply.status).toBe(status);
	expect([row(id), linesOf(id), service.sandbox.outbox]).toEqual(before);
});

describe('the filters of listEstimate', () => {
	type Row = RecordRows['estimate'];
	const isActive = (one: Row) => one.status === 'Active';
	const DAY = '2026-04-16';

	/** Each filter with the estimates that it has to leave, seen from what is stored. */
	const FILTERS: ReadonlyArray<{ filter: Values; leaves: (one: Row) => boolean }> = [
		{ filter: {}, leaves: isActive },
		{ filter: { status: 'Archived' }, leaves: (one) => one.status === 'Archived' },
		{ filter: { status: 'Active' }, leaves: isActive },
		{ filter: { status: 'Sent' }, leaves: (one) => one.estimate_status === 'Sent' },
		{ filter: { client_id: '6' }, leaves: (one) => isActive(one) && one.client_id === 6 },
		{ filter: { estimate_number: '00007' }, leaves: (one) => isActive(one) && one.number === '00007' },
		{ filter: { date_from: DAY }, leaves: (one) => isActive(one) && one.date >= DAY },
		{ filter: { date_to: DAY }, leaves: (one) => isActive(one) && one.date <= DAY },
		{
			filter: { date_from: DAY, status: 'Draft' },
			leaves: (one) => one.date >= DAY && one.estimate_status === 'Draft',
		},
	];

	const find = async (filter: Values) => {
		const values = Object.fromEntries(Object.entries(filter).map(([name, text]) => [`filter/${name}`, text]));
		return textsAt(await service.succeed('listEstimate', values), 'estimates/estimate/estimate_id');
	};

	test.each(FILTERS)('$filter leaves exactly the estimates that match', async ({ filter, leaves }) => {
		const own = service.sandbox
			.records('estimate')
			.filter((one) => one.account_id === service.sandbox.account('main').id);
		const expected = own.filter(leaves).map(({ id }) => String(id));
		expect(expected.length).toBeGreaterThan(0);
		expect(expected.length).toBeLessThan(own.length);
		expect([...(await find(filter))].sort()).toEqual(expected.sort());
	});

	test('match nothing of another account', async () => {
		await createForeign();
		const values = { 'filter/client_id': '{foreignClient}' };
		expect((await service.call('listEstimate', values)).status).toBe(404);
	});

	test('are joined by an order: the newest number first, or as asked for', async () => {
		await create({ number: '9', date: '2020-01-01' });
		const ids = await find({});
		const numberOf = (id: string) => Number(row(id)?.number);
		expect(ids.map(numberOf)).toEqual([...ids.map(numberOf)].sort((a, b) => b - a));
		const byIdentifier = await find({ sort_column: 'estimate_id', sort_order: 'asc' });
		expect(byIdentifier.map(Number)).toEqual([...byIdentifier.map(Number)].sort((a, b) => a - b));
		const dates = (await find({ sort_column: 'date' })).map((id) => row(id)?.date ?? '');
		expect(dates).toEqual([...dates].sort().reverse());
	});
});
