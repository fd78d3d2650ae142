import { DAY } from './fields';
import type { Property } from './property';

export const dateFrom: Property = {
	displayName: 'Date From',
	name: 'dateFrom',
	...DAY,
	description: 'Only documents dated on or after this day (YYYY-MM-DD)',
};

export const dateTo: Property = {
	displayName: 'Date To',
	name: 'dateTo',
	...DAY,
	description: 'Only documents dated on or before this day (YYYY-MM-DD)',
};

/** Narrows a list of documents to old ones. */
export const olderThanDays: Property = {
	displayName: 'Older Than Days',
	name: 'olderThanDays',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 36_500 },
	default: 14,
	description: 'Only documents dated more than this many days before today',
	element: false,
};

/** The fields of a period that is not sent, because the service can't filter by one. */
export const unsentPeriod = (what: string, because: string): [Property, Property] => [
	{
		...dateFrom,
		description: `Only ${what} on or after this day (YYYY-MM-DD). ${because}`.trim(),
		element: false,
	},
	{
		...dateTo,
		description: `Only ${what} on or before this day (YYYY-MM-DD). ${because}`.trim(),
		element: false,
	},
];

/** The period of a report. Strict, because an empty expression must not widen it. */
export const reportPeriod: Property[] = [
	{
		...dateFrom,
		description: 'First day of the report (YYYY-MM-DD). By default, it begins with the first invoice.',
		strict: true,
		element: false,
	},
	{
		...dateTo,
		description: 'Last day of the report (YYYY-MM-DD). Defaults to today.',
		strict: true,
		element: false,
	},
];
