import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { groupBy } from '../../nodes/XmlBilling/helpers/GenericFunctions';
import { byId, EACH, useBilling } from './billing.mts';

// What operations cost the service. A change that sends more has to say why.
const billing = useBilling();
const each = byId('={{ $json.id }}');
const THREE = [{ id: 1 }, { id: 2 }, { id: 3 }];
const PEOPLE = ['Ada', 'Ben', 'Cleo'].map((name, index) => ({ id: index + 1, name }));
const NAMES = { name: '={{ $json.name }}', organization: '={{ $json.name }}' };
const LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 120.5 }]' };
const ADDED = { invoiceId: each, ...LINES };
const PRODUCT = { linesFrom: 'json', linesJson: '[{ "product": "1" }]' };
const ROWS = {
	...{ linesFrom: 'items', groupBy: '={{ 1 + ($json.id % 2) }}' },
	lineItems: { line: [{ name: '={{ $json.id }}', unitCost: '5' }] },
};
// A price of the catalog is in the account's currency. Digits alone may also be the name of a product.
const OF_PRODUCT =
	'3 createInvoice, 1 getAccountInfo, 3 getClient, 3 getInvoice, 1 getProduct, 1 listProduct';
const PAYMENT = { invoiceId: byId(4), amount: 1, paymentMethod: 'Cash' };
const PAID = { options: { sendPaid: true } };
// An identifier that somebody typed is compared with the numbers of other invoices.
const OF_PAYMENT =
	'1 getClient, 2 getInvoice, 1 invoiceOfflinePayment, 1 listInvoice, 1 listOfflinePaymentMethod';

/** The requests by method. */
const counted = () => {
	const calls = groupBy(billing.methods().toSorted(), (method) => method);
	return [...calls].map(([method, called]) => `${called.length} ${method}`).join(', ');
};

it.each<[string, string, INodeParameters, IDataObject[], string]>([
	['invoice', 'get', { invoiceId: each }, THREE, '3 getClient, 3 getInvoice'],
	['invoice', 'getAll', { returnAll: true }, [{}], '1 listClient, 1 listInvoice'],
	['client', 'create', NAMES, PEOPLE, '3 createClient, 3 getClient, 1 listClient'],
	['client', 'update', { clientId: each, updateFields: NAMES }, PEOPLE, '6 getClient, 3 updateClient'],
	['invoice', 'create', { clientId: each, ...LINES }, THREE, '3 createInvoice, 3 getClient, 3 getInvoice'],
	['invoice', 'create', { clientId: each, ...PRODUCT }, THREE, OF_PRODUCT],
	['invoice', 'create', { clientId: byId(1), ...ROWS }, THREE, '2 createInvoice, 1 getClient, 2 getInvoice'],
	['invoice', 'addItems', ADDED, THREE, '3 addInvoiceItem, 3 getClient, 3 getInvoice'],
	// The output names what is gone.
	['invoice', 'delete', { invoiceId: each }, THREE, '3 deleteInvoice, 3 getClient, 3 getInvoice'],
	// Before, because a second mail is a hint.
	['invoice', 'send', { invoiceId: each, ...PAID }, THREE, '3 getClient, 6 getInvoice, 3 sendInvoiceMail'],
	['invoice', 'recordPayment', PAYMENT, [{}], OF_PAYMENT],
])('%s > %s %j of %j takes %s', async (resource, operation, parameters, items, wanted) => {
	await billing.outputOf(resource, operation, parameters, { items });
	expect(counted()).toBe(wanted);
});

it('Many mails take lists before and after, not a read of each', async () => {
	const { store } = billing.sandbox;
	const [{ id: _, ...invoice } = { id: 0 }] = billing.sandbox.records('invoice');
	const [{ id: __, ...line } = { id: 0 }] = billing.sandbox.records('line');
	const draft = { invoice_status: 'Draft', outstanding: '50.00', total_paid: '0.00' };
	const items = Array.from({ length: 150 }, (___, nth) => {
		const id = store.insert('invoice', { ...invoice, ...draft, number: `N-${nth}`, number_key: `N-${nth}` });
		store.insert('line', { ...line, document: 'invoice', document_id: id });
		return { id };
	});
	const output = await billing.outputOf('invoice', 'send', EACH, { items });
	expect(output).toMatchObject(items.map(() => ({ sent: true, invoice_status: 'Sent' })));
	expect(counted()).toBe('1 getClient, 4 listInvoice, 150 sendInvoiceMail');
});
