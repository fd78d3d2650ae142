/**
 * Which texts mean the same record, and which mean none. Pure. What only narrows a search asks `foldText`.
 *
 * People write one email in any case, and one name in any case and with any blanks and dashes. A number, a reference or a key of
 * a sheet is a machine's: another case, dash, blank or leading zero may make it another one, so nobody decides that but people.
 */
import { withoutFormat } from '../helpers/GenericFunctions';
import { textOf } from './shape';

/** What records are known by. A payment's reference, a sheet's key and a code of the catalog are compared as numbers are. */
export type Identity = 'email' | 'name' | 'number' | 'organization';

/** `alike` texts are equal only to the eye: a person has to say whether they mean the same. */
export type Likeness = 'same' | 'alike' | 'other';

const DASHES = /[\p{Pd}\u2212]/gu;

const seen = (text: unknown): string => withoutFormat(textOf(text)).normalize('NFC').trim();

const word = (text: unknown): string => seen(text).replace(DASHES, '-').replace(/\s+/g, ' ').toLowerCase();

const KEYS: Readonly<Record<Identity, (text: unknown) => string>> = {
	email: (text) => seen(text).toLowerCase(),
	name: word,
	organization: word,
	number: seen,
};

/** What texts that mean the same have in common, and no others. */
export const identityKey = (kind: Identity, text: unknown): string => KEYS[kind](text);

/** A number in capitals, with one kind of dash and without leading zeros: `INV-42` of `inv–0042`. */
export const plainNumber = (number: unknown): string =>
	inCapitals(textOf(number))
		.trim()
		.replace(/(?<!\p{N})0+(?=\p{N})/gu, '');

/** A text in capitals, with one kind of dash. */
export const inCapitals = (text: string): string =>
	withoutFormat(text).normalize('NFKC').toUpperCase().replace(DASHES, '-');

/** What numbers that are the same or alike have in common. */
export const lookOf = (number: unknown): string => plainNumber(textOf(number).replace(/\s/g, ''));

/** Compares two texts by what they are known as. */
export function compareIdentity(kind: Identity, one: unknown, other: unknown): Likeness {
	if (identityKey(kind, one) === identityKey(kind, other)) return 'same';
	return kind === 'number' && lookOf(one) === lookOf(other) ? 'alike' : 'other';
}

/** Whether two names or words, such as statuses, are the same. */
export const isSameText = (one: unknown, other: unknown): boolean =>
	compareIdentity('name', one, other) === 'same';

// What people, sheets and banks write where there is nothing (people); blanks, dashes, zeros and a row of X alike.
const PLACEHOLDERS: ReadonlySet<string> = new Set([
	...['', '0', 'X', 'NONREF', 'NOREF', 'NOREFERENCE', 'NOTPROVIDED', 'NOTAVAILABLE', 'NOTSPECIFIED'],
	...['NONE', 'NULL', 'UNDEFINED', 'UNKNOWN', 'NA', 'KEINE', 'KEINEANGABE', 'NICHTANGEGEBEN'],
]);

/** Whether a whole text stands for nothing: `N/A`, `NONREF`, `-`, `0000`. */
export const isPlaceholder = (text: string): boolean =>
	PLACEHOLDERS.has(
		lookOf(text)
			.replace(/[^\p{L}\p{M}\p{N}]/gu, '')
			.replace(/^(0|X)\1+$/, '$1'),
	);

/** What is said of a text that an expression left incomplete. */
export const NO_VALUE = 'because its expression returned no value';
const FAILED = /(?<![A-Za-z])(undefined|null|NaN|Invalid Date(Time)?)(?![A-Za-z])|\[object Object\]/;
const SEPARATOR = '[\\p{Pd}\u2212_/|:]';
const GAP = new RegExp(`^${SEPARATOR}|${SEPARATOR}\\s*${SEPARATOR}|${SEPARATOR}$`, 'u');

/**
 * Why a number, a reference or a key identifies nothing, for the end of a sentence that begins with it: all items of a run
 * would be taken for one (people). Undefined if it does.
 */
export function problemOfIdentity(text: string): string | undefined {
	if (FAILED.test(text)) return NO_VALUE;
	if (isPlaceholder(text)) return 'which stands for nothing';
	return GAP.test(seen(text)) ? 'which lacks a part at a separator' : undefined;
}
