import { at, textAt, textsAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { getInvoice } from './walk/invoices.mts';
import { lines, repeated } from './walk/lines.mts';
import { create } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

const NAMES = { name: 'Ann Lee', organization: 'Lee & Daughters' };
const add = (values: Values = {}) => create(service, 'createClient', { ...NAMES, ...values });
const update = (client_id: string, values: Values = {}) =>
	service.call('updateClient', { client_id, ...NAMES, ...values });

test('a new client gets the country and the currency of the account, and English', async () => {
	const defaults = { country: 'GBR', currency: 'GBP', language: 'en', status: 'Active' };
	expect(service.rowOf('client', await add())).toMatchObject(defaults);
});

test('the user name of a client is generated if omitted: valid, and different for each client', async () => {
	const others = { name: 'X', organization: 'Y', email: 'x@y.example' };
	const ids = [await add(), await add(), await add(others)];
	const names = ids.map((id) => service.rowOf('client', id)?.username ?? '');
	expect(new Set(names).size).toBe(3);
	for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.@-]{5,}$/);
});

test('the credits of a client say what each is', async () => {
	const client = await service.succeed('getClient', { client_id: '{clientWithCredit}' });
	const [credit] = at(client, 'client/credits').children;
	const texts = credit?.children.map(({ text }) => text);
	expect(texts).toEqual(['120.00', 'Bank Transfer', 'Paid in advance', '2026-05-26 09:30:00']);
});

test('custom fields and contacts are stored, and replaced by an update that has some; four fields at most', async () => {
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
	const id = await add(four);
	expect(labels(id)).toEqual(['Label 0', 'Label 1', 'Label 2', 'Label 3']);
	for (const method of ['createClient', 'createInvoice', 'updateClient']) {
		const values = { ...NAMES, client_id: id, 'client/client_id': id, ...four, ...field(4) };
		expect((await service.call(method, values)).text).toBe('Custom fields are limited to four.');
	}
	const contact = {
		'additional_contacts/contact/a_name': 'Bo',
		'additional_contacts/contact/a_email': 'bo@lee.example',
	};
	await update(id, { ...contact, ...field(7) });
	await update(id);
	expect(labels(id)).toEqual(['Label 7']);
	const contacts = service.sandbox.records('contact').filter((row) => String(row.client_id) === id);
	expect(contacts).toMatchObject([{ name: 'Bo', email: 'bo@lee.example' }]);
});

test('updateClient changes the currency of a client that has drafts only, and that of its drafts', async () => {
	const id = await add({ currency: 'EUR' });
	const invoice_id = await create(service, 'createInvoice', { 'client/client_id': id });
	await update(id, { currency: 'USD' });
	expect(textAt(await getInvoice(service, invoice_id), 'currency')).toBe('USD');
	await service.succeed('updateInvoice', { invoice_id, 'client/client_id': id, status: 'sent' });
	const refused = { status: 400, text: 'Currency can not be changed.' };
	expect(await update(id, { currency: 'EUR' })).toMatchObject(refused);
	expect((await update(id, { currency: 'USD' })).status).toBe(200);
});

const NEEDS = {
	project: {
		status: 'status',
		add: async (client_id: string) =>
			await create(service, 'createProject', { name: 'P', billing_method: 'task', client_id }),
	},
	recurring: {
		status: 'recurring_status',
		add: async (client: string) =>
			await create(service, 'createRecurring', { 'client/client_id': client, ...lines({}) }),
	},
} as const;

test.each(['project', 'recurring'] as const)(
	'a client with an active %s is not deleted until that is archived or deleted',
	async (kind) => {
		const { status, add: addNeeding } = NEEDS[kind];
		const remove = async (...ids: string[]) =>
			textsAt(await service.succeed('deleteClient', repeated('client_id', ids)), 'failure/client_id');
		for (const inactive of ['Archived', 'Deleted']) {
			const [client, free] = [await add(), await add()];
			const record = await addNeeding(client);
			expect(await remove(client, free)).toEqual([client]);
			expect(service.rowOf('client', client)?.status).toBe('Active');
			expect(service.rowOf('client', free)?.status).toBe('Deleted');
			service.sandbox.change(kind, Number(record), { [status]: inactive });
			expect(await remove(client)).toEqual([]);
			expect(service.rowOf('client', client)?.status).toBe('Deleted');
		}
	},
);
