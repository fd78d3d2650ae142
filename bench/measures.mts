import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
	collectGarbage,
	idsFrom,
	inArena,
	median,
	outputOf,
	ROUNDS,
	type Cost,
	type Item,
} from './arena.mts';

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
const count = (value: number): string => value.toLocaleString('en');
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
const decimals = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const secondsOf = (costs: readonly Cost[]): string =>
	`${decimals(median(costs.map(({ seconds }) => seconds)))} s`;
const requestsOf = (costs: readonly Cost[]): string =>
	`${count(median(costs.map(({ requests }) => requests)))} requests`;
/** How much longer one takes than the other: the median of the ratios per round, since noise affects both. */
const times = (ours: readonly Cost[], theirs: readonly Cost[]): string =>
	`${decimals(median(ours.map(({ seconds }, round) => seconds / (theirs[round]?.seconds ?? 0))))}x`;

/** A request document (§4.1). The body already is XML. */
const documentOf = (method: string, body: string): string =>
	`<?xml version="1.0" encoding="utf-8"?><request method="${method}">${body}</request>`;

const READ = {
	resource: 'invoice',
	operation: 'get',
	invoiceId: byId,
	options: { includeNames: false },
};

/** What reading 1,000 invoices one by one costs, beside bare requests for the same documents at the same concurrency. */
async function reads(): Promise<Figure[]> {
	const items = () => idsFrom(1, 1_000);
	const document = ({ id }: Item) => documentOf('getInvoice', `<invoice_id>${id}</invoice_id>`);
	return await inArena({ invoices: 1_000, open: 20 }, { latencyMs: LATENCY_MS }, async (arena) => {
		const { ten, bareTen, fifty, bareFifty } = await arena.inTurn({
			ten: arena.ours(READ, items, 10),
			bareTen: arena.bare(document, items, 10),
			fifty: arena.ours(READ, items, 50),
			bareFifty: arena.bare(document, items, 50),
		});
		const beside = 'bare requests with one expression each';
		const where = `${secondsOf(fifty)}, where a service allows it`;
		return [
			{
				...{ what: '1,000 invoices read, 10 at once', beside },
				...{ figure: times(ten, bareTen), means: secondsOf(ten) },
			},
			{ what: '… 50 at once', beside, figure: times(fifty, bareFifty), means: where },
		];
	});
}

const WRITES = 200;
const CREATE = {
	...{ resource: 'client', operation: 'create' },
	...{ name: '={{ $json.name }}', organization: '={{ $json.name }}', options: { ifExists: 'create' } },
};
const NUMBERED = {
	...{ resource: 'invoice', operation: 'create', clientId: { ...byId, value: 1 } },
	lineItems: { line: [{ name: 'Hosting', unitCost: '50.00', quantity: '1' }] },
	number: '={{ $json.number }}',
};
const ITEM = '<name>Hosting</name><unit_cost>50.00</unit_cost><quantity>1.00</quantity>';

/** What 200 creates cost, sent one after another as writes are, and one with all that keeps a number from being taken twice. */
async function writes(): Promise<Figure[]> {
	const client = ({ name }: Item) =>
		documentOf('createClient', `<name>${name}</name><organization>${name}</organization>`);
	const invoice = ({ number }: Item) =>
		documentOf(
			'createInvoice',
			`<client><client_id>1</client_id></client><number>${number}</number><items><item>${ITEM}</item></items>`,
		);
	const named = (way: string) => (round: number) =>
		idsFrom(1, WRITES).map(({ id }) => ({ name: `${way} ${round} ${id}` }));
	return await inArena({ invoices: 1_000, open: 1_000 }, { latencyMs: LATENCY_MS }, async (arena) => {
		const costs = await arena.inTurn({
			creates: arena.ours(CREATE, named('Full')),
			bareCreates: arena.bare(client, named('Bare'), 1),
			numbered: arena.ours(NUMBERED, (round) => [{ number: `OURS-${round}` }]),
			bareNumbered: arena.bare(invoice, (round) => [{ number: `BARE-${round}` }], 1),
		});
		return [
			{
				...{ what: '200 clients created', beside: 'bare requests', means: 'each is read back' },
				figure: times(costs.creates, costs.bareCreates),
			},
			{
				...{ what: 'An invoice created with a number', beside: 'a bare request' },
				...{ figure: times(costs.numbered, costs.bareNumbered), means: 'search first, read back' },
			},
		];
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
		const costs: Cost[] = [];
		while (costs.length < QUIET_POLLS) {
			await service.served();
			const before = process.cpuUsage();
			assert.equal(await trigger.poll(), null, 'a quiet poll reports nothing');
			const { user, system } = process.cpuUsage(before);
			costs.push({ requests: await service.served(), seconds: (user + system) / 1e6 });
		}
		const kept = Buffer.byteLength(JSON.stringify(trigger.staticData)) / 1024;
		return [
			{
				...{ what: 'A quiet poll, 100,000 invoices, 2,000 open', beside: 'all 1,000 pages' },
				figure: requestsOf(costs),
				means: `${secondsOf(costs)} of processor time, ${kept.toFixed(1)} KB kept`,
			},
		];
	});
}

/** The pause between two heap samples, as a multiple of the time a sample takes. */
const REST = 4;
/** Long enough for earlier work to release its memory. */
const SETTLING_MS = 200;

/** Runs something, and returns the most memory in use above the level before it. That slows it down, so don't time it. */
async function peakOf(run: () => Promise<unknown>): Promise<number> {
	const inUse = () => {
		collectGarbage();
		return process.memoryUsage().heapUsed;
	};
	await wait(SETTLING_MS);
	const before = inUse();
	let peak = before;
	let timer: NodeJS.Timeout;
	const look = () => {
		const begun = performance.now();
		peak = Math.max(peak, inUse());
		timer = setTimeout(look, REST * (performance.now() - begun));
	};
	timer = setTimeout(look);
	try {
		await run();
		return Math.max(peak, inUse()) - before;
	} finally {
		clearTimeout(timer);
	}
}

/** How much memory 10,000 reads use, compared with their own output. */
async function memory(): Promise<Figure[]> {
	const all = 10_000;
	return await inArena({ invoices: all, open: 200 }, { latencyMs: 0 }, async ({ engine, service }) => {
		const credential = { ...service.credential, maxConcurrentRequests: 50 };
		const run = async (length: number) =>
			await outputOf(engine, { credential, parameters: READ, items: idsFrom(1, length) }, length);
		const json = Buffer.byteLength(JSON.stringify(await run(all)));
		const peaks: number[] = [];
		while (peaks.length < ROUNDS) {
			// After one small execution, n8n has released the previous one.
			await run(1);
			peaks.push(await peakOf(async () => await run(all)));
		}
		const peak = median(peaks);
		return [
			{
				...{ what: 'Memory of 10,000 reads', beside: `${megabytes(json)} of output as JSON` },
				...{ figure: megabytes(peak), means: 'of heap at most' },
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
