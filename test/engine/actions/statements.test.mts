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
		const filters = billing.sent('listInvoice').flatMap((sent) => Object.values(sent)) as Row[]; // elements
		expect(filters.map((filter) => filter['client_id'])).toEqual(['1', '1', '1']);
		const states = filters.map((filter) => filter['invoice_record_status']);
		expect(states).toEqual(['Active', 'Archived', 'Cancel']);
		expect(billing.methods()).toHaveLength(4);
	});

	it('leaves out and names what cannot be read or counted, and shows the rest as rows from the opening balance on', async () => {
		const payment = billing.sandbox
			.records('payment')
			.find((one) => counted(1).some(({ id }) => id === one.invoice_id));
		const invoice = counted(1).find((one) => one.id === payment?.invoice_id);
		const { id = 0, number } = invoice ?? {};
		for (const [kind, changed, field] of [
			['invoice', { status: 'Cancel', outstanding: '5.00' }, 'status'],
			['invoice', { invoice_status: 'Draft', outstanding: '5.00' }, 'invoice_status'],
			['invoice', { outstanding: 'n/a' }, 'outstanding'],
			['invoice', { date: 'soon' }, 'date'],
			['invoice', { total_paid: '1.00' }, 'transactions'],
			['payment', { amount: 'n/a' }, 'transactions'],
			['payment', { date: 'soon' }, 'transactions'],
			['invoice', { net_balance: 'n/a', outstanding: 'n/a' }, 'net_balance'],
		] as const) {
			billing.sandbox.change('invoice', id, { ...invoice, ...(kind === 'invoice' && changed) });
			billing.sandbox.change('payment', payment?.id ?? 0, { ...payment, ...(kind === 'payment' && changed) });
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
		const none = { amount: null, invoice_id: null, balance: totals['opening_balance'] };
		expect(opening).toMatchObject({ ...none, date: '2026-01-01', kind: 'opening' });
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
	const currencyOf = (client: number) => clientsById(billing).get(client)?.currency ?? '';
	const counted = () =>
		ownInvoices().flatMap((one) => (counts(one) ? { ...one, currency: currencyOf(one.client_id) } : []));
	type Invoice = ReturnType<typeof counted>[number];
	const dated = () => counted().filter(({ date }) => date >= YEAR.dateFrom && date <= YEAR.dateTo);
	/** What the report has to come to, by currency: the taxes of each rate are proven in its unit tests. */
	const sums = (invoices: readonly Invoice[], amounts: Record<string, (invoice: Invoice) => unknown>) =>
		[...new Set(invoices.map(({ currency }) => currency))].sort().map((currency) => {
			const some = invoices.filter((invoice) => invoice.currency === currency);
			const totals = Object.entries(amounts).map(([name, of]) => [name, sumOf(some.map(of))]);
			return { currency, invoice_count: some.length, ...(Object.fromEntries(totals) as object) };
		});
	const BILLED = { total: (one: Invoice) => one.net_balance, tax: (one: Invoice) => one.total_tax };
	const get = async (parameters: object) =>
		await run('invoice', 'getTaxSummary', { show: 'totals', ...parameters });

	it("agrees to the cent with sums over the sandbox's year, per currency, drafts and canceled ones apart", async () => {
		const report = await get(YEAR);
		expect(report).toMatchObject(sums(dated(), BILLED));
		for (const item of report) {
			expect(cents(item['net']) + cents(item['tax'])).toBe(cents(item['total']));
			const taxes = rowsIn(item, 'taxes');
			expect(sumOf(taxes.map(({ tax }) => tax))).toBe(item['tax']);
			expect(taxes.map(({ kind }) => kind)).not.toContain('unexplained');
		}
		expect(report.length).toBeGreaterThan(3);
		expect(billing.warnings()).toBe('');
		expect(new Set(billing.methods())).toEqual(new Set(['listInvoice']));
		const bookings = await get({ ...YEAR, show: 'invoices' });
		for (const { currency, tax, invoice_count } of report) {
			const rows = bookings.filter((row) => row['currency'] === currency);
			expect(sumOf(rows.map((row) => row['tax']))).toBe(tax);
			expect(new Set(rows.map((row) => row['invoice_id'])).size).toBe(invoice_count);
		}
		const clients = clientsById(billing);
		for (const row of bookings)
			expect(clients.get(Number(row['client_id']))?.organization).toBe(row['client_organization']);
		const [one, two, three] = dated();
		billing.sandbox.change('invoice', one?.id ?? 0, { invoice_status: ' DRAFT' });
		billing.sandbox.change('invoice', two?.id ?? 0, { status: 'Cancel' });
		billing.sandbox.change('invoice', three?.id ?? 0, { status: 'Archived' });
		const left = dated().filter(({ id }) => id !== one?.id);
		expect(await get(YEAR)).toMatchObject(sums(left, BILLED));
	});

	it('counts by payments what was paid in the period, up to the total', async () => {
		const payments = billing.sandbox.records('payment');
		const paid = ({ id, net_balance: total }: Invoice, isSo: (date: string) => boolean) => {
			const some = payments.filter((one) => one.invoice_id === id && isSo(one.date));
			return Math.min(Number(total), sumOf(some.map(({ amount }) => amount)));
		};
		const { dateFrom, dateTo } = QUARTER;
		const isWithin = (date: string) => date >= dateFrom && date <= dateTo;
		const some = counted().filter(({ id }) =>
			payments.some(({ invoice_id, date }) => invoice_id === id && isWithin(date)),
		);
		const total = (invoice: Invoice) =>
			paid(invoice, (date) => date <= dateTo) - paid(invoice, (date) => date < dateFrom);
		expect(await get({ ...QUARTER, basis: 'payments' })).toMatchObject(sums(some, { total }));
		expect(some.some((invoice) => total(invoice) < Number(invoice.net_balance))).toBe(true);
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
