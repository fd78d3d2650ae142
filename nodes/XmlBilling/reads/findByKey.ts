import type { Key, KnownRecord } from '../records';
import { isActive } from '../records/states';
import type { BillingApi } from '../transport/billingApi';
import type { Body } from '../xml/request';
import { isSameText, type BillingRecord } from '../xml/shape';
import { ask } from './ask';
import { field, itself, text, unless } from './question';

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
	const needs = { record: itself, key: text(known) };
	if (filter !== undefined) {
		const where = [field(known, (shown) => isSameText(shown, wanted))];
		const { records } = await ask({ api }, type, { filter: { ...more, [filter]: wanted }, where, needs });
		if (records.length > 0 || PLAIN.test(wanted)) return records.map(({ record }) => record);
	}
	// The list should have no others, but the wrong record would be billed.
	const where = filter === undefined ? [unless((record) => !isActive(record))] : [];
	const load = async () => await ask({ api }, type, { filter: more, where, needs });
	const { records } = await api.remember(type.name, `${JSON.stringify(more)} with ${known}`, load);
	return records.filter(({ key }) => isSameText(key, wanted)).map(({ record }) => record);
}
