import type { INodeParameters } from 'n8n-workflow';
import type { Property } from '../../../nodes/XmlBilling/forms/property';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { keysOf } from '../../../nodes/XmlBilling/records/keys';
import { RESOURCES } from '../../../nodes/XmlBilling/actions';
import { fieldsOf } from '../../../tools/forms.mts';
import { byId, locator, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

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
		expect(message).toContain("'0131' looks like an invoice number. Choose By Number.");
		expect(billing.methods()).toEqual([]);
	});

	it('is no ID for the editor', async () => {
		for (const typed of ['0131', '-131', '131.0', '１３１', 'INV-131'])
			await expect(pay(byId(typed), {})).rejects.toThrow('choose By Number');
		expect(await pay(byId(' 999131\t'), {})).toContain('the service has no such record');
	});

	it.each([
		'={{ $json.number }}',
		'={{$json.number}} ',
		'={{ $json.invoice.number }}',
		'={{ $json.invoice?.number.toString().trim() }}',
		'={{ $("Source").item.json.number }}',
		'={{ Number($json . number) }}',
		'={{ `${$json.invoiceNumber}` }}',
		'={{ $json.number.split(".")[0] }}',
		'={{ $json.missing }}{{ $json.number }}',
	])('pays no other invoice where its expression ends in number: %s', async (expression) => {
		const item = { number: '131', invoiceNumber: 131, invoice: { number: '131' } };
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
	'={{ $json["number"] && $json.invoice_id }}',
	'={{ "number" && 131 }}',
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
	expect(await errorOf('estimate', 'get', { estimateId: given }, 'EST-7')).toContain(
		"'EST-7' looks like an estimate number. Choose By Number.",
	);
	expect(await errorOf('recurringProfile', 'get', { recurringId: given }, '007')).toContain(
		"'007' looks like a recurring profile number. Choose By Number.",
	);
	expect(await errorOf('expense', 'get', { expenseId: given }, '007')).toMatch(
		/^Expense takes an ID, which is a whole number above zero without leading zeros, not '007'/,
	);
	expect(billing.methods()).toEqual([]);
});

/** Every locator of a write that accepts other keys than an identifier, except those in rows. */
const KEYED = RESOURCES.flatMap(({ option: { value: resource }, operations }) =>
	operations
		.filter(({ run }) => run === undefined)
		.flatMap((operation) =>
			fieldsOf(operation).flatMap(({ field: { modes = [] }, names, label }) =>
				RECORD_TYPES.flatMap((type) => keysOf(type))
					.filter(({ mode }) => names.length <= 2 && modes.some(({ name }) => name === mode))
					.map(({ word }) => ({ resource: String(resource), operation, names, label, word })),
			),
		),
);

function valueFor({ type, default: preferred }: Property): INodeParameters[string] {
	if (type === 'resourceLocator') return byId('1');
	if (type === 'dateTime') return '2026-01-01';
	return typeof preferred === 'string' && preferred !== '' ? preferred : '1';
}

/** Values for the required fields. */
const filled = (fields: readonly Property[]): INodeParameters =>
	Object.fromEntries(
		fields.filter(({ required }) => required === true).map((field) => [field.name, valueFor(field)]),
	);

test.each(KEYED)(
	'$resource > $operation.option.name sends nothing if $label ends in $word',
	async (write) => {
		const { resource, operation, names, label, word } = write;
		const [outer = '', inner] = names;
		const value = byId(`={{ $json.that_${word} }}`);
		const parameters = {
			...filled(operation.properties),
			[outer]: inner === undefined ? value : { [inner]: value },
		};
		const items = [{ [`that_${word}`]: 1 }];
		const message = await billing.errorOf(resource, String(operation.option.value), parameters, { items });
		expect(message).toContain(`${label} takes an ID, but its expression ends in ${word}`);
		expect(billing.methods()).toEqual([]);
	},
);

describe('A record that is found, and shown with what is no ID,', () => {
	const service = useScriptedService();

	it.each([
		[
			'invoice by its number',
			{ resource: 'invoice', operation: 'recordPayment', paymentMethod: 'Cash', amount: '10' },
			{ invoiceId: locator('number', '00004') },
			'Invoice: the invoice with this number is shown without its ID',
		],
		[
			'client by its email',
			{ resource: 'client', operation: 'delete' },
			{ clientId: locator('email', 'ada@engine.example') },
			'Client: the client with this email is shown without its ID',
		],
	])('is not written to: %s', async (_, operation, chosen, message) => {
		service.answer(
			'listInvoice',
			listed(
				'invoices',
				'<invoice><invoice_id>A4</invoice_id><number>00004</number><status>Active</status></invoice>',
			),
		);
		service.answer(
			'listClient',
			listed(
				'clients',
				'<client><client_id>A1</client_id><email>ada@engine.example</email><status>Active</status></client>',
			),
		);
		const parameters = { ...operation, ...chosen };
		const { error } = await engine.run({ credential: service.credential(), parameters });
		expect(error?.message).toBe(message);
		expect(service.methods().filter((method) => !/^(get|list)/.test(method))).toEqual([]);
	});
});
