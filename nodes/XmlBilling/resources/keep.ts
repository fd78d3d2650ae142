import type { Body } from '../interface/document';
import type { RecordType } from '../interface/records';
import { textOf, type BillingRecord } from '../interface/shape';
import type { Call } from '../fields/call';
import { option, withElement, written } from './standard';

/** How an answer's record is read as what a request's element takes; nothing where it shows nothing to send. */
type Read = (record: BillingRecord) => string | string[] | undefined;

/** What an update sends again, by the element that takes it: names in answers and requests differ (§2.2, §4). */
export type Kept = Readonly<Record<string, Read>>;

export const shownText =
	(field: string): Read =>
	(record) =>
		textOf(record[field]) || undefined;

/** The identifier of a linked record; 0 is none. */
export const shownId =
	(field: string): Read =>
	(record) =>
		isId(textOf(record[field])) ? textOf(record[field]) : undefined;

/** The identifiers of several linked records. */
export const shownIds =
	(field: string): Read =>
	(record) => {
		const ids = [record[field]].flat().map(textOf).filter(isId);
		return ids.length === 0 ? undefined : ids;
	};

/** Answers may show a time with a date, which requests do not take (§2.1); a date of zeros is none. */
export const shownDay =
	(field: string): Read =>
	(record) =>
		/^(?!0000)\d{4}-\d{2}-\d{2}(?!\d)/.exec(textOf(record[field]))?.[0];

const isId = (text: string): boolean => Number(text) > 0;

/** Changes a record, where it is not said that the service keeps what is left out: what it has is sent again. */
export const updateKept = (type: RecordType, kept: Kept) => async (call: Call) => {
	const body = await keepUnchanged(call, type, kept);
	return await written(call, type, await call.service.call(call.method, body), 'updated');
};

/** Whether an update is to leave alone what the form does not change. */
export const keepsOthers = (call: Call): boolean => option(call, 'keepUnchanged') !== false;

/** The body of an update with what its record has besides, unless the user does not want that. */
export async function keepUnchanged(call: Call, type: RecordType, kept: Kept): Promise<Body> {
	const given = call.body();
	if (!keepsOthers(call)) return given;
	return keep(given, await call.service.get(type, Number(given[type.id])), kept);
}

/** The body with every value of the record that it does not set itself. */
export function keep(given: Body, record: BillingRecord, kept: Kept): Body {
	let body = given;
	for (const [path, read] of Object.entries(kept)) {
		const content = read(record);
		// A path's first element holds nothing but what the path leads to.
		const [element = ''] = path.split('/');
		if (content !== undefined && given[element] === undefined) body = withElement(body, path, content);
	}
	return body;
}
