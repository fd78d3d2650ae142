import type { INodeParameters } from 'n8n-workflow';
import { isRead } from '../../../nodes/XmlBilling/records/methods';
import { byId, containing, useBilling } from '../billing.mts';

const billing = useBilling();
const line = (unitCost: string, more: INodeParameters = {}) => ({
	lineItems: { line: [{ name: 'Work', unitCost, ...more }] },
});
const limited = (more: Record<string, string | number | boolean | null>) => ({
	credential: { ...billing.credential(), ...more },
});
const TOO_MUCH = 'The amount is more than the credential allows.';
const writes = () => billing.methods().filter((method) => !isRead(method));

describe('A read-only credential', () => {
	const readOnly = () => limited({ readOnly: true });

	it.each<[string, string, INodeParameters]>([
		['client', 'create', { name: 'Ada', organization: 'Engine Ltd' }],
		['client', 'delete', { clientId: byId(1) }],
		['invoice', 'create', { clientId: byId(1), ...line('1') }],
		['invoice', 'recordPayment', { invoiceId: byId(4), paymentMethod: 'Cash' }],
		['invoice', 'send', { invoiceId: byId(4) }],
		['settings', 'customRequest', { requestMethod: 'deleteInvoice', requestBody: { invoice_id: 1 } }],
	])('refuses %s > %s before anything is written', async (resource, operation, parameters) => {
		const { error } = await billing.run(resource, operation, parameters, readOnly());
		expect(error).toMatchObject({
			message: containing('The credential is read-only'),
			description: containing('Nothing was sent'),
		});
		expect(writes()).toEqual([]);
	});

	it.each(['true', 1])('also is one when its switch is %j', async (readOnly) => {
		const parameters = { clientId: byId(1), ...line('1') };
		const { error } = await billing.run('invoice', 'create', parameters, limited({ readOnly }));
		expect(error?.message).toContain('read-only');
		expect(writes()).toEqual([]);
	});

	it.each([false, ''])('is none when its switch is %j', async (readOnly) => {
		const parameters = { clientId: byId(1), ...line('1') };
		expect(await billing.outputOf('invoice', 'create', parameters, limited({ readOnly }))).toHaveLength(1);
	});

	it('a read-only credential reads as any other', async () => {
		expect(await billing.outputOf('invoice', 'get', { invoiceId: byId(1) }, readOnly())).toHaveLength(1);
		expect(await engine.testCredential(readOnly().credential)).toMatchObject({ status: 'OK' });
	});

	it('shows previews, and says in them that the write would be refused', async () => {
		const parameters = { clientId: byId(1), ...line('1'), options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'create', parameters, readOnly());
		expect(shown).toMatchObject({ preview: true, warnings: [containing('read-only')] });
	});

	it('gives each item its error where the node is set to continue', async () => {
		const parameters = { clientId: byId('={{ $json.id }}') };
		const more = { ...readOnly(), items: [{ id: 1 }, { id: 2 }] };
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await billing.outputOf('client', 'delete', parameters, { ...more, settings });
		expect(output).toMatchObject([{ error: containing('read-only') }, { error: containing('read-only') }]);
	});
});

describe('A maximum amount', () => {
	const atMost = (maximumAmount: string | number) => limited({ maximumAmount });
	const invoiceOf = async (unitCost: string) => {
		const [invoice] = await billing.outputOf('invoice', 'create', { clientId: byId(1), ...line(unitCost) });
		billing.sandbox.clearRequests();
		return Number(invoice?.['invoice_id']);
	};

	it('counts taxes and charges of a new invoice', async () => {
		const additionalCharges = { additionalCharge: [{ name: 'Rush', type: 'Percent', amount: '10' }] };
		const parameters = {
			clientId: byId(1),
			...line('900', { tax1: 1 }),
			additionalFields: { additionalCharges },
		};
		const { error } = await billing.run('invoice', 'create', parameters, atMost('1187.99'));
		expect(error?.message).toBe(TOO_MUCH);
		expect(error?.description).toContain('The amount is 1188.00, and the Maximum Amount is 1187.99.');
		expect(writes()).toEqual([]);
	});

	it('counts the lines that an invoice has when lines are added, changed, or replaced', async () => {
		const id = await invoiceOf('900');
		const [added, replaced] = [{ invoiceId: byId(id), ...line('101') }, { ...line('1001') }];
		const lineId = billing.sandbox.records('line').at(-1)?.id ?? 0;
		const changed = { lineItems: { line: [{ invoiceItemId: String(lineId), changes: { quantity: '2' } }] } };
		const attempts = [
			['addItems', added],
			['updateItems', { invoiceId: byId(id), ...changed }],
			['update', { invoiceId: byId(id), linesFrom: 'form', ...replaced }],
		] as const;
		for (const [operation, parameters] of attempts) {
			const { error } = await billing.run('invoice', operation, parameters, atMost('1000'));
			expect(error?.message).toBe(TOO_MUCH);
		}
		expect(writes()).toEqual([]);
		const notes = { invoiceId: byId(id), updateFields: { notes: 'N' } };
		expect(await billing.outputOf('invoice', 'update', notes, atMost('1'))).toHaveLength(1);
		const allowed = { invoiceId: byId(id), ...line('100') };
		expect(await billing.outputOf('invoice', 'addItems', allowed, atMost('1000'))).toHaveLength(1);
	});

	it('covers payments, also when the amount is the outstanding one', async () => {
		const id = await invoiceOf('1500');
		const payment = { invoiceId: byId(id), paymentMethod: 'Cash' };
		const { error } = await billing.run('invoice', 'recordPayment', payment, atMost('1000'));
		expect(error?.description).toContain('The amount is 1500.00');
		expect(writes()).toEqual([]);
		const part = { ...payment, amount: '1000' };
		expect(await billing.outputOf('invoice', 'recordPayment', part, atMost('1000'))).toHaveLength(1);
	});

	it('refuses a custom request that writes, and lets one that reads pass', async () => {
		const custom = async (requestMethod: string, body: object) => {
			const parameters = { requestMethod, requestBody: JSON.stringify(body) };
			return (await billing.run('settings', 'customRequest', parameters, atMost('1000'))).error;
		};
		for (const method of ['invoiceOfflinePayment', 'INVOICEOFFLINEPAYMENT', 'updateClient'])
			expect(await custom(method, { invoice: { id: 4, amount: 1 } })).toMatchObject({
				message: containing('a Maximum Amount, which a custom request could exceed'),
				description: containing('Nothing was sent. Choose another operation'),
			});
		expect(await custom('getInvoice', { invoice_id: 4 })).toBeUndefined();
		expect(billing.methods()).toEqual(['getInvoice']);
	});

	it('counts the lines that stay when others are deleted', async () => {
		const costs = ['5000', '-4500', '100'];
		const lines = { lineItems: { line: costs.map((unitCost) => ({ name: 'Work', unitCost })) } };
		const [invoice] = await billing.outputOf(
			'invoice',
			'create',
			{ clientId: byId(1), ...lines },
			atMost('1000'),
		);
		const invoiceId = byId(Number(invoice?.['invoice_id']));
		const [rebate, small] = billing.sandbox.records('line').slice(-2);
		const remove = async (id: number | undefined) =>
			await billing.run('invoice', 'deleteItems', { invoiceId, invoiceItemId: String(id) }, atMost('1000'));
		expect((await remove(rebate?.id)).error?.description).toContain('The amount is 5100.00');
		expect((await remove(small?.id)).error).toBeUndefined();
		expect(writes()).toEqual(['createInvoice', 'deleteInvoiceItem']);
	});

	it('does not block requests without an amount', async () => {
		const parameters = { name: 'Ada', organization: 'Engine Ltd' };
		expect(await billing.outputOf('client', 'create', parameters, atMost('0'))).toHaveLength(1);
		expect(await billing.outputOf('invoice', 'delete', { invoiceId: byId(1) }, atMost('0'))).toHaveLength(1);
	});

	it.each(['1.000,00', 'many', '-1'])('of %j refuses every write instead of none', async (maximum) => {
		const parameters = { clientId: byId(1), ...line('1') };
		const { error } = await billing.run('invoice', 'create', parameters, atMost(maximum));
		expect(error?.message).toContain('Maximum Amount in the credential');
		expect(writes()).toEqual([]);
	});
});

it.each([
	['readOnly', 'Read Only'],
	['allowDeleting', 'Allow Deleting'],
	['maximumAmount', 'Maximum Amount'],
])('A limit whose expression evaluates to nothing, such as %s, refuses every write', async (key, label) => {
	const parameters = { clientId: byId(1), ...line('1') };
	const { error } = await billing.run('invoice', 'create', parameters, limited({ [key]: null }));
	expect(error?.message).toContain(`${label} in the credential`);
	expect(writes()).toEqual([]);
	const tested = await engine.testCredential(limited({ [key]: null }).credential);
	expect(tested).toMatchObject({ status: 'Error', message: containing(label) });
});
