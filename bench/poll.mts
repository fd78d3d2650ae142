// What a poll costs in small and large accounts: requests, bytes, processor time and what the trigger stores. It runs in n8n's
// engine in this process; the service, a sandbox on a database file, runs in another and holds every answer back for 20 ms.
// Each trigger takes its baseline; then it finds nothing; then it finds payments on a quarter of the open invoices, half of
// them in full. Needs a built package: that of this repository, or that in the folder PACKAGE_PATH.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENT_KINDS } from '../nodes/XmlBilling/trigger/events/events.ts';
import type { ListRecords } from '../sandbox/index.mts';
import type { Engine } from '../test/engine/harness/engine.mts';
import { fillAccount, type AccountSize, type OpenInvoice } from './common/account.mts';
import { loadTested } from './common/packages.mts';
import { columns, count, kilobytes, report, type Figure } from './common/report.mts';
import { startService, type ServiceProcess } from './common/service.mts';

const LATENCY_MS = 20;
/** How many polls find nothing. The one with the median processor time counts. */
const QUIET_POLLS = 5;
/** The share of open invoices that is paid between the quiet polls and the busy one. */
const PAID_SHARE = 0.25;

const EVENTS = { 'two main': ['invoiceCreated', 'paymentRecorded'], all: [...EVENT_KINDS] };
type Events = keyof typeof EVENTS;
const BOTH: readonly Events[] = ['two main', 'all'];

/** An account and the triggers that poll it. */
interface Trial {
	size: AccountSize;
	listRecords: ListRecords;
	triggers: readonly Events[];
}

const SMALL: Trial = { size: { invoices: 1_000, open: 20 }, listRecords: 'summary', triggers: BOTH };
const MEDIUM: Trial = { ...SMALL, size: { invoices: 10_000, open: 200 } };
const LARGE: Trial = { ...SMALL, size: { invoices: 100_000, open: 2_000 } };
/** A history as long as the large account's, with as few open invoices as the small one's. */
const OLD: Trial = { ...SMALL, size: { invoices: 100_000, open: 20 } };
const LARGE_FULL: Trial = { ...LARGE, listRecords: 'full', triggers: ['two main'] };
const LARGE_BARE: Trial = { ...LARGE_FULL, listRecords: 'bare' };

/** The cost of one poll. */
interface Cost {
	requests: number;
	lists: number;
	/** Of single records. */
	reads: number;
	bytes: number;
	cpuSeconds: number;
	seconds: number;
	stateBytes: number;
	found: ReadonlyArray<Record<string, unknown>>;
}

interface Measured {
	trial: Trial;
	events: Events;
	poll: 'quiet' | 'busy';
	cost: Cost;
}

type Trigger = ReturnType<Engine['trigger']>;

/** Fills an account and lets every trigger poll it: for its baseline, with nothing new, and after payments. */
async function measure(engine: Engine, trial: Trial, folder: string): Promise<Measured[]> {
	const { size, listRecords, triggers } = trial;
	const database = join(folder, `${size.invoices}-${size.open}-${listRecords}.db`);
	const open = fillAccount(database, size);
	const service = await startService({ database, listRecords, latencyMs: LATENCY_MS });
	const { credential } = service;
	try {
		const measured: Measured[] = [];
		const polling = triggers.map((events) => {
			const parameters = { events: EVENTS[events], options: { maxEvents: 10_000 } };
			return { events, trigger: engine.trigger({ parameters, credential }) };
		});
		for (const { events, trigger } of polling) {
			assert.equal(await trigger.poll(), null, 'the first poll reports nothing');
			measured.push({ trial, events, poll: 'quiet', cost: await quietCost(trigger, service) });
		}
		const paid = invoicesToPay(open);
		await pay(service, paid);
		for (const { events, trigger } of polling) {
			const cost = await costOf(trigger, service);
			assertFound(cost, paid);
			measured.push({ trial, events, poll: 'busy', cost });
		}
		return measured;
	} finally {
		await service.close();
	}
}

async function costOf(trigger: Trigger, service: ServiceProcess): Promise<Cost> {
	await service.served();
	const cpuBefore = process.cpuUsage();
	const begun = performance.now();
	const items = await trigger.poll();
	const seconds = (performance.now() - begun) / 1000;
	const { user, system } = process.cpuUsage(cpuBefore);
	const served = await service.served();
	const lists = served.filter(({ method }) => method.startsWith('list')).length;
	const reads = served.filter(({ method }) => method.startsWith('get') && method !== 'getAccountInfo').length;
	return {
		requests: served.length,
		lists,
		reads,
		bytes: served.reduce((sum, { bytes }) => sum + bytes, 0),
		cpuSeconds: (user + system) / 1e6,
		seconds,
		stateBytes: Buffer.byteLength(JSON.stringify(trigger.staticData)),
		found: (items ?? []).map(({ json }) => json),
	};
}

async function quietCost(trigger: Trigger, service: ServiceProcess): Promise<Cost> {
	const costs: Cost[] = [];
	while (costs.length < QUIET_POLLS) costs.push(await costOf(trigger, service));
	for (const { found } of costs) assert.equal(found.length, 0, 'a quiet poll reports nothing');
	const median = costs.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)[QUIET_POLLS >> 1];
	assert(median);
	return median;
}

/** Open invoices from all over the account. Drafts are excluded: a payment would report them as well. */
function invoicesToPay(open: readonly OpenInvoice[]): OpenInvoice[] {
	const payable = open.filter(({ status }) => status !== 'Draft');
	const distance = payable.length / (open.length * PAID_SHARE);
	const isChosen = (index: number) => Math.floor(index / distance) !== Math.floor((index - 1) / distance);
	return payable.filter((_, index) => isChosen(index));
}

/** Pays every second invoice in full and 1.00 on each of the others, all in one request. */
async function pay(service: ServiceProcess, invoices: readonly OpenInvoice[]): Promise<void> {
	const payments = invoices.map(({ id, outstanding }, index) => {
		const amount = index % 2 === 0 ? outstanding : '1.00';
		return `<invoice><id>${id}</id><amount>${amount}</amount><method>Cash</method></invoice>`;
	});
	await service.write('invoiceOfflinePayment', payments.join(''));
}

function assertFound({ found }: Cost, paid: readonly OpenInvoice[]): void {
	const payments = found.filter(({ event }) => event === 'paymentRecorded');
	const ids = payments.map(({ invoice_id: id }) => Number(id)).sort((a, b) => a - b);
	assert.deepEqual(
		ids,
		paid.map(({ id }) => id),
		'every payment is reported once',
	);
}

const COLUMNS: ReadonlyArray<readonly [title: string, text: (row: Measured) => string]> = [
	['poll', ({ events, poll }) => `${poll}, ${events} events`],
	['requests', ({ cost }) => count(cost.requests)],
	['lists', ({ cost }) => count(cost.lists)],
	['reads', ({ cost }) => count(cost.reads)],
	['KB', ({ cost }) => count(Math.round(cost.bytes / 1024))],
	['CPU s', ({ cost }) => cost.cpuSeconds.toFixed(2)],
	['seconds', ({ cost }) => cost.seconds.toFixed(2)],
	['state bytes', ({ cost }) => count(cost.stateBytes)],
	['found', ({ cost }) => count(cost.found.length)],
];

function print({ size, listRecords }: Trial, measured: readonly Measured[]): void {
	console.log(
		`${count(size.invoices)} invoices, ${count(size.open)} open; list records: ${listRecords}\n` +
			`${columns([COLUMNS.map(([title]) => title), ...measured.map((row) => COLUMNS.map(([, text]) => text(row)))])}\n`,
	);
}

/** The figures of the large account. */
function figuresOf(measured: readonly Measured[]): Figure[] {
	const costOf = (trial: Trial, events: Events, poll: Measured['poll']): Cost => {
		const found = measured.find((row) => row.trial === trial && row.events === events && row.poll === poll);
		assert(found);
		return found.cost;
	};
	const figure = (what: string, { requests, stateBytes, cpuSeconds }: Cost): Figure => ({
		...{ what, beside: 'all 1,000 pages', figure: `${count(requests)} requests` },
		means: `${cpuSeconds.toFixed(2)} s of processor time, ${kilobytes(stateBytes)} kept`,
	});
	const busy = costOf(LARGE, 'two main', 'busy');
	assert(isInOrder(busy), 'events are in order of identifiers');
	assert.equal(busy.reads, busy.found.length, 'each payment takes one single read');
	return [
		figure('A quiet poll, 100,000 invoices, 2,000 open', costOf(LARGE, 'two main', 'quiet')),
		figure('… for all events', costOf(LARGE, 'all', 'quiet')),
		figure('A quiet poll, 100,000 invoices, 20 open', costOf(OLD, 'two main', 'quiet')),
	];
}

const isInOrder = ({ found }: Cost): boolean => {
	const ids = found.map(({ invoice_id: id }) => Number(id));
	return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
};

const folder = mkdtempSync(join(tmpdir(), 'bench-poll-'));
try {
	const engine = await loadTested();
	const measured: Measured[] = [];
	for (const trial of [SMALL, MEDIUM, LARGE, OLD, LARGE_FULL, LARGE_BARE]) {
		const rows = await measure(engine, trial, folder);
		print(trial, rows);
		measured.push(...rows);
	}
	report(figuresOf(measured));
} finally {
	rmSync(folder, { recursive: true, force: true });
}
