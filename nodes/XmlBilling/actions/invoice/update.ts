import { clearFields } from './forms';
import { isBody, type Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import { describe, isAbsent, quote } from '../../xml/values';
import { invoiceRecord } from '../../records';
import { prepareUpdate, updateOf } from '../documents/update';
import { type ItemContext, collection } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { isPreview } from '../../engine/writes/previewAndTotal';
import { keepsOthers } from '../../engine/writes/resendUnchanged';

// If a request has lines, any other status makes the invoice a draft (§4.3).
const KEPT_STATUSES = ['draft', 'sent', 'viewed', 'paid', 'partial-paid'];

/**
 * Changes an invoice. The service erases every header field that a request omits (§4.3), so the invoice is read first and
 * its other fields are resent, except those to clear.
 */
export async function updateInvoice(item: ItemContext): Promise<Write> {
	const cleared = readCleared(item);
	const isKept = keepsOthers(item);
	const update = await prepareUpdate(item, invoiceRecord, isKept, cleared);
	// Otherwise the record tells, once it is read back.
	if (update.hasLines && (update.before === undefined || isPreview(item)))
		warnOfDraft(item, textOf(update.body['status']));
	return updateOf(item, invoiceRecord, update, cleared);
}

function warnOfDraft(item: ItemContext, status: string): void {
	if (KEPT_STATUSES.includes(status)) return;
	item.warn(
		`When lines change, the service turns an invoice ${status === '' ? 'without a status' : `with the status ${quote(status)}`} into a draft.`,
	);
}

/** The elements to clear. The service clears them if they are omitted (§4.3). */
function readCleared(item: ItemContext): string[] {
	const chosen = collection(item, 'updateFields')['clearFields'];
	const { body: given } = item;
	const values: unknown[] = typeof chosen === 'string' ? chosen.split(',') : [chosen].flat();
	return values.flatMap((value) => {
		if (isAbsent(value)) return [];
		const element = textOf(value).trim();
		const field = clearFields.options.find((option) => option.value === element);
		if (field === undefined) {
			const known = clearFields.options.map((option) => option.value).join(', ');
			throw item.problem(
				`Update Fields › Clear Fields takes ${known}, not ${describe(value)}`,
				'Nothing was sent.',
			);
		}
		if (isSet(given, element)) {
			throw item.problem(
				`${field.name} is both changed and cleared`,
				'Nothing was sent. Remove it from Clear Fields, or remove the field.',
			);
		}
		return [element];
	});
}

function isSet(body: Body, path: string): boolean {
	const [first = '', second] = path.split('/');
	const content = body[first];
	if (second === undefined) return content !== undefined;
	return isBody(content) && content[second] !== undefined;
}
