import type { ItemContext } from '../../engine/itemContext';
import type { RecordType } from '../../records';
import { mapInOrder } from '../../transport/mapInOrder';
import type { Body } from '../../xml/request';
import { textOf, type BillingRecord } from '../../xml/shape';

/** A condition on the records of a list that the node checks itself. */
export interface Narrowing {
	/** The fields that it depends on. A listed record without one is read on its own (§2.2). */
	readonly needed: readonly string[];
	/** Whether a record meets it; undefined if the record doesn't show that. */
	readonly includes: (record: BillingRecord) => boolean | undefined;
	/** What else the service is asked for, so that its list should only have such records; undefined if it has no such filter. */
	readonly filter?: Body | undefined;
}

/** A record that was chosen from a list, and whether it was read on its own. */
export interface Chosen {
	readonly record: BillingRecord;
	readonly isFull: boolean;
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
): Promise<Chosen[]> {
	const all = narrowings.reduce((sum, narrowing) => ({ ...sum, ...narrowing.filter }), filter);
	if (limit < Infinity && narrowings.every((narrowing) => narrowing.filter !== undefined)) {
		const listed = await item.api.list(type, all, limit);
		const { chosen, unclear } = await choose(item, type, listed, narrowings);
		if (chosen.length === listed.length || listed.length < limit) {
			warnOf(item, type, unclear);
			return chosen;
		}
	}
	const listed = await item.api.list(type, all, Infinity);
	const { chosen, unclear } = await choose(item, type, listed, narrowings);
	warnOf(item, type, unclear);
	return chosen.slice(0, limit);
}

interface Choice {
	readonly chosen: Chosen[];
	readonly unclear: readonly BillingRecord[];
}

async function choose(
	item: ItemContext,
	type: RecordType,
	listed: readonly BillingRecord[],
	narrowings: readonly Narrowing[],
): Promise<Choice> {
	const needed = narrowings.flatMap((narrowing) => narrowing.needed);
	const isEnough = (record: BillingRecord) =>
		type.get === undefined || needed.every((field) => record[field] !== undefined);
	const lacking = listed.filter((record) => !isEnough(record)).length;
	if (lacking > MANY)
		item.log(`Reading ${lacking} records one by one, because the list does not show what the filters need.`);
	const read = await mapInOrder(listed, async (record) =>
		isEnough(record)
			? { record, isFull: false }
			: { record: await item.api.find(type, Number(record[type.id])), isFull: true },
	);
	const choice = { chosen: new Array<Chosen>(), unclear: new Array<BillingRecord>() };
	for (const { record, isFull } of read) {
		// It was deleted meanwhile.
		if (record === undefined) continue;
		const answers = narrowings.map(({ includes }) => includes(record));
		if (answers.includes(false)) continue;
		if (answers.includes(undefined)) choice.unclear.push(record);
		else choice.chosen.push({ record, isFull });
	}
	return choice;
}

const MOST_NAMED = 10;

function warnOf(item: ItemContext, type: RecordType, unclear: readonly BillingRecord[]): void {
	if (unclear.length === 0) return;
	const ids = unclear.slice(0, MOST_NAMED).map((record) => textOf(record[type.id]));
	const more = unclear.length > ids.length ? ` and ${unclear.length - ids.length} more` : '';
	item.warn(
		`Some records were left out, because the service does not show whether they match the filters. The ${type.label} IDs are ${ids.join(', ')}${more}.`,
	);
}
