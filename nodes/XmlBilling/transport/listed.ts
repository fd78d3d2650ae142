import type { KnownRecord, RecordType } from '../records';
import type { Body } from '../xml/request';
import { isSameText, type BillingRecord } from '../xml/shape';
import type { BillingApi } from './billingApi';
import { MAX_PER_PAGE } from './pages';

/** Reads a listed record in full if a needed field is missing: lists may leave fields out (§2.2). */
export const readListed = async (
	api: BillingApi,
	type: RecordType,
	record: BillingRecord,
	needed: readonly string[],
): Promise<BillingRecord> =>
	type.get === undefined || needed.every((field) => record[field] !== undefined)
		? record
		: await api.get(type, Number(record[type.id]));

export const readAllListed = async (
	api: BillingApi,
	type: RecordType,
	records: readonly BillingRecord[],
	needed: readonly string[],
): Promise<BillingRecord[]> =>
	await Promise.all(records.map(async (record) => await readListed(api, type, record, needed)));

/**
 * The records with an email, a name or a number, in any case. Compares the field itself: if the service's filter were
 * wrong, the wrong client or invoice would be billed or paid.
 *
 * @param more further filters
 */
export async function findByKey(
	api: BillingApi,
	type: KnownRecord,
	wanted: string,
	more: Body = {},
): Promise<BillingRecord[]> {
	const { field, filter } = type.knownBy;
	const list = async (limit: number) => await api.list(type, { ...more, [filter]: wanted }, limit);
	const listed = await list(MAX_PER_PAGE);
	const found = await matching(api, type, field, wanted, listed);
	if (listed.length < MAX_PER_PAGE || found.length === listed.length) return found;
	// If the service ignores the filter, the record may be on any page.
	return await matching(api, type, field, wanted, await list(Infinity));
}

async function matching(
	api: BillingApi,
	type: RecordType,
	field: string,
	wanted: string,
	listed: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const found: BillingRecord[] = [];
	for (const record of listed) {
		const shown = await readListed(api, type, record, [field]);
		if (isSameText(shown[field], wanted)) found.push(shown);
	}
	return found;
}
