/** Which open invoices a payment can be for, as far as lists tell. Pure. */
import { foldText } from '../../helpers/GenericFunctions';
import type Big from 'big.js';
import { isSameText } from '../../xml/identity';
import { indexNumbers, numbersIn, returnIn } from './numbersInText';

/** What matching needs to know about an active invoice. */
export interface Billed {
	readonly id: number;
	readonly number: string;
	readonly clientId: number;
	readonly organization: string;
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
	/** The one given, or else the one beside the amount in the text. */
	readonly currency?: string | undefined;
}

/** Whether something is outstanding on an invoice that is not a draft. */
export const isOutstanding = ({ outstanding, isDraft }: Billed): boolean =>
	!isDraft && outstanding !== undefined && outstanding.gt(0);

/** Prepares all active invoices for looking up many payments. */
export const makeBook = (invoices: readonly Billed[]) => ({
	numbers: indexNumbers(invoices),
	open: invoices
		.filter(isOutstanding)
		.map((invoice) => ({ invoice, name: foldWords(invoice.organization).replace(LEGAL_FORMS, ' ') })),
});

const LEGAL_FORMS =
	/(?: (?:ab|ag|as|bv|co|company|corp|corporation|gmbh|inc|incorporated|kg|limited|llc|llp|ltd|nv|oy|plc|pty|sa|sarl|se|spa|srl|ug))+ $/;
const MIN_CHARACTERS = 4;

/** A text for finding names in it: its words in lower case, without accents and punctuation, between blanks. */
const foldWords = (text: string): string =>
	` ${foldText(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()} `;

/**
 * Finds the open invoices that a payment can be for, best first, and the ones, also settled, whose numbers the text has. Says
 * in sentences why none of them is certain, unless the only one fits, and why it may be no payment that came in.
 */
export function findMatches(received: Received, { numbers, open }: ReturnType<typeof makeBook>) {
	const { amount, text } = received;
	const { records: numbered, doubt } = numbersIn(text, numbers, amount.abs());
	const words = foldWords(text);
	const candidates: Candidate[] = [];
	for (const { invoice, name } of open) {
		const isNamed = name.trim().length >= MIN_CHARACTERS && words.includes(name);
		const candidate = rate(received, invoice, numbered.includes(invoice), isNamed);
		if (candidate !== undefined) candidates.push(candidate);
	}
	const returned = returnIn(text);
	const noneCameIn = amount.gt(0) ? undefined : 'The amount is not above zero, so no payment came in.';
	const takenBack = returned ?? noneCameIn;
	const [only, ...others] = numbered;
	const fitting = candidates.length === 0 ? 'no open invoice fits' : 'only these open invoices may fit';
	let whyUncertain: string | undefined = `The text has no number of an active invoice, and ${fitting}.`;
	if (others.length > 0) {
		const all = numbered.map(({ number }) => number).join(', ');
		whyUncertain = `The text has the numbers ${all}, so the payment may be for several invoices.`;
	} else if (only !== undefined) {
		const known = `The text has the number ${only.number}`;
		const candidate = candidates.find(({ invoice }) => invoice === only);
		const closed = only.isDraft
			? 'but that invoice is a draft'
			: 'but nothing is outstanding on that invoice';
		const against = candidate?.reasons.find((reason) => reason.startsWith('but')) ?? doubt;
		whyUncertain = takenBack && `${known}.`;
		if (candidate === undefined) whyUncertain = `${known}, ${closed}.`;
		else if (against !== undefined) whyUncertain = `${known}, ${against}.`;
	}
	const needsPerson = candidates.length > 0 || numbered.length > 0 || returned !== undefined;
	return { numbered, whyUncertain, takenBack, needsPerson, candidates: candidates.sort(byRank) };
}

type Candidate = NonNullable<ReturnType<typeof rate>>;

/** The reasons for an open invoice, as short phrases; those against it begin with `but`. Undefined if there are none for it. */
function rate(received: Received, invoice: Billed, isNumbered: boolean, isNamed: boolean) {
	const { amount } = received;
	const outstanding = invoice.outstanding ?? 0;
	const conflicts = conflictsOf(received, invoice);
	const isEqual = amount.eq(outstanding);
	const isLess = amount.gt(0) && amount.lt(outstanding);
	// Only its number speaks for an invoice against what else is known.
	const fits = conflicts.length === 0 && (isEqual || (isNamed && isLess));
	if (!isNumbered && !fits) return undefined;
	const reasons: string[] = [];
	if (isNumbered) reasons.push('its number is in the text');
	if (isEqual) reasons.push('exactly this amount is outstanding');
	if (isNamed) reasons.push("its client's name is in the text");
	if (isNumbered && amount.gt(outstanding)) reasons.push('but the amount is more than is outstanding');
	if (isNumbered && isLess) reasons.push('but the amount is less than is outstanding');
	const rank = (isNumbered ? 4 : 0) + (isEqual ? 2 : 0) + (isNamed ? 1 : 0) - 4 * conflicts.length;
	return { invoice, rank, reasons: [...reasons, ...conflicts] };
}

/** What speaks against an invoice, as far as it is shown. */
export function conflictsOf(
	{ clientId, currency }: Received,
	invoice: Pick<Billed, 'clientId' | 'currency'>,
): string[] {
	const conflicts: string[] = [];
	if (clientId !== undefined && clientId !== invoice.clientId)
		conflicts.push('but it belongs to another client');
	if (currency !== undefined && invoice.currency !== '' && !isSameText(invoice.currency, currency))
		conflicts.push('but it is in another currency');
	return conflicts;
}

const byRank = (one: Candidate, other: Candidate): number =>
	other.rank - one.rank ||
	(one.invoice.dueDate || '9999').localeCompare(other.invoice.dueDate || '9999') ||
	one.invoice.id - other.invoice.id;
