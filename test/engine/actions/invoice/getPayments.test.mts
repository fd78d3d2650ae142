import { byId, useBilling } from '../../billing.mts';
import { shownStatus } from '../../harness/quirks.mts';

const ALL = { returnAll: true };
const billing = useBilling();
type Billing = typeof billing;

const own = ({ sandbox }: Billing) => sandbox.records('invoice').filter(({ account_id: id }) => id === 1);

/** All payments of the account, newest first, as the sandbox has them. */
function paid(service: Billing) {
	const { sandbox } = service;
	const clients = new Map(sandbox.records('client').map((client) => [client.id, client]));
	const invoices = new Map(own(service).map((invoice) => [invoice.id, invoice]));
	return sandbox
		.records('payment')
		.flatMap((payment) => {
			const invoice = invoices.get(payment.invoice_id);
			const client = clients.get(invoice?.client_id ?? 0);
			return invoice && client ? [{ payment, invoice, client }] : [];
		})
		.sort(
			({ payment: one }, { payment: other }) =>
				other.date.localeCompare(one.date) || other.invoice_id - one.invoice_id || other.id - one.id,
		);
}

const outputsOf = (rows: ReturnType<typeof paid>) =>
	rows.map(({ payment, invoice, client }) => ({
		date: payment.date,
		amount: Number(payment.amount),
		currency: client.currency,
		method: payment.method,
		reference: '',
		notes: payment.notes,
		invoice_id: invoice.id,
		number: invoice.number,
		invoice_status: shownStatus(invoice.invoice_status),
		client_id: client.id,
		client_organization: client.organization,
		client_name: client.name,
		client_email: client.email,
	}));

const reads = ({ methods }: Billing) => methods().filter((method) => method === 'getInvoice').length;

describe('Get Many Payments', () => {
	it('returns every payment, newest first, also of archived and canceled invoices, and reads only what may have some', async () => {
		expect(await billing.outputOf('invoice', 'getPayments', ALL)).toEqual(outputsOf(paid(billing)));
		const states = new Set(paid(billing).map(({ invoice }) => invoice.status));
		expect(states).toEqual(new Set(['Active', 'Archived', 'Cancel']));
		expect(reads(billing)).toBe(0);
		expect(billing.sent('listInvoice')).toHaveLength(3);
		expect(billing.warnings()).toBe('');
	});

	it('returns those of a client, a period and a method', async () => {
		const { invoice, payment } = paid(billing)[20] ?? {};
		const from = paid(billing)[60]?.payment.date ?? '';
		const to = paid(billing)[10]?.payment.date ?? '';
		const cases = [
			[{ clientId: byId(invoice?.client_id ?? 0) }, 'invoice', 'client_id', invoice?.client_id],
			[{ paymentMethod: ' bank TRANSFER ' }, 'payment', 'method', 'Bank Transfer'],
		] as const;
		for (const [filters, , field, value] of cases) {
			const output = await billing.outputOf('invoice', 'getPayments', { ...ALL, filters });
			expect(output).toEqual(outputsOf(paid(billing)).filter((row) => row[field] === value));
			expect(output).not.toEqual([]);
		}
		const within = await billing.outputOf('invoice', 'getPayments', {
			...ALL,
			filters: { dateFrom: from, dateTo: to },
		});
		expect(within).toEqual(outputsOf(paid(billing)).filter(({ date }) => date >= from && date <= to));
		expect(within.map(({ date }) => date)).toContain(payment?.date);
	});

	it('returns those with a text in their reference, in any case and whatever its blanks', async () => {
		const [one, two, three] = paid(billing);
		const note = (row: typeof one, notes: string) =>
			billing.sandbox.change('payment', row?.payment.id ?? 0, { notes });
		note(one, 'Thanks\nReference: TX-4711');
		note(two, 'Reference: tx 47 12');
		note(three, 'TX-4711 is not labeled');
		const find = async (referenceContains: string) => {
			const parameters = { ...ALL, filters: { referenceContains } };
			const found = await billing.outputOf('invoice', 'getPayments', parameters);
			return found.map(({ reference, invoice_id: id }) => [reference, id]);
		};
		expect(await find(' tx-47 ')).toEqual([['TX-4711', one?.invoice.id]]);
		expect(await find('4 7')).toEqual([
			['TX-4711', one?.invoice.id],
			['tx 47 12', two?.invoice.id],
		]);
		expect(await find('TX4')).toEqual([['tx 47 12', two?.invoice.id]]);
		expect(await find('TX-9')).toEqual([]);
	});
});

it('limits after sorting, so that the newest payments are returned, and reads the clients of those only', async () => {
	const output = await billing.outputOf('invoice', 'getPayments', { limit: 3 });
	expect(output).toEqual(outputsOf(paid(billing)).slice(0, 3));
	expect(billing.methods().filter((method) => method === 'getClient').length).toBeLessThanOrEqual(3);
	expect(await billing.outputOf('invoice', 'getPayments')).toHaveLength(50);
});

describe('where lists are vague', () => {
	const vague = useBilling({ listRecords: 'full', quirks: ['vagueLists'] });
	const REFERENCE = { notes: 'Thanks\nReference: TX-4711' };

	it('Read Full Records reads the notes, of the matching invoices only', async () => {
		const [first] = paid(vague);
		vague.sandbox.change('payment', first?.payment.id ?? 0, REFERENCE);
		const filters = { dateFrom: first?.payment.date ?? '' };
		const listed = await vague.outputOf('invoice', 'getPayments', { filters });
		expect(listed[0]).toMatchObject({ notes: '', reference: '' });
		expect(reads(vague)).toBe(0);
		const options = { fullRecords: true };
		const [full] = await vague.outputOf('invoice', 'getPayments', { filters, options });
		expect(full).toMatchObject({ ...REFERENCE, reference: 'TX-4711', method: first?.payment.method });
		const byReference = { ...filters, referenceContains: 'tx-4711' };
		expect(await vague.outputOf('invoice', 'getPayments', { filters: byReference })).toEqual([full]);
		const matching = paid(vague).filter(({ payment }) => payment.date >= filters.dateFrom);
		expect(reads(vague)).toBe(2 * new Set(matching.map(({ invoice }) => invoice.id)).size);
	});
});

it('shows unreadable values unchanged, first and in every period, and warns of them', async () => {
	const [, one, other] = paid(billing);
	billing.sandbox.change('payment', one?.payment.id ?? 0, { amount: '1.200,00' });
	billing.sandbox.change('payment', other?.payment.id ?? 0, { date: 'yesterday' });
	const filters = { dateFrom: one?.payment.date ?? '' };
	const output = await billing.outputOf('invoice', 'getPayments', { ...ALL, filters });
	expect(output[0]).toMatchObject({ invoice_id: other?.invoice.id, date: 'yesterday' });
	expect(output).toContainEqual(expect.objectContaining({ invoice_id: one?.invoice.id, amount: '1.200,00' }));
	const numbers = [one, other].map((row) => row?.invoice.number);
	expect(billing.warnings()).toMatch(/^Payments of these invoices cannot be read, or do not add up [^\n]*$/);
	for (const number of numbers) expect(billing.warnings()).toContain(String(number));
});

it.each([
	[{ dateFrom: 'soon' }, 'Filters › Date From takes a date'],
	[{ dateFrom: '2026-02-02', dateTo: '2026-02-01' }, 'Filters › Date From is after Date To'],
	[{ paymentMethod: '={{ "" }}' }, 'evaluated to nothing'],
	[{ dateFrom: '={{ "" }}' }, 'evaluated to nothing'],
	[{ referenceContains: '={{ " " }}' }, 'evaluated to nothing'],
])('refuses filters that mean nothing: %j', async (filters, problem) => {
	expect(await billing.errorOf('invoice', 'getPayments', { filters })).toContain(problem);
	expect(billing.methods()).toEqual([]);
});

it('warns of clients that cannot be read', async () => {
	const client = paid(billing)[0]?.client;
	billing.sandbox.change('client', client?.id ?? 0, { account_id: 2 });
	const [row] = await billing.outputOf('invoice', 'getPayments', { limit: 1 });
	expect(row).toMatchObject({ client_id: client?.id, client_name: '', currency: client?.currency });
	expect(billing.warnings()).toBe(
		`Names are empty, because the clients with these IDs could not be read: ${client?.id}.`,
	);
});
