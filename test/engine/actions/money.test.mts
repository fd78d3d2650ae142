import type { INodeParameters } from 'n8n-workflow';
import { byId, TODAY, useBilling } from '../billing.mts';

const billing = useBilling();
const UNCLEAR = "takes at most two decimal places, not '1.500', which may mean '1500' or '1.50'";

const clientId = byId(1);
const line = (more: object): INodeParameters => ({
	...{ clientId, lineItems: { line: [{ name: 'Design', unitCost: '10', ...more }] } },
});
const json = (...lines: object[]) => ({ clientId, linesFrom: 'json', linesJson: JSON.stringify(lines) });
const charge = (more: object): INodeParameters => ({
	...line({}),
	additionalFields: { additionalCharges: { additionalCharge: [{ name: 'Shipping', ...more }] } },
});
const payment = { paymentMethod: 'Cash', invoiceId: byId(4) };

describe('Money that comes as text', () => {
	it('is refused by the name of its field, wherever it is', async () => {
		const discount = { additionalFields: { discountAmount: '1.500' } };
		const transfer = { amount: '1.500', currency: 'GBP', reference: 'B-1', text: 'INV-1' };
		for (const [field, resource, operation, parameters] of [
			['Lines › 1 › Unit Cost', 'invoice', 'create', line({ unitCost: '={{ $json.amount }}' })],
			['Lines › 1 › Unit Cost', 'invoice', 'create', json({ name: 'Design', unit_cost: '1.500' })],
			['Lines › 1 › Discount', 'invoice', 'create', line({ unitCost: '5000', ...discount })],
			['Charge Amount', 'invoice', 'create', charge({ type: 'Fixed', amount: '1.500' })],
			['Options › Expected Total', 'invoice', 'create', { ...line({}), options: { expectedTotal: '1.500' } }],
			['Amount', 'invoice', 'recordPayment', { ...payment, amount: '1.500' }],
			['Amount', 'invoice', 'matchPayment', { amount: '1.500', text: 'INV-1' }],
			['Amount', 'invoice', 'proposeAllocation', { clientId, ...transfer }],
			['Amount', 'expense', 'create', { categoryId: byId(2), date: TODAY, amount: '1.500' }],
			['Filters › Amount', 'expense', 'getAll', { filters: { amount: '1.500' } }],
			['Unit Cost', 'productOrService', 'createProduct', { name: 'A', unitCost: '1.500' }],
			['Rate', 'task', 'update', { taskId: byId(1), updateFields: { taskRate: '1.500' } }],
			['Billing Rate', 'staff', 'update', { staffId: byId(1), updateFields: { billingRate: '1.500' } }],
			['Budget', 'project', 'update', { projectId: byId(1), updateFields: { budget: '1.500' } }],
		] as Array<[string, string, string, INodeParameters]>) {
			const items = [{ amount: '1.500' }];
			const message = await billing.errorOf(resource, operation, parameters, { items });
			expect(message).toContain(`${field} ${UNCLEAR}`);
		}
		const credential = { ...billing.credential(), maximumAmount: '1.500' };
		const unclear = await billing.errorOf('invoice', 'create', line({}), { credential });
		expect(unclear).toContain(`The Maximum Amount in the credential ${UNCLEAR}`);
		expect(billing.writes()).toEqual([]);
		const parameters = { events: ['invoiceCreated'], filters: { minimumAmount: '1.500' } };
		const trigger = engine.trigger({ parameters, credential: billing.credential() });
		await expect(trigger.poll()).rejects.toThrow(`Minimum Amount ${UNCLEAR}`);
	});

	it('with more places than two says how to bill it exactly, and the noise of fractions is removed', async () => {
		const exact = line({ unitCost: '0.1648', quantity: '7000' });
		const message = await billing.errorOf('invoice', 'create', exact);
		expect(message).toContain('takes at most two decimal places');
		expect(message).toContain('enter its amount as one line, or a price per 100');
		await billing.outputOf('invoice', 'create', line({ unitCost: '={{ 0.1 + 0.2 }}' }));
		expect(billing.sent('createInvoice')).toMatchObject([{ items: { item: { unit_cost: '0.3' } } }]);
	});
});

it('A quantity of three decimal places, as text, is billed with one warning, because it may be in thousands', async () => {
	const warning = 'Quantity has three decimal places: 1.500 is taken for 1.5. For 1500, enter 1500.';
	const rows = ['1.500', '12.000', '1.500'].map((quantity) => ({ name: 'A', unit_cost: 0.05, quantity }));
	const lines = json(...rows);
	for (const [parameters, told] of [
		[line({ quantity: '1.500' }), warning],
		[lines, warning],
		[line({ quantity: '0.500' }), ''],
		[line({ quantity: '1.50' }), ''],
		[line({ quantity: '={{ 1.500 }}' }), ''],
	] as const) {
		await billing.outputOf('invoice', 'create', parameters);
		expect(billing.warnings()).toBe(told);
	}
	const each = line({ quantity: '={{ $json.quantity }}' });
	const items = ['1.500', '2.500', '7', '3.250'].map((quantity) => ({ quantity }));
	await billing.outputOf('invoice', 'create', each, { items });
	expect(billing.warnings()).toBe(`Items 1, 2 and 4: ${warning}`);
	const preview = { ...lines, simplify: false, options: { preview: true } };
	const [shown] = await billing.outputOf('invoice', 'create', preview);
	expect(shown).toMatchObject({ warnings: [warning] });
});

describe('A percentage', () => {
	it('with more places than two may be a share as well', async () => {
		const tax = { tax1Name: 'VAT', tax1Percent: '={{ 0.0825 }}' };
		const share = line({ additionalFields: { customTax: { tax } } });
		expect(await billing.errorOf('invoice', 'create', share)).toContain(
			'Lines › 1 › Tax Percent takes at most two decimal places, not 0.0825; if 8.25 % is meant, enter 8.25',
		);
	});
});
