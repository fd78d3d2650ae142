import type Big from 'big.js';
import { money } from '../../../records/display';
import { isSameText } from '../../../xml/shape';
import { groupBy } from '../../../objects';
import { foldWords, hasName, type Names } from './namesInText';
import { currenciesIn, indexNumbers, numbersIn, type NumberIndex } from './numbersInText';
import { returnIn } from './returnWords';

/** What matching needs to know about an active invoice. */
export interface Billed {
	readonly id: number;
	readonly number: string;
	readonly clientId: number;
	readonly organization: string;
	readonly contact: string;
	/** `YYYY-MM-DD`, or empty if lists don't show it. */
	readonly dueDate: string;
	/** Undefined if it can't be read. */
	readonly outstanding: Big | undefined;
	/** Empty if lists don't show it. */
	readonly currency: string;
	readonly isDraft: boolean;
}

/** A payment to find the invoice of. */
export interface Received {
	/** Not above zero if nothing came in, as in a line of a statement for what was taken back. */
	readonly amount: Big;
	/** A line of a bank statement, or empty. */
	readonly text: string;
	readonly clientId?: number | undefined;
	readonly currency?: string | undefined;
}

/** An open invoice that a payment can be for, with the reasons as short phrases. */
export interface Candidate {
	readonly invoice: Billed;
	readonly reasons: readonly string[];
}

/** All active invoices, prepared for looking up many payments. */
export interface Book {
	readonly numbers: NumberIndex<Billed>;
	readonly byOutstanding: ReadonlyMap<string, readonly Billed[]>;
	/** The open invoices of each client. */
	readonly clients: ReadonlyArray<Names & { readonly invoices: readonly Billed[] }>;
}

/** Whether something is outstanding on an invoice that is not a draft. */
export const isOutstanding = ({ outstanding, isDraft }: Billed): boolean =>
	!isDraft && outstanding?.gt(0) === true;

export function makeBook(invoices: readonly Billed[]): Book {
	const open = invoices.filter(isOutstanding);
	const byClient = groupBy(open, ({ clientId, organization, contact }) =>
		JSON.stringify([clientId, organization, contact]),
	);
	return {
		numbers: indexNumbers(invoices),
		byOutstanding: groupBy(open, ({ outstanding }) => outstanding?.toFixed(2) ?? ''),
		clients: [...byClient.values()].map((ofClient) => ({
			organization: foldWords(ofClient[0]?.organization ?? ''),
			contact: foldWords(ofClient[0]?.contact ?? ''),
			invoices: ofClient,
		})),
	};
}

/** What speaks for invoices. */
export interface Matches {
	/** The invoices, also settled ones, whose numbers the text has. */
	readonly numbered: readonly Billed[];
	/** Why none of them is certain, if the text leaves that open (see `numbersIn`). */
	readonly doubt: string | undefined;
	/** What in the text says that a payment may have been taken back (see `returnIn`). */
	readonly returned: string | undefined;
	/** Best first. */
	readonly candidates: readonly Candidate[];
}

/** Finds the open invoices that a payment can be for. */
export function findMatches(received: Received, { numbers, byOutstanding, clients }: Book): Matches {
	const { amount, text } = received;
	const { records: numbered, doubt } = numbersIn(text, numbers, amount.abs());
	const words = foldWords(text);
	const named = clients.filter((names) => hasName(words, names)).flatMap(({ invoices }) => invoices);
	const equal = byOutstanding.get(amount.toFixed(2)) ?? [];
	const signs = { numbered: new Set(numbered), equal: new Set(equal), named: new Set(named) };
	const all = [...new Set([...numbered, ...equal, ...named])].filter(isOutstanding);
	return {
		numbered,
		doubt,
		returned: returnIn(text),
		candidates: all.flatMap((invoice) => rated(received, invoice, signs) ?? []).sort(byRank),
	};
}

interface Signs {
	readonly numbered: ReadonlySet<Billed>;
	readonly equal: ReadonlySet<Billed>;
	readonly named: ReadonlySet<Billed>;
}

interface Rated extends Candidate {
	readonly rank: number;
}

function rated(received: Received, invoice: Billed, { numbered, equal, named }: Signs): Rated | undefined {
	const conflicts = conflictsOf(received, invoice);
	const isNumbered = numbered.has(invoice);
	const isIncoming = received.amount.gt(0);
	const isMore = received.amount.gt(invoice.outstanding ?? 0);
	// Only its number speaks for an invoice against what else is known.
	if (!isNumbered && (!isIncoming || isMore || conflicts.length > 0)) return undefined;
	const isEqual = equal.has(invoice);
	const isNamed = named.has(invoice);
	return {
		invoice,
		rank: (isNumbered ? 4 : 0) + (isEqual ? 2 : 0) + (isNamed ? 1 : 0) - 4 * conflicts.length,
		reasons: [
			...(isNumbered ? ['its number is in the text'] : []),
			...(isEqual ? ['exactly this amount is outstanding'] : []),
			...(isNamed ? ["its client's name is in the text"] : []),
			...(isNumbered && isMore ? ['but the amount is more than is outstanding'] : []),
			...(isNumbered && isIncoming && !isMore && !isEqual
				? ['but the amount is less than is outstanding']
				: []),
			...conflicts,
		],
	};
}

/** What speaks against an invoice, as far as it is shown. */
export function conflictsOf(
	{ clientId, currency, text }: Received,
	invoice: Pick<Billed, 'clientId' | 'currency'>,
): string[] {
	const currencies = currency === undefined ? currenciesIn(text) : [currency];
	const isSame = currencies.some((code) => isSameText(invoice.currency, code));
	return [
		...(clientId === undefined || clientId === invoice.clientId ? [] : ['but it belongs to another client']),
		...(isSame || invoice.currency === '' || currencies.length === 0
			? []
			: ['but it is in another currency']),
	];
}

function byRank(one: Rated, other: Rated): number {
	const [due, otherDue] = [one, other].map(({ invoice }) => invoice.dueDate || '9999');
	return (
		other.rank - one.rank || (due ?? '').localeCompare(otherDue ?? '') || one.invoice.id - other.invoice.id
	);
}

/** The only invoice that can be certain; undefined if there is none. */
export function onlyNumbered(received: Received, { numbered, doubt, returned }: Matches): Billed | undefined {
	const [only, ...others] = numbered;
	const isDoubtful = others.length > 0 || doubt !== undefined || returned !== undefined;
	if (only === undefined || isDoubtful || !isOutstanding(only)) return undefined;
	const isExact = only.outstanding?.eq(received.amount) === true;
	return isExact && conflictsOf(received, only).length === 0 ? only : undefined;
}

/** Whether a person has to look at a payment that is not certain, although there may be no candidate. */
export const isToSee = ({ amount }: Received, { numbered, returned, candidates }: Matches): boolean =>
	candidates.length > 0 || returned !== undefined || (!amount.gt(0) && numbered.length > 0);

/** Says why a payment has no certain invoice. */
export const whyUncertain = (received: Received, matches: Matches): string =>
	explained(received, matches, whyNotOne(received, matches));

/** A reason, behind what says that the payment may be none that came in. */
export const explained = (received: Received, matches: Matches, reason: string): string =>
	[takenBack(received, matches) ?? [], reason].flat().join(' ');

/** Says in a sentence why a payment may be none that came in; undefined if nothing says so. */
export const takenBack = ({ amount }: Received, { returned }: Matches): string | undefined =>
	returned ?? (amount.gt(0) ? undefined : 'The amount is not above zero, so no payment came in.');

function whyNotOne({ amount, text }: Received, { numbered, doubt, candidates }: Matches): string {
	const [only, ...others] = numbered;
	const count = candidates.length;
	const fitting =
		count === 0
			? 'no open invoice fits'
			: `${count === 1 ? 'one open invoice' : `${count} open invoices`} may fit`;
	if (only === undefined) {
		const why =
			text.trim() === ''
				? 'There is no text to find a number in'
				: 'The text has no number of an active invoice';
		return `${why}, and ${fitting}.`;
	}
	const known = `The text has the number ${only.number}`;
	if (others.length > 0)
		return `The text has the numbers ${numbered.map(({ number }) => number).join(', ')}, so the payment may be for several invoices.`;
	if (only.isDraft) return `${known}, but that invoice is a draft.`;
	if (only.outstanding === undefined)
		return `${known}, but what is outstanding on that invoice cannot be read.`;
	if (!isOutstanding(only)) return `${known}, but nothing is outstanding on that invoice.`;
	if (doubt !== undefined) return `${known}, ${doubt}.`;
	if (!amount.gt(0)) return `${known}.`;
	const outstanding = money(only.outstanding, only.currency);
	if (only.outstanding?.eq(amount) === false)
		return `${known}, but ${money(amount, only.currency)} is ${amount.gt(only.outstanding) ? 'more' : 'less'} than the ${outstanding} that is outstanding.`;
	const conflict = candidates
		.find(({ invoice }) => invoice === only)
		?.reasons.find((reason) => reason.startsWith('but'));
	return `${known}, ${conflict ?? `and ${outstanding} is exactly what is outstanding`}.`;
}
