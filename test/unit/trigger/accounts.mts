/** The account that answers each poll of a history, and how the poll must handle it. */
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { type History, SCOPE, type Step } from './history.mts';
import { Service } from './model.mts';
import type { Played, Trace } from './play.mts';

/** Odd names appear only once each: a name that two consecutive polls see is believed. */
export function scopeFor(trace: Trace, { answers }: Step): Scope {
	if (answers === 'newToken') trace.token += 'x';
	const { token, polls, failures } = trace;
	const oddName = `${answers} ${polls.length + failures.length + trace.strangers}`;
	if (answers === 'stranger' && polls.length > 0) return { ...SCOPE, account: oddName, token: 'other' };
	// Not while a poll with a new token still has to succeed: both changes at once are another account.
	const known = polls.at(-1)?.state.scope;
	return (answers === 'renamed' || answers === 'swapped') && known
		? { ...known, account: oddName }
		: { ...SCOPE, token };
}

/** Another account at the same service: its records have identifiers that this one has too, and newer ones. */
export function elsewhere({ perPage }: History): Service {
	const other = new Service('full', 'newest', perPage);
	for (let count = 0; count < 40; count++) other.pay(other.create(), 10 + (count % 2) * 90);
	return other;
}

/**
 * A poll answered by an account of another name has no effect: nothing is reported or forgotten. It says so, unless
 * it had no reason to ask for the name.
 */
export function foldIn(trace: Trace, last: Played, { events, log, state, hasAsked }: Played): void {
	trace.strangers++;
	const memoryOf = ({ parts, lists, beginWith }: State) => JSON.stringify([parts, lists, beginWith]);
	const hasForgotten = memoryOf(state) !== memoryOf(last.state);
	if (
		events.length > 0 ||
		hasForgotten ||
		(hasAsked && !log.some((line) => line.startsWith('The account that answers')))
	)
		trace.failures.push({
			error: 'It reported of an account of another name.',
			hasChangedState: hasForgotten,
		});
	last.state = state;
}
