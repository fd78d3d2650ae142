import { isRead } from '../xml/methods';
import { isPreview, previewOf, refuseOtherTotal } from '../guards/previewAndTotal';
import type { WritableApi } from '../transport/billingApi';
import { adviseInDoubt, asError, failureOfWrite } from '../transport/failure';
import type { ItemOutput } from './itemContext';
import type { Write } from './operation';
import type { PreparedItem } from './prepareItem';
import type { EarlierResult } from './retryMemory';

export interface WriteOutput extends ItemOutput {
	readonly isPreview: boolean;
}

/**
 * Carries out the write of an item. The guards run in this order: expected total, preview, an earlier attempt in doubt,
 * and, in `api.call`, the credential's limits.
 *
 * @param earlier the result of an earlier attempt that may have carried it out
 */
export async function sendWrite(
	api: WritableApi,
	item: PreparedItem,
	{ method = item.method, body, finish, explain, creates, adviceInDoubt }: Write,
	earlier: EarlierResult | undefined,
): Promise<WriteOutput> {
	const { warnings } = item;
	// A custom request may read.
	const isWrite = !isRead(method);
	if (isWrite) {
		refuseOtherTotal(item, body);
		if (isPreview(item))
			return { output: [await previewOf(api, method, body, warnings)], warnings: [], isPreview: true };
	}
	const remember = (created: unknown) => {
		// Without an identifier, a later item could not return the record.
		const id = typeof created === 'number' ? created : 'inDoubt';
		for (const key of creates?.keys ?? []) api.created.set(key, id);
	};
	try {
		if (isWrite && earlier?.is === 'inDoubt') throw earlier.error();
		const output = await finish(await api.call(method, body));
		if (creates !== undefined) remember(output[0]?.[creates.id]);
		return { output, warnings, isPreview: false };
	} catch (error) {
		if (failureOfWrite(error)?.effect === 'unknown') remember('inDoubt');
		if (adviceInDoubt !== undefined) adviseInDoubt(error, adviceInDoubt);
		throw (await explain?.(asError(error))) ?? error;
	}
}
