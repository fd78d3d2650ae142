import type { Values } from './walk/documents.ts';
import { create, fields, list, read } from './walk/records.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** §4.8: products and services are alike but for the names of their elements, and their quantity. */
const GOODS = [
	{
		name: 'Product',
		other: 'Service',
		wrapper: 'product',
		cost: 'unitcost',
		costMessage: 'Unit cost is invalid.',
		quantity: 'quantity',
		quantities: ['0', '3.5'],
		returned: ['0.00', '3.50'],
		none: '0.00',
		wrongQuantities: ['-1', '1.234', 'Hour', '1e3'],
	},
	{
		name: 'Service',
		other: 'Product',
		wrapper: 'service',
		cost: 'cost',
		costMessage: 'Cost is invalid.',
		quantity: 'unit',
		quantities: ['Hour', 'Half a day', '8 hours'],
		returned: ['Hour', 'Half a day', '8 hours'],
		none: '',
		wrongQuantities: ['8', '-1', '1.234', '0'],
	},
] as const;

describe.each(GOODS)('$name', (goods) => {
	const { name, wrapper, cost, quantity } = goods;
	const identifier = `${wrapper}_id`;
	const add = (values: Values) => create(service, `create${name}`, values);
	const get = (id: string) => read(service, `get${name}`, { [identifier]: id });
	const reply = async (method: string, values: Values) => {
		const { status, text } = await service.call(method, values);
		return [status, text];
	};

	test('has a name at least: the rest is zero or empty, the record active and of today', async () => {
		const record = await get(await add({ name: 'New' }));
		expect(fields(record, `${wrapper}_name`, 'unit_cost', 'quantity', 'description', 'status')).toEqual([
			'New',
			'0.00',
			goods.none,
			'',
			'Active',
		]);
		expect(fields(record, 'date')[0]).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
		expect(await reply(`create${name}`, { name: ' ' })).toEqual([400, 'Please provide valid data.']);
	});

	test('returns its quantity as it was sent, and refuses another', async () => {
		const returned = [];
		for (const [index, value] of goods.quantities.entries()) {
			const id = await add({ name: `Number ${index}`, [quantity]: value });
			returned.push(...fields(await get(id), 'quantity'));
		}
		expect(returned).toEqual(goods.returned);
		const message = quantity === 'unit' ? 'Unit is invalid.' : 'Quantity is invalid.';
		const id = await add({ name: 'Kept', [quantity]: goods.quantities[1] });
		for (const value of goods.wrongQuantities) {
			const wrong = { name: 'Wrong', [quantity]: value };
			expect([value, ...(await reply(`create${name}`, wrong))]).toEqual([value, 400, message]);
			expect(await reply(`update${name}`, { [identifier]: id, ...wrong })).toEqual([400, message]);
		}
		expect(fields(await get(id), `${wrapper}_name`, 'quantity')).toEqual(['Kept', goods.returned[1]]);
	});

	test.each(['1.234', '1,50', 'x'])('refuses the cost %s', async (value) => {
		expect(await reply(`create${name}`, { name: 'Wrong', [cost]: value })).toEqual([400, goods.costMessage]);
	});

	test('has a name of its own, whatever its case', async () => {
		const id = await add({ name: 'Paper <A4>' });
		const taken = [400, `${name}- [PAPER <a4>] already exists.`];
		expect(await reply(`create${name}`, { name: 'PAPER <a4>' })).toEqual(taken);
		const other = await add({ name: 'Card' });
		expect(await reply(`update${name}`, { [identifier]: other, name: 'PAPER <a4>' })).toEqual(taken);
		expect(await reply(`update${name}`, { [identifier]: id, name: 'PAPER <a4>' })).toEqual([200, '']);
		expect(fields(await get(id), `${wrapper}_name`)).toEqual(['PAPER <a4>']);
	});

	test('may have the name of another kind, of another account, or of a deleted one', async () => {
		const id = await add({ name: 'Paper' });
		expect((await reply(`create${goods.other}`, { name: 'Paper' }))[0]).toBe(200);
		expect((await service.call(`create${name}`, { name: 'Paper' }, 'second')).status).toBe(200);
		await service.succeed(`delete${name}`, { [identifier]: id });
		expect((await reply(`create${name}`, { name: 'Paper' }))[0]).toBe(200);
	});

	test('changes by an update in what is sent only', async () => {
		const id = await add({ name: 'Paper', [cost]: '4', [quantity]: goods.quantities[1], description: 'A4' });
		await service.succeed(`update${name}`, { [identifier]: id, [cost]: '-4.5' });
		const record = await get(id);
		expect(fields(record, `${wrapper}_name`, 'unit_cost', 'quantity', 'description')).toEqual([
			'Paper',
			'-4.50',
			goods.returned[1],
			'A4',
		]);
	});

	test('is found by its identifier, its whole name and its cost', async () => {
		const id = await add({ name: 'Paper', [cost]: '4.5' });
		const another = await add({ name: 'Paper clip', [cost]: '45' });
		const find = (filter: Values) => list(service, `list${name}`, filter);
		expect(await find({ [identifier]: another })).toEqual([another]);
		expect(await find({ item_name: 'paper' })).toEqual([id]);
		expect(await find({ item_cost: '4.50' })).toEqual([id]);
		expect(await find({ item_cost: '4.5', item_name: 'Paper clip' })).toEqual([]);
		expect(await reply(`list${name}`, { 'filter/item_cost': 'x' })).toEqual([400, goods.costMessage]);
	});
});
