import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { idOf, option, type ItemContext } from '../../engine/itemContext';
import type { Completed } from '../../transport/listed';
import { listNarrowed, type Narrowing } from './narrowing';

const DEFAULT_LIMIT = 50;

export const getRecord = (type: RecordType) => async (item: ItemContext) => [
	await item.api.get(type, idOf(item, type)),
];

/**
 * Reads a list with the form's filters, up to its limit; each record in full if the option says so.
 *
 * @param narrowingsOf the conditions of the form that the node checks itself
 */
export const listRecords =
	(type: RecordType, narrowingsOf: (item: ItemContext) => readonly Narrowing[] = () => []) =>
	async (item: ItemContext): Promise<BillingRecord[]> => {
		const chosen = await listNarrowed(item, type, filtersOf(item), limitOf(item), narrowingsOf(item));
		const isEnough = (one: Completed) => one.isFull || option(item, 'fullRecords') !== true;
		return await Promise.all(
			chosen.map(async (one) => (isEnough(one) ? one.record : await readInFull(item, type, one.record))),
		);
	};

/** The form's filters, encoded. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body;
	return isBody(filter) ? filter : {};
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
