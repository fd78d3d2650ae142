import { byId, containing } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const service = useScriptedService();

type Fields = Readonly<Record<string, string | number>>;

const invoice = ({ client = 1, transactions = '', ...fields }: Fields): string => {
	const elements = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`);
	return `<invoice><client><client_id>${client}</client_id></client>${elements.join('')}<transactions>${transactions}</transactions></invoice>`;
};

const PAYMENT = (amount: number, date: string) =>
	`<transaction><method>Cash</method><notes></notes><amount>${amount}</amount><date>${date} 10:00:00</date></transaction>`;

const SHOWN = {
	number: 'A-1',
	date: '2026-01-05 08:00:00',
	invoice_due_date: '2026-02-04',
	invoice_status: 'Partial-Paid',
	status: 'Active',
	net_balance: 100,
	late_fee: 0,
	total_paid: 40,
	outstanding: 60,
	currency: 'EUR',
	transactions: PAYMENT(40, '2026-01-20'),
};

const CLIENT = (id: number, more = '') =>
	`<client><client_id>${id}</client_id><name>Ann</name><organization>Acme ${id}</organization><email>a@b.example</email><currency>USD</currency>${more}</client>`;

/** A service that lists these invoices for any filter. */
function lists(...invoices: Fields[]): void {
	service.answer('listInvoice', listed('invoices', invoices.map(invoice).join('')));
	service.answer('getClient', (document) => CLIENT(Number(/<client_id>(\d+)/.exec(document)?.[1])));
}

async function run(resource: string, operation: string, parameters: object = {}) {
	const { outputs, error, hints } = await engine.run({
		credential: service.credential(),
		parameters: { resource, operation, returnAll: true, ...parameters },
	});
	return { error, hints, output: (outputs[0] ?? []).map(({ json }) => json) };
}

const STATEMENT = { clientId: byId(1), dateTo: '2026-03-10', show: 'totals' };

it('never adds up different currencies, and leaves out an invoice that shows none', async () => {
	const unsaid = { ...SHOWN, number: 'A-2', currency: '', invoice_id: 2 };
	lists({ ...SHOWN, invoice_id: 1 }, unsaid, { ...SHOWN, invoice_id: 3, currency: ' usd ' });
	service.answer('getInvoice', invoice(unsaid));
	const unreadable = [{ id: 2, number: 'A-2', field: 'currency' }];
	const receivables = await run('invoice', 'getReceivables');
	expect(receivables.output).toMatchObject([
		{ client_id: 1, currency: '', total: 0, unreadable },
		{ client_id: 1, currency: 'EUR', total: 60 },
		{ client_id: 1, currency: 'USD', total: 60 },
	]);
	const payments = await run('invoice', 'getPayments');
	expect(payments.output.map(({ currency }) => currency)).toEqual(['USD', '', 'EUR']);
	service.answer('getClient', CLIENT(1, '<credits><credit><amount>5</amount></credit></credits>'));
	const none = { credits_total: 0, credits: [], unreadable: [] };
	const statement = await run('client', 'getStatement', STATEMENT);
	const amounts = { invoiced: 100, paid: 40, closing_balance: 60, outstanding: 60 };
	expect(statement.output).toMatchObject([
		{ currency: 'USD', ...amounts, credits_total: 5, unreadable },
		{ currency: 'EUR', ...amounts, ...none },
	]);
});

it.each<[string, readonly string[]]>([
	['all fields', Object.keys(SHOWN)],
	['no amounts', ['number', 'invoice_status', 'status', 'invoice_due_date', 'currency']],
	['only identifiers', []],
])('distinguishes debts from overpayments where lists show %s', async (_, fields) => {
	const invoices: readonly Fields[] = [
		{ ...SHOWN, invoice_id: 1, net_balance: 140, outstanding: 100 },
		{ ...SHOWN, invoice_id: 2, invoice_status: 'Paid', net_balance: 10, outstanding: -30 },
		{ ...SHOWN, invoice_id: 3, invoice_status: 'Paid', net_balance: 40, outstanding: 0 },
		{ ...SHOWN, invoice_id: 4, invoice_status: 'Paid', net_balance: 40, outstanding: '' },
	];
	const shown = invoices.map((each) =>
		Object.fromEntries(Object.entries(each).filter(([name]) => ['invoice_id', ...fields].includes(name))),
	);
	lists(...shown);
	service.answer('getInvoice', (document) =>
		invoice(invoices[Number(/<invoice_id>(\d+)/.exec(document)?.[1]) - 1] ?? {}),
	);
	const { output, hints } = await run('invoice', 'getReceivables', {
		options: { asOf: '2026-02-05', includeInvoices: true },
	});
	expect(output).toMatchObject([
		{ client_id: 1, total: 100, not_due: 0, days_1_30: 100, credit: 30, invoice_count: 2, unreadable: [] },
	]);
	expect(output[0]?.['invoices']).toMatchObject([
		{ invoice_id: 1, outstanding: 100 },
		{ invoice_id: 2, outstanding: -30 },
	]);
	expect(hints).toEqual([containing('The amounts are what is owed now')]);
});

it('reads no invoice on its own that shows as a draft or as settled, or, for payments, as paid by nobody or as newer than the last day', async () => {
	lists(
		{ invoice_id: 1, invoice_status: 'Paid', total_paid: 0 },
		{ invoice_id: 2, invoice_status: 'Auto-Paid', date: '2026-03-11', total_paid: 40 },
		{ invoice_id: 3, invoice_status: 'Draft', total_paid: 0, outstanding: 60 },
		{ invoice_id: 4, invoice_status: 'Sent', date: 'someday', total_paid: 'n/a', outstanding: 0 },
	);
	service.answer('getInvoice', invoice({ ...SHOWN, date: 'someday' }));
	await run('invoice', 'getReceivables');
	// They may be overpaid.
	const paid = ['<invoice_id>1</invoice_id>', '<invoice_id>2</invoice_id>'];
	expect(service.sent('getInvoice')).toEqual(paid);
	await run('invoice', 'getPayments', { filters: { dateTo: '2026-03-10' } });
	expect(service.sent('getInvoice')).toEqual([...paid, '<invoice_id>4</invoice_id>']);
});

it.each<Fields>([
	...['number', 'invoice_status', 'currency', 'client', 'invoice_due_date'].map((field) => ({ [field]: '' })),
	{ transactions: PAYMENT(40, '2026-01-20').replace('Cash', '') },
	{ transactions: PAYMENT(40, '') },
])('reads an invoice whose list leaves an element empty instead of leaving it out: %j', async (change) => {
	lists({ ...SHOWN, ...change, invoice_id: 1 });
	service.answer('getInvoice', invoice({ ...SHOWN, invoice_id: 1 }));
	const [filters, options] = [{ clientId: byId(1) }, { asOf: '2026-02-05', includeInvoices: true }];
	const shown = { number: 'A-1', invoice_status: 'Partial-Paid' };
	const receivables = await run('invoice', 'getReceivables', { filters, options });
	expect(receivables.output).toMatchObject([{ currency: 'EUR', days_1_30: 60, invoices: [shown] }]);
	const payments = await run('invoice', 'getPayments', { filters });
	const payment = { ...shown, currency: 'EUR', date: '2026-01-20', method: 'Cash', client_id: 1 };
	expect(payments.output).toMatchObject([payment]);
});

it('has the later of two payments of a day first', async () => {
	lists({ ...SHOWN, invoice_id: 1, transactions: PAYMENT(15, '2026-01-20') + PAYMENT(25, '2026-01-20') });
	const { output } = await run('invoice', 'getPayments');
	expect(output.map(({ amount }) => amount)).toEqual([25, 15]);
});
