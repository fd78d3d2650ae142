import { at, textAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const NAMES = { name: 'Ann Lee', organization: 'Lee & Daughters' };
const create = async (values: Values = {}) =>
	textAt(await service.succeed('createClient', { ...NAMES, ...values }), 'client_id');
const stored = (id: string) => service.sandbox.records('client').find((client) => String(client.id) === id);

test('a new client gets the country and the currency of the account, and English', async () => {
	expect(stored(await create())).toMatchObject({
		country: 'GBR',
		currency: 'GBP',
		language: 'en',
		status: 'Active',
	});
});

describe('the user name of a new client', () => {
	test('is the given one', async () => {
		expect(stored(await create({ username: 'Ann-Lee_1' }))?.username).toBe('Ann-Lee_1');
	});

	test('is generated when it is left out: valid, and another for each client', async () => {
		const names = [
			await create(),
			await create(),
			await create({ name: 'X', organization: 'Y', email: 'x@y.example' }),
		].map((id) => stored(id)?.username ?? '');
		expect(new Set(names).size).toBe(3);
		for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.@-]{5,}$/);
	});

	test('may not differ from another one in its case only', async () => {
		await create({ username: 'annlee' });
		expect(await service.call('createClient', { ...NAMES, username: 'AnnLee' })).toMatchObject({
			status: 400,
			text: 'Username [AnnLee] already exists.',
		});
	});

	test('may be that of another account, or of a deleted client', async () => {
		const id = await create({ username: 'ann.lee' });
		const reply = await service.call('createClient', { ...NAMES, username: 'ann.lee' }, 'second');
		expect(reply.status).toBe(200);
		await service.succeed('deleteClient', { client_id: id });
		expect(stored(await create({ username: 'ANN.lee' }))?.username).toBe('ANN.lee');
	});
});

test('the credits of a client say what each is', async () => {
	const client = await service.succeed('getClient', { client_id: '{clientWithCredit}' });
	const credits = at(client, 'client/credits').children.map((credit) =>
		Object.fromEntries(credit.children.map(({ name, text }) => [name, text])),
	);
	expect(credits).toEqual([
		{
			amount: '120.00',
			payment_method: 'Bank Transfer',
			payment_note: 'Paid in advance',
			credit_date: '2026-05-26 09:30:00',
		},
	]);
});

describe('custom fields and contacts', () => {
	const field = (index: number) => ({
		[`custom_fields/custom_field[${index}]/label`]: `Label ${index}`,
		[`custom_fields/custom_field[${index}]/value`]: `Value ${index}`,
	});
	const four = { ...field(0), ...field(1), ...field(2), ...field(3) };
	const labels = (id: string) =>
		service.sandbox
			.records('customField')
			.filter((row) => row.owner === 'client' && String(row.owner_id) === id)
			.map((row) => row.label);

	test('are stored, up to four of the fields', async () => {
		expect(labels(await create(four))).toEqual(['Label 0', 'Label 1', 'Label 2', 'Label 3']);
		expect((await service.call('createClient', { ...NAMES, ...four, ...field(4) })).status).toBe(400);
	});

	test('are replaced by an update that has some, and kept by one that has none', async () => {
		const id = await create(four);
		const contact = {
			'additional_contacts/contact/a_name': 'Bo',
			'additional_contacts/contact/a_email': 'bo@lee.example',
		};
		await service.succeed('updateClient', { client_id: id, ...NAMES, ...contact, ...field(7) });
		await service.succeed('updateClient', { client_id: id, ...NAMES });
		expect(labels(id)).toEqual(['Label 7']);
		const contacts = service.sandbox.records('contact').filter((row) => String(row.client_id) === id);
		expect(contacts).toMatchObject([{ name: 'Bo', email: 'bo@lee.example' }]);
	});
});

describe('updateClient', () => {
	const FIELDS = {
		email: 'ann@lee.example',
		username: 'ann.lee',
		work_phone: '007',
		address: 'Street 1',
		country: 'IRL',
		language: 'fr',
		currency: 'EUR',
	};

	test('keeps what is left out', async () => {
		const id = await create(FIELDS);
		const response = await service.succeed('updateClient', { client_id: id, ...NAMES, name: 'Anna Lee' });
		expect(response.text).toBe(id);
		expect(stored(id)).toMatchObject({ ...FIELDS, name: 'Anna Lee' });
	});

	test('lets a client keep its own user name, and take no other one', async () => {
		const id = await create(FIELDS);
		expect(
			(await service.call('updateClient', { client_id: id, ...NAMES, username: 'ann.lee' })).status,
		).toBe(200);
		expect(
			(await service.call('updateClient', { client_id: id, ...NAMES, username: '{takenUsername}' })).status,
		).toBe(400);
	});

	test('changes the currency of a client that has drafts only, and that of its drafts', async () => {
		const id = await create(FIELDS);
		const invoice = textAt(await service.succeed('createInvoice', { 'client/client_id': id }), 'invoice_id');
		await service.succeed('updateClient', { client_id: id, ...NAMES, currency: 'USD' });
		expect(textAt(await service.succeed('getInvoice', { invoice_id: invoice }), 'invoice/currency')).toBe(
			'USD',
		);
		await service.succeed('updateInvoice', { invoice_id: invoice, 'client/client_id': id, status: 'sent' });
		const reply = await service.call('updateClient', { client_id: id, ...NAMES, currency: 'EUR' });
		expect([reply.status, reply.text]).toEqual([400, 'Currency can not be changed.']);
		expect((await service.call('updateClient', { client_id: id, ...NAMES, currency: 'USD' })).status).toBe(
			200,
		);
	});
});

test('a deleted client is gone for good, and cannot be invoiced', async () => {
	const id = await create();
	const { response } = await service.call('deleteClient', {
		'client_id[0]': id,
		'client_id[1]': '{foreignClient}',
	});
	expect(at(response, 'failure').children.map(({ text }) => text)).toEqual([service.fill('{foreignClient}')]);
	expect((await service.call('getClient', { client_id: id })).status).toBe(404);
	expect((await service.call('updateClient', { client_id: id, ...NAMES })).status).toBe(404);
	expect((await service.call('createInvoice', { 'client/client_id': id })).text).toBe(
		'Client id is not exists.',
	);
	const again = await service.call('deleteClient', { client_id: id });
	expect(textAt(again.response, 'failure/client_id')).toBe(id);
});
