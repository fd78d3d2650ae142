import { byId, containing, TODAY, useBilling } from '../../billing.mts';
import { shownStatus } from '../../harness/quirks.mts';

const billing = useBilling();
const bare = useBilling({ listRecords: 'bare' });
const AS_OF = { options: { asOf: TODAY, includeInvoices: true } };

const own = () => billing.sandbox.records('invoice').filter(({ account_id: id }) => id === 1);
const open = () =>
	own().filter(
		({ status, invoice_status: state, outstanding }) =>
			status === 'Active' && state !== 'Draft' && Number(outstanding) !== 0,
	);

const DAY_MS = 86_400_000;
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** What clients owe according to the sandbox, client by client. */
function owed() {
	const clients = new Map(billing.sandbox.records('client').map((client) => [client.id, client]));
	const rows = new Map<
		number,
		{ client_id: number; currency: string; sums: number[]; credit: number; ids: number[] }
	>();
	for (const { id, client_id, due_date, outstanding } of open()) {
		const currency = clients.get(client_id)?.currency ?? '';
		const row = rows.get(client_id) ?? { client_id, currency, sums: [0, 0, 0, 0, 0], credit: 0, ids: [] };
		rows.set(client_id, row);
		const days = due_date === '' ? 0 : (Date.parse(TODAY) - Date.parse(due_date)) / DAY_MS;
		const place = [0, 30, 60, 90, Infinity].findIndex((limit) => days <= limit);
		if (Number(outstanding) < 0) row.credit -= cents(outstanding);
		else row.sums[place] = (row.sums[place] ?? 0) + cents(outstanding);
		row.ids.push(id);
	}
	const sumOf = (sums: readonly number[]) => sums.reduce((total, one) => total + one, 0);
	return [...rows.values()]
		.sort((one, other) => one.currency.localeCompare(other.currency) || sumOf(other.sums) - sumOf(one.sums))
		.map(({ client_id, currency, sums, credit, ids }) => {
			const [not_due = 0, days_1_30 = 0, days_31_60 = 0, days_61_90 = 0, days_over_90 = 0] = sums;
			const amounts = {
				total: sumOf(sums),
				not_due,
				days_1_30,
				days_31_60,
				days_61_90,
				days_over_90,
				credit,
			};
			return {
				client_id,
				currency,
				...Object.fromEntries(Object.entries(amounts).map(([name, sum]) => [name, sum / 100])),
				ids: ids.sort((one, other) => one - other),
			};
		});
}

const shown = ({ invoices, ...row }: Record<string, unknown>) => {
	const {
		client_organization: _organization,
		client_name: _name,
		client_email: _email,
		invoice_count: _count,
		unreadable: _unreadable,
		...amounts
	} = row;
	const ids = [invoices].flat().map((invoice) => (invoice as { invoice_id: number }).invoice_id);
	return { ...amounts, ids: ids.sort((one, other) => one - other) };
};

describe('Get Receivables', () => {
	it('adds up what each client owes, by age, and reads only what the list leaves open', async () => {
		billing.sandbox.change('invoice', open()[0]?.id ?? 0, { due_date: '' });
		billing.sandbox.change('invoice', open()[1]?.id ?? 0, { outstanding: '-12.50' });
		const report = await billing.outputOf('invoice', 'getReceivables', AS_OF);
		expect(report.map(shown)).toEqual(owed());
		expect(new Set(report.map(({ currency }) => currency)).size).toBeGreaterThan(3);
		// Even a full list may leave a due date empty that the invoice itself shows.
		expect(billing.sent('getInvoice')).toHaveLength(1);
		expect(billing.sent('listInvoice')).toHaveLength(1);
		expect(billing.warnings()).not.toContain('cannot be read');
	});
});

it('counts an overpaid invoice that is marked as paid, also where lists show only identifiers', async () => {
	const id = open()[0]?.id ?? 0;
	const reports = [];
	for (const { sandbox, outputOf } of [billing, bare]) {
		sandbox.change('invoice', id, { outstanding: '-30.00', invoice_status: 'Paid' });
		reports.push(await outputOf('invoice', 'getReceivables', AS_OF));
	}
	expect(reports[1]).toEqual(reports[0]);
	expect(reports[0]?.map(shown)).toEqual(owed());
	expect(reports[0]?.map(({ credit }) => credit)).toContain(30);
});

it('shows a client with names and with the invoices behind the amounts, the oldest first', async () => {
	const client = billing.sandbox.records('client').find(({ id }) => id === open()[0]?.client_id);
	const filters = { clientId: byId(client?.id ?? 0) };
	const [row = {}, ...others] = await billing.outputOf('invoice', 'getReceivables', { ...AS_OF, filters });
	expect(others).toEqual([]);
	expect(row).toMatchObject({
		client_id: client?.id,
		client_organization: client?.organization,
		client_name: client?.name,
		client_email: client?.email,
		unreadable: [],
	});
	const expected = open()
		.filter(({ client_id: id }) => id === client?.id)
		.map((invoice) => ({
			invoice_id: invoice.id,
			number: invoice.number,
			date: invoice.date,
			invoice_due_date: invoice.due_date,
			days_overdue: Math.max(0, (Date.parse(TODAY) - Date.parse(invoice.due_date)) / DAY_MS),
			outstanding: Number(invoice.outstanding),
			invoice_status: shownStatus(invoice.invoice_status),
		}))
		.sort((one, other) => other.days_overdue - one.days_overdue || one.invoice_id - other.invoice_id);
	expect(row['invoices']).toEqual(expected);
	expect(row['invoice_count']).toBe(expected.length);
	expect(billing.sent('listInvoice')).toMatchObject([
		{ filter: { client_id: String(client?.id), invoice_record_status: 'Active' } },
	]);
});

it('takes other limits and another day', async () => {
	const options = { asOf: '2099-01-01', bucketLimits: '7, 14' };
	const report = await billing.outputOf('invoice', 'getReceivables', { options });
	expect(report.map(({ total }) => total)).toEqual(owed().map((row) => shownTotal(row)));
	for (const row of report) {
		expect(row).toMatchObject({ days_1_7: 0, days_8_14: 0 });
		expect(row).not.toHaveProperty('invoices');
	}
	expect(report[0]?.['days_over_14']).toBeGreaterThan(0);
	expect(billing.warnings()).toBe('');
});

it('leaves out invoices dated after a past day, and says which report shows that day', async () => {
	const days = ['2025-05-01', '2025-04-30', '2025-11-03'];
	for (const [index, { id }] of open().entries())
		billing.sandbox.change('invoice', id, { date: days[index] ?? '2026-01-01' });
	const early = open()
		.slice(0, 2)
		.map(({ id }) => id);
	const options = { asOf: '2025-05-01', includeInvoices: true };
	const report = await billing.outputOf('invoice', 'getReceivables', { options });
	const ids = report.flatMap(({ invoices }) => invoices as Array<{ invoice_id: number }>);
	expect(ids.map(({ invoice_id: id }) => id).sort()).toEqual(early.sort());
	expect(billing.warnings()).toContain('The amounts are what is owed now');
	expect(billing.warnings()).toContain('use Client › Get Statement');
});

const shownTotal = (row: Record<string, unknown>) => row['total'];

it('leaves out invoices whose amounts or due dates cannot be read, names them, and warns once', async () => {
	const [one, , other] = open();
	billing.sandbox.change('invoice', one?.id ?? 0, { outstanding: '1.000,00', invoice_status: 'Paid' });
	billing.sandbox.change('invoice', other?.id ?? 0, { due_date: '2026-02-30' });
	const expected = owed();
	const report = await billing.outputOf('invoice', 'getReceivables', AS_OF);
	const left = report.flatMap(({ unreadable }) => unreadable as object[]);
	expect(left).toHaveLength(2);
	for (const [invoice, field] of [[one, 'outstanding'] as const, [other, 'invoice_due_date'] as const])
		expect(left).toContainEqual({ id: invoice?.id, number: invoice?.number, field });
	const ids = report.flatMap((row) => shown(row).ids);
	expect(expected.flatMap((row) => row.ids).filter((id) => !ids.includes(id))).toEqual([one?.id, other?.id]);
	expect(billing.warnings()).toMatch(/^.*owed now.*\nLeft out of the sums, .*$/);
	expect(billing.warnings()).toContain(String(one?.number));
});

it.each([
	[{ asOf: 'soon' }, 'Options › As Of takes a date'],
	[{ bucketLimits: '60, 30' }, 'Options › Bucket Limits takes whole numbers'],
	[{ bucketLimits: '={{ "" }}' }, 'evaluated to nothing'],
])('refuses options that mean nothing: %j', async (options, problem) => {
	expect(await billing.errorOf('invoice', 'getReceivables', { options })).toEqual(containing(problem));
	expect(billing.methods()).toEqual([]);
});
