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

/** What a record shows on its own, which counts, and what only its list shows. A service may hide something in either. */
export const withListed = (own: BillingRecord, listed: BillingRecord): BillingRecord => ({
	...own,
	...Object.fromEntries(Object.entries(listed).filter(([name]) => isAbsent(own[name]))),
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

/** How many records to ask the lists for: as many as are wanted if the service knows all conditions, and otherwise all. */
export const listLimit = ({ limit = Infinity, where = [] }: Question<unknown>): number =>
	where.every(({ filter }) => filter !== undefined) ? limit : Infinity;

/** Whether a record has to be read on its own before it is known whether it is wanted. */
export const isUndecided = (where: Question<unknown>['where'], { record, isWhole }: Seen): boolean =>
	!isWhole && isWanted(where, record, true) === undefined;

/** Whether a record has to be read on its own for what is needed of it. */
export const lacks = (needs: Question<unknown>['needs'], { record, isWhole }: Seen): boolean =>
	!isWhole && Object.values<Need<unknown>>(needs).some((need) => !need.isShown(record));

/** Whether a record meets all conditions; undefined if it doesn't show that. */
export function isWanted(
	where: readonly Condition[] = [],
	record: BillingRecord,
	isListed = false,
): boolean | undefined {
	const answers = where.map(({ includes }) => includes(record, isListed));
	if (answers.includes(false)) return false;
	return answers.includes(undefined) ? undefined : true;
}
