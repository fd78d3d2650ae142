import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carryLoad } from '../../bench/scale/load.mts';
import { endPrograms } from '../../host/processes.mts';

const CALLS = 40;
/** Short, so that a killed worker's executions are noticed within seconds instead of a minute and a half. */
const QUICK_STALLS = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

const folder = mkdtempSync(join(tmpdir(), 'xml-billing-scale-'));

afterAll(async () => {
	await endPrograms();
	rmSync(folder, { recursive: true });
}, 60_000);

test('in queue mode nothing is billed or reported twice, or lost, although the main and a worker are killed', async () => {
	const { outcome, afterwards, delivery } = await carryLoad(folder, {
		workers: 2,
		calls: CALLS,
		// In this order, n8n notices within half a minute which executions the worker left.
		kills: ['main', 'worker'],
		latencyMs: 250,
		restMs: 5_000,
		environment: QUICK_STALLS,
	});
	expect(outcome).toMatchObject({ accepted: CALLS, unaccounted: [], doubled: [], missing: [] });
	expect(afterwards).toMatchObject({ unbilled: [], doubled: [] });
	expect(delivery).toMatchObject({ lost: [], doubled: [] });
}, 600_000);
