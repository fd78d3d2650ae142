import type { Key, KnownRecord, RecordType } from '../records';
import type { Body } from '../xml/request';
import { isSameName, isSameText, textOf, type BillingRecord } from '../xml/shape';
import type { BillingApi } from './billingApi';
import { mapInOrder } from './mapInOrder';
import { MAX_PER_PAGE } from './pages';

/** Reads a listed record in full if a needed field is missing: lists may leave fields out (§2.2). */
export const readListed = async (
	api: BillingApi,
	type: RecordType,
	record: BillingRecord,
	needed: readonly string[],
): Promise<BillingRecord> =>
	isComplete(type, record, needed) ? record : await api.get(type, Number(record[type.id]));

export const readAllListed = async (
	api: BillingApi,
	type: RecordType,
	records: readonly BillingRecord[],
	needed: readonly string[],
): Promise<BillingRecord[]> =>
	await Promise.all(records.map(async (record) => await readListed(api, type, record, needed)));

/** A record with the needed fields, and whether it was read on its own. */
export interface Completed {
	readonly record: BillingRecord;
	readonly isFull: boolean;
}

export const isComplete = (type: RecordType, record: BillingRecord, needed: readonly string[]): boolean =>
	type.get === undefined || needed.every((field) => record[field] !== undefined);

/**
 * Reads listed records in full, side by side, unless they show enough. Leaves out those that were deleted meanwhile.
 *
 * @param onRead called after each read
 */
export async function completeListed(
	api: BillingApi,
	type: RecordType,
	records: readonly BillingRecord[],
	isEnough: (record: BillingRecord) => boolean,
	onRead?: () => void,
): Promise<Completed[]> {
	const completed = await mapInOrder(records, async (listed) => {
		if (isEnough(listed)) return { record: listed, isFull: false };
		const record = await api.find(type, Number(listed[type.id]));
		onRead?.();
		return { record, isFull: true };
	});
	return completed.flatMap(({ record, isFull }) => (record === undefined ? [] : [{ record, isFull }]));
}

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
	{ field, filter }: Key = type.knownBy,
): Promise<BillingRecord[]> {
	if (filter === undefined)
		return (await activeRecords(api, type, field)).filter((record) => isSameName(record[field], wanted));
	const list = async (limit: number) => await api.list(type, { ...more, [filter]: wanted }, limit);
	const listed = await list(MAX_PER_PAGE);
	const found = await matching(api, type, field, wanted, listed);
	if (listed.length < MAX_PER_PAGE || found.length === listed.length) return found;
	// If the service ignores the filter, the record may be on any page.
	return await matching(api, type, field, wanted, await list(Infinity));
}

/** All active records of a kind, with a field that their list may omit. */
const activeRecords = async (api: BillingApi, type: RecordType, field: string): Promise<BillingRecord[]> =>
	await api.remember(type.name, `all, with ${field}`, async () => {
		const listed = await api.list(type, {}, Infinity);
		const completed = await completeListed(api, type, listed, (record) => isComplete(type, record, [field]));
		return completed.map(({ record }) => record).filter(isActive);
	});

// The list should have no others, but the wrong record would be billed. Records may show no status.
const isActive = ({ status }: BillingRecord): boolean =>
	textOf(status).trim() === '' || isSameText(status, 'Active');

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
