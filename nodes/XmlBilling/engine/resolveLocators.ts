import { unwrapLocator, type Values } from '../xml/encode';
import { RECORD_TYPES, type Key, type KnownRecord, type RecordType } from '../records';
import { keysOf } from '../records/keys';
import { textOf } from '../xml/shape';
import { fieldsOf } from '../xml/unknown';
import { check, isAbsent, quote } from '../xml/values';
import type { BillingApi } from '../transport/billingApi';
import { findByKey } from '../transport/listed';
import { isGroup, isProperty, type Property } from './property';

interface Problem {
	ok: false;
	problem: string;
	advice: string;
}

export type Resolved = { ok: true; values: Values } | Problem;
type ResolvedValue = { ok: true; value: unknown } | Problem;

/** The form that values belong to: its fields, and the path to them for error texts. */
interface Form {
	readonly fields: readonly object[];
	readonly where: string;
}

/**
 * Replaces the numbers, emails and names in locators, even inside collections, with identifiers. Exactly one record must
 * match each.
 *
 * @param fields the form, for the labels in error texts
 */
export const resolveLocators = async (
	values: Values,
	api: BillingApi,
	fields: readonly Property[] = [],
): Promise<Resolved> => await resolveValues(values, api, { fields, where: '' });

async function resolveValues(values: Values, api: BillingApi, { fields, where }: Form): Promise<Resolved> {
	const resolved: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) {
		const field = fields.filter(isProperty).find((known) => known.name === name);
		const group = fields.filter(isGroup).find((known) => known.name === name);
		const label = field === undefined ? '' : `${where}${field.displayName}`;
		const inside = group
			? { fields: group.values, where }
			: { fields: field?.options ?? [], where: `${label} › ` };
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
