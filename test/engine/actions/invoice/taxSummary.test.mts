import { textOf } from '../../../../nodes/XmlBilling/xml/shape';
import { containing, matching, TODAY, useBilling } from '../../billing.mts';

const billing = useBilling();
type Row = Record<string, unknown>;

const YEAR = { dateFrom: '2025-03-11', dateTo: TODAY };
const QUARTER = { dateFrom: '2025-10-01', dateTo: '2025-12-31' };
const COUNTED = `invoice.account_id = 1 AND invoice.status IN ('Active', 'Archived') AND invoice_status <> 'Draft'`;
const CENTS = (column: string) => `CAST(ROUND(${column} * 100) AS INTEGER)`;

interface Invoice {
	readonly id: number;
	readonly currency: string;
	readonly date: string;
	readonly total: number;
	readonly tax: number;
}

/** The invoices that count, in cents, according to the sandbox's tables. */
const invoicesOf = (): Invoice[] =>
	billing.sandbox.store.all<Invoice>(
		`SELECT invoice.id, currency, date, ${CENTS('net_balance')} AS total, ${CENTS('total_tax')} AS tax
			FROM invoice JOIN client ON client.id = client_id WHERE ${COUNTED}`,
	);

const dated = ({ dateFrom, dateTo }: typeof YEAR) =>
	invoicesOf().filter(({ date }) => date >= dateFrom && date <= dateTo);

/** A quotient of whole numbers, rounded half away from zero. No seeded amount is negative. */
const quotient = (dividend: number, divisor: number): number =>
	Math.floor((2 * dividend + divisor) / (2 * divisor));
const hundredths = (text: string): number => Math.round(Number(text) * 100);

/** The taxes of an invoice's lines by name and rate, as base and tax in cents: the sandbox's rule, typed anew. */
function taxesOf(id: number): Map<string, [base: number, tax: number]> {
	const found = new Map<string, [number, number]>();
	const add = (name: string, percent: number, base: number, tax: number) => {
		const [oldBase = 0, oldTax = 0] = found.get(`${name} ${percent / 100}`) ?? [];
		found.set(`${name} ${percent / 100}`, [oldBase + base, oldTax + tax]);
	};
	for (const line of billing.linesOf('invoice', id)) {
		const cost = quotient(hundredths(line.unit_cost) * hundredths(line.quantity), 100);
		const discount = hundredths(line.discount);
		const net = cost - (line.discount_type === 'Fixed' ? discount : quotient(cost * discount, 10_000));
		const [first, second] = [hundredths(line.tax1_percent), hundredths(line.tax2_percent)];
		const tax = quotient(net * first, 10_000);
		if (first > 0) add(line.tax1_name, first, net, tax);
		const base = line.tax2_type === 'Compound' ? net + tax : net;
		if (second > 0) add(line.tax2_name, second, base, quotient(base * second, 10_000));
	}
	return found;
}

/** What the report has to be, by currency. `shareOf` is the part of an amount in cents that counts. */
function expected(invoices: readonly Invoice[], shareOf = (_: Invoice, amount: number): number => amount) {
	const currencies = [...new Set(invoices.map(({ currency }) => currency))].sort();
	return currencies.map((currency) => {
		const own = invoices.filter((invoice) => invoice.currency === currency);
		const taxes = new Map<string, [base: number, tax: number, count: number]>();
		for (const invoice of own)
			for (const [key, [base, tax]] of taxesOf(invoice.id)) {
				const [oldBase = 0, oldTax = 0, count = 0] = taxes.get(key) ?? [];
				taxes.set(key, [oldBase + shareOf(invoice, base), oldTax + shareOf(invoice, tax), count + 1]);
			}
		return {
			currency,
			invoice_count: own.length,
			total: own.reduce((sum, invoice) => sum + shareOf(invoice, invoice.total), 0),
			tax: [...taxes.values()].reduce((sum, [, tax]) => sum + tax, 0),
			taxes: Object.fromEntries(taxes),
		};
	});
}

const rowsOf = (item: Row): Row[] => item['taxes'] as Row[]; // as the schema says
const inCents = (amount: unknown): number => Math.round(Number(amount) * 100);

const shown = (item: Row) => {
	const taxed = rowsOf(item).filter(({ kind }) => kind === 'tax');
	const entries = taxed.map(({ tax_name: name, tax_percent: percent, base, tax, invoice_count: count }) => [
		`${String(name)} ${String(percent)}`,
		[inCents(base), inCents(tax), count],
	]);
	return {
		currency: item['currency'],
		invoice_count: item['invoice_count'],
		total: inCents(item['total']),
		tax: inCents(item['tax']),
		taxes: Object.fromEntries(entries) as object,
	};
};

const summaryOf = async (parameters: object) =>
	await billing.outputOf('invoice', 'getTaxSummary', { show: 'totals', ...parameters });

describe('Get Tax Summary', () => {
	it("agrees to the cent with sums over the tables of the sandbox's year, per currency", async () => {
		const report = await summaryOf(YEAR);
		const invoices = dated(YEAR);
		expect(report.map(shown)).toEqual(expected(invoices));
		for (const { currency, tax, total, net } of report) {
			const [sums] = billing.sandbox.store.all<{ tax: number; total: number }>(
				`SELECT SUM(${CENTS('total_tax')}) AS tax, SUM(${CENTS('net_balance')}) AS total
					FROM invoice JOIN client ON client.id = client_id
					WHERE ${COUNTED} AND currency = ? AND date BETWEEN ? AND ?`,
				textOf(currency),
				YEAR.dateFrom,
				YEAR.dateTo,
			);
			expect([inCents(tax), inCents(total)]).toEqual([sums?.tax, sums?.total]);
			expect(inCents(net) + inCents(tax)).toBe(inCents(total));
		}
		expect(report.length).toBeGreaterThan(3);
		expect(report.flatMap(rowsOf).map(({ kind }) => kind)).not.toContain('unexplained');
		expect(billing.warnings()).toBe('');
		expect(billing.methods()).not.toContain('getClient');
		expect(billing.methods()).not.toContain('getInvoice');
		const [date_from, date_to] = [YEAR.dateFrom, YEAR.dateTo];
		expect(billing.sent('listInvoice')[0]).toMatchObject({ filter: { date_from, date_to } });
	});

	it('counts by payments the share that was paid in the period', async () => {
		const payments = billing.sandbox.records('payment');
		const paidOf = ({ id }: Invoice, isSo: (date: string) => boolean) =>
			payments
				.filter(({ invoice_id, date }) => invoice_id === id && isSo(date))
				.reduce((sum, { amount }) => sum + hundredths(amount), 0);
		const { dateFrom, dateTo } = QUARTER;
		const shareOf = (invoice: Invoice, amount: number) => {
			const [before, until] = [
				paidOf(invoice, (date) => date < dateFrom),
				paidOf(invoice, (date) => date <= dateTo),
			].map((paid) => quotient(amount * Math.min(paid, invoice.total), invoice.total));
			return Number(until) - Number(before);
		};
		const paid = invoicesOf().filter(({ id }) =>
			payments.some(({ invoice_id, date }) => invoice_id === id && date >= dateFrom && date <= dateTo),
		);
		const report = await summaryOf({ ...QUARTER, basis: 'payments' });
		expect(report.map(shown)).toEqual(expected(paid, shareOf));
		expect(paid.some((invoice) => shareOf(invoice, invoice.total) < invoice.total)).toBe(true);
		expect(billing.warnings()).toBe('');
	});
});

it('ends today by default, and has the money before all else', async () => {
	const [item = {}] = await summaryOf({});
	expect(item).toMatchObject({ from: '', to: matching(/^\d{4}-\d\d-\d\d$/) });
	expect(Object.keys(item).slice(0, 5)).toEqual(['currency', 'net', 'tax', 'total', 'invoice_count']);
	expect(Object.keys(rowsOf(item)[0] ?? {})).toEqual([
		'currency',
		'tax_name',
		'tax_percent',
		'base',
		'tax',
		'invoice_count',
		'kind',
	]);
});

it('counts neither drafts nor canceled invoices, however they are spelled, but archived ones', async () => {
	const [one, two, three] = dated(YEAR);
	billing.sandbox.change('invoice', one?.id ?? 0, { invoice_status: ' DRAFT' });
	billing.sandbox.change('invoice', two?.id ?? 0, { status: 'Cancel' });
	billing.sandbox.change('invoice', three?.id ?? 0, { status: 'Archived' });
	const left = dated(YEAR).filter(({ id }) => id !== one?.id);
	expect(left.map(({ id }) => id)).toContain(three?.id);
	expect((await summaryOf(YEAR)).map(shown)).toEqual(expected(left));
});

it.each([
	[{ ...YEAR, dateFrom: '2027-01-01', dateTo: '' }, 'must not be after today'],
	[{ dateFrom: TODAY, dateTo: '2025-01-01' }, 'Date From is after Date To'],
	[{ dateFrom: 'soon' }, 'Date From takes a date'],
	[{ dateFrom: '={{ "" }}' }, 'evaluated to nothing'],
	[{ basis: '={{ "" }}' }, 'evaluated to nothing'],
	[{ basis: '={{ "cash" }}' }, 'Count By'],
])('refuses a form that means nothing: %j', async (parameters, problem) => {
	expect(await billing.errorOf('invoice', 'getTaxSummary', parameters)).toEqual(containing(problem));
	expect(billing.methods()).toEqual([]);
});

it('shows the taxes as rows, and behind them what can not be read', async () => {
	billing.sandbox.change('invoice', 4, { total_tax: 'n/a' });
	const [totals, rows] = [
		await billing.outputOf('invoice', 'getTaxSummary', { ...YEAR, show: 'totals' }),
		await billing.outputOf('invoice', 'getTaxSummary', YEAR),
	];
	const expected = totals.flatMap(({ currency, taxes, unreadable }) => [
		...(taxes as Row[]),
		...(unreadable as Row[]).map(({ id, ...one }) => ({
			kind: 'unreadable',
			currency,
			invoice_id: id,
			...one,
		})),
	]);
	expect(rows).toMatchObject(expected);
	for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(rows[0] ?? {}));
	expect(billing.warnings()).toContain('the output names it in unreadable: 00004.');
});
