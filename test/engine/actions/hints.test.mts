import type { INodeParameters } from 'n8n-workflow';
import { byId, isThere, useBilling } from '../billing.mts';
import { own } from '../tables.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

// What people get wrong without an error: a hint says it once, for however many lines and items.
const billing = useBilling();
const warnings = async (operation: string, parameters: INodeParameters, items?: object[]) => {
	const [resource = '', name = ''] = operation.split(' ');
	await billing.outputOf(resource, name, parameters, items && { items: items as never });
	return billing.warnings();
};
const json = (...lines: object[]): INodeParameters => ({
	...{ clientId: byId('={{ $json.id ?? 1 }}'), linesFrom: 'json', linesJson: JSON.stringify(lines) },
});

const charged = (name: string) => ({
	additionalFields: { additionalCharges: { additionalCharge: [{ name, type: 'Fixed', amount: '5' }] } },
});

describe('A price in the currency of the account, billed in that of the client,', () => {
	const WARNING =
		"Prices of the catalog, tasks and expenses are in GBP, and are billed as JPY, the client's currency, without conversion. Enter the Unit Cost in JPY.";
	const accountReads = () => billing.methods().filter((method) => method === 'getAccountInfo').length;
	const { entries, expenses } = useUnbilled(billing);
	const product = () => {
		const [{ id } = { id: 0 }] = own(billing.sandbox.records('product')).filter(isThere);
		return { product: String(id) };
	};
	beforeEach(() => {
		for (const id of [1, 2, 3]) billing.sandbox.change('client', id, { currency: 'JPY' });
	});

	it('is a hint with both, once for all lines and items, and for one request', async () => {
		const lines = json(product(), { ...product(), quantity: 3 }, { name: 'Own', unit_cost: 1 });
		expect(await warnings('estimate create', lines)).toBe(WARNING);
		billing.sandbox.clearRequests();
		const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
		expect(await warnings('invoice create', lines, items)).toBe(`Items 1, 2 and 3: ${WARNING}`);
		expect(accountReads()).toBe(1);
	});

	it.each(['createFromTimeTracking', 'createFromExpense'])(
		'is a hint of %s, unless the form has the price',
		async (name) => {
			const all = { clientId: byId(CLIENT), entriesFrom: 'all', options: { preview: true }, simplify: false };
			const [shown] = await billing.outputOf('invoice', name, all);
			expect(shown).toMatchObject({ warnings: expect.arrayContaining([WARNING]) as unknown });
			const [entry] = name === 'createFromExpense' ? expenses() : entries();
			const id = name === 'createFromExpense' ? 'expense_id' : 'timelog_id';
			const entriesJson = JSON.stringify([{ [id]: entry?.id, unit_cost: 3500 }]);
			const priced = { ...all, entriesFrom: 'json', entriesJson };
			expect(await billing.outputOf('invoice', name, priced)).toMatchObject([{ warnings: [] }]);
		},
	);

	it('is none with a Unit Cost of its own, in the same currency, or if the account does not say its own', async () => {
		expect(await warnings('invoice create', json({ ...product(), unit_cost: 3500 }))).toBe('');
		expect(accountReads()).toBe(0);
		await billing.sandbox.setFaults([{ method: 'getAccountInfo', fault: 'http403' }]);
		expect(await warnings('invoice create', json(product()))).toBe('');
		await billing.sandbox.setFaults([]);
		billing.sandbox.change('client', 1, { currency: 'GBP' });
		expect(await warnings('invoice create', json(product()))).toBe('');
	});
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('A document of another year is a hint for all items, and one of this year is none', async () => {
	const date = '={{ $json.date }}';
	const items = [day(-400), day(-300), day(300), day(400), day(4000)].map((one) => ({ date: one }));
	const WARNING = 'Items 1, 4 and 5: The Date is more than a year away from today. Check its year.';
	const create = { ...json({ name: 'A', unit_cost: 1 }), additionalFields: { date } };
	for (const resource of ['invoice', 'estimate'])
		expect(await warnings(`${resource} create`, create, items)).toBe(WARNING);
	const update = { invoiceId: byId(4), updateFields: { date, dueDate: date } };
	expect(await warnings('invoice update', update, items)).toContain(WARNING);
});

it('A payment of a later day is a hint, and one of today is none', async () => {
	const cash = { invoiceId: byId(4), paymentMethod: 'Cash' };
	const payment = { ...cash, amount: '={{ $json.amount }}', date: '={{ $json.date }}' };
	const items = [0, 1, 30].map((days) => ({ date: day(days), amount: 1 + days / 100 }));
	expect(await warnings('invoice recordPayment', payment, items)).toBe(
		'Items 2 and 3: The Date of the payment is in the future. Check it.',
	);
});

it('Shipping as a charge is a hint if lines are taxed, because charges are not', async () => {
	const WARNING = 'A shipping charge is not taxed, although lines are. To tax it, bill it as a line.';
	const taxed = json({ name: 'A', unit_cost: 1, tax1_name: 'VAT', tax1_percent: 20 });
	const untaxed = json({ name: 'A', unit_cost: 1 });
	for (const [lines, charge, told] of [
		...['Shipping', 'Express delivery', 'Postage & packing', 'Freight', 'Versandkosten', 'Porto'].map(
			(one) => [taxed, one, WARNING] as const,
		),
		[taxed, 'Reminder fee', ''],
		[taxed, 'Deposit', ''],
		[untaxed, 'Shipping', ''],
	] as const)
		expect(await warnings('invoice create', { ...lines, ...charged(charge) })).toBe(told);
});
