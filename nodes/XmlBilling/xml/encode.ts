import { isSameStatus } from './identity';
import { isObject } from '../helpers/GenericFunctions';
import { isBody, type Body, type Content } from './request';
import { check, isAbsent, notOneOf, type Checked, type Kind } from './values';

/** How a form field is written in a request. */
export interface Wire {
	/**
	 * The element, or the path to it (`client/client_id`). Defaults to the name in snake case. `false` keeps the field
	 * out of requests. A collection without an element writes its fields at its own level.
	 */
	element?: string | false;
	/**
	 * Defaults to `identifier` for resource locators, `date` for dates, and `text` otherwise. `identifiers` takes a list
	 * or comma-separated text, and repeats the element.
	 */
	kind?: Kind | 'identifiers';
	/** Set if a dropdown's options are only suggestions, because the specification doesn't list all values (§4.1). */
	open?: boolean;
	/**
	 * Set if omitting the field would widen the request, as with a filter. If the user filled it in, it must not come out
	 * empty. A collection passes this on to its fields.
	 */
	strict?: boolean;
	/** The most entries that a group may have (§8). */
	most?: number;
	/** The texts for a boolean that is on or off. An empty text is not written. */
	flag?: readonly [on: string, off: string];
}

/** The parts of a form field that matter for requests. The node's properties have this shape. */
interface Field extends Wire {
	name: string;
	type: string;
	options?: readonly object[];
}

/** What a request has of a field, nothing if it is empty, or its problem. */
type CheckedContent =
	{ ok: true; content: Content | undefined; doubt?: string | undefined } | { ok: false; problem: string };

export type Values = Readonly<Record<string, unknown>>;

/** A field's default element: `unit_cost` for `unitCost`. */
export const snakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The field for an element: `unitCost` for `unit_cost`. */
export const camelCase = (element: string): string =>
	element.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Sets content at a path in a body, and keeps the other content. */
export function setElement(body: Body, path: string, content: Content): void {
	const [name = '', ...rest] = path.split('/');
	const added = rest.length === 0 ? content : { [rest.join('/')]: content };
	if (!isBody(added)) {
		body[name] = added;
		return;
	}
	const earlier = body[name];
	const inner: Body = isBody(earlier) ? { ...earlier } : {};
	for (const [below, part] of Object.entries(added)) {
		if (part !== undefined) setElement(inner, below, part);
	}
	body[name] = inner;
}

/**
 * Checks the value of a field and writes it in the interface's format (§2.1).
 *
 * @param value as n8n or JSON has it; a switch is true or false
 * @param timeZone IANA name of the workflow's zone, for moments that become dates
 */
export function contentOf(field: Field, value: unknown, timeZone: string): CheckedContent {
	const isList = field.type === 'multiOptions' || field.kind === 'identifiers';
	const texts: string[] = [];
	let doubt: string | undefined;
	for (const entry of isList ? splitList(value) : [value]) {
		const checked = checkText(field, entry, timeZone);
		if (!checked.ok) return checked;
		({ doubt } = checked);
		// Blank text would erase the stored value, while an empty element counts as not supplied (§2.1).
		if (checked.text !== undefined && !isAbsent(checked.text)) texts.push(checked.text);
	}
	return { ok: true, content: isList && texts.length > 0 ? texts : texts[0], doubt };
}

function checkText(field: Field, value: unknown, timeZone: string): Checked {
	if (field.flag !== undefined && typeof value === 'boolean')
		return { ok: true, text: field.flag[value ? 0 : 1] };
	const hasChoices = field.type === 'options' || field.type === 'multiOptions';
	const choices = hasChoices ? (field.options ?? []).filter(isChoice) : [];
	return choices.length === 0
		? check(value, valueKind(field), timeZone)
		: choose(field, choices, value, timeZone);
}

// The service may silently replace an unlisted value with another (§4.3: an unknown status makes a draft).
function choose(field: Field, choices: readonly Choice[], value: unknown, timeZone: string): Checked {
	const checked = check(value, 'text', timeZone);
	if (!checked.ok || checked.text === undefined) return checked;
	const wanted = checked.text.trim();
	const choice = choices.find((one) => isSameStatus(wanted, one.value));
	if (choice !== undefined) return { ok: true, text: choice.value };
	if (field.open) return check(value, valueKind(field), timeZone);
	// Answers show some options in the plural (§2.2).
	const alike = choices.find((one) => isAlike(one.value, wanted));
	if (alike !== undefined) return { ok: true, text: alike.value };
	const meant = choices.find((one) => isAlike(one.name, wanted));
	const advice = meant === undefined ? '' : `. Did you mean ${meant.value || 'empty'}?`;
	const known = choices.map((one) => one.value);
	return { ok: false, problem: `${notOneOf(known, checked.text)}${advice}` };
}

/** Whether two texts are the same but for case, blanks, hyphens and a plural. What is only these is like no other. */
const isAlike = (one: string, other: string): boolean =>
	singular(one) !== '' && singular(one) === singular(other);

const singular = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '').replace(/s$/, '');

/**
 * The plain value of a resource locator. Any other value stays as it is. A locator in a collection that nobody has touched
 * lacks the mark `__rl`.
 */
export function unwrapLocator(value: unknown): unknown {
	return isObject(value) && 'mode' in value && 'value' in value ? value['value'] : value;
}

function valueKind({ kind, type }: Field): Kind {
	if (kind !== undefined) return kind === 'identifiers' ? 'identifier' : kind;
	if (type === 'resourceLocator') return 'identifier';
	return type === 'dateTime' ? 'date' : 'text';
}

const splitList = (value: unknown): unknown[] =>
	typeof value === 'string' ? value.split(/[\s,;]+/) : [value].flat();

interface Choice {
	readonly name: string;
	readonly value: string;
}

const isChoice = (option: object): option is Choice =>
	'name' in option &&
	'value' in option &&
	typeof option.name === 'string' &&
	typeof option.value === 'string';

/** Returns the body with one more element, at a path that may partly exist. */
export function withElement(body: Body, path: string, content: Content): Body {
	const extended = { ...body };
	setElement(extended, path, content);
	return extended;
}
