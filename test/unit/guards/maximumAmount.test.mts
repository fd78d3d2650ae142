import fc from 'fast-check';
import type { Body, Content } from '../../../nodes/XmlBilling/xml/request';
import { methodNamed } from '../../../nodes/XmlBilling/records/methods';
import { readCredentialLimits, refusalOf } from '../../../nodes/XmlBilling/guards/credentialLimits';

const LIMIT = readCredentialLimits({ readOnly: false, maximumAmount: '100' });
const PRESENT = {
	client: { client_id: 1 },
	items: [{ recurring_item_id: 5, item_id: 5, unit_cost: 0, quantity: 0 }],
	total_tax: 0,
};
const service = {
	get: async () => await Promise.resolve(PRESENT),
	find: async () => await Promise.resolve(PRESENT),
	remember: async <Result,>(_kind: string, _key: string, load: () => Promise<Result>) => await load(),
};
const refusal = async (method: string, body: Body) => await refusalOf(LIMIT, method, body, service);

const item = {
	name: 'A',
	type: 'Product',
	unit_cost: '1',
	quantity: '1',
	discount: '0',
	discount_type: 'Percent',
};
const client = { client_id: '1' };
const withLine = (line: Body): Body => ({ client, items: { item: { ...item, ...line } } });
const charged = (type: string): Body => ({
	...withLine({}),
	additional_charges: { additional_charge: { name: 'C', type, amount: '9000' } },
});
const discounted = (discount_type: string): Body =>
	withLine({ unit_cost: '9000', discount: '99', discount_type });
const taxed = (tax2_type: string): Body =>
	withLine({ unit_cost: '50', tax1_percent: '90', tax1_type: 'Normal', tax2_percent: '10', tax2_type });
const paid: Body = { invoice: { id: '4', method: 'Cash', amount: '500000' } };
const dear = { ...item, unit_cost: '9000' };
const entry = { id: '2', type: 'Time', discount_type: 'Percent', unit_cost: '9000', quantity: '1' };
const cheap = { ...entry, unit_cost: '1' };

/** Requests that exceed the limit, with every way to specify an amount. */
const TOO_MUCH: ReadonlyArray<readonly [method: string, body: Body]> = [
	['createInvoice', withLine(dear)],
	['createRecurring', withLine(dear)],
	['updateInvoice', { invoice_id: '4', items: { item: dear } }],
	['updateInvoice', { invoice_id: '4', ...charged('Fixed') }],
	['addInvoiceItem', { invoice_id: '4', items: { item: dear } }],
	['updateRecurringItem', { recurring_id: '4', items: { item: { ...dear, recurring_item_id: '5' } } }],
	['createInvoice', charged('Fixed')],
	['createInvoice', taxed('Compound')],
	['createInvoiceFromTimeTracking', { client, time_entries: { time_entry: entry } }],
	['createInvoiceFromExpense', { client, expenses: { expense: { ...entry, type: 'Expense' } } }],
	['invoiceOfflinePayment', paid],
];

/** The same letters in any case, and with any separators where an element is named. */
const respelled = (text: string, separators: readonly string[] = ['']) =>
	fc
		.array(fc.tuple(fc.boolean(), fc.constantFrom(...separators)), {
			minLength: text.length,
			maxLength: text.length,
		})
		.map((changes) =>
			changes
				.map(([isUpper, after], index) => {
					const letter = text.charAt(index);
					return (isUpper ? letter.toUpperCase() : letter.toLowerCase()) + after;
				})
				.join(''),
		);

const namesIn = (content: Content | undefined): string[] =>
	typeof content !== 'object'
		? []
		: [content]
				.flat()
				.flatMap((part) =>
					typeof part === 'string'
						? []
						: Object.entries(part).flatMap(([name, below]) => [name, ...namesIn(below)]),
				);

function rename(content: Content, from: string, to: string): Content {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map((part) => rename(part, from, to)) as Body[]; // parts stay parts
	return renameIn(content, from, to);
}
const renameIn = (body: Body, from: string, to: string): Body =>
	Object.fromEntries(
		Object.entries(body).map(([name, below]) => [name === from ? to : name, rename(below ?? '', from, to)]),
	);

describe('An amount above the limit', () => {
	it.each(TOO_MUCH)('is refused in %s %j, and no spelling of a name gets around it', async (method, body) => {
		expect(await refusal(method, body)).toMatchObject({
			message: 'The amount is more than the credential allows.',
		});
		const names = namesIn(body);
		await fc.assert(
			fc.asyncProperty(
				respelled(method),
				fc
					.constantFrom(...names)
					.chain((name) => fc.tuple(fc.constant(name), respelled(name, ['', '', '_', '-', '.']))),
				async (called, [name, other]) => {
					expect(await refusal(called, renameIn(body, name, other))).toMatchObject({ effect: 'none' });
				},
			),
		);
	});

	it.each([
		['charge', charged, 'Fixed'],
		['discount', discounted, 'Fixed'],
		['tax', taxed, 'Compound'],
	] as const)('is refused whatever the service may take the type of a %s for', async (_, bodyOf, type) => {
		expect(await refusal('createInvoice', bodyOf(type))).toBeDefined();
		const spelling = fc.oneof(
			respelled(type),
			fc.constantFrom('FIXED', 'Fix', ' Fixed', 'compounded'),
			fc.string(),
		);
		const isKnown = (text: string) => ['', 'Percent', 'Fixed', 'Normal', 'Compound'].includes(text);
		await fc.assert(
			fc.asyncProperty(
				spelling.filter((text) => !isKnown(text)),
				async (text) => expect(await refusal('createInvoice', bodyOf(text))).toBeDefined(),
			),
		);
	});

	it.each<[string, string, Body]>([
		[
			'a charge without an amount',
			'createInvoice',
			{ additional_charges: { additional_charge: { type: 'Fixed' } } },
		],
		['a charge with the type of a line', 'createInvoice', charged('Product')],
		['a line with the type of a charge', 'createInvoice', withLine({ type: 'Fixed' })],
		[
			'an entry with the type of a line',
			'createInvoiceFromTimeTracking',
			{ time_entries: { time_entry: { ...cheap, type: 'Product' } } },
		],
		['a payment without an amount', 'invoiceOfflinePayment', { invoice: { id: '4', method: 'Cash' } }],
		['a negative quantity', 'createInvoice', withLine({ quantity: '-1' })],
		['a charge where the method takes none', 'addInvoiceItem', { invoice_id: '4', ...charged('Percent') }],
		['a charge on a profile, which has none', 'createRecurring', charged('Percent')],
		[
			'a time entry in a method without them',
			'createInvoice',
			{ client, time_entries: { time_entry: cheap } },
		],
		['the identifier of another kind', 'addInvoiceItem', { recurring_Id: '4', items: { item } }],
		['an amount outside of its place', 'createInvoice', { items: { item }, unit_cost: '9000' }],
		['a line in a line', 'createInvoice', withLine({ item: dear })],
	])('is not ruled out by %s, which is refused', async (_, method, body) => {
		expect(await refusal(method, body)).toMatchObject({
			message: expect.stringContaining('is unclear') as unknown,
		});
	});

	it('is refused where a line is named twice, and only one of them is too much', async () => {
		const lines = [dear, item].map((line) => ({ ...line, invoice_item_id: '5' }));
		expect(await refusal('updateInvoiceItem', { invoice_id: '4', items: { item: lines } })).toBeDefined();
	});

	it('is refused in a method outside the interface', async () => {
		const name = fc.stringMatching(/^[A-Za-z]+$/).filter((text) => methodNamed(text) === undefined);
		await fc.assert(
			fc.asyncProperty(name, async (method) => expect(await refusal(method, paid)).toBeDefined()),
		);
		for (const method of ['invOfflinePayment', 'addInvoiceLineItem'])
			expect(await refusal(method, paid)).toBeDefined();
	});
});

/** An invoice of 90 in lines, and 5 more as a charge. */
const SHOWN = {
	currency: 'EUR',
	items: [
		{ item_id: 5, unit_cost: 60, quantity: 1 },
		{ item_id: 6, unit_cost: 30, quantity: 1 },
	],
	additional_charges: [{ type: 'Fixed', amount: 5 }],
};
const costing = (unit_cost: string, more: Body = {}): Body => ({ ...item, unit_cost, ...more });
const changing = (line: Body): Body => ({ invoice_id: '4', items: { item: line } });
const charge = (amount: string): Body => ({
	invoice_id: '4',
	additional_charges: { additional_charge: { type: 'Fixed', amount } },
});
const pay = (...amounts: string[]): Body => ({
	invoice: amounts.map((amount) => ({ id: '4', method: 'Cash', amount })),
});
const ofShown = async (method: string, body: Body) =>
	await refusalOf(LIMIT, method, body, { ...service, get: async () => await Promise.resolve(SHOWN) });

describe('What an invoice already has', () => {
	it.each<[string, string, Body]>([
		[
			'a changed line replaces its former self',
			'updateInvoiceItem',
			changing(costing('65', { invoice_item_id: '5' })),
		],
		[
			'so it does with blanks around its ID',
			'updateInvoiceItem',
			changing(costing('65', { invoice_item_id: ' 5 ' })),
		],
		['an added line comes on top', 'addInvoiceItem', changing(costing('5'))],
		['lines are replaced by an update', 'updateInvoice', changing(costing('95'))],
		['charges are replaced by an update', 'updateInvoice', charge('10')],
		['payments are compared one by one', 'invoiceOfflinePayment', pay('90', '100', '10')],
	])('counts: %s, up to the limit', async (_, method, body) => {
		expect(await ofShown(method, body)).toBeUndefined();
	});

	it.each<[string, string, Body]>([
		['a changed line', 'updateInvoiceItem', changing(costing('66', { invoice_item_id: '5' }))],
		['an added line', 'addInvoiceItem', changing(costing('6'))],
		[
			'an added line with the ID of another',
			'addInvoiceItem',
			changing(costing('65', { invoice_item_id: '5' })),
		],
		['new lines beside the charges that stay', 'updateInvoice', changing(costing('96'))],
		['a new charge beside the lines that stay', 'updateInvoice', charge('11')],
		['the first payment', 'invoiceOfflinePayment', pay('101', '1')],
		['the last payment', 'invoiceOfflinePayment', pay('1', '101')],
	])('counts: %s above the limit is refused', async (_, method, body) => {
		expect(await ofShown(method, body)).toMatchObject({
			message: 'The amount is more than the credential allows.',
			effect: 'none',
			transient: false,
		});
	});

	it('is named with its currency', async () => {
		expect((await ofShown('updateInvoice', charge('11')))?.advice).toContain('101.00 EUR, and');
	});

	it.each<[string, Body]>([
		['updateInvoice', { invoice_id: '4', notes: 'Thanks' }],
		['deleteInvoice', { invoice_id: '4' }],
		['updateClient', { client_id: '4', name: 'Ada' }],
	])('is not read for %s of %j, which changes no amount', async (method, body) => {
		const get = async () => await Promise.reject(new Error('read'));
		expect(await refusalOf(LIMIT, method, body, { ...service, get })).toBeUndefined();
	});

	it("is not looked up by a line's ID in an unusual spelling", async () => {
		const body = changing(costing('1', { Invoice_Item_Id: '5' }));
		expect((await ofShown('updateInvoiceItem', body))?.message).toContain('is unclear');
	});
});
