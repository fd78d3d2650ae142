import { readItems, withItems } from './readLines';
import { isBody, type Body } from '../../xml/request';
import type { RecordType } from '../../records';
import { textOf, type BillingRecord } from '../../xml/shape';
import { CLIENT_ADDRESS } from './billedClient';
import { refuseNumberInUse, warnOfNumber } from './create';
import type { DocumentType } from './types';
import { showsAll, shownId, shownText, type KeptFields } from '../../records/keptFields';
import { keep } from '../../engine/writes/resendUnchanged';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Write } from '../../engine/item/operation';
import { updateLookUp, withCheck, writeOf } from '../../engine/writes/recordWrites';
import { withElement } from '../../xml/encode';
import { isObject, without } from '../../objects';

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
	return { body: withItems(header, items), hasLines, before };
}

/**
 * The write of an update.
 *
 * @param cleared header elements that the service clears because the body leaves them out
 */
export function updateOf(
	item: ItemContext,
	type: DocumentType,
	{ body, before }: DocumentUpdate,
	cleared: readonly string[] = [],
): Write {
	const { record } = type;
	const sent = cleared.reduce((whole, path) => withElement(whole, path, ''), without(body, record.id));
	const fields = { ...record.keptOnUpdate, ...CLIENT_FIELDS };
	const isDone = (shown: BillingRecord) => showsAll(withClientFields(shown), sent, fields);
	const write = {
		...writeOf(item, record, body, 'updated'),
		lookUp: updateLookUp(item, record, body, isDone),
		expected: {
			type: record,
			sent: before === undefined ? sent : withLeft(sent, record, before),
			fields: { ...without(fields, 'number'), ...record.leftOnUpdate },
			flat: withClientFields,
			...(before !== undefined && { document: { type: record, before, body } }),
		},
	};
	return withCheck(write, (output) => warnOfNumber(item, type, output, body['number']));
}

/** What was sent, with the current values of the fields that an update leaves to the service. */
function withLeft(sent: Body, { leftOnUpdate = {} }: RecordType, before: BillingRecord): Body {
	const left = Object.entries(leftOnUpdate).flatMap(([element, field]) => {
		const content = field.in(before);
		return typeof content === 'string' ? [[element, content] as const] : [];
	});
	return { ...Object.fromEntries(left), ...sent };
}

// Both are within the element of the client.
const CLIENT_FIELDS: KeptFields = {
	'client/client_id': shownId('client_id'),
	[CLIENT_ADDRESS]: shownText('address'),
};

/** A document with the fields of its client among its own. A client that is shown as text may be an identifier. */
function withClientFields(record: BillingRecord): BillingRecord {
	const { client } = record;
	const current: BillingRecord = isObject(client) ? client : {};
	const id = current['client_id'] ?? record['client_id'] ?? (isObject(client) ? undefined : client);
	const { address } = current;
	return {
		...without(record, 'address'),
		...(address === undefined ? {} : { address }),
		...(id === undefined ? {} : { client_id: id }),
	};
}

function keepHeader(
	item: ItemContext,
	given: Body,
	{ record: type }: DocumentType,
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
