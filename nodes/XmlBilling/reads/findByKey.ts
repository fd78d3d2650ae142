import type { Key, KnownRecord } from '../records';
import { isActive } from '../records/states';
import type { BillingApi } from '../transport/billingApi';
import type { Body } from '../xml/request';
import { isSameName, isSameText, type BillingRecord } from '../xml/shape';
import { ask } from './ask';
import { field, itself, text, unless } from './question';

/**
 * The records with an email, a name or a number, in any case. Compares the field itself: if the service's filter were
 * wrong, the wrong client or invoice would be billed or paid. Without a filter, all active records are read, once per
 * execution, and blanks between words make no difference.
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
		return records.map(({ record }) => record);
	}
	// The list should have no others, but the wrong record would be billed.
	const where = [unless((record) => !isActive(record))];
	const load = async () => await ask({ api }, type, { where, needs });
	const { records } = await api.remember(type.name, `all, with ${known}`, load);
	return records.filter(({ key }) => isSameName(key, wanted)).map(({ record }) => record);
}
