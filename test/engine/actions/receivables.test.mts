import { byId, containing, including, TODAY, useBilling } from '../billing.mts';
import { shownStatus } from '../harness/quirks.mts';
import { listed, useScriptedService, xml } from '../scripted.mts';
import { clientsById, own, rowsIn, sumOf, type Row } from '../tables.mts';

// What came in and what is owed, against the sandbox's own tables.
const billing = useBilling();
const run = async (resource: string, operation: string, parameters: object = {}): Promise<Row[]> =>
	await billing.outputOf(resource, operation, { ...parameters });
const ownInvoices = () => own(billing.sandbox.records('invoice'));
const LEFT_OUT = 'Left out of the sums, because a field cannot be read or counted';

it('Reports refuse options and filters that mean nothing, and periods that end before they begin', async () => {
	const statement = { clientId: byId(1) };
	for (const [operation, parameters, problem] of [
		['getPayments', { filters: { dateFrom: TODAY, dateTo: '2026-02-01' } }, 'Date From is after Date To'],
		['getTaxSummary', { dateFrom: '2099-01-01' }, 'must not be after today'],
		['getTaxSummary', { dateFrom: TODAY, dateTo: '2025-01-01' }, 'Date From is after Date To'],
		['getStatement', { ...statement, dateFrom: TODAY, dateTo: '2025-01-01' }, 'Date From is after Date To'],
		['getStatement', { ...statement, dateFrom: '2099-01-01' }, 'Date From must not be after today'],
	] as const) {
		const resource = operation === 'getStatement' ? 'client' : 'invoice';
		expect(await billing.errorOf(resource, operation, parameters)).toContain(problem);
	}
	expect(billing.methods()).toEqual([]);
});

/** All payments of the account, newest first, as the sandbox has them. */
function paid({ sandbox } = billing) {
	const invoices = new Map(ownInvoices().map((invoice) => [invoice.id, invoice]));
	return sandbox
		.records('payment')
		.flatMap((payment) => {
			const invoice = invoices.get(payment.invoice_id);
			const client = clientsById(billing).get(invoice?.client_id ?? 0);
			return invoice && client ? [{ payment, invoice, client }] : [];
		})
		.sort(
			({ payment: one }, { payment: other }) =>
				other.date.localeCompare(one.date) || other.invoice_id - one.invoice_id || other.id - one.id,
		);
}
const paymentRows = (rows: ReturnType<typeof paid>) =>
	rows.map(({ payment, invoice, client }) => ({
		...{ date: payment.date, amount: Number(payment.amount), currency: client.currency },
		tax:
			Math.round((100 * Number(payment.amount) * Number(invoice.total_tax)) / Number(invoice.net_balance)) /
			100,
		...{ method: payment.method, reference: '', notes: payment.notes, invoice_id: invoice.id },
		...{ number: invoice.number, invoice_status: shownStatus(invoice.invoice_status), client_id: client.id },
		...{ client_organization: client.organization, client_name: client.name, client_email: client.email },
	}));

describe('Get Many Payments', () => {
	const ALL = { returnAll: true };
	const get = async (filters: object = {}, more: object = ALL) =>
		await run('invoice', 'getPayments', { ...more, filters });

	it('returns every payment, newest first, also of archived and canceled invoices, and those of the filters', async () => {
		const all = paid();
		expect(await get()).toEqual(paymentRows(all));
		const states = new Set(all.map(({ invoice }) => invoice.status));
		expect(states).toEqual(new Set(['Active', 'Archived', 'Cancel']));
		expect([billing.sent('getInvoice').length, billing.sent('listInvoice').length]).toEqual([0, 3]);
		expect(billing.warnings()).toBe('');
		const client = all[20]?.client.id ?? 0;
		const [from = '', to = ''] = [all[60]?.payment.date, all[10]?.payment.date];
		for (const [filters, keep] of [
			[{ clientId: byId(client) }, ({ invoice }) => invoice.client_id === client],
			[{ paymentMethod: ' bank TRANSFER ' }, ({ payment }) => payment.method === 'Bank Transfer'],
			[{ dateFrom: from, dateTo: to }, ({ payment: { date } }) => date >= from && date <= to],
		] as Array<[object, (row: (typeof all)[number]) => boolean]>) {
			const expected = paymentRows(all.filter(keep));
			expect(expected).not.toEqual([]);
			expect(await get(filters)).toEqual(expected);
		}
		billing.sandbox.clearRequests();
		expect(await get({}, { limit: 3 })).toEqual(paymentRows(all.slice(0, 3)));
		expect(billing.sent('getClient').length).toBeLessThanOrEqual(3);
		expect(await get({}, {})).toHaveLength(50);
	});

	it('finds a text in references in any case, and shows what cannot be read, first and with a warning', async () => {
		const [one, two, three, four] = paid();
		const change = (row: typeof one, values: Record<string, string>) =>
			billing.sandbox.change('payment', row?.payment.id ?? 0, values);
		change(one, { notes: 'Thanks\nReference: TX-4711' });
		change(two, { notes: 'Reference: tx 47 12' });
		change(three, { notes: 'TX-4711 is not labeled' });
		const find = async (referenceContains: string) =>
			(await get({ referenceContains })).map(({ reference }) => reference);
		expect(await find(' tx-47 ')).toEqual(['TX-4711']);
		expect(await find('4 7')).toEqual(['TX-4711', 'tx 47 12']);
		expect(await find('TX4')).toEqual(['tx 47 12']);
		expect(await find('TX-9')).toEqual([]);
		change(three, { amount: '1.200,00' });
		change(four, { date: 'yesterday' });
		billing.sandbox.change('client', one?.client.id ?? 0, { account_id: 2 });
		const output = await get({ dateFrom: three?.payment.date ?? '' });
		expect(output[0]).toMatchObject({ invoice_id: four?.invoice.id, date: 'yesterday' });
		const { id: client_id, currency } = one?.client ?? {};
		for (const shown of [{ amount: '1.200,00' }, { client_id, client_name: '', currency }])
			expect(output).toContainEqual(including(shown));
		expect(billing.warnings()).toContain('Payments of these invoices cannot be read, or do not add up');
		for (const row of [three, four]) expect(billing.warnings()).toContain(String(row?.invoice.number));
		const NAMELESS = 'Names are empty, because the clients with these IDs could not be read';
		expect(billing.warnings()).toContain(`${NAMELESS}: ${client_id}`);
	});
});

describe('Where lists hide the notes of payments', () => {
	const vague = useBilling({ quirks: ['vagueLists'] });

	it('Read Full Records reads them, of the matching invoices only', async () => {
		const [{ id = 0, date = '' } = {}] = [...vague.sandbox.records('payment')].sort((one, other) =>
			other.date.localeCompare(one.date),
		);
		vague.sandbox.change('payment', id, { notes: 'Reference: TX-4711' });
		const get = async (more: object) => await vague.outputOf('invoice', 'getPayments', { ...more });
		const filters = { dateFrom: date };
		expect((await get({ filters })).map(({ reference }) => reference)).not.toContain('TX-4711');
		expect(vague.sent('getInvoice')).toEqual([]);
		const full = await get({ filters, options: { fullRecords: true } });
		const found = full.filter(({ reference }) => reference === 'TX-4711');
		expect(found).toHaveLength(1);
		const invoices = new Set(full.map(({ invoice_id }) => invoice_id)).size;
		expect(vague.sent('getInvoice')).toHaveLength(invoices);
		expect(await get({ filters: { ...filters, referenceContains: 'tx-4711' } })).toEqual(found);
	});
});

describe('Get Receivables', () => {
	const WITH_INVOICES = { options: { includeInvoices: true } };
	const open = () =>
		ownInvoices().filter(
			({ status, invoice_status: state, outstanding }) =>
				status === 'Active' && state !== 'Draft' && Number(outstanding) !== 0,
		);
	// The sandbox's day is a fixed one, and the node's is that of its clock.
	const today = () => new Date().toISOString().slice(0, 10);
	const lateBy = (day: string) =>
		day.startsWith('0000') ? 0 : (Date.parse(today()) - Date.parse(day)) / 86_400_000;
	/** What clients owe according to the sandbox, client by client: the buckets are proven in unit tests. */
	const owed = () =>
		[...new Set(open().map(({ client_id }) => client_id))]
			.map((client_id) => {
				const amounts = open()
					.filter((invoice) => invoice.client_id === client_id)
					.map(({ outstanding }) => Number(outstanding));
				const total = sumOf(amounts.filter((amount) => amount > 0));
				const credit = -sumOf(amounts.filter((amount) => amount < 0)) || 0;
				const currency = clientsById(billing).get(client_id)?.currency ?? '';
				return { client_id, currency, total, credit, invoice_count: amounts.length };
			})
			.sort((one, other) => one.currency.localeCompare(other.currency) || other.total - one.total);
	const idsIn = (report: Row[]) =>
		report.flatMap((row) => rowsIn(row, 'invoices').map(({ invoice_id: id }) => Number(id)));
	const change = (nth: number, values: Record<string, string>) =>
		billing.sandbox.change('invoice', open()[nth]?.id ?? 0, values);

	it('adds up what each client owes, by age, credits apart, with the invoices behind it, the oldest first', async () => {
		// Databases write zeros for no date.
		change(0, { due_date: '0000-00-00 00:00:00' });
		change(1, { outstanding: '-12.50', invoice_status: 'Paid' });
		const report = await run('invoice', 'getReceivables', WITH_INVOICES);
		expect(report).toMatchObject(owed());
		expect(new Set(idsIn(report))).toEqual(new Set(open().map(({ id }) => id)));
		expect(new Set(report.map(({ currency }) => currency)).size).toBeGreaterThan(3);
		// Even a full list may leave a due date empty that the invoice itself shows.
		expect([billing.sent('getInvoice').length, billing.sent('listInvoice').length]).toEqual([1, 1]);
		expect(billing.warnings()).not.toContain('cannot be read');
		const [first] = report;
		const client = clientsById(billing).get(Number(first?.['client_id']));
		const expected = open()
			.filter(({ client_id: id }) => id === client?.id)
			.map((invoice) => ({
				...{ invoice_id: invoice.id, number: invoice.number, date: invoice.date },
				invoice_due_date: invoice.due_date.replace(/^0000.*/, ''),
				days_overdue: Math.max(0, lateBy(invoice.due_date)),
				outstanding: Number(invoice.outstanding),
				invoice_status: shownStatus(invoice.invoice_status),
			}))
			.sort((one, other) => other.days_overdue - one.days_overdue || one.invoice_id - other.invoice_id);
		const { id = 0, organization, name, email } = client ?? {};
		expect(first).toMatchObject({
			...{ client_organization: organization, client_name: name, client_email: email },
			...{ invoices: expected, invoice_count: expected.length, unreadable: [] },
		});
		const filters = { clientId: byId(id) };
		expect(await run('invoice', 'getReceivables', { ...WITH_INVOICES, filters })).toEqual([first]);
	});

	it('names what cannot be read', async () => {
		const [one, , other] = open();
		const before = open().map(({ id }) => id);
		change(0, { outstanding: '1.000,00', invoice_status: 'Paid' });
		change(2, { due_date: '2026-02-30' });
		const report = await run('invoice', 'getReceivables', WITH_INVOICES);
		const unreadable = report.flatMap((row) => rowsIn(row, 'unreadable'));
		expect(unreadable).toHaveLength(2);
		for (const [invoice, field] of [[one, 'outstanding'] as const, [other, 'invoice_due_date'] as const])
			expect(unreadable).toContainEqual({ id: invoice?.id, number: invoice?.number, field });
		expect(before.filter((id) => !idsIn(report).includes(id))).toEqual([one?.id, other?.id]);
		expect(billing.warnings()).toMatch(new RegExp(`^${LEFT_OUT}.*${one?.number}`));
	});
});

describe('Reports of a service that shows an invoice without a currency', () => {
	const service = useScriptedService();
	const paid = { method: 'Cash', notes: '', date: '2026-01-20 10:00:00' };
	const invoice = (id: number, currency: string, payments = [40]) =>
		xml('invoice', {
			...{ invoice_id: id, client: '<client_id>1</client_id>', number: `A-${id}`, currency },
			...{ date: '2026-01-05 08:00:00', invoice_due_date: '2026-02-04' },
			...{ invoice_status: 'Partial-Paid', status: 'Active' },
			...{ net_balance: 100, late_fee: 0, total_paid: 40, outstanding: 60 },
			transactions: payments.map((amount) => xml('transaction', { ...paid, amount })).join(''),
		});

	it('never add up different currencies, and have the later of two payments of a day first', async () => {
		const all = [invoice(1, 'EUR', [15, 25]), invoice(2, ''), invoice(3, ' usd ')];
		service.answer('listInvoice', listed('invoices', all.join('')));
		service.answer('getInvoice', invoice(2, ''));
		const credits = '<credit><amount>5</amount></credit>';
		service.answer('getClient', xml('client', { client_id: 1, currency: 'USD', credits }));
		const more = { credential: service.credential() };
		const unreadable = [{ id: 2, number: 'A-2', field: 'currency' }];
		expect(await billing.outputOf('invoice', 'getReceivables', {}, more)).toMatchObject([
			{ client_id: 1, currency: '', total: 0, unreadable },
			{ client_id: 1, currency: 'EUR', total: 60 },
			{ client_id: 1, currency: 'USD', total: 60 },
		]);
		const payments = await billing.outputOf('invoice', 'getPayments', {}, more);
		const paidIn = payments.flatMap(({ currency, amount }) => [currency, amount]);
		expect(paidIn).toEqual(['USD', 40, '', 40, 'EUR', 25, 'EUR', 15]);
		const statement = { clientId: byId(1), dateTo: '2026-03-10', show: 'totals' };
		const amounts = { invoiced: 100, paid: 40, closing_balance: 60, outstanding: 60 };
		expect(await billing.outputOf('client', 'getStatement', statement, more)).toMatchObject([
			{ currency: 'USD', ...amounts, credits_total: 5, unreadable },
			{ currency: 'EUR', ...amounts, credits_total: 0, credits: [], unreadable: [] },
		]);
		expect(billing.warnings()).toEqual(containing(LEFT_OUT));
	});
});
