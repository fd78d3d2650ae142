import { textOf } from '../../../nodes/XmlBilling/xml/shape';
import { byId, matching, TODAY, useBilling } from '../billing.mts';
import { cents, clientsById, own, rowsIn, sumOf, type Row } from '../tables.mts';

// Accounts of a client and of taxes, against the sandbox's own tables.
const billing = useBilling();
const run = async (resource: string, operation: string, parameters: object = {}): Promise<Row[]> =>
	await billing.outputOf(resource, operation, { ...parameters });
const ownInvoices = () => own(billing.sandbox.records('invoice'));

describe('Client > Get Statement', () => {
	/** The client with credits of the seed. */
	const CREDITOR = 2;
	const counted = (client: number) =>
		ownInvoices().filter(
			({ client_id: id, status, invoice_status: state }) =>
				id === client && status !== 'Cancel' && state !== 'Draft',
		);
	/** The movements according to the sandbox, oldest first. */
	const entriesOf = (client: number) => {
		const invoices = new Map(counted(client).map((invoice) => [invoice.id, invoice]));
		return [
			...[...invoices.values()].map(({ id, number, date, due_date, net_balance, late_fee }) => ({
				...{ date, kind: 'invoice', number, invoice_id: id, invoice_due_date: due_date },
				...{ amount: sumOf([net_balance, late_fee]), method: '', reference: '' },
			})),
			...billing.sandbox.records('payment').flatMap(({ invoice_id, method, amount, date }) => {
				const invoice = invoices.get(invoice_id);
				if (invoice === undefined) return [];
				const { number } = invoice;
				const of = { date, kind: 'payment', number, invoice_id, invoice_due_date: '' };
				return [{ ...of, amount: Number(amount), method, reference: '' }];
			}),
		].sort(
			(one, other) =>
				one.date.localeCompare(other.date) ||
				one.kind.localeCompare(other.kind) ||
				one.invoice_id - other.invoice_id,
		);
	};
	const get = async (client: number, more: object = {}) => {
		const parameters = { clientId: byId(client), dateTo: TODAY, show: 'totals', ...more };
		const [statement = {}, ...others] = await run('client', 'getStatement', parameters);
		expect(others).toEqual([]);
		return statement;
	};
	const plain = (statement: Row) => rowsIn(statement, 'entries').map(({ balance: _, ...entry }) => entry);

	it('shows all movements, with balances that end with the outstanding amount, and credits beside them', async () => {
		for (const { id, organization, name, email, currency } of clientsById(billing).values()) {
			if (!ownInvoices().some(({ client_id }) => client_id === id)) continue;
			const statement = await get(id);
			const entries = entriesOf(id);
			const sum = (kind: string) =>
				sumOf(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount));
			const outstanding = sumOf(counted(id).map((invoice) => invoice.outstanding));
			expect(statement).toMatchObject({
				...{ client_id: id, client_organization: organization, client_name: name, client_email: email },
				...{ currency, from: '', to: TODAY, opening_balance: 0, outstanding, closing_balance: outstanding },
				...{ invoiced: sum('invoice'), paid: sum('payment') },
			});
			expect(plain(statement)).toEqual(entries);
			expect(rowsIn(statement, 'entries').at(-1)?.['balance'] ?? 0).toBe(outstanding);
		}
		expect(ownInvoices().some(({ late_fee }) => Number(late_fee) > 0)).toBe(true);
		const credit = { amount: 120, date: '2026-02-18', method: 'Bank Transfer', note: 'Paid in advance' };
		expect(await get(CREDITOR)).toMatchObject({ credits_total: 120, credits: [credit] });
		expect(billing.warnings()).toBe('');
		const other = { client_id: CREDITOR, payment_method: 'Cash', payment_note: '', credit_date: TODAY };
		billing.sandbox.store.insert('credit', { ...other, amount: 'some' });
		expect(await get(CREDITOR)).toMatchObject({
			...{ credits_total: 120, credits: [{ amount: 120 }, { amount: 'some' }] },
			unreadable: [{ id: CREDITOR, field: 'credits' }],
		});
		billing.sandbox.clearRequests();
		await get(1);
		expect(billing.sent('listInvoice')).toMatchObject(
			['Active', 'Archived', 'Cancel'].map((status) => ({
				filter: { client_id: '1', invoice_record_status: status },
			})),
		);
		expect(billing.methods()).toHaveLength(4);
	});

	it('leaves out and names what cannot be read or counted, and shows the rest as rows from the opening balance on', async () => {
		const payment = billing.sandbox
			.records('payment')
			.find((one) => counted(1).some(({ id }) => id === one.invoice_id));
		const before = counted(1).find(({ id }) => id === payment?.invoice_id);
		const { id = 0, number } = before ?? {};
		const {
			status = '',
			invoice_status = '',
			outstanding = '',
			date = '',
			total_paid = '',
			net_balance = '',
		} = before ?? {};
		for (const [kind, changed, field] of [
			['invoice', { status: 'Cancel', outstanding: '5.00' }, 'status'],
			['invoice', { invoice_status: 'Draft', outstanding: '5.00' }, 'invoice_status'],
			['invoice', { outstanding: 'n/a' }, 'outstanding'],
			['invoice', { date: 'soon' }, 'date'],
			['invoice', { total_paid: '1.00' }, 'transactions'],
			['payment', { amount: 'n/a' }, 'transactions'],
			['payment', { amount: payment?.amount ?? '', date: 'soon' }, 'transactions'],
			['invoice', { net_balance: 'n/a', outstanding: 'n/a' }, 'net_balance'],
		] as const) {
			const values = { status, invoice_status, outstanding, date, total_paid, net_balance };
			billing.sandbox.change('invoice', id, { ...values, ...(kind === 'invoice' && changed) });
			const asPaid = { amount: payment?.amount ?? '', date: payment?.date ?? '' };
			billing.sandbox.change('payment', payment?.id ?? 0, { ...asPaid, ...(kind === 'payment' && changed) });
			const statement = await get(1);
			expect(plain(statement)).toEqual(entriesOf(1).filter(({ invoice_id }) => invoice_id !== id));
			expect(statement).toMatchObject({ unreadable: [{ id, number, field }] });
			expect(statement['closing_balance']).toBe(statement['outstanding']);
			expect(billing.warnings()).toContain(`the output names it in unreadable: ${number}.`);
		}
		const period = { dateFrom: '2026-01-01' };
		const totals = await get(1, period);
		const rows = await run('client', 'getStatement', { clientId: byId(1), dateTo: TODAY, ...period });
		const [opening, ...entries] = rows;
		expect(opening).toMatchObject({
			...{ date: '2026-01-01', kind: 'opening', amount: null, invoice_id: null },
			balance: totals['opening_balance'],
		});
		const left = { kind: 'unreadable', number, field: 'net_balance', invoice_id: id };
		expect(entries).toMatchObject([...rowsIn(totals, 'entries'), left]);
		for (const row of rows)
			expect(Object.values(row).every((value) => typeof value !== 'object' || value === null)).toBe(true);
	});

	// In one of these, it is another day than in UTC.
	it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('ends today, by the date in %s', async (timezone) => {
		const dayThere = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date());
		const before = dayThere();
		const parameters = { clientId: byId(1), show: 'totals' };
		const [statement] = await billing.outputOf('client', 'getStatement', parameters, { timezone });
		expect([before, dayThere()]).toContain(statement?.['to']);
	});
});

describe('Get Tax Summary', () => {
	const YEAR = { dateFrom: '2025-03-11', dateTo: TODAY };
	const QUARTER = { dateFrom: '2025-10-01', dateTo: '2025-12-31' };
	const counts = ({ status, invoice_status }: ReturnType<typeof ownInvoices>[number]) =>
		['Active', 'Archived'].includes(status) && invoice_status !== 'Draft';
	/** The invoices that count, in cents, according to the sandbox's tables. */
	const invoicesOf = () =>
		ownInvoices()
			.filter(counts)
			.map(({ id, date, client_id, net_balance, total_tax }) => ({
				...{ id, date, currency: clientsById(billing).get(client_id)?.currency ?? '' },
				...{ total: cents(net_balance), tax: cents(total_tax) },
			}));
	type Invoice = ReturnType<typeof invoicesOf>[number];
	const dated = () => invoicesOf().filter(({ date }) => date >= YEAR.dateFrom && date <= YEAR.dateTo);
	/** A quotient of whole numbers, rounded half away from zero. No seeded amount is negative. */
	const quotient = (dividend: number, divisor: number) =>
		Math.floor((2 * dividend + divisor) / (2 * divisor));

	/** The taxes of an invoice's lines by name and rate, as base and tax in cents: the sandbox's rule, typed anew. */
	function taxesOf(id: number) {
		const found = new Map<string, [number, number]>();
		const add = (name: string, percent: number, base: number, tax: number) => {
			const [oldBase = 0, oldTax = 0] = found.get(`${name} ${percent / 100}`) ?? [];
			found.set(`${name} ${percent / 100}`, [oldBase + base, oldTax + tax]);
		};
		for (const line of billing.linesOf('invoice', id)) {
			const cost = quotient(cents(line.unit_cost) * cents(line.quantity), 100);
			const discount = cents(line.discount);
			const net = cost - (line.discount_type === 'Fixed' ? discount : quotient(cost * discount, 10_000));
			const [first, second] = [cents(line.tax1_percent), cents(line.tax2_percent)];
			const tax = quotient(net * first, 10_000);
			if (first > 0) add(line.tax1_name, first, net, tax);
			const base = line.tax2_type === 'Compound' ? net + tax : net;
			if (second > 0) add(line.tax2_name, second, base, quotient(base * second, 10_000));
		}
		return found;
	}

	/** What the report has to be, by currency. `shareOf` is the part of an amount in cents that counts. */
	const expected = (invoices: readonly Invoice[], shareOf = (_: Invoice, amount: number) => amount) =>
		[...new Set(invoices.map(({ currency }) => currency))].sort().map((currency) => {
			const some = invoices.filter((invoice) => invoice.currency === currency);
			const taxes = new Map<string, [base: number, tax: number, count: number]>();
			for (const invoice of some)
				for (const [key, [base, tax]] of taxesOf(invoice.id)) {
					const [oldBase = 0, oldTax = 0, count = 0] = taxes.get(key) ?? [];
					taxes.set(key, [oldBase + shareOf(invoice, base), oldTax + shareOf(invoice, tax), count + 1]);
				}
			return {
				...{ currency, invoice_count: some.length, taxes: Object.fromEntries(taxes) },
				total: some.reduce((sum, invoice) => sum + shareOf(invoice, invoice.total), 0),
				tax: [...taxes.values()].reduce((sum, [, tax]) => sum + tax, 0),
			};
		});
	const shown = (item: Row) => ({
		...{ currency: item['currency'], invoice_count: item['invoice_count'] },
		...{ total: cents(item['total']), tax: cents(item['tax']) },
		taxes: Object.fromEntries(
			rowsIn(item, 'taxes')
				.filter(({ kind }) => kind === 'tax')
				.map(({ tax_name: name, tax_percent: percent, base, tax, invoice_count: count }) => [
					`${textOf(name)} ${textOf(percent)}`,
					[cents(base), cents(tax), count],
				]),
		) as object,
	});
	const get = async (parameters: object) =>
		await run('invoice', 'getTaxSummary', { show: 'totals', ...parameters });

	it("agrees to the cent with sums over the sandbox's year, per currency, drafts and canceled ones apart", async () => {
		const report = await get(YEAR);
		expect(report.map(shown)).toEqual(expected(dated()));
		expect(report.map(({ tax }) => cents(tax))).toEqual(
			report.map(({ currency }) =>
				dated().reduce((sum, one) => sum + (one.currency === currency ? one.tax : 0), 0),
			),
		);
		for (const { tax, total, net } of report) expect(cents(net) + cents(tax)).toBe(cents(total));
		expect(report.length).toBeGreaterThan(3);
		expect(report.flatMap((item) => rowsIn(item, 'taxes')).map(({ kind }) => kind)).not.toContain(
			'unexplained',
		);
		expect(billing.warnings()).toBe('');
		expect(new Set(billing.methods())).toEqual(new Set(['listInvoice']));
		const [one, two, three] = dated();
		billing.sandbox.change('invoice', one?.id ?? 0, { invoice_status: ' DRAFT' });
		billing.sandbox.change('invoice', two?.id ?? 0, { status: 'Cancel' });
		billing.sandbox.change('invoice', three?.id ?? 0, { status: 'Archived' });
		expect((await get(YEAR)).map(shown)).toEqual(expected(dated().filter(({ id }) => id !== one?.id)));
	});

	it('counts by payments the share that was paid in the period', async () => {
		const payments = billing.sandbox.records('payment');
		const { dateFrom, dateTo } = QUARTER;
		const paidOf = ({ id }: Invoice, isSo: (date: string) => boolean) =>
			payments
				.filter(({ invoice_id, date }) => invoice_id === id && isSo(date))
				.reduce((sum, { amount }) => sum + cents(amount), 0);
		const shareOf = (invoice: Invoice, amount: number) => {
			const [before = 0, until = 0] = [
				paidOf(invoice, (date) => date < dateFrom),
				paidOf(invoice, (date) => date <= dateTo),
			].map((sum) => quotient(amount * Math.min(sum, invoice.total), invoice.total));
			return until - before;
		};
		const some = invoicesOf().filter(({ id }) =>
			payments.some(({ invoice_id, date }) => invoice_id === id && date >= dateFrom && date <= dateTo),
		);
		const report = await get({ ...QUARTER, basis: 'payments' });
		expect(report.map(shown)).toEqual(expected(some, shareOf));
		expect(some.some((invoice) => shareOf(invoice, invoice.total) < invoice.total)).toBe(true);
		expect(billing.warnings()).toBe('');
	});

	it('shows the taxes as rows until today, the money first, and behind them what cannot be read', async () => {
		const [item] = await get({});
		expect(item).toMatchObject({ from: '', to: matching(/^\d{4}-\d\d-\d\d$/) });
		billing.sandbox.change('invoice', 4, { total_tax: 'n/a' });
		const totals = await get(YEAR);
		const rows = await run('invoice', 'getTaxSummary', YEAR);
		expect(rows).toMatchObject(
			totals.flatMap((total) => [
				...rowsIn(total, 'taxes'),
				...rowsIn(total, 'unreadable').map(({ id, ...one }) => ({
					...{ kind: 'unreadable', currency: total['currency'], invoice_id: id, ...one },
				})),
			]),
		);
		for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(rows[0] ?? {}));
		expect(billing.warnings()).toContain('the output names it in unreadable: 00004.');
	});
});
