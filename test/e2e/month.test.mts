import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { attempt, cents, sum, type Run } from './exampleRuns.mts';
import { outputOf, type Execution } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { writesTo } from './service.mts';
import { waitFor } from './waiting.mts';
import { example, repinned } from './workflows.mts';

const test = useInstallation();

const mailServer = useMailServer();

/** Imports an example with some nodes changed, and runs it. */
async function run(
	installation: Installation,
	name: RegExp,
	id: string,
	change: (parameters: Record<string, unknown>, node: string) => object = (parameters) => parameters,
): Promise<Run> {
	const found = example(name);
	const nodes = found.nodes.map((node) => ({
		...node,
		parameters: { ...change(node.parameters, node.name) },
	}));
	await mailServer.connect(installation.client);
	return await attempt(installation, await importWorkflow(installation.client, { ...found, id, nodes }));
}

const invoiceOf = (sandbox: Sandbox, number: string) => {
	const account = sandbox.account('main').id;
	const found = sandbox
		.records('invoice')
		.find(({ account_id: of, number: shown }) => of === account && shown === number);
	if (found === undefined) throw new Error(`The sandbox has no invoice ${number}`);
	return found;
};

const paymentsOf = (sandbox: Sandbox, number: string) => {
	const { id } = invoiceOf(sandbox, number);
	return sandbox.records('payment').filter(({ invoice_id: of }) => of === id);
};

const BANK = /^Bank statement/;

const matchesIn = (execution: Execution) =>
	outputOf(execution, 'Find invoice')
		.map(({ match }) => match)
		.join(' ');

const row = (Date: string, Text: string, Amount: string, Currency: string, Reference: string) => ({
	...{ Date, Text, Amount, Currency, Reference },
});

test('a bank statement pays the invoices that are certain, a person gets the rest, and a replay pays none twice', async (installation) => {
	const { sandbox } = installation;
	const count = sandbox.records('payment').length;
	const first = await run(installation, BANK, 'bankFirst');
	expect(first.execution.data.resultData.error).toBeUndefined();
	expect(first.writes).toEqual(['invoiceOfflinePayment', 'invoiceOfflinePayment']);
	expect(matchesIn(first.execution)).toBe('certain certain none possible possible possible possible');
	expect(paymentsOf(sandbox, '00085').at(-1)).toMatchObject({
		amount: '189.01',
		date: '2026-11-16',
		notes: 'Fennel Kitchen Group invoice 00085\nReference: B-7741',
	});
	expect(invoiceOf(sandbox, '00085')).toMatchObject({ invoice_status: 'Paid', outstanding: '0.00' });
	const [mail, ...others] = mailServer.mails;
	expect(others).toEqual([]);
	expect(mail).toMatchObject({ to: ['bookkeeping@example.com'], subject: '4 payments need a look' });
	expect(mail?.text).toMatch(
		/^€420\.00, MAISON TILLEUL SAS \(B-7760\)\n.+\n00093, Maison Tilleul SAS, €420\.00: .+\s+€1,000\.00, Rheinblick 00099 first half \(B-7764\)\n.+\n00099, .+\s+£12\.00, Refund of a deposit \(B-7771\)\n.+'Refund'.+ no open invoice fits\.\s+-€1,432\.39, RUECKLASTSCHRIFT Officina Verde 00087 \(B-7772\)\n.+'RUECKLASTSCHRIFT'.+ number 00087, but nothing is outstanding on that invoice\.$/,
	);

	// A line without an amount keeps none of the others from being read.
	const second = await run(installation, BANK, 'bankSecond', (parameters, node) =>
		node === 'Statement' ? withFooter(parameters) : parameters,
	);
	expect(second.writes).toEqual([]);
	expect(mailServer.mails.at(-1)).toMatchObject({ subject: '5 payments need a look' });
	expect(mailServer.mails.at(-1)?.text).toContain('Amount is required and was left empty');
	// What was recorded before is shown as well.
	expect(outputOf(second.execution, 'Record payment')).toMatchObject([
		{ result: 'existing', number: '00085' },
		{ result: 'existing', number: '00098' },
	]);

	expect(sandbox.records('payment')).toHaveLength(count + 2);
});

/** Uploads a bank's file in the form of the example. Returns what ran, and whether the form says that it went well. */
async function upload(
	{ client, executions }: Installation,
	id: string,
	xml: string,
): Promise<{ execution: Execution; isTaken: boolean }> {
	await mailServer.connect(client);
	const bank = example(BANK);
	const enabled = bank.nodes.map((node) => ({ ...node, disabled: false }));
	const workflow = await importWorkflow(client, { ...bank, nodes: enabled, id, active: true });
	const { nodes } = await client.request<Workflow>('GET', `/rest/workflows/${workflow.id}`);
	const path = nodes.find(({ type }) => type.endsWith('.formTrigger'))?.webhookId ?? '';
	const body = new FormData();
	body.set('field-0', new File([xml], 'camt.053.xml', { type: 'text/xml' }));
	// n8n 2 publishes after it has answered.
	const { ok: isTaken } = await waitFor('the form', async () => {
		const response = await fetch(`${client.url}/form/${path}`, { method: 'POST', body });
		return response.status === 404 ? undefined : response;
	});
	const execution = await waitFor(
		'the execution of the form',
		async () => (await executions.of(workflow))[0],
	);
	await client.setActive(workflow, false);
	return { execution, isTaken };
}

const STATEMENT = readFileSync(join(import.meta.dirname, '../../examples/7-bank-statement.xml'), 'utf8');

test('a form takes the statement as camt.053: its booked transactions are rows like those of the CSV file', async (installation) => {
	const { sandbox } = installation;
	sandbox.clearRequests();
	const { execution, isTaken } = await upload(installation, 'bankForm', STATEMENT);
	expect(isTaken).toBe(true);
	expect(execution.data.resultData.error).toBeUndefined();
	const baker = 'Bäckerei Sonnenkorn GmbH Rechnung 00086';
	expect(outputOf(execution, 'Lines')).toEqual([
		row('2026-11-16', 'Fennel Kitchen Group invoice 00085', '189.01', 'GBP', 'B-7741'),
		// A moment: the node takes its day in the workflow's time zone.
		row('2026-11-17T09:30:00+01:00', 'COPPER LANTERN INV. 00098 THANKS', '521.56', 'GBP', 'B-7752'),
		row('2026-11-17', 'Office rent', '-950.00', 'GBP', 'B-7753'),
		row('2026-11-17', 'Reversal Fennel Kitchen Group invoice 00085', '-189.01', 'GBP', 'B-7754'),
		row('2026-11-18', 'MAISON TILLEUL SAS', '420.00', 'EUR', 'B-7760'),
		row('2026-11-18', 'Rheinblick 00099 first half', '1000.00', 'EUR', 'B-77-2'),
		row('2026-11-19', 'Tulp & Zonen B.V. Invoice 00081', '372.00', 'EUR', 'B-7765'),
		row('2026-11-19', 'Return AM04 Harbour & Pine Ltd Invoice 00065', '-359.10', 'GBP', 'S-47-7'),
		row('2026-11-19', 'Return MD06 Officina Verde S.r.l. Fattura 00087', '-1432.39', 'EUR', 'B-78-1'),
		row('2026-11-19', 'Caffè Nero Grazie', '100.00', 'EUR', 'B-78-2'),
		row('2026-11-19', `Tulp & Zonen B.V. first of two ${baker}`, '1081.44', 'EUR', 'B-79'),
	]);
	// The first two were recorded from the CSV file.
	expect(matchesIn(execution)).toMatch(/^recorded recorded none /);
	expect(writesTo(sandbox)).toEqual(['invoiceOfflinePayment']);
	expect(paymentsOf(sandbox, '00081').at(-1)).toMatchObject({ amount: '372.00', date: '2026-11-19' });
	// The rent is no business of a person; what came back is, with the number of the paid invoice.
	const [mail] = mailServer.mails;
	expect(mail).toMatchObject({ subject: '7 payments need a look' });
	expect(mail?.text).not.toContain('Office rent');
	for (const [amount, number, word] of [
		['-£359.10', '00065', 'Return'],
		['-€1,432.39', '00087', 'Return'],
		['-£189.01', '00085', 'Reversal'],
	])
		expect(mail?.text).toMatch(new RegExp(`${amount}, R.+\\n.+'${word}'.+has the number ${number}[.,]`));
});

test('a file that is no camt.053 statement, or in which nothing is booked, is refused aloud', async (installation) => {
	const { sandbox } = installation;
	const files: Array<readonly [file: string, message: string]> = [
		[
			STATEMENT.replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'),
			'This is no camt.053 statement, but BkToCstmrDbtCdtNtfctn.',
		],
		[STATEMENT.replace(/<Ntry>.*<\/Ntry>/s, ''), 'The statement has no booked entries, of 0 in all.'],
		[STATEMENT.replaceAll('BOOK', 'PDNG'), 'The statement has no booked entries, of 10 in all.'],
		[':20:STARTUMS\n:25:12030000/1020304050\n:61:2611161116C189,01NTRF', ''],
	];
	sandbox.clearRequests();
	for (const [nth, [file, message]] of files.entries()) {
		const { execution, isTaken } = await upload(installation, `bankRefused${nth}`, file);
		expect(execution.data.resultData.error?.message).toContain(message);
		expect(isTaken).toBe(false);
	}
	expect(sandbox.requests).toEqual([]);
});

test('a statement is compared with the payments: what is not recorded, what agrees, what differs, and what it lacks', async (installation) => {
	const { sandbox } = installation;
	await run(installation, BANK, 'bankToCheck');
	const [agrees, differs] = ['00085', '00098'].map((number) => paymentsOf(sandbox, number).at(-1));
	sandbox.change('payment', Number(differs?.id), { amount: '521.55' });
	const missing = { ...differs, id: 0, notes: 'Reference: B-1', amount: '7.00' };
	sandbox.store.insert('payment', Object.fromEntries(Object.entries(missing).slice(1)));
	const { execution, writes } = await run(installation, /^Check a statement/, 'check');
	expect(execution.data.resultData.error).toBeUndefined();
	expect(writes).toEqual([]);
	const [unrecorded, same, different, lacking] = [0, 1, 2, 3].map((output) =>
		outputOf(execution, 'Compare', output),
	);
	expect(unrecorded).toMatchObject([{ reference: 'B-7760' }, { reference: 'B-7764' }]);
	expect(same).toMatchObject([{ reference: 'B-7741', amount: Number(agrees?.amount) }]);
	expect(different).toMatchObject([
		{ keys: { reference: 'B-7752' }, different: { amount: { inputA: 521.56, inputB: 521.55 } } },
	]);
	expect(lacking).toContainEqual(expect.objectContaining({ reference: 'B-1', amount: 7 }));
});

test('what was forgotten is emailed: old drafts, and estimates without an answer', async (installation) => {
	const { execution, writes } = await run(installation, /^Weekly look/, 'forgotten');
	expect(execution.data.resultData.error).toBeUndefined();
	expect(writes).toEqual([]);
	const [{ text = '' } = {}, ...others] = mailServer.mails;
	expect(others).toEqual([]);
	for (const node of ['Get drafts', 'Sent or viewed']) {
		const found = outputOf(execution, node);
		expect(found.length).toBeGreaterThan(0);
		for (const { number } of found) expect(text).toContain(`\n${String(number)}, `);
	}
});

/** The statement with a last line as some banks have it. */
const withFooter = (parameters: Record<string, unknown>): Record<string, unknown> =>
	JSON.parse(
		JSON.stringify(parameters).replace(/(Date,Text[^"]*)/, (csv) => `${csv}2026-11-21,Total,,GBP,\\n`),
	) as Record<string, unknown>;

const TRANSFER = /^One transfer/;

test('one transfer pays three invoices once, through a run that breaks off and replays in another order', async (installation) => {
	const { sandbox } = installation;
	const paid = () =>
		['00032', '00064', '00096'].map((number) =>
			paymentsOf(sandbox, number).flatMap(({ amount, notes }) => (/TR-1042/.test(notes) ? [amount] : [])),
		);
	// The service refuses the second that it gets of the three; the other was sent beside it.
	await sandbox.setFaults([{ fault: 'http403', method: 'invoiceOfflinePayment', calls: [2] }]);
	const first = await run(installation, TRANSFER, 'transferFirst');
	expect(first.execution.data.resultData.error).toBeDefined();
	const [alone, ...beside] = paid();
	expect([alone, beside.flat().length]).toEqual([['3114.50'], 1]);
	await sandbox.setFaults([]);
	const inOtherOrder = (parameters: Record<string, unknown>, node: string) =>
		node === 'Transfer'
			? (JSON.parse(
					JSON.stringify(parameters).replace(/Invoices 000.*?(?=")/, 'Invoices 00096, 00064 and 00032'),
				) as Record<string, unknown>) // the same parameters with another text
			: parameters;
	const second = await run(installation, TRANSFER, 'transferSecond', inOtherOrder);
	expect(second.execution.data.resultData.error).toBeUndefined();
	expect(paid()).toEqual([['3114.50'], ['4453.83'], ['4005.04']]);
	expect(outputOf(second.execution, 'Left over')).toEqual([
		{
			message:
				'26.63 AUD of TR-1042 from Southern Cross Surveying is left over. No more is open for 00096, 00064, 00032.',
		},
	]);
	const third = await run(installation, TRANSFER, 'transferThird', inOtherOrder);
	expect(third.writes).toEqual([]);
	expect(outputOf(third.execution, 'Record payment')).toEqual([]);
	expect(outputOf(third.execution, 'Left over')).toEqual(outputOf(second.execution, 'Left over'));
});

const STRIPE = /^Stripe/;
const STRIPE_TRIGGER = 'Payment succeeded';

test('a Stripe event pays its invoice once, and one without an invoice or for a paid invoice pays nothing', async (installation) => {
	const { client, sandbox } = installation;
	const deliver = async (id: string, change: (events: string) => string = (events) => events) => {
		const workflow = repinned({ ...example(STRIPE), id }, STRIPE_TRIGGER, change);
		const imported = await importWorkflow(client, workflow);
		const { execution, error, writes } = await attempt(installation, imported, STRIPE_TRIGGER);
		expect(error).toBeUndefined();
		const message = outputOf(execution, 'Paid otherwise')[0]?.['message'];
		return { paid: outputOf(execution, 'Record payment'), message, writes };
	};
	// As much as this is not outstanding, since part of the invoice was paid otherwise.
	const paidInPart = await deliver('stripePart', (events) => events.replaceAll('4908', '4909'));
	expect(paidInPart).toMatchObject({ paid: [], writes: [] });
	expect(paidInPart.message).toMatch(
		/^Only 49\.08 GBP of invoice 00097 is outstanding, .* of 49\.09 GBP was not recorded\./,
	);

	const first = await deliver('stripeFirst');
	expect(first).toMatchObject({
		paid: [
			{ result: 'created', number: '00097', payment_amount: 49.08, payment_reference: 'pi_sample_4711' },
		],
		writes: ['invoiceOfflinePayment'],
	});
	expect(paymentsOf(sandbox, '00097')).toMatchObject([
		{ amount: '49.08', date: '2026-11-02', method: 'Credit Card', notes: 'Reference: pi_sample_4711' },
	]);

	const again = await deliver('stripeAgain', (events) => events.replace('evt_', 'evt_again_'));
	expect(again).toMatchObject({ paid: [{ result: 'existing' }], writes: [] });
	expect(paymentsOf(sandbox, '00097')).toHaveLength(1);

	const ofShop = (events: string) => events.replace('"invoice_number":"00097"', '"order":"A-1"');
	expect(await deliver('stripeOfShop', ofShop)).toEqual({ message: undefined, paid: [], writes: [] });

	// The invoice is paid by then, and not by this payment.
	const paidOtherwise = await deliver('stripePaid', (events) =>
		events.replaceAll('pi_sample_4711', 'pi_other'),
	);
	expect(paidOtherwise).toMatchObject({ paid: [], writes: [] });
	expect(paidOtherwise.message).toMatch(
		/^Nothing of invoice 00097 is outstanding, .* pi_other of 49\.08 GBP was not recorded\./,
	);
});

/** What is attached, the node whose rows it has, and a column to compare. */
const FILES = [
	['bookings', 'Bookings', 'Amount'],
	['taxes', 'Taxes', 'tax'],
	['expenses', 'Expenses', 'amount'],
	['receivables', 'Receivables', 'total'],
] as const;

test("last month's bookings add up to its invoices, taxes and payments, to the cent, and arrive with the other books twice", async (installation) => {
	const { sandbox } = installation;
	const now = new Date();
	const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 7);
	const own = sandbox.records('invoice').filter(({ account_id: of }) => of === 1);
	const issued = own.filter(
		({ date, invoice_status: is, status }) =>
			date.startsWith(month) && is !== 'Draft' && ['Active', 'Archived'].includes(status),
	);
	const received = sandbox
		.records('payment')
		.filter(({ date, invoice_id: of }) => date.startsWith(month) && own.some(({ id }) => id === of));
	// The service rounds one otherwise than its lines say.
	const [odd] = issued;
	const tax = (Number(odd?.total_tax) + 0.01).toFixed(2);
	const total = (Number(odd?.net_balance) + 0.01).toFixed(2);
	sandbox.change('invoice', Number(odd?.id), { total_tax: tax, net_balance: total });
	const run1 = await run(installation, /^The month/, 'month');
	const run2 = await run(installation, /^The month/, 'monthAgain');
	for (const [at, { execution, writes }] of [run1, run2].entries()) {
		expect(execution.data.resultData.error).toBeUndefined();
		expect(writes).toEqual([]);
		const mail = mailServer.mails[at];
		expect(mail).toMatchObject({ to: ['accountant@example.com'] });
		expect(mail?.text).toMatch(`Please check: ${odd?.number} (unexplained).`);
		const files = new Map(mail?.attachments.map(({ name, content }) => [name.split('-')[0], content]));
		expect(files.size).toBe(FILES.length);
		const rowsIn = (file: string) =>
			parse<Record<string, string>>(files.get(file) ?? '', { columns: true, bom: true });
		for (const [file, node, column] of FILES) {
			const reported = outputOf(execution, node);
			expect(reported).not.toEqual([]);
			expect([file, rowsIn(file).map((shown) => Number(shown[column]))]).toEqual([
				file,
				reported.map((shown) => Number(shown[column] ?? 0)),
			]);
		}
		const bookings = rowsIn('bookings');
		for (const { id, number, ...invoice } of issued) {
			const rows = bookings.filter(({ Kind, Document }) => Kind === 'Invoice' && Document === number);
			const billed = (['Amount', 'Tax'] as const).map((column) => sum(rows.map((row) => cents(row[column]))));
			const own = id === odd?.id ? [total, tax] : [invoice.net_balance, invoice.total_tax];
			expect([number, ...billed]).toEqual([number, ...own.map(cents)]);
		}
		const documents = new Set(bookings.flatMap(({ Kind, Document }) => (Kind === 'Invoice' ? Document : [])));
		expect(documents.size).toBe(issued.length);
		const paid = bookings.filter(({ Kind }) => Kind === 'Payment');
		expect(paid.map(({ Amount }) => Number(Amount)).sort()).toEqual(
			received.map(({ amount }) => Number(amount)).sort(),
		);
		for (const { Date: day } of bookings) expect(day).toMatch(`${month}-`);
	}
});
