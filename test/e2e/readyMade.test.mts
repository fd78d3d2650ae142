import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';
import { ensureExamples, ensureMailCredential, importWorkflow, readExamples } from '../../host/examples.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { attempt } from './exampleRuns.mts';
import { outputOf } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { useMailServer } from './mailServer.mts';
import { pollingOften, untilFirstPoll, untilNextPollIsOver } from './polling.mts';
import { pay } from './service.mts';
import { waitFor } from './waiting.mts';
import { example, repinned } from './workflows.mts';

const test = useInstallation();

const mailServer = useMailServer();

const DEAL = /^Won deal/;
const DEAL_TRIGGER = 'Deal changed';

test('a won deal creates a client, an invoice of its enabled products and a mail, each once', async (installation) => {
	const { client, sandbox } = installation;
	let count = 0;
	const run = async (change: (deal: string) => string) => {
		// n8n finds the example itself by its name as well.
		const own = { id: `deal${count}`, name: `Deal ${count++}` };
		const workflow = repinned({ ...example(DEAL), ...own }, DEAL_TRIGGER, change);
		const imported = await importWorkflow(client, workflow);
		const { error, writes, mails } = await attempt(installation, imported, DEAL_TRIGGER);
		return { error, writes, mails };
	};
	const nothing = { error: undefined, writes: [], mails: 0 };
	const dealOf = (id: number) => (deal: string) => deal.replaceAll('4711', String(id));
	expect(await run((deal) => deal.replace('"status":"won"', '"status":"lost"'))).toEqual(nothing);
	// Later changes of a won deal, even of one that was won before this workflow was published
	expect(await run((deal) => deal.replace('"status":"open",', ''))).toEqual(nothing);

	const asItComes = (deal: string) => deal;
	expect(await run(asItComes)).toEqual({
		error: undefined,
		writes: ['createClient', 'createInvoice', 'sendInvoiceMail'],
		mails: 1,
	});
	const debtor = sandbox.records('client').at(-1);
	expect(debtor).toMatchObject({
		...{ organization: 'Lindenhof Verlag', name: 'Clara Behrens', email: 'clara@lindenhof.example' },
		currency: 'EUR',
	});
	const invoice = sandbox.records('invoice').find(({ number }) => number === 'DEAL-4711');
	const shown = { client_id: debtor?.id, title: 'Spring catalog', net_balance: '1840.00' };
	expect(invoice).toMatchObject({ ...shown, invoice_status: 'Sent' });
	const lines = sandbox.records('line').filter(({ document_id: of }) => of === invoice?.id);
	expect(lines).toMatchObject([
		{ name: 'Layout', description: '24 pages', quantity: '16.00', unit_cost: '90.00' },
		{ name: 'Print run, 500 copies', description: '', quantity: '1.00', unit_cost: '400.00' },
	]);
	expect(sandbox.outbox.at(-1)).toMatchObject({ record_id: invoice?.id, recipient: debtor?.email });
	expect(await run(asItComes)).toEqual(nothing);

	// The client bills in euros.
	const inPounds = await run((deal) => dealOf(4713)(deal).replace('"EUR"', '"GBP"'));
	expect(inPounds).toMatchObject({ writes: [], mails: 0 });
	expect(inPounds.error).toBe('Deal 4713 is not in the currency of Lindenhof Verlag, so it was not invoiced');
	await sandbox.setFaults([{ fault: 'http403', method: 'sendInvoiceMail' }]);
	const unsent = await run(dealOf(4715));
	expect(unsent).toMatchObject({ writes: ['createInvoice', 'sendInvoiceMail'], mails: 0 });
	expect(unsent.error).toBeDefined();
	await sandbox.setFaults([]);
	expect(await run(dealOf(4715))).toEqual({ error: undefined, writes: ['sendInvoiceMail'], mails: 1 });
});

const OVERDUE = /^Overdue invoices/;

test('the overdue invoices become a message and rows, and the samples stand in for the accounts', async (installation) => {
	const { client } = installation;
	const { pinData = {} } = example(OVERDUE);
	const workflow = await importWorkflow(client, example(OVERDUE));
	const { execution, error, writes } = await attempt(installation, workflow);
	expect([error, writes]).toEqual([undefined, []]);

	const rows = outputOf(execution, 'Overdue');
	expect(rows.length).toBeGreaterThan(10);
	expect(rows).toHaveLength(outputOf(execution, 'Get overdue invoices').length);
	const lines = rows.map(({ number, client: debtor, outstanding, currency, days_overdue: days }) => {
		const style = { style: 'currency', currency: String(currency) } as const;
		return `${String(number)}, ${String(debtor)}: ${Number(outstanding).toLocaleString('en-US', style)}, ${String(days)} days`;
	});
	expect(outputOf(execution, 'Message')).toEqual([
		{ subject: `Overdue invoices: ${rows.length}`, text: lines.join('\n') },
	]);
	for (const [node, samples] of Object.entries(pinData))
		expect(outputOf(execution, node)).toEqual(samples.map(({ json }) => json));
});

/** What a node still needs from its user, beside credentials. */
const LEFT_TO_CHOOSE = new Map([['Rows in Google Sheets', ['documentId']]]);

test("the services' nodes have the fields that the examples fill in, and give what is pinned to them", async (installation) => {
	const { client, n8n } = installation;
	const ask = async (path: string) => await fetch(`${n8n.url}${path}`, { headers: client.headers });
	const types = (await (await ask('/types/nodes.json')).json()) as INodeTypeDescription[];
	const pinned = readExamples().flatMap(({ nodes, pinData = {} }) =>
		nodes.flatMap((node) => (pinData[node.name] ?? []).slice(0, 1).map(({ json }) => ({ node, json }))),
	);
	const previewed: string[] = [];
	for (const { node, json } of pinned) {
		const { name, type, typeVersion } = node;
		const found = types.find((one) => one.name === type && [one.version].flat().includes(typeVersion));
		if (found === undefined) throw new Error(`n8n has no ${type} ${typeVersion}`);
		const { properties } = found;
		const parameters = node.parameters as INodeParameters;
		const form = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, found);
		expect({ name, form }).toMatchObject({ name, form: parameters });
		const filled = { ...node, parameters: form ?? {} };
		const issues = NodeHelpers.getNodeParametersIssues(properties, filled, found);
		const missing = Object.keys(issues?.parameters ?? {});
		expect({ name, missing }).toEqual({ name, missing: LEFT_TO_CHOOSE.get(name) ?? [] });

		const version = Number.isInteger(typeVersion) ? `${typeVersion}.0` : typeVersion;
		const operation = [form?.['resource'], form?.['operation']]
			.map((word) => (typeof word === 'string' ? word : 'none'))
			.join('/');
		const answer = await ask(`/schemas/${type}/${version}.0/${operation}.json`);
		// n8n has no preview of what triggers and sheets give. For the nodes of its models, it answers with its start page.
		if (!answer.ok || answer.headers.get('content-type')?.includes('html') === true) continue;
		const preview = (await answer.json()) as { properties: object };
		expect(Object.keys(preview.properties)).toEqual(expect.arrayContaining(Object.keys(json)));
		previewed.push(name);
	}
	const services = ['Organization', 'Person', 'Deal products', 'Post to Slack', 'Email by Gmail'];
	expect(previewed).toEqual(expect.arrayContaining(services));
});

const THANKS = /^Thank for/;
const THANKS_TRIGGER = 'Payment recorded';

/** The rows of the table that the example creates, without n8n's own columns. */
async function rowsOf({ client }: Installation): Promise<Array<Record<string, unknown>>> {
	const tables = await client.request<{ data: Array<{ id: string; name: string; projectId: string }> }>(
		'GET',
		'/rest/data-tables-global',
	);
	const [table, ...others] = tables.data.filter(({ name }) => name === 'Payments received');
	expect(others).toEqual([]);
	if (table === undefined) return [];
	const path = `/rest/projects/${table.projectId}/data-tables/${table.id}/rows`;
	return (await client.request<{ data: Array<Record<string, unknown>> }>('GET', path)).data;
}

test('each payment gets a row and a thank-you once, even if n8n delivers the event again', async (installation) => {
	const { client, executions, sandbox } = installation;
	// An earlier start may have used another port.
	await ensureMailCredential(client, 9);
	await mailServer.connect(client);
	const workflow = await importWorkflow(client, pollingOften(example(THANKS)));
	await untilFirstPoll(client, workflow);
	const [invoice, refused] = sandbox
		.records('invoice')
		.filter(({ invoice_status: status, outstanding }) => status === 'Sent' && Number(outstanding) > 100);
	const debtorOf = (of: typeof invoice) => sandbox.records('client').find(({ id }) => id === of?.client_id);
	const [debtor, otherDebtor] = [debtorOf(invoice), debtorOf(refused)];
	expect(debtor?.id).not.toBe(otherDebtor?.id);

	await pay(sandbox, Number(invoice?.id), '40.00');
	const mail = await waitFor('the mail', () => mailServer.mails[0]);
	const price = { style: 'currency', currency: debtor?.currency } as const;
	const amount = (40).toLocaleString('en-US', price);
	const left = (Number(invoice?.outstanding) - 40).toLocaleString('en-US', price);
	expect(mail).toMatchObject({ to: [debtor?.email], subject: `Thank you for your payment of ${amount}` });
	expect(mail.text).toBe(
		`Dear ${debtor?.name},\n\nThank you: we received your payment of ${amount} for invoice ${invoice?.number}. ${left} is left to pay.\n\nKind regards\nYour billing team`,
	);
	const row = {
		event_id: `payment:${invoice?.id}:40.00:1`,
		...{ client: debtor?.organization, invoice: invoice?.number, currency: debtor?.currency },
		...{ amount: 40, method: 'Cash' },
		balance_left: Number(invoice?.outstanding) - 40,
	};
	expect(await rowsOf(installation)).toMatchObject([row]);

	await untilNextPollIsOver(sandbox);
	expect(mailServer.mails).toHaveLength(1);
	expect(await rowsOf(installation)).toHaveLength(1);
	await client.setActive(workflow, false);

	const [execution] = await executions.of(workflow);
	const [event] = execution === undefined ? [] : outputOf(execution, THANKS_TRIGGER);
	if (event === undefined || otherDebtor === undefined) throw new Error('There was no event');
	const deliver = async (id: string, json: typeof event) => {
		const pinData = { [THANKS_TRIGGER]: [{ json: event }, { json }] };
		return await executions.run(
			await importWorkflow(client, { ...example(THANKS), id, pinData }),
			THANKS_TRIGGER,
		);
	};
	mailServer.refused.add(otherDebtor.email);
	const other = { ...event, event_id: 'payment:1:50.00:1', client_email: otherDebtor.email };
	const failed = await deliver('refusedThanks', other);
	expect(failed.data.resultData.error?.message).toMatch(
		/^Not sent: thanks for payment payment:1:50\.00:1 \(.*There is no such mailbox/,
	);
	expect(await rowsOf(installation)).toMatchObject([row, { event_id: other.event_id }]);

	mailServer.refused.clear();
	const again = await deliver('repeatedThanks', other);
	expect(again.data.resultData.error).toBeUndefined();
	expect(outputOf(again, 'Payments table')).toHaveLength(2);
	expect(outputOf(again, 'If not in table')).toEqual([]);
	expect(mailServer.mails).toHaveLength(1);
	expect(await rowsOf(installation)).toHaveLength(2);
});

const TIME = /^Monthly billing/;
const dayIn = (month: number, day: number): string => {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day)).toISOString().slice(0, 10);
};

/** Makes this the only unbilled time of the account. Returns the entries' identifiers by subject. */
function logTime(sandbox: Sandbox): Map<string, number> {
	const shared = { account_id: sandbox.account('main').id, status: 'Active' };
	for (const { id } of sandbox.records('timeEntry')) sandbox.change('timeEntry', id, { billed: 'Yes' });
	const task = (name: string, rate: string, billable: string) =>
		sandbox.store.insert('task', { ...shared, name, description: '', rate, billable, created_date: '' });
	const drawing = task('Drawing', '80.00', 'Y');
	const favor = task('Favor', '50.00', 'N');
	const unpriced = task('Unpriced', '0.00', 'Y');
	const log = (project: number, task_id: number, work_date: string, hours_worked: string, notes: string) => {
		const entry = { project_id: project, task_id, work_date, hours_worked, notes, billed: 'No' };
		return sandbox.store.insert('time_entry', { ...shared, ...entry });
	};
	return new Map([
		['cover', log(1, drawing, dayIn(-1, 1), '2.00', 'Cover')],
		['the same again', log(1, drawing, dayIn(-1, 1), '2.00', 'Cover')],
		['favor', log(1, favor, dayIn(-1, 2), '3.00', 'As a favor')],
		['this month', log(1, drawing, dayIn(0, 1), '1.00', 'Proofs')],
		['last day', log(2, drawing, dayIn(0, 0), '0.75', 'Last day')],
		['month before', log(2, drawing, dayIn(-1, 0), '5.00', 'Sketches')],
		['no rate', log(3, unpriced, dayIn(-1, 9), '4.00', 'No rate')],
	]);
}

test("last month's time is billed to each client once, and marked, and no other time is", async (installation) => {
	const { client, sandbox } = installation;
	const workflow = await importWorkflow(client, example(TIME));
	const entries = logTime(sandbox);
	const month = dayIn(-1, 1).slice(0, 7);
	const run = () => attempt(installation, workflow);
	const billed = () =>
		sandbox
			.records('invoice')
			.filter(({ number }) => number.startsWith('TIME-'))
			.map(({ id, number, net_balance: total, invoice_status: status }) => {
				const own = sandbox.records('line').filter(({ document_id: of }) => of === id);
				const lines = own.map(({ name, description, quantity }) => [name, description, quantity]);
				return [number, status, total, lines];
			});
	const unbilled = () => {
		const open = new Set(
			sandbox.records('timeEntry').flatMap(({ id, billed: is }) => (is === 'No' ? id : [])),
		);
		return [...entries].flatMap(([about, id]) => (open.has(id) ? about : []));
	};

	const first = await run();
	expect(first.error).toMatch(/^Not billed: .*has no price: its task has no hourly rate/);
	const wanted = ['cover', 'the same again', 'last day'].map((about) => entries.get(about));
	const drawing = ['Drawing', 'Cover', '2.00'];
	const expected = [
		[`TIME-${month}-2`, 'Draft', '60.00', [['Drawing', 'Last day', '0.75']]],
		[`TIME-${month}-1`, 'Draft', '320.00', [drawing, drawing]],
	];
	expect(billed()).toEqual(expected);
	expect(first.writes).toEqual(expected.map(() => 'createInvoiceFromTimeTracking'));
	const listed = outputOf(first.execution, 'Billed entries').map(({ time_entries: entry }) =>
		typeof entry === 'object' && entry !== null && 'timelog_id' in entry ? entry.timelog_id : entry,
	);
	expect(new Set(listed)).toEqual(new Set(wanted));
	expect(unbilled()).toEqual(['favor', 'this month', 'month before', 'no rate']);

	const task = sandbox.records('task').at(-1);
	sandbox.change('task', Number(task?.id), { rate: '20.00' });
	const second = await run();
	expect(second.error).toBeUndefined();
	expect(second.writes).toEqual(['createInvoiceFromTimeTracking']);
	expect(billed().at(-1)).toEqual([`TIME-${month}-3`, 'Draft', '80.00', [['Unpriced', 'No rate', '4.00']]]);

	// The interface doesn't promise that a service remembers what it has billed.
	for (const id of entries.values()) sandbox.change('timeEntry', id, { billed: 'No' });
	expect(await run()).toMatchObject({ error: undefined, writes: [] });
});

const OWED = /^Weekly report/;

test('a chart of what each client owes is emailed, and currencies are never added up', async (installation) => {
	const { client, sandbox } = installation;
	const debtor = sandbox.records('client').find(({ currency }) => currency === 'EUR');
	sandbox.change('client', Number(debtor?.id), { organization: '<b>Bread & "Butter"</b>' });
	await mailServer.connect(client);
	const workflow = await importWorkflow(client, example(OWED));
	const { execution, writes } = await attempt(installation, workflow);
	expect(writes).toEqual([]);
	expect(mailServer.mails).toHaveLength(1);
	const { html = '', text } = mailServer.mails[0] ?? {};
	expect(html).not.toContain('<b>');

	const debts = outputOf(execution, 'Get receivables');
	const currencies = [...new Set(debts.map(({ currency }) => String(currency)))];
	const charts = html.split('<h3>').slice(1);
	expect(charts).toHaveLength(currencies.length);
	expect(currencies.length).toBeGreaterThan(5);
	for (const [index, currency] of currencies.entries()) {
		const own = debts.filter((debt) => debt['currency'] === currency);
		const show = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency });
		const total = show(own.reduce((sum, debt) => sum + Number(debt['total']), 0));
		const [title, ...rows] = charts[index]?.split('<tr><td width="31%"') ?? [];
		for (const shown of [title, text]) expect(shown).toContain(`${currency}: ${total}, of which `);
		for (const [place, debt] of own.entries())
			expect(rows[place]).toContain(`>${show(Number(debt['total']))}</td>`);
	}
});

test('npm start offers each example once, under its tag, the first one on top', async ({ client }) => {
	const list = async () =>
		await client.request<Array<{ id: string; tags: Array<{ name: string }> }>>(
			'GET',
			'/rest/workflows?sortBy=updatedAt:desc',
		);
	const before = await list();
	await ensureExamples(client);
	await ensureExamples(client);
	const found = await list();
	const examples = readExamples();
	const offered = found.filter(({ id }) => examples.some((one) => one.id === id));
	expect(new Map(offered.map(({ id, tags }) => [id, tags.map(({ name }) => name)]))).toEqual(
		new Map(examples.map(({ id, tags = [] }) => [id, tags.map(({ name }) => name)])),
	);
	expect(offered).toHaveLength(examples.length);
	const isNew = ({ id }: { id: string }) => !before.some((one) => one.id === id);
	const idsOf = (workflows: ReadonlyArray<{ id: string }>) => workflows.filter(isNew).map(({ id }) => id);
	expect(idsOf(found)).toEqual(idsOf(examples));
});
