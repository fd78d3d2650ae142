import { NodeApiError } from 'n8n-workflow';
import { clientRecord } from '../../records';
import { capitalized, nameById } from '../../records/display';
import { shownText } from '../../records/keptFields';
import { isBody, type Body } from '../../xml/request';
import { textOf, type BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { collection, type ItemContext } from '../../engine/item/itemContext';
import { keep } from '../../engine/writes/resendUnchanged';

/** The billing address, which is inside the element of the client. */
export const CLIENT_ADDRESS = 'client/address';

/** Whether the form sets the billing address of a new document. A blank one means none, unless an agent left it out. */
export function setsAddress(item: ItemContext): boolean {
	const fields = collection(item, 'additionalFields');
	return 'address' in fields && (!isAbsent(fields['address']) || item.isFilledIn('additionalFields'));
}

/** The client of a new document, read once per execution. Throws if there is no such client. */
export async function billedClient(item: ItemContext, body: Body): Promise<BillingRecord> {
	const { api } = item;
	const id = isBody(body['client']) ? textOf(body['client']['client_id']) : '';
	const client = await api.find(clientRecord, Number(id)).catch((error: unknown) => {
		if (error instanceof NodeApiError)
			error.description = `Nothing was created: the client was being read. ${error.description}`;
		throw error;
	});
	if (client !== undefined) return client;
	throw item.problem(
		`${capitalized(nameById(clientRecord, id))} does not exist`,
		'Nothing was created. Choose another client.',
	);
}

/** Adds the client's own address to a new document that has none: the service would leave it empty (§4.3). */
export async function withClientAddress(item: ItemContext, body: Body): Promise<Body> {
	const hasAddress = isBody(body['client']) && body['client']['address'] !== undefined;
	if (hasAddress || setsAddress(item)) return body;
	const client = await billedClient(item, body);
	return keep(item, clientRecord, body, client, { [CLIENT_ADDRESS]: shownText('address') });
}
