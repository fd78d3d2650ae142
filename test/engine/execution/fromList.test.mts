import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

// n8n keeps the value of a locator when its mode changes, so that a number can end up From List or By ID.
const billing = useBilling();

describe('A value that is From List without the name that the list gives with it', () => {
	const unlisted = locator('list', '97');

	it.each<[resource: string, operation: string, parameters: INodeParameters]>([
		['invoice', 'recordPayment', { invoiceId: unlisted, paymentMethod: 'Cash' }],
		['client', 'delete', { clientId: unlisted }],
		['invoice', 'update', { invoiceId: byId(1), updateFields: { clientId: unlisted } }],
		[
			'invoice',
			'create',
			{ clientId: byId(1), lineItems: { line: [{ from: 'product', productId: unlisted }] } },
		],
	])('stops %s > %s', async (resource, operation, parameters) => {
		expect(await billing.errorOf(resource, operation, parameters)).toMatch(
			/is From List, but '97' was not chosen there Nothing was sent\. Choose it in the list again, or choose By ID/,
		);
		expect(billing.methods()).toEqual([]);
	});

	it('is taken where the name is with it, or an expression fills it in', async () => {
		const named = { ...locator('list', '1'), cachedResultName: '00001, 10.00 USD' };
		for (const invoiceId of [named, locator('list', '={{ 1 }}')]) {
			const parameters = { invoiceId, options: { preview: true } };
			expect(await billing.outputOf('invoice', 'delete', parameters)).toHaveLength(1);
		}
	});

	it('is read with a warning', async () => {
		await billing.outputOf('invoice', 'get', { invoiceId: locator('list', '1') });
		expect(billing.warnings()).toContain("is From List, but '1' was not chosen there");
	});
});

describe('An ID that was typed', () => {
	const [ID, OTHER] = [4, 5];
	const swap = (kind: 'invoice' | 'estimate' | 'recurring', number = '00004') => {
		for (const [id, text] of [
			[ID, '00121'],
			[OTHER, number],
		] as const) {
			billing.sandbox.change(kind, id, { number: text });
			if (kind !== 'recurring') billing.sandbox.change(kind, id, { number_key: text });
		}
	};
	const pay = (invoiceId: INodeParameters[string], amount = '1') => ({
		invoiceId,
		paymentMethod: 'Cash',
		amount,
	});
	const items = [{ paid: ID, id: ID, invoice_id: ID, invoiceID: ` ${ID}` }];

	it.each(['={{ 4 }}', '={{ $json.paid }}', '=4'])('stops a payment if it comes from %s', async (written) => {
		swap('invoice');
		for (const mode of ['list', 'id']) {
			const parameters = pay(locator(mode, written));
			const message = await billing.errorOf('invoice', 'recordPayment', parameters, { items });
			expect(message).toContain('ID 4 is invoice 00121, but invoice 00004 is another one');
		}
		expect(billing.writes()).toEqual([]);
	});

	it.each(['$json.id', '$json.invoice_id', '$json.invoiceID.trim()'])(
		'pays if %s says that it is an ID',
		async (written) => {
			swap('invoice');
			const parameters = pay(byId(`={{ ${written} }}`));
			const [paid] = await billing.outputOf('invoice', 'recordPayment', parameters, { items });
			expect(paid).toMatchObject({ invoice_id: ID });
		},
	);

	it.each([
		['invoice', 'delete', 'invoice', 'invoice', { invoiceId: byId(String(ID)) }],
		['invoice', 'send', 'invoice', 'invoice', { invoiceId: byId(String(ID)) }],
		[
			'invoice',
			'update',
			'invoice',
			'invoice',
			{ invoiceId: byId(String(ID)), updateFields: { notes: 'N' } },
		],
		['invoice', 'createFromEstimate', 'estimate', 'estimate', { estimateId: byId(String(ID)), tax1: 'none' }],
		['recurringProfile', 'delete', 'recurring', 'recurring profile', { recurringId: byId(String(ID)) }],
	] as const)(
		'stops %s > %s if it is the number of another %s',
		async (resource, operation, kind, label, parameters) => {
			swap(kind);
			expect(await billing.errorOf(resource, operation, parameters)).toBe(
				`ID 4 is ${label} 00121, but ${label} 00004 is another one Nothing was sent. For ${label} 00004, choose By Number. For ${label} 00121, choose From List, or an expression that ends in ${kind}_id.`,
			);
			expect(billing.writes()).toEqual([]);
		},
	);

	it('is looked up only if its document has another number, and taken if no other has it', async () => {
		await billing.outputOf('invoice', 'recordPayment', pay(byId(String(ID))));
		expect(billing.sent('listInvoice')).toEqual([]);
		swap('invoice', '00122');
		await billing.outputOf('invoice', 'recordPayment', pay(byId(String(ID)), '2'));
		expect(billing.sent('listInvoice')).toMatchObject([{ filter: { invoice_number: '00004' } }]);
		expect(billing.writes()).toHaveLength(2);
	});
});
