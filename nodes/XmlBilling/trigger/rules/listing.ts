/**
 * Reads one list without gaps: from its newest records to the first page on which every record is known, if its order
 * allows it:
 *
 * - Newest first: from page 1.
 * - Oldest first: backwards from the last page, once page 1 has shown the order and the number of pages. Records that leave
 *   the list move others only to pages not read yet. That includes page 1, which is read again at the end.
 * - No order: all pages.
 *
 * In both orders, records that join the list are newer than all records read so far.
 */
import type { Listing, PageRequest } from './progress';
import type { ListPage } from './scan';
import type { ListMemory } from './state';

/** How many records in a row must be in order before the whole list is assumed to be. */
export const ORDER_EVIDENCE = 32;

/** The key of a request's list in the progress of its scan. */
export const listKey = ({ role, list }: PageRequest): string => `${role}${list}`;

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

/** Applies the first answer. A list by date is read whole anyway, so its order doesn't matter. */
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
 * Checks a page against the order that the list seems to have.
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
 * Whether a list by date has merely grown. Reading goes on then: the new records are no backfill, and with more restarts,
 * a list that takes several polls might never finish.
 */
export const isOnlyLonger = ({ isResumed, total }: Listing, { role }: PageRequest, page: ListPage): boolean =>
	role === 'dated' && isResumed && page.total > (total ?? 0);

/** Whether more records joined than appeared at the newest end: the list isn't in the order that it seemed to have. */
export const hasGrown = ({ total, arrivals }: Listing, memory: ListMemory | undefined): boolean =>
	memory !== undefined && (total ?? 0) > memory.total + arrivals;

export const pagesBetween = (first: number, last: number): number[] =>
	Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** The pages left after this one, in reading order. */
export function pagesLeft({ isOldestFirst, pages }: Listing, page: number, isFarEnd: boolean): number[] {
	if (!isOldestFirst) return pagesBetween(page + 1, pages);
	return pagesBetween(1, isFarEnd && pages > 1 ? pages : page - 1).reverse();
}
