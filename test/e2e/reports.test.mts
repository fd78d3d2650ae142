import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { cents, run, type Run } from './exampleRuns.mts';
import { outputOf } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { startScriptedModel, withModel } from './scriptedModel.mts';
import { example, repinned, samplesOf, START, unpinned } from './workflows.mts';

const test = useInstallation();
const TODAY = new Date().toISOString().slice(0, 10);
const PERSON = 'bookkeeping@example.com';
const REMINDER = /^One reminder/;
const RECEIPT = /^Receipt to/;
const MAIL = 'Receipt arrives';
const ROW = /^Approved row/;
const ROWS = 'Row approved';
const WEEK = /^Weekly numbers/;

const mailServer = useMailServer();

/** Imports a workflow that emails, and runs it at least twice. */
async function runAgain(
	installation: Installation,
	workflow: Workflow,
	trigger = START,
	times = 2,
): Promise<[Run, Run, ...Run[]]> {
	await mailServer.connect(installation.client);
	const imported = await importWorkflow(installation.client, workflow);
	const runs: [Run, Run, ...Run[]] = [
		await run(installation, imported, trigger),
		await run(installation, imported, trigger),
	];
	while (runs.length < times) runs.push(await run(installation, imported, trigger));
	return runs;
}

/** Adds up amounts in cents, by key. */
function sums(rows: ReadonlyArray<readonly [key: string, amount: unknown]>): Map<string, string> {
	const totals = new Map<string, number>();
	for (const [key, amount] of rows) totals.set(key, (totals.get(key) ?? 0) + cents(amount));
	return new Map([...totals].sort().map(([key, total]) => [key, (total / 100).toFixed(2)]));
}

test('each client who owes gets one reminder a week with all that is overdue, and a person those who cannot be reached', async (installation) => {
	const { client, executions, sandbox } = installation;
	const overdue = sandbox.records('invoice').filter(({ account_id: of, status, ...invoice }) => {
		const { due_date: due, invoice_status: is, outstanding } = invoice;
		const isOpen = !['Draft', 'Disputed'].includes(is) && Number(outstanding) > 0;
		return of === 1 && status === 'Active' && isOpen && due !== '' && due.slice(0, 10) < TODAY;
	});
	const owed = sums(overdue.map(({ client_id: id, outstanding }) => [String(id), outstanding]));
	const [noPhone, unreachable] = [...owed.keys()].map(Number);
	sandbox.change('client', Number(noPhone), { work_phone: '020 7946 0104' });
	sandbox.change('client', Number(unreachable), { work_phone: '', email: '' });
	const debtors = sandbox.records('client').filter(({ id }) => owed.has(String(id)));
	const totalOf = ({ id, currency }: (typeof debtors)[0]) => `${owed.get(String(id))} ${currency}`;

	const [first, second] = await runAgain(installation, example(REMINDER));
	const reached = debtors.filter(({ id }) => id !== unreachable);
	const expected = reached.map((debtor) => [debtor.email, `Reminder: ${totalOf(debtor)} is overdue`]);
	const lost = debtors.filter(({ id }) => id === unreachable);
	expected.push(...lost.map((debtor) => [PERSON, `Not reminded: ${debtor.organization}`]));
	expect(mailServer.mails.map(({ to, subject }) => [to[0], subject]).sort()).toEqual(expected.sort());
	for (const debtor of debtors) {
		const mail = mailServer.mails.find(({ text }) => text.includes(totalOf(debtor)));
		const own = overdue.filter(({ client_id: id }) => id === debtor.id);
		for (const { number, outstanding } of own)
			expect(mail?.text).toMatch(new RegExp(`^${number}, due .*: ${outstanding} ${debtor.currency}$`, 'm'));
	}
	const phones = outputOf(first.execution, 'How to reach', 1);
	expect(phones).toHaveLength(debtors.length - 2);
	expect(phones.map(({ phone }) => phone)).toContain('+442079460102');
	expect(outputOf(second.execution, 'Not reminded yet')).toEqual([]);

	// Without an account, WhatsApp refuses, then the SMS, and then a person is told.
	mailServer.refused.add(String(reached[0]?.email));
	const bare = unpinned(example(REMINDER), 'bareReminders', 'Send WhatsApp', 'Send SMS');
	const execution = await executions.run(await importWorkflow(client, bare), START);
	expect(outputOf(execution, 'Send SMS', 1)).toHaveLength(phones.length);
	const told = mailServer.mails.filter(({ to }) => to[0] === PERSON).slice(1);
	expect(told).toHaveLength(phones.length + 2);
	expect(told.map(({ text }) => text).join()).toContain('There is no such mailbox');
});

test('a receipt becomes one expense and one draft for its client, and what a model reads wrong goes to a person', async (installation) => {
	const { client, sandbox } = installation;
	const [{ output } = { output: {} }] = samplesOf(example(RECEIPT), 'Read receipt');
	const [first, second] = await runAgain(installation, example(RECEIPT), MAIL);
	expect(first).toMatchObject({ writes: ['createExpense', 'createInvoiceFromExpense'], mails: 0 });
	expect(second.writes).toEqual([]);
	const { id, ...expense } = sandbox.records('expense').at(-1) ?? { id: 0 };
	expect(expense).toMatchObject({ amount: '166.40', vendor: 'Railway Line Co.', client_id: 1 });
	const [draft, ...others] = sandbox.records('invoice').filter(({ number }) => number === `EXP-${id}`);
	expect(others).toEqual([]);
	expect(draft).toMatchObject({ client_id: 1, invoice_status: 'Draft', net_balance: '166.40' });
	expect(mailServer.mails).toEqual([]);

	const model = await startScriptedModel();
	const wrong = [{ total: 66.4 }, { currency: 'EUR' }, { client: 'Nobody Ltd' }, { category: 'Gifts' }];
	model.does(
		...[{}, ...wrong].map((change) => JSON.stringify({ ...(output as object), ...change })),
		'I am sorry',
	);
	const live = await withModel(client, model, unpinned(example(RECEIPT), 'liveReceipt', 'Read receipt'));
	const runs = await runAgain(installation, live, MAIL, 2 + wrong.length);
	await model.close();
	expect(runs.flatMap(({ writes }) => writes)).toEqual([]);
	expect(outputOf(runs[0].execution, 'Bill it on')).toMatchObject([{ result: 'existing' }]);
	expect(mailServer.subjects()).toEqual(
		[...wrong, ''].map(() => 'Receipt needs a look: Fwd: Your receipt RL-20417'),
	);

	// This client is billed in another currency.
	const abroad = repinned({ ...example(RECEIPT), id: 'abroad' }, 'Read receipt', (answer) =>
		answer.replace('Harbour & Pine Ltd', 'Alpenquell AG'),
	);
	const foreign = await runAgain(installation, abroad, MAIL);
	expect(foreign.flatMap(({ writes }) => writes)).toEqual(['createExpense']);
	expect(mailServer.mails).toHaveLength(wrong.length + 3);
});

test('approved rows and a signed contract become invoices, each mailed once, and a person gets the others', async (installation) => {
	const { sandbox } = installation;
	const billed = () => sandbox.records('invoice').filter(({ number }) => /^(JOB|CON)-/.test(number));
	const rows = samplesOf(example(ROW), ROWS).map(({ fields }) => fields as Record<string, unknown>);
	await sandbox.setFaults([{ fault: 'http403', method: 'sendInvoiceMail', calls: [1] }]);
	const runs = await runAgain(installation, example(ROW), ROWS, 3);
	expect(runs.map(({ mails }) => mails)).toEqual([1, 1, 0]);
	expect(runs.map(({ created }) => created)).toEqual([{ client: 1, invoice: 2 }, {}, {}]);
	const expected = sums(
		rows.map(({ Job, Price, Quantity }) => [String(Job), Number(Price) * Number(Quantity)]),
	);
	expected.delete('JOB-2043');
	expect(sums(billed().map(({ number, net_balance: total }) => [number, total]))).toEqual(expected);
	expect(mailServer.subjects().filter((subject) => subject.includes('JOB-2043'))).toHaveLength(runs.length);
	expect(mailServer.subjects()).toHaveLength(runs.length + 1);
	const found = runs.map(({ execution }) => outputOf(execution, 'If from a row').map(({ number }) => number));
	expect([found[0], found[2]]).toEqual([['JOB-2042'], ['JOB-2041', 'JOB-2042']]);
	const written = samplesOf(example(ROW), 'Write number back').map(({ fields }) => fields);
	expect(written).toMatchObject([...expected.keys()].map((Invoice) => ({ Invoice, Status: 'Invoiced' })));

	const signed = await runAgain(installation, { ...example(ROW), id: 'signed' }, 'Contract signed');
	expect(signed.map(({ created, mails }) => ({ created, mails }))).toEqual([
		{ created: { client: 1, invoice: 1 }, mails: 1 },
		{ created: {}, mails: 0 },
	]);
	expect(billed().at(-1)).toMatchObject({
		number: 'CON-118',
		net_balance: '2500.00',
		invoice_status: 'Sent',
	});

	const before = mailServer.subjects().length;
	const bare = unpinned({ ...example(ROW) }, 'bareRows', 'Write number back');
	await runAgain(
		installation,
		repinned(bare, ROWS, (of) => of.replace('"GBP"', '"EUR"')),
		ROWS,
	);
	const told = mailServer
		.subjects()
		.slice(before)
		.map((subject) => subject.slice(0, 18));
	expect(told.sort()).toEqual([1, 1, 2, 2, 3, 3].map((digit) => `Not done: JOB-204${digit}`));
});

test('the weekly numbers are those of the account, by month and method, client and week, and each currency for itself', async (installation) => {
	const { sandbox } = installation;
	const own = sandbox.records('invoice').filter(({ account_id: of }) => of === 1);
	const currencyOf = (id: unknown) => sandbox.records('client').find((debtor) => debtor.id === id);
	const since = new Date(`${TODAY.slice(0, 7)}-01`);
	since.setUTCMonth(since.getUTCMonth() - 2);
	const isNew = ({ date }: { date: string }) => date.slice(0, 10) >= since.toISOString().slice(0, 10);
	const rows: Array<readonly [string, unknown]> = [];
	for (const { invoice_id: of, date, method, amount } of sandbox.records('payment').filter(isNew)) {
		const paid = own.find(({ id, invoice_status: is }) => id === of && is !== 'Draft');
		const { currency } = currencyOf(paid?.client_id) ?? {};
		if (paid) rows.push([`Received ${date.slice(0, 7)}, ${method} ${currency}`, amount]);
	}
	for (const { client_id: of, date, due_date: due, invoice_status: is, status, ...invoice } of own) {
		const { currency, organization } = currencyOf(of) ?? {};
		if (status !== 'Active' || is === 'Draft') continue;
		if (isNew({ date })) rows.push([`Billed ${organization} ${currency}`, invoice.net_balance]);
		const monday = new Date(due || 0);
		monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7));
		const week = due === '' ? 'no date' : monday.toISOString().slice(0, 10);
		if (Number(invoice.outstanding) > 0)
			rows.push([`To come Week of ${week} ${currency}`, invoice.outstanding]);
	}
	const runs = await runAgain(installation, example(WEEK));
	for (const [at, { execution, writes }] of runs.entries()) {
		const numbers = outputOf(execution, 'Numbers');
		const shown = numbers.map(
			({ What, By, Currency, Amount }) => [[What, By, Currency].join(' '), Amount] as const,
		);
		expect(shown).toHaveLength(sums(rows).size);
		expect(sums(shown)).toEqual(sums(rows));
		for (const { Amount } of numbers) expect(mailServer.mails[at]?.html).toContain(`>${String(Amount)}</td>`);
		expect(writes).toEqual([]);
	}
});
