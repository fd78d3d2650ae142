import { NodeApiError } from 'n8n-workflow';
import { collection, type ItemContext } from '../../execution/item';
import type { Prepared } from '../../execution/operation';
import { createUnlessExists, recognizedBy } from '../common/duplicates';
import { writeOf } from '../../execution/recordWrites';
import { withKept } from '../common/updateKept';
import { clientRecord, type DocumentRecord } from '../../records';
import { capitalized, clientIdOf, nameById } from '../../records/display';
import { contentAt, shownText } from '../../records/keptFields';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { wantsMail, withMail, withStatus } from './afterCreating';
import { withDueDate } from './dueDate';
import { readItems, withItems } from './lines';
import { CLIENT_ADDRESS, expectedOfDocument, warnOfDocument } from './update';

/** Creates a document with its lines (§4.3, §4.4, §4.5). */
export const createDocument = (type: DocumentRecord) => async (item: ItemContext) =>
	await createDocumentFrom(item, type, withItems(item.body, await readItems(item)));

/**
 * The write of a new document, which gets its client's address, and the due date and the status that its form asks for. If its
 * number is in use, the service would silently assign the next one (§4.3), so the number is looked up first.
 */
export async function createDocumentFrom(
	item: ItemContext,
	type: DocumentRecord,
	given: Body,
): Promise<Prepared> {
	const write = withClientAddress(item, withStatus(item, withDueDate(item, given))).then((body) => {
		warnOfDocument(item, body);
		return { ...writeOf(item, type, body, 'created'), expected: expectedOfDocument(type, body) };
	});
	const prepared = await createUnlessExists(item, type, recognizedBy(item, type), write);
	if (!wantsMail(item)) return prepared;
	if (!Array.isArray(prepared)) return withMail(item, type, await billedClient(item, given), prepared);
	// An earlier attempt may have created it without emailing it.
	item.warn(
		`The ${type.label} already existed, so it was not emailed now. If its client needs it, use Send.`,
	);
	return prepared.map((output) => ({ ...output, sent: false }));
}

/** Whether the form sets the billing address of a new document. A blank one means none, unless an agent left it out. */
export function setsAddress(item: ItemContext): boolean {
	const fields = collection(item, 'additionalFields');
	return 'address' in fields && (!isAbsent(fields['address']) || item.isFilledIn('additionalFields'));
}

/** Adds the client's own address to a new document that has none: the service would leave it empty (§4.3). */
async function withClientAddress(item: ItemContext, body: Body): Promise<Body> {
	if (contentAt(body, CLIENT_ADDRESS) !== undefined || setsAddress(item)) return body;
	const client = await billedClient(item, body);
	return withKept(item, clientRecord, body, client, { [CLIENT_ADDRESS]: shownText('address') });
}

/** The client of a new document, read once per execution. Throws if there is no such client. */
async function billedClient(item: ItemContext, body: Body): Promise<BillingRecord> {
	const id = clientIdOf(body) ?? 0;
	const client = await item.api.find(clientRecord, id).catch((error: unknown) => {
		if (error instanceof NodeApiError)
			error.description = `This happened while the client was being read. ${error.description}`;
		throw error;
	});
	if (client !== undefined) return client;
	throw item.problem(`${capitalized(nameById(clientRecord, id))} does not exist`, 'Choose another client.');
}
