import { describeWrite } from '../../records/describeWrite';
import { isRead } from '../../records/methods';
import { refuseForbidden } from '../../guards/credentialLimits';
import { adviseInDoubt, asError, doubt, isInDoubt, markInDoubt } from '../../transport/failure';
import type { Body } from '../../xml/request';
import type { ItemContext } from '../item/itemContext';
import type { Confirmed, Write } from '../item/operation';
import type { Ledger } from '../ledger';
import type { Run } from '../prepareItem';

/**
 * Sends the write of an item, and notes it in the ledger. Another item that wrote the same comes first, then whether what
 * follows is allowed, and, in `api.call`, the credential's limits.
 */
export async function sendWrite({ api, ledger }: Run, item: ItemContext, write: Write): Promise<Confirmed> {
	const { method = item.method, body, confirm, follows = [], explain, once = [], adviceInDoubt } = write;
	// A custom request may read.
	const keys = isRead(method) ? once : [...once, JSON.stringify([method, body])];
	for (const key of keys) refuseRepeated(ledger, key, item, method, body);
	try {
		for (const { method: next } of follows)
			if (next !== undefined) await refuseForbidden(api, item, next, {});
		const confirmed = await confirm(await api.call(method, body), api);
		for (const key of once) ledger.written.set(key, confirmed.id ?? 'inDoubt');
		return confirmed;
	} catch (error) {
		if (isInDoubt(error)) for (const key of keys) ledger.written.set(key, 'inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		throw (await explain?.(asError(error))) ?? error;
	}
}

/** Throws if the run has written what only one write may be about, such as a number, or may have sent the same request. */
function refuseRepeated(
	{ written }: Ledger,
	key: string,
	item: ItemContext,
	method: string,
	body: Body,
): void {
	const earlier = written.get(key);
	if (earlier === 'inDoubt') {
		const words = describeWrite(method, body, item.api.numberOf);
		const what = 'This was not sent, because an earlier item of the run is the same.';
		const { message, advice } = doubt(what, words);
		throw markInDoubt(item.problem(message, advice));
	}
	if (earlier !== undefined)
		throw item.problem(
			`An earlier item of this run has already done this: see ID ${earlier}`,
			'Nothing was sent. Remove from one of the two items what both of them name.',
		);
}
