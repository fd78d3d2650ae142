/** Any lines and charges of a document, as requests have them. */
import fc from 'fast-check';
import { formatDecimal } from '../../../sandbox/amounts.mts';

const decimal = (least: number, most: number) =>
	fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => formatDecimal(BigInt(hundredths)));
const share = fc.constantFrom('Percent' as const, 'Fixed' as const);
const percent = fc.oneof(fc.constant('0.00'), decimal(-5, 40));

export const anyLine = fc.record({
	...{ name: fc.string(), type: fc.constant('Product' as const), description: fc.string() },
	...{ unit_cost: decimal(-5_000, 20_000), quantity: decimal(0, 1_000) },
	...{ discount: decimal(0, 100), discount_type: share },
	...{ tax1_name: fc.constantFrom('VAT', ' vat', 'GST', ''), tax1_percent: percent },
	...{ tax1_type: fc.constant('Normal' as const), tax2_name: fc.constantFrom('City tax', 'VAT', '') },
	...{ tax2_percent: percent, tax2_type: fc.constantFrom('Normal' as const, 'Compound' as const) },
});
export const anyCharge = fc.record({ name: fc.string(), type: share, amount: decimal(-100, 1_000) });

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer One> ? One : never;
export type Lines = ReadonlyArray<Of<typeof anyLine>>;
export type Charges = ReadonlyArray<Of<typeof anyCharge>>;
