import type { IDataObject } from 'n8n-workflow';
import { byId, TODAY, useBilling } from '../../billing.mts';

const billing = useBilling();
type Billing = typeof billing;

/** The client with credits of the seed. */
const CREDITOR = 2;

const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const sumOf = (amounts: readonly unknown[]) =>
	amounts.reduce<number>((total, amount) => total + cents(amount), 0) / 100;

const invoicesOf = ({ sandbox }: Billing, client: number) =>
	sandbox.records('invoice').filter(({ client_id: id }) => id === client);

/** The invoices that count. */
const countedOf = (service: Billing, client: number) =>
	invoicesOf(service, client).filter(
		({ status, invoice_status: state }) => status !== 'Cancel' && state !== 'Draft',
	);

const paymentsOf = ({ sandbox }: Billing, invoices: ReadonlyArray<{ id: number }>) =>
	sandbox.records('payment').filter(({ invoice_id: id }) => invoices.some((invoice) => invoice.id === id));

/** The movements according to the sandbox, oldest first. */
const entriesOf = (service: Billing, client: number) => {
	const invoices = countedOf(service, client);
	const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
	return [
		...invoices.map(({ id, number, date, due_date, net_balance, late_fee }) => ({
			date,
			kind: 'invoice',
			number,
			invoice_id: id,
			invoice_due_date: due_date,
			amount: sumOf([net_balance, late_fee]),
			method: '',
			reference: '',
		})),
		...paymentsOf(service, invoices).map(({ invoice_id, method, amount, date }) => ({
			date,
			kind: 'payment',
			number: numbers.get(invoice_id),
			invoice_id,
			invoice_due_date: '',
			amount: Number(amount),
			method,
			reference: '',
		})),
	].sort(
		(one, other) =>
			one.date.localeCompare(other.date) ||
			one.kind.localeCompare(other.kind) ||
			one.invoice_id - other.invoice_id,
	);
};

const statementOf = async (
	service: Billing,
	client: number,
	period: { dateFrom?: string; dateTo?: string } = {},
) => {
	const parameters = { clientId: byId(client), dateTo: TODAY, show: 'totals', ...period };
	const [statement = {}, ...others] = await service.outputOf('client', 'getStatement', parameters);
	expect(others).toEqual([]);
	return statement;
};

const listIn = (statement: IDataObject, name: string) => statement[name] as IDataObject[]; // the lists of the output
const withoutBalance = (statement: IDataObject) =>
	listIn(statement, 'entries').map(({ balance: _, ...entry }) => entry);

describe('a statement', () => {
	it('shows all movements, with balances that end with the outstanding amount', async () => {
		const clients = billing.sandbox.records('client').filter(({ account_id: id }) => id === 1);
		for (const { id, organization, name, email, currency } of clients) {
			const statement = await statementOf(billing, id);
			const entries = entriesOf(billing, id);
			const outstanding = sumOf(countedOf(billing, id).map((invoice) => invoice.outstanding));
			const kind = (wanted: string) => entries.filter((entry) => entry.kind === wanted);
			expect(statement).toMatchObject({
				client_id: id,
				client_organization: organization,
				client_name: name,
				client_email: email,
				currency,
				from: '',
				to: TODAY,
				opening_balance: 0,
				invoiced: sumOf(kind('invoice').map(({ amount }) => amount)),
				paid: sumOf(kind('payment').map(({ amount }) => amount)),
				closing_balance: outstanding,
				outstanding,
			});
			expect(withoutBalance(statement)).toEqual(entries);
			expect(listIn(statement, 'entries').at(-1)?.['balance'] ?? 0).toBe(outstanding);
		}
		const fees = clients.flatMap(({ id }) => countedOf(billing, id).map((invoice) => invoice.late_fee));
		expect(fees.some((fee) => Number(fee) > 0)).toBe(true);
	});
});

it('reads nothing on its own where lists are full, and one list for each state', async () => {
	await statementOf(billing, 1);
	expect(billing.warnings()).toBe('');
	expect(billing.methods().sort()).toEqual(['getClient', 'listInvoice', 'listInvoice', 'listInvoice']);
	expect(billing.sent('listInvoice')).toMatchObject(
		['Active', 'Archived', 'Cancel'].map((status) => ({
			filter: { client_id: '1', invoice_record_status: status },
		})),
	);
});

// In one of these, it is another day than in UTC.
it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('ends today, by the date in %s', async (timezone) => {
	const dayThere = () => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(new Date());
	const before = dayThere();
	const parameters = { clientId: byId(1), show: 'totals' };
	const [statement] = await billing.outputOf('client', 'getStatement', parameters, { timezone });
	expect([before, dayThere()]).toContain(statement?.['to']);
});

it('shows current credits next to the balance', async () => {
	const statement = await statementOf(billing, CREDITOR);
	expect(statement).toMatchObject({
		credits_total: 120,
		credits: [{ amount: 120, date: '2026-02-18', method: 'Bank Transfer', note: 'Paid in advance' }],
		closing_balance: statement['outstanding'],
	});
	expect(billing.warnings()).toBe('');
	const other = { client_id: CREDITOR, payment_method: 'Cash', payment_note: '', credit_date: TODAY };
	billing.sandbox.store.insert('credit', { ...other, amount: 'some' });
	expect(await statementOf(billing, CREDITOR)).toMatchObject({
		credits_total: 120,
		credits: [{ amount: 120 }, { amount: 'some' }],
		unreadable: [{ id: CREDITOR, field: 'credits' }],
	});
	expect(billing.warnings()).toContain(`the output names it in unreadable: ID ${CREDITOR}.`);
});

/** A client with a payment, and the invoice that it is for. */
function firstPaid() {
	const [payment] = paymentsOf(billing, countedOf(billing, 1));
	const invoice = countedOf(billing, 1).find(({ id }) => id === payment?.invoice_id);
	if (payment === undefined || invoice === undefined) throw new Error('The seed has no payment');
	return { payment, invoice };
}

it.each([
	[{ status: 'Cancel' }, 'status'],
	[{ invoice_status: 'Draft' }, 'invoice_status'],
])('omits an invoice that is %j, and names it if it was paid in the period', async (change, field) => {
	const { invoice } = firstPaid();
	billing.sandbox.change('invoice', invoice.id, { ...change, outstanding: '5.00' });
	const statement = await statementOf(billing, 1);
	expect(withoutBalance(statement)).toEqual(entriesOf(billing, 1));
	const { id, number } = invoice;
	expect(statement).toMatchObject({ unreadable: [{ id, number, field }] });
	expect(statement['closing_balance']).toBe(statement['outstanding']);
	expect(billing.warnings()).toContain(`the output names it in unreadable: ${number}.`);
	expect(await statementOf(billing, 1, { dateFrom: TODAY })).toMatchObject({ unreadable: [] });
});

it.each<[field: string, kind: 'invoice' | 'payment', change: Record<string, string>]>([
	['outstanding', 'invoice', { outstanding: 'n/a' }],
	['date', 'invoice', { date: 'soon' }],
	['total paid, which its payments do not add up to', 'invoice', { total_paid: '1.00' }],
	['payment', 'payment', { amount: 'n/a' }],
	['day of a payment', 'payment', { date: 'soon' }],
])('leaves out an invoice with an unreadable %s, and names it', async (_, kind, change) => {
	const { payment, invoice } = firstPaid();
	billing.sandbox.change(kind, kind === 'invoice' ? invoice.id : payment.id, change);
	const statement = await statementOf(billing, 1);
	expect(withoutBalance(statement)).toEqual(
		entriesOf(billing, 1).filter(({ invoice_id: id }) => id !== invoice.id),
	);
	expect(listIn(statement, 'unreadable')).toMatchObject([{ id: invoice.id, number: invoice.number }]);
	expect(statement['closing_balance']).toBe(statement['outstanding']);
	expect(billing.warnings()).toContain(`the output names it in unreadable: ${invoice.number}.`);
});

it('refuses a period that ends before it begins', async () => {
	const parameters = { clientId: byId(1), dateFrom: '2026-02-01', dateTo: '2026-01-31' };
	expect(await billing.errorOf('client', 'getStatement', parameters)).toContain('Date From is after Date To');
	const future = { clientId: byId(1), dateFrom: '2099-01-01' };
	expect(await billing.errorOf('client', 'getStatement', future)).toContain(
		'Date From must not be after today',
	);
	expect(billing.methods()).toEqual([]);
});

it('shows the account as rows, from the opening balance on', async () => {
	const { invoice } = firstPaid();
	billing.sandbox.change('invoice', invoice.id, { net_balance: 'n/a', outstanding: 'n/a' });
	const period = { dateFrom: '2026-01-01' };
	const totals = await statementOf(billing, 1, period);
	const rows = await billing.outputOf('client', 'getStatement', {
		clientId: byId(1),
		dateTo: TODAY,
		...period,
	});
	const [opening, ...entries] = rows;
	expect(opening).toMatchObject({
		date: '2026-01-01',
		kind: 'opening',
		amount: null,
		balance: totals['opening_balance'],
		invoice_id: null,
	});
	const left = { kind: 'unreadable', number: invoice.number, field: 'net_balance', invoice_id: invoice.id };
	expect(entries).toMatchObject([...listIn(totals, 'entries'), left]);
	const { client_organization, client_id, currency } = totals;
	for (const row of rows) {
		expect(row).toMatchObject({ client_organization, client_id, currency });
		expect(Object.values(row).every((value) => typeof value !== 'object' || value === null)).toBe(true);
	}
});
