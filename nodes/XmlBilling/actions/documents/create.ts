import { readItems, withItems } from './lines';
import type { Body } from '../../xml/request';
import { textOf } from '../../xml/shape';
import type { DocumentRecord } from '../../records';
import { numberOf } from '../../records/display';
import { createUnlessExists, findInUse, recognizedBy, removedNote } from '../../engine/writes/duplicates';
import { type ItemContext, idOf } from '../../engine/item/itemContext';
import type { Prepared } from '../../engine/item/operation';
import { writeOf } from '../../engine/writes/recordWrites';
import { wantsMail, withMail, withStatus } from './afterCreating';
import { withClientAddress } from './billedClient';
import { expectedOfDocument } from './clientFields';
import { withDueDate } from './dueDate';

/** Creates a document with its lines (§4.3, §4.4, §4.5). */
export const createDocument = (type: DocumentRecord) => async (item: ItemContext) => {
	const items = await readItems(item);
	return await createOf(item, type, withItems(item.body, items));
};

/**
 * The write of a new document, which gets its client's address, and the due date and the status that its form asks for. If its number is in use, the service would silently
 * assign the next one (§4.3), so the number is looked up first.
 */
export async function createOf(item: ItemContext, record: DocumentRecord, given: Body): Promise<Prepared> {
	const body = await withClientAddress(item, withStatus(item, withDueDate(item, given)));
	tellOfNumber(item, record, body);
	const prepared = await createUnlessExists(item, record, recognizedBy(item, record), {
		...writeOf(item, record, body, 'created'),
		expected: expectedOfDocument(record, body),
	});
	if (!wantsMail(item)) return prepared;
	if (!Array.isArray(prepared)) return await withMail(item, record, given, prepared);
	// An earlier attempt may have created it without emailing it.
	item.warn(
		`The ${record.label} already existed, so it was not emailed now. If its client needs it, use Send.`,
	);
	return prepared.map((output) => ({ ...output, sent: false }));
}

// A number that the service assigns tells nobody that a second run bills again.
function tellOfNumber(item: ItemContext, { label, knownBy }: DocumentRecord, { number }: Body): void {
	if (knownBy.isAssigned !== true && textOf(number).trim() === '')
		item.tell(`Running this again creates another ${label}. Set Number to prevent that.`);
}

/** Throws if another document has the number: the service would silently assign the next one (§4.3). */
export async function refuseNumberInUse(
	item: ItemContext,
	record: DocumentRecord,
	{ number }: Body,
): Promise<void> {
	item.api.forget(record.name);
	const id = typeof number === 'string' ? await findInUse(item, record, number.trim()) : undefined;
	if (id === undefined || id === idOf(item, record)) return;
	const removed = await removedNote(item, record, id);
	throw item.problem(
		`Another ${record.label} already has the number ${numberOf(record, { [record.knownBy.field]: textOf(number) })}: ID ${id}`,
		`Nothing was changed. ${removed ?? 'Choose another number.'}`,
	);
}
