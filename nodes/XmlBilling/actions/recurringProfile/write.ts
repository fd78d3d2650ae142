import { recurringRecord } from '../../records';
import { prepareUpdate, updateOf } from '../documents/update';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';

/** Changes a recurring profile. The service keeps omitted values (§4.5) except the client, which is resent. */
export const updateProfile = async (item: ItemContext): Promise<Write> =>
	updateOf(item, recurringRecord, await prepareUpdate(item, recurringRecord, true));
