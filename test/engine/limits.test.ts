import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling } from './billing.ts';

const billing = useBilling();
const line = (unitCost: string, more: INodeParameters = {}) => ({
	lineItems: { line: [{ name: 'Work', unitCost, ...more }] },
});
const limited = (more: Record<string, string | number | boolean>) => ({
	credential: { ...billing.credential(), ...more },
});
const writes = () => billing.methods().filter((method) => !/^(get|list)/.test(method));

describe('A credential for reading only', () => {
	const readOnly = () => limited({ readOnly: true });

	it.each<[string, string, INodeParameters]>([
		['client', 'create', { name: 'Ada', organization: 'Engine Ltd' }],
		['client', 'delete', { clientId: byId(1) }],
		['invoice', 'create', { clientId: byId(1), ...line('1') }],
		['invoice', 'recordPayment', { invoiceId: byId(4), paymentMethod: 'Cash' }],
		['invoice', 'send', { invoiceId: byId(1) }],
		['account', 'customRequest', { requestMethod: 'deleteInvoice', requestBody: { invoice_id: 1 } }],
	])('refuses %s > %s before anything is written', async (resource, operation, parameters) => {
		const { error } = await billing.run(resource, operation, parameters, readOnly());
		expect(error).toMatchObject({
			message: containing('The credential is for reading only'),
			description: containing('Nothing was sent'),
		});
		expect(writes()).toEqual([]);
	});

	it('reads as ever', async () => {
		expect(await billing.outputOf('invoice', 'get', { invoiceId: byId(1) }, readOnly())).toHaveLength(1);
		expect(await engine.testCredential(readOnly().credential)).toMatchObject({ status: 'OK' });
	});

	it('shows previews, and says in them that the write would be refused', async () => {
		const parameters = { clientId: byId(1), ...line('1'), options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'create', parameters, readOnly());
		expect(shown).toMatchObject({ preview: true, warnings: [containing('for reading only')] });
	});

	it('gives each item its error where the node is set to continue', async () => {
		const parameters = { clientId: byId('={{ $json.id }}') };
		const more = { ...readOnly(), items: [{ id: 1 }, { id: 2 }] };
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await billing.outputOf('client', 'delete', parameters, { ...more, settings });
		expect(output).toMatchObject([
			{ error: containing('reading only') },
			{ error: containing('reading only') },
		]);
	});
});

describe('A greatest amount', () => {
	const atMost = (greatestAmount: string | number) => limited({ greatestAmount });
	const invoiceOf = async (unitCost: string) => {
		const [invoice] = await billing.outputOf('invoice', 'create', { clientId: byId(1), ...line(unitCost) });
		billing.sandbox.clearRequests();
		return Number(invoice?.['invoice_id']);
	};

	it.each([
		['1000', '1000.00'],
		['999.99', '1000'],
	])('lets an invoice of %s pass with a limit of %s', async (cost, limit) => {
		const parameters = { clientId: byId(1), ...line(cost) };
		expect(await billing.outputOf('invoice', 'create', parameters, atMost(limit))).toHaveLength(1);
	});

	it('counts taxes and charges of a new invoice', async () => {
		const parameters = { clientId: byId(1), ...line('900', { tax1: 1 }) };
		const { error } = await billing.run('invoice', 'create', parameters, atMost('1000'));
		expect(error?.message).toContain('The amount of 1080.00 is more than the 1000.00');
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
			expect(error?.message).toContain('is more than the 1000.00');
		}
		expect(writes()).toEqual([]);
		const notes = { invoiceId: byId(id), updateFields: { notes: 'N' } };
		expect(await billing.outputOf('invoice', 'update', notes, atMost('1'))).toHaveLength(1);
		const allowed = { invoiceId: byId(id), ...line('100') };
		expect(await billing.outputOf('invoice', 'addItems', allowed, atMost('1000'))).toHaveLength(1);
	});

	it('holds for payments, also when the amount is what is outstanding', async () => {
		const id = await invoiceOf('1500');
		const payment = { invoiceId: byId(id), paymentMethod: 'Cash' };
		const { error } = await billing.run('invoice', 'recordPayment', payment, atMost('1000'));
		expect(error?.message).toContain('The amount of 1500.00');
		expect(writes()).toEqual([]);
		const part = { ...payment, amount: '1000' };
		expect(await billing.outputOf('invoice', 'recordPayment', part, atMost('1000'))).toHaveLength(1);
	});

	it('holds for custom requests', async () => {
		const body = { invoice: { id: 4, amount: '1000.01', method: 'Cash' } };
		const parameters = { requestMethod: 'invoiceOfflinePayment', requestBody: JSON.stringify(body) };
		const { error } = await billing.run('account', 'customRequest', parameters, atMost('1000'));
		expect(error?.message).toContain('The amount of 1000.01');
		expect(writes()).toEqual([]);
	});

	it('does not stand in the way of what has no amount', async () => {
		const parameters = { name: 'Ada', organization: 'Engine Ltd' };
		expect(await billing.outputOf('client', 'create', parameters, atMost('0'))).toHaveLength(1);
		expect(await billing.outputOf('invoice', 'delete', { invoiceId: byId(1) }, atMost('0'))).toHaveLength(1);
	});

	it.each(['1.000,00', 'many', '-1'])('of %j refuses every write instead of none', async (greatest) => {
		const parameters = { clientId: byId(1), ...line('1') };
		const { error } = await billing.run('invoice', 'create', parameters, atMost(greatest));
		expect(error?.message).toContain('Greatest Amount in the credential');
		expect(writes()).toEqual([]);
	});
});
