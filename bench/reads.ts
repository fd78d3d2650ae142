// What reading 1,000 invoices one by one costs, compared with bare requests for the same documents at the same
// concurrency, and with n8n's own Invoice Ninja node against a JSON service that answers with the same record. All
// run in turn in n8n's engine in this process; the services run in other processes and delay every answer by 20 ms.
// Needs a built package.
import assert from 'node:assert/strict';
import { documentOf, idsFrom, openArena, outputOf } from './common/arena.ts';
import { openInvoiceNinja } from './common/invoiceNinja.ts';
import { atLeast, atMost, plain, printRounds, report, times, type Figure } from './common/report.ts';
import { inTurn, ratio, type Cost, type Entrant } from './common/rounds.ts';

const READS = 1_000;
const LATENCY_MS = 20;

const GET = { resource: 'invoice', operation: 'get' };
const OURS = {
	...GET,
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};
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
	});
	printRounds('1,000 reads of one invoice each', rounds);
	const { 'this package, 10 at once': ten, 'this package, 50 at once': fifty } = rounds;
	const { 'bare requests, 10 at once': bareTen, 'bare requests, 50 at once': bareFifty } = rounds;
	const { 'one expression and bare requests, 10 at once': formTen } = rounds;
	const { 'one expression and bare requests, 50 at once': formFifty } = rounds;
	report([
		atMost('1,000 reads beside bare requests, 10 at once: time', ratio(ten, bareTen), 1.1, times),
		atMost('… processor time', ratio(ten, bareTen, 'cpuSeconds'), 1.6, times),
		...extraForm('10', ten, formTen),
		atMost('1,000 reads beside bare requests, 50 at once: time', ratio(fifty, bareFifty), 1.25, times),
		atMost('… processor time', ratio(fifty, bareFifty, 'cpuSeconds'), 1.6, times),
		...extraForm('50', fifty, formFifty),
		atLeast(
			'1,000 reads by Invoice Ninja beside this package: time',
			ratio(rounds['Invoice Ninja'], ten),
			7,
			times,
		),
	]);
} finally {
	await Promise.all([arena.close(), peer.close()]);
}

/** Without a goal: goals compare with bare requests only. */
function extraForm(atOnce: string, ours: readonly Cost[], bare: readonly Cost[]): Figure[] {
	return [
		plain(`… with one expression per item, ${atOnce} at once: time`, times(ratio(ours, bare))),
		plain('… processor time', times(ratio(ours, bare, 'cpuSeconds'))),
	];
}
