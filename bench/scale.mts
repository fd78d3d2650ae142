/**
 * What n8n's queue mode does with invoices and events while a worker and the main are killed, and the main is replaced:
 * npm run scale -- [executions, 1000] [workers, 2]. Runs nightly.
 * Debian's pg_virtualenv starts and ends PostgreSQL, and this Redis. Ends with exit code 1 if an invoice or an event is lost or
 * doubled, or an accepted execution is unaccounted for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { importWorkflow, type Workflow } from '../host/examples.mts';
import { step } from '../host/terminal.mts';
import { UNFINISHED, type Execution } from '../test/e2e/executions.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import { node, SANDBOX } from '../test/e2e/workflows.mts';
import { startCluster, type Cluster } from './cluster.mts';
import { runInFolder, tally, untilAtRest, watch, WATCHING, type EventSource } from './watching.mts';

/** Calls that wait for n8n's answer at the same time. */
const CALLERS = 10;
const LONGEST_OUTAGE_MS = 600_000;
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

/** What is killed and restarted during the calls, at even intervals. */
const KILLS = ['killWorker', 'killMain'] as const;

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
			if (made.execution === undefined) await waitFor('the main to be back', isBack, LONGEST_OUTAGE_MS);
			else accepted++;
			const kill = KILLS[restarts.length];
			const isDue = accepted >= (count * (restarts.length + 1)) / (KILLS.length + 1);
			if (kill !== undefined && isDue) restarts.push(cluster[kill]());
		}
	};
	await Promise.all(Array.from({ length: CALLERS }, caller));
	await Promise.all(restarts);
	return calls;
}

/**
 * Replaces the main as container platforms do: the new one is up before the old one is asked to end, while events are
 * created.
 */
async function replaceMain(cluster: Cluster, source: EventSource): Promise<void> {
	let isOver = false;
	const creating = (async () => {
		while (!isOver) {
			await source.createEvent();
			await sleep(EVENT_EVERY_MS);
		}
	})();
	const old = cluster.main;
	await cluster.startNewMain();
	await sleep(OVERLAP_MS);
	await old.stop();
	await sleep(OVERLAP_MS);
	isOver = true;
	await creating;
}

/**
 * All executions of this n8n, whose identifiers are whole numbers in a row. Its public API lists none that the main still
 * waits for. After a load like this one the main may do so forever, although the execution has ended: those are read one
 * by one.
 */
async function executionsOf({ executions }: Cluster): Promise<Execution[]> {
	const found: Execution[] = [];
	// Sequential: they are large.
	for (const one of [BILLING, REPAIR, WATCHING]) found.push(...(await executions.all(one)));
	const listed = new Set(found.map(({ id }) => Number(id)));
	for (let id = 1; id < Math.max(...listed); id++) {
		// A number may be missing for good if a kill rolled its transaction back.
		const hidden = listed.has(id) ? undefined : await executions.tryFind(String(id));
		if (hidden !== undefined) found.push(hidden);
	}
	return found;
}

/**
 * Compares what n8n accepted, what it reports, and what the billing service has. Lists name, by invoice number, what is accepted
 * without an execution that has ended, has more than one invoice, has none although its execution succeeded, and is to be billed.
 */
function outcomeOf({ sandbox }: Cluster, executions: readonly Execution[], calls: readonly Call[]) {
	const ended = executions.filter(({ status }) => !UNFINISHED.includes(status));
	const statuses = new Map(ended.map(({ id, status }) => [id, status]));
	const numbers = new Set(calls.map(({ number }) => number));
	const invoices = sandbox.records('invoice').flatMap(({ notes }) => (numbers.has(notes) ? [notes] : []));
	const statusOf = ({ execution = '' }: Call) => statuses.get(execution);
	const isSuccess = (made: Call) => statusOf(made) === 'success';
	const isWritten = ({ number }: Call) => invoices.includes(number);
	const names = (fits: (made: Call) => boolean) => calls.filter(fits).map(({ number }) => number);
	return {
		accepted: calls.filter(({ execution }) => execution !== undefined).length,
		unconfirmed: names((made) => !isSuccess(made)),
		unaccounted: names((made) => made.execution !== undefined && statusOf(made) === undefined),
		doubled: invoices.filter((number, index) => invoices.indexOf(number) < index),
		missing: names((made) => isSuccess(made) && !isWritten(made)),
		unbilled: names((made) => !isWritten(made)),
	};
}

/** Whether n8n ended an execution whose worker died, and deleted its items. */
const isEmptied = ({ workflowId, status, data }: Execution): boolean =>
	workflowId === WATCHING.id &&
	status === 'error' &&
	Object.keys(data.resultData.runData).length === 0 &&
	(data.executionData?.nodeExecutionStack ?? []).length === 0;

const areEmpty = (...lists: ReadonlyArray<readonly string[]>) => lists.every(({ length }) => length === 0);

const [calls = 1000, workers = 2] = process.argv.slice(2).map(Number);

await runInFolder('scale', async (folder) => {
	const cluster = await step(`Starting one main and ${workers} workers`, () => startCluster(folder, workers));
	for (const workflow of [BILLING, REPAIR]) await importWorkflow(cluster.client, workflow);
	const source = await watch(cluster);
	await waitFor('the webhook', async () => (await call(cluster, BILLING, 'WARM-UP')).execution);
	const made = await step('Billing, and killing a worker and the main', () => bill(cluster, calls));
	await step('Waiting until n8n is at rest', () => untilAtRest(cluster));
	const outcome = outcomeOf(cluster, await executionsOf(cluster), made);
	// As an operator would: every number without a confirmed success.
	for (const number of outcome.unconfirmed) await call(cluster, REPAIR, number);
	await step('Replacing the main', () => replaceMain(cluster, source));
	await step('Waiting until n8n is at rest', () => untilAtRest(cluster));
	const executions = await executionsOf(cluster);
	const afterwards = outcomeOf(cluster, executions, made);
	const { events, lost, doubled } = tally(
		source.names(),
		executions.filter(({ workflowId }) => workflowId === WATCHING.id),
	);
	await cluster.sandbox.close();
	// What a dead worker had is lost for good. Nothing else may be lost, billed twice or left open.
	const isRight =
		[outcome, afterwards].every((one) => areEmpty(one.doubled, one.missing, one.unaccounted)) &&
		areEmpty(afterwards.unbilled, doubled) &&
		(executions.some(isEmptied) || areEmpty(lost));
	return { isRight, outcome, afterwards, delivery: { events, lost, doubled } };
});
