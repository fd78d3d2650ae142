import assert from 'node:assert/strict';
import { collectGarbage, compare, ids, inArena, median, outputOf, ROUNDS, type Item } from './arena.mts';

/** One line of the table in README.md. */
export interface Figure {
	what: string;
	/** What it was measured beside, in the same run. */
	beside: string;
	figure: string;
	/** What it means for those who use the node. */
	means: string;
}

const LATENCY_MS = 20;
const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const decimals = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

/** A request document (§4.1). The body already is XML. */
const documentOf = (method: string, body: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><request method="${method}">${body}</request>`;

const READ = { resource: 'invoice', operation: 'get', invoiceId: byId, options: { includeNames: false } };

const READS = 1_000;

/** What reading 1,000 invoices one by one costs, beside bare requests for the same documents at the same concurrency. */
async function reads(): Promise<Figure[]> {
	const items = () => ids(READS);
	const document = ({ id }: Item) => documentOf('getInvoice', `<invoice_id>${id}</invoice_id>`);
	const beside = 'bare requests with one expression each';
	return await inArena({ invoices: READS, open: 20 }, { latencyMs: LATENCY_MS }, async ({ ours, bare }) => {
		const compared = async (atOnce: number) =>
			await compare(ours(READ, items, atOnce), bare(document, items, atOnce));
		const few = await compared(10);
		const many = await compared(50);
		const row = (atOnce: number, { times, seconds }: typeof few): Figure => ({
			...{ what: `1,000 invoices read, ${atOnce} at once`, beside },
			...{ figure: `${decimals(times)}x`, means: `${decimals(seconds)} s` },
		});
		return [
			row(10, few),
			row(50, many),
			{
				...{ what: 'Processor time of a read', beside, figure: `${decimals(many.processorTimes)}x` },
				means: `${decimals((many.processorSeconds * 1000) / READS)} ms`,
			},
		];
	});
}

const CREATE = {
	...{ resource: 'client', operation: 'create' },
	...{ name: '={{ $json.name }}', organization: '={{ $json.name }}', options: { ifExists: 'create' } },
};

/** What 200 creates cost, sent one after another as writes are, with what each takes beside it. */
async function writes(): Promise<Figure[]> {
	const document = ({ name }: Item) =>
		documentOf('createClient', `<name>${name}</name><organization>${name}</organization>`);
	const items = (way: string) => (round: number) =>
		ids(200).map(({ id }) => ({ name: `${way} ${round} ${id}` }));
	const size = { invoices: 1_000, open: 1_000 };
	return await inArena(size, { latencyMs: LATENCY_MS }, async ({ ours, bare }) => {
		const { times } = await compare(ours(CREATE, items('Full'), 10), bare(document, items('Bare'), 1));
		const figure = `${decimals(times)}x`;
		return [{ what: '200 clients created', beside: 'bare requests', figure, means: 'each is read back' }];
	});
}

const QUIET_POLLS = 5;

/** What a poll that finds nothing costs in a large account: requests, processor time and what the trigger stores. */
async function poll(): Promise<Figure[]> {
	const size = { invoices: 100_000, open: 2_000 };
	const options = { listRecords: 'summary', latencyMs: LATENCY_MS } as const;
	return await inArena(size, options, async ({ engine, service }) => {
		const parameters = { events: ['invoiceCreated', 'paymentRecorded'] };
		const trigger = engine.trigger({ parameters, credential: service.credential });
		assert.equal(await trigger.poll(), null, 'the first poll reports nothing');
		await service.served();
		const seconds: number[] = [];
		while (seconds.length < QUIET_POLLS) {
			const before = process.cpuUsage();
			assert.equal(await trigger.poll(), null, 'a quiet poll reports nothing');
			const { user, system } = process.cpuUsage(before);
			seconds.push((user + system) / 1e6);
		}
		const kept = Buffer.byteLength(JSON.stringify(trigger.staticData)) / 1024;
		return [
			{
				what: 'A quiet poll, 100,000 invoices, 2,000 open',
				beside: 'all 1,000 pages',
				figure: `${(await service.served()) / QUIET_POLLS} requests`,
				means: `${decimals(median(seconds))} s of processor time, ${kept.toFixed(1)} KB kept`,
			},
		];
	});
}

const SAMPLE_EVERY_MS = 500;

/** Runs something, and returns the most memory in use above the level before it. That slows it down, so don't time it. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
	const inUse = () => {
		collectGarbage();
		return process.memoryUsage().heapUsed;
	};
	const before = inUse();
	let peak = before;
	const sampling = setInterval(() => (peak = Math.max(peak, inUse())), SAMPLE_EVERY_MS);
	try {
		await run();
		return Math.max(peak, inUse()) - before;
	} finally {
		clearInterval(sampling);
	}
}

/** How much memory 10,000 reads use, compared with their own output. */
async function memory(): Promise<Figure[]> {
	const all = 10_000;
	return await inArena({ invoices: all, open: 200 }, { latencyMs: 0 }, async ({ engine, service }) => {
		const credential = { ...service.credential, maxConcurrentRequests: 50 };
		const run = async (length: number) =>
			await outputOf(engine, { credential, parameters: READ, items: ids(length) }, length);
		const json = Buffer.byteLength(JSON.stringify(await run(all)));
		const peaks: number[] = [];
		while (peaks.length < ROUNDS) {
			// After one small execution, n8n has released the previous one.
			await run(1);
			peaks.push(await peakOf(async () => await run(all)));
		}
		return [
			{
				what: 'Memory of 10,000 reads',
				beside: `${megabytes(json)} of output as JSON`,
				figure: megabytes(median(peaks)),
				means: 'of heap at most',
			},
		];
	});
}

/** Memory first, while the process holds little. */
export const MEASURES: Readonly<Record<string, () => Promise<Figure[]>>> = {
	memory,
	reads,
	writes,
	poll,
};
