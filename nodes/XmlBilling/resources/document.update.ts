import type { IDataObject } from 'n8n-workflow';
import { readItems } from '../fields/lines';
import { isBody, type Body } from '../interface/document';
import { textOf, type BillingRecord, type Value } from '../interface/shape';
import { refuseNumberInUse, warnOfNumber } from './document.create';
import type { DocumentType } from './documents';
import { keep } from './keep';
import type { Call } from '../fields/call';
import { idOf, withElement, written } from './standard';

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
	call: Call,
	type: DocumentType,
	isKept: boolean,
	cleared: readonly string[] = [],
): Promise<DocumentUpdate> {
	const given = call.body();
	const items = await readItems(call, type.lines.update);
	const before = isKept ? await call.service.get(type.record, idOf(call, type.record)) : undefined;
	const header = before === undefined ? given : keepHeader(given, type, before, cleared);
	await refuseNumberInUse(call, type, given);
	const hasLines = items.length > 0;
	return { body: hasLines ? withElement(header, 'items/item', items) : header, hasLines, before };
}

/** Sends an update. @returns the document, read back */
export async function sendUpdate(call: Call, type: DocumentType, body: Body): Promise<IDataObject[]> {
	const output = await written(call, type.record, await call.service.call(call.method, body), 'updated');
	warnOfNumber(call, type, output, body['number']);
	return output;
}

function keepHeader(
	given: Body,
	{ header }: DocumentType,
	record: BillingRecord,
	cleared: readonly string[],
): Body {
	const kept = Object.entries(header).filter(([element]) => !cleared.includes(element));
	return keep(keepClient(given, record, cleared), record, Object.fromEntries(kept));
}

function keepClient(given: Body, record: BillingRecord, cleared: readonly string[]): Body {
	const current = asRecord(record['client']);
	const id = textOf(current['client_id'] ?? record['client_id']);
	const chosen = isBody(given['client']) ? given['client'] : {};
	// An address belongs to its client: it is not carried over to another one.
	const isKept = (chosen['client_id'] ?? id) === id && !cleared.includes(CLIENT_ADDRESS);
	const address = isKept ? textOf(current['address']) : '';
	const client: Body = {
		...(id === '' ? {} : { client_id: id }),
		...(address === '' ? {} : { address }),
		...chosen,
	};
	return Object.keys(client).length === 0 ? given : { ...given, client };
}

/** The billing address, which stands in the client's element. */
export const CLIENT_ADDRESS = 'client/address';

const asRecord = (value: Value | undefined): BillingRecord =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
