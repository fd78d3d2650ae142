import { counterOf, setCounter } from './counters.mts';
import type { Call } from './call.mts';
import { reject } from './rejection.mts';

/** What a plan may limit (§8): the column of the limit and the words in the message. */
const LIMITS = {
	clients: { column: 'client_limit', words: 'clients' },
	invoices: { column: 'invoice_limit', words: 'invoices' },
	mails: { column: 'mail_limit', words: 'sent invoices' },
} as const;

/**
 * Counts one more client, invoice or mail of the account. Throws a Rejection with status 426 when its plan allows no more.
 * Deleting records does not restore the allowance.
 */
export function countAgainstPlan(call: Call, what: keyof typeof LIMITS): void {
	const { column, words } = LIMITS[what];
	const limit = call.account[column];
	const used = counterOf(call.store, call.account.id, what);
	if (limit !== null && used >= limit)
		reject(`Your plan is limited to ${limit} ${words}. Please upgrade your plan.`, 426);
	setCounter(call.store, call.account.id, what, used + 1);
}
