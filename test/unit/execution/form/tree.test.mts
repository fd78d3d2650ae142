import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';
import { rowsIn, valuesOf } from '../../../../nodes/XmlBilling/execution/form/tree';
import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { clientLocator, invoiceLocator } from '../../../../nodes/XmlBilling/descriptions/locators';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';
import { clientId, collection, group, groups, outcome, text } from './encoding.mts';

const locator = (mode: string, value: unknown): unknown => ({ __rl: true, mode, value });

class Refused extends Error {
	advice = '';
}

function read(fields: readonly Property[], values: Values, raw: Values = {}, warn?: (text: string) => void) {
	const refuse = (message: string, advice = '') => Object.assign(new Refused(message), { advice });
	return readForm(fields, values, { raw, timeZone: 'utc', refuse, warn });
}

/** The message and the advice of what is refused. */
function refusal(...form: Parameters<typeof read>): string {
	try {
		read(...form);
	} catch (error) {
		if (error instanceof Refused) return `${error.message} | ${error.advice}`;
		throw error;
	}
	return '';
}

const lines: Property = {
	...groups('lines', group('line', text('unitCost', { kind: 'decimal' }), { ...clientId, required: false })),
	element: false,
	typeOptions: { multipleValues: true },
};

describe('Rows that are not sent', () => {
	const form = read([lines], { lines: { line: [{ unitCost: 'x' }, {}] } });

	it('have their paths, and values that are not checked, of their own names', () => {
		const rows = rowsIn(form, 'lines');
		expect(rows.map(({ path }) => path)).toEqual(['lines › 1', 'lines › 2']);
		expect(valuesOf(form)).toEqual({ lines: { line: [{ unitCost: 'x' }, {}] } });
		expect(refusal([lines], { lines: [{ unit_cost: 5 }] })).toContain("lines › 1 has no field 'unit_cost'");
		expect(rowsIn(form, 'others')).toEqual([]);
		expect(rowsIn(read([text('lines')], { lines: 'x' }), 'lines')).toEqual([]);
	});

	it('keep their locators, whose modes say how to look records up', () => {
		const client = locator('email', 'a@x.example');
		expect(valuesOf(read([lines], { lines: [{ clientId: client }] }))).toEqual({
			lines: { line: [{ clientId: client }] },
		});
	});
});

describe('A locator', () => {
	it('that names a record is a text to look up, and has no content yet', () => {
		const [node] = read([clientLocator], { clientId: locator('email', ' a@x.example ') });
		expect(node).toMatchObject({ value: 'a@x.example', names: { wanted: 'a@x.example' } });
		expect(node).not.toHaveProperty('content');
		expect(node && 'names' in node && node.names?.type.name).toBe('client');
	});

	it('is its identifier in a set that is not sent', () => {
		const options = collection('a', [clientLocator], { element: false });
		expect(valuesOf(read([options], { a: { clientId: locator('id', 7) } }))).toEqual({ a: { clientId: 7 } });
	});

	it('with an identifier is one, in any mode that takes identifiers', () => {
		for (const given of [locator('id', 7), locator('list', ' 7 '), 7, '7'])
			expect(read([clientLocator], { clientId: given })).toMatchObject([{ content: '7' }]);
	});

	it.each([
		[locator('email', ['a']), 'Client takes text, not a list | Check the spelling, or choose it by ID.'],
		[
			locator('id', '042'),
			"Client takes an ID, which is a whole number above zero without leading zeros, not '042' | Nothing was sent. Choose By Email or By Organization.",
		],
	])('that is wrong is refused: %j', (given, message) => {
		expect(refusal([clientLocator], { clientId: given })).toBe(message);
	});

	it('whose own expression ends in another key is refused, or warned of', () => {
		const values = { more: { invoiceId: 7 } };
		const more = collection('more', [{ ...invoiceLocator, required: false }]);
		const problem = 'more › Invoice takes an ID, but its expression ends in number';
		const own = { more: { invoiceId: '={{ $json.number }}' } };
		expect(refusal([more], values, own)).toBe(
			`${problem} | Nothing was sent. Choose By Number, or use invoice_id.`,
		);
		const warnings: string[] = [];
		read([more], values, own, (warning) => warnings.push(warning));
		expect(warnings).toEqual([`${problem}. Choose By Number, or use invoice_id.`]);
	});
});

it('Checks fields that are sent, and not those inside a set that is not', () => {
	const amount = text('amount', { kind: 'decimal', required: true });
	expect(outcome([collection('a', [amount])], { a: { amount: 'x' } })).toMatch(/^!a › amount takes a plain/);
	expect(outcome([collection('a', [amount], { element: false })], { a: { amount: 'x' } })).toEqual({});
	expect(outcome([{ ...lines, element: 'l' }], { lines: { line: { unitCost: 'x' } } })).toMatch(
		/^!lines › unitCost takes a plain number/,
	);
});
