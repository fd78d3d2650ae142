/** Which requests answer a question. Pure. */
import type { RecordType } from '../records';
import type { Body } from '../xml/request';
import type { BillingRecord } from '../xml/shape';
import { isAbsent } from '../xml/values';
import type { Condition, Need, Question } from './question';

/** A record as far as it was read: as its list shows it, or on its own. */
export interface Seen {
	readonly record: BillingRecord;
	readonly isWhole: boolean;
}

/** A record that was chosen as its list shows it, with what it shows itself. A service may show less there. */
export const withOwn = (listed: BillingRecord, own: BillingRecord): BillingRecord => ({
	...listed,
	...Object.fromEntries(Object.entries(own).filter(([, value]) => !isAbsent(value))),
});

/** The filters of the lists to read. */
export const listsOf = ({ filter, lists = [{}], where = [] }: Question<unknown>): Body[] =>
	lists.map((list) =>
		where.reduce((sum, condition) => ({ ...sum, ...condition.filter }), { ...filter, ...list }),
	);

/** A record of a list. One of a kind that can't be read on its own shows all it has. */
export const seenInList = ({ get }: RecordType, record: BillingRecord): Seen => ({
	record,
	isWhole: get === undefined,
});

/**
 * How many records to ask the lists for: as many as are wanted if the service knows all conditions, and otherwise all.
 *
 * @param before how many the lists were asked for, how many they showed, and how many of these are wanted, if that was too few
 */
export function nextLimit(
	{ limit = Infinity, where = [] }: Question<unknown>,
	before?: { readonly asked: number; readonly listed: number; readonly wanted: number },
): number | undefined {
	if (before === undefined) return where.every(({ filter }) => filter !== undefined) ? limit : Infinity;
	const { asked, listed, wanted } = before;
	// A list that is shorter than asked has no more, and one without strangers follows its filter.
	return listed < asked || wanted === listed || asked === Infinity ? undefined : Infinity;
}

/** Whether a record has to be read on its own before it is known whether it is wanted. */
export const isUndecided = (where: readonly Condition[] = [], { record, isWhole }: Seen): boolean =>
	!isWhole &&
	where.every(({ includes }) => includes(record, true) !== false) &&
	where.some(
		({ needed, includes }) =>
			needed.some((field) => isAbsent(record[field])) || includes(record, true) === undefined,
	);

/** Whether a record has to be read on its own for what is needed of it. */
export const lacks = (needs: Question<unknown>['needs'], { record, isWhole }: Seen): boolean =>
	!isWhole && Object.values<Need<unknown>>(needs).some((need) => !need.isShown(record));

/** Whether a record meets all conditions; undefined if it doesn't show that. */
export function isWanted(where: readonly Condition[] = [], { record }: Seen): boolean | undefined {
	const answers = where.map(({ includes }) => includes(record, false));
	if (answers.includes(false)) return false;
	return answers.includes(undefined) ? undefined : true;
}
