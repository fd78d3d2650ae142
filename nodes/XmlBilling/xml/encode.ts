import { isBody, type Body, type Content } from './request';
import { check, describe, isAbsent, type Checked, type Kind } from './values';

/** What a form field adds to say how it is written. */
export interface Wire {
	/**
	 * The element, or the path to it (`client/client_id`). Default: the name in snake case. `false`: the field
	 * is of the form only. A collection without an element writes its fields where it stands itself.
	 */
	element?: string | false;
	/**
	 * Default: `identifier` for resource locators, `date` for dates, else `text`. `identifiers` takes several,
	 * as a list or as text with commas, and repeats the element.
	 */
	kind?: Kind | 'identifiers';
	/** Set where the options of a dropdown are suggestions, because the interface shows no whole list (§4.1). */
	open?: boolean;
	/**
	 * Set where leaving the field out would mean more than was asked for, as with a filter: one that was filled in must not
	 * come out empty. A collection passes it on to its fields.
	 */
	strict?: boolean;
	/** How many entries a group may have at most (§8). */
	most?: number;
	/** What a boolean is written as when it is on and when it is off; an empty text is not written. */
	flag?: readonly [on: string, off: string];
}

/** A form field, as far as the request is concerned. The node's properties have this shape. */
export interface Field extends Wire {
	name: string;
	displayName: string;
	type: string;
	required?: boolean;
	default?: unknown;
	options?: readonly object[];
}

/** A set of fields that can be added, several times where its collection allows that. */
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
 * Writes what was filled in as the body of a request, by walking the form (§2.1, §4). Order does not matter to
 * the interface. A field that is absent or left empty is not written: an empty element would only say the same.
 *
 * @param fields the form of the operation
 * @param values what was filled in, by field name
 * @param timeZone IANA name of the workflow's zone, for moments that become dates
 * @returns the body, or the first field that cannot be written, named as its user sees it
 */
export function encode(fields: readonly Field[], values: Values, timeZone: string): Encoded {
	const writer: Writer = { timeZone };
	const body: Body = {};
	writeFields(fields, values, body, '', writer);
	return writer.found === undefined ? { ok: true, body } : { ok: false, ...writer.found };
}

/** The element that a field is written as when it says nothing else: `unitCost` is `unit_cost`. */
export const snakeCase = (name: string): string =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The field whose element it is: `unit_cost` is `unitCost`. */
export const camelCase = (element: string): string =>
	element.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Puts content at a path below a body, beside what is there already. */
export function place(body: Body, path: string, content: Content): void {
	const [name = '', ...rest] = path.split('/');
	const added = rest.length === 0 ? content : { [rest.join('/')]: content };
	if (!isBody(added)) {
		body[name] = added;
		return;
	}
	const earlier = body[name];
	const inner: Body = isBody(earlier) ? { ...earlier } : {};
	for (const [below, part] of Object.entries(added)) {
		if (part !== undefined) place(inner, below, part);
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
	// A record that was meant and is missing must not become all records.
	else if (isAbsent(content) && isLocatorOfRecord(field) && value !== undefined && value !== null)
		fail(writer, label, 'was added and left empty; choose a record or remove the field');
	else if (content !== undefined) place(body, field.element ?? snakeCase(field.name), content);
}

const isLocatorOfRecord = (field: Field): boolean =>
	field.type === 'resourceLocator' && valueKind(field) === 'identifier';

function writeCollection(field: Field, value: unknown, body: Body, label: string, writer: Writer): void {
	const inner: Body = typeof field.element === 'string' ? {} : body;
	writeFields((field.options ?? []).filter(isField), asValues(value), inner, `${label} › `, writer);
	if (typeof field.element === 'string' && Object.keys(inner).length > 0) place(body, field.element, inner);
}

function writeGroups(field: Field, value: unknown, body: Body, label: string, writer: Writer): void {
	let isEmpty = true;
	for (const group of (field.options ?? []).filter(isGroup)) {
		const entries = toList(asValues(value)[group.name]);
		const written = entries.map((entry, index) => {
			const inner: Body = {};
			writeFields(
				group.values,
				withDefaults(group, asValues(entry)),
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
		place(body, path.filter((part) => part !== '').join('/'), filled);
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
	// A blank text would erase what is there, where an empty one counts as not supplied (§2.1).
	if (checked.ok) return isAbsent(checked.text) ? undefined : checked.text;
	fail(writer, label, checked.problem);
	return undefined;
}

// A value that is not listed would silently be taken for another one (§4.3: a status that is none makes a draft).
function choose(field: Field, checked: Checked): Checked {
	const choices = field.type === 'options' ? (field.options ?? []).filter(isChoice) : [];
	if (!checked.ok || checked.text === undefined || choices.length === 0) return checked;
	const wanted = checked.text.trim().toLowerCase();
	const choice = choices.find(({ value }) => value.toLowerCase() === wanted);
	if (choice !== undefined) return { ok: true, text: choice.value };
	if (field.open === true) return checked;
	const known = choices.map(({ value }) => value).join(', ');
	return { ok: false, problem: `is one of ${known}, not ${describe(checked.text)}` };
}

// A dropdown of a row that an expression leaves empty is what the form would show, not what the service would take.
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
		fail(writer, label, `is either on or off, not ${describe(value)}`);
	}
	const text = isOn ? flag[0] : flag[1];
	return text === '' ? undefined : text;
}

/** The plain value of a resource locator; any other value as it is. */
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

/** The fields of a value that has some. */
export const asValues = (value: unknown): Values =>
	typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

function toList(value: unknown): unknown[] {
	if (value === undefined || value === null || value === '') return [];
	return Array.isArray(value) ? value : [value];
}

// Several identifiers come as a list or as text with commas.
const splitList = (value: unknown): unknown[] =>
	toList(typeof value === 'string' ? value.split(/[\s,;]+/).filter((part) => part !== '') : value);

const isChoice = (option: object): option is { value: string } =>
	'value' in option && typeof option.value === 'string';
const isField = (option: object): option is Field => 'type' in option && 'name' in option;
const isGroup = (option: object): option is FieldGroup => 'values' in option && 'name' in option;
