import { byId, containing, isThere, locator, useBilling } from '../billing.mts';
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

it('ends a run, with what is in doubt, done and not tried', async () => {
	const ids = addInvoices(40);
	await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'deleteInvoice', calls: [1] }]);
	const message = await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) });
	expect(message).toContain(`It is unknown whether the invoice with ID ${ids[0]} was deleted.`);
	expect(message).toContain('39 other items were not tried.');
	expect(billing.methods()).toEqual(['deleteInvoice']);
});

it('goes ten at once: after an error none begins, and what had begun is told', async () => {
	const ids = addInvoices(40);
	await billing.sandbox.setFaults([{ fault: 'http404', method: 'deleteInvoice', calls: [5] }]);
	const message = await billing.errorOf('invoice', 'delete', each, { items: toItems(ids) });
	const done = ids.filter((id) => !invoiceIds().includes(id)).length;
	expect(message).toContain(`${done} other items were carried out.`);
	expect(billing.sent('deleteInvoice')).toHaveLength(done + 1);
	expect(done).toBeLessThanOrEqual(10);
});

it('ends a run, and names each of the others that failed or may have been carried out', async () => {
	const ids = addInvoices(10);
	await billing.sandbox.setFaults([
		{ fault: 'http404', method: 'sendInvoiceMail', calls: [4, 5] },
		{ fault: 'resetAfter', method: 'sendInvoiceMail', calls: [7, 8] },
	]);
	const { error } = await billing.run(
		'invoice',
		'send',
		{ ...each, options: { sendPaid: true } },
		{ items: toItems(ids) },
	);
	const told = [error?.context.itemIndex].map((index) => Number(index) + 1);
	for (const [, part] of (error?.description ?? '').matchAll(/input items? ([\d, -]+)/g))
		for (const range of (part ?? '').trim().split(', ')) {
			const [from = 0, to = from] = range.replace(/\D+$/, '').split('-').map(Number);
			for (let item = from; item <= to; item += 1) told.push(item);
		}
	expect(error?.description).toContain('May have been carried out as well: input item');
	expect(error?.description).toContain('Also failed: input item');
	expect(told.toSorted((one, other) => one - other)).toEqual(ids.map((_, index) => index + 1));
});

describe('Where each answer takes a while', () => {
	const slow = useBilling({ latencyMs: 30 });
	/** Invoices of the account of which much is outstanding. */
	const openIds = (count: number) =>
		slow.sandbox
			.records('invoice')
			.filter(
				({ account_id, status, outstanding }) =>
					account_id === 1 && status === 'Active' && Number(outstanding) > 50,
			)
			.map(({ id }) => id)
			.slice(0, count);

	it('no payment begins after one that is refused before it is sent', async () => {
		const ids = openIds(11);
		slow.sandbox.change('invoice', ids[2] ?? 0, { status: 'Cancel' });
		const payment = { ...each, amount: '1', paymentMethod: 'Cash' };
		const credential = { ...slow.credential(), maxConcurrentRequests: 3 };
		await slow.run('invoice', 'recordPayment', payment, { items: toItems(ids), credential });
		expect(slow.sent('invoiceOfflinePayment').length).toBeLessThan(4);
	});
});

describe('Send and Delete', () => {
	const doubt = {
		error: containing('does not say whether it acted on this record'),
		message: containing('not repeated'),
	};
	const [SEND, ESTIMATES, DELETE] = [
		['invoice', 'send', 'sendInvoiceMail'],
		['estimate', 'send', 'sendEstimateMail'],
		['invoice', 'delete', 'deleteInvoice'],
	] as const;

	it.each<[string, typeof SEND | typeof ESTIMATES | typeof DELETE, number, string, object]>([
		['lists it', SEND, 200, '<invoice_id>1</invoice_id>', { invoice_id: 1, sent: true }],
		['lists none', SEND, 200, '', doubt],
		['lists none', ESTIMATES, 200, '', doubt],
		['lists none', DELETE, 200, '', { invoice_id: 1, deleted: true }],
		['lists failures that cannot be read', DELETE, 200, '<failure>One is locked</failure>', doubt],
		['lists it as failed', DELETE, 200, '<failure>1</failure>', { error: containing('1 was not deleted.') }],
		[
			'lists it as failed, and another one as done',
			DELETE,
			200,
			'<failure>1</failure><success>9</success>',
			doubt,
		],
		[
			'names another one as done, too',
			DELETE,
			200,
			'<invoice_id>1</invoice_id><invoice_id>9</invoice_id>',
			doubt,
		],
		['lists it as failed and as done', DELETE, 200, '<failure>1</failure><success>1</success>', doubt],
		[
			'refuses it',
			SEND,
			400,
			'No.<invalid><invoice_id>1</invoice_id></invalid>',
			{ error: 'The invoice with ID 1 was not sent. No.' },
		],
		[
			'gives a reason',
			SEND,
			400,
			'It has no email.',
			{ error: 'The invoice with ID 1 was not sent. It has no email.' },
		],
	])(
		'count as done only what an answer lists that %s, and repeat nothing',
		async (_, on, status, body, told) => {
			const [resource, operation, method] = on;
			scripted.answer('getInvoice', '<invoice/>');
			scripted.answer(method, body, status);
			const parameters = { [`${resource}Id`]: byId('={{ $json.id }}'), options: { return: 'id' } };
			const more = { items: toItems([1]), settings, credential: scripted.credential() };
			expect(await billing.outputOf(resource, operation, parameters, more)).toMatchObject([told]);
			expect(scripted.methods().filter((called) => called === method)).toHaveLength(1);
		},
	);
});
