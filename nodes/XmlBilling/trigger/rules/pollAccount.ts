/**
 * A poll that asks whose account answers only if that matters: before anything is reported, remembered or forgotten. A poll
 * that leaves its memory as it was needs no answer, whichever account its lists were of.
 */
import { poll, type PollRequest, type PollResult } from './poll';
import type { RecordReader } from './run';
import type { Scope, Access } from './scope';
import { expectedScope } from './state';

export interface AccountRequest extends Omit<PollRequest, 'scope'> {
	access: Access;
	/** Asks the service whose account it is. */
	askScope: () => Promise<Scope>;
	/** Whether to ask before anything else is read. Otherwise, what was read may have to be confirmed at the end. */
	asksFirst: boolean;
}

/** One poll. Rejects only if the reader or the question does, and the saved state stays valid then. */
export async function pollAccount(reader: RecordReader, request: AccountRequest): Promise<PollResult> {
	const { access, askScope, asksFirst, ...rest } = request;
	const expected = asksFirst ? undefined : expectedScope(rest.saved, access);
	if (expected === undefined) return await poll(reader, { ...rest, scope: await askScope() });
	const result = await poll(reader, { ...rest, scope: expected });
	if (changesNothing(rest.saved, result)) return result;
	const scope = await askScope();
	// With another scope, the poll reads nothing: the answer is odd until the next poll confirms it.
	return scope.account === expected.account ? result : await poll(reader, { ...rest, scope });
}

const changesNothing = (saved: unknown, { events, state }: PollResult): boolean =>
	events.length === 0 && JSON.stringify(state) === JSON.stringify(saved);
