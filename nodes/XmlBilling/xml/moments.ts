const FORMAT: Intl.DateTimeFormatOptions = {
	calendar: 'gregory',
	numberingSystem: 'latn',
	hourCycle: 'h23',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	second: '2-digit',
	fractionalSecondDigits: 3,
	timeZoneName: 'longOffset',
};

// Making one takes longer than using it.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
	const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...FORMAT, timeZone });
	formats.set(timeZone, format);
	return format;
}

// Before, formats count the years backwards.
const FIRST = Date.parse('0001-01-02');

/**
 * The time that clocks in a zone show, such as `2026-01-31T09:30:00.000+01:00`.
 *
 * @param moment in epoch milliseconds
 * @param timeZone IANA name
 * @returns undefined for what is no moment, or before the year 1
 */
export function clockTime(moment: number, timeZone: string): string | undefined {
	if (!(moment >= FIRST) || Number.isNaN(new Date(moment).getTime())) return undefined;
	const parts = new Map(
		formatOf(timeZone)
			.formatToParts(moment)
			.map(({ type, value }) => [type, value]),
	);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
	const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
	const time = `${part('hour')}:${part('minute')}:${part('second')}.${part('fractionalSecond')}`;
	return `${day}T${time}${part('timeZoneName').replace(/^GMT(\+00:00)?/, '') || 'Z'}`;
}

/** Whether the calendar has a day, given as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
	const moment = Date.parse(text);
	// JavaScript takes February 30 for March 2.
	return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}
