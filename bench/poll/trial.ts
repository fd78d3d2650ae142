import assert from 'node:assert/strict';
import { join } from 'node:path';
import { EVENT_KINDS } from '../../nodes/XmlBilling/trigger/rules/events.ts';
import type { ListRecords } from '../../sandbox/index.ts';
import type { Engine } from '../../test/engine/harness/engine.ts';
import { fillAccount, type AccountSize, type OpenInvoice } from './account.ts';
import { startService, type ServiceProcess } from './service.ts';

const LATENCY_MS = 20;
const MAIN_EVENTS = ['invoiceCreated', 'paymentRecorded'];
/** How many of the open invoices are paid between the quiet polls and the busy one. */
const PAID_SHARE = 0.25;

/** A trigger to be measured. */
export interface Entrant {
	trigger: 'this package' | 'plain';
	events: 'two main' | 'all';
	/** How many polls find nothing; the one with the median of CPU time counts. */
	quietPolls: number;
	/** Whether it polls once more after the payments. */
	isBusy: boolean;
}

/** One account, and the triggers that poll it. */
export interface Trial {
	size: AccountSize;
	listRecords: ListRecords;
	entrants: Entrant[];
}

/** What one poll took. */
export interface Cost {
	requests: number;
	lists: number;
	/** Of single records. */
	reads: number;
	bytes: number;
	cpuSeconds: number;
	seconds: number;
	stateBytes: number;
	found: Array<Record<string, unknown>>;
}

export interface Measured {
	trial: Trial;
	entrant: Entrant;
	poll: 'quiet' | 'busy';
	cost: Cost;
}

export type Engines = Readonly<Record<Entrant['trigger'], Engine>>;
type Trigger = ReturnType<Engine['trigger']>;

/** Fills an account and lets every trigger poll it: for its baseline, with nothing new, and after payments. */
export async function* runTrial(trial: Trial, engines: Engines, folder: string): AsyncGenerator<Measured> {
	const { size, listRecords, entrants } = trial;
	const database = join(folder, `${size.invoices}-${size.open}-${listRecords}.db`);
	const open = fillAccount(database, size);
	const service = await startService({ database, listRecords, latencyMs: LATENCY_MS });
	try {
		const triggers = entrants.map((entrant) => ({ entrant, trigger: triggerOf(entrant, engines, service) }));
		for (const { entrant, trigger } of triggers) {
			assert.equal(await trigger.poll(), null, 'the first poll reports nothing');
			const cost = await quietCost(trigger, service, entrant.quietPolls);
			yield { trial, entrant, poll: 'quiet', cost };
		}
		const paid = invoicesToPay(open);
		await pay(service, paid);
		for (const { entrant, trigger } of triggers.filter(({ entrant }) => entrant.isBusy)) {
			const cost = await costOf(trigger, service);
			assertFound(cost, paid);
			yield { trial, entrant, poll: 'busy', cost };
		}
	} finally {
		await service.close();
	}
}

function triggerOf({ trigger, events }: Entrant, engines: Engines, { credential }: ServiceProcess): Trigger {
	const isAll = events === 'all';
	const parameters =
		trigger === 'plain'
			? { everything: isAll }
			: { events: isAll ? [...EVENT_KINDS] : MAIN_EVENTS, options: { maxEvents: 10_000 } };
	return engines[trigger].trigger({ parameters, credential });
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

async function quietCost(trigger: Trigger, service: ServiceProcess, polls: number): Promise<Cost> {
	const costs: Cost[] = [];
	while (costs.length < polls) costs.push(await costOf(trigger, service));
	for (const { found } of costs) assert.equal(found.length, 0, 'a quiet poll reports nothing');
	const median = costs.toSorted((a, b) => a.cpuSeconds - b.cpuSeconds)[polls >> 1];
	assert(median);
	return median;
}

/** Open invoices from all over the account. Drafts are left alone: with a payment they would be announced as well. */
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
