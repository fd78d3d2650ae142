/** The taking in of one answer to a page request: what it shows, and which pages are to be asked for next. */
import type { BillingRecord, ResourceRow } from './events';
import {
	judge,
	type Listing,
	type ListPage,
	openStatuses,
	ORDER_EVIDENCE,
	type PageRequest,
	type Scan,
} from './scan';
import type { ListMemory } from './state';
import { statusOf } from './watches';

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
	const key = keyOf(request);
	const listing = (place.listings[key] ??= newListing(request.attempt, false));
	if (listing.attempt !== request.attempt) return false;
	listing.total ??= page.total;
	if (listing.total !== page.total) {
		place.restarts++;
		restart(place, request, listing.isResumed);
		return false;
	}
	follow(listing, ids, memory?.top ?? 0);
	const isInUse = request.role === 'find' && request.list === 0;
	if (isInUse || request.role === 'prelude') place.bound = Math.max(place.bound, ...ids);
	if (isInUse && request.page === 1) place.listsAll = listsAllIsCheaper(scan, page);
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

const keyOf = ({ role, list }: PageRequest): string => `${role}${list}`;

const newListing = (attempt: number, isResumed: boolean): Listing => ({
	total: null,
	attempt,
	run: 0,
	lowest: Number.MAX_SAFE_INTEGER,
	top: 0,
	arrivals: 0,
	isWhole: false,
	isResumed,
});

function follow(listing: Listing, ids: number[], lastTop: number): void {
	if (ids.length === 0) return;
	const isFalling = ids.every((id, index) => index === 0 || id < (ids[index - 1] ?? Infinity));
	const lowest = Math.min(...ids);
	const isInOrder = listing.run >= 0 && isFalling && lowest <= listing.lowest;
	listing.run = isInOrder ? listing.run + ids.length : -1;
	listing.lowest = Math.min(listing.lowest, lowest);
	listing.top = Math.max(listing.top, ...ids);
	listing.arrivals += ids.filter((id) => id > lastTop).length;
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

/** Whether listing all records in use takes fewer requests than listing them by status. Else statuses must be told. */
function listsAllIsCheaper(scan: Scan, { records, totalPages }: ListPage): boolean {
	const statuses = openStatuses(scan);
	if (statuses.length === 0) return false;
	if (scan.row.status?.openLists === undefined) return true;
	const watched = Math.max(...scan.parts.map(([, part]) => Object.keys(part.watched).length));
	const pages = statuses.length + Math.floor(watched / Math.max(1, records.length));
	return totalPages <= pages && records.every((record) => statusOf(record, scan.row) !== undefined);
}
