import type { IDataObject } from 'n8n-workflow';
import { findByKey } from '../../reads/findByKey';
import type { KnownRecord, OutputRecord, RecordType } from '../../records';
import { capitalized, nameById, numberOf, withArticle } from '../../records/display';
import { clientLink } from '../../records/links';
import { outputRecord } from '../../records/outputRecord';
import { isDeleted } from '../../records/states';
import type { Body } from '../../xml/request';
import { isSameText, textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { type ItemContext, option } from '../item/itemContext';
import type { Prepared, Write } from '../item/operation';
import { recordKey } from '../item/ledger';
import { compareExisting } from './compareWritten';
import { createRecord, existingRecord } from './recordWrites';

/** How a guard recognizes the record that an item would create. */
export interface Recognition {
	/** Finds its identifier. Absent if the item has no key. */
	readonly find?: () => Promise<number | undefined>;
	/** Describes the record without values, because n8n logs error messages: `A client with this email`. */
	readonly what: string;
	/** The key as a sentence: `The email is 'a@b.example'.` */
	readonly known?: string;
	/** The key that the item lacks: `an email`. Absent if it is never missing, or would not help. */
	readonly needed?: string | undefined;
	/** What only one write of the run may be about (see `Write.once`). */
	readonly keys?: readonly string[];
	/** The label of the `ifExists` option. */
	readonly label: string;
}

/** Creates a record. If its email or name is in use, the option `ifExists` decides. */
export const createUnlessKnown = (type: KnownRecord) => async (item: ItemContext) =>
	await createUnlessExists(item, type, recognizedBy(item, type));

export function recognizedBy(item: ItemContext, type: KnownRecord): Recognition {
	const { word, isAssigned } = type.knownBy;
	const text = textOf(item.body[word]).trim();
	const number = numberOf(type, { [type.knownBy.field]: text });
	return {
		...(text === '' ? {} : { find: async () => await findInUse(item, type, text) }),
		what:
			number === undefined
				? `${withArticle(type.label, 'A')} with this ${word}`
				: capitalized(nameById(type, undefined, number)),
		...(number === undefined ? { known: `The ${word} is ${quote(text)}.` } : {}),
		keys: text === '' ? [] : [recordKey(type.name, word, text)],
		needed: isAssigned ? undefined : withArticle(word),
		label: `If ${capitalized(word)} Exists`,
	};
}

/** Finds a record by its email, name or number, in all lists that may hold it, side by side. Returns its identifier. */
export async function findInUse(
	{ api }: ItemContext,
	type: KnownRecord,
	wanted: string,
): Promise<number | undefined> {
	const lists = type.knownBy.lists ?? [{}];
	const listed = await Promise.all(lists.map(async (list) => await findByKey(api, type, wanted, list)));
	const [found] = listed.flat();
	return found && Number(found[type.id]);
}

/**
 * Guards against creating a record twice, which the interface itself allows (§4.1). If the record exists, the option
 * `ifExists` decides whether to create it anyway, return it, or throw an error with its ID.
 *
 * @param write creates the record; defaults to the body of the item
 */
export async function createUnlessExists(
	item: ItemContext,
	type: RecordType,
	{ find, what, known, needed, keys = [], label }: Recognition,
	write: Write = createRecord(item, type),
): Promise<Prepared> {
	const guard = option(item, 'ifExists') ?? 'fail';
	const isGuarded = guard !== 'create';
	if (isGuarded) item.api.forget(type.name);
	const id = isGuarded ? await find?.() : undefined;
	if (id === undefined) {
		const unknown = needed && `With ${needed}, the ${type.label} would be recognized when it runs again.`;
		const adviceInDoubt = find === undefined ? unknown : rerunAdvice(guard, label);
		return { ...write, once: isGuarded ? keys : [], adviceInDoubt };
	}
	if (guard === 'existing') return [await existingOf(item, type, id, { what, label }, write.body)];
	const removed = await removedNote(item, type, id);
	throw item.problem(
		removed === undefined
			? `${what} already exists: ID ${id}; to go on with it, set Options › ${label} to return it`
			: `${what} already exists, but is canceled or deleted: ID ${id}`,
		['Nothing was created.', known, removed, `To create another one, change Options › ${label}.`]
			.filter((sentence) => sentence !== undefined)
			.join(' '),
	);
}

/** The output of a record that exists. Throws if it belongs to another client than the write names: that one is not billed. */
async function existingOf(
	item: ItemContext,
	type: RecordType,
	id: number,
	{ what, label }: Pick<Recognition, 'what' | 'label'>,
	body: Body,
): Promise<IDataObject> {
	const wanted = clientIn(type, body);
	const current = wanted === undefined ? undefined : await item.api.find(type, id);
	if (current !== undefined) {
		if ((clientIn(type, current) ?? wanted) !== wanted)
			throw item.problem(
				`${what} already exists for another client: ID ${id}`,
				`Nothing was created. Enter another one for this client. To create it anyway, set Options › ${label}.`,
			);
		compareExisting(item, type, body, current);
	}
	const record = await existingRecord(item, type, id, current);
	const status = textOf(record['status']);
	// The number of an archived or canceled document stays in use.
	if (status !== '' && !isSameText(status, 'Active'))
		item.warn(`${what} already exists, but is not active: its status is ${quote(status)}.`);
	return record;
}

/**
 * What to do about a number in use if the record that has it is canceled or deleted; undefined if it shows no such state, or
 * can't be read. Only lists of documents show records that are not in use (`lists` of their key).
 */
export async function removedNote(
	{ api }: ItemContext,
	type: RecordType,
	id: number,
): Promise<string | undefined> {
	if (type.knownBy?.lists === undefined) return undefined;
	const record = await api.find(type, id).catch(() => undefined);
	if (record === undefined || !isDeleted(record)) return undefined;
	return `It is canceled, as the service may keep deleted ${type.label}s, and still has its number. Use another number, or set that ${type.label} to Active on the service's website.`;
}

function clientIn(type: RecordType, record: OutputRecord): number | undefined {
	const id = Number(outputRecord(type, record)[clientLink.field] ?? 0);
	return id > 0 ? id : undefined;
}

/** Advises on running a write again after its outcome was unknown, for the option that guards it. */
export const rerunAdvice = (guard: unknown, label: string): string =>
	guard === 'create'
		? `To make it safe to run again, set Options › ${label} to return the existing record.`
		: `Under Options, ${label} keeps it from being done twice when it runs again.`;
