import type { LoadResult } from './load.mts';
import type { Outcome, Delivery } from './tally.mts';

/** Whether every event was delivered exactly once. */
export const isDeliveredOnce = ({ lost, doubled }: Delivery): boolean =>
	lost.length === 0 && doubled.length === 0;

const isBilledOnce = ({ doubled, missing, unaccounted }: Outcome): boolean =>
	doubled.length === 0 && missing.length === 0 && unaccounted.length === 0;

/** Whether nothing was billed twice, lost or left open, and everything was billed in the end. */
export const isExact = ({ outcome, afterwards, delivery }: LoadResult): boolean =>
	isBilledOnce(outcome) &&
	isBilledOnce(afterwards) &&
	afterwards.unbilled.length === 0 &&
	isDeliveredOnce(delivery);

const listed = (counts: Record<string, number>): string =>
	Object.entries(counts)
		.map(([name, count]) => `${count} ${name}`)
		.join(', ') || '0';

/** The rows about one number of workers, each with its name. */
export function loadRows(
	workers: number,
	{ perSecond, outcome, repaired, afterwards, delivery }: LoadResult,
) {
	return [
		['workers', String(workers)],
		['executions a second, undisturbed', perSecond.toFixed(1)],
		['accepted', String(outcome.accepted)],
		['  succeeded', String(outcome.succeeded)],
		['  ended by n8n', listed(outcome.ended)],
		['  unaccounted for', String(outcome.unaccounted.length)],
		['calls without an answer', String(outcome.unanswered)],
		['invoices', String(outcome.invoices)],
		['  twice', String(outcome.doubled.length)],
		['  missing although n8n says success', String(outcome.missing.length)],
		['  written although n8n says no success', String(outcome.writtenAnyway.length)],
		['billed again, the existing one returned', String(repaired)],
		['  invoices afterwards', String(afterwards.invoices)],
		['  twice', String(afterwards.doubled.length)],
		...deliveryRows(delivery),
		[''],
	];
}

const deliveryRows = ({ events, executions, lost, doubled, emptied, deleted }: Delivery): string[][] => [
	['events', String(events)],
	['  in executions', listed(executions)],
	['  lost', String(lost.length)],
	['  twice', String(doubled.length)],
	['  in executions that n8n emptied', `${deleted.length} (${emptied} executions)`],
];

/** The rows about one rolling restart. */
export const rollingRow = (durable: boolean, delivery: Delivery): string[][] => [
	['cursors', durable ? 'durable' : 'in memory'],
	...deliveryRows(delivery),
	[''],
];

/** The rows as lines with aligned values. */
export const table = (rows: readonly string[][]): string =>
	rows.map(([name = '', value = '']) => `${name.padEnd(42)}${value}`.trimEnd()).join('\n');
