import { readItems } from './readLines';
import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import { isRecord, textOf, type BillingRecord } from '../../xml/shape';
import { CLIENT_ADDRESS } from './billedClient';
import { refuseNumberInUse, warnOfNumber } from './create';
import type { DocumentType } from './types';
import { shownId, shownText, type ResentFields } from '../../records/resent';
import { keep } from '../common/resendUnchanged';
import type { ItemContext } from '../../engine/itemContext';
import type { Write } from '../../engine/operation';
import { withCheck, writeOf } from '../../engine/recordWrites';
import { withElement } from '../../xml/encode';

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
	type: DocumentType,
	isKept: boolean,
	cleared: readonly string[] = [],
): Promise<DocumentUpdate> {
	const { body: given } = item;
	const items = await readItems(item, type.lines.update);
	const before = isKept ? await item.current(type.record) : undefined;
	const header = before === undefined ? given : keepHeader(item, given, type, before, cleared);
	await refuseNumberInUse(item, type, given);
	const hasLines = items.length > 0;
	return { body: hasLines ? withElement(header, 'items/item', items) : header, hasLines, before };
}

export const updateOf = (item: ItemContext, type: DocumentType, body: Body): Write =>
	withCheck(writeOf(item, type.record, body, 'updated'), (output) =>
		warnOfNumber(item, type, output, body['number']),
	);

function keepHeader(
	item: ItemContext,
	given: Body,
	{ record: type }: DocumentType,
	record: BillingRecord,
	cleared: readonly string[],
): Body {
	const kept = Object.entries(type.resent ?? {}).filter(([element]) => !cleared.includes(element));
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
	const { client } = record;
	const current: BillingRecord = isRecord(client) ? client : {};
	// A client that is shown as text may be an identifier.
	const id = current['client_id'] ?? record['client_id'] ?? (isRecord(client) ? null : (client ?? null));
	const chosen = isBody(given['client']) ? given['client']['client_id'] : undefined;
	// An address belongs to its client, so another client doesn't get it.
	const isKept = (chosen ?? textOf(id)) === textOf(id) && !cleared.includes(CLIENT_ADDRESS);
	const kept: ResentFields = {
		'client/client_id': shownId('client_id'),
		...(isKept && { [CLIENT_ADDRESS]: shownText('address') }),
	};
	return keep(item, type, given, { ...record, address: current['address'] ?? null, client_id: id }, kept);
}
