import { importWorkflow } from '../../host/examples.mts';
import { outputOf } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { pollingOften, untilFirstPoll, untilNextPollIsOver } from './polling.mts';
import { askService } from './service.mts';
import { waitFor } from './waiting.mts';
import { example } from './workflows.mts';

const test = useInstallation();
const TRIGGER = 'Due soon or overdue';
const DAY_MS = 86_400_000;

const mailServer = useMailServer();

const money = (amount: unknown, currency: unknown): string =>
	new Intl.NumberFormat('en-US', { style: 'currency', currency: String(currency) }).format(Number(amount));

const inWords = (date: string): string =>
	new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const writes = ({ sandbox }: Installation) =>
	sandbox.requests.filter(({ method }) => !/^(get|list)/.test(method));

test('without an email account the example shows reminders of real invoices, and sends and changes nothing', async (installation) => {
	const { client, executions, sandbox } = installation;
	const workflow = await importWorkflow(client, { ...example(/^Remind/), id: 'withoutMailAccount' });
	sandbox.clearRequests();
	const execution = await executions.run(workflow, TRIGGER, 'Last reminder');
	expect(execution.data.resultData.error).toBeUndefined();
	expect(outputOf(execution, 'Last reminder')).toHaveLength(3);
	expect(writes(installation)).toEqual([]);
	expect(mailServer.mails).toEqual([]);
});

test('each manual run emails the clients of invoices that are due soon or overdue now, whatever becomes of one email', async (installation) => {
	const { client, executions, sandbox } = installation;
	const manual = { ...example(/^Remind/), id: 'manualReminders' };
	await mailServer.connect(client);
	const workflow = await importWorkflow(client, manual);
	// The three oldest are shown, and only the fourth has a late fee.
	await askService(sandbox, 'deleteInvoice', '<invoice_id>4</invoice_id>');
	sandbox.clearRequests();
	const first = await executions.run(workflow, TRIGGER);
	expect(first.data.resultData.error).toBeUndefined();

	const invoices = outputOf(first, TRIGGER);
	expect(invoices.map((invoice) => invoice['reminder_days'])).toEqual([3, 30, 30, 30]);
	// Emails leave in the order of the tones.
	invoices.sort((one, other) => Number(one['reminder_days']) - Number(other['reminder_days']));
	const expected = invoices.map((invoice) => {
		const { number, client_email: email, currency, outstanding, reminder_days: days } = invoice;
		const said = days === 3 ? 'is left to pay' : 'is still outstanding. Please pay';
		return {
			to: [email],
			subject: expect.stringMatching(
				`^${days === 3 ? 'I' : 'Last reminder: i'}nvoice ${String(number)} is `,
			) as unknown,
			text: expect.stringContaining(`${money(outstanding, currency)} ${said}`) as unknown,
		};
	});
	expect(mailServer.mails).toMatchObject(expected);
	expect(mailServer.mails.some(({ text }) => text.includes('With the late fee of'))).toBe(true);

	const [refused, ...others] = expected;
	mailServer.refused.add(String(refused?.to[0]));
	const second = await executions.run(workflow, TRIGGER);
	expect(mailServer.mails).toMatchObject([
		...expected,
		...others.filter(({ to }) => to[0] !== refused?.to[0]),
	]);
	expect(second.status).toBe('error');
	const number = String(invoices[0]?.['number']);
	expect(second.data.resultData.error?.message).toMatch(
		new RegExp(`^Not sent: reminder of invoice ${number} \\(.*There is no such mailbox`),
	);
	expect(writes(installation)).toEqual([]);
});

test('once published, the workflow sends the one reminder that fits each invoice, and none for a paid one', async (installation) => {
	const { client, executions, sandbox } = installation;
	const often = pollingOften(example(/^Remind/));
	await mailServer.connect(client);
	const workflow = await importWorkflow(client, often);
	await untilFirstPoll(client, workflow);

	const day = (from: number) => new Date(Date.now() + from * DAY_MS).toISOString().slice(0, 10);
	const debtor = sandbox.records('client').find(({ organization }) => organization === 'Sakura Print K.K.');
	const bill = async (number: string, due: number, status = 'sent') => {
		await askService(
			sandbox,
			'createInvoice',
			`<client><client_id>${debtor?.id}</client_id></client><number>${number}</number><status>${status}</status>
				<date>${day(due - 30)}</date><due_date>${day(due)}</due_date>
				<items><item><name>Posters</name><type>Product</type><unit_cost>5400</unit_cost><quantity>10</quantity></item></items>`,
		);
	};
	await bill('E2E-SOON', 2);
	await bill('E2E-WEEK', -8);
	await bill('E2E-MONTH', -31);
	await bill('E2E-PAID', -8, 'paid');
	await bill('E2E-LATER', 20);
	await waitFor('the reminders', () => (mailServer.mails.length >= 3 ? true : undefined));
	expect(mailServer.mails.map(({ subject }) => subject).sort()).toEqual([
		`Invoice E2E-SOON is due on ${inWords(day(2))}: ¥54,000`,
		'Last reminder: invoice E2E-MONTH is 31 days overdue: ¥54,000',
		'Reminder: invoice E2E-WEEK is 8 days overdue: ¥54,000',
	]);
	const friendly = mailServer.mails.find(({ subject }) => subject.includes('SOON'));
	expect(friendly?.text).toMatch(
		/^Dear Hana Fujimoto,\n\nA friendly note: invoice E2E-SOON for ¥54,000 is due on .+\. ¥54,000 is left to pay\./,
	);

	await untilNextPollIsOver(sandbox);
	expect(mailServer.mails).toHaveLength(3);
	for (const { status } of await executions.of(workflow)) expect(status).toBe('success');
	await client.setActive(workflow, false);
});
