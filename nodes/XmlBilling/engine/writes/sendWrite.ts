import { isRead } from '../../records/methods';
import { refuseForbidden } from '../../guards/credentialLimits';
import type { WritableApi } from '../../transport/billingApi';
import { adviseInDoubt, asError, failureOfWrite } from '../../transport/failure';
import type { ItemContext } from '../item/itemContext';
import type { Confirmed, Write } from '../item/operation';
import type { EarlierResult } from '../item/retryMemory';

/**
 * Sends the write of an item. The guards run in this order: an earlier attempt in doubt, whether what follows is allowed, and,
 * in `api.call`, the credential's limits.
 *
 * @param earlier the result of an earlier attempt that may have carried it out
 */
export async function sendWrite(
	api: WritableApi,
	item: ItemContext,
	{ method = item.method, body, lookUp, confirm, follows = [], explain, creates = [], adviceInDoubt }: Write,
	earlier: EarlierResult | undefined,
): Promise<Confirmed> {
	const remember = (id: number | 'inDoubt') => {
		for (const key of creates) api.created.set(key, id);
	};
	try {
		// A custom request may read.
		if (earlier?.is === 'inDoubt' && !isRead(method)) throw earlier.error();
		for (const { method: next } of follows)
			if (next !== undefined) await refuseForbidden(api, item, next, {});
		const confirmed = await confirm(await api.call(method, body, [], lookUp), api);
		// Without an identifier, a later item could not return the record.
		remember(confirmed.id ?? 'inDoubt');
		return confirmed;
	} catch (error) {
		if (failureOfWrite(error)?.effect === 'unknown') remember('inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		throw (await explain?.(asError(error))) ?? error;
	}
}
