import { dayAsWritten, dayIn } from '../xml/dates';
import { UNREADABLE } from '../xml/characters';
import { isBody, type Body, type Content } from '../xml/request';
import { compareIdentity, isSameText } from '../xml/identity';
import { textOf, valueAt, type BillingRecord, type Value } from '../xml/shape';
import { IDENTIFIER, isSameNumber, quote } from '../xml/values';

/** Marks a shown value that a request cannot send back unchanged. */
export const UNFIT = Symbol('unfit');

type KeptContent = string | string[] | typeof UNFIT | undefined;

/** A field of an answer, and its value as a request takes it: undefined if empty or not shown. */
interface KeptField {
	readonly field: string;
	readonly in: (record: BillingRecord) => KeptContent;
	/** Whether a text of a request means the same as one of `in`. */
	readonly isSame: (sent: string, text: string) => boolean;
}

/** Fields to resend, by request element: their names in answers may differ (§2.2, §4). */
export type KeptFields = Readonly<Record<string, KeptField>>;

const shown = (
	field: string,
	toContent: (text: string) => KeptContent,
	isSame: KeptField['isSame'] = (sent, text) => plain(sent) === plain(text),
): KeptField => ({ field, in: (record) => contentOf(valueAt(record, field), toContent), isSame });

// Services may trim a text, join its blanks, and end its lines in their own way.
const plain = (text: string): string =>
	text
		.normalize('NFC')
		.trim()
		.replaceAll('\r\n', '\n')
		.replace(/[^\S\n]+/g, ' ');

function contentOf(value: Value | undefined, toContent: (text: string) => KeptContent): KeptContent {
	if (value === undefined || value === null || value === '') return undefined;
	return isUnfit(value) ? UNFIT : toContent(textOf(value));
}

/** Whether a value has several elements, nested elements, or a character that could not be read. */
export const isUnfit = (value: unknown): boolean =>
	(typeof value === 'object' && value !== null) || textOf(value).includes(UNREADABLE);

export const shownText = (field: string): KeptField => shown(field, (text) => text);

/** Text fields with the same names in answers and requests. */
export const sameTexts = <Name extends string>(...names: Name[]): Readonly<Record<Name, KeptField>> =>
	// The keys of the object are the names.
	Object.fromEntries(names.map((name) => [name, shownText(name)])) as Record<Name, KeptField>;

/** A code or an email, whose case doesn't matter. */
export const shownWord = (field: string): KeptField => shown(field, (text) => text, isSameText);

/** The number of a document. */
export const shownNumber: KeptField = shown(
	'number',
	(text) => text,
	(sent, text) => compareIdentity('number', sent, text) === 'same',
);

/** Answers and requests spell statuses in different cases (§4.3). */
export const shownStatus = (field: string): KeptField =>
	shown(field, (text) => text.toLowerCase(), isSameText);

/** Requests take plain decimals only: the service could store anything else as another amount (§2.1). */
export const shownDecimal = (field: string): KeptField =>
	shown(field, (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text : UNFIT), isSameNumber);

/** The identifier of a linked record; 0 means none. */
export const shownId = (field: string): KeptField => shown(field, idIn, isSameNumber);

function idIn(text: string): KeptContent {
	if (Number(text) === 0) return undefined;
	return IDENTIFIER.test(text) ? text : UNFIT;
}

/** The identifiers of several linked records. */
export const shownIds = (field: string): KeptField => ({
	field,
	in(record) {
		const contents = [record[field]].flat().map((value) => contentOf(value, idIn));
		if (contents.includes(UNFIT)) return UNFIT;
		const ids = contents.filter((content) => typeof content === 'string');
		return ids.length === 0 ? undefined : ids;
	},
	isSame: isSameNumber,
});

/** Answers may show a time with a date, which requests do not take (§2.1). With an offset, it may mean another day. */
export const shownDay = (field: string): KeptField =>
	shown(
		field,
		(text) => dayAsWritten(text) ?? UNFIT,
		(sent, text) => sent === dayIn(text),
	);

/**
 * Whether a record already has all that a request sets. False if that can't be told, because answers don't show an element.
 *
 * @param body the elements of the request, without the identifier of the record
 * @param fields the elements that answers show
 */
export const showsAll = (record: BillingRecord, body: Body, fields: KeptFields): boolean =>
	Object.entries(body).every(([element, sent]) => {
		const field = fields[element];
		return sent === undefined || (field !== undefined && isSameContent(field, sent, field.in(record)));
	});

/**
 * What a record shows otherwise than a request sent it or, if it left it out, than before, each in words: `no notes instead of
 * 'A'`. A field that isn't shown, or not as requests take it, is unknown.
 *
 * @param body the elements of the request
 * @param fields the elements that answers show
 */
export function alteredIn(
	record: BillingRecord,
	body: Body,
	fields: KeptFields,
	before: BillingRecord = {},
): string[] {
	const altered: string[] = [];
	for (const [path, kept] of Object.entries(fields)) {
		const sent = contentAt(body, path) ?? kept.in(before);
		const now = kept.in(record);
		if (sent === undefined || sent === UNFIT || valueAt(record, kept.field) === undefined || now === UNFIT)
			continue;
		if (!isSameContent(kept, sent, now)) altered.push(alteredInWords(kept.field, sent, now ?? ''));
	}
	return altered;
}

function alteredInWords(field: string, sent: Content, now: Content): string {
	const name = fieldInWords(field);
	const [wanted, shown] = [sent, now].map((content) => quote([content].flat().map(textOf).join(', ').trim()));
	if (shown === quote('')) return `no ${name} instead of ${wanted}`;
	if (wanted === quote('')) return `the ${name} ${shown} instead of none`;
	// Of long texts, only the beginnings are quoted.
	return shown === wanted ? `the ${name} in another wording` : `the ${name} ${shown} instead of ${wanted}`;
}

/** The content at the path of an element, which may be within another one. */
export function contentAt(body: Body, path: string): Content | undefined {
	const [element = '', inner] = path.split('/');
	const content = body[element];
	if (inner === undefined) return content;
	return isBody(content) ? content[inner] : undefined;
}

/** A field's name in a sentence: `invoice due date`, `client ID`. */
export const fieldInWords = (field: string): string =>
	field.replace(/.*\//, '').replaceAll('_', ' ').replace(/ id$/, ' ID');

function isSameContent({ isSame }: KeptField, sent: Content, shownNow: KeptContent): boolean {
	if (shownNow === UNFIT) return false;
	const given = [sent].flat().filter((text) => text !== '');
	const texts = [shownNow ?? []].flat();
	if (given.length !== texts.length) return false;
	return given.every((one) => typeof one === 'string' && texts.some((text) => isSame(one, text)));
}
