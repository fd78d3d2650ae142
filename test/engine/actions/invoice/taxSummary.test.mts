import { textOf } from '../../../../nodes/XmlBilling/xml/shape';
import { containing, matching, TODAY, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

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
	const credential = billing.credential('empty');
	expect(await billing.outputOf('invoice', 'getTaxSummary', {}, { credential })).toEqual([]);
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

describe('a service that shows too little', () => {
	const service = useScriptedService();

	const LINE = { unit_cost: 100, quantity: 1, tax1_name: 'VAT', tax1_percent: 20 };
	const SHOWN = {
		number: 'A-1',
		date: '2026-01-05',
		invoice_status: 'Sent',
		status: 'Active',
		currency: 'EUR',
		client_id: 1,
		net_balance: 120,
		total_tax: 20,
		late_fee: 0,
		total_paid: 0,
		outstanding: 120,
		items: [LINE],
	};
	type Fields = Readonly<Record<string, unknown>>;

	const xml = (fields: Fields): string =>
		Object.entries(fields)
			.map(([name, value]): string => {
				if (!Array.isArray(value)) return `<${name}>${String(value)}</${name}>`;
				const each = { items: 'item', additional_charges: 'charge', transactions: 'transaction' }[name];
				return `<${name}>${value.map((one: Fields) => `<${String(each)}>${xml(one)}</${String(each)}>`).join('')}</${name}>`;
			})
			.join('');

	/** Runs the report over these invoices. Each has the fields of its list, and those of its own answer. */
	async function run(invoices: ReadonlyArray<readonly [Fields, Fields?]>, parameters: object = {}) {
		const list = invoices.map(
			([one], index) => `<invoice>${xml({ invoice_id: index + 1, ...one })}</invoice>`,
		);
		service.answer('listInvoice', listed('invoices', list.join('')));
		service.answer('getInvoice', (document) => {
			const [first, own] = invoices[Number(/<invoice_id>(\d+)/.exec(document)?.[1]) - 1] ?? [];
			return `<invoice>${xml(own ?? first ?? {})}</invoice>`;
		});
		const { outputs, error, hints } = await engine.run({
			credential: service.credential(),
			parameters: {
				resource: 'invoice',
				operation: 'getTaxSummary',
				dateTo: '2026-03-10',
				show: 'totals',
				...parameters,
			},
		});
		if (error) throw error;
		const output = (outputs[0] ?? []).map(({ json }) => json);
		return { output, hints: hints.join('\n'), read: service.sent('getInvoice') };
	}

	it.each<Fields>([
		{ items: [] },
		{ items: [{ unit_cost: 100, quantity: 1 }] },
		{ items: [{ unit_cost: 100, quantity: 1, tax1_percent: 20 }] },
		{ net_balance: '', outstanding: '' },
		{ total_tax: '' },
		{ currency: '' },
		{ invoice_status: '' },
		{ date: '' },
	])('reads an invoice on its own whose list shows %j', async (fields) => {
		const { output, hints, read } = await run([[{ ...SHOWN, ...fields }, SHOWN], [SHOWN]]);
		expect(read).toEqual(['<invoice_id>1</invoice_id>']);
		expect(output).toMatchObject([
			{ currency: 'EUR', net: 200, tax: 40, total: 240, invoice_count: 2, unreadable: [] },
		]);
		expect(hints).toBe('');
	});

	it('never adds up two currencies, and leaves out an invoice that shows none', async () => {
		const { output } = await run([
			[SHOWN],
			[{ ...SHOWN, currency: ' eur ' }],
			[{ ...SHOWN, currency: '', number: 'A-9' }],
			[{ ...SHOWN, currency: 'JPY' }],
		]);
		const unreadable = [{ id: 3, number: 'A-9', field: 'currency' }];
		expect(output).toMatchObject([
			{ currency: '', tax: 0, total: 0, invoice_count: 0, taxes: [], unreadable },
			{ currency: 'EUR', tax: 40, invoice_count: 2 },
			{ currency: 'JPY', tax: 20, invoice_count: 1 },
		]);
	});

	it.each<[string, Fields]>([
		['date', { date: 'someday' }],
		['total_tax', { total_tax: '1.000,00' }],
		['net_balance', { net_balance: 'n/a', outstanding: '' }],
		['invoice_status', { invoice_status: '' }],
	])('leaves out an invoice with an unreadable %s, and names it', async (field, fields) => {
		const { output, hints } = await run([[{ ...SHOWN, ...fields, number: 'B-2' }], [SHOWN]]);
		expect(output).toMatchObject([
			{ tax: 20, invoice_count: 1, unreadable: [{ id: 1, number: 'B-2', field }] },
		]);
		expect(hints).toContain('which the output names in unreadable: B-2.');
	});

	it.each<[string, Fields, object]>([
		[
			'a tax on a charge',
			{ additional_charges: [{ name: 'Fee', type: 'Fixed', amount: 10 }], net_balance: 132, total_tax: 22 },
			{ base: 0, tax: 2 },
		],
		['another rounding', { net_balance: 119.99, total_tax: 19.99 }, { base: 0, tax: -0.01 }],
		[
			'a line that can not be read',
			{ items: [LINE, { ...LINE, unit_cost: '1.000,00' }], net_balance: 1320, total_tax: 220 },
			{ base: 1000, tax: 200 },
		],
		['no lines', { items: [] }, { base: 100, tax: 20 }],
	])('shows %s as unexplained', async (_, fields, unexplained) => {
		const { output } = await run([[{ ...SHOWN, ...fields }], [SHOWN]]);
		const total = Number({ ...SHOWN, ...fields }.net_balance) + 120;
		expect(output).toMatchObject([{ total: Math.round(total * 100) / 100, invoice_count: 2 }]);
		expect(rowsOf(output[0] ?? {}).at(-1)).toEqual({
			currency: 'EUR',
			tax_name: '',
			tax_percent: null,
			invoice_count: 1,
			kind: 'unexplained',
			...unexplained,
		});
	});

	it('has a row per name and rate, also of zero, and one for what has no tax', async () => {
		const items = [
			{ ...LINE, tax2_name: 'City', tax2_percent: 10, tax2_type: 'compound' },
			{ ...LINE, tax1_name: 'vat ', discount: 10, discount_type: 'fixed' },
			{ ...LINE, tax1_percent: 5.5 },
			{ ...LINE, tax1_name: 'Export', tax1_percent: 0 },
			{ unit_cost: 10, quantity: 3 },
		];
		const additional_charges = [{ name: 'Handling', type: 'Percent', amount: 10 }];
		// 100 + 90 + 100 + 100 + 30, 47.55 of charges, and taxes of 20 + 12 + 18 + 5.50.
		const invoice = { ...SHOWN, items, additional_charges, net_balance: 523.05, total_tax: 55.5 };
		const { output, hints, read } = await run([[invoice]]);
		expect(rowsOf(output[0] ?? {}).map((row) => Object.values(row))).toEqual([
			['EUR', 'City', 10, 120, 12, 1, 'tax'],
			['EUR', 'Export', 0, 100, 0, 1, 'tax'],
			['EUR', 'VAT', 5.5, 100, 5.5, 1, 'tax'],
			['EUR', 'VAT', 20, 190, 38, 1, 'tax'],
			['EUR', '', null, 77.55, 0, 1, 'untaxed'],
		]);
		expect(output).toMatchObject([{ net: 467.55, tax: 55.5, total: 523.05, invoice_count: 1 }]);
		expect([hints, read]).toEqual(['', []]);
	});

	describe('by payments', () => {
		const pay = (amount: number | string, date: string) => ({ method: 'Cash', notes: '', amount, date });
		const paid = (...transactions: Fields[]): Fields => {
			const total_paid = transactions.reduce((sum, { amount }) => sum + Number(amount), 0);
			return { ...SHOWN, date: '2026-06-01', total_paid, outstanding: 120 - total_paid, transactions };
		};
		const byPayments = { dateFrom: '2026-02-01', dateTo: '2026-02-28', basis: 'payments' };

		it.each<[string, Fields, object]>([
			['a payment in advance', paid(pay(60, '2026-02-03')), { net: 50, tax: 10, total: 60 }],
			[
				'the rest of a cent',
				paid(pay(0.01, '2026-01-03'), pay(0.02, '2026-02-03')),
				{ net: 0.01, tax: 0.01, total: 0.02 },
			],
			[
				'no more than all',
				paid(pay(90, '2026-01-03'), pay(50, '2026-02-03')),
				{ net: 25, tax: 5, total: 30 },
			],
			[
				'nothing that was overpaid',
				paid(pay(120, '2026-01-03'), pay(50, '2026-02-03')),
				{ tax: 0, total: 0, invoice_count: 1 },
			],
			[
				'what was paid back',
				paid(pay(120, '2026-01-03'), pay(-60, '2026-02-03')),
				{ net: -50, tax: -10, total: -60 },
			],
			[
				'what was paid back of too much',
				paid(pay(150, '2026-01-03'), pay(-60, '2026-02-03')),
				{ net: -25, tax: -5, total: -30 },
			],
			[
				'a late fee last',
				{ ...paid(pay(120, '2026-01-03'), pay(15, '2026-02-03')), late_fee: 15, outstanding: 0 },
				{ tax: 0, total: 0 },
			],
			[
				'a late fee inside the total last',
				{ ...paid(pay(60, '2026-02-03')), net_balance: 135, late_fee: 15, outstanding: 75 },
				{ tax: 10, total: 60 },
			],
			[
				'a credit',
				{
					...paid(pay(-60, '2026-02-03')),
					items: [{ ...LINE, unit_cost: -100 }],
					net_balance: -120,
					total_tax: -20,
					outstanding: -60,
				},
				{ net: -50, tax: -10, total: -60 },
			],
		])('counts %s', async (_, invoice, counted) => {
			const { output, hints, read } = await run([[invoice]], byPayments);
			expect(output).toMatchObject([counted]);
			expect(output).toMatchObject([{ invoice_count: 1, unreadable: [] }]);
			expect([hints, read]).toEqual(['', []]);
		});

		it.each<[string, Fields]>([
			['are missing', { ...paid(), total_paid: 120, outstanding: 0, invoice_status: 'Paid' }],
			['have no day', paid(pay(60, 'someday'))],
			['have no amount', { ...paid(pay('n/a', '2026-02-03')), total_paid: 60 }],
			['have no total', { ...paid(pay(60, '2026-02-03')), total_paid: '' }],
		])('leaves out an invoice whose payments %s, and names it', async (_, invoice) => {
			const { output, hints } = await run([[invoice]], byPayments);
			expect(output).toMatchObject([
				{ tax: 0, invoice_count: 0, unreadable: [{ id: 1, number: 'A-1', field: 'transactions' }] },
			]);
			expect(hints).toContain('which the output names in unreadable: A-1.');
		});

		it('reads no invoice on its own that nobody paid, or that lists other days', async () => {
			const { output, read } = await run(
				[
					[{ ...paid(), items: [] }],
					[{ ...paid(pay(60, '2026-01-31')), items: [] }],
					[{ ...paid(pay(60, '2026-03-01')), items: [] }],
				],
				byPayments,
			);
			expect([output, read]).toEqual([[], []]);
		});
	});
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
});
