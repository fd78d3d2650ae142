import { CLIENT_ADDRESS } from './billedClient';
import type { Expected } from '../../engine/item/operation';
import { isObject, without } from '../../objects';
import type { DocumentRecord } from '../../records';
import { shownId, shownText, type KeptFields } from '../../records/keptFields';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';

/** The fields of a document's client: both are within its element. */
export const CLIENT_FIELDS: KeptFields = {
	'client/client_id': shownId('client_id'),
	[CLIENT_ADDRESS]: shownText('address'),
};

/** A document with the fields of its client among its own. A client that is shown as text may be an identifier. */
export function withClientFields(record: BillingRecord): BillingRecord {
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

/** What a document should show after a write: what was sent, and before an update already there. */
export const expectedOfDocument = (type: DocumentRecord, body: Body, before?: BillingRecord): Expected => ({
	type,
	sent: without(body, type.id),
	fields: { ...type.keptOnUpdate, ...CLIENT_FIELDS, ...type.leftOnUpdate },
	before,
	flat: withClientFields,
	document: { type, body, before },
});
