/** Applies the answer to a page request: notes its records, and queues the pages to read next. */
import { statusOf } from './detectors/detector';
import type { WatchedRecord } from '../events/events';
import {
	begin,
	follow,
	hasGrown,
	isOnlyLonger,
	listKey,
	newListing,
	ORDER_EVIDENCE,
	pagesBetween,
	pagesLeft,
} from './listing';
import type { Listing, PageRequest } from './progress';
import type { ResourceRow } from '../events/resources';
import { openStatuses, type ListPage, type Scan } from './scan';
import { noteSighting } from './sightings';
import { isIdentifier } from '../../xml/shape';

const idOf = (record: WatchedRecord, row: ResourceRow): number | undefined => {
	const id = record[row.idField];
	return isIdentifier(id) ? id : undefined;
};

/** Applies the answer to a page request. Returns false if some of its records have no identifier. */
export function applyPage(scan: Scan, request: PageRequest, page: ListPage): boolean {
	const { progress, row } = scan;
	progress.queue = progress.queue.filter((queued) => queued !== request);
	const ids = page.records.map((record) => idOf(record, row)).filter((id) => id !== undefined);
	const isCurrent = request.role === 'watch' || applyListing(scan, request, page, ids);
	if (isCurrent) {
		for (const record of page.records) {
			const id = idOf(record, row);
			if (id !== undefined) noteSighting(scan, request, id, record);
		}
	}
	if (request.role === 'watch' && request.page === 1) {
		requestPages(scan, request, pagesBetween(2, page.totalPages));
	}
	return ids.length === page.records.length;
}

function requestPages({ progress }: Scan, request: PageRequest, pages: number[]): void {
	for (const page of pages) progress.queue.push({ ...request, page });
}

/** Applies a page to a list that must be read without gaps. Returns false if the answer must be ignored. */
function applyListing(scan: Scan, request: PageRequest, page: ListPage, ids: number[]): boolean {
	const { progress, memory } = scan;
	const listing = (progress.listings[listKey(request)] ??= newListing(request.attempt, false));
	if (listing.attempt !== request.attempt) return false;
	const isFirst = listing.total === null;
	if (isFirst) begin(listing, request, page, ids);
	if (listing.total !== page.total && !isOnlyLonger(listing, request, page)) {
		progress.restarts++;
		restart(progress, request, listing.isResumed);
		return false;
	}
	listing.total = page.total;
	if (listing.isWhole && !listing.isOldestFirst)
		requestPages(scan, request, pagesBetween(listing.pages + 1, page.totalPages));
	listing.pages = Math.max(listing.pages, page.totalPages);
	const isFarEnd = isFirst && listing.isOldestFirst;
	follow(listing, ids, memory?.top ?? 0, isFarEnd);
	const isInUse = isListInUse(request);
	if (isInUse || request.role === 'prelude') progress.bound = Math.max(progress.bound, ...ids);
	if (isInUse && isFirst) progress.listsAll = listsAllIsCheaper(scan, page);
	if (!listing.isWhole) continueListing(scan, request, listing, ids, isFarEnd);
	return true;
}

/** Requests the next page of a list, all remaining pages, or none. */
function continueListing(
	scan: Scan,
	request: PageRequest,
	listing: Listing,
	ids: number[],
	isFarEnd: boolean,
): void {
	const { progress, memory } = scan;
	const left = pagesLeft(listing, request.page, isFarEnd);
	if (left.length === 0) return;
	const isInUse = isListInUse(request);
	const isOrdered = listing.run >= 0 && memory?.unordered !== true && request.role !== 'dated';
	// An empty page proves nothing, and the far end of a list says nothing about its newest records.
	const isEvidence = ids.length > 0 && !isFarEnd && listing.run >= ORDER_EVIDENCE;
	const isKnown = isEvidence && ids.every((id) => id <= lowestFloor(scan, request));
	const mustGoOn = isInUse && (hasGrown(listing, memory) || mustReadWhole(scan));
	if (isOrdered && isKnown && !mustGoOn) {
		const unread = left.filter((number) => number > 1);
		if (isInUse && progress.listsAll) requestPages(scan, { ...request, role: 'watch' }, unread);
		return;
	}
	listing.isWhole = !isOrdered || isKnown;
	requestPages(scan, request, listing.isWhole ? left : left.slice(0, 1));
}

const isListInUse = ({ role, list }: PageRequest): boolean => role === 'find' && list === 0;

/** Up to this identifier, no event expects new records, not even late ones. */
const lowestFloor = ({ parts }: Scan, { role }: PageRequest): number =>
	role === 'prelude'
		? Infinity
		: Math.min(...parts.map(([, { high, floor }]) => (high === null ? Infinity : floor)));

/**
 * Whether the list of records in use must be read whole, because it shows which ones can change: at a baseline, and if
 * being listed is the only sign that a record is open.
 */
const mustReadWhole = ({ progress, parts, row }: Scan): boolean =>
	progress.listsAll && (row.status?.inUse === undefined || parts.some(([, part]) => part.high === null));

/** Whether listing all records in use takes no more requests than listing them by status. Their status must be shown. */
function listsAllIsCheaper(scan: Scan, { records, totalPages }: ListPage): boolean {
	const statuses = openStatuses(scan);
	if (statuses.length === 0) return false;
	if (scan.row.status?.openLists === undefined) return true;
	const watched = Math.max(...scan.parts.map(([, part]) => Object.keys(part.watched).length));
	const pages = statuses.length + Math.floor(watched / Math.max(1, records.length));
	return totalPages <= pages && records.every((record) => Boolean(statusOf(record, scan.row)));
}

/** Restarts a list whose total changed, since a record may have moved to a page that was already read. */
function restart(progress: Scan['progress'], request: PageRequest, isResumed: boolean): void {
	const attempt = request.attempt + 1;
	const key = listKey(request);
	progress.listings[key] = newListing(attempt, isResumed);
	progress.queue = progress.queue.filter((queued) => listKey(queued) !== key);
	progress.queue.push({ ...request, page: 1, attempt });
}

/**
 * Resumes the lists in which the last poll was interrupted. An unordered list is restarted, since too much may have
 * happened between two of its pages, but only once: if that is interrupted too, no single poll can read it.
 */
export function resumeLists({ progress }: Scan): void {
	for (const request of [...progress.queue]) {
		const listing = progress.listings[listKey(request)];
		const isOrdered = listing !== undefined && !listing.isWhole && listing.run >= ORDER_EVIDENCE;
		if (listing && !isOrdered && !listing.isResumed) restart(progress, request, true);
	}
}
