import { unwrapLocator, type Values } from '../xml/encode';
import { check, describe, isAbsent } from '../xml/values';
import { isGroup, isProperty, type Property, type PropertyGroup } from './property';

/** Makes the error about a field, ready to be thrown. */
type Refuse = (message: string) => Error;

/**
 * What was filled in, in the shape of the form, whatever expressions give: sets of fields also come as JSON text, rows also
 * as a list of their own, switches also as text. What has another shape is an error that names the field, because leaving
 * it out would bill, list or change something else than what was meant.
 *
 * @param values what n8n gives for each field
 * @param raw the same as the user wrote it, expressions unresolved
 */
export const readForm = (fields: readonly Property[], values: Values, raw: Values, refuse: Refuse): Values =>
	Object.fromEntries(
		fields.map((field) => [
			field.name,
			readField(field, values[field.name], raw[field.name], { label: field.displayName, refuse }),
		]),
	);

/**
 * Whether a field was filled in by its user, whatever an expression gives in the end. What an agent may fill in, it may
 * also leave empty.
 */
export const isMeant = (raw: unknown): boolean => {
	const written = unwrapLocator(raw);
	return !isAbsent(written) && !JSON.stringify(written).includes('$fromAI');
};

/** Where a value stands in the form. */
interface Place {
	readonly label: string;
	readonly refuse: Refuse;
}

const below = ({ label, refuse }: Place, name: string): Place => ({ label: `${label} › ${name}`, refuse });

function readField(field: Property, value: unknown, raw: unknown, place: Place): unknown {
	if (field.strict === true && isAbsent(unwrapLocator(value)) && isMeant(raw)) {
		throw place.refuse(
			`${place.label} was filled in and came out empty; correct its expression or remove it`,
		);
	}
	if (value === undefined || value === null) return value;
	if (field.type === 'boolean') return readSwitch(value, place);
	if (field.type === 'number') return readCount(field, value, place);
	if (field.type === 'options' && field.element === false) return readChoice(field, value, place);
	if (field.type === 'collection') return readFields(field, value, raw, place);
	return field.type === 'fixedCollection' ? readGroups(field, value, raw, place) : value;
}

// What decides about the operation itself stays in the form when another operation, which does not offer it, is chosen.
function readChoice(field: Property, value: unknown, { label, refuse }: Place): unknown {
	const choices = (field.options ?? []).flatMap((option) => ('value' in option ? [option.value] : []));
	if (choices.length === 0 || isAbsent(value) || choices.some((choice) => choice === value)) return value;
	throw refuse(`${label} is one of ${choices.join(', ')}, not ${describe(value)}`);
}

// n8n keeps what is typed within the bounds, but not what expressions give.
function readCount({ typeOptions }: Property, value: unknown, { label, refuse }: Place): unknown {
	const checked = check(value, 'integer', 'utc');
	if (checked.ok && checked.text === undefined) return value;
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	const count = checked.ok ? Number(checked.text) : Number.NaN;
	if (count >= minValue && count <= maxValue) return count;
	const bounds = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw refuse(`${label} takes a whole number ${bounds}, not ${describe(value)}`);
}

function readSwitch(value: unknown, { label, refuse }: Place): unknown {
	if (typeof value === 'boolean' || isAbsent(value)) return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return text === 'true';
	throw refuse(`${label} is either on or off, not ${describe(value)}`);
}

function readFields(field: Property, value: unknown, raw: unknown, place: Place): Values {
	const given = toFields(value, place);
	const known = (field.options ?? []).filter(isProperty);
	refuseUnknown(Object.keys(given), known, place);
	return Object.fromEntries(
		Object.entries(given).map(([name, inner]) => {
			const found = known.find((option) => option.name === name);
			if (found === undefined) return [name, inner];
			const strict = (found.strict ?? field.strict) === true && !isHidden(found, given);
			// One expression for the whole collection wrote all of its fields.
			const asWritten = isFields(raw) ? raw[name] : raw;
			return [name, readField({ ...found, strict }, inner, asWritten, below(place, found.displayName))];
		}),
	);
}

function readGroups(field: Property, value: unknown, raw: unknown, place: Place): Values {
	const groups = (field.options ?? []).filter(isGroup);
	const given = toGroups(groups, value, place);
	refuseUnknown(Object.keys(given), groups, place);
	return Object.fromEntries(
		groups.flatMap((group) => {
			const rows = given[group.name];
			if (rows === undefined) return [];
			const asWritten = isFields(raw) ? raw[group.name] : raw;
			return [[group.name, readRows(group, rows, asWritten, place)] as const];
		}),
	);
}

function readRows(group: PropertyGroup, rows: unknown, raw: unknown, place: Place): unknown {
	if (!Array.isArray(rows)) return isAbsent(rows) ? rows : readRow(group, rows, raw, place);
	return rows.map((row: unknown, index) => {
		// One expression for all rows wrote each of their fields.
		const asWritten: unknown = Array.isArray(raw) ? raw[index] : raw;
		return readRow(group, row, asWritten, below(place, String(index + 1)));
	});
}

function readRow(group: PropertyGroup, row: unknown, raw: unknown, place: Place): Values {
	const given = toFields(row, place);
	const read = group.values
		.filter(({ name }) => name in given)
		.map((field) => {
			const asWritten = isFields(raw) ? raw[field.name] : raw;
			const shown = isHidden(field, given) ? { ...field, strict: false } : field;
			return [
				field.name,
				readField(shown, given[field.name], asWritten, below(place, field.displayName)),
			] as const;
		});
	return { ...given, ...Object.fromEntries(read) };
}

// What was typed in stays in the form when another choice hides it.
const isHidden = ({ displayOptions }: Property, given: Values): boolean =>
	Object.entries(displayOptions?.show ?? {}).some(
		([name, shownFor]) => name in given && shownFor?.some((choice) => choice === given[name]) !== true,
	);

// One list of rows, or one row alone, stands for the only group that there is.
function toGroups(groups: readonly PropertyGroup[], value: unknown, place: Place): Values {
	const [only, ...others] = groups;
	const given = parse(value, place);
	if (only === undefined || others.length > 0) return toFields(given, place);
	if (Array.isArray(given)) return { [only.name]: given };
	const fields = toFields(given, place);
	const isRow = Object.keys(fields).some((name) => only.values.some((field) => field.name === name));
	return isRow && !(only.name in fields) ? { [only.name]: [fields] } : fields;
}

function toFields(value: unknown, place: Place): Values {
	const given = parse(value, place);
	if (isFields(given)) return given;
	throw place.refuse(`${place.label} takes fields by name, not ${describe(given)}`);
}

function parse(value: unknown, { label, refuse }: Place): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') return {};
	try {
		const parsed: unknown = JSON.parse(value);
		return parsed;
	} catch {
		throw refuse(`${label} takes fields by name, not ${describe(value)}`);
	}
}

function refuseUnknown(
	names: readonly string[],
	known: ReadonlyArray<{ name: string; displayName: string }>,
	{ label, refuse }: Place,
): void {
	const unknown = names.find((name) => !known.some((field) => field.name === name));
	if (unknown === undefined) return;
	throw refuse(
		`${label} has no field ${describe(unknown)}; it takes ${known.map(({ name }) => name).join(', ')}`,
	);
}

const isFields = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
