import { setTimeout as sleep } from 'node:timers/promises';
import { step } from '../../host/terminal.mts';
import { REST_MS } from '../crash/run.mts';
import { isDeliveredOnce } from '../crash/tally.mts';
import { DURABLE_CURSORS } from '../crash/workflow.mts';
import { createInvoice } from '../../test/e2e/service.mts';
import { startCluster } from './cluster.mts';
import { prepare, rest } from './run.mts';
import { deliveryOf } from './tally.mts';

const EVENT_EVERY_MS = 500;
/** How long the old main keeps running after the new one is ready. */
const OVERLAP_MS = 15_000;

/**
 * Restarts the main as container platforms do: the new one is up before the old one is asked to end, while invoices
 * are created. Returns what the trigger reported.
 */
export async function rollingRestart(folder: string) {
	const cluster = await step('Starting one main and a worker', () =>
		startCluster({ folder, workers: 1, environment: DURABLE_CURSORS }),
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
		return { isRight: isDeliveredOnce(delivery), delivery };
	} finally {
		await cluster.close();
	}
}
