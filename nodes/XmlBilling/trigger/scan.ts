/**
 * The reading of one resource's lists, page by page, in stages: what the records are numbered up to, in use first and
 * then the others (at a baseline only), the list of those in use, and the other lists together with those that show
 * which records can still change. A record that is archived meanwhile is seen in the later of two lists. A scan asks for pages (`nextRequests`) and takes their answers (`absorb`); it reads nothing itself.
 */
import type { BillingRecord, EventKind, Filter, ResourceName, ResourceRow } from './events.ts';
import { EVENT_KINDS, EVENTS, RESOURCES } from './events.ts';
import type { ListMemory, Part, State } from './state.ts';
import type { TriggerOptions } from './events.ts';
import { type Look, type Setting, type Standing, statusOf, type Verdict, WATCHES } from './watches.ts';

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
interface Listing {
	/** How many records it said that it has; null before its first answer. */
	total: number | null;
	attempt: number;
	/** How many records were read that stood newest first without exception; -1 once there was an exception. */
	run: number;
	lowest: number;
	top: number;
	/** Records that are newer than the newest of the last reading. */
	arrivals: number;
	/** The rest of its pages is asked for. */
	isWhole: boolean;
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
	glimpsed: number;
	/** Records above this are left for the next scan: they appeared while the lists were being read. */
	bound: number;
	/** Records to report as backfill. */
	dated: number[];
	/** Watched records that no list has shown yet. */
	unseen: number[];
	/** Records that have to be looked at. */
	todo: number[];
}

interface Sighting {
	record: BillingRecord;
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
}

/** How many requests may be asked for at once. */
export const BATCH_SIZE = 20;

/** How many records in a row have to stand newest first before the rest of a list is taken to stand so. */
export const ORDER_EVIDENCE = 32;

/** How often a scan begins a list anew that changed while being read. */
export const MAX_RESTARTS = 3;

const READING_DONE = 4;

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
	const watched = parts.flatMap(([, part]) => Object.keys(part.watched).map(Number));
	const memory = state.lists[resource];
	const known = Math.max(memory?.glimpsed ?? 0, ...parts.map(([, part]) => part.high ?? 0));
	const { dated, unseen, todo, ...place } = kept ?? {
		resource,
		stage: -1,
		queue: [],
		listings: {},
		restarts: 0,
		listsAll: false,
		glimpsed: known,
		bound: known,
		dated: [],
		unseen: watched,
		todo: [],
	};
	return {
		row: RESOURCES[resource],
		parts,
		options,
		now,
		memory,
		place: { ...place, restarts: 0 },
		dated: new Set(dated),
		unseen: new Set(unseen),
		todo: new Set(todo),
		sightings: new Map(),
	};
}

/** What the state keeps of a scan that has to stop. */
export const closeScan = ({ place, dated, unseen, todo }: Scan): Place => ({
	...place,
	dated: [...dated],
	unseen: [...unseen],
	todo: [...todo],
});

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
	if (place.stage > 3) return [];
	const backfills = row.dateFilter !== undefined && parts.some(([, part]) => part.backfill);
	const statuses = place.listsAll ? [] : openStatuses(scan);
	return [
		...others.map((list): PageRequest => ({ ...first, role: 'find', list })),
		...(backfills ? [0, ...others] : []).map((list): PageRequest => ({ ...first, role: 'dated', list })),
		...statuses.map((status): PageRequest => ({ ...first, role: 'watch', list: 0, status })),
	];
}

/** The statuses of which every record has to be seen. A resource without lists by status has one, `all`. */
function openStatuses(scan: Scan): readonly string[] {
	const wanted = scan.parts.map(([kind, part]) =>
		WATCHES[EVENTS[kind].watch].statuses(
			settingOf(scan, kind),
			part.high === null,
			Object.keys(part.watched).length > 0,
		),
	);
	if (wanted.includes('all')) return scan.row.status?.openLists?.statuses ?? ['all'];
	return [...new Set(wanted.flat())];
}

/** Whether listing all records in use takes fewer requests than listing them by status. Else statuses must be told. */
function listsAllIsCheaper(scan: Scan, { records, totalPages }: ListPage): boolean {
	const statuses = openStatuses(scan);
	if (statuses.length === 0) return false;
	if (scan.row.status?.openLists === undefined) return true;
	const watched = Math.max(...scan.parts.map(([, part]) => Object.keys(part.watched).length));
	const pages = statuses.length + Math.floor(watched / Math.max(1, records.length));
	return totalPages <= pages && records.every((record) => statusOf(record, scan.row) !== undefined);
}

export const settingOf = ({ row, options, now }: Scan, kind: EventKind): Setting => ({
	kind,
	row,
	options,
	now,
});

const idOf = (record: BillingRecord, row: ResourceRow): number | undefined => {
	const id = record[row.idField];
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** Takes the answer to a page request. Returns false if records were in it that have no identifier. */
export function absorb(scan: Scan, request: PageRequest, page: ListPage): boolean {
	const { place, row } = scan;
	place.queue = place.queue.filter((queued) => queued !== request);
	const ids = page.records.map((record) => idOf(record, row)).filter((id) => id !== undefined);
	const isCurrent = request.role === 'watch' || absorbListing(scan, request, page, ids);
	if (isCurrent) {
		for (const record of page.records) {
			const id = idOf(record, row);
			if (id !== undefined) sight(scan, request, id, record);
		}
	}
	if (request.role === 'watch' && request.status !== undefined && request.page === 1) {
		pushPages(scan, request, 2, page.totalPages);
	}
	return ids.length === page.records.length;
}

function pushPages({ place }: Scan, request: PageRequest, from: number, to: number): void {
	for (let page = from; page <= to; page++) place.queue.push({ ...request, page });
}

/** Follows a list that must be read without a gap, and asks for its next pages. False: the answer is void. */
function absorbListing(scan: Scan, request: PageRequest, page: ListPage, ids: number[]): boolean {
	const { place, memory } = scan;
	const key = `${request.role}${request.list}`;
	const listing = (place.listings[key] ??= newListing(request.attempt));
	if (listing.attempt !== request.attempt) return false;
	listing.total ??= page.total;
	if (listing.total !== page.total) {
		restart(place, request, key);
		return false;
	}
	follow(listing, ids, memory?.top ?? 0);
	const isInUse = request.list === 0;
	if (isInUse || request.role === 'prelude') place.bound = Math.max(place.bound, ...ids);
	if (isInUse && request.role === 'find' && request.page === 1)
		place.listsAll = listsAllIsCheaper(scan, page);
	if (listing.isWhole || request.page >= page.totalPages) return true;

	const next = request.page + 1;
	const isOrdered = listing.run >= 0 && memory?.unordered !== true && request.role !== 'dated';
	const isKnown = listing.run >= ORDER_EVIDENCE && ids.every((id) => id <= lowestHigh(scan, request));
	const isWanted = isInUse && (hasGrown(listing, memory) || isWatchBaseline(scan));
	if (isOrdered && isKnown && !isWanted) {
		if (isInUse && place.listsAll) pushPages(scan, { ...request, role: 'watch' }, next, page.totalPages);
		return true;
	}
	listing.isWhole = !isOrdered || isKnown;
	pushPages(scan, request, next, listing.isWhole ? page.totalPages : next);
	return true;
}

const newListing = (attempt: number): Listing => ({
	total: null,
	attempt,
	run: 0,
	lowest: Infinity,
	top: 0,
	arrivals: 0,
	isWhole: false,
});

function follow(listing: Listing, ids: number[], lastTop: number): void {
	const isFalling = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? Infinity));
	const lowest = Math.min(...ids);
	const isInOrder = listing.run >= 0 && isFalling && lowest <= listing.lowest;
	listing.run = isInOrder ? listing.run + ids.length : -1;
	listing.lowest = Math.min(listing.lowest, lowest);
	listing.top = Math.max(listing.top, ...ids);
	listing.arrivals += ids.filter((id) => id > lastTop).length;
}

/** Begins a list anew: its number of records changed, so a record may have moved to a page that was read before. */
function restart(place: Scan['place'], request: PageRequest, key: string): void {
	const attempt = request.attempt + 1;
	const isQueued = ({ role, list }: PageRequest) => role === request.role && list === request.list;
	place.restarts++;
	place.listings[key] = newListing(attempt);
	place.queue = place.queue.filter((queued) => !isQueued(queued));
	place.queue.push({ ...request, page: 1, attempt });
}

/** Up to where the records are known to all parts that look for new ones. */
const lowestHigh = ({ parts }: Scan, { role }: PageRequest): number =>
	role === 'prelude' ? Infinity : Math.min(...parts.map(([, part]) => part.high ?? Infinity));

/** More records joined the list than stand at its top, so it is not in the order that it seems to be in. */
const hasGrown = ({ total, arrivals }: Listing, memory: ListMemory | undefined): boolean =>
	memory !== undefined && (total ?? 0) > memory.total + arrivals;

/** Records in use are listed for the first time to see which can change: none of them may be missed. */
const isWatchBaseline = ({ place, parts }: Scan): boolean =>
	place.listsAll && parts.some(([, part]) => part.high === null);

/** Notes a record that has to be looked at. Its latest sighting is the one that counts. */
function sight(scan: Scan, request: PageRequest, id: number, record: BillingRecord): void {
	const { place, parts, todo, sightings } = scan;
	const status = statusOf(record, scan.row) ?? request.status;
	place.glimpsed = Math.max(place.glimpsed, id);
	if (request.role === 'prelude') return;
	if (request.role === 'dated') scan.dated.add(id);
	const isWatching = request.role === 'watch' || (request.list === 0 && place.listsAll);
	if (isWatching) scan.unseen.delete(id);
	const isNews =
		request.role === 'dated' ||
		parts.some(([, part]) => part.high !== null && id > part.high) ||
		(isWatching &&
			parts.some(([kind, part]) => judge(scan, kind, part, id, { record, status }) !== 'ignore'));
	if (isNews || todo.has(id)) {
		todo.add(id);
		sightings.set(id, { record, status });
	}
}

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
		standing: standingOf(scan, part, id),
		entry: part.watched[id],
		record,
		status: read === undefined ? sighting?.status : statusOf(read, scan.row),
		isListed: !scan.unseen.has(id),
		listRecord: sighting?.record,
	};
}

function standingOf({ dated }: Scan, { high, backfill }: Part, id: number): Standing {
	if (high !== null) return id > high ? 'new' : 'known';
	return backfill !== undefined && dated.has(id) && id > backfill.reached ? 'new' : 'baseline';
}

const judge = (scan: Scan, kind: EventKind, part: Part, id: number, sighting: Sighting): Verdict =>
	WATCHES[EVENTS[kind].watch].judge(lookAt(scan, part, id, sighting), settingOf(scan, kind));

/** Whether a record has to be read singly, or whether what the lists say of it is enough, or of no interest. */
export function judgeAll(scan: Scan, id: number): Verdict {
	const sighting = scan.sightings.get(id);
	if (sighting === undefined || scan.unseen.has(id)) return 'read';
	const verdicts = scan.parts.map(([kind, part]) => judge(scan, kind, part, id, sighting));
	return verdicts.includes('read') ? 'read' : verdicts.includes('enough') ? 'enough' : 'ignore';
}
