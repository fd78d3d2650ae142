import type { Page } from '../xml/answer';
import type { BillingRecord, Value } from '../xml/shape';
import { mapInOrder } from './mapInOrder';

export const MAX_PER_PAGE = 100;
const MAX_PASSES = 3;

export type FetchPage = (page: number, perPage: number) => Promise<Page>;

/**
 * Reads a list up to a limit: page 1, then the other needed pages in parallel (§4.1). Records may come, go or move between
 * pages meanwhile, so inconsistent pages are read again. If they never become consistent, all passes are merged: what
 * moved must not be lost.
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
	const merged = new Map<Value | undefined, BillingRecord>();
	for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
		const pages = await readPages(fetchPage, limit);
		const records = pages.flatMap((page) => page.records);
		const isDoubled = new Set(records.map((record) => record[id])).size < records.length;
		if (!isDoubled && agree(pages)) return records.slice(0, limit);
		for (const record of records) merged.set(record[id], record);
	}
	return [...merged.values()].slice(0, limit);
}

async function readPages(fetchPage: FetchPage, limit: number): Promise<Page[]> {
	const perPage = Math.min(limit, MAX_PER_PAGE);
	const pages = [await fetchPage(1, perPage)];
	const totalPages = pages[0]?.totalPages ?? 1;
	let records = pages[0]?.records.length ?? 0;
	// The service may send smaller pages of different sizes, so the number of pages to read is estimated anew each time.
	while (records < limit && pages.length < totalPages) {
		const missing = Math.ceil((limit - records) / Math.max(Math.floor(records / pages.length), 1));
		const next = Array.from(
			{ length: Math.min(missing, totalPages - pages.length) },
			(_, index) => pages.length + index + 1,
		);
		const read = await mapInOrder(next, async (page) => await fetchPage(page, perPage));
		pages.push(...read);
		records += read.reduce((sum, page) => sum + page.records.length, 0);
	}
	return pages;
}

// The counts differ if the list became shorter or empty while it was read.
const agree = (pages: Page[]): boolean =>
	pages.every((page) => page.totalPages === pages[0]?.totalPages && page.total === pages[0]?.total);
