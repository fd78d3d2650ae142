import { isBody, type Body } from '../../xml/request';
import type { AnswerType, RecordType } from '../../records';
import { ask, type Answered } from '../../reads/ask';
import { isWhole, type Condition, type Need, type Question } from '../../reads/question';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { warnOf, idOf, option, type ItemContext } from '../item/itemContext';

const DEFAULT_LIMIT = 50;

export const getRecord = (type: RecordType) => async (item: ItemContext) => [
	await item.api.get(type, idOf(item, type)),
];

/** Asks for records on behalf of an item, and warns of those that don't show whether they are meant (see `ask`). */
export async function recordsFor<Known>(
	item: ItemContext,
	type: RecordType,
	question: Question<Known>,
): Promise<Array<Answered<Known>>> {
	const { records, unclear } = await ask(item, type, question);
	warnOf(
		item,
		unclear,
		(ids) =>
			`Some records were left out, because the service does not show whether they match the filters. The ${type.label} IDs are ${ids}.`,
	);
	return records;
}

/**
 * Reads a list with the form's filters, up to its limit; each record in full if the option says so.
 *
 * @param where the conditions of the form that the node checks itself
 */
export const listRecords =
	(type: RecordType, where: (item: ItemContext) => readonly Condition[] = () => []) =>
	async (item: ItemContext): Promise<BillingRecord[]> => {
		const question = {
			filter: filtersOf(item),
			where: where(item),
			needs: { record: asWanted(item, type) },
			limit: limitOf(item),
		};
		return (await recordsFor(item, type, question)).map(({ record }) => record);
	};

/** A listed record, read in full if the form's option says so. */
export const asWanted = (item: ItemContext, type: RecordType): Need<BillingRecord> => ({
	of: (record) => record,
	// The option asks for single reads, unless the vendor documents what lists show (§2.2).
	isShown: (record) =>
		option(item, 'fullRecords') !== true || (type.unlisted !== undefined && isWhole(type, record)),
});

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
export const listTable = (type: RecordType) => async (item: ItemContext) =>
	await item.api.list(type, {}, Infinity);
