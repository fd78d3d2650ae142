import type { RecordType } from '../records';
import type { BillingRecord } from '../xml/shape';
import type { BillingApi } from '../transport/billingApi';
import { mapInOrder } from '../transport/mapInOrder';
import { MAX_PER_PAGE } from '../transport/pages';

// Below this number of records, a list can't save requests.
const MAX_SINGLE_READS = 4;

/** How pages are read: side by side by default, and no further one once `mayRead` returns false. */
export interface PageReading {
	readonly each: <Item>(
		items: readonly Item[],
		work: (item: Item, index: number) => Promise<unknown>,
	) => Promise<unknown>;
	readonly mayRead?: (() => boolean) | undefined;
}

/**
 * Finds records by their identifiers in the newest pages of their list, which are read until all are found, or as long as
 * this should take fewer requests than single reads. The caller reads the others on their own. Never throws: a page that
 * can't be read shows nothing.
 *
 * @param isEnough whether a listed record shows enough; one that is listed twice has to each time
 * @returns the records that show enough, by identifier
 */
export async function findInLists(
	api: Pick<BillingApi, 'page'>,
	type: RecordType,
	ids: Iterable<number>,
	isEnough: (listed: BillingRecord) => boolean,
	{ each, mayRead }: PageReading = { each: mapInOrder },
): Promise<Map<number, BillingRecord>> {
	const found = new Map<number, BillingRecord>();
	const unseen = new Set(ids);
	const wanted = unseen.size;
	const filter = type.watched?.lists?.[0] ?? {};
	let [pages, read, listed, enough] = [1, 0, 0, 0];
	const readPage = async (page: number) => {
		const reading = mayRead?.() === false ? undefined : api.page(type, filter, page, MAX_PER_PAGE);
		const { records = [], totalPages = 0 } = (await reading?.catch(() => undefined)) ?? {};
		pages = totalPages;
		listed += records.length;
		for (const record of records) {
			const id = Number(record[type.id]);
			const isNew = unseen.delete(id);
			if (!isEnough(record)) found.delete(id);
			else {
				enough += 1;
				if (isNew) found.set(id, record);
			}
		}
	};
	for (let next = wanted > MAX_SINGLE_READS ? 1 : 0; next > 0;) {
		const before = read;
		await each(Array.from({ length: next }), async (_, index) => await readPage(before + index + 1));
		read += next;
		// As many as it takes if the others hold as many of the wanted records.
		next = Math.min(pages - read, Math.ceil((unseen.size * read) / (wanted - unseen.size)));
		if (next * listed >= unseen.size * enough) break;
	}
	return found;
}
