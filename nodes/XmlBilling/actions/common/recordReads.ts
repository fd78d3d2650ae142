import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { idOf, option, type ItemContext } from '../../engine/itemContext';

const DEFAULT_LIMIT = 50;

export const getRecord = (type: RecordType) => async (item: ItemContext) => [
	await item.api.get(type, idOf(item, type)),
];

/** Reads a list with the form's filters, up to its limit; each record in full if the option says so. */
export const listRecords = (type: RecordType) => async (item: ItemContext) => {
	return await inFull(item, type, await item.api.list(type, filtersOf(item), limitOf(item)));
};

/** The form's filters, encoded. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body;
	return isBody(filter) ? filter : {};
}

/** Reads listed records in full, if the form says so. */
export async function inFull(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	if (option(item, 'fullRecords') !== true) return [...listed];
	return await Promise.all(listed.map(async (record) => await readInFull(item, type, record)));
}

// A record deleted after the list was read is returned as the list showed it.
async function readInFull(
	item: ItemContext,
	type: RecordType,
	record: BillingRecord,
): Promise<BillingRecord> {
	return (await item.api.find(type, Number(record[type.id]))) ?? record;
}

/** The maximum number of records that a list returns; Infinity for all. */
export function limitOf(item: ItemContext): number {
	if (item.values['returnAll'] === true) return Infinity;
	return isAbsent(item.values['limit']) ? DEFAULT_LIMIT : Number(item.values['limit']);
}

/** Reads a table that has no pages. */
export const listTable = (type: RecordType) => async (item: ItemContext) => await item.api.table(type);
