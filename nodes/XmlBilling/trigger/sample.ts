import { EVENTS, passesFilters } from './events';
import { RESOURCES } from './resources';
import type { BillingRecord, EventKind, TriggerEvent, TriggerOptions } from './events';
import type { Filter, ResourceRow } from './resources';
import type { Reader } from './run';
import { DETECTORS } from './detectors';
import { statusOf, type Observation } from './detectors/detector';

/** How many samples of an event are shown, and how many records are read at most to find them. */
export const SAMPLES = 3;
const CANDIDATES = 10;

export interface SampleResult {
	events: TriggerEvent[];
	/** The chosen events that no record can be shown as. */
	missing: EventKind[];
}

/**
 * For a manual test: real, recent records that pass the filters, newest first, as the chosen events would report them. It
 * needs no state and makes none. A status change has an empty previous status, since no list shows it. `now` is as for
 * `poll`. Rejects only if the reader does.
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

/** The filters of the lists with records that can be samples of an event. */
function listsOf(kind: EventKind, row: ResourceRow, { filters }: TriggerOptions): Filter[] {
	const { status, hasClient } = row;
	const { detector } = EVENTS[kind];
	const isNarrow = hasClient === true && filters?.clientId !== undefined;
	const inUse = { ...row.lists[0], ...(isNarrow && { client_id: String(filters.clientId) }) };
	if (status?.openLists === undefined || (detector !== 'payment' && detector !== 'overdue')) return [inUse];
	const { filter, statuses } = status.openLists;
	const words =
		detector === 'payment'
			? ['Partial-Paid', ...status.final]
			: statuses.filter((word) => word !== status.draft);
	return words.map((word) => ({ ...inUse, [filter]: word }));
}

async function sampleOne(
	reader: Reader,
	kind: EventKind,
	options: TriggerOptions,
	now: string,
): Promise<TriggerEvent[]> {
	const row = RESOURCES[EVENTS[kind].resource];
	const filters = listsOf(kind, row, options);
	const pages = await Promise.all(filters.map((filter) => reader.page(row.name, filter, 1)));
	const ids = pages
		.flatMap(({ records }) => records.map((record) => record[row.idField]))
		.filter((id): id is number => typeof id === 'number')
		// Overdue invoices are old.
		.sort((a, b) => (EVENTS[kind].detector === 'overdue' ? a - b : b - a))
		.slice(0, CANDIDATES);
	const events: TriggerEvent[] = [];
	for (const id of ids) {
		if (events.length >= SAMPLES) break;
		// One at a time, since the first few are usually enough.
		const record = await reader.get(row.name, id);
		const shown = typeof record === 'string' ? [] : showAs(kind, row, id, record, options, now);
		events.push(...shown.filter((event) => passesAsSample(event, options)));
	}
	return events;
}

/** No sample shows its previous status. */
const passesAsSample = (event: TriggerEvent, { filters }: TriggerOptions): boolean =>
	passesFilters(event, { ...filters, statusFrom: {} });

function showAs(
	kind: EventKind,
	row: ResourceRow,
	id: number,
	record: BillingRecord,
	options: TriggerOptions,
	now: string,
): TriggerEvent[] {
	const { detector } = EVENTS[kind];
	const status = statusOf(record, row);
	if (detector === 'status') {
		const eventId = `${row.name}:${id}:status:1:${status}`;
		const event = { event: kind, eventId, detectedAt: now, record };
		// A draft has usually never had another status.
		const isShown = status !== undefined && status !== row.status?.draft;
		return isShown ? [{ ...event, previousStatus: '', status }] : [];
	}
	const seen: Observation = {
		id,
		novelty: 'new',
		entry: undefined,
		record,
		status,
		isListed: true,
		listRecord: undefined,
	};
	const { changes } = DETECTORS[detector].detect(seen, { kind, row, options, now });
	return changes.slice(-1).map(({ event }) => event);
}
