import { collection, type ItemContext } from '../../engine/itemContext';
import type { Property } from '../../engine/property';
import type { Body } from '../../xml/request';
import { textOf, type BillingRecord } from '../../xml/shape';
import { check } from '../../xml/values';
import type { Narrowing } from './narrowing';

export const dateFrom: Property = {
	displayName: 'Date From',
	name: 'dateFrom',
	type: 'dateTime',
	default: '',
	description: 'Only documents dated on or after this day',
};

export const dateTo: Property = {
	displayName: 'Date To',
	name: 'dateTo',
	type: 'dateTime',
	default: '',
	description: 'Only documents dated on or before this day',
};

/** The fields of a period that is not sent, because the service can't filter by one. */
export const unsentPeriod = (what: string, because: string): Property[] => [
	{ ...dateFrom, description: `Only ${what} on or after this day. ${because}`, element: false },
	{ ...dateTo, description: `Only ${what} on or before this day. ${because}`, element: false },
];

/** The first and the last day (`YYYY-MM-DD`), both included. Empty if the period has no such end. */
export interface Period {
	readonly from: string;
	readonly to: string;
}

/** Whether a period ends before it begins, so that nothing could be in it. */
export const isBackwards = ({ from, to }: Period): boolean => from !== '' && to !== '' && from > to;

/** What is wrong with such a period, after the label of its beginning. */
export const BACKWARDS = `is after ${dateTo.displayName}`;

/** The day that a record shows with or without a time; undefined if it shows none (§2.1). */
export const dayShown = (record: BillingRecord, field: string): string | undefined =>
	/^(?!0000)\d{4}-\d\d-\d\d/.exec(textOf(record[field]).trim())?.[0];

/** Whether the day of a record is in a period; undefined if the record shows no day. Every record is in one without ends. */
export function isWithin(record: BillingRecord, field: string, { from, to }: Period): boolean | undefined {
	if (from === '' && to === '') return true;
	const day = dayShown(record, field);
	return day === undefined ? undefined : (from === '' || day >= from) && (to === '' || day <= to);
}

/** A filter that is a day, in the workflow's time zone; empty if it was not added. Throws an error that names the filter. */
export function dayOfFilter(item: ItemContext, { name, displayName }: Property): string {
	const day = check(collection(item, 'filters')[name], 'date', item.timeZone);
	if (!day.ok)
		throw item.problem(`Filters › ${displayName} ${day.problem}`, 'Nothing was read. Correct the filter.');
	return day.text ?? '';
}

/**
 * Narrows a list to the period of its form. The records are always compared, because a service may ignore its filter.
 *
 * @param field the field that shows the day of a record
 * @param filterFor further elements of the list's filter; undefined if the service can't filter by the period
 */
export const inPeriod =
	(field: string, filterFor: (period: Period) => Body | undefined) =>
	(item: ItemContext): Narrowing[] => {
		const period = { from: dayOfFilter(item, dateFrom), to: dayOfFilter(item, dateTo) };
		if (isBackwards(period))
			throw item.problem(
				`Filters › ${dateFrom.displayName} ${BACKWARDS}`,
				`Nothing was read. ${dateFrom.displayName} is ${period.from}, and ${dateTo.displayName} is ${period.to}. Correct one of them.`,
			);
		return period.from === '' && period.to === '' ? [] : [toPeriod(field, period, filterFor(period))];
	};

/** @param filter what the service is asked for; undefined if it can't filter by the period */
export const toPeriod = (field: string, period: Period, filter: Body | undefined): Narrowing => ({
	needed: [field],
	includes: (record) => isWithin(record, field, period),
	filter,
});

/** The period of a list of documents. Its filters are sent as they are (§4.3, §4.4, §4.5). */
export const documentPeriod = inPeriod('date', () => ({}));
