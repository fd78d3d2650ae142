import type { RecordType } from '../records';
import type { BillingRecord } from '../xml/shape';
import { MAX_PER_PAGE, type BillingApi } from '../transport/billingApi';

// Below this number of records, a list can't save requests.
const MAX_SINGLE_READS = 4;

/**
 * Finds records by their identifiers in their list, newest first, as long as fewer pages are left than records. The caller
 * reads the others on their own. Never throws: a page that can't be read shows nothing.
 *
 * @param isEnough whether a listed record shows enough
 * @returns the records that show enough, by identifier
 */
export async function findInLists(
	api: Pick<BillingApi, 'page'>,
	type: RecordType,
	ids: Iterable<number>,
	isEnough: (listed: BillingRecord) => boolean,
): Promise<Map<number, BillingRecord>> {
	const found = new Map<number, BillingRecord>();
	const wanted = new Set(ids);
	if (wanted.size <= MAX_SINGLE_READS) return found;
	const filter = type.watched?.lists?.[0] ?? {};
	for (let page = 1, last = 1; page <= last && last - page < wanted.size; page += 1) {
		const listed = await api.page(type, filter, page, MAX_PER_PAGE).catch(() => undefined);
		if (listed === undefined) break;
		last = listed.totalPages;
		for (const record of listed.records) {
			const id = Number(record[type.id]);
			// Lists move while they are read: what is shown twice may have changed.
			if (found.delete(id)) continue;
			if (wanted.delete(id) && isEnough(record)) found.set(id, record);
		}
	}
	return found;
}
