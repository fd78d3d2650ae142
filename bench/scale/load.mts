import { step } from '../../host/terminal.mts';
import { DURABLE_CURSORS, QUICK_SCHEDULER } from '../crash/workflow.mts';
import { startCluster } from './cluster.mts';
import { bill, prepare, rest, untilDone, type Victim } from './run.mts';
import { outcomeOf, repair, deliveryOf, type Outcome, type Delivery } from './tally.mts';

/** How often n8n looks for executions that lost their worker, in minutes. Its default is three hours. */
const RECOVERY = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };
/** The share of calls made first, without kills, to measure the speed. */
const CLEAN_SHARE = 0.25;

export interface LoadPlan {
	workers: number;
	/** How many calls n8n has to accept while it is being killed. */
	calls: number;
	kills: readonly Victim[];
	/** How long everything must stay quiet before the run is over. */
	restMs: number;
	/** The delay of every answer of the billing service in milliseconds. */
	latencyMs: number;
}

export interface LoadResult {
	/** Executions per second, without kills. */
	perSecond: number;
	outcome: Outcome;
	/** How many numbers were billed again because n8n couldn't confirm them. */
	repaired: number;
	/** The invoices after that. */
	afterwards: Outcome;
	delivery: Delivery;
}

/**
 * Bills through the webhook of a new cluster, first undisturbed, then while instances are killed, and repairs what is
 * left.
 */
export async function carryLoad(folder: string, plan: LoadPlan): Promise<LoadResult> {
	const { workers, calls, kills, latencyMs, restMs } = plan;
	const environment = { ...DURABLE_CURSORS, ...QUICK_SCHEDULER, ...RECOVERY };
	const cluster = await step(`Starting PostgreSQL, Redis, one main and ${workers} workers`, () =>
		startCluster({ folder, workers, environment, latencyMs }),
	);
	try {
		await prepare(cluster);
		const first = cluster.sandbox.records('invoice').length;
		const perSecond = await step('Billing undisturbed', async () => {
			const begun = Date.now();
			const clean = Math.round(calls * CLEAN_SHARE);
			await bill(cluster, { calls: clean, prefix: 'CLEAN', kills: [] });
			return clean / (await untilDone(cluster, begun));
		});
		const made = await step(`Billing, and killing: ${kills.join(', ')}`, () =>
			bill(cluster, { calls, prefix: 'KILL', kills }),
		);
		await step('Waiting until n8n is at rest', () => rest(cluster, restMs));
		const outcome = await outcomeOf(cluster, made);
		const repaired = await step('Billing again what may be missing', () => repair(cluster, made));
		await step('Waiting until n8n is at rest', () => rest(cluster, 0));
		const afterwards = await outcomeOf(cluster, made);
		return { perSecond, outcome, repaired, afterwards, delivery: await deliveryOf(cluster, first) };
	} finally {
		await cluster.close();
	}
}
