import type { ItemContext } from '../../engine/itemContext';
import type { RecordType } from '../../records';
import { completeListed, isComplete, type Completed } from '../../transport/listed';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { warnOf } from './warnOf';

/** A condition on the records of a list that the node checks itself. */
export interface Narrowing {
	/** The fields that it depends on. A listed record without one is read on its own (§2.2). */
	readonly needed: readonly string[];
	/** Whether a record meets it; undefined if the record doesn't show that. */
	readonly includes: (record: BillingRecord) => boolean | undefined;
	/** What else the service is asked for, so that its list should only have such records; undefined if it has no such filter. */
	readonly filter?: Body | undefined;
}

// Fewer reads than these take no time worth a line in the log.
const MANY = 100;

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
): Promise<Completed[]> {
	const all = narrowings.reduce((sum, narrowing) => ({ ...sum, ...narrowing.filter }), filter);
	if (limit < Infinity && narrowings.every((narrowing) => narrowing.filter !== undefined)) {
		const listed = await item.api.list(type, all, limit);
		const { chosen, unclear } = await choose(item, type, listed, narrowings);
		if (chosen.length === listed.length || listed.length < limit) {
			warnOfUnclear(item, type, unclear);
			return chosen;
		}
	}
	const listed = await item.api.list(type, all, Infinity);
	const { chosen, unclear } = await choose(item, type, listed, narrowings);
	warnOfUnclear(item, type, unclear);
	return chosen.slice(0, limit);
}

interface Choice {
	readonly chosen: Completed[];
	readonly unclear: readonly BillingRecord[];
}

async function choose(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
	narrowings: readonly Narrowing[],
): Promise<Choice> {
	const needed = narrowings.flatMap((narrowing) => narrowing.needed);
	const lacking = listed.filter((record) => !isComplete(type, record, needed)).length;
	if (lacking > MANY)
		item.log(`Reading ${lacking} records one by one, because the list does not show what the filters need.`);
	const choice = { chosen: new Array<Completed>(), unclear: new Array<BillingRecord>() };
	for (const completed of await completeListed(item.api, type, listed, needed)) {
		const { record } = completed;
		const answers = narrowings.map(({ includes }) => includes(record));
		if (answers.includes(false)) continue;
		if (answers.includes(undefined)) choice.unclear.push(record);
		else choice.chosen.push(completed);
	}
	return choice;
}

const warnOfUnclear = (
	item: ItemContext,
	{ id, label }: RecordType,
	unclear: readonly BillingRecord[],
): void =>
	warnOf(
		item,
		unclear.map((record) => record[id]),
		(ids) =>
			`Some records were left out, because the service does not show whether they match the filters. The ${label} IDs are ${ids}.`,
	);
