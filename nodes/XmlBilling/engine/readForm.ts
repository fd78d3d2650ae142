import { unwrapLocator, type Values } from '../xml/encode';
import { check, describe, isAbsent } from '../xml/values';
import { isGroup, isProperty, type Property, type PropertyGroup } from '../forms/property';

/** Makes an error about a field, for the caller to throw. */
type Refuse = (message: string) => Error;

/**
 * Reads the values of a form. Expressions may also give sets of fields as JSON, rows as a bare list, and switches as text.
 * For any other shape, throws an error that names the field: ignoring it could bill, list or change the wrong thing.
 *
 * @param values the fields with their expressions resolved
 * @param raw the fields as the user wrote them
 */
export const readForm = (fields: readonly Property[], values: Values, raw: Values, refuse: Refuse): Values =>
	Object.fromEntries(
		fields.map((field) => [
			field.name,
			readField(field, values[field.name], raw[field.name], { label: field.displayName, refuse }),
		]),
	);

/**
 * Whether the user filled in a field, even with an expression that comes out empty. False for fields that an agent fills
 * in, which may stay empty. n8n knows `$fromAI` in any case of its letters.
 */
export const isFilledIn = (raw: unknown): boolean => {
	const written = unwrapLocator(raw);
	return !isAbsent(written) && !/\$fromai/i.test(JSON.stringify(written));
};

/** The field that a value belongs to, for errors. */
interface FieldContext {
	readonly label: string;
	readonly refuse: Refuse;
}

const below = ({ label, refuse }: FieldContext, name: string): FieldContext => ({
	label: `${label} › ${name}`,
	refuse,
});

function readField(field: Property, value: unknown, raw: unknown, at: FieldContext): unknown {
	if (field.strict === true && isAbsent(unwrapLocator(value)) && isFilledIn(raw)) {
		throw at.refuse(`${at.label} evaluated to nothing; correct its expression or remove it`);
	}
	if (field.placeholders === true) refuseEvaluated(raw, at);
	if (value === undefined || value === null) return value;
	if (field.type === 'boolean') return readSwitch(value, at);
	if (field.type === 'number') return readCount(field, value, at);
	if (field.type === 'options' && field.element === false) return readChoice(field, value, at);
	if (field.type === 'collection') return readFields(field, value, raw, at);
	return field.type === 'fixedCollection' ? readGroups(field, value, raw, at) : value;
}

const PLACEHOLDER = /{{\s*((?:month|year|quarter)(?:\s*[+-]\s*\d+)?)\s*}}/i;

// n8n would drop it: as an expression, it is a variable that nobody has set.
function refuseEvaluated(raw: unknown, { label, refuse }: FieldContext): void {
	const [, name] = (typeof raw === 'string' && raw.startsWith('=') && PLACEHOLDER.exec(raw)) || [];
	if (name === undefined) return;
	throw refuse(
		`${label} has {{${name}}} as an expression, which evaluates to nothing; use Fixed, or write it as {{ '{{' }}${name}}}`,
	);
}

// The form may keep another operation's choice that this one doesn't offer.
function readChoice(field: Property, value: unknown, { label, refuse }: FieldContext): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	if (choices.length === 0 || isAbsent(value) || choices.some((choice) => choice === value)) return value;
	throw refuse(`${label} must be one of ${choices.join(', ')}, not ${describe(value)}`);
}

// n8n enforces the bounds for typed numbers only, not for expressions.
function readCount({ typeOptions }: Property, value: unknown, { label, refuse }: FieldContext): unknown {
	const checked = check(value, 'integer', 'utc');
	if (checked.ok && checked.text === undefined) return value;
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	const count = checked.ok ? Number(checked.text) : Number.NaN;
	if (count >= minValue && count <= maxValue) return count;
	const bounds = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw refuse(`${label} takes a whole number ${bounds}, not ${describe(value)}`);
}

function readSwitch(value: unknown, { label, refuse }: FieldContext): unknown {
	if (typeof value === 'boolean' || isAbsent(value)) return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return text === 'true';
	throw refuse(`${label} must be on or off, not ${describe(value)}`);
}

function readFields(field: Property, value: unknown, raw: unknown, at: FieldContext): Values {
	const given = toFields(value, at);
	const known = (field.options ?? []).filter(isProperty);
	refuseUnknown(Object.keys(given), known, at);
	const shown = deciding(known, given);
	return Object.fromEntries(
		Object.entries(given).flatMap(([name, inner]) => {
			const found = fieldNamed(name, known, shown);
			if (found === undefined) return isKnown(name, known) ? [] : [[name, inner]];
			const strict = found.strict ?? field.strict;
			// A single expression may stand for the whole collection.
			const asWritten = isFields(raw) ? raw[name] : raw;
			return [[name, readField({ ...found, strict }, inner, asWritten, below(at, found.displayName))]];
		}),
	);
}

function readGroups(field: Property, value: unknown, raw: unknown, at: FieldContext): Values {
	const groups = (field.options ?? []).filter(isGroup);
	const given = toGroups(groups, value, at);
	refuseUnknown(Object.keys(given), groups, at);
	return Object.fromEntries(
		groups.flatMap((group) => {
			const rows = given[group.name];
			if (rows === undefined) return [];
			const asWritten = isFields(raw) ? raw[group.name] : raw;
			return [[group.name, readRows(group, rows, asWritten, at)] as const];
		}),
	);
}

function readRows(group: PropertyGroup, rows: unknown, raw: unknown, at: FieldContext): unknown {
	if (!Array.isArray(rows)) return isAbsent(rows) ? rows : readRow(group, rows, raw, at);
	return rows.map((row: unknown, index) => {
		// A single expression may stand for all rows.
		const asWritten: unknown = Array.isArray(raw) ? raw[index] : raw;
		return readRow(group, row, asWritten, below(at, String(index + 1)));
	});
}

function readRow(group: PropertyGroup, row: unknown, raw: unknown, at: FieldContext): Values {
	const given = toFields(row, at);
	const read = { ...given };
	const shown = deciding(group.values, given);
	for (const name of Object.keys(given).filter((key) => isKnown(key, group.values))) {
		const field = fieldNamed(name, group.values, shown);
		const asWritten = isFields(raw) ? raw[name] : raw;
		if (field === undefined) delete read[name];
		else read[name] = readField(field, given[name], asWritten, below(at, field.displayName));
	}
	return read;
}

const isKnown = (name: string, fields: readonly Property[]): boolean =>
	fields.some((field) => field.name === name);

// Several fields may have one name, each shown for other choices.
const fieldNamed = (name: string, fields: readonly Property[], given: Values): Property | undefined =>
	fields.find((field) => field.name === name && !isHidden(field, given));

// A dropdown that is left empty means its default.
const deciding = (fields: readonly Property[], given: Values): Values => ({
	...given,
	...Object.fromEntries(
		fields
			.filter(({ name, type }) => type === 'options' && name in given && isAbsent(given[name]))
			.map(({ name, default: preferred }) => [name, preferred]),
	),
});

// A hidden field keeps its value, which means nothing then.
function isHidden({ displayOptions = {} }: Property, given: Values): boolean {
	const isOn = ([name, choices]: [string, unknown[] | undefined]) => choices?.includes(given[name]) === true;
	const of = (conditions: object | undefined) =>
		Object.entries(conditions ?? {}).filter(([name]) => name in given);
	return !of(displayOptions.show).every(isOn) || of(displayOptions.hide).some(isOn);
}

// If there is only one group, a bare list of rows or a bare row is that group.
function toGroups(groups: readonly PropertyGroup[], value: unknown, at: FieldContext): Values {
	const [only, ...others] = groups;
	const given = parse(value, at);
	if (only === undefined || others.length > 0) return toFields(given, at);
	if (Array.isArray(given)) return { [only.name]: given };
	const fields = toFields(given, at);
	const isRow = Object.keys(fields).some((name) => only.values.some((field) => field.name === name));
	return isRow && !(only.name in fields) ? { [only.name]: [fields] } : fields;
}

function toFields(value: unknown, at: FieldContext): Values {
	const given = parse(value, at);
	if (isFields(given)) return given;
	throw at.refuse(`${at.label} takes an object with named fields, not ${describe(given)}`);
}

function parse(value: unknown, { label, refuse }: FieldContext): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return {};
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch {
		throw refuse(`${label} takes an object with named fields, not ${describe(value)}`);
	}
}

function refuseUnknown(
	names: readonly string[],
	known: ReadonlyArray<{ name: string; displayName: string }>,
	{ label, refuse }: FieldContext,
): void {
	const unknown = names.find((name) => !known.some((field) => field.name === name));
	if (unknown === undefined) return;
	throw refuse(
		`${label} has no field ${describe(unknown)}; it takes ${known.map(({ name }) => name).join(', ')}`,
	);
}

const isFields = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
