import fc from 'fast-check';
import { LINE_RULES } from '../../../../nodes/XmlBilling/actions/documents/lineRules';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';
import { encoded } from './encoded.mts';

const outcome = (line: Values): unknown => encoded({ name: 'Design', ...line }, LINE_RULES.createInvoice);

test('no line has a discount that would make it negative, with any amount', () => {
	const hundredths = (most: number, least = 0) =>
		fc
			.integer({ min: least * 100, max: most * 100 })
			.map((whole) => ({ whole, text: (whole / 100).toFixed(2) }));
	fc.assert(
		fc.property(hundredths(30, -10), hundredths(20), hundredths(200), (cost, quantity, discount) => {
			const line = { unit_cost: cost.text, quantity: quantity.text };
			const fixed = outcome({ ...line, discount: discount.text, discount_type: 'Fixed' });
			// In hundredths, which are exact in these numbers: halves are rounded away from zero.
			const product = cost.whole * quantity.whole;
			const amount = Math.sign(product) * Math.floor((Math.abs(product) + 50) / 100);
			if (discount.whole === 0 || discount.whole <= amount)
				expect(fixed).toMatchObject({ discount_type: 'Fixed' });
			else expect(fixed).toMatch(/^!Discount must be at most the amount of its line, not '/);
			const percent = outcome({ ...line, discount: '100' });
			expect(percent).toMatchObject({ discount: '100', discount_type: 'Percent' });
		}),
	);
});

test.each([
	[{ unit_cost: 100, discount: 200, discount_type: 'Fixed' }, "amount of its line, not '200'"],
	[
		{ unit_cost: 50, quantity: 2, discount: '100.01', discount_type: 'fixed' },
		"amount of its line, not '100.01'",
	],
	[{ unit_cost: -100, discount: 1, discount_type: 'Fixed' }, "amount of its line, not '1'"],
	[{ unit_cost: 0, discount: 1, discount_type: 'Fixed' }, "amount of its line, not '1'"],
	[{ unit_cost: 100, discount: 101 }, "percentage of at most 100, not '101'"],
])('a line is refused if the client would be owed money: %j', (line, problem) => {
	expect(outcome(line)).toContain(problem);
});

test.each([
	{ unit_cost: 100, discount: 100, discount_type: 'Fixed' },
	{ unit_cost: '0.15', quantity: '1.5', discount: '0.23', discount_type: 'Fixed' },
	{ unit_cost: -100, discount: 0, discount_type: 'Fixed' },
	{ unit_cost: -100, discount: 10 },
])('a line takes a discount of at most its amount: %j', (line) => {
	expect(outcome(line)).toMatchObject({ discount: String(line.discount) });
});
