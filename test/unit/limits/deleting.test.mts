import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { methodNamed } from '../../../nodes/XmlBilling/records/methods';
import { refuseDeleting } from '../../../nodes/XmlBilling/limits/deleting';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape';

const DRAFT = { invoice_status: 'Draft', items: ['', { item_id: 7 }, { item_id: 8 }] };

const refusal = async (methodName: string, body: Body, found: BillingRecord = DRAFT) => {
	const method = methodNamed(methodName);
	if (method === undefined) throw new RangeError(methodName);
	return await refuseDeleting('drafts', method, body, {
		find: async () => await Promise.resolve(found),
	});
};

describe('A credential that allows deleting drafts only', () => {
	it.each<[string, Body, BillingRecord?]>([
		['deleteInvoice', { invoice_id: '2' }],
		['deleteInvoiceItem', { invoice_id: '2', invoice_item_id: ['7', ' 8 '] }],
	])('a credential that allows deleting drafts only passes %s of %j', async (method, body) => {
		expect(await refusal(method, body)).toBeUndefined();
	});

	it.each([
		[{}, 'It shows no status.'],
		[{ invoice_status: 'Sent' }, "Its status is 'Sent'."],
	])('a credential that allows deleting drafts only says of %j: %s', async (found, said) => {
		expect((await refusal('deleteInvoice', { invoice_id: '2' }, found))?.advice).toBe(
			`Nothing was sent. ${said} Change Allow Deleting in the credential, or use another credential.`,
		);
	});
});
