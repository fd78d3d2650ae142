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
export async function updateEstimate(call: ItemContext) {
	const isKept = keepsOthers(call);
	const { body, hasLines, before } = await prepareUpdate(call, ESTIMATE, isKept);
	const output = await sendUpdate(call, ESTIMATE, body);
	if (before !== undefined) warnOfLosses(call, before, output, hasLines);
	return output;
}

// What the request could not carry is compared afterwards, where the estimate was read back.
function warnOfLosses(
	call: ItemContext,
	before: BillingRecord,
	[after]: readonly IDataObject[],
	hasLines: boolean,
): void {
	const lines = after?.['items'];
	if (!Array.isArray(lines)) return;
	const title = textOf(before['estimate_title']);
	if (title !== '' && textOf(after?.['estimate_title']) === '')
		call.warn(`The service erased the title ${quote(title)}, which its update does not take.`);
	const earlier = Array.isArray(before['items']) ? before['items'].length : 0;
	if (!hasLines && lines.length !== earlier)
		call.warn(
			`The estimate had ${earlier} lines, and has ${lines.length} after the update. Check its lines.`,
		);
}
