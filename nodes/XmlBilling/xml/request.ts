import { XMLBuilder } from 'fast-xml-parser';
import { escapeText } from './characters';
import Big from 'big.js';
import { isNameOfId, textOf } from './shape';

/** The content of an element: text, child elements, or several contents if the element is repeated. */
export type Content = string | Body | Array<string | Body>;

/** Elements by name. An empty string is an empty element. Undefined is not written. */
export interface Body {
	[element: string]: Content | undefined;
}

export const isBody = (content: Content | undefined): content is Body =>
	typeof content === 'object' && !Array.isArray(content);

const ELEMENT_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

const builder = new XMLBuilder({
	ignoreAttributes: false,
	attributeNamePrefix: '@',
	suppressEmptyNode: false,
	// A method called `true` would otherwise lose its value.
	suppressBooleanAttributes: false,
	// Values are already escaped by this interface's rules.
	processEntities: false,
});

/** Whether a text can name an element of a request. */
export const isElementName = (name: string): boolean => ELEMENT_NAME.test(name);

/**
 * Writes a request document (§4.1): declaration, root `request` with the method, and the body. It is well-formed for any
 * values.
 *
 * @param body elements whose names `isElementName` rejects are left out
 * @throws Error for a body that is nested more than 99 deep
 */
export function writeRequest(method: string, body: Body): string {
	return builder.build({
		'?xml': { '@version': '1.0', '@encoding': 'utf-8' },
		request: { '@method': escapeText(method), ...escapeBody(body) },
	});
}

function escapeBody(body: Body): Body {
	const written = new Map<string, Content>();
	for (const [name, content] of Object.entries(body))
		if (content !== undefined && isElementName(name)) written.set(name, escapeContent(content));
	// Unlike assignments, this keeps an element called `__proto__`.
	return Object.fromEntries(written);
}

function escapeContent(content: Content): Content {
	if (Array.isArray(content))
		return content.map((part) => (typeof part === 'string' ? escapeText(part) : escapeBody(part)));
	return typeof content === 'string' ? escapeText(content) : escapeBody(content);
}

/** Reading the body of a request, as it is written. */

/** The elements at a path. Any element of the path may be repeated. */
export function bodiesAt(body: Body, path: string): Body[] {
	return path.split('/').reduce<Body[]>((found, name) => found.flatMap((one) => bodiesIn(one[name])), [body]);
}

/** The contents that have child elements, of an element that may be repeated. */
export const bodiesIn = (content: Content | undefined): Body[] => [content].flat().filter(isBody);

/** A record in the form of a request's body, with plain values only. */
export const bodyFrom = (record: unknown): Body =>
	Object.fromEntries(Object.entries(record ?? {}).map(([name, part]) => [name, textOf(part)]));

/** The entries of a record's list, each in the form of a request's body. */
export const bodiesFrom = (list: unknown): Body[] => (Array.isArray(list) ? list : []).map(bodyFrom);

/** All identifiers in a request, of whatever kind. */
export const idsIn = (body: Body): number[] =>
	Object.entries(body).flatMap(([name, content]) =>
		[content].flat().flatMap((part) => {
			if (isBody(part)) return idsIn(part);
			return isNameOfId(name) ? [Number(textOf(part))] : [];
		}),
	);

/** The texts of an element that may be repeated. */
export const textsIn = (content: Content | undefined): string[] =>
	[content]
		.flat()
		.filter((text) => typeof text === 'string')
		.map((text) => text.trim());

/** The text in an element, the first if it is repeated; empty if there is none. */
export const textIn = (body: Body, element: string): string => textsIn(body[element])[0] ?? '';

/**
 * The amount in an element; 0 if it isn't a plain decimal (forms always send one). If a custom request repeats the
 * element, the largest amount counts.
 */
export function decimalIn(body: Body, element: string): Big {
	const amounts = textsIn(body[element])
		.filter((text) => /^-?\d+(\.\d+)?$/.test(text))
		.map((text) => new Big(text))
		.sort((one, other) => other.cmp(one));
	return amounts[0] ?? new Big(0);
}
