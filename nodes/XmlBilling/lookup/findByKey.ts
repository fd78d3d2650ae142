import type { Key, KnownRecord } from '../records';
import type { BillingApi } from '../transport/billingApi';
import type { Body } from '../xml/request';
import { isSameText, type BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import { field, readList } from './readList';

// The service's filter may find just what is spelled alike, and people spell these in several ways (people).
const PLAIN = /^[!-~]+( [!-~]+)*$/;

/**
 * The records with an email, a name or a number, as people compare them. Compares the field itself: if the service's filter
 * were wrong, the wrong client or invoice would be billed or paid. Where the filter is missing, or finds nothing for a text with
 * more than plain letters, all active records are read, once per execution.
 *
 * @param more further filters
 */
export async function findByKey(
	api: BillingApi,
	type: KnownRecord,
	wanted: string,
	more: Body = {},
	{ field: known, filter }: Key = type.knownBy,
): Promise<BillingRecord[]> {
	const isMeant = field(known, (shown) => isSameText(shown, wanted));
	if (filter !== undefined) {
		const found = await readList(api, type, { filter: { ...more, [filter]: wanted }, keep: isMeant });
		if (found.length > 0 || PLAIN.test(wanted)) return found;
	}
	const all = await api.remember(type.name, `${JSON.stringify(more)} with ${known}`, () =>
		readList(api, type, { filter: more, isEnough: (record) => !isAbsent(record[known]) }),
	);
	return all.filter((record) => isMeant(record, false));
}
