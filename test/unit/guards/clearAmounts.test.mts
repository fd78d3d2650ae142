import { isClear } from '../../../nodes/XmlBilling/guards/clearAmounts';
import { methodNamed } from '../../../nodes/XmlBilling/records/methods';
import type { Body, Content } from '../../../nodes/XmlBilling/xml/request';

/** A part of a request that contains amounts (§4.2, §4.3, §4.11). */
interface Part {
	method: string;
	path: string;
	decimals: string[];
	notNegative: string[];
	/** The spellings of each type. */
	types: Record<string, string[]>;
	/** Values that the service would fill in itself. */
	required: string[];
}

const line = (method: string, path: string, kinds: string[], ...required: string[]): Part => ({
	...{ method, path, required },
	decimals: ['unit_cost', 'discount', 'tax1_percent', 'tax2_percent'],
	notNegative: ['quantity'],
	types: {
		discount_type: ['Percent', 'Fixed'],
		tax1_type: ['Normal'],
		tax2_type: ['Normal', 'Compound'],
		type: kinds,
	},
});
const BILLED = ['id', 'unit_cost', 'quantity'];
const amount = { decimals: ['amount'], notNegative: [], required: ['amount'] };
const charged = { path: 'additional_charges/additional_charge', types: { type: ['Percent', 'Fixed'] } };
const PARTS: Part[] = [
	line('createInvoice', 'items/item', ['Product', 'Service']),
	line('updateInvoiceItem', 'items/item', ['Product', 'Service']),
	line('createRecurring', 'items/item', ['Product', 'Service']),
	line('createInvoiceFromTimeTracking', 'time_entries/time_entry', ['Time'], ...BILLED),
	line('createInvoiceFromExpense', 'expenses/expense', ['Expense'], ...BILLED),
	{ method: 'createInvoice', ...charged, ...amount },
	{ method: 'invoiceOfflinePayment', path: 'invoice', types: {}, ...amount, required: ['id', 'amount'] },
];

const clear = (name: string, body: Body): boolean => {
	const method = methodNamed(name);
	if (method === undefined) throw new Error(`There is no method ${name}`);
	return isClear(method, body);
};
const at = (path: string, content: Body): Body =>
	path.split('/').reduceRight<Body>((inner, name) => ({ [name]: inner }), content);

describe.each(PARTS)('the amounts in $path of $method', ({ method, path, required, ...part }) => {
	const { decimals, notNegative, types } = part;
	const filled: Body = Object.fromEntries(required.map((name) => [name, '1']));
	const isWith = (name: string, content: Content) => clear(method, at(path, { ...filled, [name]: content }));

	test.each([...decimals, ...notNegative])('are clear only if %s is a plain number', (name) => {
		for (const plain of ['0', '7', '1200.50', ' 12.5 '])
			expect([plain, isWith(name, plain)]).toEqual([plain, true]);
		const others = [
			'1,5',
			'1e3',
			'.5',
			'5.',
			'+5',
			'1.2.3',
			'x',
			'0x1F',
			'--5',
			'1 2',
			['1', '2'],
			{ x: '1' },
		];
		for (const other of others) expect([other, isWith(name, other)]).toEqual([other, false]);
		expect(isWith(name, '-5')).toBe(decimals.includes(name));
		expect(isWith(name, '')).toBe(!required.includes(name));
	});

	if (Object.keys(types).length > 0)
		test.each(Object.entries(types))(
			'are clear only if %s is spelled as in the interface',
			(name, spellings) => {
				for (const spelling of ['', ...spellings])
					expect([spelling, isWith(name, spelling)]).toEqual([spelling, true]);
				const others: Content[] = spellings.flatMap((one) => [
					one.toLowerCase(),
					`${one}s`,
					` ${one}`,
					[one, one],
				]);
				for (const other of [...others, 'Other'])
					expect([other, isWith(name, other)]).toEqual([other, false]);
			},
		);

	test('are unclear without what the service would fill in', () => {
		expect(clear(method, at(path, filled))).toBe(true);
		for (const name of required) {
			const rest = Object.fromEntries(Object.entries(filled).filter(([one]) => one !== name));
			expect([name, clear(method, at(path, rest))]).toEqual([name, false]);
			expect([name, isWith(name, ' ')]).toEqual([name, false]);
		}
	});

	if (required.includes('id'))
		test.each(['0131', '+131', '131.0', '１３１', '0', '-1', '131abc'])(
			'are unclear with the identifier %s',
			(id) => expect(isWith('id', id)).toBe(false),
		);

	test("are unclear if an amount's element has another place or spelling, whatever else there is", () => {
		expect(isWith('remark', 'x')).toBe(true);
		expect(clear(method, { ...at(path, filled), remark: 'x' })).toBe(true);
		for (const name of ['unit-cost', 'UnitCost', 'Quantity', 'tax1percent', 'AMOUNT', 'item', 'Items'])
			expect([name, isWith(name, '5')]).toEqual([name, false]);
		for (const name of [...decimals, ...notNegative])
			expect([name, clear(method, { ...at(path, filled), [name]: '5' })]).toEqual([name, false]);
	});
});

test('identifiers are clear where a document is changed, and not where it is created or paid', () => {
	expect(clear('updateInvoice', { invoice_id: '4' })).toBe(true);
	expect(clear('updateRecurring', { recurring_id: '4' })).toBe(true);
	expect(clear('createInvoice', { invoice_id: '4' })).toBe(false);
	expect(clear('invoiceOfflinePayment', { invoice_id: '4' })).toBe(false);
	expect(clear('createInvoice', { invoice_id: undefined })).toBe(true);
	expect(clear('updateInvoiceItem', at('items/item', { invoice_item_id: '5', quantity: '1' }))).toBe(true);
});
