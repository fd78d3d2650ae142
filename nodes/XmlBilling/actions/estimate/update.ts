import { estimateRecord } from '../../records';
import { prepareUpdate, updateOf } from '../documents/update';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { keepsOthers } from '../../engine/writes/resendUnchanged';

/**
 * Changes an estimate. The interface doesn't say whether omitted values are kept (§4.4), so everything readable is resent
 * with the changes. Unchanged lines are not: their taxes can't be read (§2.2), and would be lost.
 */
export const updateEstimate = async (item: ItemContext): Promise<Write> =>
	updateOf(item, estimateRecord, await prepareUpdate(item, estimateRecord, keepsOthers(item)));
