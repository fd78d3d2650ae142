import fc from 'fast-check';
import {
	limitsGuardOf,
	type LimitSettings,
	refuseDeleting,
} from '../../nodes/XmlBilling/limits/credentialLimits';
import { methodNamed } from '../../nodes/XmlBilling/records/methods';
import type { BillingRecord } from '../../nodes/XmlBilling/xml/shape';
import { IS_ALL } from '../share.mts';
import type { Body } from '../../nodes/XmlBilling/xml/request';

/** Why a credential with these limits refuses a write, where all records are one. */
async function refusal(credential: LimitSettings, method: string, body: Body, record: BillingRecord = SENT) {
	const get = async () => await Promise.resolve(record);
	return await limitsGuardOf(credential, false)(method, body, { get, find: get });
}
const SENT = { invoice_status: 'Sent', items: [] };

const isBlank = (given: unknown) => typeof given === 'string' && given.trim() === '';
const isAnything = (given: unknown) => typeof given === 'string' && /^\s*anything\s*$/i.test(given);

/** What each limit must stop, with any valid setting. */
const WRITES: ReadonlyArray<
	readonly [limit: keyof LimitSettings, isUnset: (given: unknown) => boolean, method: string, body: Body]
> = [
	['readOnly', (given) => given === false || isBlank(given), 'updateClient', { client_id: '1' }],
	['allowDeleting', isAnything, 'deleteInvoice', { invoice_id: '2' }],
	['maximumAmount', isBlank, 'invoiceOfflinePayment', { invoice: { id: '4', amount: '9'.repeat(60) } }],
];

const anyValue = fc.oneof(
	fc.constantFrom(undefined, null, '', ' ', false, true, 0, 1, NaN, '100', 'null'),
	fc.constantFrom('anything', 'drafts', 'nothing'),
	fc.anything(),
);
const anyCredential = fc.record(
	{ readOnly: anyValue, allowDeleting: anyValue, maximumAmount: anyValue },
	{ requiredKeys: [] },
);

describe('A limit of a credential', () => {
	it('is enforced, omitted by the user, or an error', async () => {
		await fc.assert(
			fc.asyncProperty(anyCredential, fc.constantFrom(...WRITES), async (credential, write) => {
				const [limit, isUnset, method, body] = write;
				if (Object.hasOwn(credential, limit) && !isUnset(credential[limit]))
					expect(await refusal(credential, method, body)).toMatchObject({ effect: 'none' });
			}),
			{ numRuns: IS_ALL ? 500 : 100 },
		);
	});

	it.each(WRITES)('%s is an error when it evaluates to nothing', async (limit, _, method, body) => {
		for (const nothing of [undefined, null]) {
			const told = await refusal({ [limit]: nothing }, method, body);
			expect(told?.advice).toMatch(/^Correct it/);
			// Not even a write that no limit is about.
			expect(await refusal({ [limit]: nothing }, 'createClient', {})).toEqual(told);
		}
	});
});

it.each(['1.000,00', 'many', '-1'])('A maximum amount of %j refuses every write', async (maximumAmount) => {
	const told = await refusal({ maximumAmount }, 'createClient', {});
	expect(told?.message).toContain('Maximum Amount in the credential');
});

it('A maximum amount is for what is owed or paid: an estimate may be higher', async () => {
	const body = { items: { item: { unit_cost: '500', quantity: '1' } } };
	expect(await refusal({ maximumAmount: '100' }, 'createInvoice', body)).toBeDefined();
	expect(await refusal({ maximumAmount: '100' }, 'createEstimate', body)).toBeUndefined();
});

it('A credential that allows deleting drafts only says what the invoice shows instead', async () => {
	const method = methodNamed('deleteInvoice');
	if (method === undefined) throw new RangeError('There is no such method');
	const told = async (found: BillingRecord) => {
		const find = async () => await Promise.resolve(found);
		return (await refuseDeleting('drafts', method, { invoice_id: '2' }, { find }))?.advice;
	};
	expect(await told({ invoice_status: ' dRAFT ' })).toBeUndefined();
	const advice = 'Change Allow Deleting in the credential, or use another credential.';
	expect(await told({})).toBe(`It shows no status. ${advice}`);
	expect(await told({ invoice_status: 'Sent' })).toBe(`Its status is 'Sent'. ${advice}`);
});

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

const refused = async (method: string, body: Body, record: BillingRecord = SHOWN) =>
	await refusal({ maximumAmount: '100' }, method, body, record);

const costing = (unit_cost: string): Body => ({ name: 'A', unit_cost, quantity: '1' });
const withLines = (...item: Body[]): Body => ({ invoice_id: '4', items: { item } });
const charge = (amount: string): Body => ({
	invoice_id: '4',
	additional_charges: { additional_charge: [{ type: 'Fixed', amount }] },
});

describe('What a write comes to', () => {
	it.each<[string, string, (amount: string) => Body]>([
		['new lines', 'createInvoice', (cost) => withLines(costing(cost))],
		[
			'time entries',
			'createInvoiceFromTimeTracking',
			(cost) => ({ time_entries: { time_entry: { ...costing(cost), id: '2', type: 'Time' } } }),
		],
		['charges', 'createInvoice', charge],
		['a payment', 'invoiceOfflinePayment', (amount) => ({ invoice: { id: '4', method: 'Cash', amount } })],
	])('counts %s up to the limit', async (_, method, bodyOf) => {
		expect(await refused(method, bodyOf('100'))).toBeUndefined();
		expect(await refused(method, bodyOf('100.01'))).toMatchObject({
			message: 'The amount is more than the credential allows.',
			effect: 'none',
			kind: 'unsent',
		});
	});

	it.each<[string, string, (amount: number) => Body]>([
		['an added line', 'addInvoiceItem', (cost) => withLines(costing(`${cost - 95}`))],
		[
			'one of several lines that changes',
			'updateInvoiceItem',
			(cost) => withLines({ invoice_item_id: '6', unit_cost: `${cost - 65}` }),
		],
		['new lines beside the charges that stay', 'updateInvoice', (cost) => withLines(costing(`${cost - 5}`))],
		['a new charge beside the lines that stay', 'updateInvoice', (cost) => charge(`${cost - 90}`)],
	])('counts %s and the rest of the document up to the limit', async (_, method, bodyOf) => {
		expect(await refused(method, bodyOf(100))).toBeUndefined();
		expect((await refused(method, bodyOf(101)))?.advice).toContain('The amount is 101.00 EUR, and');
	});

	it('counts the hidden taxes of a profile while its lines stay', async () => {
		const body = (unit_cost: string) => ({ ...withLines(costing(unit_cost)), recurring_id: '4' });
		expect(await refused('addRecurringItem', body('28'), PROFILE)).toBeUndefined();
		expect(await refused('addRecurringItem', body('29'), PROFILE)).toBeDefined();
		expect(await refused('updateRecurring', body('100'), PROFILE)).toBeUndefined();
	});

	it('may exceed the limit if it is no more than before', async () => {
		const dear = {
			...SHOWN,
			items: [...[SHOWN['items'] ?? []].flat(), { item_id: 7, unit_cost: 900, quantity: 1 }],
		};
		const gone = (id: string) => ({ invoice_id: ['4'], invoice_item_id: [id] });
		expect(await refused('deleteInvoiceItem', gone('6'), dear)).toBeUndefined();
		const rebate = { item_id: 8, unit_cost: -900, quantity: 1 };
		const rebated = { ...dear, items: [...dear.items, rebate] };
		expect(await refused('deleteInvoiceItem', gone('8'), rebated)).toBeDefined();
	});

	it.each<[string, Body]>([
		['updateInvoice', { invoice_id: '4', notes: 'Thanks' }],
		['deleteInvoice', { invoice_id: '4' }],
	])('is not read for %s of %j, which changes no amount', async (method, body) => {
		const get = async () => await Promise.reject(new Error('read'));
		const guard = limitsGuardOf({ maximumAmount: '100' }, false);
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
		expect((await refused('addInvoiceItem', add, { ...SHOWN, ...more }))?.message).toBe(
			'The amount of the invoice with ID 4 cannot be read, and the credential limits amounts.',
		);
	});

	it('is no profile without its tax', async () => {
		const body = { ...add, recurring_id: '4' };
		expect(await refused('addRecurringItem', body, { ...PROFILE, total_tax: '' })).toBeDefined();
	});

	it('may be empty, where it shows that it comes to nothing', async () => {
		const empty = { ...SHOWN, items: [], additional_charges: [], net_balance: 0 };
		expect(await refused('addInvoiceItem', add, empty)).toBeUndefined();
		// A profile has no total (§2.2), and no taxes without lines.
		const ofProfile = async (more: BillingRecord = {}) =>
			(await refused('addRecurringItem', { ...add, recurring_id: '4' }, { items: [], ...more }))?.message;
		expect([await ofProfile(), await ofProfile({ total_tax: 0 })]).toEqual([undefined, undefined]);
		expect(await ofProfile({ total_tax: 12 })).toContain('cannot be read');
	});
});
