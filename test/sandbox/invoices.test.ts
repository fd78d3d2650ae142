import { textAt, textsAt } from './walk/answers.ts';
import { createInvoice, getInvoice, pay, statusOf } from './walk/invoices.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

describe('the number of an invoice', () => {
	const numberOf = async (id: string) => textAt(await getInvoice(service, id), 'number');

	test('is the next in the sequence when none is given', async () => {
		const [first, second] = [
			await numberOf(await createInvoice(service)),
			await numberOf(await createInvoice(service)),
		];
		expect(Number(second)).toBe(Number(first) + 1);
	});

	test('is the given one, as it is written', async () => {
		expect(await numberOf(await createInvoice(service, { number: '007/A' }))).toBe('007/A');
	});

	test('is the next in the sequence when the given one is in use', async () => {
		const last = await numberOf(await createInvoice(service));
		expect(await numberOf(await createInvoice(service, { number: last }))).toBe(
			String(Number(last) + 1).padStart(5, '0'),
		);
	});

	test('skips numbers that were given before', async () => {
		const last = Number(await numberOf(await createInvoice(service)));
		await createInvoice(service, { number: String(last + 1).padStart(5, '0') });
		expect(Number(await numberOf(await createInvoice(service)))).toBe(last + 2);
	});

	test('may be one that another account uses', async () => {
		await createInvoice(service, { number: 'SHARED' });
		const client = service.fill('{foreignClient}');
		const response = await service.succeed(
			'createInvoice',
			{ 'client/client_id': client, number: 'SHARED' },
			'second',
		);
		const record = await service.succeed(
			'getInvoice',
			{ invoice_id: textAt(response, 'invoice_id') },
			'second',
		);
		expect(textAt(record, 'invoice/number')).toBe('SHARED');
	});
});

test.each(['createInvoiceFromTimeTracking', 'createInvoiceFromExpense', 'createInvoiceFromEstimate'])(
	'%s counts towards the invoices that a plan allows, and is refused with status 426 after that',
	async (method) => {
		const names = { name: 'A', organization: 'B' };
		const client = textAt(await service.succeed('createClient', names, 'limited'), 'client_id');
		const add = (by: string) => service.call(by, { 'client/client_id': client }, 'limited');
		const refused = { status: 426, text: 'Your plan is limited to 2 invoices. Please upgrade your plan.' };
		expect([(await add('createInvoice')).status, (await add(method)).status]).toEqual([200, 200]);
		expect(await add(method)).toMatchObject(refused);
		expect(await add('createInvoice')).toMatchObject(refused);
	},
);

describe('sendInvoiceMail', () => {
	test('mails a copy to the client and makes the invoice Sent', async () => {
		const id = await createInvoice(service);
		const before = service.sandbox.outbox.length;
		const response = await service.succeed('sendInvoiceMail', { invoice_id: id });
		expect(textsAt(response, 'invoice_id')).toEqual([id]);
		expect(await statusOf(service, id)).toBe('Sent');
		const number = textAt(await getInvoice(service, id), 'number');
		expect(service.sandbox.outbox.slice(before)).toEqual([
			expect.objectContaining({
				recipient: service.fill('{clientEmail}'),
				record_id: Number(id),
				subject: `Invoice ${number} from ${service.sandbox.account('main').company}`,
				attachment: `invoice-${number}.pdf`,
			}),
		]);
	});

	test('sends what it can, and lists the rest with status 400', async () => {
		const [id, other] = [
			await createInvoice(service),
			await createInvoice(service, { 'client/client_id': '{newClient}' }),
		];
		const failing = [other, service.fill('{foreignInvoice}'), service.fill('{unknown}'), 'abc'];
		const asked = Object.fromEntries([id, ...failing].map((one, index) => [`invoice_id[${index}]`, one]));
		const { status, text, response } = await service.call('sendInvoiceMail', asked);
		expect([status, text]).toEqual([400, expect.stringMatching(/./)]);
		expect(textsAt(response, 'success/invoice_id')).toEqual([id]);
		expect(textsAt(response, 'invalid/invoice_id')).toEqual(failing);
		expect([await statusOf(service, id), await statusOf(service, other)]).toEqual(['Sent', 'Draft']);
	});

	test('is refused with status 426 once the plan allows no more', async () => {
		const client = textAt(
			await service.succeed(
				'createClient',
				{ name: 'A', organization: 'B', email: 'a@b.example' },
				'limited',
			),
			'client_id',
		);
		const id = textAt(
			await service.succeed('createInvoice', { 'client/client_id': client }, 'limited'),
			'invoice_id',
		);
		await service.succeed('sendInvoiceMail', { invoice_id: id }, 'limited');
		expect((await service.call('sendInvoiceMail', { invoice_id: id }, 'limited')).status).toBe(426);
	});
});

describe('deleteInvoice', () => {
	test('removes invoices, and lists those it could not', async () => {
		const [one, two] = [await createInvoice(service), await createInvoice(service)];
		const failing = [service.fill('{foreignInvoice}'), service.fill('{unknown}'), 'abc'];
		const asked = Object.fromEntries(
			[one, ...failing, two, one].map((id, index) => [`invoice_id[${index}]`, id]),
		);
		const { status, response } = await service.call('deleteInvoice', asked);
		expect([status, textsAt(response, 'failure/invoice_id')]).toEqual([200, failing]);
		for (const id of [one, two])
			expect((await service.call('getInvoice', { invoice_id: id })).status).toBe(404);
		expect((await service.call('getInvoice', { invoice_id: '{foreignInvoice}' }, 'second')).status).toBe(200);
	});

	test('leaves nothing of the invoice behind', async () => {
		const charge = { 'additional_charges/additional_charge/name': 'Fee' };
		const field = { 'custom_fields/custom_field/label': 'Label' };
		const id = await createInvoice(service, { ...charge, ...field });
		await pay(service, id, '10');
		const parts = () => {
			const { sandbox } = service;
			const owners = [
				...sandbox
					.records('line')
					.filter(({ document }) => document === 'invoice')
					.map((row) => row.document_id),
				...sandbox.records('charge').map((row) => row.invoice_id),
				...sandbox.records('payment').map((row) => row.invoice_id),
				...sandbox
					.records('customField')
					.filter(({ owner }) => owner === 'invoice')
					.map((row) => row.owner_id),
			];
			return owners.filter((owner) => String(owner) === id).length;
		};
		expect(parts()).toBe(4);
		await service.succeed('deleteInvoice', { invoice_id: id });
		expect(parts()).toBe(0);
	});

	test('never gives its identifier to another invoice', async () => {
		const id = await createInvoice(service);
		await service.succeed('deleteInvoice', { invoice_id: id });
		expect(Number(await createInvoice(service))).toBeGreaterThan(Number(id));
	});
});

describe('the lines of an invoice', () => {
	const line = (name: string) => ({
		name,
		type: 'Product',
		unit_cost: '1',
		quantity: '1',
		discount: '0',
		discount_type: 'Percent',
	});
	const lines = (...names: string[]) =>
		Object.fromEntries(
			names.flatMap((name, index) =>
				Object.entries(line(name)).map(([key, text]) => [`items/item[${index}]/${key}`, text]),
			),
		);
	const names = async (id: string) => textsAt(await getInvoice(service, id), 'items/item/name');

	test('are added at the end, with an identifier for each', async () => {
		const id = await createInvoice(service);
		const response = await service.succeed('addInvoiceItem', { invoice_id: id, ...lines('A', 'B') });
		expect(await names(id)).toEqual(['Work', 'A', 'B']);
		const added = textsAt(response, 'invoice_items/invoice_item_id');
		expect(textsAt(await getInvoice(service, id), 'items/item/item_id').slice(1)).toEqual(added);
	});

	test('are deleted by their identifiers, all of them or none', async () => {
		const id = await createInvoice(service);
		const added = textsAt(
			await service.succeed('addInvoiceItem', { invoice_id: id, ...lines('A', 'B') }),
			'invoice_items/invoice_item_id',
		);
		const [a = '', b = ''] = added;
		const foreign = { invoice_id: id, 'invoice_item_id[0]': a, 'invoice_item_id[1]': '{invoiceItem}' };
		expect((await service.call('deleteInvoiceItem', foreign)).status).toBe(400);
		expect(await names(id)).toEqual(['Work', 'A', 'B']);
		await service.succeed('deleteInvoiceItem', {
			invoice_id: id,
			'invoice_item_id[0]': a,
			'invoice_item_id[1]': b,
		});
		expect(await names(id)).toEqual(['Work']);
	});

	test('keep their tax types when updateInvoiceItem changes them, since it does not take those', async () => {
		const id = await createInvoice(service, {
			'items/item/tax1_percent': '10',
			'items/item/tax2_percent': '10',
			'items/item/tax2_type': 'Compound',
		});
		const item = textAt(await getInvoice(service, id), 'items/item/item_id');
		const changed = {
			...lines('Changed'),
			'items/item[0]/invoice_item_id': item,
			'items/item[0]/tax2_type': 'Normal',
		};
		await service.succeed('updateInvoiceItem', { invoice_id: id, ...changed });
		expect(service.lastRequest().unknownElements).toEqual(['items/item/tax2_type']);
		expect(textAt(await getInvoice(service, id), 'items/item/tax2_type')).toBe('Compound');
	});
});
