// What the reports cost in an account with 10,000 invoices, 200 of them open: requests and seconds, where lists show full
// records and where they show summaries. They run in n8n's engine in this process; the service, a sandbox on a database
// file, runs in another and holds every answer back for 20 ms. Needs Node 24 and a built package: that of this repository,
// or that in the folder PACKAGE_PATH. Run it as package.json runs bench/poll.ts.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListRecords } from '../sandbox/index.ts';
import { loadEngine, type Engine } from '../test/engine/harness/engine.ts';
import { fillAccount } from './poll/account.ts';
import { startService } from './poll/service.ts';
import { count } from './poll/table.ts';

const SIZE = { invoices: 10_000, open: 200 };
const LATENCY_MS = 20;

const REPORTS = [
	{ title: 'payments', resource: 'invoice', operation: 'getPayments', returnAll: true },
	{ title: 'newest 50 payments', resource: 'invoice', operation: 'getPayments' },
	{ title: 'receivables', resource: 'invoice', operation: 'getReceivables' },
	{
		title: 'statement',
		resource: 'client',
		operation: 'getStatement',
		clientId: { __rl: true, mode: 'id', value: 1 },
	},
] as const;

const COLUMNS = [-20, 9, 7, 7, 9, 7];
const line = (...cells: string[]): string =>
	COLUMNS.map((width, index) =>
		(cells[index] ?? '')[width < 0 ? 'padEnd' : 'padStart'](Math.abs(width)),
	).join(' ');

async function measure(engine: Engine, listRecords: ListRecords, folder: string): Promise<void> {
	const database = join(folder, `${listRecords}.db`);
	fillAccount(database, SIZE);
	const service = await startService({ database, listRecords, latencyMs: LATENCY_MS });
	try {
		console.log(`${count(SIZE.invoices)} invoices, ${SIZE.open} open; list records: ${listRecords}`);
		console.log(line('report', 'requests', 'lists', 'reads', 'seconds', 'items'));
		for (const { title, ...parameters } of REPORTS) {
			await service.served();
			const begun = performance.now();
			const { outputs, error } = await engine.run({ credential: service.credential, parameters });
			const seconds = (performance.now() - begun) / 1000;
			assert.equal(error, undefined);
			const served = await service.served();
			const begins = (with_: string) => count(served.filter(({ method }) => method.startsWith(with_)).length);
			const items = count(outputs[0]?.length ?? 0);
			console.log(
				line(title, count(served.length), begins('list'), begins('get'), seconds.toFixed(1), items),
			);
		}
		console.log();
	} finally {
		await service.close();
	}
}

const folder = mkdtempSync(join(tmpdir(), 'bench-reports-'));
try {
	const engine = await loadEngine(process.env.PACKAGE_PATH ?? join(import.meta.dirname, '..'));
	for (const listRecords of ['full', 'summary'] as const) await measure(engine, listRecords, folder);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
