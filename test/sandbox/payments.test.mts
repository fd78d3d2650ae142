import { at, textAt, textsAt } from './walk/answers.mts';
import { createInvoice, getInvoice, pay, statusOf } from './walk/invoices.mts';
import { groups, lines } from './walk/lines.mts';
import { fields } from './walk/records.mts';
import { TODAY, useService } from './walk/service.mts';

const service = useService();

describe('invoiceOfflinePayment', () => {
	test('adds a transaction and makes the invoice Partial-Paid, then Paid', async () => {
		const id = await createInvoice(service, { status: 'sent' });
		await pay(service, id, '99.99', { 'invoice/date': '2026-06-01', 'invoice/notes': 'First' });
		let record = await getInvoice(service, id);
		expect(textAt(record, 'invoice_status')).toBe('Partial-Paid');
		expect(fields(record, 'total_paid', 'outstanding')).toEqual(['99.99', '0.01']);
		await pay(service, id, '0.01');
		record = await getInvoice(service, id);
		expect(textAt(record, 'invoice_status')).toBe('Paid');
		expect(fields(record, 'total_paid', 'outstanding')).toEqual(['100.00', '0.00']);
		const [first, second] = at(record, 'transactions').children.map((one) =>
			one.children.map(({ text }) => text),
		);
		expect([first, second]).toEqual([
			['Cash', 'First', '99.99', '2026-06-01'],
			['Cash', '', '0.01', TODAY],
		]);
	});

	test('records several payments, all of them or none', async () => {
		const [one, two] = [await createInvoice(service), await createInvoice(service)];
		const both = groups('invoice', [
			{ id: one, amount: '100', method: 'Cash' },
			{ id: two, amount: '40', method: 'Cheque' },
		]);
		const wrong = { ...both, 'invoice[1]/amount': 'x' };
		expect((await service.call('invoiceOfflinePayment', wrong)).status).toBe(400);
		expect([await statusOf(service, one), await statusOf(service, two)]).toEqual(['Draft', 'Draft']);
		await service.succeed('invoiceOfflinePayment', both);
		expect([await statusOf(service, one), await statusOf(service, two)]).toEqual(['Paid', 'Partial-Paid']);
	});

	test('takes more than is outstanding, which then is below zero', async () => {
		const id = await createInvoice(service);
		await pay(service, id, '130');
		const record = await getInvoice(service, id);
		expect(fields(record, 'invoice_status', 'outstanding')).toEqual(['Paid', '-30.00']);
	});

	test.each([
		['1', 1],
		['0', 0],
		['yes', 0],
		['', 0],
	])('with client_notification %p sends %i mails', async (client_notification, mails) => {
		const id = await createInvoice(service);
		const before = service.sandbox.outbox.length;
		await pay(service, id, '10', { 'invoice/client_notification': client_notification });
		expect(service.sandbox.outbox.slice(before)).toHaveLength(mails);
	});

	test('takes the methods of listOfflinePaymentMethod only', async () => {
		const methods = textsAt(await service.succeed('listOfflinePaymentMethod'), 'payment_modes/payment_mode');
		const id = await createInvoice(service);
		for (const method of methods) await pay(service, id, '1', { 'invoice/method': method });
		expect(textsAt(await getInvoice(service, id), 'transactions/transaction/method')).toEqual(methods);
		const bartered = groups('invoice', [{ id, amount: '1', method: 'Barter' }]);
		expect((await service.call('invoiceOfflinePayment', bartered)).status).toBe(400);
	});
});

test('an invoice that is created as paid owes nothing, and has no transaction', async () => {
	const record = await getInvoice(service, await createInvoice(service, { status: 'paid' }));
	expect(fields(record, 'total_paid', 'outstanding')).toEqual(['100.00', '0.00']);
	expect(at(record, 'transactions').children).toEqual([]);
});

test('an invoice that was paid owes what is added to it later', async () => {
	const id = await createInvoice(service);
	await pay(service, id, '100');
	await service.succeed('addInvoiceItem', { invoice_id: id, ...lines({ unit_cost: '30' }) });
	const record = await getInvoice(service, id);
	expect(fields(record, 'total_paid', 'outstanding')).toEqual(['100.00', '30.00']);
});
