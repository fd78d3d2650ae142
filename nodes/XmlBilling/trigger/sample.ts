import { type BillingRecord, EVENTS, type EventKind, type Filter, RESOURCES } from './events';
import type { ResourceRow, TriggerEvent, TriggerOptions } from './events';
import type { Reader } from './poll';
import { type Look, statusOf, WATCHES } from './watches';

/** How many samples of an event are shown, and how many records are read at most to find them. */
export const SAMPLES = 3;
const CANDIDATES = 10;

export interface SampleResult {
	events: TriggerEvent[];
	/** The chosen events of which there is nothing to show. */
	missing: EventKind[];
}

/**
 * Real, recent records as the chosen events would report them, newest first, for a manual test. It needs no state and
 * makes none. A status change is shown without its previous status, which no list tells. `now` as for `poll`.
 * Rejects with what the reader rejects with.
 */
export async function sample(reader: Reader, options: TriggerOptions, now: string): Promise<SampleResult> {
	const samples = await Promise.all(
		options.events.map(async (kind) => ({ kind, events: await sampleOne(reader, kind, options, now) })),
	);
	return {
		events: samples.flatMap(({ events }) => events),
		missing: samples.flatMap(({ kind, events }) => (events.length === 0 ? [kind] : [])),
	};
}

/** Where the newest records stand that can be samples of an event. */
function listsOf(kind: EventKind, row: ResourceRow): Filter[] {
	const [inUse] = row.lists;
	if (EVENTS[kind].watch !== 'payment' || row.status?.openLists === undefined) return [inUse];
	const { filter } = row.status.openLists;
	return ['Partial-Paid', ...row.status.final].map((status) => ({ ...inUse, [filter]: status }));
}

async function sampleOne(
	reader: Reader,
	kind: EventKind,
	options: TriggerOptions,
	now: string,
): Promise<TriggerEvent[]> {
	const row = RESOURCES[EVENTS[kind].resource];
	const pages = await Promise.all(listsOf(kind, row).map((filter) => reader.page(row.name, filter, 1)));
	const ids = pages
		.flatMap(({ records }) => records.map((record) => record[row.idField]))
		.filter((id): id is number => typeof id === 'number')
		.sort((a, b) => b - a)
		.slice(0, CANDIDATES);
	const events: TriggerEvent[] = [];
	for (const id of ids) {
		if (events.length >= SAMPLES) break;
		// One at a time: most often the first few are all that is needed.
		const record = await reader.get(row.name, id);
		if (record !== 'gone') events.push(...showAs(kind, row, id, record, options, now));
	}
	return events;
}

function showAs(
	kind: EventKind,
	row: ResourceRow,
	id: number,
	record: BillingRecord,
	options: TriggerOptions,
	now: string,
): TriggerEvent[] {
	const { watch } = EVENTS[kind];
	const status = statusOf(record, row);
	if (watch === 'status') {
		const eventId = `${row.name}:${id}:status:1:${status}`;
		return status === undefined ? [] : [{ event: kind, eventId, detectedAt: now, record, status }];
	}
	const look: Look = {
		id,
		standing: 'new',
		entry: undefined,
		record,
		status,
		isListed: true,
		listRecord: undefined,
	};
	const { changes } = WATCHES[watch].step(look, { kind, row, options, now });
	return changes.slice(-1).map(({ event }) => event);
}
