import Big from 'big.js';
import fc from 'fast-check';
import type { Invoice, Payment } from './judge.mts';

/** A line of a bank statement, and what the payer meant. */
export interface Line {
	kind: string;
	account: Invoice[];
	payment: Payment;
	/** The invoices that the payer meant. One that isn't in the account is 0. */
	meant: number[];
	/** Whether it is an obvious line as written, and nothing about the payment contradicts it. */
	isObvious: boolean;
}

/** Draws from random numbers, one after the other. */
interface Draw {
	below: (count: number) => number;
	one: <T>(...choices: readonly T[]) => T;
}

/** The parts of a line: an open invoice with exactly the amount, and random choices for the rest. */
interface Case {
	draw: Draw;
	account: Invoice[];
	invoice: Invoice;
	number: string;
	/** An invoice of the account, or one that never existed, in the numbering format of this invoice or another. */
	other: { id: number; number: string };
	words: () => string;
	pick: (...of: string[]) => string;
	digits: (count: number) => string;
}

const padded = (n: number): string => String(n).padStart(4, '0');

/** Numbering formats, as functions of the position. */
const WAYS: Array<(n: number) => string> = [
	(n) => `INV-${padded(n)}`,
	(n) => `INV-${n}`,
	(n) => `INV${n}`,
	(n) => String(1000 + n),
	(n) => String(20_000 + n),
	(n) => `2026-${padded(n)}`,
	(n) => `2026/${n}`,
	(n) => `RE${10_000 + n}`,
	(n) => `RE-26-${padded(n)}`,
	(n) => `A-7-${padded(n)}`,
	(n) => `DE${n}`,
];
const CLIENTS = ['Acme Ltd', 'Bergmann Holz GmbH', 'Dupont & Cie', 'Nordlicht Verlag'];
const WORDS = ['Payment', 'thank you', 'Hosting', 'Vielen Dank', 'Zahlung', 'SEPA Credit', 'Miete'];

/** Lines whose invoice anyone would see. */
export const OBVIOUS: Record<string, (line: Case) => string> = {
	alone: ({ number }) => number,
	'among words': ({ number, words }) => `${words()} ${number} ${words()}`,
	'before punctuation': ({ number, words, pick }) =>
		pick(`${words()} ${number}`, number) + pick('.', ',', `, ${words()}`, `. ${words()}`),
	'in brackets': ({ number, words, pick }) => `${words()} (${number})${pick('', ` ${words()}`)}`,
	'after a label': ({ number, pick }) =>
		pick('Invoice ', 'Inv. ', 'Rechnung Nr. ', '#', 'Invoice #', 'invoice no. ') + number,
	'with a date': ({ number, words, pick }) =>
		`${words()} ${number} ${pick('vom ', '', `${words()} `)}${pick('2026-03-10', '10.03.2026')}`,
	'with the amount': ({ number, invoice, words, pick }) => {
		const [whole, cents] = invoice.outstanding.toFixed(2).split('.');
		const amount = pick(`${invoice.currency} ${whole},${cents}`, `${invoice.currency} ${whole}.${cents}`);
		const sign = { EUR: '€', USD: '$' }[invoice.currency] ?? '';
		return `${words()} ${number} ${words()} ${pick(amount, `${sign}${whole}.${cents}`)}`;
	},
	'with the client': ({ number, invoice, pick }) =>
		pick(`${invoice.client.name} ${number}`, `${number} ${invoice.client.name}`),
	'on a line of its own': ({ number, words }) => `${words()}\n${number}\n${words()}`,
};

/** Lines in which the number is part of something else: the payer didn't mean this invoice. */
const INSIDE: Record<string, (line: Case) => string> = {
	'order number': ({ number, pick }) => `Order ${pick('ORD-', 'PO', 'A/', 'B.')}${number}`,
	'customer number': ({ number, pick }) =>
		/\p{L}/u.test(number)
			? `Kundennummer K-${number}`
			: `${pick('Kundennummer ', 'Customer ', 'Auftrag Nr. ', 'Order no. ')}${number}`,
	'credit note': ({ number, pick }) => `${pick('CN-', 'GS-', 'Gutschrift CN/')}${number}`,
	'longer reference': ({ number, pick, digits }) =>
		pick(`${number}/A`, `${number}-${digits(2)}`, `${digits(1)}-${number}`, `${number}.${digits(1)}`) +
		pick('', ' Payment'),
	'longer number': ({ number, pick, digits }) =>
		pick(number + digits(1), digits(1) + number, `${number}B`, `X${number}`),
	IBAN: ({ number, digits }) => `IBAN DE${digits(2)} ${digits(4)} ${number} ${digits(4)} ${digits(2)}`,
	'IBAN in one word': ({ number, digits, pick }) =>
		pick(`${number}${digits(18)}`, `DE${digits(8)}${number}${digits(6)}`),
	phone: ({ number, digits, pick }) =>
		`Tel. ${pick('+49 211', '0211/', '0211-')}${pick('', ' ')}${number} ${digits(2)}`,
	card: ({ number, digits }) => `Card ${digits(4)} XXXX ${number} ${digits(4)}`,
	'cut by a line break': ({ number, digits }) => `${number}\n${digits(2)}`,
	'postcode and town': ({ number, words, pick }) => {
		if (!/^\d+$/.test(number)) return `PLZ${/\p{L}/u.test(number) ? '-' : ' '}${number}`;
		const town = pick('Lübeck', 'BAD TOELZ', 'Paris 5e');
		return `${words()}${pick(', ', ',', '; ', ',\n')}${number} ${town}${pick('', `, ${words()}`)}`;
	},
	'another across a line break': ({ number, digits }) =>
		/^\d/.test(number) ? `Order ${digits(3)}\n${number}` : `ORD-\n${number}`,
};

/** Lines in which an invoice's payment, or another one, was taken back. */
const RETURNED: Record<string, (line: Case) => string> = {
	'word before it': ({ number, pick }) => `${pick(...RETURN_WORDS)}${pick(' ', ': ', ' of ', '/')}${number}`,
	'word after it': ({ number, pick, words }) =>
		`${words()} ${number}${pick(' ', ', ')}${pick(...RETURN_WORDS)}`,
};
const RETURN_WORDS = [
	...['Refund', 'RETURNED', 'Reversal', 'Chargeback', 'Storno', 'Rücklastschrift', 'RUECKZAHLUNG', 'Retoure'],
	...['Remboursement', 'Devolución', 'terugboeking', 'Rimborso'],
];

/** Lines that name several invoices. */
const SEVERAL: Record<string, (line: Case) => string> = {
	list: ({ number, other, pick, words }) =>
		pick(number, `${words()} ${number}`) +
		pick(' and ', ', ', ' + ', '/', ' & ', '\n', ' ', ' Hosting ') +
		other.number,
	range: ({ number, pick, digits }) =>
		number + pick(' bis ', ' +', ', ', '-', ' - ', ' to ', '/', ' & ', ' und ', '+', ' ') + digits(2),
	'list with other separators': ({ number, other, pick }) =>
		`${number} ${pick('and', 'und', '&')} ${other.number.replace(/[^\p{L}\d]/gu, () => pick('', ' ', '.'))}`,
};

/** Spellings of the intended number. */
const SPELLED: Record<string, (line: Case) => string> = {
	'other separators': ({ number, pick }) =>
		number.replace(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/gu, () => pick('', ' ', '-', '_', '/', '.')),
	'full-width digits': ({ number }) =>
		number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
	'broken number': ({ number, draw, words }) => {
		const at = 1 + draw.below(number.length - 1);
		return `${words()} ${number.slice(0, at)}\n${number.slice(at)} ${words()}`;
	},
};

/** Lines that name one other invoice, although the amount is this one's. */
const OTHERS: Record<string, (line: Case) => string> = {
	neighbor: ({ other, words }) => `${words()} ${other.number}`,
	'neighbor spelled otherwise': ({ other, pick }) =>
		other.number.replace(/[^\p{L}\d]+/gu, () => pick('', ' ', '-', '/')),
	'neighbor on two lines': ({ other, draw }) => {
		const at = 1 + draw.below(other.number.length - 1);
		return `${other.number.slice(0, at)}\n${other.number.slice(at)}`;
	},
};

const KINDS: Array<[kind: string, write: (line: Case) => string, meant: (line: Case) => number[]]> = [
	...rows(OBVIOUS, ({ invoice }) => [invoice.id]),
	...rows(INSIDE, () => [0]),
	...rows(RETURNED, () => [0]),
	...rows(SEVERAL, ({ invoice, other }) => [invoice.id, other.id]),
	...rows(SPELLED, ({ invoice }) => [invoice.id]),
	...rows(OTHERS, ({ other }) => [other.id]),
	['typo', ({ number, account, draw }) => mistyped(number, account, draw), ({ invoice }) => [invoice.id]],
];

function rows(
	kinds: Record<string, (line: Case) => string>,
	meant: (line: Case) => number[],
): Array<[string, (line: Case) => string, (line: Case) => number[]]> {
	return Object.entries(kinds).map(([kind, write]) => [kind, write, meant]);
}

/** Random lines of bank statements, each with its account and with what the payer meant. */
export const lines: fc.Arbitrary<Line> = fc
	.array(fc.nat(), { minLength: 200, maxLength: 200 })
	.map((numbers) => lineOf(drawnFrom(numbers)))
	.filter(({ line: { payment, account, meant }, tempting }) => {
		// A typo that makes another invoice's number means that invoice: nobody can know better.
		const [tempted = ''] = account.filter(({ id }) => id === tempting).map(({ number }) => number);
		// Nor can anyone tell a letter of the same reference from a word, across a line break.
		const seam = new RegExp(`\\p{L}\\n+${quoted(tempted)}|${quoted(tempted)}\\n+\\p{L}`, 'iu');
		if (meant.includes(0) && seam.test(payment.text)) return false;
		const readings = ['', ' '].map((joint) => payment.text.replaceAll('\n', joint));
		return account.every(
			({ id, number }) =>
				id === tempting || meant.includes(id) || !readings.every((reading) => hasToken(reading, number)),
		);
	})
	.map(({ line }) => line);

function drawnFrom(numbers: readonly number[]): Draw {
	let drawn = 0;
	const below = (count: number) => (numbers[drawn++ % numbers.length] ?? 0) % count;
	const one = <T,>(...choices: readonly T[]): T => {
		const [choice] = choices.slice(below(choices.length));
		if (choice === undefined) throw new Error('There is nothing to draw from.');
		return choice;
	};
	return { below, one };
}

function lineOf(draw: Draw): { line: Line; tempting: number } {
	const account = accountOf(draw);
	const invoice = draw.one(...account.filter(isPayable));
	const others: Array<Case['other']> = account.filter(({ id }) => id !== invoice.id);
	const model = draw.one(...account).number;
	const unknown = model.replace(/\d$/, (digit) => String((Number(digit) + 5) % 10));
	if (!account.some(({ number }) => number === unknown)) others.push({ id: 0, number: unknown });
	const pick = (...of: string[]) => draw.one(...of);
	const parts: Case = {
		draw,
		account,
		invoice,
		number: invoice.number,
		other: draw.one(...others),
		words: () => pick(...WORDS),
		pick,
		digits: (count) => Array.from({ length: count }, () => 1 + draw.below(9)).join(''),
	};
	const [kind, write, meant] = draw.one(...KINDS);
	const written = inSomeCase(write(parts), draw);
	const text = brokenSomewhere(written, parts);
	const payment = contradicted({ amount: invoice.outstanding, text }, invoice, draw);
	const isObvious =
		kind in OBVIOUS &&
		text === written &&
		payment.isTrue &&
		!hasLabelOfWay(text, account) &&
		!MONTH.test(invoice.number) &&
		!BEFORE_TOWN.test(text) &&
		!CODE_AT_BREAK.test(text);
	return {
		line: { kind, account, payment: payment.payment, meant: meant(parts), isObvious },
		tempting: invoice.id,
	};
}

const CODE_AT_BREAK = /(?<!\p{L})\p{Lu}{1,3}[.,:;!?]?\n|\n\p{Lu}{1,3}(?=[\s.,:;!?]|$)/u;
/** What may be a postcode and a town: `1042 Acme Ltd`. */
const BEFORE_TOWN = /(?:^|[\n,;])\s*\d{4,6} \p{L}/u;
const MONTH = /^(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])$/;

/** Whether a word before digits begins the account's numbers, too: `Inv. 1042` where it has INV17. */
const hasLabelOfWay = (text: string, account: readonly Invoice[]): boolean =>
	account.some(({ number }) => {
		const letters = /^\p{L}+/u.exec(number)?.[0];
		return letters !== undefined && new RegExp(`(?<!\\p{L})${letters}[\\s.:#]+\\d`, 'iu').test(text);
	});

const isPayable = ({ isActive, state }: Invoice): boolean => isActive && state === 'open';
const quoted = (number: string): string => number.replace(/[/-]/g, '[$&]');
const squashed = (number: string): string => number.replace(/[^\p{L}\d]/gu, '');

function hasToken(text: string, number: string): boolean {
	return new RegExp(`(?<![\\p{L}\\d])${quoted(number)}(?![\\p{L}\\d])`, 'iu').test(text);
}

/** An account with one to three numbering formats, in which neighbors often have the same amount. */
function accountOf(draw: Draw): Invoice[] {
	const ways = Array.from({ length: 1 + draw.below(3) }, () => draw.one(...WAYS));
	const first = 1 + draw.below(60);
	const amounts = ['500', '120.5', '1190', '49.99'].slice(draw.below(4));
	const size = 4 + draw.below(9);
	const account = Array.from({ length: size }, (_, at): Invoice => {
		// Each format has an active invoice, because nobody can know formats that only archived invoices have.
		const way = ways[at % ways.length] ?? String;
		const isActive = at < ways.length || draw.below(6) > 0;
		const state = at === 0 ? 'open' : draw.one<Invoice['state']>('open', 'open', 'open', 'paid', 'draft');
		const id = 100 + at;
		const client = draw.below(CLIENTS.length);
		return {
			id,
			number: way(first + at + draw.one(0, 0, 10, 100)),
			outstanding: new Big(state === 'paid' ? 0 : draw.one(...amounts)),
			state,
			isActive,
			client: { id: client + 1, name: CLIENTS[client] ?? '' },
			currency: client === 0 ? 'USD' : 'EUR',
		};
	});
	const numbers = account.map(({ number }) => squashed(number));
	return account.filter((_, at) => numbers.indexOf(numbers[at] ?? '') === at);
}

const inSomeCase = (text: string, draw: Draw): string =>
	draw.one(text, text, text, text, text.toUpperCase(), text.toLowerCase());

/** Breaks some of the lines, like banks, at a fixed width or anywhere. */
function brokenSomewhere(text: string, { draw, words }: Case): string {
	const width = draw.one(0, 0, 0, 0, 27, 30, 35, 1);
	if (width === 0) return text;
	if (width === 1) {
		const at = draw.below(text.length + 1);
		return `${text.slice(0, at)}\n${text.slice(at)}`;
	}
	const long = `${words()} ${words()} ${text} ${words()}`;
	return long.replace(new RegExp(`.{${width}}(?=.)`, 'gu'), '$&\n');
}

/** Lets some payments differ from the invoice: in a cent, the given client or currency, or the currency in the text. */
function contradicted(payment: Payment, invoice: Invoice, draw: Draw): { payment: Payment; isTrue: boolean } {
	const { client, currency } = invoice;
	const foreign = currency === 'EUR' ? 'USD' : 'EUR';
	const [isTrue, changes] = draw.one<[boolean, Partial<Payment>]>(
		...Array.from({ length: 16 }, (): [boolean, Partial<Payment>] => [true, {}]),
		[true, { clientId: client.id, currency }],
		[true, { clientId: client.id }],
		[false, { amount: payment.amount.plus('0.01') }],
		[false, { clientId: client.id + 1 }],
		[false, { currency: foreign }],
		[
			false,
			{
				text: `${payment.text} Payment ${foreign}${draw.one(' ', '\n', ' \n')}${payment.amount.toFixed(2)}`,
			},
		],
	);
	return { payment: { ...payment, ...changes }, isTrue };
}

/** The number with one typo that makes it the number of no invoice. */
function mistyped(number: string, account: readonly Invoice[], draw: Draw): string {
	const at = draw.below(number.length - 1);
	const [one = '', two = ''] = number.slice(at);
	const slips = [two + one, two, one + one + two, `${(Number(one) || 0) + 1}${two}`].map(
		(slip) => number.slice(0, at) + slip + number.slice(at + 2),
	);
	const taken = new Set(account.map((invoice) => squashed(invoice.number)));
	return draw.one(...slips.filter((slip) => !taken.has(squashed(slip))), `${number}${number}`);
}
