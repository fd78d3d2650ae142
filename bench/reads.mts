// What reading 1,000 invoices one by one costs, compared with bare requests for the same documents at the same
// concurrency, and with n8n's own Invoice Ninja node against a JSON service that answers with the same record. All
// run in turn in n8n's engine in this process; the services run in other processes and delay every answer by 20 ms. Then the
// same reads from a service that is briefly busy. Needs a built package.
import assert from 'node:assert/strict';
import type { FaultRule } from '../sandbox/index.mts';
import { documentOf, idsFrom, openArena, outputOf } from './common/arena.mts';
import { openInvoiceNinja } from './common/invoiceNinja.mts';
import { printRounds, report, secondsOf, times } from './common/report.mts';
import { inTurn, ratio, type Entrant } from './common/rounds.mts';

const READS = 1_000;
const LATENCY_MS = 20;

const GET = { resource: 'invoice', operation: 'get' };
const OURS = {
	...GET,
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};
/** An overload after a tenth of the reads. It ends by itself: calls are counted from when the rule is set. */
const BUSY: FaultRule[] = [{ fault: 'http503RetryAfter', method: 'getInvoice', calls: [100, 101, 102, 103] }];
const NINJA = { ...GET, invoiceId: '={{ $json.id }}' };

const items = idsFrom(1, READS);
const documents = items.map(({ id }) => ({
	document: documentOf('getInvoice', `<invoice_id>${id}</invoice_id>`),
}));

const arena = await openArena({ invoices: READS, open: 20, latencyMs: LATENCY_MS });
const { credential } = arena.service;
const [invoice = {}] = await outputOf(arena.engine, { credential, parameters: OURS, items: [{ id: 1 }] }, 1);
const peer = await openInvoiceNinja({ latencyMs: LATENCY_MS, invoice });
try {
	const invoiceNinja: Entrant = {
		served: async () => await peer.served(),
		run: async () => {
			const records = await peer.run(NINJA, items);
			assert.equal(records.at(-1)?.['id'], String(READS));
		},
	};
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
		'Invoice Ninja': invoiceNinja,
		'this package, 10 at once, four times busy': {
			served: arena.served,
			run: async (round) => {
				await arena.service.setFaults(BUSY);
				await ours(10).run(round);
			},
		},
	});
	printRounds('1,000 reads of one invoice each', rounds);
	const { 'this package, 10 at once': ten, 'this package, 50 at once': fifty } = rounds;
	const { 'one expression and bare requests, 10 at once': formTen } = rounds;
	const { 'one expression and bare requests, 50 at once': formFifty } = rounds;
	const { 'this package, 10 at once, four times busy': busy } = rounds;
	report([
		{
			what: '1,000 invoices read, 10 at once',
			beside: 'bare requests with one expression each',
			figure: times(ratio(ten, formTen)),
			means: secondsOf(ten),
		},
		{
			what: '… 50 at once',
			beside: 'the same',
			figure: times(ratio(fifty, formFifty)),
			means: `${secondsOf(fifty)}, where a service allows it`,
		},
		{
			what: '… with four overloads',
			beside: 'without',
			figure: times(ratio(busy, ten)),
			means: 'only refused requests wait',
		},
		{
			what: "… by n8n's Invoice Ninja",
			beside: 'this package',
			figure: times(ratio(rounds['Invoice Ninja'], ten)),
			means: 'one after another',
		},
	]);
} finally {
	await Promise.all([arena.close(), peer.close()]);
}
