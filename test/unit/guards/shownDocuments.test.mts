import fc from 'fast-check';
import { readCredentialLimits, refusalOf } from '../../../nodes/XmlBilling/guards/credentialLimits';
import type { Body, Content } from '../../../nodes/XmlBilling/xml/request';
import type { BillingRecord, Value } from '../../../nodes/XmlBilling/xml/shape';

const LIMIT = readCredentialLimits({ maximumAmount: '100' });
const charge = (more: Record<string, Value> = {}): BillingRecord => ({ type: 'Fixed', amount: 5, ...more });
/** An invoice of 90 in lines, and 5 more as a charge. */
const shownWith = (line: BillingRecord = {}, more: BillingRecord = {}): BillingRecord => ({
	items: [
		{ item_id: 11, unit_cost: 20, quantity: 3, discount: null, discount_type: '', ...line },
		{ item_id: 12, unit_cost: 30, quantity: 1 },
	],
	additional_charges: [charge()],
	net_balance: 95,
	outstanding: 95,
	...more,
});
const PROFILE: BillingRecord = {
	items: [{ recurring_item_id: 11, unit_cost: 60, quantity: 1 }],
	total_tax: 12,
};

const refusal = async (method: string, body: Body, record: BillingRecord = shownWith()) =>
	await refusalOf(LIMIT, method, body, {
		get: async () => await Promise.resolve(record),
		find: async () => await Promise.resolve(record),
		remember: async (_kind, _key, load) => await load(),
	});
const changing = (...item: Body[]): Body => ({ invoice_id: '4', items: { item } });
const update = async (line: Body, record?: BillingRecord) =>
	await refusal('updateInvoiceItem', changing(line), record);
const add = async (record: BillingRecord) =>
	await refusal('addInvoiceItem', changing({ unit_cost: '1', quantity: '1' }), record);
const saying = (message: string) => ({
	message: expect.stringContaining(message) as unknown,
	effect: 'none',
});
const UNCLEAR = saying('is unclear');
const UNREADABLE = saying('amount of the invoice with ID 4 cannot be read');

/** Spellings that a lenient service might read as the number 11. */
const RESPELLED = ['011', '11.0', '+11', '11abc', '1 1', '0x0b', '١١', '１１', '1e1', '-11', '', ' '];

describe('An identifier under a limit', () => {
	it.each(RESPELLED)('is refused as %j, whatever it names', async (id) => {
		const line = { unit_cost: '1', quantity: '1' };
		const wrong: Array<[string, Body]> = [
			['updateInvoiceItem', changing({ ...line, invoice_item_id: id })],
			['updateInvoiceItem', changing({ unit_cost: '50', invoice_item_id: id })],
			['updateInvoiceItem', changing({ quantity: '50', invoice_item_id: id })],
			['updateInvoiceItem', { ...changing({ ...line, invoice_item_id: '11' }), invoice_id: id }],
			['addInvoiceItem', { ...changing(line), invoice_id: id }],
			['updateInvoice', { ...changing(line), invoice_id: id }],
			['deleteInvoiceItem', { invoice_id: '4', invoice_item_id: id }],
			['deleteInvoiceItem', { invoice_id: '4', invoice_item_id: ['12', id] }],
			['deleteInvoiceItem', { invoice_id: ['4', id], invoice_item_id: '12' }],
		];
		for (const [method, body] of wrong)
			expect([body, await refusal(method, body)]).toEqual([body, expect.objectContaining(UNCLEAR)]);
	});

	it.each<[string, Content | undefined]>([
		['is missing', undefined],
		['is a list of none', []],
		['has elements', { id: '11' }],
	])('is refused where it %s', async (_, id) => {
		expect(await update({ unit_cost: '1', quantity: '1', invoice_item_id: id })).toMatchObject(UNCLEAR);
		const line = { unit_cost: '1', quantity: '1', invoice_item_id: '11' };
		for (const method of ['updateInvoiceItem', 'updateInvoice', 'addInvoiceItem'])
			expect(await refusal(method, { ...changing(line), invoice_id: id })).toMatchObject(UNCLEAR);
		const gone = { invoice_id: '4', invoice_item_id: id };
		expect(await refusal('deleteInvoiceItem', gone)).toMatchObject(UNCLEAR);
	});

	it('of a line that the invoice lacks is refused, whatever else the request says of the line', async () => {
		const factors = fc.record(
			{ unit_cost: fc.constant('1'), quantity: fc.constant('1') },
			{ requiredKeys: [] },
		);
		await fc.assert(
			fc.asyncProperty(factors, async (line) => {
				const told = await update({ ...line, invoice_item_id: '13' });
				expect(told).toMatchObject(saying('The line with ID 13 does not belong to the document'));
			}),
		);
		const gone = { invoice_id: '4', invoice_item_id: ['12', '13'] };
		expect(await refusal('deleteInvoiceItem', gone)).toMatchObject(
			saying('The line with ID 13 does not belong'),
		);
	});

	it('is known with blanks around it, and among several documents', async () => {
		expect(await update({ quantity: '1', invoice_item_id: ' 11 ' })).toBeUndefined();
		const body = { invoice_id: ['4', '4', '5'], invoice_item_id: ['11', '12'] };
		expect(await refusal('deleteInvoiceItem', body)).toBeUndefined();
	});

	it('is refused where it names a line twice', async () => {
		const [cheap, dear] = ['1', '9000'].map((unit_cost) => ({ unit_cost, invoice_item_id: '11' }));
		for (const lines of [
			[cheap, dear],
			[dear, cheap],
			[cheap, { quantity: '4', invoice_item_id: '11' }],
		])
			expect(await refusal('updateInvoiceItem', changing(...(lines as Body[])))).toBeDefined();
		expect(
			await refusal('updateInvoiceItem', changing({ unit_cost: '21', invoice_item_id: '11' })),
		).toBeUndefined();
	});
});

describe('An amount that a document shows', () => {
	const CRYPTIC = ['9,000.00', '9.000,00', '$9', '9e3', '−5', 'many'];

	it.each(['unit_cost', 'quantity', 'discount', 'tax1_percent', 'tax2_percent'])(
		'is too much where the %s of a line is no plain number',
		async (field) => {
			for (const value of CRYPTIC) {
				const record = shownWith({ [field]: value });
				expect(await add(record)).toMatchObject(UNREADABLE);
				expect(await update({ unit_cost: '1', invoice_item_id: '12' }, record)).toMatchObject(UNREADABLE);
				const gone = { invoice_id: '4', invoice_item_id: '12' };
				expect(await refusal('deleteInvoiceItem', gone, record)).toMatchObject(UNREADABLE);
				const charged = { additional_charges: { additional_charge: { type: 'Fixed', amount: '1' } } };
				expect(await refusal('updateInvoice', { invoice_id: '4', ...charged }, record)).toMatchObject(
					UNREADABLE,
				);
			}
		},
	);

	it.each<[string, BillingRecord]>([
		['a line without a cost', shownWith({ unit_cost: null })],
		['a line without a quantity', shownWith({ quantity: '' })],
		['a discount of an unknown type', shownWith({ discount: 5, discount_type: 'Fix' })],
		['a tax of an unknown type', shownWith({ tax2_percent: 5, tax2_type: 'On top' })],
		['a charge in digits of its own', shownWith({}, { additional_charges: [charge({ amount: '5,00' })] })],
		['a charge without an amount', shownWith({}, { additional_charges: [charge({ amount: null })] })],
		['a charge of an unknown type', shownWith({}, { additional_charges: [charge({ type: 'Flat' })] })],
		['charges in another form', shownWith({}, { additional_charges: { fee: '9000' } })],
		['lines in another form', shownWith({}, { items: { line: { unit_cost: '9000' } } })],
		['no lines, and a balance', shownWith({}, { items: [] })],
		[
			'no lines, and a balance in digits of its own',
			shownWith({}, { items: [], net_balance: '9,000.00', outstanding: 0 }),
		],
		['no lines, and something outstanding', shownWith({}, { items: [], net_balance: 0 })],
		['no lines at all', { net_balance: 0, outstanding: 0 }],
	])('is too much where it shows %s', async (_, record) => {
		expect(await add(record)).toMatchObject(UNREADABLE);
	});

	it('is too much where a profile hides its tax', async () => {
		const body = { recurring_id: '4', items: { item: { unit_cost: '1', quantity: '1' } } };
		for (const total_tax of [...CRYPTIC, null, ''])
			expect(await refusal('addRecurringItem', body, { ...PROFILE, total_tax })).toMatchObject(
				saying('amount of the recurring profile with ID 4 cannot be read'),
			);
		expect(await refusal('addRecurringItem', body, PROFILE)).toBeUndefined();
		expect(await refusal('updateRecurring', body, { ...PROFILE, total_tax: '1,0' })).toBeUndefined();
	});

	it('counts without what a request replaces', async () => {
		const cryptic = shownWith(
			{ unit_cost: '9,000.00' },
			{ additional_charges: [charge({ amount: '5,00' })] },
		);
		const charges = { additional_charges: { additional_charge: { type: 'Fixed', amount: '9' } } };
		const lines = changing({ unit_cost: '91', quantity: '1' });
		expect(await refusal('updateInvoice', { ...lines, ...charges }, cryptic)).toBeUndefined();
		const dearer = { ...changing({ unit_cost: '92', quantity: '1' }), ...charges };
		expect(await refusal('updateInvoice', dearer, cryptic)).toMatchObject(
			saying('more than the credential allows'),
		);
		const cost = shownWith({ unit_cost: '9,000.00' });
		expect(await update({ unit_cost: '20', invoice_item_id: '11' }, cost)).toBeUndefined();
		expect(await update({ unit_cost: '50', invoice_item_id: '11' }, cost)).toMatchObject(saying('more than'));
		// A change that leaves a factor empty may keep the one that is hidden.
		expect(await update({ unit_cost: '', invoice_item_id: '11' })).toMatchObject(UNREADABLE);
	});

	it('is what it was before, but not where that cannot be read', async () => {
		const line = { item_id: 13, unit_cost: '-9,000.00', quantity: 1 };
		const dear = shownWith({ unit_cost: 2000 });
		const gone = { invoice_id: '4', invoice_item_id: '12' };
		expect(await refusal('deleteInvoiceItem', gone, dear)).toBeUndefined();
		const rebated = { ...dear, items: [...[dear['items'] ?? []].flat(), line] };
		const rebate = { invoice_id: '4', invoice_item_id: '13' };
		expect(await refusal('deleteInvoiceItem', rebate, rebated)).toMatchObject(saying('more than'));
	});

	it('may be nothing, where the document shows so', async () => {
		const empty = { items: [], additional_charges: [], net_balance: 0, outstanding: null };
		expect(await add(empty)).toBeUndefined();
	});
});
