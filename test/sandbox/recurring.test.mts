import { textAt, textsAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { CLIENT } from './walk/invoices.mts';
import { lines } from './walk/lines.mts';
import { create, read } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

const add = (values: Values = {}) =>
	create(service, 'createRecurring', { ...CLIENT, ...lines({}), ...values });
const update = (recurring_id: string, values: Values) =>
	service.succeed('updateRecurring', { recurring_id, ...values });
const get = (recurring_id: string) => read(service, 'getRecurring', { recurring_id });
const fieldOf = async (id: string, path: string) => textAt(await get(id), path);

/** Those that the vendor documents. §4.5: an unrecognized value is saved as 1 Week. */
const RECOGNIZED = [
	...['1 Week', '2 Week', '3 Week', '4 Week'],
	...['1 Month', '3 Month', '6 Month', '11 Month', '1 Year', '2 Year', '3 Year'],
];
const UNRECOGNIZED = [
	'3 Months',
	'3 month',
	'2 Weeks',
	'10 Days',
	'2 Month',
	'5 Week',
	'4 Year',
	'Quarterly',
];

test.each([
	...RECOGNIZED.map((frequency) => [frequency, frequency] as const),
	...[...UNRECOGNIZED, 'every 1 Month', ''].map((frequency) => [frequency, '1 Week'] as const),
])('the frequency %p is saved as %p', async (frequency, saved) => {
	expect(await fieldOf(await add({ frequency }), 'frequency')).toBe(saved);
	const id = await add({ frequency: '6 Month' });
	await update(id, { frequency });
	expect(await fieldOf(id, 'frequency')).toBe(frequency === '' ? '6 Month' : saved);
});

test('the occurence is a whole number, and 0 is no end', async () => {
	const id = await add({ occurence: '12' });
	for (const occurence of ['1.5', '-1', 'many']) {
		const refused = { status: 400, text: 'Occurence is invalid.' };
		expect(await service.call('updateRecurring', { recurring_id: id, occurence })).toMatchObject(refused);
	}
	expect(await fieldOf(id, 'occurence')).toBe('12');
	await update(id, { occurence: '0' });
	expect([await fieldOf(id, 'occurence'), await fieldOf(await add(), 'occurence')]).toEqual(['0', '0']);
});

test('only createRecurring takes send, as in the example of the vendor', async () => {
	const id = await add({ send: '1' });
	expect(service.lastRequest().unknownElements).toEqual([]);
	await update(id, { send: '1' });
	expect(service.lastRequest().unknownElements).toEqual(['send']);
});

test('createRecurring makes an active profile, and takes no number, status or schedule date', async () => {
	const id = await add({ number: 'R-1', status: 'sent', schedule_date: '2026-01-01' });
	expect(service.lastRequest().unknownElements).toEqual(['number', 'status', 'schedule_date']);
	expect([await fieldOf(id, 'number'), await fieldOf(id, 'recurring_status')]).toEqual([
		expect.stringMatching(/^\d{5}$/),
		'Active',
	]);
});

test('a profile makes no invoice by itself, though the first is due', async () => {
	const count = () => service.sandbox.records('invoice').length;
	const before = count();
	await add({ date: '2026-01-01', frequency: '1 Week' });
	await service.succeed('listInvoice');
	expect(count()).toBe(before);
});

test('createRecurring saves any type but a service as a product, updateRecurring refuses an unlisted one (§4.2)', async () => {
	const elements = lines({ type: 'Gadget' }, { type: '' }, { type: 'Service' }, { type: 'Time' }, {});
	delete elements['items/item[4]/type'];
	const id = await add(elements);
	const types = async () => textsAt(await get(id), 'items/item/type');
	expect(await types()).toEqual(['Products', 'Products', 'Services', 'Products', 'Products']);
	const changed = lines({ type: '' }, { type: 'Service' }, {});
	delete changed['items/item[2]/type'];
	await update(id, changed);
	expect(await types()).toEqual(['Products', 'Services', 'Products']);
	const other = { recurring_id: id, ...lines({ type: 'Gadget' }) };
	expect(await service.call('updateRecurring', other)).toMatchObject({ text: 'Type is invalid.' });
});

test('lines are added without taxes, and get them by an update', async () => {
	const TAX = { tax1_name: 'VAT', tax1_percent: '20', tax2_name: 'GST', tax2_percent: '5' };
	const id = await add(lines({ unit_cost: '100', ...TAX }));
	const added = { name: '', unit_cost: '100', ...TAX, tax1_percent: 'not checked' };
	const response = await service.succeed('addRecurringItem', { recurring_id: id, ...lines(added) });
	expect([...service.lastRequest().unknownElements].sort()).toEqual(
		Object.keys(TAX).map((name) => `items/item/${name}`),
	);
	expect(await fieldOf(id, 'total_tax')).toBe('25.00');
	const recurring_item_id = textAt(response, 'recurring_items/recurring_item_id');
	const changed = lines({ recurring_item_id, unit_cost: '200', ...TAX });
	await service.succeed('updateRecurringItem', { recurring_id: id, ...changed });
	expect(await fieldOf(id, 'total_tax')).toBe('75.00');
});
