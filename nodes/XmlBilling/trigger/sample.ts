import { transactionsOf } from '../records/payments';
import { DETECTORS } from './rules/detectors';
import {
	eventOf,
	readUnlessFull,
	statusOf,
	type EventContext,
	type Observation,
} from './rules/detectors/detector';
import { ledgerOf, writeLedger } from './rules/detectors/ledger';
import { reachedMark } from './rules/detectors/reminder';
import { marksOf, watchedNames } from './rules/detectors/watchedFields';
import {
	EVENTS,
	type WatchedRecord,
	type EventKind,
	type TriggerEvent,
	type TriggerOptions,
} from './events/events';
import { passesFilters } from './events/filters';
import { WATCHED_RESOURCES, type Filter } from './events/resources';
import type { RecordReader } from './rules/run';

/** How many samples of an event are shown, and the most records read to find them. */
export const SAMPLES = 3;
const CANDIDATES = 10;

export interface SampleResult {
	events: TriggerEvent[];
	/** The chosen events without a sample. */
	missing: EventKind[];
}

/**
 * For a manual test: real, recent records that pass the filters, as the chosen events would report them. Doesn't touch the
 * state. A status change has an empty previous status, since no list shows it, any other change names all fields that it
 * could tell of, and a removed payment is one that is still there. `now` is as for `poll`.
 * Rejects only if the reader does.
 */
export async function sample(
	reader: RecordReader,
	options: TriggerOptions,
	now: string,
): Promise<SampleResult> {
	const samples = await Promise.all(
		options.events.map(async (kind) => {
			const row = WATCHED_RESOURCES[EVENTS[kind].resource];
			return { kind, events: await sampleOne(reader, { kind, row, options, now }) };
		}),
	);
	return {
		events: samples.flatMap(({ events }) => events),
		missing: samples.flatMap(({ kind, events }) => (events.length === 0 ? [kind] : [])),
	};
}

async function sampleOne(reader: RecordReader, context: EventContext): Promise<TriggerEvent[]> {
	const { row, options } = context;
	const pages = await Promise.all(listsOf(context).map((filter) => reader.page(row.name, filter, 1)));
	const listed = pages.flatMap(({ records }) => records);
	const ids = inSampleOrder(listed, context).slice(0, CANDIDATES);
	// No sample shows its previous status.
	const filters = { ...options.filters, statusFrom: {} };
	const events: TriggerEvent[] = [];
	for (const id of ids) {
		if (events.length >= SAMPLES) break;
		const known = listed.find((one) => one[row.idField] === id);
		// One at a time, since the first few are usually enough.
		const record = known !== undefined && isEnough(known, context) ? known : await reader.get(row.name, id);
		if (typeof record === 'string') continue;
		const status = statusOf(record, row);
		const seen = {
			id,
			record,
			status,
			entry: undefined,
			former: undefined,
			overdueScans: 0,
			isListed: true,
			listRecord: undefined,
		};
		const shown = showAs({ ...seen, novelty: 'new' }, context);
		events.push(...shown.filter((event) => passesFilters(event, filters)));
	}
	return events;
}

// A poll reports a new record as its list shows it, if that is enough. Later fields must not be missing then.
const isEnough = (record: WatchedRecord, context: EventContext): boolean =>
	EVENTS[context.kind].detector === 'created' && readUnlessFull(record, context) === 'enough';

/** The identifiers of records, the most fitting first: the newest, or one for each number of days of a reminder. */
function inSampleOrder(records: readonly WatchedRecord[], context: EventContext): number[] {
	const { kind, row } = context;
	// Overdue invoices are old.
	const direction = kind === 'invoiceOverdue' ? 1 : -1;
	const counts = new Map<number, number>();
	const rankOf = (record: WatchedRecord): number => {
		const mark = reachedMark({ record, entry: undefined, status: statusOf(record, row) }, context);
		if (mark === undefined) return records.length;
		const rank = counts.get(mark) ?? 0;
		counts.set(mark, rank + 1);
		return rank;
	};
	return records
		.flatMap((record) => {
			const id = record[row.idField];
			return typeof id === 'number' ? [{ id, record }] : [];
		})
		.sort((a, b) => direction * (a.id - b.id))
		.map(({ id, record }) => ({ id, rank: rankOf(record) }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ id }) => id);
}

/** The filters of the lists in which to look for samples of an event. */
function listsOf({ kind, row, options: { filters } }: EventContext): Filter[] {
	const { status, hasClient } = row;
	const { detector } = EVENTS[kind];
	const isNarrow = hasClient === true && filters?.clientId !== undefined;
	const inUse = { ...row.lists[0], ...(isNarrow && { client_id: String(filters.clientId) }) };
	const isOfPayments = detector === 'payment' || detector === 'removal';
	if (status?.openLists === undefined || !(isOfPayments || detector === 'reminder')) return [inUse];
	const { filter, statuses } = status.openLists;
	const words = isOfPayments
		? ['Partial-Paid', ...status.final]
		: statuses.filter((word) => word !== status.draft);
	return words.map((word) => ({ ...inUse, [filter]: word }));
}

function showAs(seen: Observation, context: EventContext): TriggerEvent[] {
	const { kind, row } = context;
	const { id, status, record } = seen;
	const { detector } = EVENTS[kind];
	if (detector === 'removal') {
		const entry = writeLedger(ledgerOf('', transactionsOf(record) ?? []));
		const unpaid = { ...record, transactions: [], total_paid: 0 };
		const { changes } = DETECTORS.removal.detect({ ...seen, entry, record: unpaid }, context);
		return changes.slice(-1).map(({ event }) => ({ ...event, record }));
	}
	if (detector !== 'status' && detector !== 'changed') {
		const { changes } = DETECTORS[detector].detect(seen, context);
		return changes.slice(-1).map(({ event }) => event);
	}
	// A draft has usually never had another status, and its changes are not reported.
	if (status !== undefined && status === row.status?.draft) return [];
	if (detector === 'changed') {
		const event = eventOf(seen, context, `${row.name}:${id}:changed:1:sample`);
		const marks = marksOf(record, row.name);
		return [
			{
				...event,
				changedFields: watchedNames(row.name).filter((_, index) => marks[index] !== undefined),
			},
		];
	}
	if (status === undefined) return [];
	const event = eventOf(seen, context, `${row.name}:${id}:status:1:${status}`);
	return [{ ...event, previousStatus: '', status }];
}
