/** A client's account in one currency over a period. Pure. */
import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import type { Value } from '../../xml/shape';
import { shownAmount, sumOf } from '../../records/amounts';
import { isInPeriod, type Period } from '../../xml/days';

/** An invoice or a payment, before it is known whether it counts. */
export interface Movement {
	readonly kind: 'invoice' | 'payment';
	/** `YYYY-MM-DD`; undefined if the date can't be read. */
	readonly day: string | undefined;
	/** The date as outputs show it. */
	readonly date: string;
	/** Undefined if it can't be read as a number. */
	readonly amount: Big | undefined;
	/** The amount as outputs show it. */
	readonly shown: Value;
	readonly number: string;
	readonly invoice_id: number | null;
	/** Of an invoice; '' otherwise. */
	readonly invoice_due_date: string;
	/** Of a payment; '' otherwise. */
	readonly method: string;
	readonly reference: string;
	/** Set if its invoice doesn't count. */
	readonly leftOut?: 'canceled invoice' | 'draft';
}

/** A movement that counts. */
interface Counted extends Movement {
	readonly day: string;
	readonly amount: Big;
}

/**
 * The account over a period: opening balance plus invoiced minus paid is the closing balance, which is also the balance of
 * the last entry. Entries are in order of days; on the same day, invoices come first. `not_counted` has what can't be
 * counted: what has no readable amount or date, and payments of invoices that are left out.
 */
export function accountOf(movements: readonly Movement[], period: Period) {
	const counted = movements.filter(isCounted).sort(byDay);
	const opening = balanceOf(counted.filter(({ day }) => day < period.from));
	const within = counted.filter(({ day }) => isInPeriod(period, day));
	let balance = opening;
	const entries = within.map((movement): IDataObject => {
		balance = balance.plus(signed(movement));
		return outputOf(movement, { balance: shownAmount(balance) });
	});
	const totalOf = (kind: Movement['kind']) =>
		shownAmount(sumOf(within.filter((movement) => movement.kind === kind).map(({ amount }) => amount)));
	return {
		opening_balance: shownAmount(opening),
		invoiced: totalOf('invoice'),
		paid: totalOf('payment'),
		closing_balance: shownAmount(balance),
		entries,
		not_counted: uncountedIn(movements, period).map((movement) =>
			outputOf(movement, { reason: reasonOf(movement) }),
		),
	};
}

/** The movements of a period that can't be counted. One without a readable amount may also belong to the opening balance. */
export const uncountedIn = (movements: readonly Movement[], { from, to }: Period): Movement[] =>
	movements.filter(
		(movement) =>
			!isCounted(movement) &&
			isInPeriod({ from: movement.leftOut === undefined ? '' : from, to }, movement.day),
	);

const isCounted = (movement: Movement): movement is Counted =>
	movement.day !== undefined && movement.amount !== undefined && movement.leftOut === undefined;

const reasonOf = ({ leftOut, amount }: Movement): string =>
	leftOut ?? (amount === undefined ? 'unreadable amount' : 'unreadable date');

const byDay = (one: Counted, other: Counted): number =>
	one.day.localeCompare(other.day) ||
	one.kind.localeCompare(other.kind) ||
	Number(one.invoice_id) - Number(other.invoice_id);

const signed = ({ kind, amount }: Counted): Big => (kind === 'invoice' ? amount : amount.neg());

const balanceOf = (movements: readonly Counted[]): Big =>
	movements.reduce((balance, movement) => balance.plus(signed(movement)), new Big(0));

const outputOf = ({ kind, day, date, shown, ...movement }: Movement, verdict: IDataObject): IDataObject => ({
	date: day ?? date,
	kind,
	number: movement.number,
	amount: shown,
	...verdict,
	invoice_due_date: movement.invoice_due_date,
	method: movement.method,
	reference: movement.reference,
	invoice_id: movement.invoice_id,
});
