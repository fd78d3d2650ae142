import { element, repeated, type Answer } from './answer.ts';
import type { Call } from './method.ts';

/** Acts on each record that a repeated identifier names (§4.1), and sorts the identifiers by the result. */
export function forEachIdentifier(call: Call, name: string, act: (identifier: string) => boolean) {
	const identifiers = (call.lists[name] ?? []).map(String);
	const done: string[] = [];
	const failed: string[] = [];
	for (const identifier of identifiers) (act(identifier) ? done : failed).push(identifier);
	return { done, failed };
}

/** Answers a method that could not act on all records: status 400 with a text, and both lists of identifiers (§7). */
export function answerPartly(
	text: string,
	name: string,
	{ done, failed }: ReturnType<typeof forEachIdentifier>,
): Answer {
	const elements = [element('invalid', repeated(name, failed)), element('success', repeated(name, done))];
	return { status: 400, text, elements };
}
