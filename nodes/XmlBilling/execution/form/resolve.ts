import { RECORD_TYPES, type Key, type KnownRecord, type RecordType } from '../../records';
import { keysOf } from '../../records';
import { nameById } from '../../records/display';
import { fieldsOf, someNames } from '../../helpers/GenericFunctions';
import { unwrapLocator } from '../../xml/encode';
import { textOf, type BillingRecord } from '../../xml/shape';
import { check, isAbsent, quote, REQUIRED } from '../../xml/values';
import type { BillingApi } from '../../transport/billingApi';
import { findByKey, type Found } from '../../lookup/findByKey';
import type { FieldNode, FormNode, Refuse } from './tree';

/**
 * Replaces the emails, numbers and names in a form, except those in rows, with identifiers. Exactly one record must match
 * each. Throws an error that names the field.
 */
export async function resolveForm(
	form: readonly FormNode[],
	api: BillingApi,
	refuse: Refuse,
): Promise<FormNode[]> {
	const resolved: FormNode[] = [];
	for (const node of form) {
		if ('fields' in node) resolved.push({ ...node, fields: await resolveForm(node.fields, api, refuse) });
		else if ('groups' in node || node.names === undefined) resolved.push(node);
		else {
			const id = await idNamed(node.names, node.path, api, refuse);
			resolved.push({ ...node, value: id, content: id });
		}
	}
	return resolved;
}

/**
 * Reads the record that a line names, once per execution: by what the mode of a locator says, and otherwise by its identifier,
 * which alone has nothing but digits, or its name. Throws an error that names the field.
 */
export async function recordNamed(
	given: unknown,
	type: KnownRecord,
	path: string,
	api: BillingApi,
	refuse: Refuse,
): Promise<BillingRecord> {
	const key = type.knownBy;
	const text = check(unwrapLocator(given), 'text', 'utc');
	if (!text.ok) throw refuse(`${path} ${text.problem}`);
	if (isAbsent(text.text)) throw refuse(`${path} ${REQUIRED}`);
	const wanted = (text.text ?? '').trim();
	const { mode } = fieldsOf(given);
	const isId = mode === undefined ? /^-?[\d.]+$/.test(wanted) : mode !== key.mode;
	const named = isId ? wanted : await idNamed({ wanted, type, key }, path, api, refuse);
	const id = check(named, 'identifier', 'utc');
	if (!id.ok) throw refuse(`${path} ${id.problem}`);
	// Digits alone may also be a name (people).
	const { same = [] } = isId && mode === undefined ? await lookUp({ wanted, type, key }, api) : {};
	const record = await api.find(type, Number(id.text));
	const other = same.find((namesake) => textOf(namesake[type.id]) !== id.text);
	if (other !== undefined)
		throw refuse(
			`${path}: ${wanted} is the ${key.word} of the ${type.label} with ID ${textOf(other[type.id])}, but may be meant as an ID`,
			`${record === undefined ? `No ${type.label} has this ID` : `The ${type.label} with ID ${wanted} is another one`}. Choose the ${type.label} in a row of the form instead.`,
		);
	if (record !== undefined) return record;
	throw refuse(`${path}: ${nameById(type, id.text)} does not exist`);
}

const isKnown = (type: RecordType): type is KnownRecord => type.knownBy !== undefined;

const BY_MODE = new Map<unknown, { type: KnownRecord; key: Key }>(
	RECORD_TYPES.filter(isKnown).flatMap((type) => keysOf(type).map((key) => [key.mode, { type, key }])),
);

/** The kind of record that a locator mode is for, and what it takes. */
export const namedBy = (mode: unknown): { type: KnownRecord; key: Key } | undefined => BY_MODE.get(mode);

export const SPELLING = 'Check the spelling, or choose it by ID.';

type Named = NonNullable<FieldNode['names']>;

/** The records that a text may mean, once per execution. */
const lookUp = ({ wanted, type, key }: Named, api: BillingApi): Promise<Found> =>
	api.remember(type.name, `${key.word} ${wanted}`, () => findByKey(api, type, wanted, [{}], key));

/** Finds the only record with an email, a name or a number. Throws an error that names the field. */
async function idNamed(named: Named, path: string, api: BillingApi, refuse: Refuse): Promise<string> {
	const { wanted, type, key } = named;
	const { word, field } = key;
	const { same, alike } = await lookUp(named, api);
	const [match, ...others] = same;
	const what = `${type.label} with this ${word}`;
	// n8n logs the messages of errors, but not their descriptions, which may hold values.
	const known = `The ${word} is ${quote(wanted)}.`;
	if (others.length > 0)
		throw refuse(
			`${path}: there is more than one ${what}`,
			`${known} Choose one of them by ID: ${someNames(same.map((record) => record[type.id]))}.`,
		);
	if (match !== undefined) return textOf(match[type.id]);
	const near = alike.map((record) => `${quote(textOf(record[field]))} (ID ${textOf(record[type.id])})`);
	const there = near.length === 0 ? SPELLING : `There is ${someNames(near)}: write it so if you mean it.`;
	throw refuse(`${path}: there is no active ${what}`, `${known} ${there}`);
}
