import { step } from '../../host/terminal.mts';
import { REST_MS } from '../crash/run.mts';
import { isDeliveredOnce } from '../crash/tally.mts';
import { DURABLE_CURSORS } from '../crash/workflow.mts';
import { startCluster } from './cluster.mts';
import { bill, prepare, rest } from './run.mts';
import { deliveryOf, isBilledOnce, outcomeOf, repair } from './tally.mts';

/** How often n8n looks for executions that lost their worker, in minutes. Its default is three hours. */
const RECOVERY = { N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1' };
/** High enough that a worker always has executions to lose. */
const LATENCY_MS = 250;

/**
 * Bills through the webhook of a new cluster while a worker and then the main are killed, and repairs what is left.
 *
 * @param calls how many calls n8n has to accept
 */
export async function carryLoad(folder: string, workers: number, calls: number) {
	const cluster = await step(`Starting PostgreSQL, Redis, one main and ${workers} workers`, () =>
		startCluster({
			...{ folder, workers, latencyMs: LATENCY_MS },
			environment: { ...DURABLE_CURSORS, ...RECOVERY },
		}),
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
			isBilledOnce(outcome) &&
			isBilledOnce(afterwards) &&
			afterwards.unbilled.length === 0 &&
			isDeliveredOnce(delivery);
		return { isRight, outcome, repaired, afterwards, delivery };
	} finally {
		await cluster.close();
	}
}
