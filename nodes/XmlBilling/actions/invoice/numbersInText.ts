/** What the text of a payment says: numbers of invoices, and whether money may have gone back. Pure. */
import type Big from 'big.js';
import { groupBy, withoutFormat } from '../../helpers/GenericFunctions';
import { inCapitals, plainNumber } from '../../xml/identity';

type Numbered = { readonly number: string };

export const indexNumbers = <Record extends Numbered>(records: readonly Record[]) =>
	groupBy(records, ({ number }) => keyOf(number));

/** A number with any separator between letters and digits, or none: INV 42 may be INV-42. */
const keyOf = (number: string): string =>
	plainNumber(number).replace(
		/(?<=[\p{L}\p{M}])[\s.:#/_-]*(?=\p{N})|(?<=\p{N})[\s.:#/_-]*(?=[\p{L}\p{M}])/gu,
		'-',
	);

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const MONEY =
	/(?<!\p{L})([A-Z]{3})\s*(?=\p{N}[\p{N}.,' ]*[.,]\p{N}{2}(?!\p{N}))|(?<=[.,]\p{N}{2})\s*([A-Z]{3})(?!\p{L})/gu;

/** The code of the currency that is beside an amount in a text. */
export const currencyIn = (text: string): string | undefined =>
	[...inCapitals(text).matchAll(MONEY)]
		.map(([, before, after]) => before ?? after ?? '')
		.find((code) => CURRENCIES.has(code));

const MONTH =
	'(?:JAN(?:UARY?)?|FEB(?:RUARY?)?|MAR(?:CH)?|MÄRZ|APR(?:IL)?|MA[IY]|JUN[EI]?|JUL[IY]?|AUG(?:UST)?|SEPT?(?:EMBER)?|O[CK]T(?:OBER)?|NOV(?:EMBER)?|DE[CZ](?:EMBER)?)';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
// A year or month in digits alone is none: it may be a part of a number, such as 42/2026. Nor is a day behind a digit.
const DATE = [
	`(?:19|20)\\d\\d([-./])${DAY}\\1${DAY}`,
	`${DAY}([-./])${DAY}\\2(?:19|20)?\\d\\d`,
	`(?:(?<!\\p{N}\\P{L}{0,9})${DAY}(?:\\.|ST|ND|RD|TH) )?${MONTH}\\.?(?: ${DAY}(?:ST|ND|RD|TH)?,?)? (?:19|20)\\d\\d`,
].join('|');
const DATES = new RegExp(`(?<![^\\s(,;:])(?:${DATE})(?![^\\s).,;:!?]|[.,:]\\S)`, 'gu');
const YEAR = /^(?:19|20)\d\d$/;

/** The pattern of an amount with its cents: without them, it may be a part of a number. */
function patternOf(amount: Big): RegExp {
	const [whole = '', cents] = amount.toFixed(2).split('.');
	const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, "[.,' ]?");
	return new RegExp(`(?<![\\p{N}.,'/-])${grouped}[.,]${cents}(?![\\p{N}%]|[.,/-]\\p{N})`, 'gu');
}

// Stands for a date or the amount.
const EXPLAINED = '|';
// A comma before two or three digits may be one of an amount, and a dot inside a token belongs to it.
const TOKEN =
	/(?:[^\s.,;:!?+=&|#°()[\]{}<>"'“”„«»]|\.(?=[\p{L}\p{N}.])|(?<=\p{N}),(?=\p{N}{2,3}(?!\p{N})))+/gu;
const LABEL =
	/(?<![^\s(|,;:.])(?:INVOICES?|INV|RECHNUNG(?:EN|S)?|RG|RE(?=[ .-]*NR)|FACTURES?|FACTURAS?|FATTUR[AE]|FACTU(?:UR|REN))[ .:#-]*(?:(?:NO|NR|N[.°]|NUM\p{L}*)[ .:#°]*)?$/u;
const LIST = /^[\s,;+&()|]*(?:(?:AND|UND|ET|EN|SOWIE|PLUS)[\s,;+&()|]+)?$/u;
// A dash, unless between blanks; a single letter that is no initial; up to three letters beyond a line break; `ff.` in German.
const BEFORE =
	/(?:[^ ][-_/]\s*|[-_/]\s*[^\S ]\s*|(?<![\p{L}\p{N}.])\p{L}\s*[-_/]?\s*|(?<!\S)\p{L}{1,3}\.?[^\S ]+)$/u;
const AFTER =
	/^(?:\s*[-_/][^ ]|[^\S ]\s*[-_/]|[\s,:+&(]*[-_/]?\s*(?:\p{L}(?!\.)|FF)(?![\p{L}\p{N}])|[^\S ]+\p{L}{1,3}(?!\S))/u;
const AMBIGUOUS = 'but it may be a date or the amount';

/**
 * Finds the records whose numbers a text has, in its order, and what leaves them in doubt, for the end of a sentence that
 * begins with the numbers. There is no doubt only if each is a whole token with nothing beside it that may belong to it, if
 * all other digits are dates or the payment's amount, and if a word for an invoice is before a number that doesn't begin with
 * two letters: 1042 may be an order, 23001 a town.
 */
export function numbersIn<Record extends Numbered>(
	text: string,
	index: ReadonlyMap<string, readonly Record[]>,
	amount: Big,
): { readonly records: readonly Record[]; readonly doubt: string | undefined } {
	const doubts: string[] = [];
	const explain = (spot: string): string => {
		const spellings = ['-', '/', '.'].map((separator) => keyOf(spot.replace(/[-/.]/g, separator)));
		if (!spellings.some((spelling) => index.has(spelling))) return EXPLAINED;
		doubts.push(AMBIGUOUS);
		return spot;
	};
	const plain = inCapitals(text).replace(DATES, explain).replace(patternOf(amount), explain);
	const tokens = [...plain.matchAll(TOKEN)];
	const records = new Set<Record>();
	let last = { start: 0, end: 0, isLabeled: false };
	for (const [nth, { 0: token, index: start }] of tokens.entries()) {
		if (!/\p{N}/u.test(token)) continue;
		const end = start + token.length;
		const next = tokens[nth + 1];
		// A number may be two words: INV 0042.
		const withPrevious = { start: tokens[nth - 1]?.index ?? start, end };
		const withNext = { start, end: next === undefined ? end : next.index + next[0].length };
		const found = new Map<Record, { readonly start: number; readonly end: number }>();
		for (const span of [{ start, end }, withPrevious, withNext])
			for (const record of index.get(keyOf(plain.slice(span.start, span.end))) ?? []) found.set(record, span);
		if (found.size === 0) doubts.push(`but '${token}' may be another one`);
		if (found.size > 1) doubts.push('but more than one invoice may have this number');
		if (YEAR.test(token) || (/^\d+$/.test(token) && amount.eq(token))) doubts.push(AMBIGUOUS);
		for (const [record, span] of found) {
			const written = plain.slice(span.start, span.end);
			const before = plain.slice(0, span.start);
			if (plainNumber(written) !== plainNumber(record.number)) doubts.push('but writes it differently');
			if (BEFORE.test(before) || AFTER.test(plain.slice(span.end)))
				doubts.push('but what is beside it may belong to it');
			// In 1 1, both may be 11.
			if (records.has(record) && /^\p{N}/u.test(written) && !/\S/.test(plain.slice(last.end, span.start)))
				doubts.push('but what is beside it may belong to it');
			const isListed = records.size > 0 && LIST.test(plain.slice(last.end, span.start));
			if (records.size > 0 && !isListed && !records.has(record)) doubts.push('but they are no plain list');
			// In 1042, 43 the second may be 1043.
			const isAlike = isListed && last.isLabeled && last.end - last.start === span.end - span.start;
			const isLabeled = isAlike || LABEL.test(before);
			if (!isLabeled && !/^\p{L}{2}/u.test(written))
				doubts.push('but a number like this needs a word such as Invoice before it');
			records.add(record);
			last = { ...span, isLabeled };
		}
	}
	return { records: [...records], doubt: doubts[0] };
}

// How words begin for what is returned, reversed, charged back or refunded, in six languages.
const RETURN_WORDS = [
	'return|refund|revers(?:al|ed)|charged?[\\s-]*back|claw[\\s-]*back|disput|bounce|dishono|unpaid|recall|reject',
	'repaid|repayment|paid\\s+back',
	'storn|retour|r(?:ü|ue?)ck|zur(?:ü|ue?)ck|lastschriftr|erstatt|widerr|widerspr|nicht\\s+eingel',
	'rejet|rembours|restitu|extourn|contre[\\s-]*pass|r[ée]trofact|annul|impay|rappel\\s+de\\s+fonds',
	'devol|devuel|reembols|reintegr|retroce|contracarg|extorn|anula|reversi|revert|impag|rechaz',
	'terug|geretour|gestorn|weiger|geweiger|onbetaald',
	'rimbors|riaccred|riaddeb|insolut|reso(?!\\p{L})|respint|revoc',
].join('|');
const ABBREVIATIONS = 'RTR?N|RET|REV|RVSL|RFN?D|CHG?BK|CBK|UNP|RLS';
// `RET-0042` is a number.
const RETURN = new RegExp(
	`(?<!\\p{L})(?:(?:${RETURN_WORDS})\\p{L}*|(?:${ABBREVIATIONS})(?!\\p{L}|[-/]\\d))`,
	'iu',
);

/** A sentence that says which word in a text means that a payment may have been taken back; undefined if there is none. */
export function returnIn(text: string): string | undefined {
	const plain = withoutFormat(text).normalize('NFC');
	// A bank breaks lines anywhere.
	const found = RETURN.exec(plain) ?? RETURN.exec(plain.replace(/[\n\r]+/g, ''));
	return found?.[0] && `The text has the word '${found[0]}', so a payment may have been taken back.`;
}
