import { clientRecord, type RecordType } from '../../records';
import { capitalized, nameById, valueAt } from '../../records/display';
import type { BillingApi } from '../../transport/billingApi';
import { textOf, type BillingRecord } from '../../xml/shape';
import { quote } from '../../xml/values';
import type { ItemContext } from '../item/itemContext';

/**
 * The error of a document that the service did not send because its client has no email, which the service doesn't say
 * (§7.1). Undefined if that is not why, or cannot be found out.
 */
export async function missingEmail(
	item: ItemContext,
	type: RecordType,
	id: number,
): Promise<Error | undefined> {
	const client = await clientOf(item.api, type, id).catch(() => undefined);
	// Every full record has the field, even if empty.
	if (client?.['email'] !== '') return undefined;
	const [organization, name] = ['organization', 'name'].map((field) => quote(textOf(client[field])));
	return item.problem(
		`${capitalized(nameById(type, id))} was not sent: its client has no email address.`,
		`The client is ${organization}, with the contact ${name} and the ID ${textOf(client[clientRecord.id])}. Add an email with Client › Update, then send it again.`,
	);
}

async function clientOf(api: BillingApi, type: RecordType, id: number): Promise<BillingRecord | undefined> {
	const document = await api.get(type, id);
	const clientId = textOf(valueAt(document, 'client/client_id'));
	return clientId === '' ? undefined : await api.find(clientRecord, Number(clientId));
}
