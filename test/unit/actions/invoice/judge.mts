import type Big from 'big.js';

/** An invoice of the account. The node reads the active ones only, so it can't know the others. */
export interface Invoice {
	id: number;
	number: string;
	outstanding: Big;
	state: 'open' | 'paid' | 'draft';
	/** False if it is archived or canceled. */
	isActive: boolean;
	client: { id: number; name: string };
	currency: string;
}

export interface Payment {
	amount: Big;
	text: string;
	clientId?: number;
	currency?: string;
}

/** The verdict on a line, and the invoices that a certain answer may name without breaking the rule. */
export interface Judgement {
	verdict: 'certain' | 'notCertain' | 'either';
	invoices: number[];
}

/** Whether the text obviously contains a number, or the rule leaves it open, or forbids it. */
type Standing = 'obvious' | 'open' | 'forbidden';

const WORDS_OF_LISTS = 'bis|to|through|thru|till|until|und|and|u|et|y|e|sowie|plus|or|oder';
const LABELS = 'invoice|inv|rechnung|rechnungsnr|rechnungsnummer|facture|no|nr|number';
const SHORT_WORDS =
	'you|cie|for|für|fuer|vom|von|the|der|die|und|and|of|on|am|pay|paid|danke|bitte|ltd|inc|gmbh';
const OTHER_RECORDS =
	'order|bestellung|auftrag|kunde|kundennummer|customer|card|karte|tel|phone|iban|konto|plz';
/** What says that a payment was taken back, as the lines have it. */
const RETURNS =
	'refund|returned|reversal|chargeback|storno|rücklastschrift|rueckzahlung|retoure|remboursement|devolución|terugboeking|rimborso';
const CODES = 'EUR|USD|GBP|CHF';
/** The same, with a line broken in them. */
const BROKEN_CODES = CODES.replace(/(?<=\w)(?=\w)/g, '\\n?');

/** Characters that join the parts of a reference. */
const JOINT = String.raw`[-/_+&*\\=@~|]`;
/** A digit of a date or an amount, in which a bank may have broken the line. */
const D = String.raw`(?:\d\n?)`;
const DATE = rx(
	String.raw`(?<![\p{L}\p{N}./-])(?:${D}{4}-\n?${D}{2}-\n?\d\n?\d|${D}{2}\.\n?${D}{2}\.\n?${D}{3}\d)(?![\p{L}\p{N}/-])`,
);
const SUM = String.raw`\d(?:\n?\d)*(?:\n?[.,](?:\n?\d){3})*\n?[.,]\n?\d\n?\d`;
const AMOUNT = rx(
	String.raw`(?<![\p{L}\p{N}./-])(?:(?:${BROKEN_CODES}|[$€£])\s*${SUM}|${SUM}\s*(?:${BROKEN_CODES}|€))(?![\p{L}\p{N}/-])`,
);
/** Stand for the characters of dates and amounts, which are no references. No text has these. */
const [DAY, MONEY] = ['\uE000', '\uE001'];

/**
 * Judges which answers are allowed for a line of a bank statement, by the rule of "Invoice › Match Payment to Invoice":
 * certain needs the exact amount of an open invoice, and its number as a whole token, however the line breaks are
 * joined, with nothing next to it that could belong to a reference, and no second token in the account's numbering
 * format. It must be no postcode before a town, and no word may say that the payment was taken back.
 */
export function judge(account: readonly Invoice[], payment: Payment): Judgement {
	const text = payment.text
		.normalize('NFKC')
		.replace(/\r\n?/g, '\n')
		.replace(/[‐‑–—−]/g, '-');
	const active = account.filter(({ isActive }) => isActive);
	if (rx(RETURNS).test(text.replaceAll('\n', '')) || rx(RETURNS).test(text))
		return { verdict: 'notCertain', invoices: [] };
	const clients = account.map(({ client }) => client.name);
	const found = active
		.filter((invoice) => isPayable(invoice, payment, text))
		.map((invoice) => ({ ...invoice, standing: standingOf(invoice, active, text) }))
		.filter(({ standing }) => standing !== 'forbidden');
	const invoices = found.map(({ id }) => id);
	const [only, second] = found;
	if (only === undefined) return { verdict: 'notCertain', invoices };
	const strangers = clients.filter((name) => name !== only.client.name);
	const isObvious =
		second === undefined &&
		only.standing === 'obvious' &&
		// Three capitals next to a line break may begin or end a reference.
		!/(?<!\p{L})\p{Lu}{1,3}[.,:;!?]?\n|\n\p{Lu}{1,3}(?=[\s.,:;!?]|$)/u.test(text) &&
		// It may be a month: "Rent 2026/9".
		!/^(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])$/.test(only.number) &&
		// Whether a broken date is one depends on how the lines are joined.
		![DATE, AMOUNT].some((one) => [...text.matchAll(one)].some(([found]) => found.includes('\n'))) &&
		payment.text.normalize('NFKC') === payment.text &&
		!strangers.some((name) => text.toLowerCase().includes(name.toLowerCase()));
	return { verdict: isObvious ? 'certain' : 'either', invoices };
}

/** Whether the outstanding amount is exactly this, and neither client nor currency contradicts it. */
function isPayable(invoice: Invoice, { amount, clientId, currency }: Payment, text: string): boolean {
	const codes = [...text.matchAll(rx(String.raw`\b(${CODES})\s*\d|\d[.,]\d\d\s*(${CODES})\b`))].map(
		([, before, after]) => (before ?? after ?? '').toUpperCase(),
	);
	return (
		invoice.state === 'open' &&
		invoice.outstanding.gt(0) &&
		invoice.outstanding.eq(amount) &&
		(clientId ?? invoice.client.id) === invoice.client.id &&
		(currency ?? invoice.currency) === invoice.currency &&
		(codes.length === 0 || codes.includes(invoice.currency))
	);
}

function standingOf({ id, number }: Invoice, active: readonly Invoice[], text: string): Standing {
	const hasTwin = active.some((other) => other.id !== id && isSame(other.number, number));
	if (hasTwin || hasSecond(number, active, text)) return 'forbidden';
	const spots = [...text.matchAll(rx(spelling(number)))];
	const standings = spots.map(({ 0: spot, index }) => standingAt(number, spot, index, text));
	if (standings.every((standing) => standing === 'forbidden')) return 'forbidden';
	return standings.length === 1 && standings[0] === 'obvious' ? 'obvious' : 'open';
}

/** Whether the text has another token in the account's numbering format, with the line breaks joined either way. */
function hasSecond(number: string, active: readonly Invoice[], text: string): boolean {
	// The parts of the number itself are no second token.
	const others = masked(text).replace(rx(spelling(number)), (spot) => {
		const isItself = isSame(spot, number) ? hasLetter(number) : spot.includes('\n') && !isSplit(spot);
		return isItself ? DAY.repeat(spot.length) : spot;
	});
	const readings = [others.replaceAll('\n', ''), others.replaceAll('\n', ' ')].map(masked);
	return active.some(({ number: model }) => {
		const exact = rx(wayOf(model, false));
		const loose = rx(wayOf(model, true));
		return readings.some(
			(reading) =>
				[...reading.matchAll(exact)].some(([token]) => !isSame(token, number)) ||
				[...reading.matchAll(loose)].some(([token]) => !isSame(squashed(token), squashed(number))),
		);
	});
}

/** The pattern of all numbers like this one: other digits, as many as the numbering format allows. */
function wayOf(model: string, isLoose: boolean): string {
	const hasLetters = hasLetter(model);
	const runs = runsOf(model);
	const digits = runs.filter((run) => /\d/.test(run));
	const pattern = runs.map((run, at) => {
		if (/\p{L}/u.test(run)) return run;
		// Lettered numbers grow: INV-999, INV-1000. Those of digits only are known by their lengths.
		if (/\d/.test(run) && hasLetters) return String.raw`\d+`;
		const isCount = digits.length > 1 && at === runs.length - 1;
		const { length } = run;
		if (/\d/.test(run)) return isCount ? `\\d{${Math.max(1, length - 1)},${length + 1}}` : `\\d{${length}}`;
		return isLoose ? `[-_./]${hasLetters ? '?' : ''}` : escaped(run);
	});
	const joined = pattern.join(hasLetters && isLoose ? String.raw`[-_./\s]{0,2}` : '');
	const joints = hasLetters ? '-/_' : '-/_.,:+';
	const before = hasLetters ? '' : String.raw`(?<![\p{L}\p{N}][${joints}])`;
	const after = String.raw`(?![${joints}][\p{L}\p{N}])`;
	return String.raw`(?<![\p{L}\p{N}])${before}${joined}(?![\p{L}\p{N}])${after}`;
}

/** Judges one occurrence of the number, perhaps with other separators or across a line break. */
function standingAt(number: string, spot: string, index: number, text: string): Standing {
	const before = text.slice(0, index);
	const after = text.slice(index + spot.length);
	const sides = [masked(text).slice(0, index), masked(text).slice(index + spot.length)] as const;
	if (isSplit(spot) || isGlued(before, spot, after) || hasNeighbor(number, ...sides)) return 'forbidden';
	if (!isSame(spot, number) || isBeforeTown(number, before, after)) return 'open';
	return isPlain(number, ...sides) ? 'obvious' : 'open';
}

/** Whether a number of digits only begins a line or a part of it, before a word that may be a town. */
const isBeforeTown = (number: string, before: string, after: string): boolean =>
	/^\d{4,6}$/.test(number) &&
	((/(?:^|\n) *$/.test(before) && /^ +\p{L}/u.test(after)) ||
		(/[,;]\s*$/.test(before) && /^\s+\p{L}/u.test(after)));

/** A number that is whole in only one way of joining the lines. */
const isSplit = (spot: string): boolean => /\d\n+\d/.test(spot);

/** Whether the number continues before or after, in the same word or across a line break. */
function isGlued(before: string, spot: string, after: string): boolean {
	const beginsWithDigit = /^\d/.test(spot);
	const endsWithDigit = /\d$/.test(spot);
	const isLabeled = rx(String.raw`(?<!\p{L})(?:${LABELS})\.$`).test(before.replaceAll('\n', ''));
	return (
		(!isLabeled && /\p{L}\n*\.\n*$/u.test(before)) ||
		rx(String.raw`[\p{L}\p{N}]$|[\p{L}\p{N}]\n*${JOINT}+\n*$|\d\n*[.,:]\n*$`).test(before) ||
		(beginsWithDigit && /\d\n+$/.test(before)) ||
		rx(String.raw`^[\p{L}\p{N}]|^\n*${JOINT}+\n*[\p{L}\p{N}]|^\n*[.,:]\n*\d`).test(after) ||
		(endsWithDigit && /^\n+\d/.test(after))
	);
}

/** Whether a word with digits is next to the number, or in a list or a range with it. Dates and amounts don't count. */
function hasNeighbor(number: string, before: string, after: string): boolean {
	const between = String.raw`[\s\p{P}\p{S}]`;
	const list = String.raw`${between}*(?:(?:${WORDS_OF_LISTS})${between}+)*`;
	const last = rx(String.raw`(?:^|\s)(\S*\d\S*?)${list}$`).exec(before)?.[1];
	const next = rx(String.raw`^${list}(\S*\d\S*)`).exec(after)?.[1];
	const isReference = (word?: string) =>
		word !== undefined && !/^\d+([.,]\d{3})*[.,]\d\d[.,;:]*$/.test(word) && !isSame(word, number);
	// A number without letters takes its meaning from the word before it.
	const other = rx(String.raw`(?<!\p{L})(?:${OTHER_RECORDS})[\s.:#]*(?:(?:no|nr)[\s.:#]*)?$`);
	return (
		isReference(last) || isReference(next) || (!hasLetter(number) && other.test(before.replaceAll('\n', '')))
	);
}

/**
 * Whether there are only ordinary words, dates and amounts around the number, and no line break touches a word of its
 * line.
 */
function isPlain(number: string, before: string, after: string): boolean {
	const own = (before.split('\n').at(-1) ?? '') + (after.split('\n')[0] ?? '');
	const isOwnLine = /^[.,)]?$/.test(own);
	const touches = /\n$/.test(before) || /^[.,)]*\n/.test(after);
	if (touches && !isOwnLine) return false;
	const [last, next] = [before.split(/[\s#(]+/).findLast(Boolean), after.split(/[\s.,)]+/).find(Boolean)];
	return (
		/(?:^|\s)[#(]?$/.test(before) &&
		/^[.,)]*(?=\s|$)/.test(after) &&
		[before.replace(/[#(]$/, ''), after.replace(/^[.,)]+/, '')]
			.flatMap((side) => side.split(/\s+/).filter(Boolean))
			.every((word) =>
				rx(String.raw`^(?:${DAY}+|${MONEY}+|&|#|\(?\p{L}{2,}(?:-\p{L}{2,})?\)?)[.,:;!?]*$`).test(word),
			) &&
		[last, next].every(
			(word) =>
				word === undefined ||
				rx(String.raw`^(?:\p{L}{4,}|${LABELS}|${SHORT_WORDS}|${DAY}+)[.,:;!?)]*$`).test(word) ||
				(hasLetter(number) && rx(`^${MONEY}+$`).test(word)),
		)
	);
}

/** The text with its dates and amounts masked, at the same length. */
const masked = (text: string): string =>
	text
		.replace(DATE, (date) => DAY.repeat(date.length))
		.replace(AMOUNT, (amount) => MONEY.repeat(amount.length));

const runsOf = (number: string): string[] => number.match(/\p{L}+|\d+|[^\p{L}\d]+/gu) ?? [];
const hasLetter = (number: string): boolean => /\p{L}/u.test(number);
const squashed = (text: string): string => text.replace(/[^\p{L}\d]/gu, '');
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The pattern of a number with line breaks in it, or with other separators. */
function spelling(number: string): string {
	const runs = runsOf(number).filter((run) => /[\p{L}\d]/u.test(run));
	return runs.map((run) => [...run].map(escaped).join(String.raw`\n*`)).join(String.raw`[-_./\s]{0,3}`);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

function rx(source: string): RegExp {
	return new RegExp(source, 'giu');
}
