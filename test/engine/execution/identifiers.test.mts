import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

// The number of one client's invoice looks like the identifier of another client's.
const billing = useBilling();
const [NUMBERED, OTHER] = [4, 131];

beforeEach(() => {
	const { store } = billing.sandbox;
	const [invoice] = billing.sandbox.records('invoice').filter(({ id }) => id === NUMBERED);
	store.insert('invoice', { ...invoice, id: OTHER, client_id: 2, number: 'A-1', number_key: 'A-1' });
	billing.sandbox.change('invoice', NUMBERED, { number: '0131', number_key: '0131' });
});

const pay = async (invoiceId: ReturnType<typeof locator> | string, item: object) =>
	await billing.errorOf(
		'invoice',
		'recordPayment',
		{ invoiceId, paymentMethod: 'Cash' },
		{ items: [{ ...item }] },
	);

describe('The number of an invoice, By ID', () => {
	it.each([
		[byId('={{ $json.given }}'), { given: ' 0131 ' }],
		[locator('list', '={{ $json.given }}'), { given: '0131' }],
		['={{ $json.given }}', { given: '0131' }],
	])('pays no other invoice: %j', async (invoiceId, item) => {
		const message = await pay(invoiceId, item);
		expect(message).toMatch(/^Invoice takes an ID, .+ not ' ?0131 ?' /);
		expect(message).toContain('Choose By Number.');
		expect(billing.methods()).toEqual([]);
	});

	it('is no ID for the editor', async () => {
		for (const typed of ['0131', '-131', '131.0', '１３１', 'INV-131'])
			await expect(pay(byId(typed), {})).rejects.toThrow('choose By Number');
		expect(await pay(byId(' 999131\t'), {})).toContain('the service has no such record');
	});

	it.each([
		'={{ $json.number }}',
		'={{ $json.invoice?.number.toString().trim() }}',
		'={{ $("Source").item.json.number }}',
		'={{ $json.missing }}{{ $json.number }}',
	])('pays no other invoice where its expression ends in number: %s', async (expression) => {
		const item = { number: '131', invoice: { number: '131' } };
		for (const mode of ['id', 'list']) {
			const message = await pay(locator(mode, expression), item);
			expect(message).toContain('Invoice takes an ID, but its expression ends in number');
			expect(message).toContain('Nothing was sent. Choose By Number, or use invoice_id.');
		}
		expect(billing.methods()).toEqual([]);
	});

	it.each(['={{ $json.number }}', "={{ { __rl: true, mode: 'id', value: $json.number } }}"])(
		'pays no other invoice where one expression is the whole field: %s',
		async (expression) => {
			expect(await pay(expression, { number: '131' })).toContain('its expression ends in number');
			expect(billing.methods()).toEqual([]);
		},
	);

	it('is read with a warning, which an agent gets as a field', async () => {
		const invoiceId = byId('={{ $json.number }}');
		const items = [{ number: '131' }];
		const warning =
			'Invoice takes an ID, but its expression ends in number. Choose By Number, or use invoice_id.';
		const [invoice] = await billing.outputOf('invoice', 'get', { invoiceId }, { items });
		expect(invoice).toMatchObject({ invoice_id: OTHER, number: 'A-1' });
		expect(billing.warnings()).toBe(warning);
		const [answer] = await billing.outputOf('invoice', 'get', { invoiceId }, { items, isTool: true });
		expect(answer).toMatchObject({ warning, invoice_id: OTHER });
	});

	it('a number finds its invoice By Number', async () => {
		const invoiceId = locator('number', '={{ $json.number }}');
		const items = [{ number: '0131' }];
		await billing.outputOf('invoice', 'recordPayment', { invoiceId, paymentMethod: 'Cash' }, { items });
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([{ invoice: { id: String(NUMBERED) } }]);
		expect(billing.warnings()).toBe('');
	});
});

it.each([
	'={{ $json.invoice_id }}',
	'={{ [$json].find((one) => one.number === "131").invoice_id }}',
	'={{ $json.number ? $json.invoice_id : "" }}',
	'={{ $json.invoice_id ?? $fromAi("invoice", `The ID. Number is another field.`) }}',
	'={{ Object.keys($json).number ?? $json.number.length + $json.offset }}',
])('An identifier that an expression has not from a number is taken: %s', async (expression) => {
	const items = [{ number: '131', invoice_id: 131, offset: 128 }];
	await billing.outputOf('invoice', 'get', { invoiceId: byId(expression) }, { items });
	expect(billing.sent('getInvoice')).toMatchObject([{ invoice_id: '131' }]);
	expect(billing.warnings()).toBe('');
});

it('A client By ID has its own advice, and the error for a record without other keys explains IDs', async () => {
	const errorOf = async (resource: string, operation: string, parameters: INodeParameters, given: string) =>
		await billing.errorOf(resource, operation, parameters, { items: [{ given }] });
	const given = byId('={{ $json.given }}');
	expect(await errorOf('invoice', 'getAll', { filters: { clientId: given } }, '042')).toMatch(
		/^Filters › Client takes an ID, .+ not '042' Nothing was sent. Choose By Email or By Organization.$/,
	);
	expect(await errorOf('expense', 'get', { expenseId: given }, '007')).toMatch(
		/^Expense takes an ID, which is a whole number above zero without leading zeros, not '007'/,
	);
	expect(billing.methods()).toEqual([]);
});
