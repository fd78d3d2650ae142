import type { Values } from './walk/documents.ts';
import { create, fields, list, read } from './walk/records.ts';
import { TODAY, useService } from './walk/service.ts';

const service = useService();

/** §4.8: products and services are alike but for the names of their elements, and their quantity. */
const GOODS = [
	{
		name: 'Product',
		other: 'Service',
		cost: 'unitcost',
		quantity: 'quantity',
		returned: { '0': '0.00', '3.5': '3.50' },
		none: '0.00',
		refused: ['-1', '1.234', 'Hour', '1e3'],
	},
	{
		name: 'Service',
		other: 'Product',
		cost: 'cost',
		quantity: 'unit',
		returned: { Hour: 'Hour', 'Half a day': 'Half a day', '8 hours': '8 hours' },
		none: '',
		refused: ['8', '-1', '1.234', '0'],
	},
] as const;

describe.each(GOODS)('$name', ({ name, other, cost, quantity, returned, none, refused }) => {
	const kind = name.toLowerCase();
	const identifier = `${kind}_id`;
	const add = (values: Values) => create(service, `create${name}`, values);
	const get = (id: string) => read(service, `get${name}`, { [identifier]: id });
	const reply = async (method: string, values: Values) => {
		const { status, text } = await service.call(method, values);
		return [status, text];
	};

	test('is active and of today, and the rest is zero or empty', async () => {
		const record = await get(await add({ name: 'New' }));
		expect(fields(record, 'unit_cost', 'quantity', 'description', 'status')).toEqual([
			'0.00',
			none,
			'',
			'Active',
		]);
		expect(fields(record, 'date')[0]).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
	});

	test('returns its quantity as it was sent, and refuses another', async () => {
		for (const [sent, expected] of Object.entries(returned)) {
			const id = await add({ name: `With ${sent}`, [quantity]: sent });
			expect(fields(await get(id), 'quantity')).toEqual([expected]);
		}
		const message = quantity === 'unit' ? 'Unit is invalid.' : 'Quantity is invalid.';
		for (const sent of refused)
			expect(await reply(`create${name}`, { name: 'Wrong', [quantity]: sent })).toEqual([400, message]);
	});

	test('has a name that no other has, whatever its case', async () => {
		const id = await add({ name: 'Paper <A4>' });
		const taken = [400, `${name}- [PAPER <a4>] already exists.`];
		expect(await reply(`create${name}`, { name: 'PAPER <a4>' })).toEqual(taken);
		const another = await add({ name: 'Card' });
		expect(await reply(`update${name}`, { [identifier]: another, name: 'PAPER <a4>' })).toEqual(taken);
		expect(await reply(`update${name}`, { [identifier]: id, name: 'PAPER <a4>' })).toEqual([200, '']);
		expect(fields(await get(id), `${kind}_name`)).toEqual(['PAPER <a4>']);
	});

	test('may have the name of another kind, of another account, or of a deleted one', async () => {
		const id = await add({ name: 'Paper' });
		expect((await reply(`create${other}`, { name: 'Paper' }))[0]).toBe(200);
		expect((await service.call(`create${name}`, { name: 'Paper' }, 'second')).status).toBe(200);
		await service.succeed(`delete${name}`, { [identifier]: id });
		expect((await reply(`create${name}`, { name: 'Paper' }))[0]).toBe(200);
	});

	test('may cost less than zero', async () => {
		expect(fields(await get(await add({ name: 'Paper', [cost]: '-4.5' })), 'unit_cost')).toEqual(['-4.50']);
	});

	test('is found by its identifier, its whole name and its cost', async () => {
		const id = await add({ name: 'Paper', [cost]: '4.5' });
		const another = await add({ name: 'Paper clip', [cost]: '45' });
		const find = (filter: Values) => list(service, `list${name}`, filter);
		expect(await find({ [identifier]: another })).toEqual([another]);
		expect(await find({ item_name: 'paper' })).toEqual([id]);
		expect(await find({ item_cost: '4.50' })).toEqual([id]);
		expect(await find({ item_cost: '4.5', item_name: 'Paper clip' })).toEqual([]);
	});
});
