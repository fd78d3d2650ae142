import { byId, containing, including, isThere, locator, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();
const invoiceIds = () =>
	billing.sandbox
		.records('invoice')
		.filter(isThere)
		.map(({ id }) => id);
const each = { invoiceId: byId('={{ $json.id }}') };
const toItems = (ids: Array<number | string>) => ids.map((id) => ({ id }));
const settings = { onError: 'continueRegularOutput' as const };

/** Adds copies of the first invoice. */
function addInvoices(count: number): number[] {
	const [first] = billing.sandbox.records('invoice');
	return Array.from({ length: count }, (_, index) => {
		const { id: _id, ...invoice } = { ...first, number: `B-${index}`, number_key: `b-${index}` };
		return billing.sandbox.store.insert('invoice', invoice);
	});
}

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

	it('asks for a record once that is named by its ID, in other spellings and by its number', async () => {
		const invoiceId = { ...locator('id', '={{ $json.id }}'), mode: '={{ $json.mode }}' };
		const items = [
			{ mode: 'id', id: 7 },
			{ mode: 'id', id: ' 7\t' },
			{ mode: 'number', id: '00007' },
			{ mode: 'id', id: '7' },
		];
		const output = await billing.outputOf('invoice', 'delete', { invoiceId }, { items });
		expect(output).toEqual(items.map(() => ({ invoice_id: 7, deleted: true })));
		expect(billing.sent('deleteInvoice')).toEqual([{ invoice_id: '7' }]);
	});

	it.each([[['']], [['1', '']], [['x', '2']]])(
		'deletes nothing at all when an identifier is wrong and the run must stop: %j',
		async (ids) => {
			const before = invoiceIds();
			expect(await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) })).toContain('Invoice');
			expect(invoiceIds()).toEqual(before);
			expect(billing.methods()).toEqual([]);
		},
	);
});

it('reads nothing after sending where only identifiers are asked for', async () => {
	const parameters = { invoiceId: byId(4), options: { return: 'id' } };
	expect(await billing.outputOf('invoice', 'send', parameters)).toEqual([{ invoice_id: 4, sent: true }]);
	// The invoice is read before, because it may be paid.
	expect(billing.methods()).toEqual(['getInvoice', 'sendInvoiceMail']);
});

it('a batch whose answer never comes ends a run with what is in doubt, done and not tried', async () => {
	const ids = addInvoices(201);
	await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'deleteInvoice', calls: [2] }]);
	const message = await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) });
	const named = ids.slice(100, 110).join(', ');
	expect(message).toContain(
		`It is unknown whether the invoices with the IDs ${named} and 90 more were deleted.`,
	);
	expect(message).toContain('Before you run this again, look at the invoices');
	expect(message).toContain('One other item was not tried. 100 other items were carried out.');
	expect(invoiceIds().filter((id) => ids.includes(id))).toEqual(ids.slice(200));
	expect(billing.methods()).toEqual(['deleteInvoice', 'deleteInvoice']);
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

it('a record of another account, alone in its request, does not keep the others from theirs', async () => {
	scripted.answer('deleteInvoice', 'It is not associated with your account.', 403);
	scripted.answer('getAccountInfo', '<account><company>Acme</company></account>');
	const items = toItems([1, 2, 3]);
	const credential = scripted.credential();
	const output = await billing.outputOf('invoice', 'delete', each, { items, settings, credential });
	expect(output.map(({ error }) => error)).toEqual(
		[1, 2, 3].map(
			(id) => `The invoice with ID ${id} was not deleted. It is not associated with your account.`,
		),
	);
	const alone = ['deleteInvoice', 'deleteInvoice', 'deleteInvoice'];
	expect(scripted.methods()).toEqual(['deleteInvoice', 'getAccountInfo', ...alone]);
});

describe('Send and Delete', () => {
	const doubt = {
		error: containing('does not give the outcome of each record'),
		message: containing('not repeated'),
	};
	const [SEND, ESTIMATES, DELETE] = [
		['invoice', 'send', 'sendInvoiceMail'],
		['estimate', 'send', 'sendEstimateMail'],
		['invoice', 'delete', 'deleteInvoice'],
	] as const;

	it.each<[string, typeof SEND | typeof ESTIMATES | typeof DELETE, number, string, object[]]>([
		['lists one of two', SEND, 200, '<invoice_id>1</invoice_id>', [{ invoice_id: 1, sent: true }, doubt]],
		['lists none', SEND, 200, '', [doubt, doubt]],
		['lists none', ESTIMATES, 200, '', [doubt, doubt]],
		['lists failures that cannot be read', DELETE, 200, '<failure>One is locked</failure>', [doubt, doubt]],
		[
			'lists one as failed and one that was not asked for as done',
			DELETE,
			200,
			'<failure>1</failure><success>9</success>',
			[
				{ error: containing('The invoice with ID 1 was not deleted.') },
				{
					error: containing('names the invoice with ID 9, which was not asked for'),
					message: containing('not repeated'),
				},
			],
		],
		[
			'names another one as done, too',
			DELETE,
			200,
			'<invoice_id>1</invoice_id><invoice_id>2</invoice_id><invoice_id>9</invoice_id>',
			[1, 2].map((id) => ({
				error: containing(
					`another record may have been deleted. It is unknown whether the invoice with ID ${id} was deleted.`,
				),
			})),
		],
		[
			'lists one as failed and as done',
			DELETE,
			200,
			'<failure>1</failure><success>1, 2</success>',
			[doubt, { invoice_id: 2, deleted: true }],
		],
		[
			'lists one as failed that was not asked for',
			DELETE,
			200,
			'<failure>1, 9</failure>',
			[{ error: containing('The invoice with ID 1 was not deleted.') }, doubt],
		],
		[
			'lists what cannot be read',
			SEND,
			400,
			'Some were not sent.<invalid><client>Acme</client></invalid>',
			[doubt, doubt],
		],
		['does not say which could not be sent', SEND, 400, 'Some could not be sent.', [doubt, doubt]],
		[
			'refuses one, and does not mention the other',
			SEND,
			400,
			'No.<invalid><invoice_id>2</invoice_id></invalid>',
			[doubt, { error: 'The invoice with ID 2 was not sent. No.' }],
		],
		[
			'refuses one with the status of success, and does not mention the other',
			ESTIMATES,
			200,
			'<invalid><estimate_id>1</estimate_id></invalid>',
			[{ error: containing('The estimate with ID 1 was not sent.') }, doubt],
		],
	])(
		'count as done only what is listed in an answer that %s, and repeat nothing',
		async (_, on, status, body, told) => {
			const [resource, operation, method] = on;
			scripted.answer('getInvoice', '<invoice/>');
			scripted.answer(method, body, status);
			const parameters = { [`${resource}Id`]: byId('={{ $json.id }}'), options: { return: 'id' } };
			const more = { items: toItems([1, 2]), settings, credential: scripted.credential() };
			expect(await billing.outputOf(resource, operation, parameters, more)).toMatchObject(told);
			// A refused mail has its reason looked up.
			expect(scripted.methods().filter((called) => called === method)).toHaveLength(1);
		},
	);

	it('name the reason for which one invoice alone was not sent', async () => {
		scripted.answer('getInvoice', '<invoice/>');
		scripted.answer('sendInvoiceMail', 'It has no email.', 400);
		const more = { items: toItems([1]), settings, credential: scripted.credential() };
		const [output] = await billing.outputOf('invoice', 'send', each, more);
		expect(output?.['error']).toBe('The invoice with ID 1 was not sent. It has no email.');
	});
});
