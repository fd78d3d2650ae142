/**
 * The taking in of one answer to a page request: what it shows, and which pages are to be asked for next.
 *
 * A list is read from its newest records on, and no further than its first wholly known page, where its order shows: one
 * that is newest first from page 1 on; one that is oldest first from its last page backwards, once page 1 has told its
 * order and its number of pages. Either way what joins the list is newer than all that was read, and backwards what
 * leaves it moves others only to pages that are still to be read: to page 1 too, which therefore is read again if the
 * reading gets there. A list in neither order is read whole.
 */
import type { BillingRecord } from './events';
import type { ResourceRow } from './resources';
import {
	ignoresStatus,
	isNewTo,
	judge,
	type Listing,
	type ListPage,
	openStatuses,
	ORDER_EVIDENCE,
	type PageRequest,
	type Scan,
} from './scan';
import type { ListMemory } from './state';
import { statusOf } from './detectors';

const idOf = (record: BillingRecord, row: ResourceRow): number | undefined => {
	const id = record[row.idField];
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
};

/** Takes the answer to a page request. Returns false if records were in it that have no identifier. */
export function applyPage(scan: Scan, request: PageRequest, page: ListPage): boolean {
	const { place, row } = scan;
	place.queue = place.queue.filter((queued) => queued !== request);
	const ids = page.records.map((record) => idOf(record, row)).filter((id) => id !== undefined);
	compareStatuses(scan, request, page);
	const isCurrent = request.role === 'watch' || applyListing(scan, request, page, ids);
	if (isCurrent) {
		for (const record of page.records) {
			const id = idOf(record, row);
			if (id !== undefined) sight(scan, request, id, record);
		}
	}
	if (request.role === 'watch' && request.page === 1 && isWanted(scan, request)) {
		pushPages(scan, request, pagesBetween(2, page.totalPages));
	}
	return ids.length === page.records.length;
}

/**
 * Keeps what tells whether the service heeds the status that it is asked for: no record has two, and none stands in the
 * list of another one.
 */
function compareStatuses({ firstPages, place, row }: Scan, request: PageRequest, page: ListPage): void {
	const { role, status } = request;
	const isBroad = status === undefined || row.status?.openLists?.broad.includes(status) !== false;
	const told = page.records.map((record) => statusOf(record, row));
	if (role !== 'watch' || isBroad || told.every((word) => word)) return;
	if (told.some((word) => word && word !== status)) place.ignoresStatus = true;
	const ids = page.records.flatMap((record) => idOf(record, row) ?? []);
	if (request.page === 1 && ids.length > 0) firstPages.set(status, ids.join());
}

/** A list that only shows whether statuses are heeded does so on its first page. */
const isWanted = (scan: Scan, { status }: PageRequest): boolean =>
	status !== undefined && openStatuses(scan).includes(status);

function pushPages({ place }: Scan, request: PageRequest, pages: number[]): void {
	for (const page of pages) place.queue.push({ ...request, page });
}

const pagesBetween = (first: number, last: number): number[] =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The pages that are left to read after one, in the order in which they are to be read. */
function pagesLeft({ isOldestFirst, pages }: Listing, page: number, isFarEnd: boolean): number[] {
	if (!isOldestFirst) return pagesBetween(page + 1, pages);
	return pagesBetween(1, isFarEnd && pages > 1 ? pages : page - 1).reverse();
}

/** Follows a list that must be read without a gap, and asks for its next pages. False: the answer is void. */
function applyListing(scan: Scan, request: PageRequest, page: ListPage, ids: number[]): boolean {
	const { place, memory } = scan;
	const key = keyOf(request);
	const listing = (place.listings[key] ??= newListing(request.attempt, false));
	if (listing.attempt !== request.attempt) return false;
	const isFirst = listing.total === null;
	if (isFirst) begin(listing, request, page, ids);
	if (listing.total !== page.total && !isOnlyLonger(listing, request, page)) {
		place.restarts++;
		restart(place, request, listing.isResumed);
		return false;
	}
	listing.total = page.total;
	if (listing.isWhole && !listing.isOldestFirst)
		pushPages(scan, request, pagesBetween(listing.pages + 1, page.totalPages));
	listing.pages = Math.max(listing.pages, page.totalPages);
	const isFarEnd = isFirst && listing.isOldestFirst;
	follow(listing, ids, memory?.top ?? 0, isFarEnd);
	const isInUse = isListInUse(request);
	if (isInUse || request.role === 'prelude') place.bound = Math.max(place.bound, ...ids);
	if (isInUse && isFirst) {
		place.listsAll = listsAllIsCheaper(scan, page);
		place.tellsStatus = page.records.every((record) => statusOf(record, scan.row));
	}
	if (!listing.isWhole) askOn(scan, request, listing, ids, isFarEnd);
	return true;
}

/** Asks for the next page of a list, for the rest of them, or for none. */
function askOn(scan: Scan, request: PageRequest, listing: Listing, ids: number[], isFarEnd: boolean): void {
	const { place, memory } = scan;
	const left = pagesLeft(listing, request.page, isFarEnd);
	if (left.length === 0) return;
	const isInUse = isListInUse(request);
	const isOrdered = listing.run >= 0 && memory?.unordered !== true && request.role !== 'dated';
	// A page without records shows nothing, and the far end of a list nothing of its newest records.
	const isTelling = ids.length > 0 && !isFarEnd && listing.run >= ORDER_EVIDENCE;
	const isKnown = isTelling && ids.every((id) => id <= lowestFloor(scan, request));
	const isWanted = isInUse && (hasGrown(listing, memory) || isWatchedWhole(scan));
	if (isOrdered && isKnown && !isWanted) {
		const unlisted = left.filter((number) => number > 1);
		if (isInUse && place.listsAll) pushPages(scan, { ...request, role: 'watch' }, unlisted);
		return;
	}
	listing.isWhole = !isOrdered || isKnown;
	pushPages(scan, request, listing.isWhole ? left : left.slice(0, 1));
}

/** What joins a list by date meanwhile is no backfill. Else one that takes several polls might never be read to its end. */
const isOnlyLonger = ({ isResumed, total }: Listing, { role }: PageRequest, page: ListPage): boolean =>
	role === 'dated' && isResumed && page.total > (total ?? 0);

const isListInUse = ({ role, list }: PageRequest): boolean => role === 'find' && list === 0;

const keyOf = ({ role, list }: PageRequest): string => `${role}${list}`;

const newListing = (attempt: number, isResumed: boolean): Listing => ({
	total: null,
	pages: 0,
	attempt,
	isOldestFirst: false,
	run: 0,
	floor: 0,
	lowest: Number.MAX_SAFE_INTEGER,
	top: 0,
	arrivals: 0,
	isWhole: false,
	isResumed,
});

/** What the first answer tells of the list. One by date is read whole anyway. */
function begin(
	listing: Listing,
	{ role }: PageRequest,
	{ total, totalPages }: ListPage,
	ids: number[],
): void {
	listing.total = total;
	listing.pages = totalPages;
	listing.isOldestFirst = role !== 'dated' && (ids[0] ?? 0) < (ids.at(-1) ?? 0);
}

/** Takes a page as evidence of the order. */
function follow(listing: Listing, ids: number[], lastTop: number, isFarEnd: boolean): void {
	if (ids.length === 0) return;
	const newestFirst = listing.isOldestFirst ? [...ids].reverse() : ids;
	const isFalling = newestFirst.every(
		(id, index) => index === 0 || id < (newestFirst[index - 1] ?? Infinity),
	);
	const lowest = Math.min(...ids);
	const isInOrder = isFalling && lowest >= listing.floor && lowest <= listing.lowest;
	listing.run = listing.run >= 0 && isInOrder ? listing.run + ids.length : -1;
	listing.top = Math.max(listing.top, ...ids);
	if (isFarEnd) {
		listing.floor = lowest;
		return;
	}
	// A record that moved to a page that was read later counts once.
	listing.arrivals += ids.filter((id) => id > lastTop && id < listing.lowest).length;
	listing.lowest = Math.min(listing.lowest, lowest);
}

/** Begins a list anew: its number of records changed, so a record may have moved to a page that was read before. */
function restart(place: Scan['place'], request: PageRequest, isResumed: boolean): void {
	const attempt = request.attempt + 1;
	const key = keyOf(request);
	place.listings[key] = newListing(attempt, isResumed);
	place.queue = place.queue.filter((queued) => keyOf(queued) !== key);
	place.queue.push({ ...request, page: 1, attempt });
}

/**
 * Takes up the lists that the last poll was cut short in. One without an order is begun anew, since too much may have
 * happened between two of its pages; only one that a whole poll cannot read is continued.
 */
export function resumeLists({ place }: Scan): void {
	for (const request of [...place.queue]) {
		const listing = place.listings[keyOf(request)];
		const isOrdered = listing !== undefined && !listing.isWhole && listing.run >= ORDER_EVIDENCE;
		if (listing && !isOrdered && !listing.isResumed) restart(place, request, true);
	}
}

/** Up to where no part looks for new records, not even for one that shows late. */
const lowestFloor = ({ parts }: Scan, { role }: PageRequest): number =>
	role === 'prelude'
		? Infinity
		: Math.min(...parts.map(([, { high, floor }]) => (high === null ? Infinity : floor)));

/** More records joined the list than stand at its newest end, so it is not in the order that it seems to be in. */
const hasGrown = ({ total, arrivals }: Listing, memory: ListMemory | undefined): boolean =>
	memory !== undefined && (total ?? 0) > memory.total + arrivals;

/**
 * Records in use are listed to see which can change, and none of them may be missed: at the first time, and where only
 * standing in the list shows that a record is not settled.
 */
const isWatchedWhole = ({ place, parts, row }: Scan): boolean =>
	place.listsAll && (row.status?.inUse === undefined || parts.some(([, part]) => part.high === null));

/** Notes a record that has to be looked at. Its latest sighting is the one that counts. */
function sight(scan: Scan, request: PageRequest, id: number, record: BillingRecord): void {
	const { place, parts, todo, sightings } = scan;
	const told = statusOf(record, scan.row);
	const status = request.status !== undefined && !told ? attributed(scan, id, request.status) : told;
	place.glimpsed = Math.max(place.glimpsed, id);
	if (request.role === 'prelude') return;
	if (request.role === 'dated') scan.dated.add(id);
	const isWatching = request.role === 'watch' || (request.list === 0 && place.listsAll);
	if (isWatching) scan.unseen.delete(id);
	const isNews =
		request.role === 'dated' ||
		parts.some(([, part]) => part.high !== null && isNewTo(scan, part, id)) ||
		(isWatching &&
			parts.some(([kind, part]) => judge(scan, kind, part, id, { record, status }) !== 'ignore'));
	if (isNews || todo.has(id)) {
		todo.add(id);
		sightings.set(id, { record, status });
	}
}

/** The status of a record that only the list tells in which it stands; undefined where another list tells otherwise. */
function attributed(scan: Scan, id: number, status: string): string | undefined {
	const { row, attributions } = scan;
	if (ignoresStatus(scan)) return undefined;
	const isKnown = attributions.has(id);
	const earlier = attributions.get(id);
	if (row.status?.openLists?.broad.includes(status)) return isKnown ? earlier : status;
	attributions.set(id, isKnown && earlier !== status ? undefined : status);
	return attributions.get(id);
}

/** Whether listing all records in use takes fewer requests than listing them by status. Else statuses must be told. */
function listsAllIsCheaper(scan: Scan, { records, totalPages }: ListPage): boolean {
	const statuses = openStatuses(scan);
	if (statuses.length === 0) return false;
	if (scan.row.status?.openLists === undefined) return true;
	const watched = Math.max(...scan.parts.map(([, part]) => Object.keys(part.watched).length));
	const pages = statuses.length + Math.floor(watched / Math.max(1, records.length));
	return totalPages <= pages && records.every((record) => Boolean(statusOf(record, scan.row)));
}
