import type { IDataObject } from 'n8n-workflow';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { prepareUpdate, updateOf } from '../documents/update';
import { ESTIMATE } from '../documents/types';
import type { ItemContext } from '../../engine/itemContext';
import type { Write } from '../../engine/operation';
import { keepsOthers } from '../../engine/writes/resendUnchanged';
import { withCheck } from '../../engine/writes/recordWrites';

/**
 * Changes an estimate. The interface doesn't say whether omitted values are kept (§4.4), so everything readable is resent
 * with the changes. Unchanged lines are not: their taxes can't be read (§2.2), and would be lost.
 */
export async function updateEstimate(item: ItemContext): Promise<Write> {
	const isKept = keepsOthers(item);
	const { body, hasLines, before } = await prepareUpdate(item, ESTIMATE, isKept);
	const update = updateOf(item, ESTIMATE, body);
	return before === undefined
		? update
		: withCheck(update, (output) => warnOfLosses(item, before, output, hasLines));
}

// The request can't carry these, so they are compared once the estimate is read back.
function warnOfLosses(item: ItemContext, before: BillingRecord, after: IDataObject, hasLines: boolean): void {
	const lines = after['items'];
	if (!Array.isArray(lines)) return;
	const title = textOf(before['estimate_title']);
	if (title !== '' && textOf(after['estimate_title']) === '')
		item.warn(`The service erased the title ${quote(title)}, which an update cannot resend.`);
	const earlier = Array.isArray(before['items']) ? before['items'].length : 0;
	if (!hasLines && lines.length !== earlier)
		item.warn(`The estimate had ${earlier} lines and has ${lines.length} after the update. Check them.`);
}
