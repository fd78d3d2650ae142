import Big from 'big.js';
import fc from 'fast-check';
import { totalIn } from '../../../nodes/XmlBilling/records/documentShape.ts';
import { money } from '../../../nodes/XmlBilling/records/money.ts';
import { totalsOf } from '../../../nodes/XmlBilling/records/totals.ts';
import { totalsOf as totalsOfService, formatDecimal } from '../../../sandbox/amounts.mts';
import { anyCharge, anyLine } from './anyLines.mts';

describe('The totals of a document', () => {
	it('equal those of the service, with any lines and charges', () => {
		fc.assert(
			fc.property(fc.array(anyLine), fc.array(anyCharge), (lines, charges) => {
				const { discount, taxes, ...own } = totalsOf({
					items: { item: lines },
					additional_charges: { additional_charge: charges },
				});
				const service = totalsOfService(lines, charges);
				const tax = [...taxes.values()].reduce((sum, amount) => sum.plus(amount), new Big(0));
				expect([discount, tax, own.charges, own.total].map((amount) => amount.toFixed(2))).toEqual(
					[service.discount, service.tax, service.charges, service.balance].map(formatDecimal),
				);
			}),
			{ numRuns: 500 },
		);
	});

	it('are unknown of an answer that does not show all prices and quantities', () => {
		const line = { unit_cost: 5, quantity: 2 };
		expect(totalIn({ items: [line], total_tax: 1 })).toBe(11);
		for (const other of [{ unit_cost: 5 }, { ...line, quantity: 'some' }, 'Work'])
			expect(totalIn({ items: [line, other], total_tax: 1 })).toBeUndefined();
	});

	it('name a tax that has no name, and count what is no plain decimal as nothing', () => {
		const item = { unit_cost: '10', quantity: '1', discount: '1,5', tax1_percent: '20' };
		const { total, taxes } = totalsOf({ items: { item } });
		expect([total.toFixed(), ...taxes.keys()]).toEqual(['12', 'Tax 20 %']);
	});
});

test.each([
	['420', 'EUR', '420.00 EUR'],
	['1200.00', 'JPY', '1200 JPY'],
	// The service rounds no amount to what its currency has.
	['1200.50', 'jpy', '1200.50 jpy'],
	['7', 'Euro', '7.00 Euro'],
	['7', '', '7.00'],
])('an amount of %s %s is written %s', (amount, currency, text) => {
	expect(money(amount, currency)).toBe(text);
});
