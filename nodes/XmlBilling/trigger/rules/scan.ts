/**
 * A scan plans how to read one resource's lists: it names the pages to read next (`nextRequests`), and others apply the
 * answers (`applyPage`). It reads nothing itself. Its stages:
 *
 * - 0 and 1, at a baseline only: the highest identifiers, first of the records in use and then of the others.
 * - 2: the list of the records in use.
 * - 3: the other lists, if they are due, and those that show which records can still change. A record that is archived
 *   meanwhile is seen in the later of two lists.
 * - 4, in a backfill only: the other lists by date.
 */
import { minuteOf } from '../../xml/days';
import { DETECTORS } from './detectors';
import type { EventContext, Verdict } from './detectors/detector';
import {
	EVENT_KINDS,
	EVENTS,
	type WatchedRecord,
	type EventKind,
	type TriggerOptions,
} from '../events/events';
import { readIds, writeIds, type PageRequest, type ScanProgress } from './progress';
import { WATCHED_RESOURCES, type Filter, type ResourceName, type ResourceRow } from '../events/resources';
import type { ListMemory, EventMemory, State } from './state';

/** One answer to a list request. If nothing was found, it has no records and no pages, and its total is 0. */
export interface ListPage {
	records: readonly WatchedRecord[];
	totalPages: number;
	/** The number of matching records on all pages. */
	total: number;
}

/** A record as a list showed it, with each event's verdict. */
export interface Sighting {
	record: WatchedRecord;
	/** The status in the record, or else the status of its list; undefined if several lists contradict each other. */
	status: string | undefined;
	/** One for each of the scan's parts. */
	verdicts: readonly Verdict[];
}

export interface Scan {
	row: ResourceRow;
	parts: ReadonlyArray<[EventKind, EventMemory]>;
	options: TriggerOptions;
	now: string;
	memory: ListMemory | undefined;
	progress: Omit<ScanProgress, 'dated' | 'unseen' | 'todo'>;
	dated: Set<number>;
	unseen: Set<number>;
	todo: Set<number>;
	/** The latest sighting of each record in `todo`. */
	sightings: Map<number, Sighting>;
	/** The status under which lists show a record that doesn't show its own; undefined if there are several. */
	attributions: Map<number, string | undefined>;
}

/** How many requests may be sent at once. */
export const BATCH_SIZE = 20;

/** How often a scan restarts a list that changed while it was read. */
const MAX_RESTARTS = 3;

/** How long the other lists may go unread while nothing new is seen. */
const OTHERS_EVERY_MINUTES = 10;

const READING_DONE = 5;

/** Begins a scan of a resource, or resumes the one that was interrupted. */
export function openScan(
	resource: ResourceName,
	state: State,
	options: TriggerOptions,
	now: string,
	saved?: ScanProgress,
): Scan {
	const parts = EVENT_KINDS.flatMap((kind): Array<[EventKind, EventMemory]> => {
		const part = EVENTS[kind].resource === resource ? state.parts[kind] : undefined;
		return part ? [[kind, part]] : [];
	});
	const watched = parts.flatMap(([, { watched: entries, late }]) => [
		...Object.keys(entries).map(Number),
		...late,
	]);
	const memory = state.lists[resource];
	const known = Math.max(memory?.glimpsed ?? 0, ...parts.map(([, part]) => part.high ?? 0));
	const { dated, unseen, todo, ...progress } = saved ?? {
		resource,
		stage: -1,
		queue: [],
		listings: {},
		restarts: 0,
		listsAll: false,
		glimpsed: known,
		bound: known,
		dated: '',
		unseen: undefined,
		todo: '',
	};
	return {
		row: WATCHED_RESOURCES[resource],
		parts,
		options,
		now,
		memory,
		progress: { ...progress, restarts: 0 },
		dated: new Set(readIds(dated)),
		unseen: new Set(unseen === undefined ? watched : readIds(unseen)),
		todo: new Set(readIds(todo)),
		sightings: new Map(),
		attributions: new Map(),
	};
}

/** The saved form of a scan that has to be interrupted. */
export const closeScan = (scan: Scan): ScanProgress => ({
	...scan.progress,
	dated: writeIds(scan.dated),
	unseen: writeIds(scan.unseen),
	todo: writeIds(scan.todo),
});

/** The pages to read next, all at once; none when all lists are read or the scan has given up. */
export function nextRequests(scan: Scan): PageRequest[] {
	const { progress } = scan;
	if (isUnstable(scan)) return [];
	while (progress.queue.length === 0 && progress.stage < READING_DONE) {
		progress.stage++;
		progress.queue = stageRequests(scan);
	}
	return progress.queue.slice(0, BATCH_SIZE);
}

/** Whether a list kept changing while it was read, which makes the whole scan unreliable. */
export const isUnstable = ({ progress }: Scan): boolean => progress.restarts > MAX_RESTARTS;

/** The filter of a page request: the list's own, narrowed to a status or a date. */
export function filterOf({ row, parts }: Scan, { list, status, role }: PageRequest): Filter {
	const { openLists } = row.status ?? {};
	const from = parts.find(([, { backfill }]) => backfill)?.[1].backfill?.from;
	return {
		...row.lists[list],
		...(status !== undefined && openLists && { [openLists.filter]: status }),
		...(role === 'dated' && row.dateFilter && from && { [row.dateFilter]: from }),
	};
}

function stageRequests(scan: Scan): PageRequest[] {
	const { row, parts, progress } = scan;
	const requests = (role: PageRequest['role'], ...lists: number[]) =>
		lists.map((list): PageRequest => ({ page: 1, attempt: 0, role, list }));
	const others = row.lists.map((_, list) => list).slice(1);
	const hasPrelude = others.length > 0 && parts.some(([, part]) => part.high === null);
	const hasBackfill = row.dateFilter !== undefined && parts.some(([, part]) => part.backfill);
	if (progress.stage === 0) return hasPrelude ? requests('prelude', 0) : [];
	if (progress.stage === 1) return hasPrelude ? requests('prelude', ...others) : [];
	if (progress.stage === 2) return requests('find', 0);
	if (progress.stage === 4) return hasBackfill ? requests('dated', ...others) : [];
	if (progress.stage > 4) return [];
	const statuses = progress.listsAll ? [] : openStatuses(scan);
	return [
		...(mustReadOthers(scan) ? requests('find', ...others) : []),
		...(hasBackfill ? requests('dated', 0) : []),
		...statuses.flatMap((status) => requests('watch', 0).map((request) => ({ ...request, status }))),
	];
}

/**
 * Whether the other lists must be read: for a new record anywhere, or else every ten minutes. All that they alone would show
 * is a record that was archived or canceled before a poll saw it in use. It waits there: no floor passes its identifier until
 * a record as new has been known to two scans, and those read the lists.
 */
function mustReadOthers({ parts, progress, memory, now }: Scan): boolean {
	const isNew = parts.some(([, { high, floor }]) => high === null || progress.bound > floor);
	const minutes = minuteOf(now) - (memory?.othersRead ?? -Infinity);
	return isNew || !(minutes >= 0 && minutes < OTHERS_EVERY_MINUTES);
}

/** The statuses whose records must all be seen. For a resource that can't be listed by status, it is `all`. */
export function openStatuses(scan: Scan): readonly string[] {
	const wanted = scan.parts.map(([kind, part]) =>
		DETECTORS[EVENTS[kind].detector].statuses(
			contextOf(scan, kind),
			part.high === null,
			Object.keys(part.watched).length > 0,
		),
	);
	if (wanted.includes('all')) return scan.row.status?.openLists?.statuses ?? ['all'];
	return [...new Set(wanted.flat())];
}

export const contextOf = ({ row, options, now }: Scan, kind: EventKind): EventContext => ({
	kind,
	row,
	options,
	now,
});
