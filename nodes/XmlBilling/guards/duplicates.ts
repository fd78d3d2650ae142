import { findByKey } from '../transport/listed';
import type { KnownRecord, RecordType } from '../records';
import { isSameText, textOf } from '../xml/shape';
import { quote } from '../xml/values';
import type { ItemContext } from '../engine/itemContext';
import type { Prepared, Write } from '../engine/operation';
import { createdInRun, keyOf } from './createdInRun';
import { createRecord, option, writtenRecord } from '../actions/common/standard';

/** How a guard recognizes the record that an item would create. */
export interface Recognition {
	/** Finds its identifier. Absent if the item gives nothing to recognize it by. */
	readonly find?: () => Promise<number | undefined>;
	/** The record without any values, because n8n logs the messages of errors: `A client with this email`. */
	readonly what: string;
	/** The value that it is recognized by, as a sentence: `The email is 'a@b.example'.` */
	readonly known?: string;
	/** What the item would have to give: `an email`. Absent if that is never missing, or would not help. */
	readonly needed?: string | undefined;
	/** Recognizes records that earlier items of the run created, which the service may not list yet. */
	readonly keys?: readonly string[];
	/** Further keys by which later items may recognize this one. */
	readonly alsoKnownBy?: readonly string[];
	/** The label of the option that decides. */
	readonly label: string;
	/** Applies if the option is not set. */
	readonly byDefault: 'create' | 'fail';
}

/** Creates a record, unless its email or name exists and the option says otherwise. */
export const createUnlessKnown =
	(type: KnownRecord, byDefault?: Recognition['byDefault']) => async (item: ItemContext) =>
		await createUnlessExists(item, type, recognizedBy(item, type, byDefault));

/** Recognizes a record by its email or name, if the item gives one. */
export function recognizedBy(
	item: ItemContext,
	type: KnownRecord,
	byDefault: Recognition['byDefault'] = 'create',
): Recognition {
	const { word } = type.knownBy;
	const text = textOf(item.body[word]).trim();
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
		byDefault,
	};
}

const NEEDED = { email: 'an email', name: 'a name', number: 'a number' } as const;
const LABELS = { email: 'If Email Exists', name: 'If Name Exists', number: 'If Number Exists' } as const;

/**
 * Guards a write against creating a record twice, which the interface itself does not prevent (§4.1). If the record
 * exists, the option `ifExists` decides: create it anyway, return it, or throw an error that names it.
 *
 * @param write creates the record; defaults to the body of the item
 */
export async function createUnlessExists(
	item: ItemContext,
	type: RecordType,
	{ find, what, known, needed, keys = [], alsoKnownBy = [], label, byDefault }: Recognition,
	write: Write = createRecord(item, type),
): Promise<Prepared> {
	const guard = option(item, 'ifExists') ?? byDefault;
	const isGuarded = guard !== 'create';
	const existing = isGuarded ? ((await find?.()) ?? createdInRun(item, keys, write)) : undefined;
	if (existing === undefined) {
		const adviceInDoubt =
			find === undefined
				? needed && `With ${needed}, the ${type.label} would be recognized when it runs again.`
				: rerunAdvice(guard, label);
		return {
			...write,
			creates: { keys: [...keys, ...alsoKnownBy], id: type.id },
			...(adviceInDoubt === undefined ? {} : { adviceInDoubt }),
		};
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

/** Says whether it is safe to run a write again after its outcome was unknown, for the option that guards it. */
export const rerunAdvice = (guard: unknown, label: string): string =>
	guard === 'create'
		? `To be safe when it runs again, choose under Options, ${label}, to return the existing one.`
		: `Under Options, ${label} keeps it from being done twice when it runs again.`;
