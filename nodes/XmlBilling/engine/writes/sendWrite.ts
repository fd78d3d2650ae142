import { isRead } from '../../records/methods';
import { refuseForbidden } from '../../guards/credentialLimits';
import type { WritableApi } from '../../transport/billingApi';
import { adviseInDoubt, asError, isInDoubt } from '../../transport/failure';
import type { ItemContext } from '../item/itemContext';
import type { Confirmed, Write } from '../item/operation';
import type { EarlierResult } from '../item/retryMemory';
import { refuseRepeated } from './refuseRepeated';

/**
 * Sends the write of an item. The guards run in this order: an earlier attempt in doubt, another item that wrote the same,
 * whether what follows is allowed, and, in `api.call`, the credential's limits.
 *
 * @param earlier the result of an earlier attempt that may have carried it out
 */
export async function sendWrite(
	api: WritableApi,
	item: ItemContext,
	write: Write,
	earlier: EarlierResult | undefined,
): Promise<Confirmed> {
	const { method = item.method, body, confirm, follows = [], explain, once = [], adviceInDoubt } = write;
	const remember = (id: number | 'inDoubt') => {
		for (const key of once) api.written.set(key, id);
	};
	try {
		// A custom request may read.
		if (earlier?.is === 'inDoubt' && !isRead(method)) throw earlier.error();
		refuseRepeated(item, write);
		for (const { method: next } of follows)
			if (next !== undefined) await refuseForbidden(api, item, next, {});
		const confirmed = await confirm(await api.call(method, body), api);
		remember(confirmed.id ?? 'inDoubt');
		return confirmed;
	} catch (error) {
		if (isInDoubt(error)) remember('inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		throw (await explain?.(asError(error))) ?? error;
	}
}
