import type { IDataObject } from 'n8n-workflow';
import { findByKey } from '../transport/listed';
import type { KnownRecord, RecordType } from '../records';
import { isSameText, textOf } from '../xml/shape';
import { quote } from '../xml/values';
import { adviseInDoubt } from '../transport/failure';
import type { ItemContext } from '../engine/itemContext';
import { createdInRun, createInRun, keyOf } from './createdInRun';
import { createRecord, option, writtenRecord } from '../actions/common/standard';

/** How a record is recognised that may have been created before. */
export interface Recognition {
	/** The identifier of such a record; nothing where there is none. Left out for a record that has nothing to be told by. */
	readonly find?: () => Promise<number | undefined>;
	/** Which record that is, without a value: `A client with this email`. n8n logs the messages of errors. */
	readonly what: string;
	/** The value by which it is recognized, as a sentence: `The email is 'a@b.example'.` */
	readonly known?: string;
	/** What would have to be given for it to be recognized: `an email`. Nothing where it cannot be missing, or nothing would help. */
	readonly needed?: string | undefined;
	/** What recognizes it within a run, beside what the service shows. */
	readonly keys?: readonly string[];
	/** Further keys by which a later item may look for it. */
	readonly alsoKnownBy?: readonly string[];
	/** The label of the option that decides. */
	readonly label: string;
	/** What is done where the option is not set. */
	readonly otherwise: 'create' | 'fail';
}

/** Creates a record, unless there is one with its email or name and the user wants to know. */
export const createUnlessKnown =
	(type: KnownRecord, otherwise?: Recognition['otherwise']) => async (item: ItemContext) =>
		await createUnlessExists(item, type, recognizedBy(item, type, otherwise));

/** Recognises a record by what people know it by, if the new one has that. */
export function recognizedBy(
	item: ItemContext,
	type: KnownRecord,
	otherwise: Recognition['otherwise'] = 'create',
): Recognition {
	const { word } = type.knownBy;
	const text = textOf(item.body()[word]).trim();
	const find = async () => {
		const [found] = await findByKey(item.api, type, text);
		return found === undefined ? undefined : Number(found[type.id]);
	};
	return {
		...(text === '' ? {} : { find }),
		what: `A ${type.label} with this ${word}`,
		known: `The ${word} is ${quote(text)}.`,
		keys: text === '' ? [] : [keyOf(type.name, word, text)],
		needed: NEEDED[word],
		label: LABELS[word],
		otherwise,
	};
}

const NEEDED = { email: 'an email', name: 'a name', number: 'a number' } as const;
const LABELS = { email: 'If Email Exists', name: 'If Name Exists', number: 'If Number Exists' } as const;

/**
 * Creates a record, unless it exists already and the user wants to know: the interface has no keys against doing things
 * twice (§4.1). Throws an error that names the record, or returns it, as the option `ifExists` says.
 *
 * @param create how it is created; by default from what was filled in
 */
export async function createUnlessExists(
	item: ItemContext,
	type: RecordType,
	{ find, what, known, needed, keys = [], alsoKnownBy = [], label, otherwise }: Recognition,
	create: () => Promise<IDataObject[]> = async () => await createRecord(type)(item),
): Promise<IDataObject[]> {
	const guard = option(item, 'ifExists') ?? otherwise;
	const creation = { keys, alsoKnownBy, method: item.method, body: item.body() };
	const existing = guard === 'create' ? undefined : ((await find?.()) ?? createdInRun(item, creation));
	if (existing === undefined) {
		const idIn = ([record]: IDataObject[]) => record?.[type.id];
		return await createInRun(item, creation, create, idIn).catch((error: unknown) => {
			if (find !== undefined) adviseInDoubt(error, rerunAdvice(guard, label));
			else if (needed !== undefined)
				adviseInDoubt(error, `With ${needed}, the ${type.label} would be recognized when it runs again.`);
			throw error;
		});
	}
	if (guard === 'existing') {
		const record = await writtenRecord(item, type, existing, 'existing');
		const status = textOf(record['status']);
		// A number stays taken when its document is archived or canceled.
		if (status !== '' && !isSameText(status, 'Active'))
			item.warn(`${what} exists already, but is not active: its status is ${quote(status)}.`);
		return [record];
	}
	throw item.problem(
		`${what} exists already: ID ${existing}`,
		['Nothing was created.', known ?? '', `Under Options, ${label} decides what happens then.`]
			.filter((part) => part !== '')
			.join(' '),
	);
}

/** What running a write again means after its outcome was unknown, for the option that guards against doing it twice. */
export const rerunAdvice = (guard: unknown, label: string): string =>
	guard === 'create'
		? `To be safe when it runs again, choose under Options, ${label}, to return the existing one.`
		: `Under Options, ${label} keeps it from being done twice when it runs again.`;
