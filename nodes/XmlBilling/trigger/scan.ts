/**
 * The reading of one resource's lists, page by page, in stages: what the records are numbered up to, in use first and
 * then the others (at a baseline only), the list of those in use, the other lists together with those that show which
 * records can still change, and last the others by date (in a backfill only). A record that is archived meanwhile is
 * seen in the later of two lists. A scan asks for pages (`nextRequests`) and takes their answers (`absorb`); it reads
 * nothing itself.
 */
import type { BillingRecord, EventKind, TriggerOptions } from './events';
import type { Filter, ResourceName, ResourceRow } from './resources';
import { EVENT_KINDS, EVENTS } from './events';
import { RESOURCES } from './resources';
import { type ListMemory, type Part, readIds, type State, writeIds } from './state';
import { type Look, type Setting, type Standing, statusOf, type Verdict, DETECTORS } from './detectors';

/** One answer to a list request. Nothing found is an empty page with no pages and a total of 0. */
export interface ListPage {
	records: readonly BillingRecord[];
	totalPages: number;
	/** How many records match in all. */
	total: number;
}

/**
 * `prelude` learns identifiers only; `find` looks for new records; `dated` takes all records as backfill; `watch` looks
 * at records that can still change.
 */
type Role = 'prelude' | 'find' | 'dated' | 'watch';

export interface PageRequest {
	role: Role;
	/** Which of the resource's lists. */
	list: number;
	page: number;
	/** Narrowed to one status. */
	status?: string;
	/** Which reading of the list it belongs to: answers to one that was given up are ignored. */
	attempt: number;
}

/** How far the reading of a list has come that has to be read without a gap. */
export interface Listing {
	/** How many records it said that it has; null before its first answer. */
	total: number | null;
	/** How many pages its first answer said that it has. */
	pages: number;
	attempt: number;
	/** Its page 1 ascends: it is read from its last page backwards, so that the newest records come first all the same. */
	isOldestFirst: boolean;
	/** How many records were read that stood in that order without exception; -1 once there was an exception. */
	run: number;
	/** Where the list is oldest first, no page may go below its page 1. */
	floor: number;
	/** The lowest of the records read so far, page 1 of a list that is oldest first left out. */
	lowest: number;
	top: number;
	/** Records that are newer than the newest of the last reading. */
	arrivals: number;
	/** The rest of its pages is asked for. */
	isWhole: boolean;
	/** A poll was cut short in it, and it has been begun anew since. */
	isResumed: boolean;
}

/** Where a scan is: what the state keeps of it when a poll has to stop. Plain data. */
export interface Place {
	resource: ResourceName;
	stage: number;
	queue: PageRequest[];
	listings: Record<string, Listing>;
	restarts: number;
	/** All records in use are listed to see the ones that can change, instead of one list for each status. */
	listsAll: boolean;
	/** The service was seen not to heed the status that a list is asked for. */
	ignoresStatus: boolean;
	/** The records of the list in use tell their status. */
	tellsStatus: boolean;
	glimpsed: number;
	/** Records above this are left for the next scan: they appeared while the lists were being read. */
	bound: number;
	/** Records to report as backfill; these three as `writeIds` writes them. */
	dated: string;
	/** Watched records that no list has shown yet. */
	unseen: string;
	/** Records that have to be looked at. */
	todo: string;
}

export interface Sighting {
	record: BillingRecord;
	/** As the record tells, else that of the list it stood in; undefined where lists by different statuses show it. */
	status: string | undefined;
}

export interface Scan {
	row: ResourceRow;
	parts: ReadonlyArray<[EventKind, Part]>;
	options: TriggerOptions;
	now: string;
	memory: ListMemory | undefined;
	place: Omit<Place, 'dated' | 'unseen' | 'todo'>;
	dated: Set<number>;
	unseen: Set<number>;
	todo: Set<number>;
	sightings: Map<number, Sighting>;
	/** The one status by which lists show a record that does not tell it; undefined where there are several. */
	attributions: Map<number, string | undefined>;
	/** The identifiers on the first page of each list by one status whose records tell none, as text. */
	firstPages: Map<string, string>;
}

/** How many requests may be asked for at once. */
export const BATCH_SIZE = 20;

/** How many records in a row have to stand in one order before the rest of a list is taken to stand so. */
export const ORDER_EVIDENCE = 32;

/** How often a scan begins a list anew that changed while being read. */
export const MAX_RESTARTS = 3;

const READING_DONE = 5;

/** A scan of a resource, from its beginning or from the place that was kept of it. */
export function openScan(
	resource: ResourceName,
	state: State,
	options: TriggerOptions,
	now: string,
	kept?: Place,
): Scan {
	const parts = EVENT_KINDS.flatMap((kind): Array<[EventKind, Part]> => {
		const part = EVENTS[kind].resource === resource ? state.parts[kind] : undefined;
		return part ? [[kind, part]] : [];
	});
	const watched = parts.flatMap(([, { watched: entries, late }]) => [
		...Object.keys(entries).map(Number),
		...late,
	]);
	const memory = state.lists[resource];
	const known = Math.max(memory?.glimpsed ?? 0, ...parts.map(([, part]) => part.high ?? 0));
	const { dated, unseen, todo, ...place } = kept ?? {
		resource,
		stage: -1,
		queue: [],
		listings: {},
		restarts: 0,
		listsAll: false,
		ignoresStatus: false,
		tellsStatus: true,
		glimpsed: known,
		bound: known,
		dated: '',
		unseen: undefined,
		todo: '',
	};
	return {
		row: RESOURCES[resource],
		parts,
		options,
		now,
		memory,
		place: { ...place, restarts: 0 },
		dated: new Set(readIds(dated)),
		unseen: new Set(unseen === undefined ? watched : readIds(unseen)),
		todo: new Set(readIds(todo)),
		sightings: new Map(),
		attributions: new Map(),
		firstPages: new Map(),
	};
}

/** What the state keeps of a scan that has to stop. */
export const closeScan = (scan: Scan): Place => ({
	...scan.place,
	ignoresStatus: ignoresStatus(scan),
	dated: writeIds(scan.dated),
	unseen: writeIds(scan.unseen),
	todo: writeIds(scan.todo),
});

/** Whether lists by different statuses show the same, so that standing in one of them tells no status. */
export function ignoresStatus({ place, firstPages }: Scan): boolean {
	const pages = [...firstPages.values()];
	return place.ignoresStatus || (pages.length > 1 && pages.every((page) => page === pages[0]));
}

/** The pages to read next, which may be read side by side; none once the lists are read, or given up. */
export function nextRequests(scan: Scan): PageRequest[] {
	const { place } = scan;
	if (isRestless(scan)) return [];
	while (place.queue.length === 0 && place.stage < READING_DONE) {
		place.stage++;
		place.queue = stageRequests(scan);
	}
	return place.queue.slice(0, BATCH_SIZE);
}

/** The list changed again and again while it was being read: nothing that was read can be relied on. */
export const isRestless = ({ place }: Scan): boolean => place.restarts > MAX_RESTARTS;

/** The filter of a page request: the list's own, and what narrows it. */
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
	const { row, parts, place } = scan;
	const first = { page: 1, attempt: 0 };
	const others = row.lists.map((_, list) => list).slice(1);
	const hasPrelude = others.length > 0 && parts.some(([, part]) => part.high === null);
	const prelude = (list: number): PageRequest => ({ ...first, role: 'prelude', list });
	if (place.stage === 0) return hasPrelude ? [prelude(0)] : [];
	if (place.stage === 1) return hasPrelude ? others.map(prelude) : [];
	if (place.stage === 2) return [{ ...first, role: 'find', list: 0 }];
	const backfills = row.dateFilter !== undefined && parts.some(([, part]) => part.backfill);
	const dated = (list: number): PageRequest => ({ ...first, role: 'dated', list });
	if (place.stage === 4) return backfills ? others.map(dated) : [];
	if (place.stage > 4) return [];
	const statuses = place.listsAll ? [] : withControl(scan, openStatuses(scan));
	return [
		...others.map((list): PageRequest => ({ ...first, role: 'find', list })),
		...(backfills ? [dated(0)] : []),
		...statuses.map((status): PageRequest => ({ ...first, role: 'watch', list: 0, status })),
	];
}

/** A list by one status alone cannot show whether the service heeds it; a second one can. */
function withControl({ row, place }: Scan, wanted: readonly string[]): readonly string[] {
	const { statuses = [], broad = [] } = row.status?.openLists ?? {};
	const isTelling = wanted.length !== 1 || place.tellsStatus;
	const control = statuses.filter((status) => !broad.includes(status) && !wanted.includes(status));
	return isTelling ? wanted : [...wanted, ...control.slice(0, 1)];
}

/** The statuses of which every record has to be seen. A resource without lists by status has one, `all`. */
export function openStatuses(scan: Scan): readonly string[] {
	const wanted = scan.parts.map(([kind, part]) =>
		DETECTORS[EVENTS[kind].detector].statuses(
			settingOf(scan, kind),
			part.high === null,
			Object.keys(part.watched).length > 0,
		),
	);
	if (wanted.includes('all')) return scan.row.status?.openLists?.statuses ?? ['all'];
	return [...new Set(wanted.flat())];
}

export const settingOf = ({ row, options, now }: Scan, kind: EventKind): Setting => ({
	kind,
	row,
	options,
	now,
});

/** What a part sees when it looks at a record, in the list or, where it was read singly, in full. */
export function lookAt(
	scan: Scan,
	part: Part,
	id: number,
	sighting: Sighting | undefined,
	read?: BillingRecord,
): Look {
	const record = read ?? sighting?.record ?? {};
	return {
		id,
		standing: isTooOld(part, record) ? 'baseline' : standingOf(scan, part, id),
		entry: part.watched[id],
		record,
		status: read === undefined ? statusSeen(scan, sighting) : statusOf(read, scan.row),
		isListed: !scan.unseen.has(id),
		listRecord: sighting?.record,
	};
}

/** The status by which a record was seen. What only its list told counts for nothing where lists ignore statuses. */
function statusSeen(scan: Scan, sighting: Sighting | undefined): string | undefined {
	if (sighting === undefined) return undefined;
	const isOwn = sighting.status === statusOf(sighting.record, scan.row);
	return isOwn || !ignoresStatus(scan) ? sighting.status : undefined;
}

/** A service that does not heed the date it is asked for lists older records, too. */
const isTooOld = ({ high, backfill }: Part, { date }: BillingRecord): boolean =>
	high === null && backfill !== undefined && typeof date === 'string' && date.slice(0, 10) < backfill.from;

/** Whether the record has appeared since the part's baseline, and is not dealt with. */
export const isNewTo = (scan: Scan, part: Part, id: number): boolean => standingOf(scan, part, id) === 'new';

function standingOf({ dated }: Scan, part: Part, id: number): Standing {
	const { high, floor, recent, late, backfill } = part;
	if (late.includes(id)) return 'new';
	if (high !== null) return id > floor && !recent.includes(id) ? 'new' : 'known';
	if (backfill === undefined) return 'baseline';
	if (id <= backfill.reached) return 'known';
	return dated.has(id) ? 'new' : 'baseline';
}

/** What the list record is worth to a part. */
export const judge = (scan: Scan, kind: EventKind, part: Part, id: number, sighting: Sighting): Verdict =>
	DETECTORS[EVENTS[kind].detector].judge(lookAt(scan, part, id, sighting), settingOf(scan, kind));

/** Whether a record has to be read singly, or whether what the lists say of it is enough, or of no interest. */
export function judgeAll(scan: Scan, id: number): Verdict {
	const sighting = scan.sightings.get(id);
	if (sighting === undefined) return 'read';
	const verdicts = scan.parts.map(([kind, part]) => judge(scan, kind, part, id, sighting));
	return verdicts.includes('read') ? 'read' : verdicts.includes('enough') ? 'enough' : 'ignore';
}
