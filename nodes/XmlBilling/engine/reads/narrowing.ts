import type { ItemContext } from '../itemContext';
import type { RecordType } from '../../records';
import { isComplete } from '../../transport/listed';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { completeWithProgress } from './completeWithProgress';
import { warnOf } from '../warnOf';

/** A condition on the records of a list that the node checks itself. */
export interface Narrowing {
	/** The fields that it depends on. A listed record without one is read on its own (§2.2). */
	readonly needed: readonly string[];
	/**
	 * Whether a record meets it; undefined if the record doesn't show that.
	 *
	 * @param isListed whether the record is as its list shows it, which may lack what the record has (§2.2)
	 */
	readonly includes: (record: BillingRecord, isListed: boolean) => boolean | undefined;
	/** What else the service is asked for, so that its list should only have such records; undefined if it has no such filter. */
	readonly filter?: Body | undefined;
}

/**
 * The first records of a list that meet all conditions. Those that don't show whether they do are left out, with a warning
 * that names them. If the service can't filter by a condition, or ignores its filter, all records are read.
 *
 * @param filter the list's other filters
 * @param limit the most records to return; Infinity for all
 */
export async function listNarrowed(
	item: ItemContext,
	type: RecordType,
	filter: Body,
	limit: number,
	narrowings: readonly Narrowing[],
): Promise<BillingRecord[]> {
	const all = narrowings.reduce((sum, narrowing) => ({ ...sum, ...narrowing.filter }), filter);
	const read = async (most: number) => {
		const listed = await item.api.list(type, all, most);
		const choice = await choose(item, type, listed, narrowings);
		return { ...choice, isWhole: choice.chosen.length === listed.length || listed.length < most };
	};
	const isAsked = limit < Infinity && narrowings.every((narrowing) => narrowing.filter !== undefined);
	const first = isAsked ? await read(limit) : undefined;
	const { chosen, unclear } = first?.isWhole === true ? first : await read(Infinity);
	warnOf(
		item,
		unclear,
		(ids) =>
			`Some records were left out, because the service does not show whether they match the filters. The ${type.label} IDs are ${ids}.`,
	);
	return chosen.slice(0, limit);
}

/** The records that meet all conditions, and the identifiers of those that may. */
async function choose(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
	narrowings: readonly Narrowing[],
): Promise<{ chosen: BillingRecord[]; unclear: unknown[] }> {
	const needed = narrowings.flatMap((narrowing) => narrowing.needed);
	const answersOf = (record: BillingRecord, isListed: boolean) =>
		narrowings.map(({ includes }) => includes(record, isListed));
	const isEnough = (record: BillingRecord) =>
		isComplete(type, record, needed) || answersOf(record, true).includes(false);
	const because = 'lists do not show what the filters need';
	const choice = { chosen: new Array<BillingRecord>(), unclear: new Array<unknown>() };
	for (const record of await completeWithProgress(item, type, listed, isEnough, because)) {
		const answers = answersOf(record, false);
		if (answers.includes(false)) continue;
		if (answers.includes(undefined)) choice.unclear.push(record[type.id]);
		else choice.chosen.push(record);
	}
	return choice;
}
