import { transactionsOf } from '../records/invoicePayments';
import { isIdentifier } from '../xml/shape';
import { DETECTORS, type RecordReader } from './scan';
import { eventOf, isFull, statusOf, type EventContext, type Observation } from './events/detector';
import { ledgerOf, writeLedger } from './events/paymentLedger';
import { reachedMark } from './events/reminder';
import { marksOf, watchedNames } from './events/changed';
import {
	EVENTS,
	type WatchedRecord,
	type TriggerEvent,
	type TriggerOptions,
	passesFilters,
	WATCHED_RESOURCES,
	type Filter,
} from './events/events';

/** How many samples of an event are shown, and the most records read to find them. */
const SAMPLES = 3;
const CANDIDATES = 10;

/**
 * For a manual test: real, recent records that pass the filters, as the chosen events would report them. Doesn't touch the
 * state. A status change has an empty previous status, since no list shows it, any other change names all fields that it
 * could tell of, and what was removed, canceled or stopped is still there. `now` is as for `poll`.
 * Returns the samples, and as `missing` the chosen events without any. Rejects only if the reader does.
 */
export async function sample(reader: RecordReader, options: TriggerOptions, now: string) {
	const samples = await Promise.all(
		options.events.map(async (kind) => {
			const row = WATCHED_RESOURCES[EVENTS[kind].resource];
			return { kind, events: await sampleOne(reader, { kind, row, options, now }) };
		}),
	);
	return {
		events: samples.flatMap(({ events }) => events),
		missing: samples.filter(({ events }) => events.length === 0).map(({ kind }) => kind),
	};
}

async function sampleOne(reader: RecordReader, context: EventContext): Promise<TriggerEvent[]> {
	const { kind, row, options } = context;
	const pages = await Promise.all(listsOf(context).map((filter) => reader.page(row.name, filter, 1)));
	const listed = new Map<number, WatchedRecord>();
	for (const record of pages.flatMap(({ records }) => records)) {
		const id = record[row.idField];
		if (isIdentifier(id)) listed.set(id, record);
	}
	// A poll reports a new record as its list shows it, if that is enough. Later fields must not be missing then.
	const isEnough = (record: WatchedRecord) => EVENTS[kind].detector === 'created' && isFull(record, row);
	// No sample shows its previous status.
	const filters = { ...options.filters, statusFrom: {} };
	const events: TriggerEvent[] = [];
	for (const id of inSampleOrder(listed, context).slice(0, CANDIDATES)) {
		if (events.length >= SAMPLES) break;
		const known = listed.get(id);
		// One at a time, since the first few are usually enough.
		const record = known !== undefined && isEnough(known) ? known : await reader.get(row.name, id);
		if (typeof record === 'string') continue;
		const event = showAs(id, record, context);
		if (event !== undefined && passesFilters(event, filters)) events.push(event);
	}
	return events;
}

/** The identifiers of records, the most fitting first: those to be reminded of, and the newest, but overdue ones are old. */
function inSampleOrder(listed: ReadonlyMap<number, WatchedRecord>, context: EventContext): number[] {
	const direction = context.kind === 'invoiceOverdue' ? 1 : -1;
	const isReached = (id: number) => {
		const record = listed.get(id) ?? {};
		return (
			reachedMark({ record, entry: undefined, status: statusOf(record, context.row) }, context) !== undefined
		);
	};
	return [...listed.keys()].sort(
		(a, b) => Number(isReached(b)) - Number(isReached(a)) || direction * (a - b),
	);
}

/** The filters of the lists in which to look for samples of an event. */
function listsOf({ kind, row, options: { filters } }: EventContext): Filter[] {
	const { status, hasClient } = row;
	const { detector } = EVENTS[kind];
	const inUse: Record<string, string> = { ...row.lists[0] };
	if (hasClient && filters?.clientId !== undefined) inUse['client_id'] = String(filters.clientId);
	const isOfPayments = detector === 'payment' || detector === 'removal';
	if (status?.openLists === undefined || !(isOfPayments || detector === 'reminder')) return [inUse];
	const { filter, statuses } = status.openLists;
	const words = isOfPayments
		? ['Partial-Paid', ...status.final]
		: statuses.filter((word) => word !== status.draft);
	return words.map((word) => ({ ...inUse, [filter]: word }));
}

/** A record as an event would report it; undefined if it wouldn't. */
function showAs(id: number, record: WatchedRecord, context: EventContext): TriggerEvent | undefined {
	const { kind, row } = context;
	const { detector } = EVENTS[kind];
	const status = statusOf(record, row);
	const seen: Observation = {
		...{ id, record, status, novelty: 'new', entry: undefined, former: undefined, remindedPolls: 0 },
		...{ isListed: true, listRecord: undefined, isRead: true },
	};
	const lastOf = (one: Observation): TriggerEvent | undefined => {
		const detection = DETECTORS[detector](one, context);
		return detection === 'read' ? undefined : detection.events.at(-1);
	};
	if (detector === 'removal') {
		const entry = writeLedger(ledgerOf('', transactionsOf(record) ?? []));
		const removed = lastOf({ ...seen, entry, record: { ...record, transactions: [], total_paid: 0 } });
		return removed && { ...removed, record };
	}
	if (detector === 'ended' && row.ended !== undefined) {
		const { field, word } = row.ended;
		const event = lastOf({ ...seen, entry: '0', record: { ...record, [field]: word } });
		return event && { ...event, record };
	}
	if (detector !== 'status' && detector !== 'changed') return lastOf(seen);
	// A draft has usually never had another status, and its changes are not reported.
	if (status !== undefined && status === row.status?.draft) return undefined;
	if (detector === 'changed') {
		const marks = marksOf(record, row.name);
		const changedFields = watchedNames(row.name).filter((_, index) => marks[index] !== undefined);
		return { ...eventOf(seen, context, `${row.name}:${id}:changed:1:sample`), changedFields };
	}
	if (status === undefined) return undefined;
	return { ...eventOf(seen, context, `${row.name}:${id}:status:1:${status}`), previousStatus: '', status };
}
