import type { INodeParameters } from 'n8n-workflow';
import { byId, including, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();
const document = (more: INodeParameters = {}): INodeParameters => ({
	clientId: byId(1),
	lineItems: { line: [{ name: 'Work', unitCost: '={{ $json.price ?? 100 }}' }] },
	afterCreating: 'email',
	...more,
});
const fromEstimate = { estimateId: byId(2), tax1: 'none' };
const client = () => billing.sandbox.records('client').find(({ id }) => id === 1);
const writes = () => billing.methods().filter((method) => !/^(get|list)/.test(method));

it.each(['paid', 'sent', 'viewed'])(
	'%s is set as the status of a new invoice, without an email',
	async (status) => {
		await billing.outputOf('invoice', 'create', document({ afterCreating: status }));
		await billing.outputOf('invoice', 'createFromEstimate', { ...fromEstimate, afterCreating: status });
		await billing.outputOf('invoice', 'create', document({ afterCreating: 'draft' }));
		const sent = ['createInvoice', 'createInvoiceFromEstimate'].flatMap(billing.sent);
		expect(sent).toMatchObject([{ status }, {}, { status }]);
		expect(sent[1]).not.toHaveProperty('status');
		expect(writes().filter((method) => method.startsWith('send'))).toEqual([]);
	},
);

describe.each([
	['invoice', 'createInvoice', 'sendInvoiceMail'],
	['estimate', 'createEstimate', 'sendEstimateMail'],
] as const)('Send by Email, for a new %s', (resource, create, send) => {
	it('emails it once, before it is read back', async () => {
		const [output] = await billing.outputOf(resource, 'create', document());
		expect(output).toMatchObject({ result: 'created', sent: true, [`${resource}_status`]: 'Sent' });
		expect([writes(), billing.warnings()]).toEqual([[create, send], '']);
		expect(billing.sandbox.outbox.at(-1)?.record_id).toBe(output?.[`${resource}_id`]);
	});

	it('creates nothing for a client without an email address', async () => {
		billing.sandbox.change('client', 1, { email: '' });
		const { error } = await billing.run(resource, 'create', document());
		expect(error?.message).toBe('The client with ID 1 has no email address');
		expect(error?.description).toContain(client()?.organization);
		expect(writes()).toEqual([]);
	});

	it.each([
		['http403', 'was created, but not emailed.'],
		['resetAfter', 'It is unknown whether'],
	] as const)('is done without the mail if that fails (%s), and never repeated', async (fault, warning) => {
		await billing.sandbox.setFaults([{ fault, method: send }]);
		const [output] = await billing.outputOf(resource, 'create', document());
		expect(output).toMatchObject({ result: 'created', sent: false });
		expect(billing.warnings()).toContain(warning);
		expect(billing.warnings()).toMatch(/[Dd]o not create it again/);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const items = [{ price: 5 }, { price: 'a lot' }];
		const message = await billing.errorOf(resource, 'create', document(), { items, settings });
		expect(message).toContain('One other item was carried out.');
		expect(writes()).toEqual([create, send, create, send]);
	});

	it('is only shown in a preview, and a document that already exists is not emailed without a word', async () => {
		const [preview] = await billing.outputOf(resource, 'create', document({ options: { preview: true } }));
		expect(preview).toMatchObject({ preview: true, method: create });
		expect(preview?.['then']).toContain(client()?.email);
		billing.sandbox.change(resource, 2, { client_id: 1 });
		const existing = { number: '00002', options: { ifExists: 'existing' } };
		const [output] = await billing.outputOf(resource, 'create', document(existing));
		expect([output?.['result'], output?.['sent'], writes()]).toEqual(['existing', false, []]);
		expect(billing.warnings()).toContain('already existed, so it was not emailed now');
	});
});

it('a document that the service lists as incomplete is not emailed', async () => {
	scripted.answer('getClient', '<client><client_id>1</client_id><email>a@b.example</email></client>');
	scripted.answer('createInvoice', '<invoice_id>7</invoice_id><invalid><item>1</item></invalid>');
	const parameters = { ...document(), options: { return: 'id' } };
	const credential = scripted.credential();
	const [output] = await billing.outputOf('invoice', 'create', parameters, { credential });
	expect(output).toMatchObject({ invoice_id: 7, sent: false });
	expect(scripted.methods()).not.toContain('sendInvoiceMail');
});

describe('The billing address of a new document', () => {
	const draft = { afterCreating: 'draft' };

	it("is the client's, which is read once for all items", async () => {
		await billing.outputOf('invoice', 'create', document(draft), { items: [{}, {}] });
		const sent = { client: { client_id: '1', address: client()?.address } };
		expect(billing.sent('createInvoice')).toEqual([including(sent), including(sent)]);
		expect(billing.methods().filter((method) => method === 'getClient')).toHaveLength(1);
	});

	it.each([['Elsewhere 5'], ['']])(
		'is the one that is set, or none if that is blank: %j',
		async (address) => {
			const parameters = { ...draft, additionalFields: { address } };
			for (const operation of ['create', 'createFromEstimate']) {
				await billing.outputOf('invoice', operation, document({ ...fromEstimate, ...parameters }));
				expect(billing.sandbox.records('invoice').at(-1)).toMatchObject({ address });
			}
		},
	);

	it('is needed: nothing is created for a client who does not exist or cannot be read', async () => {
		const message = await billing.errorOf('estimate', 'create', document({ clientId: byId(999_999) }));
		expect(message).toContain('The client with ID 999999 does not exist Nothing was created.');
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'getClient' }]);
		expect((await billing.errorOf('estimate', 'create', document())).match(/nothing was created/gi)).toEqual([
			'Nothing was created',
		]);
		expect(writes()).toEqual([]);
	});
});
