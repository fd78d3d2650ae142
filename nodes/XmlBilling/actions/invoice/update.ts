import { clearFields } from './forms';
import type { Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import { describe, isAbsent, quote } from '../../xml/values';
import { prepareUpdate, sendUpdate } from '../documents/update';
import { INVOICE } from '../documents/types';
import type { ItemContext } from '../../engine/itemContext';
import { keepsOthers } from '../common/resendUnchanged';
import { collection } from '../common/standard';

// With lines in the request, any other status makes the invoice a draft (§4.3).
const KEPT_STATUSES = ['draft', 'sent', 'viewed', 'paid', 'partial-paid'];

/**
 * Changes an invoice. The service erases every header field that is left out (§4.3), so the invoice is read first and
 * all that it has is sent again with the changes, but for what is to be cleared.
 */
export async function updateInvoice(call: ItemContext) {
	const cleared = readCleared(call);
	const isKept = keepsOthers(call);
	const { body, hasLines } = await prepareUpdate(call, INVOICE, isKept, cleared);
	if (hasLines) warnOfDraft(call, textOf(body['status']));
	return await sendUpdate(call, INVOICE, body);
}

function warnOfDraft(call: ItemContext, status: string): void {
	if (KEPT_STATUSES.includes(status)) return;
	call.warn(
		`The service makes an invoice ${status === '' ? 'without a status' : `with the status ${quote(status)}`} a draft when its lines change.`,
	);
}

/** The elements that the service is to erase, which it does when they are left out (§4.3). */
function readCleared(call: ItemContext): string[] {
	const chosen = collection(call, 'updateFields')['clearFields'];
	const given = call.body();
	const values: unknown[] = typeof chosen === 'string' ? chosen.split(',') : [chosen].flat();
	return values.flatMap((value) => {
		if (isAbsent(value)) return [];
		const element = textOf(value).trim();
		const field = clearFields.options.find((option) => option.value === element);
		if (field === undefined) {
			const known = clearFields.options.map((option) => option.value).join(', ');
			throw call.problem(
				`Update Fields › Clear Fields takes ${known}, not ${describe(value)}`,
				'Nothing was sent.',
			);
		}
		if (isSet(given, element)) {
			throw call.problem(
				`${field.name} is to be changed and to be cleared`,
				'Nothing was sent. Take it out of Clear Fields, or remove the field.',
			);
		}
		return [element];
	});
}

function isSet(body: Body, path: string): boolean {
	const [first = '', second] = path.split('/');
	const content = body[first];
	if (second === undefined) return content !== undefined;
	return typeof content === 'object' && !Array.isArray(content) && content[second] !== undefined;
}
