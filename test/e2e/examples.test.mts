import type { Sandbox } from '../../sandbox/index.mts';
import { runTwice, type Run } from './exampleRuns.mts';
import { outputOf } from './executions.mts';
import { useInstallation } from './installation.mts';

const test = useInstallation();
/** The first outputs of nodes, reduced to their results. */
const results = ({ execution }: Run, ...nodes: string[]): unknown[] =>
	nodes.map((node) => outputOf(execution, node)[0]?.['result']);

const linesOf = (sandbox: Sandbox, document: number | undefined) =>
	sandbox
		.records('line')
		.filter(({ document_id: of }) => of === document)
		.map(({ name, quantity, unit_cost: cost }) => [name, quantity, cost]);

test('a client is created, invoiced, mailed and recorded as paid, a second run finds it all done, and the trigger notices the payment', async (installation) => {
	const { sandbox } = installation;
	const [first, second] = await runTwice(installation, /^Bill a client/);

	expect(first.created).toEqual({ client: 1, invoice: 1, payment: 1 });
	expect(first.writes).toEqual(['createClient', 'createInvoice', 'sendInvoiceMail', 'invoiceOfflinePayment']);
	const client = sandbox.records('client').at(-1);
	expect(client).toMatchObject({ organization: 'Harbour Books', email: 'ines@harbour-books.example' });
	// (12.5 x 84.00 - 10 %) + 120.00, and 20 % of it
	const invoice = sandbox.records('invoice').at(-1);
	expect(invoice).toMatchObject({
		...{ client_id: client?.id, number: 'WEB-1001', net_balance: '1278.00', total_tax: '213.00' },
		...{ invoice_status: 'Paid', outstanding: '0.00' },
	});
	expect(linesOf(sandbox, invoice?.id)).toEqual([
		['Shop website', '12.50', '84.00'],
		['Hosting', '1.00', '120.00'],
	]);
	expect(sandbox.records('payment').at(-1)).toMatchObject({
		invoice_id: invoice?.id,
		amount: '1278.00',
		method: 'Bank Transfer',
	});
	expect(first.mails).toBe(1);
	expect(sandbox.outbox.at(-1)).toMatchObject({
		kind: 'invoice',
		record_id: invoice?.id,
		recipient: 'ines@harbour-books.example',
	});
	expect(outputOf(first.execution, 'Create invoice')).toMatchObject([
		{ result: 'created', invoice_status: 'Draft', outstanding: 1278, client_organization: 'Harbour Books' },
	]);
	expect(outputOf(first.execution, 'Send invoice')).toMatchObject([{ sent: true }]);
	expect(outputOf(first.execution, 'Record payment')).toMatchObject([
		{ invoice_id: invoice?.id, invoice_status: 'Paid', outstanding: 0 },
	]);

	expect(second).toMatchObject({ writes: [], created: {}, mails: 0 });
	expect(results(second, 'Create client', 'Create invoice')).toEqual(['existing', 'existing']);
	expect(outputOf(second.execution, 'If unpaid')).toEqual([]);
	expect(outputOf(second.execution, 'Send invoice')).toEqual([]);
});

test('a test of the trigger reports real invoices and payments by the names of clients, and changes nothing', async (installation) => {
	const runs = await runTwice(installation, /^Report/, 'XML Billing Trigger');
	for (const { execution, writes } of runs) {
		expect(writes).toEqual([]);
		const invoices = outputOf(execution, 'Report invoice');
		expect(invoices).toHaveLength(3);
		for (const { message } of invoices)
			expect(message).toMatch(/^Invoice \S+ for \p{Lu}[\p{L} &.']+: \D+[\d,]+(\.\d\d)?$/u);
		const payments = outputOf(execution, 'Report payment');
		expect(payments).toHaveLength(3);
		for (const { message } of payments)
			expect(message).toMatch(
				/^\D+[\d.,]+ by [\w ]+ from \p{Lu}[\p{L} &.']+ for invoice \S+, \D+[\d.,]+ left$/u,
			);
	}
	const [first, second] = runs.map(({ execution }) => outputOf(execution, 'Report payment'));
	expect(second).toEqual(first);
});

test('debts are added up by client, one currency after the other, and each run gives the same', async (installation) => {
	const [first, second] = await runTwice(installation, /^Who owes/);
	const debts = outputOf(first.execution, 'Debt');
	const owed = outputOf(first.execution, 'Get receivables');
	expect(debts.length).toBeGreaterThan(10);
	expect(debts).toHaveLength(owed.length);
	for (const { client, currency, total } of debts) {
		const debt = owed.find((one) => one['client_organization'] === client && one['currency'] === currency);
		const style = { style: 'currency', currency: String(currency) } as const;
		expect(total).toBe(Number(debt?.['total']).toLocaleString('en-US', style));
	}
	const currencies = debts.map(({ currency }) => String(currency));
	expect(currencies).toEqual(currencies.toSorted());
	expect(first.writes).toEqual([]);
	expect(outputOf(second.execution, 'Debt')).toEqual(debts);
});

test('two orders are previewed and become an invoice each, and a second run returns those', async (installation) => {
	const { sandbox } = installation;
	const [first, second] = await runTwice(installation, /^Orders become/);

	for (const { execution } of [first, second])
		expect(outputOf(execution, 'Preview invoices')).toMatchObject([
			{ preview: true, total: 498 },
			{ preview: true, total: 215.76 },
		]);
	expect(first.created).toEqual({ invoice: 2 });
	const invoices = sandbox.records('invoice').slice(-2);
	expect(invoices.map(({ number, po_number: order, net_balance: total }) => [number, order, total])).toEqual([
		['A-1', 'A-1', '498.00'],
		['A-2', 'A-2', '215.76'],
	]);
	expect(linesOf(sandbox, invoices[0]?.id).map(([name]) => name)).toEqual(['Poster A2', 'Frame']);
	expect(outputOf(first.execution, 'Create invoices')).toMatchObject(
		invoices.map(({ id }) => ({ invoice_id: id, result: 'created' })),
	);

	expect(second).toMatchObject({ writes: [], created: {} });
	expect(outputOf(second.execution, 'Create invoices')).toMatchObject(
		invoices.map(({ id }) => ({ invoice_id: id, result: 'existing' })),
	);
});

test('an estimate leads to an invoice, a part payment and billed time, and a second run adds nothing', async (installation) => {
	const { sandbox } = installation;
	const [first, second] = await runTwice(installation, /^From the estimate/);

	const once = { client: 1, product: 1, estimate: 1, payment: 1, task: 1, project: 1, timeEntry: 1 };
	expect(first.created).toEqual({ ...once, invoice: 2 });
	// 640.00 and 20 % of it; 3.5 hours at 65.00
	const [sign, fitting] = sandbox.records('invoice').slice(-2);
	expect(sign).toMatchObject({ title: 'Shop sign', net_balance: '768.00', invoice_status: 'Partial-Paid' });
	expect(fitting).toMatchObject({ net_balance: '227.50', invoice_status: 'Sent' });
	expect(sandbox.records('timeEntry').at(-1)).toMatchObject({ hours_worked: '3.50', billed: 'Yes' });
	const unpaid = outputOf(first.execution, 'List unpaid invoices');
	const left = unpaid.map(({ invoice_id: id, outstanding }) => `${String(id)}: ${String(outstanding)}`);
	expect(left.sort()).toEqual([`${sign?.id}: 468`, `${fitting?.id}: 227.5`].sort());

	expect(second.created).toEqual({});
	expect(second.writes).toEqual([]);
	const guarded = ['Create estimate', 'Invoice from estimate', 'Record part payment', 'Task', 'Project'];
	expect(results(second, ...guarded, 'Log time')).toEqual([...guarded, ''].map(() => 'existing'));
	expect(outputOf(second.execution, 'Bill unbilled time')).toEqual([{}]);
	expect(outputOf(second.execution, 'List unpaid invoices')).toEqual(unpaid);
});
