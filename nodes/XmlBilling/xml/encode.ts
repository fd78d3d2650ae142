import { isBody, type Body, type Content } from './request';
import { isSameStatus } from './shape';
import { fieldsOf } from '../objects';
import { check, describe, isAbsent, type Checked, type Kind } from './values';

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
	 * Set if a dropdown takes its options only as they are spelled: by default, the case of letters doesn't count. For texts of
	 * which the service silently makes others.
	 */
	exact?: boolean;
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
export interface Field extends Wire {
	name: string;
	displayName: string;
	type: string;
	required?: boolean;
	default?: unknown;
	options?: readonly object[];
}

/** A set of fields that a user can add, more than once if its collection allows that. */
export interface FieldGroup extends Wire {
	name: string;
	displayName: string;
	values: readonly Field[];
}

export type Encoded = { ok: true; body: Body } | { ok: false; field: string; problem: string };

const REQUIRED = 'is required and was left empty';

export type Values = Readonly<Record<string, unknown>>;

interface Writer {
	timeZone: string;
	found?: { field: string; problem: string };
}

/**
 * Writes the form's values as the body of a request (§2.1, §4). The interface ignores the order of elements. Empty
 * fields are not written, because an empty element means the same.
 *
 * @param values by field name
 * @param timeZone IANA name of the workflow's zone, for moments that become dates
 * @returns the body, or the label of the first field that cannot be written
 */
export function encode(fields: readonly Field[], values: Values, timeZone: string): Encoded {
	const writer: Writer = { timeZone };
	const body: Body = {};
	writeFields(fields, values, body, '', writer);
	return writer.found === undefined ? { ok: true, body } : { ok: false, ...writer.found };
}

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

function writeFields(
	fields: readonly Field[],
	values: Values,
	body: Body,
	where: string,
	writer: Writer,
): void {
	for (const field of fields) writeField(field, values[field.name], body, where, writer);
}

function writeField(field: Field, value: unknown, body: Body, where: string, writer: Writer): void {
	const label = where + field.displayName;
	if (field.element === false) return;
	if (field.type === 'collection') return writeCollection(field, value, body, label, writer);
	if (field.type === 'fixedCollection') return writeGroups(field, value, body, label, writer);

	const content = writeValue(field, value, label, writer);
	if (isAbsent(content) && field.required === true) fail(writer, label, REQUIRED);
	// Omitting a record that the user meant could apply the request to all records.
	else if (isAbsent(content) && isLocatorOfRecord(field) && value !== undefined && value !== null)
		fail(writer, label, 'was added and left empty; choose a record or remove the field');
	else if (content !== undefined) setElement(body, field.element ?? snakeCase(field.name), content);
}

const isLocatorOfRecord = (field: Field): boolean =>
	field.type === 'resourceLocator' && valueKind(field) === 'identifier';

function writeCollection(field: Field, value: unknown, body: Body, label: string, writer: Writer): void {
	const inner: Body = typeof field.element === 'string' ? {} : body;
	writeFields((field.options ?? []).filter(isField), fieldsOf(value), inner, `${label} › `, writer);
	if (typeof field.element === 'string' && Object.keys(inner).length > 0)
		setElement(body, field.element, inner);
}

function writeGroups(field: Field, value: unknown, body: Body, label: string, writer: Writer): void {
	let isEmpty = true;
	for (const group of (field.options ?? []).filter(isGroup)) {
		const entries = toList(fieldsOf(value)[group.name]);
		const written = entries.map((entry, index) => {
			const inner: Body = {};
			writeFields(
				group.values,
				withDefaults(group, fieldsOf(entry)),
				inner,
				`${label} › ${index + 1} › `,
				writer,
			);
			return inner;
		});
		const path = [field.element ?? snakeCase(field.name), group.element ?? snakeCase(group.name)];
		const filled = written.filter((inner) => Object.keys(inner).length > 0);
		if (filled.length === 0) continue;
		if (filled.length > (field.most ?? Infinity))
			return fail(writer, label, `takes at most ${field.most}, not ${filled.length}`);
		isEmpty = false;
		setElement(body, path.filter((part) => part !== '').join('/'), filled);
	}
	if (field.required === true && isEmpty) fail(writer, label, REQUIRED);
}

function writeValue(field: Field, value: unknown, label: string, writer: Writer): Content | undefined {
	if (field.type === 'multiOptions' || field.kind === 'identifiers') {
		const texts = splitList(unwrapLocator(value)).flatMap(
			(entry) => writeText(field, entry, label, writer) ?? [],
		);
		return texts.length > 0 ? texts : undefined;
	}
	return writeText(field, value, label, writer);
}

function writeText(field: Field, value: unknown, label: string, writer: Writer): string | undefined {
	if (field.flag !== undefined) return writeFlag(field.flag, value, label, writer);
	const checked = choose(field, check(unwrapLocator(value), valueKind(field), writer.timeZone));
	// Blank text would erase the stored value, while an empty element counts as not supplied (§2.1).
	if (checked.ok) return isAbsent(checked.text) ? undefined : checked.text;
	fail(writer, label, checked.problem);
	return undefined;
}

// The service may silently replace an unlisted value with another (§4.3: an unknown status makes a draft).
function choose(field: Field, checked: Checked): Checked {
	const choices = field.type === 'options' ? (field.options ?? []).filter(isChoice) : [];
	if (!checked.ok || checked.text === undefined || choices.length === 0) return checked;
	const wanted = checked.text.trim();
	const choice = choices.find(({ value }) =>
		field.exact === true ? value === wanted : isSameStatus(wanted, value),
	);
	if (choice !== undefined) return { ok: true, text: choice.value };
	if (field.open === true) return checked;
	const known = choices.map(({ value }) => value || 'empty').join(', ');
	const meant = choices.find(({ name, value }) => isAlike(name, wanted) || isAlike(value, wanted));
	const advice = meant === undefined ? '' : `. Did you mean ${meant.value || 'empty'}?`;
	return { ok: false, problem: `must be one of ${known}, not ${describe(checked.text)}${advice}` };
}

/** Whether two texts are the same but for case, blanks, hyphens and a plural. */
const isAlike = (one: string, other: string): boolean => singular(one) === singular(other);

const singular = (text: string): string =>
	text
		.toLowerCase()
		.replaceAll(/[\s-]+/g, '')
		.replace(/s$/, '');

// If an expression leaves a row's dropdown empty, the form's default applies, not the service's.
const withDefaults = (group: FieldGroup, entry: Values): Values => ({
	...entry,
	...Object.fromEntries(
		group.values
			.filter(({ name, type }) => type === 'options' && isAbsent(entry[name]))
			.map((field) => [field.name, field.default]),
	),
});

function writeFlag(
	flag: readonly [string, string],
	value: unknown,
	label: string,
	writer: Writer,
): string | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const isOn = value === true || value === 'true';
	if (!isOn && value !== false && value !== 'false') {
		fail(writer, label, `must be on or off, not ${describe(value)}`);
	}
	const text = isOn ? flag[0] : flag[1];
	return text === '' ? undefined : text;
}

/** The plain value of a resource locator. Any other value stays as it is. */
export function unwrapLocator(value: unknown): unknown {
	return typeof value === 'object' && value !== null && '__rl' in value && 'value' in value
		? value.value
		: value;
}

function valueKind({ kind, type }: Field): Kind {
	if (kind !== undefined) return kind === 'identifiers' ? 'identifier' : kind;
	if (type === 'resourceLocator') return 'identifier';
	return type === 'dateTime' ? 'date' : 'text';
}

function fail(writer: Writer, field: string, problem: string): void {
	writer.found ??= { field, problem };
}

function toList(value: unknown): unknown[] {
	if (value === undefined || value === null || value === '') return [];
	return Array.isArray(value) ? value : [value];
}

const splitList = (value: unknown): unknown[] =>
	toList(typeof value === 'string' ? value.split(/[\s,;]+/).filter((part) => part !== '') : value);

const isChoice = (option: object): option is { name: string; value: string } =>
	'name' in option &&
	'value' in option &&
	typeof option.name === 'string' &&
	typeof option.value === 'string';
const isField = (option: object): option is Field => 'type' in option && 'name' in option;
const isGroup = (option: object): option is FieldGroup => 'values' in option && 'name' in option;

/** Returns the body with one more element, at a path that may partly exist. */
export function withElement(body: Body, path: string, content: Content): Body {
	const extended = { ...body };
	setElement(extended, path, content);
	return extended;
}
