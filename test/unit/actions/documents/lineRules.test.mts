import fc from 'fast-check';
import {
	expenseLines,
	LINE_RULES,
	lineElement,
	timeEntryLines,
	type LineRules,
} from '../../../../nodes/XmlBilling/actions/documents/lineRules';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';
import { encoded as outcome } from './encoded.mts';

const PLAIN = ['name', 'type', 'description', 'unit_cost', 'quantity', 'discount', 'discount_type'];
const TAXES = ['tax1_name', 'tax1_percent', 'tax2_name', 'tax2_percent'];
const TAX_TYPES = ['tax1_type', 'tax2_type'];
const THIRTEEN = [...PLAIN, ...TAXES, ...TAX_TYPES];
const ELEVEN = [...PLAIN, ...TAXES];

// The table of §4.2, row by row: what a line holds, whether its name and its discount are required.
interface Row {
	method: keyof typeof LINE_RULES;
	elements: string[];
	name: 'Y' | 'n';
	discount: 'Y' | 'n';
	id?: string;
}
const TABLE: readonly Row[] = [
	{ method: 'createInvoice', elements: THIRTEEN, name: 'Y', discount: 'n' },
	{ method: 'updateInvoice', elements: THIRTEEN, name: 'Y', discount: 'n' },
	{ method: 'addInvoiceItem', elements: ELEVEN, name: 'Y', discount: 'Y' },
	{ method: 'updateInvoiceItem', elements: ELEVEN, name: 'Y', discount: 'Y', id: 'invoice_item_id' },
	{ method: 'createEstimate', elements: ELEVEN, name: 'Y', discount: 'n' },
	{ method: 'updateEstimate', elements: ELEVEN, name: 'Y', discount: 'n' },
	{ method: 'addEstimateItem', elements: ELEVEN, name: 'n', discount: 'Y' },
	{ method: 'updateEstimateItem', elements: ELEVEN, name: 'n', discount: 'Y', id: 'estimate_item_id' },
	{ method: 'createRecurring', elements: ELEVEN, name: 'Y', discount: 'n' },
	{ method: 'updateRecurring', elements: ELEVEN, name: 'Y', discount: 'n' },
	{ method: 'addRecurringItem', elements: PLAIN, name: 'n', discount: 'Y' },
	{ method: 'updateRecurringItem', elements: ELEVEN, name: 'n', discount: 'Y', id: 'recurring_item_id' },
	{ method: 'createInvoiceFromTimeTracking', elements: THIRTEEN, name: 'Y', discount: 'n' },
	{ method: 'createInvoiceFromExpense', elements: ELEVEN, name: 'Y', discount: 'n' },
	{ method: 'createInvoiceFromEstimate', elements: ELEVEN, name: 'Y', discount: 'n' },
];
const { createInvoice, addRecurringItem } = LINE_RULES;

/** A line with its required values. */
const DESIGN: Values = { name: 'Design', unit_cost: '12.5' };

/** One element of an otherwise valid line. */
const element = (name: string, value: unknown, rules: LineRules = createInvoice): unknown => {
	const result = outcome({ ...DESIGN, [name]: value }, rules);
	return typeof result === 'object' && result !== null ? Reflect.get(result, name) : result;
};

describe('the rules for lines', () => {
	it('cover the 15 methods that take lines', () => {
		expect(Object.keys(LINE_RULES).sort()).toEqual(TABLE.map(({ method }) => method).sort());
	});

	describe.each(TABLE)('of $method', ({ method, elements, name, discount, id }) => {
		const rules: LineRules = LINE_RULES[method];
		const given = id === undefined ? {} : { [id]: 77 };

		it('send every element that it takes, even when only a name and a cost are given', () => {
			const body = outcome({ ...DESIGN, ...given }, rules);
			expect(Object.keys(body as object).sort()).toEqual([...elements, ...Object.keys(given)].sort());
			expect(body).toMatchObject({
				name: 'Design',
				type: 'Product',
				discount_type: 'Percent',
				description: '',
				unit_cost: '12.5',
			});
		});

		it('require a unit cost, which may be 0, and a name and a discount as §4.2 says', () => {
			const result = (line: Values) => outcome({ ...DESIGN, ...given, ...line }, rules);
			for (const empty of [undefined, null, '', '  ']) {
				expect(result({ unit_cost: empty })).toBe('!Unit Cost is required and was left empty');
				if (name === 'Y') expect(result({ name: empty })).toBe('!Name is required and was left empty');
				else expect(result({ name: empty })).toMatchObject({ name: '' });
			}
			expect(result({ unit_cost: 0, discount: 0 })).toMatchObject({ unit_cost: '0', discount: '0' });
			expect(result({})).toMatchObject({ discount: discount === 'Y' ? '0' : '' });
			expect(result({ discount: '7.5' })).toMatchObject({ discount: '7.5' });
		});

		it('refuse a tax that it does not take, instead of dropping it', () => {
			const taxes = {
				tax1_name: 'VAT',
				tax1_percent: 19,
				tax2_name: 'City',
				tax2_percent: '2.5',
				tax1_type: 'Normal',
				tax2_type: 'Compound',
			};
			for (const [key, value] of Object.entries(taxes)) {
				const result = outcome({ ...DESIGN, ...given, [key]: value }, rules);
				if (elements.includes(key)) expect(result).toMatchObject({ [key]: String(value) });
				// The default of a form row says nothing, whether the method takes it or not.
				else if (key === 'tax1_type') expect(result).not.toHaveProperty(key);
				else
					expect(result).toMatch(
						new RegExp(`^!${key} cannot be set on a line here; a line takes .*discount_type`),
					);
			}
		});

		it('pass over what a form row leaves at its default', () => {
			const row = {
				tax1_name: '',
				tax1_percent: '',
				tax1_type: 'Normal',
				tax2_name: null,
				tax2_percent: undefined,
				tax2_type: 'Normal',
			};
			expect(Object.keys(outcome({ ...DESIGN, ...given, ...row }, rules) as object).sort()).toEqual(
				[...elements, ...Object.keys(given)].sort(),
			);
		});

		it('refuse a key that no line has, by its name', () => {
			for (const key of ['colour', 'Name', 'item_id', 'unitCost', 'constructor', '__proto__']) {
				const line: Values = Object.fromEntries<unknown>([
					...Object.entries(DESIGN),
					[key, ''],
					...Object.entries(given),
				]);
				expect(outcome(line, rules)).toMatch(
					new RegExp(`^!${key} cannot be set on a line here; a line takes `),
				);
			}
		});

		if (id !== undefined) {
			it(`require ${id}, a whole number above zero`, () => {
				expect(outcome({ ...DESIGN, [id]: '77' }, rules)).toMatchObject({ [id]: '77' });
				expect(outcome({ ...DESIGN }, rules)).toBe(`!${id} is required and was left empty`);
				expect(outcome({ ...DESIGN, [id]: ' ' }, rules)).toBe(`!${id} is required and was left empty`);
				for (const wrong of [0, -1, '12abc', 12.5]) {
					expect(outcome({ ...DESIGN, [id]: wrong }, rules)).toMatch(new RegExp(`^!${id} takes an ID`));
				}
			});
		} else {
			it('accept no identifier of a line', () => {
				expect(outcome({ ...DESIGN, invoice_item_id: 77 }, rules)).toMatch(/^!invoice_item_id cannot be set/);
			});
		}
	});

	it.each([
		['Time', timeEntryLines, THIRTEEN],
		['Expense', expenseLines, ELEVEN],
	])('of a line for one record send its identifier and the type %s', (type, rules, elements) => {
		const body = outcome({ id: 5, unit_cost: 3 }, rules);
		expect(Object.keys(body as object).sort()).toEqual(['id', ...elements].sort());
		expect(body).toMatchObject({ id: '5', type, discount_type: 'Percent', name: '' });
		expect(outcome({ id: 5, unit_cost: 3, type: 'Product' }, rules)).toBe(
			`!Type must be one of ${type}, not 'Product'`,
		);
		expect(outcome({ ...DESIGN }, rules)).toBe('!id is required and was left empty');
	});
});

describe('a line', () => {
	it.each([
		['Products', 'Product'],
		['Product', 'Product'],
		['product', 'Product'],
		['Services', 'Service'],
		[' SERVICE ', 'Service'],
		['', 'Product'],
		[null, 'Product'],
	])('that is read with the type %p is written back with %s', (type, written) => {
		expect(element('type', type)).toBe(written);
	});

	it.each([
		['discount_type', 'fixed', 'Fixed'],
		['discount_type', 'PERCENT', 'Percent'],
		['tax1_type', 'normal', 'Normal'],
		['tax2_type', 'compound', 'Compound'],
		['tax2_type', 'Normal', 'Normal'],
	])('takes %s in any case: %s', (name, value, written) => {
		expect(element(name, value)).toBe(written);
	});

	it.each([
		['type', 'Hours', "!Type must be one of Product, Service, not 'Hours'"],
		['type', 'constructor', "!Type must be one of Product, Service, not 'constructor'"],
		['type', '__proto__', "!Type must be one of Product, Service, not '__proto__'"],
		['type', 'Time', "!Type must be one of Product, Service, not 'Time'"],
		['discount_type', '%', "!Discount Type must be one of Percent, Fixed, not '%'"],
		['tax1_type', 'Compound', "!Tax Type must be one of Normal, not 'Compound'"],
		['tax2_type', 'Other', "!Charged On must be one of Normal, Compound, not 'Other'"],
		['quantity', -1, '!Quantity must not be negative, not -1'],
		['quantity', '2 h', /^!Quantity takes a plain number/],
		['unit_cost', '1,200.50', /^!Unit Cost takes a plain number/],
		['unit_cost', 1.005, /^!Unit Cost takes at most two decimal places/],
		['discount', 'none', /^!Discount takes a plain number/],
		['tax1_percent', '19%', /^!Custom Tax Percent takes a plain number/],
		['name', { text: 'a' }, '!Name takes text, not an object'],
		['description', ['a'], '!Description takes text, not a list'],
	])('refuses %s %p and names it', (name, value, problem) => {
		if (problem instanceof RegExp) expect(element(name, value)).toMatch(problem);
		else expect(element(name, value)).toBe(problem);
	});

	it('distinguishes zero and false from omitted values', () => {
		expect([
			element('quantity', 0),
			element('quantity', '0'),
			element('quantity', ''),
			element('quantity', undefined),
		]).toEqual(['0', '0', '1', '1']);
		expect([element('unit_cost', 0), element('unit_cost', '0.00')]).toEqual(['0', '0']);
		expect([element('description', false), element('description', 0)]).toEqual(['false', '0']);
	});

	it('may have a negative price, and a withheld tax', () => {
		expect(element('unit_cost', '-20.5')).toBe('-20.5');
		expect(element('tax1_percent', -15)).toBe('-15');
	});

	it('is written with exact decimals and unchanged texts', () => {
		const line = fc.record({
			name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
			description: fc.string(),
			unit_cost: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
			quantity: fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2)),
		});
		fc.assert(
			fc.property(line, (values) => {
				const body = outcome(values, createInvoice);
				expect(body).toMatchObject({
					name: values.name,
					description: values.description.trim() === '' ? '' : values.description,
				});
				expect(Number(Reflect.get(body as object, 'unit_cost'))).toBe(values.unit_cost + 0);
				expect(Number(Reflect.get(body as object, 'quantity'))).toBe(Number(values.quantity));
			}),
		);
	});

	it('is never confused with another: values of one line do not reach the next', () => {
		outcome({ name: 'First', unit_cost: 5, discount: 3 }, addRecurringItem);
		expect(outcome({ name: 'Second', unit_cost: 7 }, addRecurringItem)).toEqual({
			name: 'Second',
			type: 'Product',
			description: '',
			unit_cost: '7',
			quantity: '1',
			discount: '0',
			discount_type: 'Percent',
		});
	});
});

describe('lineElement', () => {
	it.each([
		['unitCost', 'unit_cost'],
		['unit_cost', 'unit_cost'],
		[' discountType ', 'discount_type'],
		['tax1Name', 'tax1_name'],
		['name', 'name'],
	])('lineElement spells %p as %s', (key, name) => {
		expect(lineElement(key)).toBe(name);
	});
});
