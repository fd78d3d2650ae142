import { setTimeout as sleep } from 'node:timers/promises';
import { step } from '../../host/terminal.mts';
import { DURABLE_CURSORS, QUICK_SCHEDULER } from '../crash/workflow.mts';
import { createInvoice } from '../../test/e2e/service.mts';
import { startCluster } from './cluster.mts';
import { prepare, rest } from './run.mts';
import { deliveryOf, type Delivery } from './tally.mts';

const EVENT_EVERY_MS = 500;

export interface Rolling {
	/** How long the old main keeps running after the new one is ready, in milliseconds. */
	overlapMs: number;
	/** How long everything must stay quiet before the run is over. */
	restMs: number;
	durable: boolean;
}

/**
 * Restarts the main as container platforms do: the new one is up before the old one is asked to end, while invoices
 * are created. Returns what the trigger reported.
 */
export async function rollingRestart(
	folder: string,
	{ overlapMs, restMs, durable }: Rolling,
): Promise<Delivery> {
	const environment = durable ? { ...DURABLE_CURSORS, ...QUICK_SCHEDULER } : {};
	const cluster = await step('Starting one main and a worker', () =>
		startCluster({ folder, workers: 1, environment }),
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
			await sleep(overlapMs);
			const old = cluster.main;
			await cluster.startNewMain();
			await sleep(overlapMs);
			await old.stop();
			await sleep(overlapMs);
		});
		isOver = true;
		await creating;
		await rest(cluster, restMs);
		return await deliveryOf(cluster, first);
	} finally {
		await cluster.close();
	}
}
