/** Which of a client's invoices a payment pays. Pure. */
import Big from 'big.js';
import { compareReference, withReference } from '../../../records/payments';
import { sumOf } from '../../../records/amounts';
import { money } from '../../../records/display';
import { isSameText } from '../../../xml/shape';
import { currenciesIn, decimalsIn, indexNumbers, LINE_BREAK, numbersIn } from './numbersInText';
import { returnIn } from './returnWords';

/** A client's invoice, as far as it matters to a payment. */
export interface Account {
	readonly id: number;
	/** Empty if it has none. */
	readonly number: string;
	/** `YYYY-MM-DD`, or empty. */
	readonly dueDate: string;
	readonly currency: string;
	/** What it can be paid; zero if it must not be paid: a draft, or disputed, settled, or not active. */
	readonly open: Big;
	readonly payments: ReadonlyArray<{ readonly amount: Big | undefined; readonly notes: string }>;
	/** Whether it shows all of its payments. */
	readonly isComplete: boolean;
}

/** A payment to allocate. */
export interface Incoming {
	readonly amount: Big;
	readonly currency: string;
	readonly reference: string;
	readonly allocateTo: 'named' | 'oldest';
	/** Names the invoices, or says that the payment was taken back. */
	readonly text: string;
}

export interface Share {
	readonly account: Account;
	readonly amount: Big;
}

/** What each invoice gets, what is left over, and why. */
export interface Allocation {
	readonly shares: readonly Share[];
	readonly rest: Big;
	readonly reason: string;
}

/** Why a payment can't be allocated without the risk of recording it twice. */
export interface Refusal {
	readonly message: string;
	readonly advice: string;
}

/**
 * Divides what payments with the same reference leave of an amount. An invoice that has a payment with the reference gets
 * no more of it, because Record Payment would take it for the same one. Refuses if an earlier payment can't be recognized.
 *
 * @param showsNotes whether the service is known to show notes of payments, so that one without notes has no reference
 */
export function allocate(
	{ amount, currency, reference, allocateTo, text }: Incoming,
	accounts: readonly Account[],
	showsNotes: boolean,
): Allocation | Refusal {
	const paid = paidWith(reference, accounts, currency);
	if ('message' in paid) return paid;
	// A payment that was taken back makes no more available than came in.
	const available = paid.sum.lt(0) ? amount : amount.minus(paid.sum);
	if (available.lt(0))
		return {
			message: 'Payments with this reference come to more than the Amount',
			advice: `They come to ${money(paid.sum, currency)}. Correct the Amount or the Reference.`,
		};
	const hidden = accounts.find((account) => mayHide(account, amount, showsNotes));
	if (hidden !== undefined)
		return refusal(hidden, 'has payments that the service does not fully show', HIDDEN);
	const isPayable = (account: Account) =>
		account.open.gt(0) && account.currency === currency && !paid.accounts.has(account);
	const { targets, most, reason } =
		allocateTo === 'named'
			? named(text, amount, currency, accounts, isPayable)
			: oldest(text, currency, accounts, isPayable);
	let rest = available;
	const shares = targets.flatMap((account): Share[] => {
		const given = [rest, account.open, most?.get(account) ?? rest].reduce((one, other) =>
			other.lt(one) ? other : one,
		);
		rest = rest.minus(given);
		return given.gt(0) ? [{ account, amount: given }] : [];
	});
	return { shares, rest, reason };
}

/** An invoice once its share is recorded. */
export const withShare = (account: Account, amount: Big, reference: string): Account => ({
	...account,
	open: account.open.minus(amount),
	payments: [...account.payments, { amount, notes: withReference('', reference) }],
});

const RECOGNIZED = 'An earlier run may have recorded a part of this payment there.';
const HIDDEN = `${RECOGNIZED} Without its reference, it would be paid twice. Record what is missing with Record Payment.`;

const refusal = ({ id, number }: Account, what: string, advice: string): Refusal => ({
	message: `${number === '' ? `The invoice with ID ${id}` : `Invoice ${number}`} ${what}`,
	advice,
});

/** What payments with the reference come to, and the invoices that have one. */
function paidWith(reference: string, accounts: readonly Account[], currency: string) {
	const having = new Set<Account>();
	let sum = new Big(0);
	for (const account of accounts) {
		for (const { amount, notes } of account.payments) {
			const likeness = compareReference(notes, reference);
			if (likeness === 'other' || likeness === 'none') continue;
			if (likeness !== 'same')
				return refusal(
					account,
					'has a payment with a similar reference',
					`${RECOGNIZED} Compare the two references. If it is another payment, change the Reference of this one.`,
				);
			if (amount === undefined || account.currency !== currency)
				return refusal(
					account,
					'has a payment with this reference, but its amount or currency is unclear',
					'Check the Currency and the Reference.',
				);
			having.add(account);
			sum = sum.plus(amount);
		}
	}
	return { sum, accounts: having };
}

/** Whether an invoice may have a part of a payment that is not shown as such. */
function mayHide({ open, payments, isComplete }: Account, amount: Big, showsNotes: boolean): boolean {
	// Some services take an invoice for paid in full without any payment, but none in part.
	if (!isComplete && (payments.length > 0 || open.gt(0) || !showsNotes)) return true;
	return !showsNotes && payments.some((one) => one.notes.trim() === '' && one.amount?.gt(amount) !== true);
}

/** What a payment pays, with the most that an invoice gets. */
interface Plan {
	readonly targets: readonly Account[];
	readonly most?: ReadonlyMap<Account, Big> | undefined;
	readonly reason: string;
}

/** All that is open, unless the text says that the payment was taken back. */
function oldest(
	text: string,
	currency: string,
	accounts: readonly Account[],
	isPayable: (account: Account) => boolean,
): Plan {
	const returned = returnIn(text);
	if (returned !== undefined) return { targets: [], reason: returned };
	return { targets: accounts.filter(isPayable).sort(oldestFirst), reason: `No more is open in ${currency}.` };
}

const oldestFirst = (one: Account, other: Account): number =>
	(one.dueDate || '9999').localeCompare(other.dueDate || '9999') || one.id - other.id;

/** The invoices that a text names, with the amounts beside their numbers; none if the text leaves them open. */
function named(
	text: string,
	amount: Big,
	currency: string,
	accounts: readonly Account[],
	isPayable: (account: Account) => boolean,
): Plan {
	const parts = decimalsIn(text).filter((part) => !part.eq(amount));
	const isWhole = sumOf(parts).eq(amount);
	const index = indexNumbers(accounts);
	const read = (one: string) => numbersIn(one, index, amount, ...(isWhole ? parts : []));
	// A bank breaks lines anywhere, but in a list each line is clear by itself.
	const lines = text.split(LINE_BREAK);
	const isList = lines.every((line) => {
		const { records, doubt } = read(line);
		return doubt === undefined && (records.length > 0 || /^\s*(\p{L}{2}.*)?$/u.test(line));
	});
	const { records, doubt, stated } = read(isList ? lines.join(' ; ') : text);
	const targets = records.filter(isPayable);
	const isTwice = targets.some((one) =>
		targets.some((other) => other !== one && isSameText(other.number, one.number)),
	);
	const numbers = records.map(({ number }) => number).join(', ');
	const known =
		records.length === 0
			? 'The text has no number of an invoice of this client'
			: `The text has the number${records.length === 1 ? '' : 's'} ${numbers}`;
	const returned = returnIn(text);
	if (returned !== undefined) return { targets: [], reason: `${returned} ${known}.` };
	if (records.length === 0) return { targets: [], reason: `${known}.` };
	if (doubt !== undefined) return { targets: [], reason: `${known}, ${doubt}.` };
	if (isTwice) return { targets: [], reason: `${known}, but two open invoices have the same one.` };
	if (stated !== undefined && stated.size > 0 && currenciesIn(text).some((code) => code !== currency))
		return { targets: [], reason: `${known}, but amounts in another currency than ${currency}.` };
	if (stated === undefined)
		return { targets: [], reason: `${known}, but it is unclear which amount belongs to which invoice.` };
	if (stated.size > 1 && sumOf([...stated.values()]).gt(amount))
		return { targets: [], reason: `${known}, but with amounts of more than the payment.` };
	return { targets, most: stated, reason: `No more is open or stated for ${numbers}.` };
}
