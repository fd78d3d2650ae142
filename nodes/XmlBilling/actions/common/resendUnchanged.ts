import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import { textOf, type BillingRecord, type Value } from '../../xml/shape';
import type { ItemContext } from '../../engine/itemContext';
import { labelOf, option, withElement, written } from './standard';

/** Stands for a value that the service shows and that a request cannot carry back unchanged. */
const UNFIT = Symbol('unfit');

type Content = string | string[] | typeof UNFIT | undefined;

/** A field of an answer, and its value as a request takes it; nothing where it is empty or not shown. */
export interface Shown {
	readonly field: string;
	readonly in: (record: BillingRecord) => Content;
}

/** What an update sends again, by the element that takes it: names in answers and requests differ (§2.2, §4). */
export type ResentFields = Readonly<Record<string, Shown>>;

const shown = (field: string, toContent: (text: string) => Content): Shown => ({
	field,
	in: (record) => contentOf(record[field], toContent),
});

function contentOf(value: Value | undefined, toContent: (text: string) => Content): Content {
	if (value === undefined || value === null || value === '') return undefined;
	return isUnfit(value) ? UNFIT : toContent(textOf(value));
}

/** Whether a value holds several elements, elements of its own, or bytes that were none of the answer's character set. */
export const isUnfit = (value: unknown): boolean =>
	(typeof value === 'object' && value !== null) || textOf(value).includes('\ufffd');

export const shownText = (field: string): Shown => shown(field, (text) => text);

/** Answers and requests spell statuses in different cases (§4.3). */
export const shownStatus = (field: string): Shown => shown(field, (text) => text.toLowerCase());

/** A request takes plain decimals alone: anything else could be stored as another amount (§2.1). */
export const shownDecimal = (field: string): Shown =>
	shown(field, (text) => (/^-?\d+(\.\d+)?$/.test(text) ? text : UNFIT));

/** The identifier of a linked record; 0 is none. */
export const shownId = (field: string): Shown => shown(field, idIn);

function idIn(text: string): Content {
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

/** Answers may show a time with a date, which requests do not take (§2.1); a date of zeros is none. */
export const shownDay = (field: string): Shown =>
	shown(field, (text) => (text.startsWith('0000') ? undefined : (dayIn(text) ?? UNFIT)));

/** The day of a date that an answer shows, with or without a time (§2.1). One with an offset may be another day. */
export const dayIn = (text: string): string | undefined =>
	/^(\d{4}-\d\d-\d\d)(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/.exec(text)?.[1];

/** Changes a record, where it is not said that the service keeps what is left out: what it has is sent again. */
export const updateKept = (type: RecordType, kept: ResentFields) => async (item: ItemContext) => {
	const body = await keepUnchanged(item, type, kept);
	return await written(item, type, await item.api.call(item.method, body), 'updated');
};

/** Whether an update is to leave alone what the form does not change. */
export const keepsOthers = (item: ItemContext): boolean => option(item, 'keepUnchanged') !== false;

/** The body of an update with what its record has besides, unless the user does not want that. */
export async function keepUnchanged(item: ItemContext, type: RecordType, kept: ResentFields): Promise<Body> {
	const given = item.body();
	if (!keepsOthers(item)) return given;
	return keep(item, type, given, await item.api.get(type, Number(given[type.id])), kept);
}

/**
 * The body with every value of the record that it does not set itself. Throws an error that names the field where the
 * record shows a value that cannot be sent back unchanged: the service would erase or alter it.
 */
export function keep(
	item: ItemContext,
	type: RecordType,
	given: Body,
	record: BillingRecord,
	kept: ResentFields,
): Body {
	let body = given;
	for (const [path, value] of Object.entries(kept)) {
		const [element = '', inner] = path.split('/');
		const present = given[element];
		const isGiven =
			isBody(present) && inner !== undefined ? present[inner] !== undefined : present !== undefined;
		if (isGiven) continue;
		const content = value.in(record);
		if (content === UNFIT) throw unfit(item, type, record, value.field);
		if (content !== undefined) body = withElement(body, path, content);
	}
	return body;
}

/** Refuses to carry over a part of a record, such as a line, that shows a field in a form which no request can carry. */
export function refuseUnfit(
	item: ItemContext,
	type: RecordType,
	record: BillingRecord,
	fields: readonly string[],
	part: { readonly name: string; readonly values: BillingRecord },
): void {
	const field = fields.find((name) => isUnfit(part.values[name]));
	if (field !== undefined) throw unfit(item, type, record, field, `${part.name} of `);
}

function unfit(item: ItemContext, type: RecordType, record: BillingRecord, field: string, part = ''): Error {
	const name = field.replaceAll('_', ' ').replace(/ id$/, ' ID');
	const whole = labelOf(type, Number(record[type.id])).toLowerCase();
	return item.problem(
		`The ${name} of ${part}${whole} cannot be sent back as the service shows it`,
		'Nothing was sent, so nothing is lost. Set that field yourself. Where the operation offers them, Clear Fields or switching Keep Other Values off lets the value go.',
	);
}
