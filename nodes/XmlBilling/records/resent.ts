import { textOf, type BillingRecord, type Value } from '../xml/shape';

/** Marks a shown value that a request cannot send back unchanged. */
export const UNFIT = Symbol('unfit');

export type ResentContent = string | string[] | typeof UNFIT | undefined;

/** A field of an answer, and its value as a request takes it: undefined if empty or not shown. */
export interface Shown {
	readonly field: string;
	readonly in: (record: BillingRecord) => ResentContent;
}

/** Fields to resend, by request element: their names in answers may differ (§2.2, §4). */
export type ResentFields = Readonly<Record<string, Shown>>;

const shown = (field: string, toContent: (text: string) => ResentContent): Shown => ({
	field,
	in: (record) => contentOf(record[field], toContent),
});

function contentOf(value: Value | undefined, toContent: (text: string) => ResentContent): ResentContent {
	if (value === undefined || value === null || value === '') return undefined;
	return isUnfit(value) ? UNFIT : toContent(textOf(value));
}

/** Whether a value has several elements, nested elements, or bytes outside the answer's character set. */
export const isUnfit = (value: unknown): boolean =>
	(typeof value === 'object' && value !== null) || textOf(value).includes('\ufffd');

export const shownText = (field: string): Shown => shown(field, (text) => text);

/** Text fields with the same names in answers and requests. */
export const sameTexts = <Name extends string>(...names: Name[]): Readonly<Record<Name, Shown>> =>
	// The keys of the object are the names.
	Object.fromEntries(names.map((name) => [name, shownText(name)])) as Record<Name, Shown>;

/** Answers and requests spell statuses in different cases (§4.3). */
export const shownStatus = (field: string): Shown => shown(field, (text) => text.toLowerCase());

/** Requests take plain decimals only: the service could store anything else as another amount (§2.1). */
export const shownDecimal = (field: string): Shown =>
	shown(field, (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text : UNFIT));

/** The identifier of a linked record; 0 means none. */
export const shownId = (field: string): Shown => shown(field, idIn);

function idIn(text: string): ResentContent {
	if (Number(text) === 0) return undefined;
	return /^[1-9]\d*$/.test(text) ? text : UNFIT;
}

/** The identifiers of several linked records. */
export const shownIds = (field: string): Shown => ({
	field,
	in(record) {
		const contents = [record[field]].flat().map((value) => contentOf(value, idIn));
		if (contents.includes(UNFIT)) return UNFIT;
		const ids = contents.filter((content) => typeof content === 'string');
		return ids.length === 0 ? undefined : ids;
	},
});

/** Answers may show a time with a date, which requests do not take (§2.1); an all-zero date means none. */
export const shownDay = (field: string): Shown =>
	shown(field, (text) => (text.startsWith('0000') ? undefined : (dayIn(text) ?? UNFIT)));

/** The day of a shown date, with or without a time (§2.1); undefined with an offset, which may mean another day. */
export const dayIn = (text: string): string | undefined =>
	/^(\d{4}-\d\d-\d\d)(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/.exec(text)?.[1];
