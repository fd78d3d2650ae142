import { collection, type ItemContext } from '../../execution/item';
import type { Write } from '../../execution/operation';
import { isPreview } from '../../execution/preview';
import { keepsOthers } from '../common/updateKept';
import { invoiceRecord } from '../../records';
import { contentAt } from '../../records/keptFields';
import { contentOf } from '../../xml/encode';
import { textOf } from '../../xml/shape';
import { quote } from '../../xml/values';
import { updateDocument } from '../documents/update';
import { clearFields } from './forms';

// If a request has lines, any other status makes the invoice a draft (§4.3).
const KEPT_STATUSES = ['draft', 'sent', 'viewed', 'paid', 'partial-paid'];

/**
 * Changes an invoice. The service erases every header field that a request omits (§4.3), so the invoice is read first and
 * its other fields are resent, except those to clear.
 */
export async function updateInvoice(item: ItemContext): Promise<Write> {
	const write = await updateDocument(invoiceRecord, readCleared(item))(item);
	const status = textOf(write.body['status']);
	const becomesDraft = write.body['items'] !== undefined && !KEPT_STATUSES.includes(status);
	// Otherwise the record tells, once it is read back.
	if (becomesDraft && (!keepsOthers(item) || isPreview(item)))
		item.warn(
			`When lines change, the service turns an invoice ${status === '' ? 'without a status' : `with the status ${quote(status)}`} into a draft.`,
		);
	return write;
}

/** The elements to clear. The service clears them if they are omitted (§4.3). */
function readCleared(item: ItemContext): string[] {
	const given = collection(item, 'updateFields')['clearFields'];
	const checked = contentOf(clearFields, given, item.timeZone);
	if (!checked.ok) throw item.problem(`Update Fields › Clear Fields ${checked.problem}`);
	const cleared = [checked.content ?? []].flat().map(textOf);
	const both = clearFields.options.find(
		({ value }) => cleared.includes(value) && contentAt(item.body, value) !== undefined,
	);
	if (both === undefined) return cleared;
	throw item.problem(
		`${both.name} is both changed and cleared`,
		'Remove it from Clear Fields, or remove the field.',
	);
}
