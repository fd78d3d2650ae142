import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, matching } from '../billing.mts';
import { useRefusingService, type Answer, type Arrived } from '../refusing.mts';

// The vendor documents that any 2xx is a success, often, but not always, with XML.

const service = useRefusingService();
const goesOn = { onError: 'continueRegularOutput' as const };
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
const list = (wrapper: string, content: string): Answer => ({
	body: `<${wrapper} total="1" total_records="1" total_pages="1">${content}</${wrapper}>`,
});
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
	const mailed = `${CLIENT}<email>ada@engine.example</email></client>`;

	it.each<[string, INodeParameters, object]>([
		[
			'client/create',
			{ ...person, additionalFields: { email: 'Ada@Engine.example' } },
			{ result: 'created' },
		],
		['client/create', { ...person, email: 'Ada@Engine.example' }, { result: 'created' }],
		['client/upsert', { ...person, email: 'ada@engine.example' }, { result: 'created' }],
	])('is done if its record is there: %s', async (operation, parameters, told) => {
		answerSilently(silence, {}, { listClient: list('clients', mailed), getClient: { body: mailed } });
		const { outputs } = await run(operation, parameters);
		expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 7, ...told });
		expect(service.arrived().filter(isWrite)).toHaveLength(1);
	});

	it('is done if its document has the number, and the mail follows', async () => {
		const invoice =
			'<invoice><invoice_id>9</invoice_id><number>A-1</number><status>Active</status></invoice>';
		answerSilently(
			silence,
			{ getClient: { body: `${mailed}` } },
			{ listInvoice: list('invoices', invoice), getInvoice: { body: invoice } },
		);
		const lines = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unitCost": 1 }]' };
		const parameters = {
			clientId: byId(7),
			...lines,
			afterCreating: 'email',
			number: 'A-1',
		};
		const { outputs, hints } = await run('invoice/create', parameters);
		expect(outputs[0]?.[0]?.json).toMatchObject({ invoice_id: 9, result: 'created', sent: false });
		expect(service.sent('sendInvoiceMail')).toEqual([['9']]);
		// Nothing shows whether a mail was sent.
		expect(hints.join()).toContain('Before you use Send, look at its status');
	});

	it.each<[string, INodeParameters, string]>([
		['client/create', { ...person, options: { ifExists: 'create' } }, 'the client was created'],
		['client/create', { ...person, additionalFields: { email: 'a@x.example' } }, 'the client was created'],
		[
			'recurringProfile/create',
			{ clientId: byId(7), frequency: '1 Month', linesFrom: 'none' },
			'profile was created',
		],
		['invoice/send', { invoiceId: byId(7) }, 'the invoice with ID 7 was sent'],
		['expense/deleteCategory', { categoryId: byId(7) }, 'the expense category with ID 7 was deleted'],
		['client/delete', { clientId: byId(7) }, 'the client with ID 7 was deleted'],
		[
			'client/update',
			{ clientId: byId(7), updateFields: { name: 'Eve' } },
			'the client with ID 7 was changed',
		],
		[
			'client/update',
			{ clientId: byId(7), updateFields: { country: 'GBR' } },
			'the client with ID 7 was changed',
		],
	])('is in doubt if nothing shows that it is done: %s %j', async (operation, parameters, done) => {
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

	it('is done if the record shows what an update sent', async () => {
		const changed = `<client><client_id>7</client_id><name> Eve </name><organization>Engine Ltd</organization><currency>eur</currency></client>`;
		answerSilently(
			silence,
			{ getClient: { body: `${CLIENT}<currency>EUR</currency></client>` } },
			{ getClient: { body: changed } },
		);
		const updateFields = { name: 'Eve' };
		const { outputs } = await run('client/update', { clientId: byId(7), updateFields });
		expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 7, result: 'updated' });
	});

	it.each([
		['', true],
		['Old', false],
	])(
		'is done if an invoice shows what an update sent and cleared, here the notes %j',
		async (notes, isDone) => {
			const invoice = (title: string, noted: string) => ({
				body: `<invoice><client><client_id>7</client_id><address>Quay 1</address></client><invoice_title>${title}</invoice_title><date>2026-03-10</date><notes>${noted}</notes><invoice_status>Draft</invoice_status></invoice>`,
			});
			answerSilently(silence, { getInvoice: invoice('Old', 'Old') }, { getInvoice: invoice('New', notes) });
			const updateFields = { invoiceTitle: 'New', clearFields: ['notes'] };
			const { outputs, error } = await run('invoice/update', { invoiceId: byId(9), updateFields });
			if (isDone) expect(outputs[0]?.[0]?.json).toMatchObject({ invoice_id: 9, result: 'updated' });
			else expect(error?.message).toContain('It is unknown whether the invoice with ID 9 was changed');
		},
	);

	it('is done if the payment is on the invoice, and otherwise in doubt', async () => {
		const invoice = (payment: string) => ({
			body: `<invoice><outstanding>50.00</outstanding><transactions>${payment}</transactions></invoice>`,
		});
		const paid =
			'<transaction><method>Cash</method><amount>12.50</amount><date>2026-03-10</date></transaction>';
		const payment = {
			invoiceId: byId(9),
			paymentMethod: 'Cash',
			amount: '12.50',
			additionalFields: { date: '2026-03-10' },
		};
		answerSilently(silence, { getInvoice: invoice('') }, { getInvoice: invoice(paid) });
		const { outputs } = await run('invoice/recordPayment', payment);
		expect(outputs[0]?.[0]?.json).toMatchObject({ invoice_id: 9, result: 'created' });

		const before = service.arrived().length;
		answerSilently(silence, { getInvoice: invoice('') }, {});
		service.arrived().splice(0, before);
		const { error } = await run('invoice/recordPayment', payment);
		expect(error?.message).toContain(
			'It is unknown whether the payment on the invoice with ID 9 was recorded',
		);
	});

	it('is in doubt if the invoice already had an equal payment and its balance is paid', async () => {
		const paid =
			'<transaction><method>Cash</method><amount>50.00</amount><date>2026-03-10</date></transaction>';
		const shown = {
			body: `<invoice><outstanding>50.00</outstanding><transactions>${paid}</transactions></invoice>`,
		};
		answerSilently(silence, { getInvoice: shown }, {});
		const { error } = await run('invoice/recordPayment', {
			invoiceId: byId(9),
			paymentMethod: 'Cash',
			additionalFields: { date: '2026-03-10' },
		});
		expect(error?.message).toContain(
			'It is unknown whether the payment on the invoice with ID 9 was recorded',
		);
	});

	it.each([
		['2.00', true],
		['1.00', false],
	])(
		'is done if a new product has its values, here the cost %s, and otherwise may be an older one',
		async (cost, isDone) => {
			const product = `<product><product_id>4</product_id><product_name>Pen</product_name><unit_cost>${cost}</unit_cost><status>Active</status></product>`;
			answerSilently(silence, { listProduct: list('products', product), getProduct: { body: product } }, {});
			const { outputs, error } = await run('productOrService/createProduct', { name: 'Pen', unitCost: '2' });
			if (isDone) expect(outputs[0]?.[0]?.json).toMatchObject({ product_id: 4, result: 'created' });
			else expect(error?.message).toContain('It is unknown whether the product was created');
		},
	);

	it('is done for the deleted records that are gone, and otherwise in doubt', async () => {
		service.answerWith(({ method, ids: [id] }) => {
			if (method === 'deleteClient') return silence;
			const isDeleted = id === '2' ? '<status>Deleted</status>' : '<status>Active</status>';
			return id === '1'
				? { status: 404 }
				: { body: `<client><client_id>${id}</client_id>${isDeleted}</client>` };
		});
		const items = [1, 2, 3].map((id) => ({ id }));
		const parameters = { clientId: byId('={{ $json.id }}') };
		const { outputs } = await run('client/delete', parameters, { items, settings: goesOn });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ client_id: 1, deleted: true },
			{ client_id: 2, deleted: true },
			{
				error: containing('It is unknown whether the client with ID 3 was deleted'),
				message: containing('look at the client with ID 3'),
			},
		]);
		expect(service.sent('deleteClient')).toHaveLength(1);
	});

	it('is done if deleted lines are gone', async () => {
		const invoice = (lines: string) => ({ body: `<invoice><items>${lines}</items></invoice>` });
		const [one, two] = [1, 2].map((id) => `<item><item_id>${id}</item_id></item>`);
		answerSilently(silence, { getInvoice: invoice(`${one}${two}`) }, { getInvoice: invoice(`${one}`) });
		const { outputs } = await run('invoice/deleteItems', { invoiceId: byId(9), invoiceItemId: ['2'] });
		expect(outputs[0]?.[0]?.json).toMatchObject({ invoice_id: 9, result: 'updated' });
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
