// 10,000 polls in one process, in n8n's engine, against a sandbox in another: most of them find nothing, some find an
// invoice or its payment, some fail because the token is wrong or the service hangs. Every tenth is that of a second
// trigger, with all events. Ends with exit code 1 if the heap grows, or if an event is lost or doubled. Takes the number
// of polls, a multiple of 100, as an argument. Needs Node 24 and a built package: that of this repository, or that in the
// folder PACKAGE_PATH.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { EVENT_KINDS } from '../nodes/XmlBilling/trigger/rules/events.ts';
import { loadEngine, type Engine } from '../test/engine/harness/engine.ts';
import type { Credential } from '../test/engine/harness/server.ts';
import { fillAccount } from './poll/account.ts';
import { startService, type ServiceProcess } from './poll/service.ts';

const MAIN_EVENTS = ['invoiceCreated', 'paymentRecorded'];
const POLLS = Number(process.argv[2] ?? 10_000);
const SAMPLES = 10;
const MOST_GROWTH = 0.02;
const MOST_GROWTH_BYTES = 1024 * 1024;
const SHORT_BUDGET_MS = 100;

/** What happens before some of the polls, by their place among 20. */
const CREATE = 5;
const PAY = 15;
const DELETE = 1;
const CYCLE = 20;

/** The polls that fail, by their place among 100. Of two in a row that meet a hanging service one says nothing. */
const ROUND = 100;
const WRONG_TOKEN = [33, 90];
const HANGING = [53, 54];
const THROWN = WRONG_TOKEN.length + 1;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag gives to every new context

function heapUsed(): number {
	// What finalizers let go of is collected the second time.
	collectGarbage();
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

/** An invoice that is made, paid and deleted again, so that the account stays as it is. */
function invoiceOf(service: ServiceProcess) {
	let id = '';
	const line =
		'<item><type>Service</type><name>Hosting</name><unit_cost>100</unit_cost><quantity>1</quantity></item>';
	const steps: Record<number, () => Promise<void>> = {
		[CREATE]: async () => {
			const header = '<client><client_id>1</client_id></client><status>sent</status>';
			const answer = await service.write('createInvoice', `${header}<items>${line}</items>`);
			id = /<invoice_id>(\d+)</.exec(answer)?.[1] ?? '';
		},
		[PAY]: async () => {
			const payment = `<id>${id}</id><amount>100</amount><method>Cash</method>`;
			await service.write('invoiceOfflinePayment', `<invoice>${payment}</invoice>`);
		},
		[DELETE]: async () => {
			if (id !== '') await service.write('deleteInvoice', `<invoice_id>${id}</invoice_id>`);
		},
	};
	return async (place: number) => await steps[place]?.();
}

/** A trigger, and how many events it has found, by kind. */
function counting(engine: Engine, credential: Credential, events: readonly string[]) {
	const trigger = engine.trigger({ parameters: { events: [...events] }, credential });
	const counts = new Map<unknown, number>();
	const poll = async (budgetMs?: number) => {
		const items = (await trigger.poll({ budgetMs })) ?? [];
		for (const { json } of items) counts.set(json['event'], (counts.get(json['event']) ?? 0) + 1);
	};
	return { poll, counts };
}

/** Polls, and gives what the heap held after each tenth of the polls. */
async function soak(engine: Engine, service: ServiceProcess): Promise<number[]> {
	const credential = { ...service.credential };
	const main = counting(engine, credential, MAIN_EVENTS);
	const all = counting(engine, credential, EVENT_KINDS);
	await main.poll();
	await all.poll();

	const change = invoiceOf(service);
	const samples: number[] = [];
	let thrown = 0;
	for (let poll = 1; poll <= POLLS; poll += 1) {
		await change(poll % CYCLE);
		const place = poll % ROUND;
		const hangs = HANGING.includes(place);
		credential.token = WRONG_TOKEN.includes(place) ? 'wrong' : service.credential.token;
		if (hangs) service.pause();
		try {
			await (poll % 10 === 0 ? all : main).poll(hangs ? SHORT_BUDGET_MS : undefined);
		} catch {
			thrown += 1;
		}
		if (hangs) service.resume();
		if (poll % (POLLS / SAMPLES) === 0) samples.push(reportHeap(poll, thrown));
	}
	for (const event of MAIN_EVENTS) {
		for (const { counts } of [main, all]) {
			assert.equal(counts.get(event), POLLS / CYCLE, `${event}: none is lost, none is doubled`);
		}
	}
	assert.equal(thrown, (POLLS / ROUND) * THROWN, 'the polls that should fail do so, and no others');
	return samples;
}

function reportHeap(polls: number, thrown: number): number {
	const heap = heapUsed();
	const { rss } = process.memoryUsage();
	const seconds = process.uptime().toFixed(0);
	console.log(
		`${String(polls).padStart(6)} polls, ${thrown} failed: heap ${megabytes(heap)}, resident ${megabytes(rss)}, after ${seconds} s`,
	);
	return heap;
}

/** Whether the heap is as large in the last third as in the second. */
function isFlat(samples: readonly number[]): boolean {
	const second = mean(samples.slice(-6, -3));
	const growth = mean(samples.slice(-3)) - second;
	const share = growth / second;
	console.log(
		`heap, the last third of the polls against the second: ${megabytes(growth)} (at most 1 MB), ${(share * 100).toFixed(2)} % (at most 2 %)`,
	);
	return growth <= MOST_GROWTH_BYTES && share <= MOST_GROWTH;
}

const mean = (values: readonly number[]): number =>
	values.reduce((sum, value) => sum + value, 0) / values.length;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(2)} MB`;

const folder = mkdtempSync(join(tmpdir(), 'bench-soak-'));
try {
	const database = join(folder, 'account.db');
	fillAccount(database, { invoices: 100, open: 20 });
	const service = await startService({ database, listRecords: 'summary' });
	try {
		const engine = await loadEngine(process.env.PACKAGE_PATH ?? join(import.meta.dirname, '..'));
		if (!isFlat(await soak(engine, service))) process.exitCode = 1;
	} finally {
		await service.close();
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
