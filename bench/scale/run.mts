import { setTimeout as sleep } from 'node:timers/promises';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { pollsSince } from '../crash/polls.mts';
import { WATCHING } from '../crash/workflow.mts';
import { UNFINISHED } from '../../test/e2e/executions.mts';
import { createInvoice } from '../../test/e2e/service.mts';
import { waitFor } from '../../test/e2e/waiting.mts';
import { BILLING, call, REPAIR, type Call } from './billing.mts';
import type { Cluster } from './cluster.mts';

/** Calls that wait for n8n's answer at the same time. */
const CALLERS = 10;
/** Usually long enough for a poll and its execution. */
const BASELINE_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 1_000;
const POLLS_AT_REST = 4;
const LONGEST_UNREST_MS = 600_000;

/** Activates the workflows, and waits until the trigger has its baseline: a first invoice has led to an execution. */
export async function prepare(cluster: Cluster): Promise<void> {
	const { client, executions, sandbox } = cluster;
	for (const workflow of [BILLING, REPAIR, WATCHING]) await importWorkflow(client, workflow);
	let made = 0;
	// An invoice created before the trigger's first poll is part of its baseline and is not reported.
	await waitFor(
		'the trigger',
		async () => {
			await createInvoice(sandbox, `BASELINE-${++made}`, 1, 1);
			await sleep(BASELINE_EVERY_MS);
			return (await executions.of(WATCHING))[0];
		},
		LONGEST_UNREST_MS,
	);
	await waitFor('the webhook', async () => (await call(client, BILLING, 'WARM-UP')).execution);
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
export async function bill(cluster: Cluster, count: number): Promise<Call[]> {
	const calls: Call[] = [];
	const restarts: Array<Promise<void>> = [];
	let [begun, open, accepted] = [0, 0, 0];
	const caller = async () => {
		while (accepted + open < count) {
			open++;
			// Sequential: a caller waits for its answer.
			const made = await call(cluster.client, BILLING, `KILL-${++begun}`);
			open--;
			calls.push(made);
			if (made.execution === undefined) await untilMainAnswers(cluster);
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

const untilMainAnswers = async ({ client }: Cluster): Promise<true> =>
	await waitFor(
		'the main to be back',
		async () => {
			const answer = await fetch(`${client.url}/healthz/readiness`).catch(() => undefined);
			return answer?.ok === true ? true : undefined;
		},
		LONGEST_UNREST_MS,
	);

const ENDED = ['success', 'error', 'crashed', 'canceled', 'unknown'];

/** How many executions of a workflow have one of the statuses, as n8n's editor counts them. */
async function countOf({ client }: Cluster, workflow: Workflow, status: readonly string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id, status }));
	const { count } = await client.request<{ count: number }>(
		'GET',
		`/rest/executions?limit=1&filter=${filter}`,
	);
	return count;
}

/** Waits until no execution is unfinished and polls have reported nothing for a while. */
export async function rest(cluster: Cluster, restMs: number): Promise<void> {
	const deadline = Date.now() + restMs + LONGEST_UNREST_MS;
	let [seen, since] = ['', Date.now()];
	while (Date.now() < deadline) {
		const open: number[] = [];
		// Sequential.
		for (const workflow of [BILLING, REPAIR, WATCHING])
			open.push(await countOf(cluster, workflow, UNFINISHED));
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
