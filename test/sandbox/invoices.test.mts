import type { Quirk } from '../../sandbox/index.mts';
import { textAt } from './walk/answers.mts';
import { createInvoice, getInvoice, pay } from './walk/invoices.mts';
import { lines } from './walk/lines.mts';
import { create } from './walk/records.mts';
import { useService } from './walk/service.mts';

const quirks: Quirk[] = [];
const service = useService({ quirks });
afterEach(() => quirks.splice(0));

describe('the number of an invoice', () => {
	const numberOf = async (id: string) => textAt(await getInvoice(service, id), 'number');
	const next = (number: string, by: number) => String(Number(number) + by).padStart(5, '0');

	test('is the given one, verbatim, or the next in the sequence', async () => {
		expect(await numberOf(await createInvoice(service, { number: '007/A' }))).toBe('007/A');
		const last = await numberOf(await createInvoice(service));
		expect(await numberOf(await createInvoice(service, { number: last }))).toBe(next(last, 1));
	});

	test('skips numbers that were given before', async () => {
		const last = await numberOf(await createInvoice(service));
		await createInvoice(service, { number: next(last, 1) });
		expect(await numberOf(await createInvoice(service))).toBe(next(last, 2));
	});

	test('may be one that another account uses', async () => {
		await createInvoice(service, { number: 'SHARED' });
		const values = { 'client/client_id': '{foreignClient}', number: 'SHARED' };
		const invoice_id = await create(service, 'createInvoice', values, 'second');
		const record = await service.succeed('getInvoice', { invoice_id }, 'second');
		expect(textAt(record, 'invoice/number')).toBe('SHARED');
	});
});

describe('a plan', () => {
	const NAMES = { name: 'A', organization: 'B' };
	const addClient = (values = {}) => create(service, 'createClient', { ...NAMES, ...values }, 'limited');

	test('limits clients, deleted ones included', async () => {
		await service.succeed('deleteClient', { client_id: await addClient() }, 'limited');
		await addClient();
		const refused = [426, 'Your plan is limited to 2 clients. Please upgrade your plan.'];
		expect(await service.reply('createClient', NAMES, 'limited')).toEqual(refused);
	});

	test.each(['createInvoiceFromTimeTracking', 'createInvoiceFromExpense', 'createInvoiceFromEstimate'])(
		'limits invoices, those of %s too',
		async (method) => {
			const client = await addClient();
			const add = (by: string) => service.call(by, { 'client/client_id': client }, 'limited');
			const refused = { status: 426, text: 'Your plan is limited to 2 invoices. Please upgrade your plan.' };
			expect([(await add('createInvoice')).status, (await add(method)).status]).toEqual([200, 200]);
			expect(await add(method)).toMatchObject(refused);
			expect(await add('createInvoice')).toMatchObject(refused);
		},
	);

	test('a plan limits sent invoices', async () => {
		const values = { 'client/client_id': await addClient({ email: 'a@b.example' }) };
		const invoice_id = await create(service, 'createInvoice', values, 'limited');
		await service.succeed('sendInvoiceMail', { invoice_id }, 'limited');
		expect((await service.call('sendInvoiceMail', { invoice_id }, 'limited')).status).toBe(426);
	});
});

test('deleteInvoice leaves all of the invoice behind, or nothing where the service removes it', async () => {
	const charge = { 'additional_charges/additional_charge/name': 'Fee' };
	const field = { 'custom_fields/custom_field/label': 'Label' };
	const id = await createInvoice(service, { ...charge, ...field });
	await pay(service, id, '10');
	const parts = () => {
		const records: typeof service.sandbox.records = (kind) => service.sandbox.records(kind);
		const owners = [
			...records('line').flatMap((row) => (row.document === 'invoice' ? row.document_id : [])),
			...records('charge').map((row) => row.invoice_id),
			...records('payment').map((row) => row.invoice_id),
			...records('customField').flatMap((row) => (row.owner === 'invoice' ? row.owner_id : [])),
		];
		return owners.filter((owner) => String(owner) === id).length;
	};
	expect(parts()).toBe(4);
	await service.succeed('deleteInvoice', { invoice_id: id });
	expect([parts(), service.rowOf('invoice', id)?.status]).toEqual([4, 'Cancel']);
	quirks.push('removesDeleted');
	await service.succeed('deleteInvoice', { invoice_id: id });
	expect([parts(), service.rowOf('invoice', id)]).toEqual([0, undefined]);
});

test('lines keep their tax types when updateInvoiceItem changes them, since it does not take those', async () => {
	const id = await createInvoice(service, {
		'items/item/tax1_percent': '10',
		'items/item/tax2_percent': '10',
		'items/item/tax2_type': 'Compound',
	});
	const invoice_item_id = textAt(await getInvoice(service, id), 'items/item/item_id');
	const changed = lines({ name: 'Changed', invoice_item_id, tax2_type: 'Normal' });
	await service.succeed('updateInvoiceItem', { invoice_id: id, ...changed });
	expect(service.lastRequest().unknownElements).toEqual(['items/item/tax2_type']);
	expect(textAt(await getInvoice(service, id), 'items/item/tax2_type')).toBe('Compound');
});
