import type { Quirk } from '../../sandbox/index.mts';
import { SPECIFICATION } from './walk/specification.mts';
import { at, textAt, textsAt } from './walk/answers.mts';
import { largestRequest, type Values } from './walk/documents.mts';
import { CLIENT } from './walk/invoices.mts';
import { lines, repeated } from './walk/lines.mts';
import { create as make, refusedAlone } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const quirks: Quirk[] = [];
const service = useService({ quirks });
afterEach(() => quirks.splice(0));

/** The documents with lines (§4.3 to §4.5), as far as their methods agree. */
const DOCUMENTS = [
	{ name: 'Invoice', kind: 'invoice', item: 'item_id', kept: false },
	{ name: 'Estimate', kind: 'estimate', item: 'item_id', kept: true },
	{ name: 'Recurring', kind: 'recurring', item: 'recurring_item_id', kept: true },
] as const;

const STATES = { invoice: 'invoice_record_status', estimate: 'status' } as const;

const TAXED = { unit_cost: '20', tax1_percent: '10', tax2_percent: '5' };

describe.each(DOCUMENTS)('$name', ({ name, kind, item, kept }) => {
	const identifier = `${kind}_id`;
	const create = (values: Values = {}, account = 'main') =>
		make(service, `create${name}`, { ...CLIENT, ...lines({}), ...values }, account);
	const createForeign = () => create({ 'client/client_id': '{foreignClient}' }, 'second');
	const update = (id: string, values: Values = {}) =>
		service.succeed(`update${name}`, { [identifier]: id, ...CLIENT, ...values });
	const read = async (id: string) => at(await service.succeed(`get${name}`, { [identifier]: id }), kind);
	const fieldOf = async (id: string, path: string) => textAt(await read(id), path);
	const names = async (id: string) => textsAt(await read(id), 'items/item/name');
	const itemsOf = async (id: string) => textsAt(await read(id), `items/item/${item}`);
	const row = (id: string) => service.rowOf(kind, id);
	const linesOf = (id: string, document: string = kind) =>
		service.sandbox
			.records('line')
			.filter((line) => line.document === document && String(line.document_id) === id);

	test('is dated today, and numbered by its own sequence', async () => {
		const first = await read(await create());
		for (const other of DOCUMENTS)
			if (other.name !== name) await service.succeed(`create${other.name}`, CLIENT);
		const second = await read(await create());
		expect(textAt(first, 'date')).toBe(TODAY);
		expect(Number(textAt(second, 'number'))).toBe(Number(textAt(first, 'number')) + 1);
	});

	test('a document names its client', async () => {
		const [client] = service.sandbox.records('client');
		const record = await read(await create({ 'client/client_id': String(client?.id) }));
		expect(textAt(record, 'client/client_id')).toBe(String(client?.id));
		if (kept) expect(textAt(record, 'client/organization')).toBe('Harbour & Pine Ltd');
	});

	test('has no client that is not there', async () => {
		await service.succeed('deleteClient', { client_id: '{newClient}' });
		const id = await create();
		const before = row(id);
		for (const client of ['{foreignClient}', '{unknown}', '{newClient}', 'abc']) {
			const values = { 'client/client_id': client };
			const created = await service.call(`create${name}`, values);
			expect([created.status, created.text]).toEqual([400, 'Client id is not exists.']);
			const updated = await service.call(`update${name}`, { [identifier]: id, ...values, notes: 'Changed' });
			expect([updated.status, updated.text]).toEqual([403, 'Client id is invalid.']);
		}
		expect(row(id)).toEqual(before);
	});

	if (kept) {
		const needed = (id: string) => ({ [identifier]: id, ...CLIENT });

		test('keeps what an update omits: header, number and lines', async () => {
			const method = SPECIFICATION.find((one) => one.method === `create${name}`);
			const id = await create({ ...(method && largestRequest(method)), ...CLIENT });
			const before = [await read(id), row(id), linesOf(id)];
			await update(id);
			expect([await read(id), row(id), linesOf(id)]).toEqual(before);
		});

		test('changes what an update sends, and nothing else', async () => {
			const id = await create();
			const header = () => ({ ...row(id), number_key: undefined });
			expect(await refusedAlone(service, `update${name}`, needed(id), header)).toEqual([]);
			await update(id, { 'client/client_id': '{newClient}' });
			expect(String(row(id)?.client_id)).toBe(service.fill('{newClient}'));
		});
	}

	test('gets the lines of an update that has some, and their totals', async () => {
		const id = await create(lines({ name: 'A' }, { name: 'B' }));
		await update(id, lines({ name: 'C', unit_cost: '10', discount: '50', tax1_percent: '20' }));
		const record = await read(id);
		expect(textsAt(record, 'items/item/name')).toEqual(['C']);
		expect([textAt(record, 'total_discount'), textAt(record, 'total_tax')]).toEqual(['5.00', '1.00']);
		expect(linesOf(id)).toHaveLength(1);
	});

	test('has the discounts and both taxes of all lines in its totals', async () => {
		// By hand: 59.97 less 6.00 with 10.79 and 1.35; 100.00 less 7.25 with 5.10.
		const id = await create(
			lines(
				{ unit_cost: '19.99', quantity: '3', discount: '10', tax1_percent: '20', tax2_percent: '2.5' },
				{ unit_cost: '100', discount: '7.25', discount_type: 'Fixed', tax2_percent: '5.5' },
			),
		);
		const record = await read(id);
		expect([textAt(record, 'total_discount'), textAt(record, 'total_tax')]).toEqual(['13.25', '17.24']);
	});

	test('gets lines at its end, with an identifier for each; its totals follow them', async () => {
		const id = await create();
		const isNamed = kind === 'invoice';
		const response = await service.succeed(`add${name}Item`, {
			[identifier]: id,
			...lines({ name: isNamed ? 'A' : '' }, { name: 'B' }),
		});
		expect(textAt(response, identifier)).toBe(id);
		expect(await names(id)).toEqual(['Line', isNamed ? 'A' : '', 'B']);
		const added = textsAt(response, `${kind}_items/${kind}_item_id`);
		expect((await itemsOf(id)).slice(1)).toEqual(added);
		const [first = ''] = added;
		const changed = { ...TAXED, discount: '10', [`${kind}_item_id`]: first };
		await service.succeed(`update${name}Item`, { [identifier]: id, ...lines(changed) });
		expect([await fieldOf(id, 'total_discount'), await fieldOf(id, 'total_tax')]).toEqual(['2.00', '2.70']);
		expect(linesOf(id)[1]).toMatchObject({ name: 'Line', description: '', unit_cost: '20.00' });
		await service.succeed(`delete${name}Item`, { [identifier]: id, [`${kind}_item_id`]: first });
		expect([await fieldOf(id, 'total_discount'), await fieldOf(id, 'total_tax')]).toEqual(['0.00', '0.00']);
	});

	test('loses lines by their identifiers, several documents at once', async () => {
		const [one, two] = [await create(lines({ name: 'A' }, { name: 'B' })), await create()];
		const [a = ''] = await itemsOf(one);
		await service.succeed(`delete${name}Item`, {
			...repeated(identifier, [one, two]),
			...repeated(`${kind}_item_id`, [a, ...(await itemsOf(two))]),
		});
		expect([await names(one), await names(two)]).toEqual([['B'], []]);
	});

	test('has no line of another document, even of another kind with the same identifier', async () => {
		const [id, other] = [await create(), await create()];
		const otherKind = kind === 'invoice' ? 'estimate' : 'invoice';
		const [sameId] = service.sandbox.records('line').filter((line) => line.document === otherKind);
		service.sandbox.change('line', sameId?.id ?? 0, { document_id: Number(id) });
		const before = service.sandbox.records('line');
		const [[own = ''], [others = '']] = [await itemsOf(id), await itemsOf(other)];
		const refused = { status: 400, text: `${name} item is invalid.` };
		for (const wrong of [others, String(sameId?.id), '{unknown}', 'abc']) {
			const changed = lines({ [`${kind}_item_id`]: own, name: 'X' }, { [`${kind}_item_id`]: wrong });
			expect(await service.call(`update${name}Item`, { [identifier]: id, ...changed })).toMatchObject(
				refused,
			);
			const asked = { [identifier]: id, ...repeated(`${kind}_item_id`, [own, wrong]) };
			expect(await service.call(`delete${name}Item`, asked)).toMatchObject(refused);
		}
		expect(service.sandbox.records('line')).toEqual(before);
	});

	if (name !== 'Recurring') {
		const send = (...ids: string[]) => service.call(`send${name}Mail`, repeated(identifier, ids));

		test('is mailed to its client, and is Sent then', async () => {
			const id = await create();
			const before = service.sandbox.outbox.length;
			await send(id);
			const number = await fieldOf(id, 'number');
			expect(await fieldOf(id, `${kind}_status`)).toBe('Sent');
			expect(service.sandbox.outbox.slice(before)).toMatchObject([
				{
					kind,
					recipient: service.fill('{clientEmail}'),
					record_id: Number(id),
					subject: `${name} ${number} from ${service.sandbox.account('main').company}`,
					attachment: `${kind}-${number}.pdf`,
				},
			]);
		});

		test('is mailed if it can be; the rest is listed with status 400', async () => {
			const withoutAddress = await create({ 'client/client_id': '{newClient}' });
			const [id, archived, foreign] = [await create(), await create(), await createForeign()];
			service.sandbox.change(kind, Number(archived), { status: 'Archived' });
			const failing = [...(kind === 'estimate' ? [archived] : []), withoutAddress, foreign];
			failing.push(service.fill('{unknown}'), 'abc');
			const { status, text, response } = await send(id, ...failing);
			expect([status, text]).toEqual([400, `Some ${kind}s could not be sent.`]);
			expect(textsAt(response, `success/${identifier}`)).toEqual([id]);
			expect(textsAt(response, `invalid/${identifier}`)).toEqual(failing);
			for (const one of [archived, withoutAddress])
				expect(row(one)).toMatchObject({ [`${kind}_status`]: 'Draft' });
		});
	}

	test.each(['keeps', 'removes'])(
		'is deleted by a service that %s what it deletes; those that cannot be are listed',
		async (manner) => {
			if (manner === 'removes') quirks.push('removesDeleted');
			const [one, two, foreign] = [await create(), await create(), await createForeign()];
			const others = () => service.sandbox.records('line').filter((line) => line.document !== kind).length;
			const before = others();
			const failing = [foreign, service.fill('{unknown}'), 'abc'];
			const asked = repeated(identifier, [one, ...failing, two, one]);
			const response = await service.succeed(`delete${name}`, asked);
			const isCanceled = kind === 'invoice' && manner === 'keeps';
			expect(textsAt(response, `failure/${identifier}`)).toEqual(failing);
			const state = kind === 'recurring' ? 'recurring_record_status' : STATES[kind];
			for (const id of [one, two]) {
				const reply = await service.call(`get${name}`, { [identifier]: id });
				expect(reply.status).toBe(isCanceled ? 200 : 404);
				expect(linesOf(id).length).toBe(manner === 'keeps' ? 1 : 0);
				const word = kind === 'invoice' ? 'Cancel' : 'Delete';
				const listed = await service.call(`list${name}`, { [`filter/${state}`]: word });
				expect(textsAt(listed.response, `${kind}s/${kind}/${identifier}`).includes(id)).toBe(
					manner === 'keeps',
				);
				expect(textsAt(await service.succeed(`list${name}`), `${kind}s/${kind}/${identifier}`)).not.toContain(
					id,
				);
			}
			expect([linesOf(foreign).length, others()]).toEqual([1, before]);
			expect(Number(await create())).toBeGreaterThan(Number(two));
		},
	);
});
