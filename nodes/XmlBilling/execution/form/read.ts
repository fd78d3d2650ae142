import { contentOf, unwrapLocator, type Values } from '../../xml/encode';
import { fieldsOf, isObject } from '../../helpers/GenericFunctions';
import { type Identity, isPlaceholder, isSameText, NO_VALUE, problemOfIdentity } from '../../xml/identity';
import { textOf } from '../../xml/shape';
import { check, describe, isAbsent, notOneOf, quote, REQUIRED } from '../../xml/values';
import { isGroup, isProperty, type Property, type PropertyGroup } from '../../descriptions/property';
import { namedBy, SPELLING } from './resolve';
import type { FieldNode, FormNode, Refuse, Row, Rows } from './tree';

/** How a form is read. */
interface Reading {
	/** The fields as the user wrote them. */
	readonly raw: Values;
	/** IANA name of the workflow's zone, for moments that become dates. */
	readonly timeZone: string;
	readonly refuse: Refuse;
	/** Takes a warning if only the expression suggests that a value is no identifier; without it, that is refused. */
	readonly warn?: ((message: string) => void) | undefined;
	/** Takes a warning of a value that may mean another one. */
	readonly doubt?: (message: string) => void;
}

/**
 * Reads a form, and checks all that can be checked without the service. Expressions may also give sets of fields as JSON,
 * rows as a bare list, and switches as text. For any other shape, throws an error that names the field: ignoring it could
 * bill, list or change the wrong thing.
 *
 * @param values the fields with their expressions resolved
 */
export const readForm = (fields: readonly Property[], values: Values, reading: Reading): FormNode[] =>
	fields.map((field) =>
		readField(field, values[field.name], {
			...reading,
			path: field.displayName,
			raw: reading.raw[field.name],
			isStrict: false,
			isSent: true,
			isInRow: false,
		}),
	);

/** Reads values from anywhere, such as JSON or a record, as a row of a form. See readForm. The path names it in errors. */
export const readAsRow = (
	fields: readonly Property[],
	values: Values,
	reading: Omit<Reading, 'raw'> & { readonly path: string },
): readonly FormNode[] =>
	readRow(fields, values, { ...reading, raw: values, isStrict: false, isSent: true, isInRow: true }).fields;

/**
 * Whether the user filled in a field, even with an expression that comes out empty. False for fields that an agent fills
 * in, which may stay empty. n8n knows `$fromAI` in any case of its letters.
 */
export const isFilledIn = (raw: unknown): boolean => isWritten(raw) && !isAgents(unwrapLocator(raw));

const isAgents = (written: unknown): boolean => /\$fromai/i.test(JSON.stringify(written));

/** Whether a field has anything in it. One that was added and not touched has its default, which may be an empty list. */
function isWritten(raw: unknown): boolean {
	const written = unwrapLocator(raw);
	return !isAbsent(written) && !(Array.isArray(written) && written.length === 0);
}

/** Where a value stands. */
interface At extends Omit<Reading, 'raw'> {
	readonly path: string;
	/** As the user wrote it. A single expression may stand for the whole set around it. */
	readonly raw: unknown;
	/** Whether the set around it is strict. */
	readonly isStrict: boolean;
	/** Whether the fields around it are sent. */
	readonly isSent: boolean;
	readonly isInRow: boolean;
}

const below = (at: At, path: string): At => ({ ...at, path: `${at.path} › ${path}` });

const rawIn = ({ raw }: At, name: string): unknown => (isObject(raw) ? raw[name] : raw);

function readField(field: Property, value: unknown, outside: At): FormNode {
	const { strict: isStrict = outside.isStrict } = field;
	const at = { ...outside, isStrict, isSent: outside.isSent && field.element !== false };
	if (isStrict && !isWritten(value) && isFilledIn(at.raw))
		throw at.refuse(`${at.path} evaluated to nothing; correct its expression or remove it`);
	const { path } = at;
	if (value === undefined || value === null) return readValue(field, value, at);
	if (field.type === 'fixedCollection') return { field, path, groups: readGroups(field, value, at) };
	if (field.type === 'collection') return { field, path, fields: readFields(field, value, at) };
	if (field.type === 'boolean') return readValue(field, readSwitch(value, at), at);
	if (field.type === 'number') return readValue(field, readCount(field, value, at), at);
	return readValue(field, value, at);
}

function readValue(field: Property, given: unknown, at: At): FieldNode {
	refuseUnlisted(field, at);
	refuseNoIdentity(field, given, at);
	refusePlaceholder(at);
	return at.isSent ? readSent(field, given, at) : readUnsent(field, given, at);
}

/** A field that decides about the request, or that a report or a line reads. */
function readUnsent(field: Property, given: unknown, at: At): FieldNode {
	const { path } = at;
	const value = unwrapLocator(given);
	if (field.element === false && field.type === 'options') refuseUnknownChoice(field, value, at);
	// Lines look up their own records.
	if (at.isInRow) return { field, path, value: given };
	const names = readLocator(field, given, at);
	return names === undefined ? { field, path, value } : { field, path, value: names.wanted, names };
}

function readSent(field: Property, given: unknown, at: At): FieldNode {
	const { path, refuse } = at;
	const names = at.isInRow ? undefined : readLocator(field, given, at);
	if (names !== undefined) return { field, path, value: names.wanted, names };
	const value = unwrapLocator(given);
	// If an expression leaves a row's field empty, the form's default applies, not the service's.
	const hasDefault = at.isInRow && (field.type === 'options' || field.type === 'string');
	const checked = contentOf(field, hasDefault && isAbsent(value) ? field.default : value, at.timeZone);
	if (!checked.ok) throw refuse(`${path} ${checked.problem}`);
	const { content, doubt } = checked;
	// Without the line, so that equal ones are one hint.
	if (doubt !== undefined) at.doubt?.(`${field.displayName} ${doubt}`);
	if (content === undefined && field.required) throw refuse(`${path} ${REQUIRED}`);
	// Omitting a record that somebody meant could apply the request to all records.
	const isMeant = given !== undefined && given !== null && isWritten(at.raw);
	if (content === undefined && isMeant && namesRecord(field))
		throw refuse(`${path} came out empty; choose a record or remove the field`);
	return { field, path, value, content, perhapsNumber: perhapsNumber(field, at) };
}

const namesRecord = ({ type, kind = 'identifier' }: Property): boolean =>
	type === 'resourceLocator' && kind === 'identifier';

/** Stops a write for what only the form suggests. What only reads is warned. */
function complain({ refuse, warn }: At, problem: string, advice: string): void {
	if (warn === undefined) throw refuse(problem, advice);
	warn(`${problem}. ${advice}`);
}

/**
 * Refuses a text in place of a choice from a list, with which n8n stores a name. It was not chosen: n8n keeps what was typed
 * when the mode changes, and that could be another record's identifier. A number was chosen, even if n8n lost its name, as it
 * does when the entry is clicked again (people).
 */
function refuseUnlisted({ modes = [] }: Property, at: At): void {
	if (!modes.some(({ name }) => name === 'id')) return;
	const { mode, value, cachedResultName: shown } = fieldsOf(at.raw);
	if (mode !== 'list' || typeof value !== 'string' || isAbsent(value) || isExpression(value)) return;
	if (!isAbsent(shown)) return;
	const others = modes.filter(({ name }) => name !== 'list').map(({ displayName }) => displayName);
	complain(
		at,
		`${at.path} is From List, but ${describe(value)} was not chosen there`,
		`Choose it in the list again, or choose ${others.join(' or ')}.`,
	);
}

/** The fields by which a record is recognized, so that it is not written twice. */
const IDENTIFYING: ReadonlyMap<string, Identity> = new Map([
	...['number', 'reference', 'groupBy'].map((name) => [name, 'number'] as const),
	...(['email', 'organization', 'name'] as const).map((name) => [name, name] as const),
]);

/** Refuses an identity that identifies nothing: all items of a run would be taken for one (people). */
function refuseNoIdentity({ name }: Property, value: unknown, { path, raw, refuse }: At): void {
	const text = textOf(value);
	const kind = IDENTIFYING.get(name);
	if (kind === undefined || isAbsent(text) || (kind !== 'number' && !isExpression(raw))) return;
	// What banks write for no reference is left out, with a warning.
	if (name === 'reference' && isPlaceholder(text)) return;
	const isIncomplete = kind === 'number' && lacksPart(raw, text);
	const problem = isIncomplete ? NO_VALUE : problemOfIdentity(kind, text);
	if (problem !== undefined) throw refuse(`${path} came out as ${quote(text.trim())}, ${problem}`);
}

/** Whether the value of an expression lacks all of its variable parts, or one that separators or an end are beside. */
function lacksPart(raw: unknown, text: string): boolean {
	const [first = '', ...fixed] = isExpression(raw) ? raw.slice(1).split(/(?:\{\{.*?\}\})+/s) : [];
	let before = first;
	let rest = text.slice(first.length);
	for (const [index, after] of fixed.entries()) {
		const end = index === fixed.length - 1 ? rest.length - after.length : rest.indexOf(after);
		const isAlone = !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
		if (isAlone && rest.slice(0, end).trim() === '') return true;
		rest = rest.slice(end + after.length);
		before = after;
	}
	return fixed.length > 0 && text.trim() === [first, ...fixed].join('').trim();
}

/** What the service fills in on each invoice of a profile (§4.5), and n8n evaluates to nothing. */
const PLACEHOLDER = /\{\{\s*((?:month|year|quarter)\s*(?:[+-]\s*\d+)?)\s*\}\}/i;

/** Refuses a placeholder of the service that was pasted in, and became an expression: the text would lack it (people). */
function refusePlaceholder({ path, raw, refuse }: At): void {
	const [, placeholder] = (isExpression(raw) && PLACEHOLDER.exec(raw)) || [];
	if (placeholder === undefined) return;
	throw refuse(
		`${path} has {{${placeholder}}}, which n8n takes for an expression and leaves empty`,
		`Choose Fixed for the field, or write {{ '{{' }}${placeholder}}}.`,
	);
}

const isExpression = (written: unknown): written is string =>
	typeof written === 'string' && written.startsWith('=');

// The form may keep another operation's choice that this one doesn't offer.
function refuseUnknownChoice({ options = [] }: Property, value: unknown, { path, refuse }: At): void {
	const choices = options.filter((option) => 'value' in option).map(({ value: offered }) => offered);
	if (choices.length === 0 || isAbsent(value) || choices.some((choice) => choice === value)) return;
	throw refuse(`${path} ${notOneOf(choices, value)}`);
}

// n8n enforces the bounds for typed numbers only, not for expressions.
function readCount({ typeOptions }: Property, value: unknown, { path, refuse }: At): unknown {
	if (isAbsent(value)) return value;
	const checked = check(value, 'integer', 'utc');
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
	const count = checked.ok ? Number(checked.text) : Number.NaN;
	if (count >= minValue && count <= maxValue) return count;
	const bounds = maxValue === Infinity ? `of ${minValue} or more` : `from ${minValue} to ${maxValue}`;
	throw refuse(`${path} takes a whole number ${bounds}, not ${describe(value)}`);
}

function readSwitch(value: unknown, { path, refuse }: At): unknown {
	if (typeof value === 'boolean' || isAbsent(value)) return value;
	const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
	if (text === 'true' || text === 'false') return text === 'true';
	throw refuse(`${path} must be on or off, not ${describe(value)}`);
}

/** What the modes of a locator name a record by, besides its identifier. */
const keysIn = ({ modes = [] }: Property) =>
	modes
		.map(({ name, displayName }) => {
			const known = namedBy(name);
			return known && { ...known, displayName };
		})
		.filter((key) => key !== undefined);

/**
 * What a locator names a record by; undefined for an identifier. A number, an email or a name that stands for an identifier
 * is refused, because it may be another record's (people).
 */
function readLocator(field: Property, locator: unknown, at: At): FieldNode['names'] {
	const { path, raw, refuse } = at;
	const given = unwrapLocator(locator);
	if (isAbsent(given)) return undefined;
	const names = given === locator ? undefined : namedBy(fieldsOf(locator)['mode']);
	if (names !== undefined) {
		const text = check(given, names.key.word === 'email' ? 'email' : 'word', 'utc');
		if (!text.ok) throw refuse(`${path} ${text.problem}`, SPELLING);
		const problem = problemOfIdentity(names.key.word, text.text ?? '');
		if (problem !== undefined) throw refuse(`${path} came out as ${quote(text.text ?? '')}, ${problem}`);
		return { ...names, wanted: (text.text ?? '').trim() };
	}
	const others = keysIn(field);
	const [first] = others;
	if (first === undefined) return undefined;
	const choose = `Choose ${others.map(({ displayName }) => displayName).join(' or ')}`;
	const checked = check(given, 'identifier', 'utc');
	if (!checked.ok) throw refuse(`${path} ${checked.problem}`, `${choose}.`);
	const last = lastProperty(raw).toLowerCase();
	const word = others.map(({ key }) => key.word).find((known) => last.endsWith(known));
	if (word !== undefined)
		complain(
			at,
			`${path} takes an ID, but its expression ends in ${word}`,
			`${choose}, or use ${first.type.id}.`,
		);
	return undefined;
}

/**
 * The kind of document whose number somebody may mean by an identifier; undefined if it has the name of a list's entry, an agent
 * filled it in, or an expression takes it from a property that is called an ID.
 */
function perhapsNumber(field: Property, { raw }: At): FieldNode['perhapsNumber'] {
	if (!isFilledIn(raw)) return undefined;
	const isSure = isExpression(unwrapLocator(raw))
		? ID.test(lastProperty(raw))
		: !isAbsent(fieldsOf(raw)['cachedResultName']) && fieldsOf(raw)['mode'] === 'list';
	return isSure ? undefined : keysIn(field).find(({ key }) => key.word === 'number')?.type;
}

// A name before a parenthesis is a method's.
const PROPERTY = /\.\s*([a-z_$][\w$]*)(?![\w$]|\s*\()/gi;

/** `id`, `invoice_id`, `IDs` or `invoiceId`, but not `paid`. */
const ID = /(?:(?:^|[^A-Za-z])[Ii]|[a-z]I)[Dd]s?$/;

/** The last property that an expression names: `invoice_number` of `$json.invoice_number.trim()`; '' for any other value. */
function lastProperty(raw: unknown): string {
	const written = unwrapLocator(raw);
	// What tells an agent what to fill in is prose.
	if (!isExpression(written) || !isFilledIn(written)) return '';
	return [...written.matchAll(PROPERTY)].at(-1)?.[1] ?? '';
}

function readFields({ options = [] }: Property, value: unknown, at: At): FormNode[] {
	const given = toFields(value, at);
	const known = options.filter(isProperty);
	refuseUnknown(Object.keys(given), known, at);
	return readNamed(Object.keys(given), known, given, at);
}

/** The fields with these names, without those that another choice hides. */
function readNamed(names: Iterable<string>, fields: readonly Property[], given: Values, at: At): FormNode[] {
	const nodes: FormNode[] = [];
	for (const name of names) {
		// Several fields may have one name, each shown for other choices. A hidden field keeps its value, which means nothing then.
		const field = fields.find((one) => one.name === name && !isHidden(one, fields, given));
		if (field === undefined) continue;
		nodes.push(readField(field, given[name], { ...below(at, field.displayName), raw: rawIn(at, name) }));
	}
	return nodes;
}

function readGroups({ options = [], most = Infinity, required }: Property, value: unknown, at: At): Rows[] {
	const groups = options.filter(isGroup);
	const given = toGroups(groups, value, at);
	refuseUnknown(Object.keys(given), groups, at);
	const read: Rows[] = [];
	for (const group of groups) {
		const rows = given[group.name];
		if (!isAbsent(rows))
			read.push(readRows(group, rows, { ...at, isInRow: true, raw: rawIn(at, group.name) }));
	}
	if (!at.isSent) return read;
	const counts = read.map(({ rows }) => rows.filter(isFilled).length);
	const above = counts.find((count) => count > most);
	if (above !== undefined) throw at.refuse(`${at.path} takes at most ${most}, not ${above}`);
	if (required && counts.every((count) => count === 0)) throw at.refuse(`${at.path} ${REQUIRED}`);
	return read;
}

const isFilled = ({ fields }: Row): boolean =>
	fields.some((node) => 'content' in node && node.content !== undefined);

function readRows(group: PropertyGroup, rows: unknown, at: At): Rows {
	if (!Array.isArray(rows)) return { group, isList: false, rows: [readRow(group.values, rows, at)] };
	const read = rows.map((row: unknown, index) => {
		const raw: unknown = Array.isArray(at.raw) ? at.raw[index] : at.raw;
		return readRow(group.values, row, { ...below(at, String(index + 1)), raw });
	});
	return { group, isList: true, rows: read };
}

function readRow(values: readonly Property[], row: unknown, at: At): Row {
	const given = toFields(row, at);
	refuseUnknown(Object.keys(given), values, at);
	// A request needs to know what is missing; a line only has what was added.
	const names = at.isSent ? new Set(values.map(({ name }) => name)) : Object.keys(given);
	return { path: at.path, fields: readNamed(names, values, given, at) };
}

function isHidden({ displayOptions = {} }: Property, fields: readonly Property[], given: Values): boolean {
	const { show = {}, hide = {} } = displayOptions;
	const isOn = ([name, choices = []]: [string, unknown[]?]) => {
		// A dropdown that is left empty means its default, and takes its choices in any case of their letters.
		const dropdown = fields.find((field) => field.name === name && field.type === 'options');
		const chosen = isAbsent(given[name]) ? (dropdown?.default ?? given[name]) : given[name];
		return choices.some((choice) => choice === chosen || isSameText(chosen, String(choice)));
	};
	const isKnown = ([name]: [string, unknown]) => name in given;
	return !Object.entries(show).filter(isKnown).every(isOn) || Object.entries(hide).filter(isKnown).some(isOn);
}

// If there is only one group, a bare list of rows or a bare row is that group.
function toGroups(groups: readonly PropertyGroup[], value: unknown, at: At): Values {
	const [only, ...others] = groups;
	const given = parse(value);
	if (only === undefined || others.length > 0) return toFields(given, at);
	if (Array.isArray(given)) return { [only.name]: given };
	const fields = toFields(given, at);
	const isRow = Object.keys(fields).some((name) => only.values.some((field) => field.name === name));
	return isRow && !(only.name in fields) ? { [only.name]: [fields] } : fields;
}

function toFields(value: unknown, at: At): Values {
	const given = parse(value);
	if (isObject(given)) return given;
	throw at.refuse(`${at.path} takes an object with named fields, not ${describe(given)}`);
}

/** JSON in a text; any other value stays as it is. */
function parse(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value.trim() || '{}');
	} catch {
		return value;
	}
}

function refuseUnknown(
	names: readonly string[],
	known: ReadonlyArray<{ name: string }>,
	{ path, refuse }: At,
): void {
	const unknown = names.find((name) => !known.some((field) => field.name === name));
	if (unknown === undefined) return;
	throw refuse(
		`${path} has no field ${describe(unknown)}; it takes ${[...new Set(known.map(({ name }) => name))].join(', ')}`,
	);
}
