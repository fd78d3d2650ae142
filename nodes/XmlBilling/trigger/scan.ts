/** What one poll sees of one resource, and what each event makes of it. */
import { changed } from './events/changed';
import { created, ended, status } from './events/status';
import { isFull, statusOf, type Detection, type Detector, type Novelty } from './events/detector';
import { payment, removal } from './events/payment';
import { reminder } from './events/reminder';
import {
	EVENT_KINDS,
	EVENTS,
	type DetectorName,
	type EventKind,
	type TriggerOptions,
	type WatchedRecord,
	WATCHED_RESOURCES,
	type Filter,
	type ResourceName,
	type ResourceRow,
} from './events/events';
import { isEntry, UNREAD, type EventMemory, type ListMemory, type State } from './state';

export const DETECTORS: Readonly<Record<DetectorName, Detector>> = {
	created,
	changed,
	payment,
	removal,
	status,
	reminder,
	ended,
};

/** One answer to a list request. If nothing was found, it has no records and no pages, and its total is 0. */
export interface ListPage {
	records: readonly WatchedRecord[];
	totalPages: number;
	/** The number of matching records on all pages. */
	total: number;
}

/** A full record, unless it doesn't exist or the service refuses it now. */
export type RecordAnswer = WatchedRecord | 'gone' | 'unreadable';

/** How a poll reads. A read that rejects ends the poll, and the saved state stays as it was. */
export interface RecordReader {
	/** One page of a list, with up to 100 records, counted from 1. If nothing is found (404), the page is empty. */
	page(resource: ResourceName, filter: Filter, page: number): Promise<ListPage>;
	/** One record, including its identifier. */
	get(resource: ResourceName, id: number): Promise<RecordAnswer>;
	/** Whether the poll must stop. */
	isOutOfTime(): boolean;
}

export interface Scan {
	reader: RecordReader;
	row: ResourceRow;
	parts: ReadonlyArray<[EventKind, EventMemory]>;
	options: TriggerOptions;
	/** When the poll began. */
	now: string;
	memory: ListMemory | undefined;
	/** What payments remember of the invoices that were settled last, the latest at the end. */
	settled: Map<number, string>;
	/** Records above this appeared while the first poll of an event read, and are left for the next one. */
	bound: number;
	/** The highest identifier that a list showed. */
	top: number;
	/** The records to look at, as the last list showed them. */
	sightings: Map<number, WatchedRecord>;
	/** Watched records that no list of open ones has shown. */
	unseen: Set<number>;
	/** The records that Start From asks for. */
	dated: Set<number>;
	/** Why the lists are unreliable, and whether so much that nothing can be made of them. */
	trouble?: string;
	isUnstable?: boolean;
}

export function openScan(
	reader: RecordReader,
	resource: ResourceName,
	state: State,
	options: TriggerOptions,
	now: string,
): Scan {
	const parts: Array<[EventKind, EventMemory]> = [];
	for (const kind of EVENT_KINDS) {
		const part = state.parts[kind];
		if (part !== undefined && EVENTS[kind].resource === resource) parts.push([kind, part]);
	}
	return {
		reader,
		row: WATCHED_RESOURCES[resource],
		parts,
		options,
		now,
		memory: state.lists[resource],
		settled: new Map(state.settled),
		bound: Infinity,
		top: 0,
		sightings: new Map(),
		unseen: new Set(parts.flatMap(([, { watched }]) => Object.keys(watched).map(Number))),
		dated: new Set(),
	};
}

/** Whether the record is news to an event, as far as its identifier shows. */
export function noveltyOf({ dated }: Scan, part: EventMemory, id: number): Novelty {
	if (part.watched[id] === UNREAD.new) return 'new';
	if (part.watched[id] === UNREAD.baseline) return 'baseline';
	if (part.recent.includes(id)) return 'known';
	if (id > (part.floor ?? Infinity)) return 'new';
	if (!part.isBaseline) return 'known';
	return part.from !== undefined && dated.has(id) ? 'new' : 'baseline';
}

/** What each event makes of a record. */
export interface Look {
	id: number;
	/** Whether it is news to any event. */
	isNew: boolean;
	found: ReadonlyArray<{ part: EventMemory; novelty: Novelty; detection: Detection | 'read' }>;
}

/** What each event makes of a record as a list showed it or, if it was `read` singly, in full. */
export function look(scan: Scan, id: number, read?: WatchedRecord): Look {
	const { row, options, now } = scan;
	const listRecord = scan.sightings.get(id);
	const record = read ?? listRecord;
	const found = scan.parts.map(([kind, part]) => {
		const novelty = noveltyOf(scan, part, id);
		if (record === undefined) return { part, novelty, detection: 'read' as const };
		const entry = part.watched[id];
		const detection = DETECTORS[EVENTS[kind].detector](
			{
				id,
				novelty,
				entry: isEntry(entry) ? entry : undefined,
				former: novelty === 'known' && !part.settledBefore?.includes(id) ? scan.settled.get(id) : undefined,
				remindedPolls: part.remindedPolls ?? 0,
				record,
				status: statusOf(record, row),
				isListed: !scan.unseen.has(id),
				listRecord,
				isRead: read !== undefined,
			},
			{ kind, row, options, now },
		);
		// An event carries a full record.
		const isEnough = read !== undefined || detection === 'read' || detection.events.length === 0;
		return { part, novelty, detection: isEnough || isFull(record, row) ? detection : ('read' as const) };
	});
	return { id, isNew: found.some(({ novelty }) => novelty === 'new'), found };
}
