import { isDay } from '../xml/moments';
import { check } from '../xml/values';
import { textOf } from '../xml/shape';

const DAY = /^(?!0000)\d{4}-\d\d-\d\d(?!\d)/;
export const DAY_MS = 86_400_000;

/** Today in the workflow's time zone, as `YYYY-MM-DD`. */
export function today({ timeZone }: { readonly timeZone: string }): string {
	const checked = check(new Date(), 'date', timeZone);
	return checked.ok ? (checked.text ?? '') : '';
}

/** The day of a date that the service shows, with or without a time (§2.1); undefined if it shows none that exists. */
export function dayIn(value: unknown): string | undefined {
	const day = DAY.exec(textOf(value).trim())?.[0];
	return day !== undefined && isDay(day) ? day : undefined;
}

/** How many days the second day is after the first. */
export const daysBetween = (first: string, second: string): number =>
	(Date.parse(second) - Date.parse(first)) / DAY_MS;

/** The day a number of days after a day. */
export const dayAfter = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The day a number of months after a day; the last of its month if that has no such day. */
export function monthsAfter(day: string, months: number): string {
	const date = new Date(Date.parse(`${day.slice(0, 8)}01`));
	// The day before the first of the next month.
	date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
	return dayAfter(date.toISOString().slice(0, 10), Math.min(Number(day.slice(8)) - date.getUTCDate(), 0));
}

/** The first and the last day of a period. '' leaves its end open. */
export interface Period {
	readonly from: string;
	readonly to: string;
}

/** Whether a day lies in a period. One that is not known may. */
export const isInPeriod = ({ from, to }: Period, day: string | undefined): boolean =>
	day === undefined || (day >= from && (to === '' || day <= to));
