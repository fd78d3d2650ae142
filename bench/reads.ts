// What reading 1,000 invoices one by one costs, beside bare requests for the same documents, as many at once, and beside
// n8n's own nodes: Invoice Ninja and QuickBooks with JSON services that answer with the same record, and HTTP Request
// with XML on the same service. All run in turn in n8n's engine in this process; the services run in others and hold
// every answer back for 20 ms. Needs Node 24, a built package, and an installed n8n (host/install.ts).
import assert from 'node:assert/strict';
import type { RunOptions } from '../test/engine/harness/engine.ts';
import { documentOf, idsFrom, openArena, outputOf } from './common/arena.ts';
import { loadPeers } from './common/packages.ts';
import { httpRequest, invoiceNinja, quickBooks, xmlNode } from './common/peers.ts';
import { atLeast, atMost, plain, printRounds, report, times, type Figure } from './common/report.ts';
import { inTurn, ratio, type Cost, type Entrant } from './common/rounds.ts';
import { startStandIn } from './common/standIn.ts';

const READS = 1_000;
const LATENCY_MS = 20;

const GET = { resource: 'invoice', operation: 'get' };
const OURS = {
	...GET,
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};
const PEERS = { ...GET, invoiceId: '={{ $json.id }}' };

const items = idsFrom(1, READS);
const documents = items.map(({ id }) => ({
	document: documentOf('getInvoice', `<invoice_id>${id}</invoice_id>`),
}));

const arena = await openArena({ invoices: READS, open: 20, latencyMs: LATENCY_MS });
const { engine, service, served } = arena;
const { credential } = service;
const [invoice = {}] = await outputOf(engine, { credential, parameters: OURS, items: [{ id: 1 }] }, 1);
const standIn = await startStandIn({ latencyMs: LATENCY_MS, invoice });
try {
	const peers = await loadPeers(standIn.url);
	const peer = (options: RunOptions): Entrant => ({
		served: async () => await standIn.served(),
		run: async () => {
			const records = await outputOf(peers, { ...options, items }, READS);
			assert.equal(records.at(-1)?.['id'], String(READS));
		},
	});
	const ours = (atOnce: number) => arena.ours(OURS, () => items, { atOnce });
	const bare = (atOnce: number, more = {}) =>
		arena.bare(
			({ document }) => `${document}`,
			() => documents,
			atOnce,
			more,
		);
	const isReadFromForm = true;
	const rounds = await inTurn({
		'this package, 10 at once': ours(10),
		'bare requests, 10 at once': bare(10),
		'one expression and bare requests, 10 at once': bare(10, { isReadFromForm }),
		'this package, 50 at once': ours(50),
		'bare requests, 50 at once': bare(50),
		'one expression and bare requests, 50 at once': bare(50, { isReadFromForm }),
		'Invoice Ninja': peer(invoiceNinja(standIn, PEERS)),
		QuickBooks: peer(quickBooks({ ...PEERS, download: false })),
		'HTTP Request and XML': {
			served,
			run: async () => {
				const answers = await outputOf(peers, { ...httpRequest(service), items: documents }, READS);
				await outputOf(peers, { ...xmlNode, items: answers }, READS);
			},
		},
	});
	printRounds('1,000 reads of one invoice each', rounds);
	const { 'this package, 10 at once': ten, 'this package, 50 at once': fifty } = rounds;
	const { 'bare requests, 10 at once': bareTen, 'bare requests, 50 at once': bareFifty } = rounds;
	const { 'one expression and bare requests, 10 at once': formTen } = rounds;
	const { 'one expression and bare requests, 50 at once': formFifty } = rounds;
	const xml = rounds['HTTP Request and XML'];
	report([
		atMost('1,000 reads beside bare requests, 10 at once: time', ratio(ten, bareTen), 1.1, times),
		atMost('… processor time', ratio(ten, bareTen, 'cpuSeconds'), 1.6, times),
		...besideForm('10', ten, formTen),
		atMost('1,000 reads beside bare requests, 50 at once: time', ratio(fifty, bareFifty), 1.25, times),
		atMost('… processor time', ratio(fifty, bareFifty, 'cpuSeconds'), 1.6, times),
		...besideForm('50', fifty, formFifty),
		atLeast(
			'1,000 reads by Invoice Ninja beside this package: time',
			ratio(rounds['Invoice Ninja'], ten),
			7,
			times,
		),
		atLeast('1,000 reads by QuickBooks beside this package: time', ratio(rounds.QuickBooks, ten), 7, times),
		plain(
			'1,000 reads by HTTP Request, all at once, and XML beside this package, 50 at once: time',
			times(ratio(xml, fifty)),
		),
		plain('… processor time', times(ratio(xml, fifty, 'cpuSeconds'))),
	]);
} finally {
	await Promise.all([arena.close(), standIn.close()]);
}

/** Without a goal: the goals are set against requests alone. */
function besideForm(atOnce: string, ours: readonly Cost[], bare: readonly Cost[]): Figure[] {
	return [
		plain(`… with one expression per item, ${atOnce} at once: time`, times(ratio(ours, bare))),
		plain('… processor time', times(ratio(ours, bare, 'cpuSeconds'))),
	];
}
