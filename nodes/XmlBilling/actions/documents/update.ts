import type { IDataObject } from 'n8n-workflow';
import { readItems } from './readLines';
import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import { isRecord, textOf, type BillingRecord } from '../../xml/shape';
import { refuseNumberInUse, warnOfNumber } from './create';
import type { DocumentType } from './types';
import { shownId, shownText, type ResentFields } from '../../records/resent';
import { keep } from '../common/resendUnchanged';
import type { ItemContext } from '../../engine/itemContext';
import { idOf, withElement, written } from '../common/standard';

/** What an update sends. */
export interface DocumentUpdate {
	readonly body: Body;
	/** Whether it replaces the lines. They are sent only then. */
	readonly hasLines: boolean;
	/** The document as it was read before, where its values are kept. */
	readonly before?: BillingRecord;
}

/**
 * Puts an update together from what was filled in and, where that is to be kept, from what the document has besides.
 *
 * @param cleared elements of the header that are not to be kept
 */
export async function prepareUpdate(
	item: ItemContext,
	type: DocumentType,
	isKept: boolean,
	cleared: readonly string[] = [],
): Promise<DocumentUpdate> {
	const given = item.body();
	const items = await readItems(item, type.lines.update);
	const before = isKept ? await item.api.get(type.record, idOf(item, type.record)) : undefined;
	const header = before === undefined ? given : keepHeader(item, given, type, before, cleared);
	await refuseNumberInUse(item, type, given);
	const hasLines = items.length > 0;
	return { body: hasLines ? withElement(header, 'items/item', items) : header, hasLines, before };
}

/** Sends an update. @returns the document, read back */
export async function sendUpdate(item: ItemContext, type: DocumentType, body: Body): Promise<IDataObject[]> {
	const output = await written(item, type.record, await item.api.call(item.method, body), 'updated');
	warnOfNumber(item, type, output, body['number']);
	return output;
}

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

/** The body with the client that a document shows, and with its billing address. */
export function keepClient(
	item: ItemContext,
	type: RecordType,
	given: Body,
	record: BillingRecord,
	cleared: readonly string[] = [],
): Body {
	const { client } = record;
	const current: BillingRecord = isRecord(client) ? client : {};
	// A client that is shown as text alone may be an identifier.
	const id = current['client_id'] ?? record['client_id'] ?? (isRecord(client) ? null : (client ?? null));
	const chosen = isBody(given['client']) ? given['client']['client_id'] : undefined;
	// An address belongs to its client: it is not carried over to another one.
	const isKept = (chosen ?? textOf(id)) === textOf(id) && !cleared.includes(CLIENT_ADDRESS);
	const kept: ResentFields = {
		'client/client_id': shownId('client_id'),
		...(isKept && { [CLIENT_ADDRESS]: shownText('address') }),
	};
	return keep(item, type, given, { ...record, address: current['address'] ?? null, client_id: id }, kept);
}

/** The billing address, which stands in the client's element. */
export const CLIENT_ADDRESS = 'client/address';
