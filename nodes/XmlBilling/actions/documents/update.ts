import { readItems, withItems } from './lines';
import { isBody, type Body } from '../../xml/request';
import type { DocumentRecord, RecordType } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { CLIENT_ADDRESS } from './billedClient';
import { CLIENT_FIELDS, expectedOfDocument, withClientFields } from './clientFields';
import { refuseNumberInUse } from './create';
import { keep } from '../../engine/writes/resendUnchanged';
import { idOf, type ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { writeOf } from '../../engine/writes/recordWrites';
import { withElement } from '../../xml/encode';
import { without } from '../../objects';

/** An update that is ready to be sent. */
export interface DocumentUpdate {
	readonly body: Body;
	/** Whether it replaces the lines. Otherwise it has none. */
	readonly hasLines: boolean;
	/** The document as it was before, if its values are kept. */
	readonly before?: BillingRecord;
}

/**
 * Combines the form with the document's other values, if they are kept.
 *
 * @param cleared header elements that are not kept
 */
export async function prepareUpdate(
	item: ItemContext,
	type: DocumentRecord,
	isKept: boolean,
	cleared: readonly string[] = [],
): Promise<DocumentUpdate> {
	const { body: given } = item;
	const items = await readItems(item);
	const before = isKept ? await item.api.get(type, idOf(item, type)) : undefined;
	const header = before === undefined ? given : keepHeader(item, given, type, before, cleared);
	await refuseNumberInUse(item, type, given);
	const hasLines = items.length > 0;
	return { body: withItems(header, items), hasLines, before };
}

/**
 * The write of an update.
 *
 * @param cleared header elements that the service clears because the body leaves them out
 */
export function updateOf(
	item: ItemContext,
	type: DocumentRecord,
	{ body, before }: DocumentUpdate,
	cleared: readonly string[] = [],
): Write {
	const sent = cleared.reduce((whole, path) => withElement(whole, path, ''), without(body, type.id));
	return {
		...writeOf(item, type, body, 'updated'),
		expected: { ...expectedOfDocument(type, body, before), sent },
	};
}

function keepHeader(
	item: ItemContext,
	given: Body,
	type: DocumentRecord,
	record: BillingRecord,
	cleared: readonly string[],
): Body {
	const kept = Object.entries(type.keptOnUpdate ?? {}).filter(([element]) => !cleared.includes(element));
	return keep(item, type, keepClient(item, type, given, record, cleared), record, Object.fromEntries(kept));
}

/** Adds the client of a document and its billing address, unless the body sets others. */
export function keepClient(
	item: ItemContext,
	type: RecordType,
	given: Body,
	record: BillingRecord,
	cleared: readonly string[] = [],
): Body {
	const shown = withClientFields(record);
	const id = textOf(shown['client_id']);
	const chosen = isBody(given['client']) ? given['client']['client_id'] : undefined;
	// An address belongs to its client, so another client doesn't get it.
	const isKept = (chosen ?? id) === id && !cleared.includes(CLIENT_ADDRESS);
	const kept = isKept ? CLIENT_FIELDS : without(CLIENT_FIELDS, CLIENT_ADDRESS);
	return keep(item, type, given, shown, kept);
}
