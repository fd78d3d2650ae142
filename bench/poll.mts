// What a poll that finds nothing costs in large accounts: requests, processor time and what the trigger stores. It runs in
// n8n's engine in this process; the service, a sandbox on a database file, runs in another and holds every answer back for
// 20 ms. Needs a built package: that of this repository, or that in the folder PACKAGE_PATH.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_KINDS } from '../nodes/XmlBilling/trigger/events/events.ts';
import type { Engine } from '../test/engine/harness/engine.mts';
import { fillAccount } from './common/account.mts';
import { loadTested } from './common/packages.mts';
import { count, kilobytes, report, type Figure } from './common/report.mts';
import { startService } from './common/service.mts';

const LATENCY_MS = 20;
const INVOICES = 100_000;
/** How many polls find nothing. The one with the median processor time counts. */
const QUIET_POLLS = 5;

const TWO = ['invoiceCreated', 'paymentRecorded'];

/** The median cost of a poll that finds nothing, for each choice of events. */
async function measure(
	engine: Engine,
	folder: string,
	open: number,
	choices: Readonly<Record<string, readonly string[]>>,
): Promise<Figure[]> {
	const database = join(folder, `${open}.db`);
	fillAccount(database, { invoices: INVOICES, open });
	const service = await startService({ database, listRecords: 'summary', latencyMs: LATENCY_MS });
	try {
		const figures: Figure[] = [];
		for (const [what, events] of Object.entries(choices)) {
			const trigger = engine.trigger({ parameters: { events: [...events] }, credential: service.credential });
			assert.equal(await trigger.poll(), null, 'the first poll reports nothing');
			const costs: Array<{ requests: number; cpuSeconds: number }> = [];
			while (costs.length < QUIET_POLLS) {
				await service.served();
				const before = process.cpuUsage();
				assert.equal(await trigger.poll(), null, 'a quiet poll reports nothing');
				const { user, system } = process.cpuUsage(before);
				costs.push({ requests: await service.served(), cpuSeconds: (user + system) / 1e6 });
			}
			const cost = costs.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)[QUIET_POLLS >> 1];
			assert(cost);
			const kept = kilobytes(Buffer.byteLength(JSON.stringify(trigger.staticData)));
			figures.push({
				...{ what, beside: 'all 1,000 pages', figure: `${count(cost.requests)} requests` },
				means: `${cost.cpuSeconds.toFixed(2)} s of processor time, ${kept} kept`,
			});
		}
		return figures;
	} finally {
		await service.close();
	}
}

const folder = mkdtempSync(join(tmpdir(), 'bench-poll-'));
try {
	const engine = await loadTested();
	report([
		...(await measure(engine, folder, 2_000, {
			'A quiet poll, 100,000 invoices, 2,000 open': TWO,
			'… for all events': EVENT_KINDS,
		})),
		...(await measure(engine, folder, 20, { 'A quiet poll, 100,000 invoices, 20 open': TWO })),
	]);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
