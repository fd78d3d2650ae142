import type { IDataObject } from 'n8n-workflow';
import { someNames } from '../../helpers/GenericFunctions';
import { findByKey } from '../../lookup/findByKey';
import { allOf, field, readList, type Query } from '../../lookup/readList';
import type { KnownRecord, RecordType, UpdatableRecord } from '../../records';
import { capitalized, clientIdOf, nameById, numberOf, pluralOf, withArticle } from '../../records/display';
import { pick } from '../../records/outputRecord';
import { isDeleted } from '../../records/states';
import { isSameText, lookOf } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { type ItemContext, option } from '../../execution/item';
import { recordKey } from '../../execution/ledger';
import type { Prepared, Write } from '../../execution/operation';
import { compareExisting } from '../../execution/compareWritten';
import { createRecord, existingRecord } from '../../execution/recordWrites';

/** How a guard recognizes the record that an item would create. */
export interface Recognition {
	/** Finds its identifier. Absent if the item has no key. */
	readonly find?: () => Promise<number | undefined>;
	/** Describes the record without values, because n8n logs error messages: `A client with this email`. */
	readonly what: string;
	/** What only one write of the run may be about (see `Write.once`). */
	readonly keys?: readonly string[];
	/** The label of the `ifExists` option. */
	readonly label: string;
}

/** Creates a record. If its email or name is in use, the option `ifExists` decides. */
export const createUnlessKnown = (type: KnownRecord) => (item: ItemContext) =>
	createUnlessExists(item, type, recognizedBy(item, type));

/** Recognizes a record by the email, name or number that people know its kind by. */
export function recognizedBy(item: ItemContext, type: KnownRecord): Recognition {
	const { word, field } = type.knownBy;
	const text = textOf(item.body[word]).trim();
	const number = numberOf(type, { [field]: text });
	const what =
		number === undefined
			? `${withArticle(type.label, 'A')} with this ${word}`
			: capitalized(nameById(type, undefined, number));
	const label = `If ${capitalized(word)} Exists`;
	if (text === '') return { what, label };
	const find = async () => Number((await findInUse(item, type, text))?.[type.id] ?? 0) || undefined;
	// Earlier items of the run may not be listed yet.
	const key = word === 'number' ? lookOf(text) : text;
	return { what, label, find, keys: [recordKey(type.name, word, key)] };
}

/**
 * Recognizes a record of a kind without a number by what it shows. The service's filters are not trusted: if they let other
 * records through, this one would never be created.
 *
 * @param filters the elements that lists filter by, compared if the item has them; the others are always compared
 */
export const recognizedByContent = (
	{ api, body }: ItemContext,
	type: UpdatableRecord,
	filters: readonly string[],
	others: readonly string[],
	lists: Query['lists'] = [{}],
): Recognition => ({
	what: `A matching ${type.label}`,
	label: 'If Duplicate Exists',
	keys: [recordKey(type.name, ...[...filters, ...others].map((name) => body[name]))],
	async find() {
		const filter = pick(body, filters);
		const conditions = Object.entries(type.keptOnUpdate)
			.filter(([name]) => name in filter || others.includes(name))
			.map(([name, { isSame }]) => field(name, (shown) => isSame(textOf(body[name]), textOf(shown))));
		const [equal] = await readList(api, type, { filter, lists, keep: allOf(...conditions) });
		return equal && Number(equal[type.id]);
	},
});

/**
 * Finds the one record that has an email, a name or a number, in all lists that may hold it. Throws an error that names them
 * if several have it, or if one that was found looks the same.
 *
 * @param own the record that may have it
 */
export async function findInUse(
	item: ItemContext,
	type: KnownRecord,
	wanted: string,
	own?: number,
): Promise<BillingRecord | undefined> {
	const { word, field, lists } = type.knownBy;
	const { same, alike } = await findByKey(item.api, type, wanted, lists);
	const found = theOnly(item, type, same, `with this ${word}`, `The ${word} is ${quote(wanted)}.`);
	const near = alike.find((record) => record[type.id] !== own);
	if (found !== undefined || near === undefined) return found;
	throw item.problem(
		`Another ${type.label} has a ${word} that looks the same: ID ${textOf(near[type.id])}`,
		`Its ${word} is ${quote(textOf(near[field]))}, and this one is ${quote(wanted)}. If both mean the same ${type.label}, spell them alike. If not, choose another ${word}.`,
	);
}

/** The only one of the records that were found. Throws an error that names them if there are several. */
export function theOnly(
	item: ItemContext,
	type: RecordType,
	found: readonly BillingRecord[],
	which: string,
	known: string,
): BillingRecord | undefined {
	if (found.length <= 1) return found[0];
	throw item.problem(
		`There is more than one ${type.label} ${which}: IDs ${someNames(found.map((record) => record[type.id]))}`,
		`${known} Use the right one by its ID, or tell these ${pluralOf(type.label)} apart on the service's website.`,
	);
}

/**
 * Guards against creating a record twice, which the interface itself allows (§4.1). If the record exists, the option
 * `ifExists` decides whether to create it anyway, return it, or throw an error with its ID.
 *
 * @param writing creates the record; defaults to the body of the item
 */
export async function createUnlessExists(
	item: ItemContext,
	type: RecordType,
	recognition: Recognition,
	writing: Write | Promise<Write> = createRecord(item, type),
): Promise<Prepared> {
	const { find, keys = [], what, label } = recognition;
	const guard = option(item, 'ifExists');
	const adviceInDoubt = find && rerunAdvice(guard, label);
	if (guard === 'create') return { ...(await writing), once: [], adviceInDoubt };
	await item.turn(type.name, Promise.resolve(writing));
	const [write, id] = await Promise.all([writing, find?.()]);
	if (id === undefined) return { ...write, once: keys, adviceInDoubt };
	if (guard === 'existing') return [await existingOf(item, type, id, recognition, write)];
	const removed = await removedNote(item, type, id);
	throw item.problem(
		removed === undefined
			? `${what} already exists: ID ${id}; to use that one, set Options › ${label} to return it`
			: `${what} already exists, but is canceled or deleted: ID ${id}`,
		`${removed === undefined ? '' : `${removed} `}To create another one, change Options › ${label}.`,
	);
}

/** The output of a record that exists. Throws if it belongs to another client than the write names: that one is not billed. */
async function existingOf(
	item: ItemContext,
	type: RecordType,
	id: number,
	{ what, label }: Recognition,
	{ body, expected }: Write,
): Promise<IDataObject> {
	const wanted = clientIdOf(body);
	const current = await item.api.find(type, id);
	if (current !== undefined) {
		if (wanted !== undefined && ![undefined, wanted].includes(clientIdOf(current)))
			throw item.problem(
				`${what} already exists for another client: ID ${id}`,
				`Enter another one for this client. To create it anyway, set Options › ${label}.`,
			);
		if (expected !== undefined) compareExisting(item, expected, current);
	}
	item.warn(`This ${type.label} already existed, so nothing was created.`);
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

/** Advises on running a write again after its outcome was unknown, for the option that guards it. */
export const rerunAdvice = (guard: unknown, label: string): string =>
	guard === 'create'
		? `To make it safe to run again, set Options › ${label} to return the existing record.`
		: `Under Options, ${label} keeps it from being done twice when it runs again.`;
