import { isBody, type Body } from '../../xml/request';
import type { AnswerType, RecordType } from '../../records';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { idOf, option, type ItemContext } from '../itemContext';
import { completeListed, isWhole } from '../../transport/listed';
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
	async (item: ItemContext): Promise<BillingRecord[]> =>
		await inFull(
			item,
			type,
			await listNarrowed(item, type, filtersOf(item), limitOf(item), narrowingsOf(item)),
		);

/** Listed records, each read in full if the form's option says so. */
export async function inFull(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
): Promise<BillingRecord[]> {
	const isForced = option(item, 'fullRecords') === true;
	// The option asks for single reads, unless the vendor documents what lists show (§2.2).
	const isEnough = (record: BillingRecord) =>
		!isForced || (type.unlisted !== undefined && isWhole(type, record));
	return await completeListed(item.api, type, listed, isEnough);
}

/** The form's filters, encoded. */
export function filtersOf(item: ItemContext): Body {
	const { filter } = item.body;
	return isBody(filter) ? filter : {};
}

/** The maximum number of records that a list returns; Infinity for all. */
export function limitOf(item: ItemContext): number {
	if (item.values['returnAll'] === true) return Infinity;
	return isAbsent(item.values['limit']) ? DEFAULT_LIMIT : Number(item.values['limit']);
}

/** Reads what is no kind of record. */
export const readAnswer = (type: AnswerType) => async (item: ItemContext) => [
	await item.api.read(type, item.body),
];

/** Reads a table that has no pages. */
export const listTable = (type: RecordType) => async (item: ItemContext) => await item.api.table(type);
