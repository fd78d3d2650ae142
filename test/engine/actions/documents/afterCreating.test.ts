import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.ts';

const billing = useBilling();
const CREATES = [
	['invoice', 'createInvoice', 'sendInvoiceMail'],
	['estimate', 'createEstimate', 'sendEstimateMail'],
] as const;
const document = (more: INodeParameters = {}): INodeParameters => ({
	clientId: byId(1),
	lineItems: { line: [{ name: 'Work', unitCost: '100' }] },
	afterCreating: 'email',
	...more,
});
const client = () => billing.sandbox.records('client').find(({ id }) => id === 1);
const statusOf = (method: string) => billing.sent(method).map((sent) => Object(sent).status as unknown);
const writes = () => billing.methods().filter((method) => !/^(get|list)/.test(method));

it.each([
	['draft', undefined],
	['paid', 'paid'],
	['sent', 'sent'],
	['viewed', 'viewed'],
])('%s sets the status %s of every new invoice, and sends no email', async (afterCreating, status) => {
	const from = { estimateId: byId(2), tax1: 'none' };
	await billing.outputOf('invoice', 'create', document({ afterCreating }));
	await billing.outputOf('invoice', 'createFromEstimate', { ...from, afterCreating });
	expect([...statusOf('createInvoice'), ...statusOf('createInvoiceFromEstimate')]).toEqual([status, status]);
	expect(writes()).toEqual(['createInvoice', 'createInvoiceFromEstimate']);
});

describe.each(CREATES)('Send by Email, for a new %s', (resource, create, send) => {
	const [id, status] = [`${resource}_id`, `${resource}_status`];

	it('emails it once, before it is read back', async () => {
		const [output] = await billing.outputOf(resource, 'create', document());
		expect(output).toMatchObject({ result: 'created', sent: true, [status]: 'Sent' });
		expect(billing.sent(send)).toEqual([{ [id]: String(output?.[id]) }]);
		expect([writes(), billing.warnings()]).toEqual([[create, send], '']);
	});

	it('creates nothing for a client without an email address', async () => {
		billing.sandbox.change('client', 1, { email: '' });
		const { error } = await billing.run(resource, 'create', document());
		expect(error?.message).toBe('Client 1 has no email address');
		expect(error?.description).toContain(client()?.organization);
		expect(writes()).toEqual([]);
	});

	it('is done without the mail if that fails, and says so', async () => {
		const faults = [
			['http403', 'was created, but not emailed.'],
			['resetAfter', 'It is unknown whether'],
		] as const;
		for (const [fault, warning] of faults) {
			await billing.sandbox.setFaults([{ fault, method: send }]);
			const [output] = await billing.outputOf(resource, 'create', document());
			expect(output).toMatchObject({ result: 'created', sent: false });
			expect(billing.warnings()).toContain(warning);
			expect(billing.warnings()).toMatch(/[Dd]o not create it again/);
		}
		expect(writes()).toEqual([create, send, create, send]);
	});

	it('is not repeated when n8n tries the node again', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: send }]);
		const items = [{ price: '100' }, { price: 'a lot' }];
		const lineItems = { line: [{ name: 'Work', unitCost: '={{ $json.price }}' }] };
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const message = await billing.errorOf(resource, 'create', document({ lineItems }), { items, settings });
		expect(message).toContain('One other item was carried out.');
		expect(writes()).toEqual([create, send]);
	});

	it('is asked of the guards before anything is created, and only shown in a preview', async () => {
		const [preview] = await billing.outputOf(resource, 'create', document({ options: { preview: true } }));
		expect(preview).toMatchObject({ preview: true, method: create });
		expect(preview?.['then']).toContain(client()?.email);
		const credential = { ...billing.credential(), readOnly: true };
		const message = await billing.errorOf(resource, 'create', document(), { credential });
		expect(message).toContain('The credential is read-only.');
		expect(writes()).toEqual([]);
	});

	it('does not email one that exists already', async () => {
		const options = { ifExists: 'existing' };
		const existing = document({ additionalFields: { number: '00002' }, options });
		const [output] = await billing.outputOf(resource, 'create', existing);
		expect(output).toMatchObject({ result: 'existing', [id]: 2 });
		expect([output?.['sent'], writes()]).toEqual([undefined, []]);
	});
});

describe('The billing address of a new document', () => {
	const addressIn = (method: string) =>
		billing.sent(method).map((sent) => Object(Object(sent).client).address);

	it("is the client's, which is read once for all items", async () => {
		await billing.outputOf('invoice', 'create', document({ afterCreating: 'draft' }), { items: [{}, {}] });
		expect(addressIn('createInvoice')).toEqual([client()?.address, client()?.address]);
		expect(billing.methods().filter((method) => method === 'getClient')).toHaveLength(1);
	});

	it.each([
		['Elsewhere 5', 'Elsewhere 5'],
		['', undefined],
	])('is the one that is set, or none if that is blank: %j', async (address, sent) => {
		const parameters = { afterCreating: 'draft', additionalFields: { address } };
		await billing.outputOf('invoice', 'create', document(parameters));
		await billing.outputOf('invoice', 'createFromEstimate', {
			estimateId: byId(2),
			tax1: 'none',
			...parameters,
		});
		expect([...addressIn('createInvoice'), ...addressIn('createInvoiceFromEstimate')]).toEqual([sent, sent]);
	});

	it('is needed: nothing is created for a client who does not exist or cannot be read', async () => {
		const message = await billing.errorOf('estimate', 'create', document({ clientId: byId(999_999) }));
		expect(message).toContain('Client 999999 does not exist Nothing was created.');
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'getClient' }]);
		expect(await billing.errorOf('estimate', 'create', document())).toContain('nothing was created');
		expect(writes()).toEqual([]);
	});
});
