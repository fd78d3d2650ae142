import fc from 'fast-check';
import { NodeOperationError } from 'n8n-workflow';
import {
	expenseLines,
	rulesOf,
	timeEntryLines,
	type LineRules,
} from '../../../../nodes/XmlBilling/actions/documents/lineRules';
import { encodeLine } from '../../../../nodes/XmlBilling/actions/documents/lines';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';

const PATH = 'Lines › 1';
const node = {
	...{ id: '1', name: 'Billing', type: 'x', typeVersion: 1, parameters: {} },
	position: [0, 0] as [number, number],
};

/** The elements of a line, or the field and the problem after an exclamation mark. */
function outcome(values: Values, rules: LineRules = createInvoice): unknown {
	const problem = (message: string) => new NodeOperationError(node, message);
	try {
		return encodeLine({ path: PATH, values }, rules, { timeZone: 'UTC', problem, warn: () => undefined });
	} catch (error) {
		if (error instanceof NodeOperationError) return error.message.replace(/^Lines › 1( › )?/, '!');
		throw error;
	}
}

const PLAIN = ['name', 'type', 'description', 'unit_cost', 'quantity', 'discount', 'discount_type'];
const ELEVEN = [...PLAIN, 'tax1_name', 'tax1_percent', 'tax2_name', 'tax2_percent'];
const THIRTEEN = [...ELEVEN, 'tax1_type', 'tax2_type'];

// The table of §4.2, row by row: what a line holds, whether its name and its discount are required.
const TABLE: ReadonlyArray<
	[method: string, elements: string[], name: string, discount: string, id?: string]
> = [
	['createInvoice', THIRTEEN, 'Y', 'n'],
	['updateInvoice', THIRTEEN, 'Y', 'n'],
	['addInvoiceItem', ELEVEN, 'Y', 'Y'],
	['updateInvoiceItem', ELEVEN, 'Y', 'Y', 'invoice_item_id'],
	['createEstimate', ELEVEN, 'Y', 'n'],
	['updateEstimate', ELEVEN, 'Y', 'n'],
	['addEstimateItem', ELEVEN, 'n', 'Y'],
	['updateEstimateItem', ELEVEN, 'n', 'Y', 'estimate_item_id'],
	['createRecurring', ELEVEN, 'Y', 'n'],
	['updateRecurring', ELEVEN, 'Y', 'n'],
	['addRecurringItem', PLAIN, 'n', 'Y'],
	['updateRecurringItem', ELEVEN, 'n', 'Y', 'recurring_item_id'],
	['createInvoiceFromTimeTracking', THIRTEEN, 'Y', 'n'],
	['createInvoiceFromExpense', ELEVEN, 'Y', 'n'],
	['createInvoiceFromEstimate', ELEVEN, 'Y', 'n'],
];
const createInvoice = rulesOf('createInvoice');

/** A line with its required values. */
const DESIGN: Values = { name: 'Design', unit_cost: '12.5' };

describe.each(TABLE)('A line of %s', (method, elements, name, discount, id) => {
	const rules = rulesOf(method);
	const line = id === undefined ? DESIGN : { ...DESIGN, [id]: '77' };

	it('has every element that it takes, needs what §4.2 says, and names what it takes in place of other fields', () => {
		const body = outcome(line, rules);
		const ids = id === undefined ? [] : [id];
		expect(Object.keys(body as object).sort()).toEqual([...elements, ...ids].sort());
		expect(body).toMatchObject({
			...{ ...line, type: 'Product', description: '', quantity: '1' },
			...{ discount: discount === 'Y' ? '0' : '', discount_type: 'Percent' },
		});
		for (const empty of [undefined, '  ']) {
			expect(outcome({ ...line, unit_cost: empty }, rules)).toBe('!Unit Cost is required and was left empty');
			const unnamed = outcome({ ...line, name: empty }, rules);
			if (name === 'Y') expect(unnamed).toBe('!Name is required and was left empty');
			else expect(unnamed).toMatchObject({ name: '' });
		}
		expect(outcome({ ...line, unit_cost: 0 }, rules)).toMatchObject({ unit_cost: '0' });
		const others = {
			...{ tax1_name: 'VAT', tax1_percent: 19, tax2_name: 'City', tax2_percent: '2.5' },
			...{ tax1_type: 'Normal', tax2_type: 'Compound', invoice_item_id: '77', unitCost: 1, constructor: 'x' },
		};
		for (const [key, value] of Object.entries(others)) {
			const result = outcome({ ...line, [key]: value }, rules);
			if (elements.includes(key) || key === id) expect(result).toMatchObject({ [key]: String(value) });
			else expect(result).toMatch(new RegExp(`^! ?has no field '${key}'; it takes .*discount_type`));
		}
		if (id === undefined) return;
		expect(outcome(DESIGN, rules)).toBe(`!${id} is required and was left empty`);
		expect(outcome({ ...DESIGN, [id]: '12abc' }, rules)).toMatch(new RegExp(`^!${id} takes an ID`));
	});
});

it('Lines of no known method are refused: they would be sent without an element', () => {
	for (const method of ['', 'getInvoice', 'createinvoice', 'constructor'])
		expect(() => rulesOf(method)).toThrow(new RangeError(`No lines are known for the method '${method}'`));
});

it.each([
	['Time', timeEntryLines, THIRTEEN],
	['Expense', expenseLines, ELEVEN],
])('A line for one record has its identifier and the type %s', (type, rules, elements) => {
	const body = outcome({ id: 5, unit_cost: 3 }, rules);
	expect(Object.keys(body as object).sort()).toEqual(['id', ...elements].sort());
	expect(body).toMatchObject({ id: '5', type, discount_type: 'Percent', name: '' });
	expect(outcome({ id: 5, unit_cost: 3, type: 'Product' }, rules)).toBe(
		`!Type must be one of ${type}, not 'Product'`,
	);
	expect(outcome(DESIGN, rules)).toBe('!id is required and was left empty');
});

it('A line takes values as people write them, and refuses others by their names', () => {
	for (const [name, value, written] of [
		['type', 'Products', 'Product'],
		['type', ' SERVICE ', 'Service'],
		['discount_type', 'fixed', 'Fixed'],
		['tax2_type', 'compound', 'Compound'],
		['quantity', 0, '0'],
		['unit_cost', '-20.5', '-20.5'],
		['description', false, 'false'],
		// A withheld tax
		['tax1_percent', -15, '-15'],
	] as const)
		expect(outcome({ ...DESIGN, [name]: value })).toMatchObject({ [name]: written });
	for (const [name, value, problem] of [
		['type', 'Hours', "Type must be one of Product, Service, not 'Hours'"],
		['tax1_type', 'Compound', "Tax Type must be one of Normal, not 'Compound'"],
		['quantity', -1, 'Quantity must not be negative (make Unit Cost negative instead), not -1'],
		['unit_cost', '1,200.50', 'Unit Cost takes a plain number'],
		['unit_cost', 1.005, 'Unit Cost takes at most two decimal places'],
		['name', { text: 'a' }, 'Name takes text, not an object'],
	] as const)
		expect(outcome({ ...DESIGN, [name]: value })).toContain(`!${problem}`);
});

test('no line has a discount that would make it negative, with any amount', () => {
	const hundredths = (most: number, least = 0) => fc.integer({ min: least * 100, max: most * 100 });
	const text = (whole: number) => (whole / 100).toFixed(2);
	fc.assert(
		fc.property(hundredths(30, -10), hundredths(20), hundredths(200), (cost, quantity, discount) => {
			const line = { name: 'Design', unit_cost: text(cost), quantity: text(quantity) };
			const fixed = outcome({ ...line, discount: text(discount), discount_type: 'Fixed' });
			// In hundredths, which are exact in these numbers: halves are rounded away from zero.
			const product = cost * quantity;
			const amount = Math.sign(product) * Math.floor((Math.abs(product) + 50) / 100);
			if (discount === 0 || discount <= amount) expect(fixed).toMatchObject({ discount_type: 'Fixed' });
			else expect(fixed).toMatch(/^!Discount must be at most the amount of its line, not '/);
			expect(outcome({ ...line, discount: '100' })).toMatchObject({ discount: '100' });
			expect(outcome({ ...line, discount: '100.01' })).toContain('percentage of at most 100');
		}),
	);
});
