/** Reading the body of a request, as it is written. */
import Big from 'big.js';
import { isBody, type Body, type Content } from './request';
import { textOf } from './shape';

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
			return /(^|_)id$/.test(name) ? [Number(textOf(part))] : [];
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
