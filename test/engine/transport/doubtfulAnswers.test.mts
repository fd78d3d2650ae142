import { byId, containing, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

// A service whose answers, unlike the sandbox's, leave doubt, which must not cost money.
const billing = useBilling();
const service = useScriptedService();

const TOKEN = 'marked-token-4711';
const TWO = [{ id: 1 }, { id: 2 }];

const ok = (body: string) => `<response status="200">${body}</response>`;
const options = (more: object = {}) => ({
	credential: { ...service.credential(), token: TOKEN },
	settings: { onError: 'continueRegularOutput' as const },
	...more,
});

it('A payment that the service lists as failed is an error with any status', async () => {
	service.answerWith({
		getInvoice: ok('<invoice><outstanding>10.00</outstanding></invoice>'),
		invoiceOfflinePayment: ok('<failure><invoice_id>1</invoice_id></failure>'),
	});
	const payment = { invoiceId: byId(1), paymentMethod: 'Cash' };
	const { outputs } = await billing.run('invoice', 'recordPayment', payment, options());
	expect(outputs[0]?.[0]?.json['error']).toBe('The payment for the invoice with ID 1 was not recorded');
});

describe('A write that the service lists as failed is an error with any status:', () => {
	const failed = (id: string) => ok(`<failure><${id}>3</${id}></failure>`);

	it.each([
		[
			'client',
			'create',
			'createClient',
			'client_id',
			{ name: 'A', organization: 'B', options: { ifExists: 'create' } },
			'The client was not created',
		],
		['client', 'update', 'updateClient', 'client_id', { clientId: byId(3) }, 'The client was not updated'],
		['staff', 'update', 'updateStaff', 'staff_id', { staffId: byId(3) }, 'The staff member was not updated'],
		[
			'expense',
			'updateCategory',
			'updateExpenseCategory',
			'category_id',
			{ categoryId: byId(3), name: 'A' },
			'The expense category was not updated',
		],
	])('%s > %s', async (resource, operation, method, id, parameters, message) => {
		service.answerWith({ [method]: failed(id) });
		const updated = operation === 'update' ? { updateFields: { name: 'A' } } : {};
		const kept = operation === 'update' ? { options: { keepUnchanged: false } } : {};
		const all = { ...parameters, ...updated, ...kept };
		const { outputs } = await billing.run(resource, operation, all, options());
		expect(outputs[0]?.[0]?.json['error']).toBe(message);
	});
});

it('A record with an identifier was created, whatever else the service lists as failed', async () => {
	service.answerWith({
		createClient: ok('<client_id>9</client_id><failure>The custom fields</failure>'),
		getClient: ok('<client><name>Ada</name></client>'),
	});
	const { outputs, hints } = await billing.run(
		'client',
		'create',
		{ name: 'Ada', organization: 'B', options: { ifExists: 'create' } },
		options(),
	);
	expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 9, result: 'created' });
	expect(hints).toEqual(['The client was created, but the service lists a part of it as failed. Check it.']);
});

it('A number in use is found on any page, even if pages differ in length', async () => {
	const page = (number: number, size: number, first: string) => {
		const records = Array.from({ length: size }, (_, index) => {
			const shown = index === 0 ? first : `${number}-${index}`;
			return `<invoice><invoice_id>${number * 1000 + index}</invoice_id><number>${shown}</number></invoice>`;
		});
		return `<invoices page="${number}" total_pages="3">${records.join('')}</invoices>`;
	};
	const pages = [page(1, 60, 'B-1'), page(2, 30, 'B-2'), page(3, 5, 'A-1')];
	service.answer('listInvoice', (document) => pages[Number(/<page>(\d)/.exec(document)?.[1]) - 1] ?? '');
	const invoice = {
		clientId: byId(1),
		linesFrom: 'json',
		linesJson: '[{ "name": "Design", "unit_cost": 1 }]',
		number: 'A-1',
		additionalFields: { address: '' },
	};
	const { outputs } = await billing.run('invoice', 'create', invoice, options());
	expect(outputs[0]?.[0]?.json['error']).toContain('Invoice A-1 already exists: ID 3000;');
	// Its record says whether it is canceled or deleted.
	expect([...new Set(service.methods())]).toEqual(['listInvoice', 'getInvoice']);
});

it("A name in use is an error with the service's own words if no list shows its record", async () => {
	service.answerWith({
		createProduct: '<response status="400">Product- Pen already exists.</response>',
		listProduct: '<response status="404">Data not found. Kindly check the request.</response>',
	});
	const { outputs } = await billing.run('productOrService', 'createProduct', { name: 'Pen' }, options());
	expect(outputs[0]?.[0]?.json['error']).toBe('Product- Pen already exists.');
});

describe('The table of taxes', () => {
	const parameters = {
		clientId: byId(1),
		linesFrom: 'json',
		linesJson: '[{ "name": "A", "unit_cost": 1, "tax1": "VAT" }]',
		additionalFields: { address: '' },
		options: { return: 'id' },
	};
	const tax = (id: number, value: number) =>
		`<tax><id>${id}</id><name>VAT</name><type>Normal</type><value>${value}</value></tax>`;

	it('does not choose between taxes of one name and different percentages', async () => {
		service.answerWith({ listTax: ok(`<taxes total="2">${tax(1, 20)}${tax(2, 7)}</taxes>`) });
		const { outputs } = await billing.run('invoice', 'create', parameters, options());
		expect(outputs[0]?.[0]?.json).toMatchObject({
			error: containing('taxes with different percentages'),
			message: 'Choose one by ID: 1 for VAT 20%, 2 for VAT 7%.',
		});
		expect(service.methods()).toEqual(['listTax']);
	});

	it('is read again for the next item when it could not be read for one', async () => {
		service.answerWith({
			listTax: ['<response status="500">Busy</response>', ok(`<taxes total="1">${tax(1, 20)}</taxes>`)],
			createInvoice: ok('<invoice_id>7</invoice_id>'),
		});
		const { outputs } = await billing.run('invoice', 'create', parameters, options({ items: TWO }));
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ error: 'The service answered with the status 500.' },
			{ invoice_id: 7, result: 'created' },
		]);
	});
});

it('A message of the service is shown without the token and without its length', async () => {
	service.answerWith({
		getAccountInfo: `<response status="403">${TOKEN} unknown ${'x'.repeat(2000)}</response>`,
	});
	const { outputs, run } = await billing.run('settings', 'getInfo', {}, options());
	expect(outputs[0]?.[0]?.json['error']).toMatch(/^… unknown x{400,500}…$/);
	expect(JSON.stringify(run)).not.toContain(TOKEN);
	const tested = await engine.testCredential(options().credential);
	expect(JSON.stringify(tested)).not.toContain(TOKEN);
});

it('A record that was updated is read back although the answer does not name it', async () => {
	service.answerWith({
		updateClient: ok(''),
		getClient: ok('<client><name>A</name><organization>B</organization></client>'),
	});
	const parameters = { clientId: byId(3), updateFields: { name: 'A' } };
	const { outputs } = await billing.run('client', 'update', parameters, options());
	expect(outputs[0]?.[0]?.json).toMatchObject({ client_id: 3, result: 'updated', organization: 'B' });
});

it('Another record than the one that was asked for is an error, and nothing is written with it', async () => {
	service.answerWith({
		getClient: ok('<client><client_id>9</client_id><name>A</name><organization>B</organization></client>'),
	});
	const parameters = { clientId: byId(3), updateFields: { name: 'C' } };
	const { outputs } = await billing.run('client', 'update', parameters, options());
	expect(outputs[0]?.[0]?.json['error']).toContain('not an answer of this interface');
	expect(service.methods()).toEqual(['getClient']);
});
