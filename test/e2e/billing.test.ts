import { importWorkflow, readExamples, type Workflow } from '../../host/examples.ts';
import { PACKAGE_NAME } from '../../host/package.ts';
import { outputOf } from './executions.ts';
import { useInstallation, type Installation } from './installation.ts';
import { createInvoice, pay } from './service.ts';
import { waitFor } from './waiting.ts';

const inN8n = useInstallation();

function example(name: RegExp): Workflow {
	const found = readExamples().find((workflow) => name.test(workflow.name));
	if (found === undefined) throw new Error(`No example is called ${name}`);
	return found;
}

/** Imports an example, and runs it from a node to its end without an error. */
async function runExample({ client, executions, sandbox }: Installation, name: RegExp, start = 'Start') {
	const workflow = example(name);
	await importWorkflow(client, workflow);
	sandbox.clearRequests();
	const execution = await executions.run(workflow, start);
	expect(execution.data.resultData.error).toBeUndefined();
	return execution;
}

const POLL_EVERY_MS = 10_000;
/** Every ten seconds: the editor's shortest interval is a minute, and several entries come between. */
const POLL_TIMES = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

/** The example that reports invoices and payments, which polls as often. */
function reporting(more: Partial<Workflow> = {}): Workflow {
	const workflow = { ...example(/^Report/), ...more };
	for (const node of workflow.nodes)
		if (node.type.endsWith('Trigger')) node.parameters['pollTimes'] = { item: POLL_TIMES };
	return workflow;
}

/** The number of the poll that a moment belongs to: polls begin at full tens of seconds. */
const pollOf = (at: string): number => Math.floor(Date.parse(at) / POLL_EVERY_MS);

test(
	'n8n loads the node, its tool and the trigger from the installed package',
	inN8n(async ({ client }) => {
		const response = await fetch(`${client.url}/types/nodes.json`, { headers: client.headers });
		const types = (await response.json()) as Array<{ name: string }>;
		const own = types.map(({ name }) => name).filter((name) => name.startsWith(PACKAGE_NAME));
		expect(own.sort()).toEqual([
			`${PACKAGE_NAME}.xmlBilling`,
			`${PACKAGE_NAME}.xmlBillingTool`,
			`${PACKAGE_NAME}.xmlBillingTrigger`,
		]);
	}),
);

test(
	'a workflow creates a client, invoices it, sends the invoice and records its payment',
	inN8n(async (place) => {
		const { sandbox } = place;
		const mails = sandbox.outbox.length;
		const execution = await runExample(place, /^Bill a client/);
		expect(execution.status).toBe('success');

		const created = sandbox.records('client').at(-1);
		expect(created).toMatchObject({ organization: 'Harbour Books', email: 'ines@harbour-books.example' });
		expect(outputOf(execution, 'Create client')).toMatchObject([
			{ result: 'created', client_id: created?.id },
		]);

		// (12.5 x 84.00 - 10 %) + 120.00, and 20 % of it
		const invoice = sandbox.records('invoice').at(-1);
		expect(invoice).toMatchObject({ client_id: created?.id, net_balance: '1278.00', total_tax: '213.00' });
		expect(outputOf(execution, 'Create invoice')).toMatchObject([
			{
				result: 'created',
				invoice_id: invoice?.id,
				invoice_status: 'Draft',
				net_balance: 1278,
				outstanding: 1278,
			},
		]);
		const lines = sandbox.records('line').filter(({ document_id: of }) => of === invoice?.id);
		expect(lines.map(({ name, quantity, unit_cost: cost }) => [name, quantity, cost])).toEqual([
			['Shop website', '12.50', '84.00'],
			['Hosting', '1.00', '120.00'],
		]);

		expect(outputOf(execution, 'Send invoice')).toMatchObject([{ invoice_id: invoice?.id, sent: true }]);
		expect(sandbox.outbox.slice(mails)).toMatchObject([
			{ kind: 'invoice', record_id: invoice?.id, recipient: 'ines@harbour-books.example' },
		]);

		expect(outputOf(execution, 'Record payment')).toMatchObject([
			{ invoice_id: invoice?.id, invoice_status: 'Paid', payment: { amount: 1278 }, outstanding: 0 },
		]);
		expect(invoice).toMatchObject({ invoice_status: 'Paid', outstanding: '0.00' });
		expect(sandbox.records('payment').at(-1)).toMatchObject({
			invoice_id: invoice?.id,
			amount: '1278.00',
			method: 'Bank Transfer',
		});

		const writes = sandbox.requests
			.map(({ method }) => method)
			.filter((method) => !/^(get|list)/.test(method));
		expect(writes).toEqual(['createClient', 'createInvoice', 'sendInvoiceMail', 'invoiceOfflinePayment']);
		expect(sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
	}),
);

test(
	'a workflow previews the invoices of two orders, and then creates one for each',
	inN8n(async (place) => {
		const { sandbox } = place;
		const before = sandbox.records('invoice').length;
		const execution = await runExample(place, /^Orders become/);

		const previews = outputOf(execution, 'Preview invoices');
		expect(previews).toMatchObject([
			{ preview: true, totals: { total: '498.00' } },
			{ preview: true, totals: { total: '215.76' } },
		]);
		const invoices = sandbox.records('invoice').slice(before);
		expect(invoices.map(({ po_number: order, net_balance: total }) => [order, total])).toEqual([
			['A-1', '498.00'],
			['A-2', '215.76'],
		]);
		const lines = sandbox.records('line').filter(({ document_id: of }) => of === invoices[0]?.id);
		expect(lines.map(({ name }) => name)).toEqual(['Poster A2', 'Frame']);
		expect(outputOf(execution, 'Create invoices')).toMatchObject(
			invoices.map(({ id }) => ({ invoice_id: id, result: 'created' })),
		);
	}),
);

test(
	'a workflow leads from an estimate over an invoice and logged time to a part payment',
	inN8n(async (place) => {
		const { sandbox } = place;
		const before = sandbox.records('invoice').length;
		const execution = await runExample(place, /^From the estimate/);

		// 640.00 and 20 % of it; 3.5 hours at 65.00
		const [sign, fitting] = sandbox.records('invoice').slice(before);
		expect(sign).toMatchObject({ title: 'Shop sign', net_balance: '768.00', invoice_status: 'Partial-Paid' });
		expect(fitting).toMatchObject({ net_balance: '227.50', invoice_status: 'Sent' });
		expect(sandbox.records('timeEntry').at(-1)).toMatchObject({ hours_worked: '3.50', billed: 'Yes' });
		expect(outputOf(execution, 'List unpaid invoices')).toMatchObject([
			{ invoice_id: fitting?.id, outstanding: 227.5 },
			{ invoice_id: sign?.id, outstanding: 468 },
		]);
		expect(sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
	}),
);

test(
	'a workflow adds up what each client owes',
	inN8n(async (place) => {
		const { sandbox } = place;
		const execution = await runExample(place, /^Who owes/);

		const from = new Date();
		from.setUTCFullYear(from.getUTCFullYear() - 1);
		const account = sandbox.account('main').id;
		const unpaid = sandbox
			.records('invoice')
			.filter(
				({ account_id: of, status, date }) =>
					of === account && status === 'Active' && date >= from.toISOString().slice(0, 10),
			)
			.filter(({ outstanding, invoice_status: status }) => Number(outstanding) > 0 && status !== 'Draft');
		const debts = outputOf(execution, 'Debt');
		expect(unpaid.length).toBeGreaterThan(20);
		expect(debts.reduce((sum, { invoices }) => sum + Number(invoices), 0)).toBe(unpaid.length);
		expect(debts.reduce((sum, { outstanding }) => sum + Number(outstanding), 0)).toBeCloseTo(
			unpaid.reduce((sum, { outstanding }) => sum + Number(outstanding), 0),
			2,
		);
		expect(debts.every(({ organization }) => organization !== '')).toBe(true);
	}),
);

test(
	'a test of the overdue trigger writes reminders of real invoices, and changes nothing',
	inN8n(async (place) => {
		const { sandbox } = place;
		const execution = await runExample(place, /^Remind/, 'XML Billing Trigger');

		const overdue = outputOf(execution, 'XML Billing Trigger');
		expect(overdue.length).toBeGreaterThan(0);
		for (const { event, days_overdue: days, outstanding } of overdue) {
			expect(event).toBe('invoiceOverdue');
			expect(Number(days)).toBeGreaterThanOrEqual(7);
			expect(Number(outstanding)).toBeGreaterThanOrEqual(20);
		}
		expect(outputOf(execution, 'Reminder')[0]?.['message']).toMatch(
			/^Invoice \S+ of .+ was due on \d{4}-\d\d-\d\d, \d+ days ago: [\d.]+ [A-Z]{3} are left to pay\.$/,
		);
		expect(sandbox.requests.filter(({ method }) => !/^(get|list)/.test(method))).toEqual([]);
	}),
);

test(
	'an active trigger workflow starts once for a new invoice and once for its payment',
	inN8n(async ({ client, executions, sandbox }) => {
		const workflow = reporting();
		const path = `/rest/workflows/${workflow.id}`;
		sandbox.clearRequests();
		await importWorkflow(client, workflow);
		await waitFor('the first poll to end', async () => {
			const { staticData } = await client.request<{ staticData: object | null }>('GET', path);
			return staticData ?? undefined;
		});
		const executionsWhen = (count: number) =>
			waitFor(`execution ${count}`, async () => {
				const all = await executions.of(workflow);
				return all.length >= count ? all : undefined;
			});

		await createInvoice(sandbox, 'E2E-1', 100, 3);
		const id = sandbox.records('invoice').at(-1)?.id ?? 0;
		const [first] = await executionsWhen(1);
		await pay(sandbox, id, 120.5);
		const [, second] = await executionsWhen(2);
		if (first === undefined || second === undefined) throw new Error('Fewer executions than there are');

		expect([first.status, first.mode]).toEqual(['success', 'trigger']);
		expect(outputOf(first, 'XML Billing Trigger')).toMatchObject([
			{ event: 'invoiceCreated', event_id: `invoice:${id}:created`, invoice_id: id, number: 'E2E-1' },
		]);
		expect(outputOf(first, 'Report invoice')).toEqual([
			{ message: 'Invoice E2E-1 for Harbour & Pine Ltd: 300 GBP' },
		]);
		expect(outputOf(first, 'Report payment')).toEqual([]);

		expect([second.status, second.mode]).toEqual(['success', 'trigger']);
		expect(outputOf(second, 'XML Billing Trigger')).toMatchObject([
			{
				event: 'paymentRecorded',
				invoice_id: id,
				payment: { amount: 120.5, method: 'Cash' },
				balance_left: 179.5,
			},
		]);
		expect(outputOf(second, 'Report payment')).toEqual([
			{ message: 'Payment of 120.5 GBP by Cash for invoice E2E-1, 179.5 left' },
		]);

		// The next poll finds nothing to report: it is over when the one after it begins.
		const now = pollOf(new Date().toISOString());
		await waitFor('two more polls', () => sandbox.requests.find(({ at }) => pollOf(at) >= now + 2));
		expect(await executions.of(workflow)).toHaveLength(2);

		// What happens while the workflow is not published is reported once it is again.
		await client.request('POST', `${path}/deactivate`, {});
		await pay(sandbox, id, 79.5);
		const { versionId } = await client.request<{ versionId: string }>('GET', path);
		await client.request('POST', `${path}/activate`, { versionId });
		const [, , third] = await executionsWhen(3);
		expect(third && outputOf(third, 'XML Billing Trigger')).toMatchObject([
			{ event: 'paymentRecorded', payment: { amount: 79.5 }, balance_left: 100 },
		]);
		await client.request('POST', `${path}/deactivate`, {});
	}),
	240_000,
);

test(
	'a service that is down while a workflow is published does not silence its trigger, and each failed poll shows',
	inN8n(async ({ client, executions, sandbox }) => {
		const workflow = reporting({ id: 'publishedWhileDown', name: 'Published while down' });
		await sandbox.setFaults([{ fault: 'http500', method: 'getAccountInfo' }]);
		sandbox.clearRequests();
		await importWorkflow(client, workflow);
		const first = await waitFor('the first poll', () => sandbox.requests[0]);
		// n8n gives up on a trigger that fails five times within 15 seconds.
		const since = Date.parse(first.at) + 20_000;
		const late = () => sandbox.requests.filter(({ at }) => Date.parse(at) > since).length;
		await waitFor('polls after that', () => late() >= 2 || undefined);
		const failed = (await executions.of(workflow)).filter(({ status }) => status === 'error');
		expect(failed.length).toBeGreaterThanOrEqual(late());
		await sandbox.setFaults([]);
		sandbox.clearRequests();
		await waitFor('the baseline', () => sandbox.requests.find(({ method }) => method === 'listInvoice'));
		const now = pollOf(new Date().toISOString());
		await waitFor('the next poll', () => sandbox.requests.find(({ at }) => pollOf(at) > now));
		await createInvoice(sandbox, 'E2E-DOWN', 1, 1);
		const reported = await waitFor('the event', async () =>
			(await executions.of(workflow)).find(({ status }) => status === 'success'),
		);
		expect(outputOf(reported, 'XML Billing Trigger')).toMatchObject([
			{ event: 'invoiceCreated', number: 'E2E-DOWN' },
		]);
		await client.request('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
	}),
	240_000,
);
