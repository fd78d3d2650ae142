import { importWorkflow, type Workflow } from '../../host/examples.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { cents, run, runTwice, sum } from './exampleRuns.mts';
import { outputOf, type Execution } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { pollingOften, untilFirstPoll } from './polling.mts';
import { usePostgres } from './postgres.mts';
import { askService, createInvoice, pay } from './service.mts';
import { waitFor } from './waiting.mts';
import { example, repinned, samplesOf, START, unpinned } from './workflows.mts';

const test = useInstallation();
const mailServer = useMailServer();
const postgres = usePostgres();

/** The amounts in the mails from a place on, in cents. */
const told = (from = 0): number[] =>
	mailServer.mails
		.slice(from)
		.flatMap(({ text }) => [...text.matchAll(/-?\d+\.?\d*(?= GBP)/g)].map(([amount]) => cents(amount)));

/** Publishes an example, and waits until its trigger knows what is there. */
async function publish({ client }: Installation, workflow: Workflow): Promise<Workflow> {
	await mailServer.connect(client);
	const published = await importWorkflow(client, pollingOften(workflow));
	await untilFirstPoll(client, published);
	return published;
}

/** Bills the first client. Returns the invoice's ID. */
async function bill(sandbox: Sandbox, number: string, cost: number, quantity: number): Promise<number> {
	await createInvoice(sandbox, number, cost, quantity);
	return Number(sandbox.records('invoice').at(-1)?.id);
}

const invoicesOf = (sandbox: Sandbox) =>
	sandbox.records('invoice').filter(({ account_id: of }) => of === sandbox.account('main').id);

test('a payout is taken apart to the cent, and what was refused once is recorded by the next run', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const payouts = example(/^A payout/);
	const [{ payouts: [payout] = [] } = {}] = samplesOf(payouts, 'Payouts') as Array<{
		payouts?: Array<{ amount: number; deducted_fees: number }>;
	}>;
	const workflow = await importWorkflow(client, payouts);
	await sandbox.setFaults([{ fault: 'http403', method: 'invoiceOfflinePayment', calls: [2] }]);
	const first = await run(installation, workflow);
	await sandbox.setFaults([]);
	expect(first.created).toEqual({ payment: 1 });
	expect(told()).toEqual([143240, 50000, -35910]);
	const seen = mailServer.mails.length;

	const second = await run(installation, workflow);
	expect(second.created).toEqual({ payment: 1 });
	const recorded = sandbox.records('payment').slice(-2);
	expect(recorded.map(({ invoice_id: id, notes }) => [id, notes])).toEqual([
		[72, 'Reference: PM0001SAMPLE01'],
		[91, 'Reference: PM0001SAMPLE02'],
	]);
	const all = [...recorded.map(({ amount }) => cents(amount)), ...told(seen)];
	expect(sum(all)).toBe(Number(payout?.amount) + Number(payout?.deducted_fees));
	const [fees] = outputOf(first.execution, 'Add fees');
	expect(fees).toMatchObject({ fees: 12, paid_out: Number(payout?.amount) / 100 });
	expect(outputOf(second.execution, 'Add fees')).toMatchObject([{ id: fees?.['id'] }]);

	const third = await run(installation, workflow);
	expect(third).toMatchObject({ writes: [], created: {} });
	const asked = await importWorkflow(client, unpinned(payouts, 'payoutAsked'));
	const { status, data } = await installation.executions.run(asked, START);
	expect([status, data.resultData.error?.message]).toEqual(['error', 'Credentials not found']);
});

test('an invoice that is paid in full is told and its deal moved once, and what fails is emailed', async (installation) => {
	const { client, sandbox } = installation;
	const full = example(/^Paid in full/);
	const [first, second] = await runTwice(installation, /^Paid in full/, 'Paid in full');
	const texts = samplesOf(full, 'Paid in full').map(
		({ client_organization: debtor, number, payment_amount: amount, currency }) =>
			`${String(debtor)} paid invoice ${String(number)} in full: ${(cents(amount) / 100).toFixed(2)} ${String(currency)}`,
	);
	expect(outputOf(first.execution, 'Post to Slack')).toMatchObject(
		texts.map((text) => ({ message: { text } })),
	);
	expect(outputOf(first.execution, 'Move deal')).toMatchObject([{ dealId: 4711 }]);
	expect(outputOf(first.execution, 'Add task')).toMatchObject([{ metadata: { body: texts[0] } }]);
	for (const node of ['Not told yet', 'Post to Slack', 'Move deal', 'Add task'])
		expect(outputOf(second.execution, node)).toEqual([]);

	// Without samples, the trigger shows payments of the sandbox, and the services lack credentials.
	await mailServer.connect(client);
	const id = await bill(sandbox, 'DEAL-4712', 90, 2);
	await pay(sandbox, id, 80);
	await pay(sandbox, id, 100);
	const asked = await importWorkflow(client, unpinned(full, 'fullAsked'));
	await run(installation, asked, 'Paid in full');
	expect(mailServer.mails.map(({ subject }) => subject.split(' failed')[0])).toEqual([
		'Move deal',
		'Post to Slack',
	]);
	for (const { text } of mailServer.mails) {
		expect(text).toMatch(/^Node does not have any credentials set\n/);
		expect(text).toContain('\nHarbour & Pine Ltd paid invoice DEAL-4712 in full: 180.00 GBP');
	}
});

test('the calendar has every open invoice on its due date, what is moved or settled follows, and other events stay', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const calendar = example(/^Due dates/);
	let count = 0;
	const compare = async (events: unknown, more: object = {}): Promise<Execution> => {
		const id = `calendar${count++}`;
		const changed = repinned({ ...calendar, ...more, id, name: id }, 'Calendar', () =>
			JSON.stringify(events),
		);
		return (await run(installation, await importWorkflow(client, changed), 'Invoice news')).execution;
	};
	const keyOf = (id: number | undefined) => `Invoice ID ${id}`;
	const keysIn = (execution: Execution) =>
		[0, 2, 3].map((output) => outputOf(execution, 'Compare', output).map(({ key }) => key));
	const expected = () =>
		invoicesOf(sandbox).filter(
			({ status, invoice_status: state, outstanding }) =>
				status === 'Active' && state !== 'Draft' && Number(outstanding) > 0,
		);

	const open = expected();
	const first = await compare(calendar.pinData?.['Calendar']);
	const [added = [], ...others] = keysIn(first);
	expect(others).toEqual([[keyOf(99)], [keyOf(87)]]);
	expect([...added, keyOf(99)].sort()).toEqual(open.map(({ id }) => keyOf(id)).sort());
	const dues = outputOf(first, 'Due dates');
	expect(dues.map(({ due }) => due).sort()).toEqual(open.map(({ due_date: due }) => due).sort());
	const left = dues.map(({ summary }) => cents(/[\d.]+(?= [A-Z]{3}$)/.exec(String(summary))?.[0]));
	expect(sum(left)).toBe(sum(open.map(({ outstanding }) => cents(outstanding))));

	// As Google has them once all that is done.
	const events = dues.map(({ key, summary, due }) => ({
		json: { id: `of ${String(key)}`, description: key, summary, start: { date: due } },
	}));
	expect(keysIn(await compare(events))).toEqual([[], [], []]);
	const [moved, paid, canceled] = open.map(({ id }) => id).slice(-3);
	sandbox.change('invoice', Number(moved), { due_date: '2027-01-31' });
	await pay(sandbox, Number(paid), String(open.find(({ id }) => id === paid)?.outstanding));
	await askService(sandbox, 'deleteInvoice', `<invoice_id>${canceled}</invoice_id>`);
	const third = await compare(events);
	expect(keysIn(third)).toEqual([[], [keyOf(moved)], [keyOf(canceled), keyOf(paid)]]);
	expect(outputOf(third, 'Compare', 2)).toMatchObject([
		{ due: '2027-01-31', event_id: `of ${keyOf(moved)}` },
	]);

	// An empty calendar, without Google's other answers.
	const { Calendar = [] } = calendar.pinData ?? {};
	const last = await compare([{ json: {} }], { pinData: { Calendar } });
	expect(keysIn(last)[0]).toHaveLength(expected().length);
	const [{ subject, text } = {}, ...more] = mailServer.mails;
	expect([subject, more]).toEqual(['Calendar: Add failed', []]);
	expect(text).toMatch(new RegExp(`^${expected().length} times: Node does not have any credentials set`));
});

const XERO = /^A ledger/;
const NEWS = 'Invoice news';

test('Xero gets each invoice to the cent and each payment once, and a person what it lacks', async (installation) => {
	const { client, sandbox } = installation;
	await mailServer.connect(client);
	const ledger = example(XERO);
	const events = samplesOf(ledger, NEWS);
	const first = await run(installation, await importWorkflow(client, ledger), NEWS);
	const written = outputOf(first.execution, 'Xero invoice') as Array<{
		InvoiceNumber: string;
		LineItems: Array<{ UnitAmount: number; TaxAmount: number }>;
	}>;
	const totals = written.map(({ InvoiceNumber: number, LineItems: lines }) => [
		number,
		sum(lines.flatMap(({ UnitAmount: net, TaxAmount: tax }) => [cents(net), cents(tax)])),
	]);
	expect(totals).toEqual(events.slice(0, 2).map(({ number, total }) => [number, cents(total)]));
	const { payment_amount: amount, event_id: reference } = events[2] ?? {};
	expect(outputOf(first.execution, 'Add payment')).toMatchObject([
		{ Payments: [{ Amount: amount, Reference: reference }] },
	]);
	const takenBack = '00065, Harbour & Pine Ltd, paymentRemoved 359.1: Take this payment back in Xero.';
	expect(mailServer.mails.map(({ text }) => text)).toEqual([takenBack]);
	const [voided] = outputOf(first.execution, 'Void invoice');
	expect(voided).toMatchObject({ Invoices: [{ InvoiceNumber: events[4]?.['number'], Status: 'VOIDED' }] });

	const answered = JSON.stringify([{ Reference: reference }]);
	const there = repinned({ ...ledger, id: 'ledgerThere', name: 'There' }, 'Payments in Xero', (pinned) =>
		pinned.replace('"Payments":[]', `"Payments":${answered}`),
	);
	const differing = repinned(there, 'Write invoice', (pinned) =>
		pinned.replace('"Total":1278', '"Total":1278.01'),
	);
	const second = await run(installation, await importWorkflow(client, differing), NEWS);
	expect(outputOf(second.execution, 'Add payment')).toEqual([]);
	const told = mailServer.mails.slice(1).map(({ text }) => text);
	expect(told.sort()).toEqual([
		...[takenBack, '00101, Harbour & Pine Ltd, invoiceCreated : Xero has another total.'],
	]);

	const seen = mailServer.mails.length;
	const published = await publish(installation, { ...ledger, id: 'ledgerPublished' });
	const id = await bill(sandbox, 'LEDGER-1', 12.5, 4);
	await pay(sandbox, id, 20.05);
	await waitFor('two mails', () => mailServer.mails.length >= seen + 2 || undefined);
	await askService(sandbox, 'deleteInvoice', `<invoice_id>${id}</invoice_id>`);
	await waitFor('the third mail', () => mailServer.mails.length >= seen + 3 || undefined);
	await client.setActive(published, false);
	expect(mailServer.mails.slice(seen).map(({ text }) => text)).toEqual([
		'LEDGER-1, Harbour & Pine Ltd, invoiceCreated : Credentials not found',
		'LEDGER-1, Harbour & Pine Ltd, paymentRecorded 20.05: Credentials not found',
		'LEDGER-1, Harbour & Pine Ltd, invoiceCanceled : Credentials not found',
	]);
});

test('PostgreSQL has all invoices to the cent, each event changes its row, and a second night adds none', async (installation) => {
	const { client, executions, sandbox } = installation;
	const table = example(/^All invoices/);
	const name = 'PostgreSQL of the test';
	await client.addCredential('postgres', name, postgres.credential());
	const nodes = table.nodes.map((node) =>
		node.type.endsWith('.postgres') ? { ...node, credentials: { postgres: { id: null, name } } } : node,
	);
	const workflow = await importWorkflow(client, { ...table, nodes, pinData: {} });
	const night = async () => {
		const { data } = await executions.run(workflow, 'Each night');
		expect(data.resultData.error).toBeUndefined();
		const rows = postgres.ask(
			'SELECT number, record_status, status, due_date, total, outstanding FROM invoices ORDER BY invoice_id',
		);
		expect(rows).toEqual(
			invoicesOf(sandbox).map((invoice) =>
				(['number', 'status', 'invoice_status', 'due_date', 'net_balance', 'outstanding'] as const)
					.map((column) => invoice[column])
					.join('|'),
			),
		);
		return rows.length;
	};
	const count = await night();
	const published = await publish(installation, { ...workflow, id: 'tablePublished', name: 'Published' });
	const id = await bill(sandbox, 'TABLE-1', 33.35, 3);
	const row = async (expected: string) =>
		await waitFor(
			`the row ${expected}`,
			() =>
				postgres
					.ask(`SELECT number, record_status, total, outstanding FROM invoices WHERE invoice_id = ${id}`)
					.includes(expected) || undefined,
		);
	await row('TABLE-1|Active|100.05|100.05');
	await pay(sandbox, id, 33.35);
	await row('TABLE-1|Active|100.05|66.70');
	await askService(sandbox, 'deleteInvoice', `<invoice_id>${id}</invoice_id>`);
	await row('TABLE-1|Cancel|100.05|66.70');
	await client.setActive(published, false);
	expect(await night()).toBe(count + 1);
	expect(await night()).toBe(count + 1);
});
