import type { Store, Values } from '../store/store.mts';
import { addDays } from '../values/date.mts';
import { rowsOf } from './rowsOf.mts';

/** The goods on seeded documents: with their usual quantities, and the unit of a service or the stock of a product. */
const GOODS = rowsOf(
	['name', 'type', 'description', 'unit_cost', 'quantities', 'quantity'],
	`
Brand workshop | Service | One day, on site | 1250.00 | 1.00 2.00 0.50 | Day
Website design | Service | Per page template | 640.00 | 3.00 5.00 1.00 | Basic
Copywriting | Service | Per hour | 85.50 | 3.50 12.25 0.75 | Hour
Hosting | Service | Per month | 39.90 | 1.00 3.00 12.00 | Month
Photo licence | Product | Worldwide, five years | 175.00 | 1.00 4.00 6.00 | 40.00
Printed brochure | Product | A5, 24 pages, recycled paper | 2.35 | 250.00 500.00 75.00 | 5000.00
Exhibition stand | Product | 3 x 3 m, with lights | 2890.00 | 1.00 | 2.00
Illustration | Service | Full page | 420.00 | 1.00 3.00 2.50 | Basic
Newsletter template | Product | Responsive | 310.00 | 1.00 2.00 | 12.00
Search report | Service | Quarterly | 199.99 | 1.00 4.00 | Basic
Training <basics & beyond> | Service | Half a day, up to 8 people | 540.00 | 1.00 2.00 | Basic`,
);

const SERVICE_TAX: Values = { tax2_name: 'Service tax', tax2_percent: '2.50' };

/** What lines have besides the defaults of a line. */
const TAXES: readonly Values[] = [
	{ tax1_name: 'VAT', tax1_percent: '20.00' },
	{},
	{ tax1_name: 'GST', tax1_percent: '18.00', ...SERVICE_TAX, tax2_type: 'Compound' },
	{ tax1_name: 'VAT reduced', tax1_percent: '5.50', ...SERVICE_TAX },
];
const DISCOUNTS: readonly Values[] = [
	{},
	{ discount: '10.00' },
	{},
	{ discount: '1.50', discount_type: 'Fixed' },
];

/** Gives an account its products and services, one in five of them archived. */
export function seedGoods(store: Store, account_id: number, today: string): void {
	for (const [index, { type, quantities: _, ...row }] of GOODS.entries()) {
		const date = `${addDays(today, -300)} 09:00:00`;
		const status = index % 5 === 4 ? 'Archive' : 'Active';
		store.insert(type.toLowerCase(), { account_id, ...row, date, status });
	}
}

/** The element of a list at an index that wraps around. The list is not empty. */
export function cycle<Item>(items: readonly Item[], index: number): Item {
	const item = items[index % items.length];
	if (item === undefined) throw new RangeError('Nothing to choose from');
	return item;
}

/** One to four lines, always the same for the same index. */
export function seededLines(index: number): Values[] {
	return Array.from({ length: 1 + (index % 4) }, (_, position) => seededLine(index * 3 + position));
}

function seededLine(index: number): Values {
	const { quantities, ...line } = cycle(GOODS, index * 7);
	return {
		...line,
		quantity: cycle(quantities.split(' '), index),
		...cycle(DISCOUNTS, index),
		...cycle(TAXES, index + (index >> 2)),
	};
}
