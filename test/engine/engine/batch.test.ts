import { byId, containing, including, locator, some, useBilling } from '../billing.ts';
import { useScriptedService } from '../scripted.ts';

const billing = useBilling();
const scripted = useScriptedService();
const invoiceIds = () => billing.sandbox.records('invoice').map(({ id }) => id);
const each = { invoiceId: byId('={{ $json.id }}') };
const toItems = (ids: Array<number | string>) => ids.map((id) => ({ id }));
const settings = { onError: 'continueRegularOutput' as const };

/** Adds so many invoices like the first one. */
function addInvoices(count: number): number[] {
	const [first] = billing.sandbox.records('invoice');
	return Array.from({ length: count }, (_, index) => {
		const { id: _id, ...invoice } = { ...first, number: `B-${index}`, number_key: `b-${index}` };
		return billing.sandbox.store.insert('invoice', invoice);
	});
}

const foreign = () => billing.sandbox.records('invoice').find(({ account_id }) => account_id === 2)?.id ?? 0;

describe('Invoice > Delete', () => {
	it('puts at most 100 records into a request', async () => {
		const ids = addInvoices(201);
		await billing.outputOf('invoice', 'delete', each, { items: toItems(ids) });
		expect(billing.sent('deleteInvoice')).toEqual([
			{ invoice_id: ids.slice(0, 100).map(String) },
			{ invoice_id: ids.slice(100, 200).map(String) },
			{ invoice_id: String(ids[200]) },
		]);
		expect(invoiceIds().filter((id) => ids.includes(id))).toEqual([]);
	});

	it('asks for a record once, and answers every item that names it', async () => {
		const output = await billing.outputOf('invoice', 'delete', each, { items: toItems([4, 5, 4]) });
		expect(output.map(({ invoice_id, deleted }) => [invoice_id, deleted])).toEqual([
			[4, true],
			[5, true],
			[4, true],
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['4', '5'] }]);
	});

	it('asks for a record once that is named by its ID, in other spellings and by its number', async () => {
		const invoiceId = { ...locator('id', '={{ $json.id }}'), mode: '={{ $json.mode }}' };
		const items = [
			{ mode: 'id', id: 7 },
			{ mode: 'id', id: ' 07 ' },
			{ mode: 'number', id: '00007' },
			{ mode: 'id', id: '7' },
		];
		const output = await billing.outputOf('invoice', 'delete', { invoiceId }, { items });
		expect(output).toEqual(items.map(() => ({ invoice_id: 7, deleted: true })));
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '7' }]);
	});

	it("splits a batch that the service turns away for another account's record", async () => {
		const items = toItems([1, 2, foreign(), 3]);
		const { outputs } = await billing.run('invoice', 'delete', each, { items, settings });
		expect(outputs[0]?.map(({ json }) => 'error' in json)).toEqual([false, false, true, false]);
		expect(invoiceIds()).toContain(foreign());
		expect(invoiceIds()).toEqual(expect.not.arrayContaining([1, 2, 3]));
	});

	it('refuses a bad identifier without asking for it, and deletes the others', async () => {
		const { outputs } = await billing.run('invoice', 'delete', each, {
			items: toItems([1, '', 2]),
			settings,
		});
		expect(outputs[0]).toMatchObject([
			{ json: { invoice_id: 1 } },
			{ json: { error: containing('Invoice is required') } },
			{ json: { invoice_id: 2 } },
		]);
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: ['1', '2'] }]);
	});

	it.each([[['']], [['1', '']], [['x', '2']]])(
		'deletes nothing at all when an identifier is wrong and the run is to stop: %j',
		async (ids) => {
			const before = invoiceIds();
			expect(await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) })).toContain('Invoice');
			expect(invoiceIds()).toEqual(before);
			expect(billing.methods()).toEqual([]);
		},
	);
});

describe('Invoice > Send', () => {
	it('sends many with one request, and marks them as sent', async () => {
		const outbox = billing.sandbox.outbox.length;
		const output = await billing.outputOf('invoice', 'send', each, { items: toItems([100, 4]) });
		expect(output).toMatchObject([
			{ invoice_id: 100, sent: true, invoice_status: 'Sent', client_email: some(String) },
			{ invoice_id: 4, sent: true, invoice_status: 'Sent', client_email: some(String) },
		]);
		expect(billing.sent('sendInvoiceMail')).toEqual([{ invoice_id: ['100', '4'] }]);
		expect(billing.sandbox.outbox.slice(outbox)).toMatchObject([{ record_id: 100 }, { record_id: 4 }]);
		const sent = billing.sandbox.records('invoice').filter(({ id }) => id === 100 || id === 4);
		expect(sent.map(({ invoice_status }) => invoice_status)).toEqual(['Sent', 'Sent']);
	});

	it('reads nothing back where only identifiers are asked for', async () => {
		const parameters = { invoiceId: byId(4), options: { return: 'id' } };
		expect(await billing.outputOf('invoice', 'send', parameters)).toEqual([{ invoice_id: 4, sent: true }]);
		expect(billing.methods()).toEqual(['sendInvoiceMail']);
	});
});

describe('a batch whose answer never comes', () => {
	let ids: number[];
	const items = () => toItems(ids);
	const left = () => invoiceIds().filter((id) => ids.includes(id));

	beforeEach(async () => {
		ids = addInvoices(201);
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'deleteInvoice', calls: [2] }]);
	});

	it('ends a run that is to stop, with what is in doubt, done and not tried', async () => {
		const message = await billing.errorOf('invoice', 'delete', each, { items: items() });
		const named = ids.slice(100, 110).join(', ');
		expect(message).toContain(`It is unknown whether invoices ${named} and 90 more were deleted.`);
		expect(message).toContain('see which of them are still there');
		expect(message).toContain('One other item was not tried. 100 other items were carried out.');
		expect(left()).toEqual(ids.slice(200));
		expect(billing.methods()).toEqual(['deleteInvoice', 'deleteInvoice']);
	});
});

it.each([2, 101])('a token that is refused is not tried again for the rest of %d items', async (count) => {
	const credential = { ...billing.credential(), token: 'wrong' };
	const items = toItems(addInvoices(count));
	const output = await billing.outputOf('invoice', 'delete', each, { items, settings, credential });
	const refused = { error: 'Token is not recognised.', message: containing('Check the token') };
	expect(output).toEqual(items.map(() => refused));
	expect(billing.sandbox.requests).toHaveLength(2);
});

it('an account that is not active is not asked again for the rest', async () => {
	const credential = billing.credential('inactive');
	const items = toItems(addInvoices(101));
	const output = await billing.outputOf('invoice', 'delete', each, { items, settings, credential });
	expect(output).toEqual(items.map(() => including({ error: containing('not active') })));
	expect(billing.sandbox.requests).toHaveLength(1);
});

describe('estimates of which the answer names only one', () => {
	const parameters = { estimateId: byId('={{ $json.id }}') };
	const items = toItems([1, 2]);
	const failed = '<invalid><estimate_id>1</estimate_id></invalid>';

	it('are in doubt, the others of them, whatever the status', async () => {
		for (const status of [200, 400]) {
			scripted.answer('sendEstimateMail', failed, status);
			const credential = scripted.credential();
			const output = await billing.outputOf('estimate', 'send', parameters, { items, settings, credential });
			expect(output).toMatchObject([
				{ error: containing('Estimate 1 was not sent.') },
				{ error: containing('It is unknown whether estimate 2 was sent.') },
			]);
		}
	});

	it('end a run with the one that is in doubt', async () => {
		scripted.answer('sendEstimateMail', failed, 400);
		const credential = scripted.credential();
		const message = await billing.errorOf('estimate', 'send', parameters, { items, credential });
		expect(message).toContain('It is unknown whether estimate 2 was sent.');
	});
});

it('a record of another account, alone in its request, does not keep the others from theirs', async () => {
	scripted.answer('deleteInvoice', 'It is not associated with your account.', 403);
	scripted.answer('getAccountInfo', '<account><company>Acme</company></account>');
	const items = toItems([1, 2, 3]);
	const credential = scripted.credential();
	const output = await billing.outputOf('invoice', 'delete', each, { items, settings, credential });
	expect(output.map(({ error }) => error)).toEqual(
		[1, 2, 3].map((id) => `Invoice ${id} was not deleted. It is not associated with your account.`),
	);
	const halves = ['deleteInvoice', 'deleteInvoice', 'deleteInvoice', 'deleteInvoice'];
	expect(scripted.methods()).toEqual(['deleteInvoice', 'getAccountInfo', ...halves]);
});
