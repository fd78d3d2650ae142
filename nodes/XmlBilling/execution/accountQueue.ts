import { orAborted } from '../helpers/async';

/** The last turn at each account, and who had it. */
const accounts = new Map<string, { readonly ended: Promise<unknown>; readonly owner: symbol }>();

/**
 * Runs work that reads and writes an account once all earlier work of this process on it has ended, whichever execution it
 * belongs to: two updates would undo each other, since each resends what it has read (§4.3). Other processes know nothing
 * of it. A canceled execution waits no longer, and sends nothing.
 *
 * @param owner the execution
 * @param work takes whether another execution had the account since the owner's last turn
 */
export async function alone<Result>(
	account: string,
	owner: symbol,
	signal: AbortSignal,
	work: (changedByOthers: boolean) => Promise<Result>,
): Promise<Result> {
	const earlier = accounts.get(account);
	const wait = () => orAborted(Promise.resolve(earlier?.ended), signal).catch(() => undefined);
	const turn = wait().then(() => work(earlier !== undefined && earlier.owner !== owner));
	const ended = Promise.allSettled([earlier?.ended, turn]).then(() => undefined);
	accounts.set(account, { ended, owner });
	return await turn;
}
