import { checkedValue, collection, type ItemContext } from './item';
import type { Property } from '../descriptions/property';
import { dateFrom, dateTo, olderThanDays } from '../descriptions/commonFields';
import { isAbsent } from '../xml/values';
import { dayAfter, dayIn, isInPeriod, today, type Period } from '../xml/dates';
import type { Condition, Query } from '../lookup/readList';

/** Whether a period ends before it begins, so that nothing could be in it. */
export const isBackwards = ({ from, to }: Period): boolean => to !== '' && from > to;

/**
 * A period of the form. Throws an error that names the field.
 *
 * @param where the collection that holds the fields, for error texts: `Filters › `
 * @param ends the fields of its first and its last day
 */
export function periodOf(
	item: ItemContext,
	values: Readonly<Record<string, unknown>>,
	where = '',
	[first, last]: readonly [Property, Property] = [dateFrom, dateTo],
): Period {
	const dayOf = ({ name, displayName }: Property) =>
		checkedValue(item, `${where}${displayName}`, values[name], 'date');
	const period = { from: dayOf(first), to: dayOf(last) };
	if (isBackwards(period))
		throw item.problem(
			`${where}${first.displayName} is after ${last.displayName}`,
			`${first.displayName} is ${period.from}, and ${last.displayName} is ${period.to}. Correct the field and run the node again.`,
		);
	return period;
}

/** The period of a report, which ends today by default. Throws an error that names the field. */
export function reportPeriodOf(item: ItemContext): Period {
	const given = periodOf(item, item.values);
	const period = { from: given.from, to: given.to || today(item) };
	if (isBackwards(period)) throw item.problem('Date From must not be after today if Date To is left out');
	return period;
}

/** How the form of an item narrows a list: by filters of the service, and by what the node checks itself. */
export type Narrowed = Pick<Query, 'filter' | 'keep'>;

/** Records whose day is in a period. Every record is in one without ends. */
export const toPeriod =
	(field: string, period: Period): Condition =>
	(record) => {
		if (period.from === '' && period.to === '') return true;
		const day = dayIn(record[field]);
		return day === undefined ? undefined : isInPeriod(period, day);
	};

/** Narrows a list to the period of its form, which the service can't filter by. */
export function inPeriod(item: ItemContext, field: string): Narrowed {
	const period = periodOf(item, collection(item, 'filters'), 'Filters › ');
	return period.from === '' && period.to === '' ? {} : { keep: toPeriod(field, period) };
}

/** The period and the age of a list of documents. The filters of a period are sent as they are (§4.3, §4.4, §4.5). */
export function documentPeriod(item: ItemContext): Narrowed {
	const values = collection(item, 'filters');
	const { to: last } = periodOf(item, values, 'Filters › ');
	const days = values[olderThanDays.name];
	if (isAbsent(days)) return {};
	const to = dayAfter(today(item), -1 - Number(days));
	return { filter: { date_to: last !== '' && last < to ? last : to } };
}
