import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

const service = useScriptedService();
const run = async (parameters: INodeParameters, limits: object = {}, items: IDataObject[] = [{}]) =>
	await engine.run({ credential: { ...service.credential(), ...limits }, parameters, items });

/** What each method does, in words. */
const WRITES = [
	['createInvoice', 'created'],
	['updateClient', 'changed'],
	['deleteEstimate', 'deleted'],
	['sendInvoiceMail', 'sent'],
	['invoiceOfflinePayment', 'recorded'],
	['addInvoiceItem', 'added'],
	['getAndDeleteInvoice', 'changed'],
] as const;
const RULED_OUT = [400, 401, 403, 404, 422, 426, 501];
const OPEN = [408, 499, 500, 502, 503, 504, 799];

describe.each(WRITES)('%s, when the service refuses it', (method, done) => {
	const refuse = async (status: number) => {
		service.answer(method, 'No.', status);
		const body = { requestMethod: method, requestBody: '{ "invoice_id": 4 }' };
		const { error } = await run({ resource: 'settings', operation: 'customRequest', ...body });
		return `${error?.message} ${error?.description}`;
	};

	it.each(RULED_OUT)('was not carried out after the status %d, and the error says so', async (status) => {
		const text = await refuse(status);
		expect(text).toContain(`Nothing was ${done}. `);
		expect(text).not.toContain('unknown');
	});

	it('is sent five times more after the status 429, and then the error says that nothing was done', async () => {
		const text = await refuse(429);
		expect(text).toContain(`Nothing was ${done}. `);
		expect(service.sent(method)).toHaveLength(6);
	});

	it.each(OPEN)('may have been carried out after the status %d, and the error says so', async (status) => {
		const text = await refuse(status);
		expect(text).toMatch(/It is unknown whether .*Before you run this again, /);
		expect(text).not.toContain('Nothing was');
		expect(service.sent(method)).toHaveLength(1);
	});
});

describe('what a write looks up first, when the service refuses it', () => {
	const create = {
		resource: 'client',
		operation: 'create',
		name: 'Ada',
		organization: 'Engine Ltd',
		additionalFields: { email: '={{ $json.email }}' },
		options: { return: 'id' },
	};

	it.each([400, 401, 403, 500])('makes an error that says that nothing was created (%d)', async (status) => {
		service.answer('listClient', 'No.', status);
		const { error } = await run(create, {}, [{ email: 'a@example.com' }]);
		expect(error?.description).toMatch(/^Nothing was created\. \w/);
		expect(service.sent('createClient')).toEqual([]);
	});

	it('says it of its own item, after others that were created', async () => {
		service.answer('createClient', '<client_id>1</client_id>');
		service.answerWith({
			listClient: [
				'<response status="404">Data not found.</response>',
				'<response status="403">No.</response>',
			],
		});
		const { error } = await run(create, {}, [{ email: 'a@example.com' }, { email: 'b@example.com' }]);
		expect(error?.description).toMatch(
			/^Nothing was created for this item\. .*One other item was carried out\./,
		);
	});

	it('makes an error that says that nothing was deleted', async () => {
		service.answer('getInvoice', 'No.', 403);
		const parameters = { resource: 'invoice', operation: 'delete', invoiceId: byId(4) };
		const { error } = await run(parameters, { allowDeleting: 'drafts' });
		expect(error?.description).toMatch(/^Nothing was deleted\. \w/);
		expect(service.sent('deleteInvoice')).toEqual([]);
	});
});
