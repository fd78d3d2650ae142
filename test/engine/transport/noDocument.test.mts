import type { INodeParameters } from 'n8n-workflow';
import { byId, matching } from '../billing.mts';
import { useRefusingService, type Answer, type Arrived } from '../refusing.mts';

// The vendor documents that any 2xx is a success, often, but not always, with XML.

const service = useRefusingService();
const UNKNOWN = 'It is unknown whether';
const SILENCES: ReadonlyArray<[string, Answer]> = [
	['HTTP 204', { http: 204, body: '' }],
	['HTTP 200 without a body', { http: 200, body: '' }],
	['HTTP 201 with blanks', { http: 201, body: '\n' }],
];

const run = async (operation: string, parameters: INodeParameters, more: object = {}) => {
	const [resource = '', name = ''] = operation.split('/');
	const all = { resource, operation: name, ...parameters };
	return await engine.run({ credential: service.credential(), parameters: all, ...more });
};
const isWrite = ({ method }: Arrived) => !/^(get|list)/.test(method);
const person = { name: 'Ada', organization: 'Engine Ltd' };
const CLIENT = '<client><client_id>7</client_id><name>Ada</name><organization>Engine Ltd</organization>';

/** Answers each method as scripted, and a write without a document; after that, the second script applies. */
function answerSilently(
	silence: Answer,
	before: Record<string, Answer>,
	after: Record<string, Answer>,
): void {
	service.answerWith((request) => {
		if (isWrite(request)) return silence;
		const isAfter = service.arrived().filter(isWrite).length > 0;
		return (isAfter ? after[request.method] : undefined) ?? before[request.method] ?? { status: 404 };
	});
}

describe.each(SILENCES)('A write that is answered by %s', (_, silence) => {
	it.each<[string, INodeParameters, string]>([
		['client/create', { ...person, options: { ifExists: 'create' } }, 'the client was created'],
		['client/create', { ...person, additionalFields: { email: 'a@x.example' } }, 'the client was created'],
		[
			'recurringProfile/create',
			{ clientId: byId(7), frequency: '1 Month', linesFrom: 'none' },
			'profile was created',
		],
		['invoice/send', { invoiceId: byId(7) }, 'the invoice with ID 7 was sent'],
		[
			'invoice/recordPayment',
			{ invoiceId: byId(7), paymentMethod: 'Cash', amount: '1', options: { allowOverpayment: true } },
			'the payment on the invoice with ID 7 was recorded',
		],
		[
			'invoice/addItems',
			{ invoiceId: byId(7), linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 1 }]' },
			'lines of the invoice with ID 7 were added',
		],
	])('is in doubt if nothing shows by itself that it is done: %s %j', async (operation, parameters, done) => {
		const client = { body: `${CLIENT}</client>` };
		answerSilently(silence, { getClient: client, getInvoice: { body: '<invoice/>' } }, {});
		const { error } = await run(operation, parameters, {
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error?.message).toContain(UNKNOWN);
		expect(error?.message).toContain(done);
		expect(error?.description).toContain('Before you run this again');
		expect(service.arrived().filter(isWrite)).toHaveLength(1);
	});

	it.each<[string, INodeParameters, object]>([
		[
			'client/update',
			{ clientId: byId(7), updateFields: { name: 'Eve' } },
			{ client_id: 7, result: 'updated' },
		],
		['client/delete', { clientId: byId(7) }, { client_id: 7, deleted: true }],
		['expense/deleteCategory', { categoryId: byId(7) }, { category_id: 7, deleted: true }],
	])('is done for an update and a delete: %s %j', async (operation, parameters, told) => {
		answerSilently(silence, { getClient: { body: `${CLIENT}</client>` } }, {});
		const { outputs } = await run(operation, parameters);
		expect(outputs[0]?.[0]?.json).toMatchObject(told);
		expect(service.arrived().filter(isWrite)).toHaveLength(1);
	});
});

it.each([200, 201, 404, 500])(
	'A web page with HTTP %d never counts as done, and nothing is looked up',
	async (http) => {
		service.answerWith((request) =>
			isWrite(request) ? { http, body: '<html><body>Done</body></html>' } : { status: 404 },
		);
		const parameters = { ...person, additionalFields: { email: 'a@x.example' } };
		const { error } = await run('client/create', parameters);
		expect(error?.message).toEqual(
			http === 404 ? matching(/the error 404/) : matching(/It is unknown whether the client was created\.$/),
		);
		expect(service.arrived().filter((request) => !isWrite(request))).toHaveLength(1);
	},
);
