import type { IDataObject } from 'n8n-workflow';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import { prepareUpdate, sendUpdate } from '../documents/update';
import { ESTIMATE } from '../documents/types';
import type { ItemContext } from '../../engine/itemContext';
import { keepsOthers } from '../common/resendUnchanged';

/**
 * Changes an estimate. What happens to what is left out is not stated (§4.4), so all that can be read is sent again with
 * the changes. Lines that stay are not sent: their taxes cannot be read (§2.2), and would be lost.
 */
export async function updateEstimate(item: ItemContext) {
	const isKept = keepsOthers(item);
	const { body, hasLines, before } = await prepareUpdate(item, ESTIMATE, isKept);
	const output = await sendUpdate(item, ESTIMATE, body);
	if (before !== undefined) warnOfLosses(item, before, output, hasLines);
	return output;
}

// What the request could not carry is compared afterwards, where the estimate was read back.
function warnOfLosses(
	item: ItemContext,
	before: BillingRecord,
	[after]: readonly IDataObject[],
	hasLines: boolean,
): void {
	const lines = after?.['items'];
	if (!Array.isArray(lines)) return;
	const title = textOf(before['estimate_title']);
	if (title !== '' && textOf(after?.['estimate_title']) === '')
		item.warn(`The service erased the title ${quote(title)}, which its update does not take.`);
	const earlier = Array.isArray(before['items']) ? before['items'].length : 0;
	if (!hasLines && lines.length !== earlier)
		item.warn(
			`The estimate had ${earlier} lines, and has ${lines.length} after the update. Check its lines.`,
		);
}
