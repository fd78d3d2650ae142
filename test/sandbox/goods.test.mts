import type { Values } from './walk/documents.mts';
import { create, fields, read } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const service = useService();

/** §4.8: products and services differ only in the names of their elements, and their quantity. */
const GOODS = [
	{
		name: 'Product',
		cost: 'unitcost',
		quantity: 'quantity',
		returned: { '0': '0.00', '3.5': '3.50' },
		none: '0.00',
		refused: ['-1', '1.234', 'Hour', '1e3'],
	},
	{
		name: 'Service',
		cost: 'cost',
		quantity: 'unit',
		returned: {
			...{ Hour: 'Hour', Month: 'Month', Minutes: 'Minutes', Year: 'Year', Day: 'Day', Basic: 'Basic' },
			// The vendor's own example of an update writes it so.
			minutes: 'Minutes',
			HOUR: 'Hour',
		},
		none: '',
		refused: ['8', '-1', '1.234', '0', 'Hours', 'Piece', 'Half a day', '8 hours', 'Week'],
	},
] as const;

describe.each(GOODS)('$name', ({ name, cost, quantity, returned, none, refused }) => {
	const kind = name.toLowerCase();
	const identifier = `${kind}_id`;
	const add = (values: Values) => create(service, `create${name}`, values);
	const get = (id: string) => read(service, `get${name}`, { [identifier]: id });

	test('is active and of today, and the rest is zero or empty', async () => {
		const record = await get(await add({ name: 'New' }));
		const texts = fields(record, 'unit_cost', 'quantity', 'description', 'status');
		expect(texts).toEqual(['0.00', none, '', 'Active']);
		expect(fields(record, 'date')[0]).toMatch(new RegExp(`^${TODAY} \\d\\d:\\d\\d:\\d\\d$`));
	});

	test('returns its quantity as it was sent, or its unit as the vendor spells it, and refuses another', async () => {
		for (const [index, [sent, expected]] of Object.entries(returned).entries()) {
			const id = await add({ name: `No. ${index}`, [quantity]: sent });
			expect(fields(await get(id), 'quantity')).toEqual([expected]);
		}
		const message = quantity === 'unit' ? 'Unit is invalid.' : 'Quantity is invalid.';
		for (const sent of refused)
			expect(await service.reply(`create${name}`, { name: 'Wrong', [quantity]: sent })).toEqual([
				400,
				message,
			]);
	});

	test('may cost less than zero', async () => {
		expect(fields(await get(await add({ name: 'Paper', [cost]: '-4.5' })), 'unit_cost')).toEqual(['-4.50']);
	});
});
