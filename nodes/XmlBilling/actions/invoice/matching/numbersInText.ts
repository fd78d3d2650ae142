import Big from 'big.js';
import { withoutFormat } from '../../../xml/text';

/** A record with a display number. */
export interface Numbered {
	readonly number: string;
}

/** Numbers to look for, and the account's way of numbering. */
export interface NumberIndex<Record extends Numbered> {
	/** By their letters and digits. */
	readonly byCharacters: ReadonlyMap<string, readonly Record[]>;
	/** The most parts of any number: `INV-0042` has two. */
	readonly mostParts: number;
	/** The most digits in a row that may be a number of this account, known or not. */
	readonly mostDigits: number;
	/** How numbers are written: `INV-0042` as `INV-0`. */
	readonly styles: ReadonlySet<string>;
	/** The same with each digit as zero, and with one more, which the next number may have: `INV-0000`, `INV-00000`. */
	readonly shapes: ReadonlySet<string>;
	/** How many digits numbers have in all: what has as many may be one of them. */
	readonly lengths: ReadonlySet<number>;
	/** The years that numbers begin with: 2026.16 may be an invoice 2026/16, also where all known ones are longer. */
	readonly years: ReadonlySet<string>;
	/** The patterns of dates that also look like numbers. */
	readonly dates: readonly RegExp[];
}

/** The records whose numbers a text has. A doubt completes a sentence that begins with the number. */
export interface NumbersFound<Record extends Numbered> {
	readonly records: readonly Record[];
	readonly doubt?: string | undefined;
	/** The amounts beside the numbers; none if the text has at most that of the payment. Undefined if it is unclear whose they are. */
	readonly stated: ReadonlyMap<Record, Big> | undefined;
}

const BESIDE = 'but what is beside it may belong to it';
const SPELLING = 'but writes it differently';
const ANOTHER = 'and it may have another one';
const BROKEN = 'but a line break leaves it unclear';
const RANGE = 'and may also mean those in between';
const POSTCODE = 'but it may be the postcode of a town';

const fold = (text: string): string =>
	withoutFormat(text)
		.normalize('NFKC')
		.toUpperCase()
		.replace(/[\p{Pd}−]/gu, '-');

// Letters and digits count, and where one kind ends.
const PARTS = /\p{N}+|[\p{L}\p{M}]+/gu;
const partsOf = (number: string): string[] => fold(number).match(PARTS) ?? [];
const shapeOf = (number: string): string => fold(number).trim().replace(/\p{N}/gu, '0');
const styleOf = (number: string): string => shapeOf(number).replace(/0+/g, '0');

const MIN_DIGITS = 4;
const MIN_CHARACTERS = 3;
const YEAR = /^(?:19|20)\d\d$/;

const isDigits = (characters: string): boolean => /^\p{N}+$/u.test(characters);

/** Whether a number is distinctive enough to be looked for: a year or a count is in many texts. */
function isDistinctive(characters: string): boolean {
	if (isDigits(characters)) return characters.length >= MIN_DIGITS && !YEAR.test(characters);
	return characters.length >= MIN_CHARACTERS && /\p{N}/u.test(characters);
}

export function indexNumbers<Record extends Numbered>(records: readonly Record[]): NumberIndex<Record> {
	const byCharacters = new Map<string, Record[]>();
	for (const record of records) {
		const characters = partsOf(record.number).join('');
		if (isDistinctive(characters))
			byCharacters.set(characters, [...(byCharacters.get(characters) ?? []), record]);
	}
	const parts = records.map(({ number }) => partsOf(number));
	const lengths = new Set(parts.map((ofNumber) => ofNumber.filter(isDigits).join('').length));
	return {
		byCharacters,
		mostParts: parts.reduce((most, { length }) => Math.max(most, length), 0),
		// The next number may have one more.
		mostDigits: [...lengths].reduce((most, length) => Math.max(most, length + 1), MIN_DIGITS),
		lengths,
		years: new Set(
			parts.flatMap(([first = '', ...others]) => (others.length > 0 && YEAR.test(first) ? [first] : [])),
		),
		styles: new Set(records.map(({ number }) => styleOf(number))),
		shapes: new Set(records.flatMap(({ number }) => [shapeOf(number), `${shapeOf(number)}0`])),
		dates: DATES.filter(
			(date) =>
				(lengths.has(8) && date.test('20260131')) ||
				records.some(({ number }) => {
					const digits = number.replace(/^\D+|\s+$/g, '');
					// 2026/17 and 104/2026 are no months, but 2026/12 and 12/2026 may be their neighbors.
					const neighbors = [/(?<!\d)(?:\d{1,2}|[1-9]\d*)$/, /^(?:\d{1,2}|[1-9]\d*)(?!\d)/];
					return [digits, ...neighbors.map((count) => digits.replace(count, '12'))].some((one) =>
						date.test(one),
					);
				}),
		),
	};
}

const BREAK = '(?:\\r\\n|[\\n\\v\\f\\r\\u0085\\u2028\\u2029])+';
export const LINE_BREAK = new RegExp(BREAK, 'g');
// Between an ordinary word and a number, a line break is a blank.
const PLAIN_WORD = '(?:\\p{L}{4,}|\\p{L}{2,}\\p{Ll})';
const AFTER_WORD = new RegExp(`(?<=(?:^|\\s)${PLAIN_WORD}[.,:;!?]?)${BREAK}(?=\\S*\\p{N})`, 'gu');
const BEFORE_WORD = new RegExp(`(?<=\\p{N}\\S*)${BREAK}(?=${PLAIN_WORD}[.,:;!?]?(?:\\s|$))`, 'gu');

/**
 * Finds the numbers in a text. There is no doubt only if each is a whole token, spelled as the record has it but for case,
 * and a missing or blank separator before digits, if none may be a postcode, and if all other digits in the text are amounts,
 * dates, times, years, or too long. Because banks break lines inside numbers, this must hold with each line break removed and
 * with a blank for it.
 *
 * @param amounts the amount of the payment, which the text often has, and others that are certainly amounts
 */
export function numbersIn<Record extends Numbered>(
	text: string,
	index: NumberIndex<Record>,
	...amounts: readonly [Big, ...Big[]]
): NumbersFound<Record> {
	const lines = text.trim().replace(AFTER_WORD, ' ').replace(BEFORE_WORD, ' ');
	const joined = ['', ' '].map((joint) => fold(lines.replace(LINE_BREAK, joint)));
	const readings = [...new Set(joined)].map((reading) => read(reading, index, amounts));
	const records = [...new Set(readings.flatMap((reading) => reading.records))];
	const doubt = readings.find((reading) => reading.doubt !== undefined)?.doubt;
	const isUnclear = readings.some((reading) => reading.records.length < records.length);
	const [stated, ...others] = readings.map((reading) => reading.stated);
	const isAgreed = others.every(
		(other) => JSON.stringify(toTexts(other)) === JSON.stringify(toTexts(stated)),
	);
	return {
		records,
		doubt: isUnclear
			? BROKEN
			: (doubt ?? (records.some((one) => isBeforeTown(text, one)) ? POSTCODE : undefined)),
		stated: isAgreed ? stated : undefined,
	};
}

// An address begins here or goes on: `23001 Lübeck`, `Hafenstr., 23001 Lübeck`. A number on a line of its own is none.
const inAddress = (digits: string): RegExp =>
	new RegExp(`(?:^[^\\S\\n]*${digits}[^\\S\\n]+|[,;]\\s*${digits}\\s+)([\\p{L}\\p{M}]{2,})`, 'gmu');
const POSTCODES = /^\d{4,6}$/;
const NO_TOWN =
	/^(?:AND|UND|ET|SOWIE|PLUS|OR|ODER|OF|FROM|FOR|FÜR|FUER|VOM|DATED|THANKS?|DANKE|INVOICES?|RECHNUNG|FACTURE|FACTURA|FATTURA|FACTUUR|PAID|BEZAHLT|PAYMENT|ZAHLUNG)$/;

/** Whether a number of digits only stands where an address may begin, before a word that may be its town. */
function isBeforeTown(text: string, record: Numbered): boolean {
	const digits = charactersOf(record);
	if (!POSTCODES.test(digits)) return false;
	const lines = fold(text.replace(LINE_BREAK, '\n'));
	return [...lines.matchAll(inAddress(digits))].some(
		([, word = '']) => !NO_TOWN.test(word) && !MONTH.test(word) && !isUnit(word),
	);
}

const toTexts = (stated: ReadonlyMap<Numbered, Big> | undefined) =>
	stated && [...stated].map(([{ number }, amount]) => [number, amount.toFixed()]);

function read<Record extends Numbered>(
	text: string,
	index: NumberIndex<Record>,
	amounts: readonly [Big, ...Big[]],
): NumbersFound<Record> {
	const lettered = hitsIn(text, index).filter(({ record }) => !isDigits(charactersOf(record)));
	const others = blank(text, lettered);
	const { rest } = withoutHarmless(others, { ...index, lengths: new Set<number>() }, amounts);
	const plain = hitsIn(rest, index).filter(
		({ start, end }) => !DATES.some((date) => date.test(rest.slice(start, end))),
	);
	const hits = [...lettered, ...plain];
	const left = withoutHarmless(blank(others, plain), index, amounts);
	return {
		records: [...new Set(hits.map(({ record }) => record))],
		doubt:
			hits.map((hit) => doubtOf(text, hit, index)).find((doubt) => doubt !== undefined) ??
			(isRange(text, hits) ? RANGE : undefined) ??
			(/\p{N}/u.test(left.rest) ? ANOTHER : undefined),
		stated: statedBeside(
			text,
			hits,
			left.amounts.filter(({ amount }) => !amount.eq(amounts[0])),
		),
	};
}

/** Whether two numbers may stand for a range: `INV-0001 - INV-0003`. */
function isRange(text: string, hits: readonly Span[]): boolean {
	const inOrder = [...hits].sort((one, other) => one.start - other.start);
	return inOrder.some(({ end }, nth) =>
		/^\s*(?:-|TO|BIS|UNTIL|THROUGH|THRU)\s*$/.test(text.slice(end, inOrder[nth + 1]?.start ?? end)),
	);
}

/**
 * Each number's amount, if amounts stand after all of them, or before all of them, and no word stands between that may say what
 * else the amount is: `incl. VAT 47.90`.
 */
function statedBeside<Record extends Numbered>(
	text: string,
	hits: ReadonlyArray<Hit<Record>>,
	amounts: readonly Stated[],
): ReadonlyMap<Record, Big> | undefined {
	if (amounts.length === 0) return new Map();
	const marks = [...hits, ...amounts].sort((one, other) => one.start - other.start);
	const order = marks.map((mark) => ('record' in mark ? 'number' : 'amount')).join(' ');
	const inOrder = [...hits].sort((one, other) => one.start - other.start);
	const stated = new Map(
		inOrder.flatMap(({ record }, nth) => (amounts[nth] ? [[record, amounts[nth].amount]] : [])),
	);
	const isClear =
		/^(number amount ?)+$|^(amount number ?)+$/.test(order) &&
		stated.size === hits.length &&
		amounts.every((one) => !one.isUnlike) &&
		inOrder.every((hit, nth) => {
			const { [nth]: one = hit } = amounts;
			const between = text.slice(Math.min(hit.end, one.end), Math.max(hit.start, one.start));
			return (between.match(/\p{L}{2,}/gu) ?? []).every((word) => CURRENCIES.has(word) || MONTH.test(word));
		});
	return isClear ? stated : undefined;
}

interface Span {
	readonly start: number;
	readonly end: number;
}

interface Hit<Record extends Numbered> extends Span {
	readonly record: Record;
}

interface Stated extends Span {
	readonly amount: Big;
	/** Whether it may be a percentage or a day: `19%`, `10.03.` */
	readonly isUnlike: boolean;
}

/** The text with blanks in these places. */
const blank = (text: string, spans: readonly Span[]): string =>
	spans.reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), text);

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
	const hits = words.flatMap(({ index: start }, first) =>
		words.slice(first, first + mostParts).flatMap(({ word, index }, more) => {
			const characters = words.slice(first, first + more + 1).map((one) => one.word);
			const end = index + word.length;
			const records = byCharacters.get(characters.join('')) ?? [];
			return records
				.filter(({ number }) => isWritten(number, text.slice(start, end)))
				.map((record) => ({ record, start, end }));
		}),
	);
	return hits.filter((hit) => !hits.some((other) => isInside(hit, other)));
}

const isWritten = (number: string, written: string): boolean =>
	new RegExp(`^${partsOf(number).join(BETWEEN)}$`, 'u').test(written);

// What may stand directly before and after a number without belonging to it.
const OPENING =
	/(?:^|[\s,;:+=&|([{"'“”„«»<>]|(?<![\p{L}\p{M}\p{N}])(?:INVOICE|INV|RECHNUNG|RE|RG|NO|NR)\.?)#?$/u;
const CLOSING = /^(?:$|[\s,;:!?+=&|)\]}"'“”«»<>]|\.(?:$|[\s)"']))/u;
// A single letter, but not an initial: `INV-0042 A`. `ff` is German for the following ones.
const PREFIX = /(?<![\p{L}\p{M}\p{N}])\p{L}\s*[-_/:+]\s*$/u;
const SUFFIX = /^[\s,:+&(]*[-_/]?\s*(?:\p{L}(?!\.)|FF)(?![\p{L}\p{M}\p{N}])/u;
const OTHER_THING =
	/(?<![\p{L}\p{M}\p{N}])(?:ACCOUNT|ANGEBOT|AUFTRAGS?|BESTELLUNG|BESTELL|BOOKING|BUCHUNG|CARD|CLIENT|CN|CONTRACT|CREDIT NOTE|CUSTOMER|ESTIMATE|GUTSCHRIFT|KARTE|KD|KONTO|KUNDEN?|LIEFERSCHEIN|MANDAT|MANDATE|MEMBER|MITGLIEDS?|ORD|ORDER|PHONE|PLZ|PO|PROJECT|PROJEKT|QUOTE|TEL|TELEFON|TICKET|VERTRAGS?)[\s.:#-]*(?:(?:ID|NO|NR|NUMBER|NUMMER)[\s.:#-]*)?$/u;

/** What makes it doubtful that a number in a text is this record's. */
function doubtOf(
	text: string,
	{ start, end, record }: Hit<Numbered>,
	{ styles, shapes }: NumberIndex<Numbered>,
): string | undefined {
	const [before, written, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
	const isApart = OPENING.test(before) && CLOSING.test(after);
	if (!isApart || [PREFIX, OTHER_THING].some((one) => one.test(before)) || SUFFIX.test(after)) return BESIDE;
	const [style, own] = [styleOf(written), styleOf(record.number)];
	// `Inv. 1042` may be INV-1042, and `INV 1042` an invoice 1042, where the account has such numbers.
	const label = LABEL.exec(before)?.[1];
	if (
		label !== undefined &&
		[...styles].some((other) => LABEL.exec(other.slice(0, -own.length))?.[1] === label && other.endsWith(own))
	)
		return SPELLING;
	if (
		style !== own &&
		shapeOf(written)
			.split(' ')
			.some((part) => shapes.has(part))
	)
		return SPELLING;
	const isKnown = style === own || (!styles.has(style) && looser(own).includes(style));
	return isKnown ? undefined : SPELLING;
}

const LABEL = /(?<![\p{L}\p{M}\p{N}])([\p{L}\p{M}]+)[\s.:#/_-]*$/u;

const looser = (style: string): string[] =>
	['', ' '].map((joint) => style.replace(/(?<=[\p{L}\p{M}])[-_/.# ](?=0)/gu, joint));

// A token may be an amount with blanks: 1 042,50
const TOKEN = /(?<![^\s(])\p{Sc}?\d{1,3}(?: \d{3})+[.,]\d\d(?![^\s).;])|[^\s;()[\]{}"=&|+]+/gu;

const TRAILING = /[.,:!?']+$/;

/** A text without tokens whose digits are no invoice's, and the amounts among them. */
function withoutHarmless(
	text: string,
	{ mostDigits, lengths, years, dates }: NumberIndex<Numbered>,
	known: readonly Big[],
): { readonly rest: string; readonly amounts: readonly Stated[] } {
	const found = [...text.matchAll(TOKEN)];
	const tokens = found.map(([token]) => token.replace(TRAILING, ''));
	const long = new RegExp(`\\p{N}{${mostDigits + 1},}`, 'gu');
	const isDate = (token: string): boolean => DATES.some((date) => date.test(token) && !dates.includes(date));
	const isOther = (token: string, at: number): boolean =>
		!/\p{N}/u.test(token.replace(long, '')) ||
		isDate(token) ||
		([-1, 1].some((by) => MONTH.test(tokens[at + by] ?? '')) && [YEAR, DAY].some((date) => date.test(token)));
	const amountAt = (token: string, at: number): Big | undefined => {
		const [far = '', previous = '', next = '', further = ''] = [-2, -1, 1, 2].map((by) => tokens[at + by]);
		// A currency between two numbers may be that of the other, unless only this one has decimals.
		const isFree = (other: string) => /[.,]\d\d$/.test(token) || !/^\d|\d$/.test(other) || isDate(other);
		const isMoney = (isUnit(previous) && isFree(far)) || (isUnit(next) && isFree(further));
		return amountOf(token, isMoney, known, { lengths, years });
	};
	const isUnlike = (token: string, at: number, amount: Big): boolean =>
		token.includes('%') ||
		tokens[at + 1] === '%' ||
		(DAY_AND_MONTH.test(token) &&
			![-1, 1].some((by) => isUnit(tokens[at + by] ?? '')) &&
			!known.some((one) => one.eq(amount)));
	const harmless = new Set<number>();
	const amounts: Stated[] = [];
	for (const [at, { index }] of found.entries()) {
		const token = tokens[at] ?? '';
		const isHarmless = isOther(token, at);
		const amount = isHarmless ? undefined : amountAt(token, at);
		if (isHarmless || amount !== undefined) harmless.add(index);
		if (amount === undefined) continue;
		amounts.push({ start: index, end: index + token.length, amount, isUnlike: isUnlike(token, at, amount) });
	}
	return {
		rest: text.replace(TOKEN, (token, index: number) =>
			harmless.has(index) ? ' '.repeat(token.length) : token,
		),
		amounts,
	};
}

const DATES: readonly RegExp[] = [
	/^20\d\d$/,
	// 2026-03, 2026-03-10, 20260310
	/^(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])$/,
	/^(?:19|20)\d\d([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])$/,
	/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
	// 10.03.26, 10/03/2026, 03/2026
	/^(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d\d|\d\d)$/,
	/^(?:0?[1-9]|1[0-2])[-./](?:19|20)\d\d$/,
	// 10:42
	/^\d{1,2}:\d\d(?::\d\d)?$/,
];
const DAY_AND_MONTH = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0[1-9]|1[0-2])$/;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:ST|ND|RD|TH)?$/;
const MONTH =
	/^(?:JAN(?:UARY?)?|FEB(?:RUARY?)?|MAR(?:CH)?|MÄRZ|APR(?:IL)?|MA[IY]|JUN[EI]?|JUL[IY]?|AUG(?:UST)?|SEPT?(?:EMBER)?|O[CK]T(?:OBER)?|NOV(?:EMBER)?|DE[CZ](?:EMBER)?)$/;

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const isUnit = (text: string): boolean => /^[\p{Sc}%]$/u.test(text) || CURRENCIES.has(text);

const AMOUNT = /^([^\d]*)((?:\d{1,3}(?:[.,'’ ]\d{3})+|\d+)(?:[.,]\d{1,2})?)([.,]-+)?([^\d]*)$/;

/** A token's value, if it is a number beside at most a unit, and its digits. */
function numeralIn(
	token: string,
): { readonly value: Big; readonly digits: string; readonly isMarked: boolean } | undefined {
	const [isLike, before = '', digits = '', dash, after = ''] = AMOUNT.exec(token) ?? [];
	if (isLike === undefined || [before, after].some((unit) => unit !== '' && !isUnit(unit))) return undefined;
	const [, whole = '', decimals = '0'] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
	const value = new Big(`${whole.replace(/\D/g, '')}.${decimals}`);
	return { value, digits, isMarked: dash !== undefined || before !== '' || after !== '' };
}

/** The value of a token that is an amount. Unless it is a known one, 57,58 and 57 900,00 may be two numbers. */
function amountOf(
	token: string,
	isBesideUnit: boolean,
	known: readonly Big[],
	{ lengths, years }: Pick<NumberIndex<Numbered>, 'lengths' | 'years'>,
): Big | undefined {
	const { value, digits, isMarked } = numeralIn(token) ?? { digits: '' };
	if (value === undefined) return undefined;
	if (!/^0\d/.test(digits) && known.some((amount) => amount.eq(value))) return value;
	if (digits.includes(' ')) return undefined;
	const mayBeNumber =
		years.has(digits.replace(/\.\d\d$/, '')) || lengths.has(digits.replace(/\D/g, '').length);
	const isAmount =
		isMarked || isBesideUnit
			? /[.,]\d\d$/.test(digits) || !mayBeNumber
			: /\D.*\D/.test(digits) || (/\.\d\d$/.test(digits) && !mayBeNumber);
	return isAmount ? value : undefined;
}

/** What may be amounts in a text, by their two decimals. */
export const decimalsIn = (text: string): Big[] =>
	[...fold(text).matchAll(TOKEN)].flatMap(([token]) => {
		const { value, digits } = numeralIn(token.replace(TRAILING, '')) ?? { digits: '' };
		return value !== undefined && /[.,]\d\d$/.test(digits) && !/^0\d/.test(digits) ? [value] : [];
	});

const MONEY = [
	/(?<![\p{L}\p{N}])([A-Z]{3})[\d.,'’\s]*\d[.,]\d\d(?!\d)/gu,
	/\d[.,]\d\d\s*([A-Z]{3})(?![\p{L}\p{N}])/gu,
];

/** The codes of the currencies of amounts in a text, also across a line break: `EUR` in `500,00 EUR`. */
export const currenciesIn = (text: string): string[] =>
	MONEY.flatMap((pattern) => [...fold(text).matchAll(pattern)])
		.map(([, code = '']) => code)
		.filter((code) => CURRENCIES.has(code));
