// What reading 1,000 invoices one by one costs, compared with bare requests for the same documents at the same
// concurrency. Both run in turn in n8n's engine in this process; the service runs in another and delays every answer by
// 20 ms. Then the same reads from a service that is briefly busy. Needs a built package.
import type { FaultRule } from '../sandbox/index.mts';
import { documentOf, idsFrom, openArena } from './common/arena.mts';
import { report, secondsOf, times } from './common/report.mts';
import { inTurn, ratio } from './common/rounds.mts';

const READS = 1_000;
const LATENCY_MS = 20;

const OURS = {
	resource: 'invoice',
	operation: 'get',
	invoiceId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
	options: { includeNames: false },
};
/** An overload after a tenth of the reads. It ends by itself: calls are counted from when the rule is set. */
const BUSY: FaultRule[] = [{ fault: 'http503RetryAfter', method: 'getInvoice', calls: [100, 101, 102, 103] }];

const items = idsFrom(1, READS);
const arena = await openArena({ invoices: READS, open: 20, latencyMs: LATENCY_MS });
try {
	const ours = (atOnce: number) => arena.ours(OURS, () => items, { atOnce });
	const bare = (atOnce: number) =>
		arena.bare(
			({ id }) => documentOf('getInvoice', `<invoice_id>${id}</invoice_id>`),
			() => items,
			atOnce,
			{ isReadFromForm: true },
		);
	const { ten, bareTen, fifty, bareFifty, busy } = await inTurn({
		ten: ours(10),
		bareTen: bare(10),
		fifty: ours(50),
		bareFifty: bare(50),
		busy: {
			served: arena.served,
			run: async (round) => {
				await arena.service.setFaults(BUSY);
				await ours(10).run(round);
			},
		},
	});
	report([
		{
			what: '1,000 invoices read, 10 at once',
			beside: 'bare requests with one expression each',
			figure: times(ratio(ten, bareTen)),
			means: secondsOf(ten),
		},
		{
			what: '… 50 at once',
			beside: 'the same',
			figure: times(ratio(fifty, bareFifty)),
			means: `${secondsOf(fifty)}, where a service allows it`,
		},
		{
			what: '… with four overloads',
			beside: 'without',
			figure: times(ratio(busy, ten)),
			means: 'only refused requests wait',
		},
	]);
} finally {
	await arena.close();
}
