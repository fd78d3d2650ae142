import type { INodePropertyMode } from 'n8n-workflow';
import { unwrapLocator, type Values } from '../xml/encode';
import { RECORD_TYPES, type Key, type KnownRecord, type RecordType } from '../records';
import { withArticle } from '../records/display';
import { keysOf } from '../records/keys';
import { textOf } from '../xml/shape';
import { fieldsOf } from '../objects';
import { check, isAbsent, quote } from '../xml/values';
import type { BillingApi } from '../transport/billingApi';
import { findByKey } from '../transport/listed';
import { isGroup, isProperty, type Property } from '../forms/property';
import { isFilledIn } from './readForm';

interface Problem {
	ok: false;
	problem: string;
	advice: string;
}

export type Resolved = { ok: true; values: Values } | Problem;
type ResolvedValue = { ok: true; value: unknown } | Problem;

/** The form that values belong to: its fields, the same as the user wrote them, and the path to them for error texts. */
interface Form {
	readonly fields: readonly object[];
	readonly raw: unknown;
	readonly where: string;
	readonly warn: Warn | undefined;
}

type Warn = (message: string) => void;

/**
 * Replaces the numbers, emails and names in locators, even inside collections, with identifiers. Exactly one record must
 * match each. A number, an email or a name that stands for an identifier is a problem, because it may be another record's.
 *
 * @param fields the form, for the labels in error texts
 * @param raw the fields as the user wrote them
 * @param warn takes a warning if only the expression suggests that its value is no identifier; without it, that is a problem
 */
export const resolveLocators = async (
	values: Values,
	api: BillingApi,
	fields: readonly Property[] = [],
	raw: Values = {},
	warn?: Warn,
): Promise<Resolved> => await resolveValues(values, api, { fields, raw, where: '', warn });

async function resolveValues(values: Values, api: BillingApi, form: Form): Promise<Resolved> {
	const { fields, where, warn } = form;
	const resolved: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields.filter(isProperty).find((known) => known.name === name);
		const group = fields.filter(isGroup).find((known) => known.name === name);
		const label = field === undefined ? '' : `${where}${field.displayName}`;
		const raw = fieldsOf(form.raw)[name];
		const inside = group
			? { fields: group.values, where, raw, warn }
			: { fields: field?.options ?? [], where: `${label} › `, raw, warn };
		const mistaken = mistakenIn(field?.modes ?? [], value, label, inside);
		if (mistaken !== undefined) return mistaken;
		const result = await resolveValue(value, api, label, inside);
		if (!result.ok) return result;
		resolved[name] = result.value;
	}
	return { ok: true, values: resolved };
}

async function resolveValue(
	value: unknown,
	api: BillingApi,
	label: string,
	inside: Form,
): Promise<ResolvedValue> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return { ok: true, value };
	if (!('__rl' in value)) {
		if (Object.getPrototypeOf(value) !== Object.prototype) return { ok: true, value };
		const inner = await resolveValues(fieldsOf(value), api, inside);
		return inner.ok ? { ok: true, value: inner.values } : inner;
	}
	const wanted = unwrapLocator(value);
	// If an expression is empty, the locator must still count as added: the user meant a record.
	if (isAbsent(wanted)) return { ok: true, value: '' };
	const known = 'mode' in value ? knownIn(String(value.mode)) : undefined;
	if (known === undefined) return { ok: true, value: wanted };
	const text = check(wanted, 'text', 'utc');
	if (!text.ok) return { ok: false, problem: `${label || 'The record'} ${text.problem}`, advice: SPELLING };
	const found = await lookUp((text.text ?? '').trim(), known.type, api, known.key);
	if (found.ok || label === '') return found;
	return { ...found, problem: `${label}: ${found.problem.charAt(0).toLowerCase()}${found.problem.slice(1)}` };
}

/** What is wrong with an identifier of a record that also has a number, an email or a name. */
function mistakenIn(
	modes: readonly INodePropertyMode[],
	value: unknown,
	label: string,
	{ raw, warn }: Form,
): Problem | undefined {
	const others = modes.flatMap(({ name, displayName }) => {
		const known = knownIn(name);
		return known === undefined ? [] : [{ ...known, name, displayName }];
	});
	const [first] = others;
	const given = unwrapLocator(value);
	const { mode } = fieldsOf(value);
	if (first === undefined || isAbsent(given) || others.some(({ name }) => name === mode)) return undefined;
	const choose = `Choose ${others.map(({ displayName }) => displayName).join(' or ')}`;
	const checked = check(given, 'identifier', 'utc');
	if (!checked.ok) {
		const { key, type } = first;
		const isNumber = key.word === 'number' && typeof given === 'string';
		const seems = isNumber ? `${quote(given.trim())} looks like ${withArticle(type.label)} number. ` : '';
		return {
			ok: false,
			problem: `${label} ${checked.problem}`,
			advice: `Nothing was sent. ${seems}${choose}.`,
		};
	}
	const word = others.map(({ key }) => key.word).find((known) => endsIn(raw, known));
	if (word === undefined) return undefined;
	const problem = `${label} takes an ID, but its expression ends in ${word}`;
	const advice = `${choose}, or use ${first.type.id}.`;
	if (warn === undefined) return { ok: false, problem, advice: `Nothing was sent. ${advice}` };
	warn(`${problem}. ${advice}`);
	return undefined;
}

// Properties by their names, and text, whose content is none. A name before a parenthesis is a method's.
const PROPERTY =
	/\[\s*(["'`])(?<key>.*?)\1\s*\]|(["']).*?\3|\.\s*(?<name>[a-z_$][\w$]*)(?![\w$]|\s*(?:\?\.\s*)?\()/gi;

/** Whether the last property that an expression names ends in a word: `$json.invoice_number.trim()` ends in `number`. */
function endsIn(raw: unknown, word: string): boolean {
	const written = unwrapLocator(raw);
	// What tells an agent what to fill in is prose.
	if (typeof written !== 'string' || !written.startsWith('=') || !isFilledIn(written)) return false;
	// What only picks an entry, or stands in a comment, is not the value.
	const value = written.replace(/\/\/[^\n]*|\/\*.*?\*\//gs, '').replace(/\[[^[\]"'`]*\]/g, '');
	const names = [...value.matchAll(PROPERTY)].flatMap(({ groups }) => groups?.key ?? groups?.name ?? []);
	return names.at(-1)?.trim().toLowerCase().endsWith(word) === true;
}

/** The kind of record that a locator mode is for, and what it takes. */
const knownIn = (mode: string): { type: KnownRecord; key: Key } | undefined =>
	RECORD_TYPES.filter(isKnown)
		.flatMap((type) => keysOf(type).map((key) => ({ type, key })))
		.find(({ key }) => key.mode === mode);

const isKnown = (type: RecordType): type is KnownRecord => type.knownBy !== undefined;

const SPELLING = 'Check the spelling, or choose it by ID.';

/** Finds the only record with an email, a name or a number, once per execution. Returns its identifier. */
export async function lookUp(
	wanted: string,
	type: KnownRecord,
	api: BillingApi,
	key: Key = type.knownBy,
): Promise<ResolvedValue> {
	const { word } = key;
	const matches = await api.remember(
		type.name,
		`${word} ${wanted}`,
		async () => await findByKey(api, type, wanted, {}, key),
	);
	const [match, ...others] = matches;
	// n8n logs the messages of errors, but not their descriptions, which may hold values.
	const [what, known] = [`${type.label} with this ${word}`, `The ${word} is ${quote(wanted)}.`];
	if (match === undefined) {
		return { ok: false, problem: `There is no active ${what}`, advice: `${known} ${SPELLING}` };
	}
	if (others.length > 0) {
		const ids = matches.map((record) => textOf(record[type.id])).join(', ');
		return {
			ok: false,
			problem: `There is more than one ${what}`,
			advice: `${known} Choose one of them by ID: ${ids}.`,
		};
	}
	return { ok: true, value: match[type.id] };
}
