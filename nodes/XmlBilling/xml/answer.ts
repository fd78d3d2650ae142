import type { Element, Malformed } from './parse';
import { decodeId, decodeRecord, isIdentifier, type BillingRecord, type RecordElements } from './shape';

/** An answer of the service: the outcome of the call and the root element (§4.1, §7). */
export interface Answer {
	status: number;
	/** An error message, or the identifier that some updates return as text. */
	message: string;
	body: Element;
}

/** Why a response is no answer. */
export type NoAnswer = Malformed | 'notAnswer';

export interface Page {
	records: BillingRecord[];
	page: number;
	totalPages: number;
	/** How many records match in all, if the answer says so. */
	total: number | undefined;
}

/** Whether a document with this root element comes from the service, even if the rest of it can't be read (§4.1). */
export const isRootOfAnswer = (name: string | undefined): boolean => name === 'response';

/** Reads the root of a document as an answer (§4.1, §7). Returns undefined if it isn't one. */
export function decodeAnswer(root: Element): Answer | undefined {
	const status = root.attributes['status']?.trim();
	if (!isRootOfAnswer(root.name) || status === undefined || !/^\d{3}$/.test(status)) return undefined;
	return { status: Number(status), message: findMessage(root), body: root };
}

/** Whether a status says that the call worked. The interface names 200 (§7); the vendor documents any from 200 to 299. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a list finds nothing: status 404 (§4.1), or 400 with the message of an empty list (vendor's extension). */
export const findsNothing = ({ status, message }: Answer): boolean =>
	status === 404 || (status === 400 && /^data not found/i.test(message));

/** What stands for the answer to a write that HTTP reports as done without a document. */
export const NO_DOCUMENT: Answer = {
	...{ status: 200, message: '' },
	body: { name: 'response', attributes: {}, text: '', children: [] },
};

/**
 * The record of a `get…` answer. If the record doesn't show its identifier (§2.2), it gets the requested one. Missing
 * lists become empty arrays.
 */
export function decodeOne(answer: Answer, type: RecordElements, id: number): BillingRecord | undefined {
	const element = answer.body.children.find((child) => child.name === type.name);
	if (element === undefined) return undefined;
	const record: BillingRecord = { [type.id]: id, ...decodeRecord(element, type.shape) };
	record[type.id] ??= id;
	for (const [name, of] of Object.entries(type.shape)) {
		if (typeof of === 'object' && 'each' in of) record[name] ??= [];
	}
	return record;
}

/**
 * The records of a `list…` answer.
 *
 * @returns undefined if the list is missing, or if its page count isn't a number
 */
export function decodePage(answer: Answer, type: RecordElements): Page | undefined {
	if (findsNothing(answer)) return { records: [], page: 1, totalPages: 1, total: 0 };
	const wrapper = answer.body.children.find((child) => child.name === type.wrapper);
	if (wrapper === undefined) return undefined;
	const totalPages = readCount(wrapper, 'total_pages');
	// Assuming a single page would pass off part of the list as all of it.
	if (totalPages === undefined && (wrapper.attributes['total_pages'] ?? '') !== '') return undefined;
	const records = wrapper.children
		.filter((child) => child.name === type.name)
		.map((child) => decodeListed(child, type));
	return {
		records,
		page: readCount(wrapper, 'page') ?? 1,
		totalPages: totalPages ?? 1,
		total: readCount(wrapper, 'total_records') ?? readCount(wrapper, 'total'),
	};
}

// The specification doesn't say which fields lists show (§2.2). Bare text can only be the identifier.
function decodeListed(element: Element, type: RecordElements): BillingRecord {
	if (element.children.length > 0) return decodeRecord(element, type.shape);
	const bare = element.text.trim();
	return bare === '' ? {} : { [type.id]: type.shape[type.id] === 'number' ? decodeId(bare) : bare };
}

/** The identifier that a create or update returns: in an element of its name, or as plain text (§4.1). */
export function decodeIdentifier(answer: Answer, name: string): number | undefined {
	const element = answer.body.children.find((child) => child.name === name);
	const id = decodeId(element?.text ?? answer.message);
	return isIdentifier(id) ? id : undefined;
}

/**
 * All identifiers in the elements with a name, such as `failure`, `invalid` or `success` (§7): one text with all of
 * them, or one element for each. Their format isn't specified, so anything else (a reason, a code) is ignored.
 */
export function decodeIdentifiers(answer: Answer, name: string): number[] {
	const leaves = answer.body.children.filter((child) => child.name === name).flatMap(leavesOf);
	const named = leaves.filter((leaf) => leaf.name.endsWith('id'));
	return (named.length > 0 ? named : leaves).flatMap(identifiersIn);
}

/** Elements that list the records for which a write failed (§7). */
export const FAILURE_LISTS = ['failure', 'invalid'];

/** Whether any element with one of these names has content, readable or not. */
export const lists = (answer: Answer, names: readonly string[]): boolean =>
	answer.body.children.some(
		({ name, text, children }) => names.includes(name) && (text.trim() !== '' || children.length > 0),
	);

const leavesOf = (element: Element): Element[] =>
	element.children.length > 0 ? element.children.flatMap(leavesOf) : [element];

const identifiersIn = ({ text }: Element): number[] =>
	/^[\d\s,;]+$/.test(text) ? (text.match(/\d+/g) ?? []).map(Number).filter(Number.isSafeInteger) : [];

// The interface has a message as the text of the root (§7); these are what other services use.
const MESSAGES = ['message', 'error', 'errors'];

function findMessage(root: Element): string {
	if (root.text.trim() !== '') return root.text.trim();
	const leaves = root.children.filter(({ name }) => MESSAGES.includes(name)).flatMap(leavesOf);
	return [...new Set(leaves.map(({ text }) => text.trim()))].filter((text) => text !== '').join(' ');
}

function readCount(element: Element, attribute: string): number | undefined {
	const text = element.attributes[attribute]?.trim() ?? '';
	return /^\d+$/.test(text) ? Number(text) : undefined;
}
