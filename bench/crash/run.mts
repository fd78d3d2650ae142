import { setTimeout as sleep } from 'node:timers/promises';
import { importWorkflow } from '../../host/examples.mts';
import { untilReady } from '../../host/n8n.mts';
import { UNFINISHED } from '../../test/e2e/executions.mts';
import type { Installation } from '../../test/e2e/installation.mts';
import { waitFor } from '../../test/e2e/waiting.mts';
import { EventSource } from './events.mts';
import { planLives, type Life } from './lives.mts';
import { pollsSince } from './polls.mts';
import type { Random } from './random.mts';
import { tally, type Tally } from './tally.mts';
import { WATCHING } from './workflow.mts';

const POLLS_AT_REST = 4;
/** If n8n is killed while it activates a workflow, it activates it again once its claim of two minutes has expired. */
const POLL_LIMIT_MS = 300_000;
/** Longer than n8n reserves a poll for a dead process before handing it to another: 60 seconds, checked every 30. */
export const REST_MS = 100_000;
const LOOK_EVERY_MS = 2_000;
const MOST_STARTS = 3;
const LONGEST_UNREST_MS = 180_000;

export interface CrashPlan {
	kills: number;
	events: number;
	random: Random;
}

/** Creates events while n8n is killed and restarted, and compares them with the executions. */
export async function runAcrossCrashes(installation: Installation, plan: CrashPlan): Promise<Tally> {
	const { sandbox, executions } = installation;
	const source = new EventSource(sandbox, plan.random);
	await activate(installation, source);
	// The activation has had the first event.
	for (const [index, life] of planLives(plan.kills, plan.events - 1, plan.random).entries()) {
		// Each life must end before the next begins.
		await live(installation, life, source);
		console.log(`kill ${index + 1} of ${plan.kills}`);
		await installation.launch();
	}
	await untilUp(installation);
	await rest(installation);
	return tally(source.names(), await executions.all(WATCHING));
}

/** Once a first event has led to an execution, the trigger has its baseline and n8n has stored it. */
async function activate({ client, executions, sandbox }: Installation, source: EventSource) {
	sandbox.clearRequests();
	await importWorkflow(client, WATCHING);
	await waitFor('two polls', () => (pollsSince(0, sandbox.requests) >= 2 ? true : undefined));
	await source.createEvent();
	await waitFor('the first execution', async () => (await executions.of(WATCHING))[0]);
}

/**
 * Waits until n8n is ready. One that ends while it starts is started again, as a service manager does: n8n 2.41 ends so when it
 * finds an execution that it had stored but not begun, and has marked it as crashed by then.
 */
async function untilUp(installation: Installation): Promise<void> {
	for (let starts = 1; starts < MOST_STARTS; starts++) {
		try {
			return await untilReady(installation.n8n);
		} catch {
			await installation.launch();
		}
	}
	await untilReady(installation.n8n);
}

/** Lets n8n live for its planned time, and kills it. */
async function live(installation: Installation, life: Life, source: EventSource): Promise<void> {
	const { phase, lengthMs, bursts } = life;
	if (phase !== 'start') await untilUp(installation);
	const { n8n, sandbox } = installation;
	const creating = Promise.all(
		bursts.map(async ({ atMs, size }) => {
			await sleep(atMs);
			// Sequential: the next event depends on the invoices that exist.
			for (let count = 0; count < size; count++) await source.createEvent();
		}),
	);
	const lasting = async () => {
		if (phase === 'report') {
			await creating;
			const since = Date.now();
			await waitFor(
				'a poll',
				() => (pollsSince(since, sandbox.requests) > 0 ? true : undefined),
				POLL_LIMIT_MS,
			);
		}
		await sleep(lengthMs);
	};
	const end = await Promise.race([lasting(), n8n.ended]);
	if (end !== undefined && n8n.isReady())
		throw new Error(`n8n ended by itself (${end}). Its log: ${n8n.logFile}`);
	await n8n.kill();
	await creating;
}

/** Waits until polls have led to nothing for a while, and every execution has ended. */
async function rest({ executions, sandbox }: Installation): Promise<void> {
	const deadline = Date.now() + REST_MS + LONGEST_UNREST_MS;
	let seen = '';
	let since = Date.now();
	while (Date.now() < deadline) {
		// Sequential.
		const statuses = (await executions.all(WATCHING)).map(({ status }) => status);
		if (statuses.join() !== seen) since = Date.now();
		seen = statuses.join();
		const isQuiet = Date.now() - since >= REST_MS && pollsSince(since, sandbox.requests) >= POLLS_AT_REST;
		if (isQuiet && !statuses.some((status) => UNFINISHED.includes(status))) return;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`n8n did not come to rest: ${seen}`);
}
