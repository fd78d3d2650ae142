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

const word = (text: unknown): string => seen(text).replace(DASHES, '-').replace(/\s+/g, ' ').toUpperCase();

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

/** What numbers that are the same or alike have in common. A line may break anywhere, so that its zeros count. */
export const lookOf = (number: unknown): string =>
	plainNumber(textOf(number).replace(/[\r\n]/g, '')).replace(/\s/g, '');

/** Compares two texts by what they are known as. */
export function compareIdentity(kind: Identity, one: unknown, other: unknown): Likeness {
	if (identityKey(kind, one) === identityKey(kind, other)) return 'same';
	return kind === 'number' && lookOf(one) === lookOf(other) ? 'alike' : 'other';
}

/** Whether two names or words, such as statuses, are the same. */
export const isSameText = (one: unknown, other: unknown): boolean =>
	compareIdentity('name', one, other) === 'same';

/** The same for statuses. Kinds of records differ in whether they say `Archive` or `Archived` (§3). */
export const isSameStatus = (shown: unknown, wanted: string): boolean =>
	isSameText(plainStatus(shown), plainStatus(wanted));

const plainStatus = (status: unknown): string =>
	textOf(status)
		.trim()
		.replace(/^archive$/i, 'Archived')
		.replace(/^delete$/i, 'Deleted');

// What people, sheets and banks write where there is nothing (people).
const PLACEHOLDERS: ReadonlySet<string> = new Set(
	(
		'NONREF NOREF NOREFERENCE NOTPROVIDED NOTAVAILABLE NOTSPECIFIED NOTAPPLICABLE NONE NULL NIL NAN UNDEFINED ' +
		'UNKNOWN NA TBD KEINE KEINEANGABE NICHTANGEGEBEN'
	).split(' '),
);

/** Whether a whole text stands for nothing: `N/A`, `NONREF`, `-`, `0000`, `XXX`. */
export function isPlaceholder(text: string): boolean {
	const letters = lookOf(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
	return /^(0*|XX+)$/.test(letters) || PLACEHOLDERS.has(letters);
}

/** What is said of a text that an expression left incomplete. */
export const NO_VALUE = 'because its expression returned no value';
const FAILED = /undefined|\[object \w+\]|Invalid Date|#(?:N\/A|DIV\/0!|[A-Z]+[!?])/;
// A machine's number may have a null in it, but no part that is one.
const EMPTY = [
	new RegExp(FAILED, 'i'),
	/(?<![a-z])(?:null|NaN)(?![A-Za-z])/,
	/(?<![\p{L}\p{N}])(?:null|nan|none)(?![\p{L}\p{N}])/iu,
];
const SEPARATOR = '[\\p{Pd}\u2212/|:]';
const GAP = new RegExp(`^${SEPARATOR}|${SEPARATOR}\\s*${SEPARATOR}|${SEPARATOR}$`, 'u');
// As addresses have them, and texts of banks.
const SLASHES = /:?\/\/(?=.)/g;

/**
 * Why a text identifies nothing, for the end of a sentence that begins with it: all items of a run would be taken for one
 * (people). Undefined if it does. Of names and emails, only what failed is none, as expressions spell it: people may be called
 * anything.
 */
export function problemOfIdentity(kind: Identity, text: string): string | undefined {
	if (FAILED.test(text)) return NO_VALUE;
	if (kind !== 'number') return undefined;
	if (isPlaceholder(text)) return 'which stands for nothing';
	if (EMPTY.some((empty) => empty.test(text))) return NO_VALUE;
	return GAP.test(seen(text).replace(SLASHES, 'x'))
		? 'which is missing a part next to a separator'
		: undefined;
}
