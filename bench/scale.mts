/**
 * What n8n's queue mode does with invoices and events while its workers and its main are killed, and a main is replaced:
 * npm run scale -- [executions, 1000] [workers, 2,4]. Runs nightly.
 * Starts and ends PostgreSQL and Redis, which have to be installed. Ends with exit code 1 if an invoice or an event is
 * lost or doubled, or an accepted execution is unaccounted for.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importWorkflow, type Workflow } from '../host/examples.mts';
import { installHost } from '../host/install.mts';
import { DATA } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { runScript, step } from '../host/terminal.mts';
import { UNFINISHED, type Execution } from '../test/e2e/executions.mts';
import { createInvoice } from '../test/e2e/service.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import { node, SANDBOX } from '../test/e2e/workflows.mts';
import { startCluster, type Cluster } from './cluster.mts';
import { FAST_CURSORS, POLLS_AT_REST, pollsSince, REST_MS, tally, WATCHING } from './watching.mts';

/** How often n8n looks for executions that lost their worker, in minutes. Its default is three hours. */
const RECOVERY = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };
/** High enough that a worker always has executions to lose. */
const LATENCY_MS = 250;
/** Calls that wait for n8n's answer at the same time. */
const CALLERS = 10;
/** Usually long enough for a poll and its execution. */
const BASELINE_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const LONGEST_UNREST_MS = 600_000;
const EVENT_EVERY_MS = 500;
/** How long the old main keeps running after the new one is ready. */
const OVERLAP_MS = 15_000;

/**
 * A workflow that bills each call of its webhook, under the number that the call gives. n8n answers a call with the
 * number of its execution, once that is in the queue.
 */
function billingWorkflow(id: string, options: object): Workflow {
	const bill = node(SANDBOX, 'Bill', 'xmlBilling', {
		resource: 'invoice',
		operation: 'create',
		clientId: { __rl: true, mode: 'id', value: '1' },
		afterCreating: 'sent',
		linesFrom: 'form',
		lineItems: { line: [{ name: 'Advice', unitCost: '100.00', quantity: '1' }] },
		// A second invoice under a number gets the next one (§4.3), so its notes tell what it is for.
		number: '={{ $json.body.number }}',
		additionalFields: { notes: '={{ $json.body.number }}' },
		options,
	});
	const answer = { responseMode: 'onReceived', options: { responseData: '={{ $execution.id }}' } };
	const webhook = node(
		SANDBOX,
		'Call',
		'webhook',
		{ httpMethod: 'POST', path: id, ...answer },
		// n8n finds a webhook by its own identifier.
		{ type: 'n8n-nodes-base.webhook', typeVersion: 2, credentials: undefined, webhookId: id },
	);
	return {
		id,
		name: id,
		active: true,
		nodes: [webhook, bill],
		connections: { Call: { main: [[{ node: 'Bill', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Bills every call. */
const BILLING = billingWorkflow('billing', {});
/** Bills a number once, no matter how often it is called. */
const REPAIR = billingWorkflow('repair', { ifExists: 'existing' });
const WORKFLOWS = [BILLING, REPAIR, WATCHING];

/** The outcome of a call: the execution that n8n names, or no answer, so that the outcome is unknown. */
interface Call {
	number: string;
	execution?: string;
}

/** Calls the webhook of a workflow. Throws unless n8n accepts the call. */
async function call({ client }: Cluster, workflow: Workflow, number: string): Promise<Call> {
	let response: Response;
	let execution: string;
	try {
		response = await fetch(`${client.url}/webhook/${workflow.id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ number }),
		});
		execution = await response.text();
	} catch {
		return { number };
	}
	// While n8n starts, it doesn't know its webhooks yet, or its port is open before it is ready.
	if (response.status === 404 || response.status === 503) return { number };
	if (!response.ok) throw new Error(`n8n answered a call with ${response.status}: ${execution}`);
	return { number, execution };
}

/** Activates the workflows, and waits until the trigger has its baseline: a first invoice has led to an execution. */
async function prepare(cluster: Cluster): Promise<void> {
	const { client, executions, sandbox } = cluster;
	for (const workflow of WORKFLOWS) await importWorkflow(client, workflow);
	let made = 0;
	// An invoice created before the trigger's first poll is part of its baseline and is not reported.
	const reported = async () => {
		await createInvoice(sandbox, `BASELINE-${++made}`, 1, 1);
		await sleep(BASELINE_EVERY_MS);
		return (await executions.of(WATCHING))[0];
	};
	await waitFor('the trigger', reported, LONGEST_UNREST_MS);
	await waitFor('the webhook', async () => (await call(cluster, BILLING, 'WARM-UP')).execution);
}

/** What is killed and restarted during the calls, at even intervals. */
const VICTIMS = [
	async (cluster: Cluster) => {
		await cluster.workers[0]?.kill();
		await cluster.restartWorker(0);
	},
	async (cluster: Cluster) => {
		await cluster.main.kill();
		await cluster.restartMain();
	},
];

/**
 * Calls the webhook until n8n has accepted so many calls, and kills the victims meanwhile. A call without an answer is not
 * repeated, because its outcome is unknown. A new call, with a new number, replaces it once the main is back. Returns every
 * call.
 */
async function bill(cluster: Cluster, count: number): Promise<Call[]> {
	const calls: Call[] = [];
	const restarts: Array<Promise<void>> = [];
	let [begun, open, accepted] = [0, 0, 0];
	const isBack = async () => {
		const answer = await fetch(`${cluster.client.url}/healthz/readiness`).catch(() => undefined);
		return answer?.ok === true ? true : undefined;
	};
	const caller = async () => {
		while (accepted + open < count) {
			open++;
			// Sequential: a caller waits for its answer.
			const made = await call(cluster, BILLING, `KILL-${++begun}`);
			open--;
			calls.push(made);
			if (made.execution === undefined) await waitFor('the main to be back', isBack, LONGEST_UNREST_MS);
			else accepted++;
			const victim = VICTIMS[restarts.length];
			const isDue = accepted >= (count * (restarts.length + 1)) / (VICTIMS.length + 1);
			if (victim !== undefined && isDue) restarts.push(victim(cluster));
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
	await Promise.all(restarts);
	return calls;
}

const ENDED = ['success', 'error', 'crashed', 'canceled', 'unknown'];

/** How many executions of a workflow have one of the statuses, as n8n's editor counts them. */
async function countOf({ client }: Cluster, workflow: Workflow, status: readonly string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status }));
	const path = `/rest/executions?limit=1&filter=${filter}`;
	return (await client.request<{ count: number }>('GET', path)).count;
}

/** Waits until no execution is unfinished and polls have reported nothing for a while. */
async function rest(cluster: Cluster, restMs: number): Promise<void> {
	const deadline = Date.now() + restMs + LONGEST_UNREST_MS;
	let [seen, since] = ['', Date.now()];
	while (Date.now() < deadline) {
		const open: number[] = [];
		// Sequential.
		for (const workflow of WORKFLOWS) open.push(await countOf(cluster, workflow, UNFINISHED));
		const state = [...open, await countOf(cluster, WATCHING, ENDED)].join();
		if (state !== seen) [seen, since] = [state, Date.now()];
		const polls = pollsSince(since, cluster.sandbox.requests);
		const isQuiet =
			Date.now() - since >= restMs && polls >= POLLS_AT_REST && open.every((count) => count === 0);
		if (isQuiet) return;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`n8n did not come to rest: ${seen} executions`);
}

/**
 * All executions of this n8n, whose identifiers are whole numbers in a row. Its public API lists none that the main still
 * waits for. After a load like this one the main may do so forever, although the execution has ended: those are read one
 * by one.
 */
async function executionsOf({ executions }: Cluster, workflow: Workflow): Promise<Execution[]> {
	const found: Execution[] = [];
	// Sequential: they are large.
	for (const one of WORKFLOWS) found.push(...(await executions.all(one)));
	const listed = new Set(found.map(({ id }) => Number(id)));
	for (let id = 1; id < Math.max(...listed); id++) {
		// A number may be missing for good if a kill rolled its transaction back.
		const hidden = listed.has(id) ? undefined : await executions.tryFind(String(id));
		if (hidden !== undefined) found.push(hidden);
	}
	return found.filter(({ workflowId }) => workflowId === workflow.id);
}

/** The statuses of executions that have ended, by identifier. */
async function statusesOf(cluster: Cluster): Promise<Map<string, string>> {
	const ended = (await executionsOf(cluster, BILLING)).filter(({ status }) => !UNFINISHED.includes(status));
	return new Map(ended.map(({ id, status }) => [id, status]));
}

/**
 * Compares what n8n accepted, what it reports, and what the billing service has. Lists name, by invoice number, what is accepted
 * without an execution that has ended, has more than one invoice, has none although its execution succeeded, and is to be billed.
 */
async function outcomeOf(cluster: Cluster, calls: readonly Call[]) {
	const statuses = await statusesOf(cluster);
	const numbers = new Set(calls.map(({ number }) => number));
	const notes = cluster.sandbox.records('invoice').map((invoice) => invoice.notes);
	const invoices = notes.filter((number) => numbers.has(number));
	const written = new Set(invoices);
	const accepted = calls.filter(({ execution }) => execution !== undefined);
	const statusOf = ({ execution = '' }: Call) => statuses.get(execution);
	const isSuccess = (made: Call) => statusOf(made) === 'success';
	const names = (found: readonly Call[]) => found.map(({ number }) => number);
	return {
		accepted: accepted.length,
		succeeded: accepted.filter(isSuccess).length,
		unaccounted: names(accepted.filter((made) => statusOf(made) === undefined)),
		doubled: invoices.filter((number, index) => invoices.indexOf(number) < index),
		missing: names(calls.filter((made) => isSuccess(made) && !written.has(made.number))),
		unbilled: names(calls.filter((made) => !written.has(made.number))),
	};
}

/** Repeats the call for every number without a confirmed success, as an operator would. */
async function repair(cluster: Cluster, calls: readonly Call[]): Promise<number> {
	const statuses = await statusesOf(cluster);
	const open = calls.filter(({ execution = '' }) => statuses.get(execution) !== 'success');
	for (const { number } of open) await call(cluster, REPAIR, number);
	return open.length;
}

const isEmptied = ({ status, data }: Execution): boolean =>
	status === 'error' &&
	Object.keys(data.resultData.runData).length === 0 &&
	(data.executionData?.nodeExecutionStack ?? []).length === 0;

/**
 * Compares the invoices from a given one on with the executions of the trigger. `deleted` is what is missing because n8n ended
 * executions whose worker died, and deleted their items.
 */
async function deliveryOf(cluster: Cluster, firstInvoice: number) {
	const invoices = cluster.sandbox.records('invoice').slice(firstInvoice);
	const executions = await executionsOf(cluster, WATCHING);
	const names = invoices.map(({ id }) => `invoice ${id}`);
	const { events, lost, doubled } = tally(names, executions);
	const isDeleted = executions.some(isEmptied);
	return { events, lost: isDeleted ? [] : lost, doubled, deleted: isDeleted ? lost : [] };
}

const areEmpty = (...lists: ReadonlyArray<readonly string[]>): boolean =>
	lists.every(({ length }) => length === 0);

/**
 * Bills through the webhook of a new cluster while a worker and then the main are killed, and repairs what is left.
 *
 * @param calls how many calls n8n has to accept
 */
async function carryLoad(folder: string, workers: number, calls: number) {
	const environment = { ...FAST_CURSORS, ...RECOVERY };
	const cluster = await step(`Starting PostgreSQL, Redis, one main and ${workers} workers`, () =>
		startCluster({ folder, workers, latencyMs: LATENCY_MS, environment }),
	);
	try {
		await prepare(cluster);
		const first = cluster.sandbox.records('invoice').length;
		const made = await step('Billing, and killing a worker and the main', () => bill(cluster, calls));
		await step('Waiting until n8n is at rest', () => rest(cluster, REST_MS));
		const outcome = await outcomeOf(cluster, made);
		const repaired = await step('Billing again what may be missing', () => repair(cluster, made));
		await step('Waiting until n8n is at rest', () => rest(cluster, 0));
		const afterwards = await outcomeOf(cluster, made);
		const delivery = await deliveryOf(cluster, first);
		// Nothing was billed twice, lost or left open, and everything was billed in the end.
		const isRight =
			[outcome, afterwards].every((one) => areEmpty(one.doubled, one.missing, one.unaccounted)) &&
			areEmpty(afterwards.unbilled, delivery.lost, delivery.doubled);
		return { isRight, outcome, repaired, afterwards, delivery };
	} finally {
		await cluster.close();
	}
}

/**
 * Restarts the main as container platforms do: the new one is up before the old one is asked to end, while invoices
 * are created. Returns what the trigger reported.
 */
async function rollingRestart(folder: string) {
	const cluster = await step('Starting one main and a worker', () =>
		startCluster({ folder, workers: 1, environment: FAST_CURSORS }),
	);
	const { sandbox } = cluster;
	try {
		await prepare(cluster);
		const first = sandbox.records('invoice').length;
		let [isOver, made] = [false, 0];
		const creating = (async () => {
			while (!isOver) {
				await createInvoice(sandbox, `ROLL-${++made}`, 1, 1);
				await sleep(EVENT_EVERY_MS);
			}
		})();
		await step('Starting the new main, and ending the old one', async () => {
			await sleep(OVERLAP_MS);
			const old = cluster.main;
			await cluster.startNewMain();
			await sleep(OVERLAP_MS);
			await old.stop();
			await sleep(OVERLAP_MS);
		});
		isOver = true;
		await creating;
		await rest(cluster, REST_MS);
		const delivery = await deliveryOf(cluster, first);
		return { isRight: areEmpty(delivery.lost, delivery.doubled), delivery };
	} finally {
		await cluster.close();
	}
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	// On exit, everything that still runs is killed.
	process.on(signal, () => process.exit(130));
}

/** Runs a part in its own folder, which is kept if the result is wrong, and prints the result. */
async function inFolder(
	name: string,
	work: (folder: string) => Promise<{ readonly isRight: boolean }>,
): Promise<void> {
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, `scale-${name}-`));
	const result = await work(folder);
	console.dir({ name, ...result }, { depth: null });
	if (result.isRight) return rmSync(folder, { recursive: true });
	process.exitCode = 1;
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	console.log(`Not as it should be. What n8n logged and stored, and result.json: ${folder}`);
}

const [executions = '1000', workers = '2,4'] = process.argv.slice(2);

await runScript(async () => {
	await installHost();
	for (const count of workers.split(',').map(Number))
		await inFolder(`${count}-workers`, (folder) => carryLoad(folder, count, Number(executions)));
	await inFolder('rolling', rollingRestart);
	await endPrograms();
});
