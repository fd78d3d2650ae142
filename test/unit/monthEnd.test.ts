import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { readExamples } from '../../host/examples.ts';
import { totalsOf } from '../../nodes/XmlBilling/records/totals';

/** The month-end example adds up taxes in a Code node, whose totals must equal the node's own. */
const code = readExamples()
	.find(({ name }) => name.startsWith('Month-end'))
	?.nodes.find(({ name }) => name === 'Tax per rate')?.parameters['jsCode'];

interface Line {
	readonly unit_cost: number;
	readonly quantity: number;
	readonly discount: number;
	readonly discount_type: string;
	readonly tax1_name: string;
	readonly tax1_percent: number;
	readonly tax2_name: string;
	readonly tax2_percent: number;
	readonly tax2_type: string;
}

const PLAIN: Line = {
	unit_cost: 0,
	quantity: 1,
	discount: 0,
	discount_type: 'Percent',
	tax1_name: 'VAT',
	tax1_percent: 0,
	tax2_name: 'Second',
	tax2_percent: 0,
	tax2_type: 'Normal',
};

interface Row {
	readonly tax: string;
	readonly net: number;
	readonly amount: number;
}

/** The result of the example's code for invoices with one line each. */
function taxRows(lines: readonly Line[]): Row[] {
	const items = lines.map((line, index) => ({
		json: { invoice_id: index + 1, invoice_status: 'Sent', currency: `C${index}`, items: [line] },
	}));
	const rows: unknown = runInNewContext(`JSON.stringify((() => {${String(code)}})())`, {
		$input: { all: () => items },
	});
	return (JSON.parse(String(rows)) as Array<{ json: Row }>).map(({ json }) => json);
}

/** The node's totals of a line: its net amount and its taxes. */
function totals(line: Line) {
	const item = Object.fromEntries(Object.entries(line).map(([name, value]) => [name, String(value)]));
	const [own] = totalsOf({ items: { item } }).lines;
	if (own === undefined) throw new RangeError('There is no line');
	const [net = 0, tax1 = 0, tax2 = 0] = [own.cost.minus(own.discount), own.tax1, own.tax2].map(
		// Never -0.
		(amount) => Number(amount) + 0,
	);
	return { net, tax1, tax2 };
}

test('has equal totals for 27,000 pairs of a unit cost and a quantity', () => {
	const lines = Array.from({ length: 900 }, (_, cost) =>
		Array.from({ length: 30 }, (__, quantity) => ({
			...PLAIN,
			unit_cost: (cost + 1) / 100,
			quantity: (quantity + 1) / 4,
		})),
	).flat();
	const rows = taxRows(lines);
	expect(rows).toHaveLength(27_000);
	expect(rows.filter(({ net }, index) => net !== totals(lines[index] ?? PLAIN).net)).toEqual([]);
});

test('has equal totals with any discounts and taxes of a line', () => {
	const decimal = (most: number, least = 0) =>
		fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
	const line = fc
		.record({
			unit_cost: decimal(20_000, -20_000),
			quantity: decimal(1_000),
			discount: decimal(100),
			discount_type: fc.constantFrom('Percent', 'Fixed'),
			tax1_percent: decimal(30, -30),
			tax2_percent: decimal(30, -30),
			tax2_type: fc.constantFrom('Normal', 'Compound'),
		})
		.map((values): Line => ({ ...PLAIN, ...values }));
	fc.assert(
		fc.property(line, (values) => {
			const { net, tax1, tax2 } = totals(values);
			const rows = taxRows([values]);
			const first = rows.find(({ tax }) => tax === 'VAT');
			const second = rows.find(({ tax }) => tax === 'Second');
			const untaxed = rows.find(({ tax }) => tax === 'none');
			if (values.tax1_percent !== 0) expect(first).toMatchObject({ net, amount: tax1 });
			if (values.tax2_percent !== 0) {
				const base = values.tax2_type === 'Compound' ? Math.round((net + tax1) * 100) / 100 + 0 : net;
				expect(second).toMatchObject({ net: base, amount: tax2 });
			}
			if (values.tax1_percent === 0 && values.tax2_percent === 0)
				expect(untaxed).toMatchObject({ net, amount: 0 });
		}),
	);
});
