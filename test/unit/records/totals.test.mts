import fc from 'fast-check';
import { money } from '../../../nodes/XmlBilling/records/money.ts';
import { totalsOf } from '../../../nodes/XmlBilling/records/totals.ts';
import { totalsOf as totalsOfService, formatDecimal } from '../../../sandbox/amounts.mts';

const decimal = (least: number, most: number) =>
	fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => formatDecimal(BigInt(hundredths)));
const share = fc.constantFrom('Percent' as const, 'Fixed' as const);

const anyLine = fc.record({
	name: fc.string(),
	unit_cost: decimal(-10_000, 1_000_000),
	quantity: decimal(0, 10_000),
	discount: decimal(0, 100),
	discount_type: share,
	tax1_name: fc.constantFrom('VAT', 'GST', ''),
	tax1_percent: decimal(-5, 40),
	tax2_name: fc.constantFrom('City tax', ''),
	tax2_percent: decimal(0, 40),
	tax2_type: fc.constantFrom('Normal', 'Compound'),
});
const anyCharge = fc.record({ name: fc.string(), type: share, amount: decimal(-100, 1000) });

describe('The totals of a document', () => {
	it('equal those of the service, with any lines and charges', () => {
		fc.assert(
			fc.property(fc.array(anyLine), fc.array(anyCharge), (lines, charges) => {
				const { discount, taxes, ...own } = totalsOf({
					items: { item: lines },
					additional_charges: { additional_charge: charges },
				});
				const service = totalsOfService(
					lines.map((line) => ({ ...line, type: 'Product', description: '', tax1_type: 'Normal' })),
					charges,
				);
				const tax = [...taxes.values()].reduce(
					(sum, amount) => sum + BigInt(amount.times(100).toFixed()),
					0n,
				);
				expect(tax).toBe(service.tax);
				expect([discount, own.charges, own.total].map((amount) => amount.toFixed(2))).toEqual(
					[service.discount, service.charges, service.balance].map(formatDecimal),
				);
			}),
			{ numRuns: 500 },
		);
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
