import type Big from 'big.js';

/** A record with a display number. */
export interface Numbered {
	readonly number: string;
}

/** Numbers to look for, by their letters and digits. */
export interface NumberIndex<Record extends Numbered> {
	readonly byCharacters: ReadonlyMap<string, readonly Record[]>;
	/** The most parts of any number: `INV-0042` has two. */
	readonly mostParts: number;
	/** The codes of the currencies that amounts in the text may be in, in capitals. */
	readonly currencies: ReadonlySet<string>;
}

/** A number that a text has. One that may be part of a longer number is not whole. */
export interface NumberFound<Record extends Numbered> {
	readonly record: Record;
	readonly isWhole: boolean;
}

const fold = (text: string): string => text.normalize('NFKC').toUpperCase();

// Letters and digits count, and where one kind ends. What is between them may be left out or written differently.
const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;
const partsOf = (number: string): string[] => fold(number).match(PARTS) ?? [];

const LEAST_DIGITS = 4;
const LEAST_CHARACTERS = 3;
const YEAR = /^(?:19|20)\d\d$/;

const isDigits = (characters: string): boolean => /^\p{N}+$/u.test(characters);

/** Whether a number is distinctive enough to be looked for: a year or a count is in many texts. */
function isDistinctive(characters: string): boolean {
	if (isDigits(characters)) return characters.length >= LEAST_DIGITS && !YEAR.test(characters);
	return characters.length >= LEAST_CHARACTERS && /\p{N}/u.test(characters);
}

export function indexNumbers<Record extends Numbered>(
	records: readonly Record[],
	currencies: readonly string[],
): NumberIndex<Record> {
	const byCharacters = new Map<string, Record[]>();
	let mostParts = 0;
	for (const record of records) {
		const parts = partsOf(record.number);
		const characters = parts.join('');
		if (!isDistinctive(characters)) continue;
		byCharacters.set(characters, [...(byCharacters.get(characters) ?? []), record]);
		mostParts = Math.max(mostParts, parts.length);
	}
	return { byCharacters, mostParts, currencies: new Set(currencies.map(fold)) };
}

interface Span {
	readonly start: number;
	readonly end: number;
}

interface Hit<Record extends Numbered> extends Span {
	readonly record: Record;
}

/**
 * Finds the numbers in a text, each as a whole: not inside a word or another number. Separators may be missing or different,
 * and case doesn't count. A number of digits only is not found in amounts, dates, account numbers, or years.
 *
 * @param amount the amount of the payment, which the text often has
 */
export function numbersIn<Record extends Numbered>(
	text: string,
	index: NumberIndex<Record>,
	amount: Big,
): Array<NumberFound<Record>> {
	const folded = fold(text);
	const taken = spansIn(folded);
	const hits = hitsIn(folded, index).filter(
		(hit) => !isDigits(charactersOf(hit.record)) || isFree(folded, hit, taken, index.currencies, amount),
	);
	const longest = hits.filter((hit) => !hits.some((other) => isInside(hit, other)));
	const found = new Map<Record, boolean>();
	for (const hit of longest)
		found.set(hit.record, found.get(hit.record) === true || !isContinued(folded, hit));
	return [...found].map(([record, isWhole]) => ({ record, isWhole }));
}

const charactersOf = ({ number }: Numbered): string => partsOf(number).join('');

const isInside = (inner: Span, outer: Span): boolean =>
	outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const BETWEEN = '[\\s\\-_/.:#]{0,3}';

/** All places in which the letters and digits of whole words, one after another, are those of a number. */
function hitsIn<Record extends Numbered>(
	text: string,
	{ byCharacters, mostParts }: NumberIndex<Record>,
): Array<Hit<Record>> {
	const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
	return words.flatMap(({ index: start }, first) =>
		words.slice(first, first + mostParts).flatMap(({ word, index }, more) => {
			const characters = words.slice(first, first + more + 1).map((one) => one.word);
			const end = index + word.length;
			const records = byCharacters.get(characters.join('')) ?? [];
			return records
				.filter(({ number }) => isWritten(number, text.slice(start, end)))
				.map((record) => ({ record, start, end }));
		}),
	);
}

const isWritten = (number: string, written: string): boolean =>
	new RegExp(`^${partsOf(number).join(BETWEEN)}$`, 'u').test(written);

/** Whether what stands beside a number may belong to it: `INV-0042-1`. */
function isContinued(text: string, { start, end }: Span): boolean {
	const [before, after] = [text.slice(0, start), text.slice(end)];
	const isDigitAt = (at: number) => /\p{N}/u.test(text.charAt(at));
	return (
		/^[-_][\p{L}\p{N}]/u.test(after) ||
		(isDigitAt(end - 1) && /^[/.,:]\p{N}/u.test(after)) ||
		(isDigitAt(start) && /\p{N}[-_/.,:]$/u.test(before))
	);
}

const TAKEN: readonly RegExp[] = [
	// Amounts: 1042.50, 1,042.50, 1 042,50, 1042,-
	/(?<![\d])\d+[.,](?:\d{1,2}(?!\d)|-)/g,
	/(?<![\d])\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d{1,2})?(?!\d)/g,
	// Dates and times: 2026-03-10, 2026-03, 10.03.26, 03/2026, 20260310, 10:42
	/(?<!\d)(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])(?:[-./]\d{1,2})?(?!\d)/g,
	/(?<!\d)\d{1,2}[-./]\d{1,2}[-./](?:\d\d){1,2}(?!\d)/g,
	/(?<!\d)(?:0?[1-9]|1[0-2])[-./](?:19|20)\d\d(?!\d)/g,
	/(?<!\d)(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/g,
	/(?<!\d)\d{1,2}:\d\d(?::\d\d)?(?!\d)/g,
	// Account, card and phone numbers
	/(?<![A-Z\d])[A-Z]{2}\d\d(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![A-Z\d])/g,
	/(?<!\d)\d+(?: \d+){2,}(?!\d)/g,
];

const spansIn = (text: string): Span[] =>
	TAKEN.flatMap((pattern) =>
		[...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
	);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const MONEY = [
	/(?<![\p{L}\p{N}])([A-Z]{3})\s?[\d.,'’ ]*\d[.,]\d\d(?!\d)/gu,
	/\d[.,]\d\d\s?([A-Z]{3})(?![\p{L}\p{N}])/gu,
];

/** The codes of the currencies of amounts in a text: `EUR` in `500,00 EUR`. */
export const currenciesIn = (text: string): string[] =>
	MONEY.flatMap((pattern) => [...fold(text).matchAll(pattern)])
		.map(([, code = '']) => code)
		.filter((code) => CURRENCIES.has(code));

/** Whether digits in a text are neither part of something else nor an amount. */
function isFree(
	text: string,
	{ start, end }: Span,
	taken: readonly Span[],
	currencies: ReadonlySet<string>,
	amount: Big,
): boolean {
	if (taken.some((span) => span.start < end && start < span.end)) return false;
	const digits = text.slice(start, end);
	if (/^[1-9]\d*$/.test(digits) && amount.eq(digits)) return false;
	const before = /(?:\p{Sc}|(?<![\p{L}\p{N}])[A-Z]{3})(?=\s?$)/u.exec(text.slice(0, start))?.[0];
	const after = /^\s?(\p{Sc}|[A-Z]{3}(?![\p{L}\p{N}]))(?!\s?\d)/u.exec(text.slice(end))?.[1];
	return ![before, after].some((unit) => unit !== undefined && (unit.length === 1 || currencies.has(unit)));
}
