import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nClient } from '../host/client.mts';
import { importWorkflow, type Workflow } from '../host/examples.mts';
import { installN8n } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript } from '../host/terminal.mts';
import type { ReceivedRequest, Sandbox } from '../sandbox/index.mts';
import { outputOf, UNFINISHED, type Execution } from '../test/e2e/executions.mts';
import type { Installation } from '../test/e2e/installation.mts';
import { DURABLE_CURSORS } from '../test/e2e/polling.mts';
import { createInvoice, pay } from '../test/e2e/service.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import { node, SANDBOX } from '../test/e2e/workflows.mts';

/** An n8n, and the billing service that its trigger watches. */
export type Watcher = Pick<Installation, 'client' | 'executions' | 'sandbox'>;

/** n8n checks for due polls every second instead of every five, so that kills hit more of them. */
export const FAST_CURSORS = { ...DURABLE_CURSORS, N8N_SCHEDULER_EXECUTOR_INTERVAL: '1' };

/** Longer than n8n reserves a poll for a dead process before handing it to another: 60 seconds, checked every 30. */
const REST_MS = 100_000;
const POLLS_AT_REST = 4;
const LONGEST_UNREST_MS = 600_000;
const LOOK_EVERY_MS = 1_000;

/** Longer than a poll of 1,000 invoices lasts, since two mains report twice what a longer one finds (docs/scale.md). */
const POLL_EVERY_SECONDS = 5;
const TRIGGER = 'XML Billing Trigger';
/** The editor's shortest interval is a minute, so there are several entries. */
const POLL_TIMES = Array.from({ length: 60 / POLL_EVERY_SECONDS }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * POLL_EVERY_SECONDS} * * * * *`,
}));

/** A trigger, and a node that shows which executions have finished. */
export const WATCHING: Workflow = {
	id: 'crashWorkflow001',
	name: 'Watch across crashes',
	active: true,
	nodes: [
		node(SANDBOX, TRIGGER, 'xmlBillingTrigger', {
			pollTimes: { item: POLL_TIMES },
			events: ['invoiceCreated', 'paymentRecorded'],
		}),
		node(SANDBOX, 'Done', 'noOp', {}, { type: 'n8n-nodes-base.noOp', credentials: undefined }),
	],
	connections: { [TRIGGER]: { main: [[{ node: 'Done', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** The longest pause within a poll, while n8n stores and runs what it returned. */
const PAUSE_MS = 500;

/** How many polls have started since then: between two, no request is under way. A poll that finds nothing is a single request. */
export function pollsSince(since: number, requests: readonly ReceivedRequest[]): number {
	const reads = requests.filter(({ method, at }) => /^(get|list)/.test(method) && Date.parse(at) >= since);
	return reads.filter(({ at }, index) => {
		const former = reads[index - 1];
		return former === undefined || Date.parse(at) - Date.parse(former.at) - former.durationMs > PAUSE_MS;
	}).length;
}

/** Activates the trigger. Once a first event has led to an execution, it has its baseline and n8n has stored it. */
export async function watch({ client, executions, sandbox }: Watcher): Promise<EventSource> {
	sandbox.clearRequests();
	await importWorkflow(client, WATCHING);
	const source = new EventSource(sandbox);
	await waitFor('two polls', () => (pollsSince(0, sandbox.requests) >= 2 ? true : undefined));
	await source.createEvent();
	await waitFor('the first execution', async () => (await executions.of(WATCHING))[0]);
	return source;
}

/** How many executions have one of the statuses, as n8n's editor counts them. */
async function countOf(client: N8nClient, status: readonly string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ status }));
	return (await client.request<{ count: number }>('GET', `/rest/executions?limit=1&filter=${filter}`)).count;
}

/** Waits until every execution has ended, and polls have led to none for a while. */
export async function untilAtRest({ client, sandbox }: Watcher): Promise<void> {
	let [seen, since] = ['', Date.now()];
	const isQuiet = async () => {
		const unfinished = await countOf(client, UNFINISHED);
		const counts = `${unfinished} ${await countOf(client, ['success', 'error', 'crashed', 'canceled'])}`;
		if (counts !== seen) [seen, since] = [counts, Date.now()];
		await sleep(LOOK_EVERY_MS);
		const isLong = Date.now() - since >= REST_MS && pollsSince(since, sandbox.requests) >= POLLS_AT_REST;
		return (isLong && unfinished === 0) || undefined;
	};
	await waitFor('n8n to be at rest', isQuiet, REST_MS + LONGEST_UNREST_MS);
}

/** Runs a script's work in a folder, prints what it returns, and keeps the folder with the logs if that is not right. */
export async function runInFolder(
	name: string,
	work: (folder: string) => Promise<{ readonly isRight: boolean }>,
): Promise<void> {
	// On exit, everything that still runs is killed.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130));
	await runScript(async () => {
		await installN8n();
		mkdirSync(DATA, { recursive: true });
		const folder = mkdtempSync(join(DATA, `${name}-`));
		const result = await work(folder);
		await endPrograms();
		console.dir(result, { depth: null });
		if (result.isRight) return rmSync(folder, { recursive: true });
		process.exitCode = 1;
		writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
		console.log(`Not as it should be. What n8n logged and stored, and result.json: ${folder}`);
	});
}

/** Few different amounts, so that many payments of an invoice are equal. */
const PAYMENTS = [
	['10.00', 'Cash'],
	['10.00', 'Cash'],
	['25.00', 'Bank Transfer'],
] as const;

/** Creates events in the sandbox, and knows which there are. Construct it once the trigger has its baseline. */
export class EventSource {
	private readonly sandbox: Sandbox;
	private readonly invoicesBefore: number;
	private readonly paymentsBefore: number;
	private count = 0;

	constructor(sandbox: Sandbox) {
		this.sandbox = sandbox;
		this.invoicesBefore = sandbox.records('invoice').length;
		this.paymentsBefore = sandbox.records('payment').length;
	}

	/** Creates an invoice, or records a payment on one created here: two of five events, and some pay all that is left. */
	async createEvent(): Promise<void> {
		const nth = this.count++;
		const open = this.invoices().filter(({ outstanding }) => Number(outstanding) > 100);
		const invoice = open[nth % open.length];
		if (invoice === undefined || nth % 5 < 2)
			return void (await createInvoice(this.sandbox, `CRASH-${nth}`, 100, 10));
		const [amount, method] = PAYMENTS[nth % PAYMENTS.length] ?? PAYMENTS[0];
		await pay(this.sandbox, invoice.id, nth % 10 === 9 ? invoice.outstanding : amount, method);
	}

	private invoices() {
		return this.sandbox.records('invoice').slice(this.invoicesBefore);
	}

	/** The events according to the sandbox's own records, each under the name that {@link nameOf} gives its item. */
	names(): string[] {
		const payments = new Map<string, number>();
		const paid = this.sandbox.records('payment').slice(this.paymentsBefore);
		return [
			...this.invoices().map(({ id }) => `invoice ${id}`),
			...paid.map(({ invoice_id: id, amount }) => {
				const payment = `payment ${id} ${Number(amount)}`;
				const nth = (payments.get(payment) ?? 0) + 1;
				payments.set(payment, nth);
				return `${payment} #${nth}`;
			}),
		];
	}
}

type Item = Readonly<Record<string, unknown>>;

/** The name of the event that an item reports. Payments of the same amount differ in the last part of their `event_id`. */
function nameOf(item: Item): string {
	if (item['event'] === 'invoiceCreated') return `invoice ${String(item['invoice_id'])}`;
	const nth = String(item['event_id']).split(':').at(-1);
	return `payment ${String(item['invoice_id'])} ${String(item['payment_amount'])} #${nth}`;
}

/** The items that the trigger gave to an execution: its initial data if it got no further. */
function itemsOf(execution: Execution): Item[] {
	const [first] = execution.data.executionData?.nodeExecutionStack ?? [];
	const given = (first?.data.main[0] ?? []).map(({ json }) => json);
	// An execution that only reports a failed poll has an empty item.
	const isEvent = ({ event_id: id }: Item) => id !== undefined;
	const told = outputOf(execution, TRIGGER).filter(isEvent);
	return told.length > 0 ? told : given.filter(isEvent);
}

/** The events that no execution reports, those reported more than once, and reports of what never was. */
export function tally(names: readonly string[], executions: readonly Execution[]) {
	const told = executions.flatMap((execution) => itemsOf(execution).map(nameOf));
	return {
		events: names.length,
		lost: names.filter((name) => !told.includes(name)),
		doubled: names.filter((name) => told.indexOf(name) !== told.lastIndexOf(name)),
		invented: told.filter((name) => !names.includes(name)),
	};
}
