import type { Page } from '../xml/answer';
import type { BillingRecord } from '../xml/shape';
import { mapInOrder } from './mapInOrder';

export const MAX_PER_PAGE = 100;

export type FetchPage = (page: number, perPage: number) => Promise<Page>;

/**
 * Reads a list up to a limit: page 1, then the other needed pages in parallel (§4.1). People add and delete records meanwhile,
 * which move between pages: then the pages are read again. If they still differ, both readings count, so that nothing is lost.
 *
 * @param id the field that identifies a record; every record must have it
 * @param limit the most records to return; Infinity for all
 * @returns the records in the service's order, none twice
 */
export async function collectPages(
	fetchPage: FetchPage,
	id: string,
	limit: number,
): Promise<BillingRecord[]> {
	const first = await readPages(fetchPage, id, limit);
	if (first.isConsistent) return first.records.slice(0, limit);
	const second = await readPages(fetchPage, id, limit);
	const records = second.isConsistent ? second.records : [...first.records, ...second.records];
	return [...new Map(records.map((record) => [record[id], record])).values()].slice(0, limit);
}

async function readPages(fetchPage: FetchPage, id: string, limit: number) {
	const perPage = Math.min(limit, MAX_PER_PAGE);
	const first = await fetchPage(1, perPage);
	// A service may send smaller pages than asked for (§8).
	const needed = Math.min(first.totalPages ?? 1, Math.ceil(limit / Math.max(first.records.length, 1)));
	const numbers = Array.from({ length: Math.max(needed - 1, 0) }, (_, index) => index + 2);
	const others = await mapInOrder(numbers, (number) => fetchPage(number, perPage));
	const records = [first, ...others].flatMap((page) => page.records);
	const isDoubled = new Set(records.map((record) => record[id])).size < records.length;
	const isAgreed = others.every((page) => page.totalPages === first.totalPages && page.total === first.total);
	return { records, isConsistent: !isDoubled && isAgreed };
}
