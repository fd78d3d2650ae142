import { byId } from '../../billing.mts';
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
	const { outputs, error } = await engine.run({
		credential: service.credential(),
		parameters: { resource, operation, returnAll: true, ...parameters },
	});
	if (error) throw error;
	return (outputs[0] ?? []).map(({ json }) => json);
}

const STATEMENT = { clientId: byId(1), dateTo: '2026-03-10', show: 'totals' };

it('never adds up different currencies, and leaves out an invoice that shows none', async () => {
	const unsaid = { ...SHOWN, number: 'A-2', currency: '', invoice_id: 2 };
	lists({ ...SHOWN, invoice_id: 1 }, unsaid, { ...SHOWN, invoice_id: 3, currency: ' usd ' });
	service.answer('getInvoice', invoice(unsaid));
	const unreadable = [{ id: 2, number: 'A-2', field: 'currency' }];
	const receivables = await run('invoice', 'getReceivables');
	expect(receivables).toMatchObject([
		{ client_id: 1, currency: '', total: 0, unreadable },
		{ client_id: 1, currency: 'EUR', total: 60 },
		{ client_id: 1, currency: 'USD', total: 60 },
	]);
	const payments = await run('invoice', 'getPayments');
	expect(payments.map(({ currency }) => currency)).toEqual(['USD', '', 'EUR']);
	service.answer('getClient', CLIENT(1, '<credits><credit><amount>5</amount></credit></credits>'));
	const none = { credits_total: 0, credits: [], unreadable: [] };
	const statement = await run('client', 'getStatement', STATEMENT);
	const amounts = { invoiced: 100, paid: 40, closing_balance: 60, outstanding: 60 };
	expect(statement).toMatchObject([
		{ currency: 'USD', ...amounts, credits_total: 5, unreadable },
		{ currency: 'EUR', ...amounts, ...none },
	]);
});

it('has the later of two payments of a day first', async () => {
	lists({ ...SHOWN, invoice_id: 1, transactions: PAYMENT(15, '2026-01-20') + PAYMENT(25, '2026-01-20') });
	const output = await run('invoice', 'getPayments');
	expect(output.map(({ amount }) => amount)).toEqual([25, 15]);
});
