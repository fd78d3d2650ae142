import { answer, element, repeated, type Answer } from './answer.ts';
import { textsAt, type Element } from './element.ts';
import { reject } from './rejection.ts';

/**
 * Acts on each record that a repeatable identifier element names (§4.1), once per identifier even when it is repeated, and
 * sorts the identifiers by how that went. Throws a Rejection with the message when the request names none.
 */
export function forEachIdentifier(
	request: Element,
	name: string,
	message: string,
	act: (identifier: string) => boolean,
): { done: string[]; failed: string[] } {
	const identifiers = [...new Set(textsAt(request, name).map((text) => text.trim()))];
	if (identifiers.length === 0) reject(message);
	const done: string[] = [];
	const failed: string[] = [];
	for (const identifier of identifiers) (act(identifier) ? done : failed).push(identifier);
	return { done, failed };
}

/** Answers a delete method: an empty body, or a `failure` list with the identifiers that could not be deleted. */
export function answerDelete(
	request: Element,
	name: string,
	message: string,
	remove: (identifier: string) => boolean,
): Answer {
	const { failed } = forEachIdentifier(request, name, message, remove);
	return failed.length === 0 ? answer() : answer(element('failure', repeated(name, failed)));
}

/** Answers a method that could not act on all records: status 400 with a text, and both lists of identifiers (§7). */
export function answerPartly(
	text: string,
	name: string,
	{ done, failed }: ReturnType<typeof forEachIdentifier>,
): Answer {
	const lists = { invalid: failed, success: done };
	return {
		status: 400,
		text,
		elements: Object.entries(lists).map(([list, identifiers]) => element(list, repeated(name, identifiers))),
	};
}
