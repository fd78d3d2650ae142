import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { useRefusingService } from '../refusing.mts';

/** Success is what the document says: any 2xx status, whatever the HTTP status. */
const billing = useBilling();
const service = useRefusingService();

describe.each([200, 201, 202, 299])('The status %d of a document', (status) => {
	const client = '<client><client_id>7</client_id><name>Ada</name><organization>E</organization></client>';
	const saying = (body: string, http = 200) => ({
		http,
		body: `<response status="${status}">${body}</response>`,
	});

	it.each<[string, INodeParameters, object]>([
		['client/get', { clientId: byId(7) }, { name: 'Ada' }],
		['client/getAll', {}, { name: 'Ada' }],
		[
			'client/create',
			{ name: 'B', organization: 'B', email: 'b@x.example' },
			{ client_id: 7, result: 'created' },
		],
		['client/update', { clientId: byId(7), updateFields: { name: 'B' } }, { result: 'updated' }],
		['client/delete', { clientId: byId(7) }, { deleted: true }],
		['estimate/send', { estimateId: byId(7), options: { return: 'id' } }, { sent: true }],
		['settings/customRequest', { requestMethod: 'deleteTask', requestBody: '{ "task_id": 7 }' }, { status }],
	])('means that the call worked, whatever the HTTP status: %s', async (key, parameters, told) => {
		const list = `<clients total="1" total_pages="1">${client}</clients>`;
		service.answerWith(({ method }) => {
			if (method === 'listClient')
				return saying(key === 'client/create' ? '<clients total="0"/>' : list, 500);
			if (method === 'createClient') return saying('<client_id>7</client_id>', 404);
			if (method === 'sendEstimateMail')
				return saying('<success><estimate_id>7</estimate_id></success>', 403);
			return saying(method === 'getClient' ? client : '', 201);
		});
		const [resource = '', operation = ''] = key.split('/');
		const credential = service.credential();
		const [output] = await billing.outputOf(resource, operation, parameters, { credential });
		expect(output).toMatchObject(told);
	});

	it('is accepted by the test of a credential and by Check Service', async () => {
		service.answerWith(() =>
			saying(
				'<account><company>A</company><name>B</name><country_code>GBR</country_code><currency_code>GBP</currency_code></account>',
			),
		);
		const credential = service.credential();
		expect(await engine.testCredential(credential)).toMatchObject({ status: 'OK' });
		const output = await billing.outputOf('settings', 'checkService', {}, { credential });
		expect(output).toContainEqual(expect.objectContaining({ check: 'Account', found: 'complete' }));
	});
});

it.each([199, 300, 799])('The status %d of a document is no success', async (status) => {
	service.answerWith(() => ({ status }));
	const { error } = await billing.run(
		'client',
		'delete',
		{ clientId: byId(7) },
		{ credential: service.credential() },
	);
	expect(error?.message).toContain(
		`the status ${status}. It is unknown whether the client with ID 7 was deleted`,
	);
});

it.each<[string, string, INodeParameters]>([
	['client', 'get', { clientId: byId(7) }],
	['client', 'delete', { clientId: byId(7) }],
	['settings', 'customRequest', { requestMethod: 'getTask', requestBody: '{ "task_id": 7 }' }],
])('The status 400 with "Data not found" is empty for lists only, not for %s > %s', async (...operation) => {
	service.answerWith(() => ({ status: 400, body: 'Data not found.' }));
	const { error } = await billing.run(...operation, { credential: service.credential() });
	expect(error?.message).toContain('Data not found.');
});
