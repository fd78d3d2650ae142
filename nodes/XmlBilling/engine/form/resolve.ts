import { RECORD_TYPES, type Key, type KnownRecord, type RecordType } from '../../records';
import { keysOf } from '../../records/keys';
import { textOf } from '../../xml/shape';
import { someNames } from '../../xml/text';
import { check, quote } from '../../xml/values';
import type { BillingApi } from '../../transport/billingApi';
import { findByKey } from '../../reads/findByKey';
import { MAX_PER_PAGE } from '../../transport/pages';
import type { FormNode, Refuse } from './tree';

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
			const { type, key, wanted } = node.names;
			const found = await lookUp(wanted, type, api, key);
			if (!found.ok) throw refuse(`${node.path}: ${found.problem}`, found.advice);
			resolved.push({ ...node, value: found.id, content: found.id });
		}
	}
	return resolved;
}

/** The kind of record that a locator mode is for, and what it takes. */
export const namedBy = (mode: unknown): { type: KnownRecord; key: Key } | undefined =>
	RECORD_TYPES.filter(isKnown)
		.flatMap((type) => keysOf(type).map((key) => ({ type, key })))
		.find(({ key }) => key.mode === mode);

const isKnown = (type: RecordType): type is KnownRecord => type.knownBy !== undefined;

export const SPELLING = 'Check the spelling, or choose it by ID.';

type Found = { ok: true; id: string } | { ok: false; problem: string; advice: string };

/** Finds the only record with an email, a name or a number, once per execution. */
export async function lookUp(
	wanted: string,
	type: KnownRecord,
	api: BillingApi,
	key: Key = type.knownBy,
): Promise<Found> {
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
		const near = word === 'number' ? await nearNumber(api, type, wanted, key) : undefined;
		const offer = near === undefined ? '' : ` Did you mean ${near}?`;
		return { ok: false, problem: `there is no active ${what}`, advice: `${known}${offer} ${SPELLING}` };
	}
	if (others.length > 0) {
		const ids = someNames(matches.map((record) => textOf(record[type.id])));
		return {
			ok: false,
			problem: `there is more than one ${what}`,
			advice: `${known} Choose one of them by ID: ${ids}.`,
		};
	}
	const id = check(match[type.id], 'identifier', 'utc');
	if (id.ok && id.text !== undefined) return { ok: true, id: id.text };
	return { ok: false, problem: `the ${what} is shown without its ID`, advice: known };
}

/** An active number that is the same but for a sign before it, leading zeros and case. Looks where numbers are of the usual length. */
async function nearNumber(
	api: BillingApi,
	type: KnownRecord,
	wanted: string,
	key: Key,
): Promise<string | undefined> {
	const isNear = (number: string) => bareNumber(number) === bareNumber(wanted);
	try {
		const newest = await api.remember(type.name, 'newest numbers', async () =>
			(await api.list(type, {}, MAX_PER_PAGE)).map((record) => textOf(record[key.field]).trim()),
		);
		const near = newest.find(isNear);
		const length = newest.find((number) => /^\d+$/.test(number))?.length ?? 0;
		const padded = bareNumber(wanted).padStart(length, '0');
		if (near !== undefined || padded === wanted || !/^\d+$/.test(padded)) return near;
		const [older] = await findByKey(api, type, padded, {}, key);
		return older && textOf(older[key.field]).trim();
	} catch {
		// The look-up itself succeeded, and this only adds to what is said.
		return undefined;
	}
}

const bareNumber = (number: string): string =>
	number
		.trim()
		.toLowerCase()
		.replace(/^(#|no\.?|nr\.?)\s*(?=\w)/, '')
		.replaceAll(/(?<!\d)0+(?=\d)/g, '');
