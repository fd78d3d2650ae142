import { limitsGuardOf } from '../../../nodes/XmlBilling/limits/credentialLimits';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import type { BillingRecord } from '../../../nodes/XmlBilling/xml/shape';

/** An invoice of 90 in lines, and 5 more as a charge. */
const SHOWN: BillingRecord = {
	invoice_id: 4,
	currency: 'EUR',
	items: [
		{ item_id: 5, unit_cost: 20, quantity: 3, discount: null, discount_type: '' },
		{ item_id: 6, unit_cost: 30, quantity: 1 },
	],
	additional_charges: [{ type: 'Fixed', amount: 5 }],
	net_balance: 95,
};
const PROFILE: BillingRecord = {
	recurring_id: 4,
	items: [{ recurring_item_id: 5, unit_cost: 60, quantity: 1 }],
	total_tax: 12,
};

const guard = limitsGuardOf({ maximumAmount: '100' }, false);
const refusal = async (method: string, body: Body, record: BillingRecord = SHOWN) =>
	await guard(method, body, {
		get: async () => await Promise.resolve(record),
		find: async () => await Promise.resolve(record),
	});

const costing = (unit_cost: string, more: Body = {}): Body => ({
	name: 'A',
	unit_cost,
	quantity: '1',
	...more,
});
const withLines = (...item: Body[]): Body => ({ invoice_id: '4', items: { item } });
const charge = (amount: string): Body => ({
	invoice_id: '4',
	additional_charges: { additional_charge: [{ type: 'Fixed', amount }] },
});
const pay = (amount: string): Body => ({ invoice: { id: '4', method: 'Cash', amount } });
const entry = (unit_cost: string): Body => costing(unit_cost, { id: '2', type: 'Time' });

describe('What a write comes to', () => {
	it.each<[string, string, (amount: string) => Body]>([
		['new lines', 'createInvoice', (cost) => withLines(costing(cost))],
		['the lines of a profile', 'createRecurring', (cost) => withLines(costing(cost))],
		[
			'time entries',
			'createInvoiceFromTimeTracking',
			(cost) => ({ time_entries: { time_entry: entry(cost) } }),
		],
		['expenses', 'createInvoiceFromExpense', (cost) => ({ expenses: { expense: entry(cost) } })],
		['a payment', 'invoiceOfflinePayment', pay],
	])('counts %s up to the limit', async (_, method, bodyOf) => {
		expect(await refusal(method, bodyOf('100'))).toBeUndefined();
		expect(await refusal(method, bodyOf('100.01'))).toMatchObject({
			message: 'The amount is more than the credential allows.',
			effect: 'none',
			transient: false,
		});
	});

	it.each<[string, string, (amount: number) => Body]>([
		[
			'a changed line',
			'updateInvoiceItem',
			(cost) => withLines(costing(`${cost - 35}`, { invoice_item_id: '5' })),
		],
		['an added line', 'addInvoiceItem', (cost) => withLines(costing(`${cost - 95}`))],
		['new lines beside the charges that stay', 'updateInvoice', (cost) => withLines(costing(`${cost - 5}`))],
		['a new charge beside the lines that stay', 'updateInvoice', (cost) => charge(`${cost - 90}`)],
	])('counts %s and the rest of the document up to the limit', async (_, method, bodyOf) => {
		expect(await refusal(method, bodyOf(100))).toBeUndefined();
		expect((await refusal(method, bodyOf(101)))?.advice).toContain('The amount is 101.00 EUR, and');
	});

	it('counts the hidden taxes of a profile while its lines stay', async () => {
		const body = (unit_cost: string) => ({ ...withLines(costing(unit_cost)), recurring_id: '4' });
		expect(await refusal('addRecurringItem', body('28'), PROFILE)).toBeUndefined();
		expect(await refusal('addRecurringItem', body('29'), PROFILE)).toBeDefined();
		expect(await refusal('updateRecurring', body('100'), PROFILE)).toBeUndefined();
	});

	it('may exceed the limit if it is no more than before', async () => {
		const dear = {
			...SHOWN,
			items: [...[SHOWN['items'] ?? []].flat(), { item_id: 7, unit_cost: 900, quantity: 1 }],
		};
		const gone = (id: string) => ({ invoice_id: ['4'], invoice_item_id: [id] });
		expect(await refusal('deleteInvoiceItem', gone('6'), dear)).toBeUndefined();
		const rebate = { item_id: 8, unit_cost: -900, quantity: 1 };
		const rebated = { ...dear, items: [...dear.items, rebate] };
		expect(await refusal('deleteInvoiceItem', gone('8'), rebated)).toBeDefined();
	});

	it.each<[string, Body]>([
		['updateInvoice', { invoice_id: '4', notes: 'Thanks' }],
		['deleteInvoice', { invoice_id: '4' }],
		['updateClient', { client_id: '4', name: 'Ada' }],
	])('is not read for %s of %j, which changes no amount', async (method, body) => {
		const get = async () => await Promise.reject(new Error('read'));
		expect(await guard(method, body, { get, find: get })).toBeUndefined();
	});
});

describe('A document that does not show what it comes to', () => {
	const add = withLines(costing('1'));
	it.each<[string, BillingRecord]>([
		['a cost', { items: [{ item_id: 5, unit_cost: '9,000', quantity: 1 }] }],
		['a quantity', { items: [{ item_id: 5, unit_cost: 1 }] }],
		['a discount', { items: [{ item_id: 5, unit_cost: 1, quantity: 1, discount: 'much' }] }],
		['a charge', { additional_charges: [{ type: 'Fixed', amount: '' }] }],
		['its lines', { items: [] }],
	])('is not added to where it hides %s', async (_, more) => {
		expect((await refusal('addInvoiceItem', add, { ...SHOWN, ...more }))?.message).toBe(
			'The amount of the invoice with ID 4 cannot be read, and the credential limits amounts.',
		);
	});

	it('may have those lines replaced', async () => {
		const record = { ...SHOWN, items: [{ item_id: 5, unit_cost: 'much', quantity: 1 }] };
		expect(await refusal('updateInvoice', withLines(costing('95')), record)).toBeUndefined();
		expect(await refusal('updateInvoice', withLines(costing('96')), record)).toBeDefined();
	});

	it('may be empty, where it shows that it comes to nothing', async () => {
		const empty = { ...SHOWN, items: [], additional_charges: [], net_balance: 0 };
		expect(await refusal('addInvoiceItem', add, empty)).toBeUndefined();
	});

	it('is no profile without its tax', async () => {
		const body = { ...add, recurring_id: '4' };
		expect(await refusal('addRecurringItem', body, { ...PROFILE, total_tax: '' })).toBeDefined();
	});
});
