/**
 * The reading of one list without a gap. A list is read from its newest records on, up to the first page that is known
 * entirely, if its order allows it:
 *
 * - Newest first: from page 1 on.
 * - Oldest first: backwards from the last page, once page 1 has shown the order and the number of pages. Records that leave
 *   the list move others only to pages that are still to be read. That includes page 1, so it is read again at the end.
 * - No order: all pages.
 *
 * In both orders, records that join the list are newer than all that was read.
 */
import type { Listing, PageRequest } from './progress';
import type { ListPage } from './scan';
import type { ListMemory } from './state';

/** How many records in a row must be in order before the rest of a list is taken to be. */
export const ORDER_EVIDENCE = 32;

/** The key of a request's list in the progress of its scan. */
export const keyOf = ({ role, list }: PageRequest): string => `${role}${list}`;

export const newListing = (attempt: number, isResumed: boolean): Listing => ({
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

/** Takes the first answer. A list by date is read whole anyway, so its order doesn't matter. */
export function begin(
	listing: Listing,
	{ role }: PageRequest,
	{ total, totalPages }: ListPage,
	ids: number[],
): void {
	listing.total = total;
	listing.pages = totalPages;
	listing.isOldestFirst = role !== 'dated' && (ids[0] ?? 0) < (ids.at(-1) ?? 0);
}

/**
 * Takes a page as evidence of the order.
 *
 * @param lastTop the highest identifier of the previous reading
 * @param isFarEnd whether it is page 1 of a list that is oldest first
 */
export function follow(listing: Listing, ids: number[], lastTop: number, isFarEnd: boolean): void {
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
	// A record that moved to a later page counts once.
	listing.arrivals += ids.filter((id) => id > lastTop && id < listing.lowest).length;
	listing.lowest = Math.min(listing.lowest, lowest);
}

/**
 * Whether the new total means no more than that records joined a list by date. They are no backfill, and a list that takes
 * several polls might otherwise never be finished.
 */
export const isOnlyLonger = ({ isResumed, total }: Listing, { role }: PageRequest, page: ListPage): boolean =>
	role === 'dated' && isResumed && page.total > (total ?? 0);

/** Whether more records joined than stand at the newest end, so that the list isn't in the order that it seems to be in. */
export const hasGrown = ({ total, arrivals }: Listing, memory: ListMemory | undefined): boolean =>
	memory !== undefined && (total ?? 0) > memory.total + arrivals;

export const pagesBetween = (first: number, last: number): number[] =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The pages left after this one, in the order in which to read them. */
export function pagesLeft({ isOldestFirst, pages }: Listing, page: number, isFarEnd: boolean): number[] {
	if (!isOldestFirst) return pagesBetween(page + 1, pages);
	return pagesBetween(1, isFarEnd && pages > 1 ? pages : page - 1).reverse();
}
