import type { INodeParameters } from 'n8n-workflow';
import { byExpression, byId, containing, GOES_ON, including, useBilling } from '../billing.mts';
import { shownStatus } from '../harness/quirks.mts';
import { useScriptedService } from '../scripted.mts';

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

describe.each([
	['invoice', 'createInvoice', 'sendInvoiceMail'],
	['estimate', 'createEstimate', 'sendEstimateMail'],
] as const)('Send by Email, for a new %s', (resource, create, send) => {
	it('emails it once, before it is read back; a preview says so, and one that exists is not emailed', async () => {
		const [preview] = await billing.outputOf(resource, 'create', document({ options: { preview: true } }));
		const then = containing(client()?.email ?? '-');
		expect(preview).toMatchObject({ preview: true, method: create, then });
		billing.sandbox.change(resource, 2, { client_id: 1 });
		const existing = { number: '00002', options: { ifExists: 'existing' } };
		const found = await billing.outputOf(resource, 'create', document(existing));
		expect(found).toMatchObject([{ result: 'existing', sent: false }]);
		expect(billing.warnings()).toContain('already existed, so it was not emailed now');
		expect(billing.writes()).toEqual([]);
		const [output] = await billing.outputOf(resource, 'create', document());
		expect(output).toMatchObject({ result: 'created', sent: true, [`${resource}_status`]: 'Sent' });
		expect([billing.writes(), billing.warnings()]).toEqual([[create, send], '']);
		expect(billing.sandbox.outbox.at(-1)?.record_id).toBe(output?.[`${resource}_id`]);
	});

	it('creates nothing for a client without an email, nor for one that cannot be read', async () => {
		billing.sandbox.change('client', 1, { email: '' });
		const { error } = await billing.run(resource, 'create', document());
		expect(error?.message).toBe('The client with ID 1 has no email address');
		expect(error?.description).toContain(client()?.organization);
		const message = await billing.errorOf(resource, 'create', document({ clientId: byId(999_999) }));
		expect(message).toContain('The client with ID 999999 does not exist Nothing was created.');
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'getClient' }]);
		const unread = await billing.errorOf(resource, 'create', document());
		expect(unread.match(/nothing was created/gi)).toEqual(['Nothing was created']);
		expect(billing.writes()).toEqual([]);
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
		const failing = { fault: 'http404', method: create, calls: [2, 3, 4] } as const;
		await billing.sandbox.setFaults([{ fault, method: send }, failing]);
		const items = [{ price: 5 }, { price: 6 }];
		const message = await billing.errorOf(resource, 'create', document(), { items, settings });
		expect(message).toContain('One other item was carried out.');
		expect(billing.writes()).toEqual([create, send, create, send, create, create, create]);
	});

	it('names the client without an email, or keeps the words of the service where that is not why', async () => {
		const id = { invoice: 4, estimate: 2 }[resource];
		const { client_id = 0 } = billing.sandbox.records(resource).find((row) => row.id === id) ?? {};
		const owner = billing.sandbox.records('client').find((row) => row.id === client_id);
		const sending = async (one: number) =>
			(await billing.run(resource, 'send', { [`${resource}Id`]: byId(one) })).error;
		billing.sandbox.change('client', client_id, { email: '' });
		expect(await sending(id)).toMatchObject({
			message: `The ${resource} with ID ${id} was not sent: its client has no email address.`,
			description: `Nothing was sent. The client is '${owner?.organization}', with the contact '${owner?.name}' and the ID ${client_id}. Add an email with Client › Update, then send it again.`,
		});
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'getClient' }]);
		for (const one of [id, 9999])
			expect((await sending(one))?.message).toMatch(/ \d+ was not sent\. Some \w+ could not be sent\.$/);
	});
});

it('A client that shows an email, or may have one, is not named as the reason', async () => {
	scripted.answer('sendInvoiceMail', 'Locked.<invalid><invoice_id>4</invoice_id></invalid>', 400);
	scripted.answer('getInvoice', '<invoice><client><client_id>2</client_id></client></invoice>');
	for (const email of ['<email>a@b.example</email>', '']) {
		scripted.answer('getClient', `<client><name>Ada</name>${email}</client>`);
		const more = { credential: scripted.credential() };
		const { error } = await billing.run('invoice', 'send', { invoiceId: byExpression(4) }, more);
		expect(error?.message).toBe('The invoice with ID 4 was not sent. Locked.');
	}
});

it('A new document has the status that is chosen without an email, and is not emailed if it is incomplete', async () => {
	for (const afterCreating of ['paid', 'viewed', 'draft']) {
		const create = async (operation: string, more: object) =>
			await billing.outputOf('invoice', operation, { ...document(), ...more, afterCreating });
		await create('create', {});
		await create('createFromEstimate', fromEstimate);
		const sent = ['createInvoice', 'createInvoiceFromEstimate'].map((method) => billing.sent(method).at(-1));
		const status = afterCreating === 'draft' ? undefined : afterCreating;
		for (const one of sent) expect(new Map(Object.entries(one ?? {})).get('status')).toBe(status);
	}
	expect(billing.writes().filter((method) => method.startsWith('send'))).toEqual([]);
	scripted.answer('getClient', '<client><client_id>1</client_id><email>a@b.example</email></client>');
	scripted.answer('createInvoice', '<invoice_id>7</invoice_id><invalid><item>1</item></invalid>');
	const parameters = { ...document(), options: { return: 'id' } };
	const more = { credential: scripted.credential() };
	const output = await billing.outputOf('invoice', 'create', parameters, more);
	expect(output).toMatchObject([{ invoice_id: 7, sent: false }]);
	expect(billing.warnings()).toContain('It may be incomplete, so check it.');
	expect(scripted.methods()).not.toContain('sendInvoiceMail');
});

it('A new document with another total than the expected one is not emailed: a cent of rounding is a hint, more is an error', async () => {
	const taxed = { tax1_name: 'T', tax1_percent: 10 };
	const linesJson = JSON.stringify([...'ab'].map((name) => ({ name, unit_cost: 0.55, ...taxed })));
	const expecting = (expectedTotal: string) =>
		document({ number: expectedTotal, linesFrom: 'json', linesJson, options: { expectedTotal } });
	const [output] = await billing.outputOf('invoice', 'create', expecting('1.21'));
	expect(output).toMatchObject({
		result: 'created',
		sent: false,
		total: 1.22,
		invoice_status: shownStatus('Draft'),
	});
	expect(billing.warnings()).toMatch(
		/^Invoice 1\.21 was created, but not emailed\. It comes to 1\.22 \w+ instead of 1\.21 \w+, because of rounding\. Use Send/,
	);
	const [estimate] = await billing.outputOf('estimate', 'create', { ...document(), afterCreating: 'keep' });
	const estimateId = byId(Number(estimate?.['estimate_id']));
	const mailed = await billing.outputOf('invoice', 'createFromEstimate', {
		estimateId,
		afterCreating: 'email',
	});
	expect(mailed).toMatchObject([{ result: 'created', sent: true, total: estimate?.['total'] }]);
	billing.sandbox.clearRequests();
	billing.sandbox.change('estimate', Number(estimate?.['estimate_id']), { total_tax: '5.00' });
	const tax1 = billing.sandbox.records('tax')[0]?.name ?? '';
	const invoice = { estimateId, tax1, afterCreating: 'email' };
	const DIFFERS = "The invoice's total would differ from the estimate's, so it is not emailed";
	expect(await billing.errorOf('invoice', 'createFromEstimate', invoice)).toContain(DIFFERS);
	expect(billing.writes()).toEqual([]);
	scripted.answer('getClient', '<client><client_id>1</client_id><email>a@b.example</email></client>');
	scripted.answer('createInvoice', '<invoice_id>7</invoice_id>');
	scripted.answer('getInvoice', '<invoice><number>7</number><net_balance>110.00</net_balance></invoice>');
	const credential = scripted.credential();
	expect(await billing.errorOf('invoice', 'create', document(), { credential })).toMatch(
		/^Invoice 7 was created, but not emailed: it comes to 110\.00 instead of 100\.00 .* do not create it again\./,
	);
	expect(scripted.methods()).not.toContain('sendInvoiceMail');
});

it("The billing address of a new document is the client's, which is read once, or the one that is set, or none", async () => {
	const draft = { afterCreating: 'draft' };
	await billing.outputOf('invoice', 'create', document(draft), { items: [{}, {}] });
	const sent = { client: { client_id: '1', address: client()?.address } };
	expect(billing.sent('createInvoice')).toEqual([including(sent), including(sent)]);
	expect(billing.sent('getClient')).toHaveLength(1);
	for (const address of ['Elsewhere 5', ''])
		for (const operation of ['create', 'createFromEstimate']) {
			const parameters = { ...fromEstimate, ...draft, additionalFields: { address } };
			await billing.outputOf('invoice', operation, document(parameters));
			expect(billing.sandbox.records('invoice').at(-1)).toMatchObject({ address });
		}
});

describe('Invoice > Send', () => {
	/** Invoices that are not paid, paid in part, and paid in full. */
	const [OPEN, OTHER, PART, PAID] = [4, 6, 8, 1];
	const each = { invoiceId: byId('={{ $json.id }}') };
	const toItems = (...ids: number[]) => ids.map((id) => ({ id }));
	const settle = (id: number, invoice_status: string, total_paid: string, outstanding: string) =>
		billing.sandbox.change('invoice', id, { invoice_status, total_paid, outstanding });
	const refused = (id: number) =>
		`Invoice ${String(id).padStart(5, '0')} is paid, and sending it would set its status to Sent`;
	const PARTLY = 'This invoice is partly paid. Sending it sets its status to Sent.';
	const SENT = "This invoice had the status 'Sent', so its client may already have it.";
	beforeEach(() => {
		settle(OPEN, 'Unpaid', '0.00', '100.00');
		settle(OTHER, 'Viewed', '0.00', '100.00');
		settle(PART, 'Partial-Paid', '40.00', '60.00');
		settle(PAID, 'Paid', '100.00', '0.00');
	});

	it('refuses one that is paid, and sends another, with a warning if it was sent before', async () => {
		const ANYWAY = 'Nothing was sent. To send it anyway, add the option Send Paid Invoices.';
		for (const [isPaid, status, paid, outstanding] of [
			[true, 'Paid', '100.00', '0.00'],
			[true, 'Auto-Paid', '0.00', '0.00'],
			[true, 'Viewed', '100.00', '0.00'],
			[false, 'Sent', '0.00', '0.00'],
			[false, 'Draft', '0.00', '100.00'],
		] as const) {
			billing.sandbox.clearRequests();
			settle(OPEN, status, paid, outstanding);
			const { error, outputs } = await billing.run('invoice', 'send', { invoiceId: byId(OPEN) });
			const said = isPaid ? { message: refused(OPEN), description: ANYWAY } : undefined;
			expect(error && { message: error.message, description: error.description }).toEqual(said);
			expect(outputs[0] ?? []).toMatchObject(isPaid ? [] : [{ json: { invoice_id: OPEN, sent: true } }]);
			expect(billing.warnings()).toBe(status === 'Sent' ? SENT : '');
			expect(billing.writes()).toEqual(isPaid ? [] : ['sendInvoiceMail']);
		}
	});

	it('warns of one that is partly paid, also in a preview, and sends a paid one where that is allowed', async () => {
		const preview = { options: { preview: true } };
		for (const paid of ['40.00', '0.00']) {
			settle(PART, 'Partial-Paid', paid, '60.00');
			const [output] = await billing.outputOf('invoice', 'send', { invoiceId: byId(PART), ...preview });
			expect(output?.['warnings']).toEqual([PARTLY, containing('had the status')]);
		}
		const paid = { invoiceId: byId(PAID), ...preview };
		expect(await billing.errorOf('invoice', 'send', paid)).toContain('is paid');
		expect(billing.writes()).toEqual([]);
		const options = { sendPaid: '={{ $json.id === 1 }}' };
		const items = toItems(OPEN, PART, PAID);
		const output = await billing.outputOf('invoice', 'send', { ...each, options }, { items });
		expect(output.map(({ sent }) => sent)).toEqual([true, true, true]);
		expect(billing.warnings()).toContain(`Item 2: ${PARTLY}`);
	});

	it('sends each of the others once if the run continues, nothing if it does not, and none that cannot be read', async () => {
		const items = toItems(OPEN, PAID, OTHER, 99_999, OPEN);
		const output = await billing.outputOf('invoice', 'send', each, { items, settings: GOES_ON });
		expect(output).toMatchObject([
			{ sent: true },
			{ error: refused(PAID), message: containing('Nothing was sent.') },
			{ sent: true },
			{ error: containing('The invoice with ID 99999 was not sent.') },
			{ sent: true },
		]);
		const sent = [...billing.sent('sendInvoiceMail')].map((body) => Object.values(body).map(Number));
		expect(sent.flat().filter((id) => id !== 99_999)).toEqual([OPEN, OTHER]);
		billing.sandbox.clearRequests();
		const { error } = await billing.run('invoice', 'send', each, { items: toItems(OPEN, PAID) });
		expect(error?.message).toBe(refused(PAID));
		expect(billing.writes()).toEqual([]);
		scripted.answer('getInvoice', 'Something broke.', 500);
		const more = { credential: scripted.credential() };
		await billing.run('invoice', 'send', { invoiceId: byId(OPEN) }, more);
		expect(scripted.sent('sendInvoiceMail')).toEqual([]);
	});

	it('warns of an estimate that was sent before, and of what is below zero', async () => {
		const id = { options: { return: 'id' } };
		await billing.outputOf('estimate', 'send', { estimateId: byExpression(1), ...id });
		expect([billing.methods(), billing.warnings()]).toEqual([['getEstimate', 'sendEstimateMail'], '']);
		await billing.outputOf('estimate', 'send', { estimateId: byExpression(1), ...id });
		expect(billing.warnings()).toBe(SENT.replace('invoice', 'estimate'));
		await billing.outputOf('invoice', 'create', document(), { items: [{ price: -10 }] });
		expect(billing.warnings()).toBe('This emails a document with a total below zero: -10.00.');
		billing.sandbox.change('invoice', OPEN, { invoice_status: 'Draft', net_balance: '-10.00' });
		await billing.outputOf('invoice', 'send', { invoiceId: byId(OPEN), ...id });
		expect(billing.warnings()).toBe('This emails a document with a total below zero: -10.00.');
	});
});
