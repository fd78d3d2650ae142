import { importWorkflow } from '../../host/examples.ts';
import { outputOf } from './executions.ts';
import { useInstallation } from './installation.ts';
import { startMailServer, withMailAccount, type MailServer } from './mailServer.ts';
import { pollingOften, pollOf, untilFirstPoll } from './polling.ts';
import { askService } from './service.ts';
import { waitFor } from './waiting.ts';
import { example } from './workflows.ts';

const inN8n = useInstallation();
const TRIGGER = 'XML Billing Trigger';
const DAY_MS = 86_400_000;

let mailServer: MailServer;
beforeAll(async () => {
	mailServer = await startMailServer();
});
beforeEach(() => {
	mailServer.mails.length = 0;
	mailServer.refused.clear();
});
afterAll(async () => {
	await mailServer.close();
});

const money = (amount: unknown, currency: unknown): string =>
	new Intl.NumberFormat('en-US', { style: 'currency', currency: String(currency) }).format(Number(amount));

const inWords = (date: string): string =>
	new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

test(
	'without an email account the example shows reminders of real invoices, and sends and changes nothing',
	inN8n(async ({ client, executions, sandbox }) => {
		const workflow = { ...example(/^Remind/), id: 'withoutMailAccount' };
		await importWorkflow(client, workflow);
		sandbox.clearRequests();
		const execution = await executions.run(workflow, TRIGGER, 'Reminder');
		expect(execution.data.resultData.error).toBeUndefined();
		expect(outputOf(execution, 'Reminder')).toHaveLength(3);
		expect(sandbox.requests.filter(({ method }) => !/^(get|list)/.test(method))).toEqual([]);
		expect(mailServer.mails).toEqual([]);
	}),
);

test(
	'each manual run emails a reminder to the clients of invoices that are overdue now, whatever becomes of one email',
	inN8n(async ({ client, executions, sandbox }) => {
		const workflow = await withMailAccount(client, mailServer, {
			...example(/^Remind/),
			id: 'manualReminders',
		});
		await importWorkflow(client, workflow);
		sandbox.clearRequests();
		const first = await executions.run(workflow, TRIGGER);
		expect(first.data.resultData.error).toBeUndefined();

		const overdue = outputOf(first, TRIGGER);
		expect(overdue).toHaveLength(3);
		for (const { event, days_overdue: days, outstanding } of overdue) {
			expect(event).toBe('invoiceOverdue');
			expect(Number(days)).toBeGreaterThanOrEqual(7);
			expect(Number(outstanding)).toBeGreaterThanOrEqual(20);
		}
		const clients = sandbox.records('client');
		const expected = overdue.map((invoice) => {
			const { number, client_email: email, currency, days_overdue: days, outstanding } = invoice;
			const debtor = clients.find((other) => other.email === email);
			const left = money(outstanding, currency);
			const due = inWords(String(invoice['invoice_due_date']));
			return {
				from: 'billing@example.com',
				to: [email],
				subject: `Invoice ${String(number)} is ${String(days)} days overdue: ${left}`,
				text: [
					`Dear ${debtor?.name},`,
					`Invoice ${String(number)} over ${money(invoice['net_balance'], currency)} was due on ${due}. ${left} is still outstanding.`,
					'If you have paid in the meantime, please ignore this message.',
					'Kind regards\nYour billing team',
				].join('\n\n'),
			};
		});
		expect(mailServer.mails).toEqual(expected);

		const [refused, ...others] = expected;
		mailServer.refused.add(String(refused?.to[0]));
		const second = await executions.run(workflow, TRIGGER);
		expect(mailServer.mails).toEqual([...expected, ...others.filter(({ to }) => to[0] !== refused?.to[0])]);
		expect(second.status).toBe('error');
		const number = String(overdue[0]?.['number']);
		expect(second.data.resultData.error?.message).toMatch(
			new RegExp(`^Not sent: reminder of invoice ${number} \\(.*There is no such mailbox`),
		);
		expect(sandbox.requests.filter(({ method }) => !/^(get|list)/.test(method))).toEqual([]);
	}),
);

test(
	'once published, the workflow emails one reminder of an invoice, and later polls none',
	inN8n(async ({ client, executions, sandbox }) => {
		const workflow = await withMailAccount(client, mailServer, pollingOften(example(/^Remind/)));
		await importWorkflow(client, workflow);
		await untilFirstPoll(client, workflow);

		const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
		const debtor = sandbox.records('client').find(({ organization }) => organization === 'Sakura Print K.K.');
		await askService(
			sandbox,
			'createInvoice',
			`<client><client_id>${debtor?.id}</client_id></client><number>E2E-DUE</number><status>sent</status>
			<date>${day(38)}</date><due_date>${day(8)}</due_date>
			<items><item><name>Posters</name><type>Product</type><unit_cost>5400</unit_cost><quantity>10</quantity></item></items>`,
		);
		const [mail] = await waitFor('the reminder', () =>
			mailServer.mails.length > 0 ? mailServer.mails : undefined,
		);
		expect(mail?.subject).toMatch(/^Invoice E2E-DUE is [89] days overdue: ¥54,000$/);
		expect(mail).toMatchObject({
			from: 'billing@example.com',
			to: ['hana.fujimoto@sakura.example'],
			text: `Dear Hana Fujimoto,\n\nInvoice E2E-DUE over ¥54,000 was due on ${inWords(sandbox.records('invoice').at(-1)?.due_date ?? '')}. ¥54,000 is still outstanding.\n\nIf you have paid in the meantime, please ignore this message.\n\nKind regards\nYour billing team`,
		});

		const now = pollOf(new Date().toISOString());
		await waitFor('two more polls', () => sandbox.requests.find(({ at }) => pollOf(at) >= now + 2));
		expect(mailServer.mails).toHaveLength(1);
		expect(await executions.of(workflow)).toMatchObject([{ status: 'success', mode: 'trigger' }]);
		await client.request('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
	}),
	240_000,
);
