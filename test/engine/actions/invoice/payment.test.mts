import type { INodeParameters } from 'n8n-workflow';
import { byId, including, useBilling } from '../../billing.mts';

const billing = useBilling();
const paymentsOf = (id: number) =>
	billing.sandbox.records('payment').filter(({ invoice_id }) => invoice_id === id);
const stored = (id: number) => billing.sandbox.records('invoice').find((invoice) => invoice.id === id);

/** An invoice of which nothing is paid yet. */
const OPEN = 4;
const open = { invoiceId: byId(OPEN), paymentMethod: 'Cash' };
const outstanding = () => stored(OPEN)?.outstanding ?? '';
const recordedToday = () => new Date().toISOString().slice(0, 10);

it('the invoice of these tests is open', () => {
	expect(Number(outstanding())).toBeGreaterThan(1000);
	expect(paymentsOf(OPEN)).toEqual([]);
});

describe('Invoice > Record Payment', () => {
	it('records what is outstanding, today, when no amount is given', async () => {
		const amount = outstanding();
		const days = [recordedToday()];
		const [invoice] = await billing.outputOf('invoice', 'recordPayment', open);
		days.push(recordedToday());
		const [payment, ...others] = paymentsOf(OPEN);
		expect(others).toEqual([]);
		expect(payment).toMatchObject({ amount, method: 'Cash', notes: '' });
		expect(days).toContain(payment?.date);
		expect(stored(OPEN)).toMatchObject({ outstanding: '0.00', invoice_status: 'Paid' });
		expect(invoice).toMatchObject({
			invoice_id: OPEN,
			result: 'created',
			outstanding: 0,
			payment_amount: Number(amount),
			payment_method: 'Cash',
			payment_date: payment?.date,
		});
		expect(billing.sandbox.outbox.filter(({ kind }) => kind === 'payment')).toEqual([]);
	});

	it.each(['0', '-5', '10.005', '1,000'])('refuses the amount %j before anything is sent', async (amount) => {
		expect(await billing.errorOf('invoice', 'recordPayment', { ...open, amount })).toContain('Amount');
		expect(billing.sent('invoiceOfflinePayment')).toEqual([]);
	});

	it('refuses more than what is outstanding, to the cent, unless that is allowed', async () => {
		const amount = (Number(outstanding()) + 0.01).toFixed(2);
		const message = await billing.errorOf('invoice', 'recordPayment', { ...open, amount });
		expect(message).toContain(
			`Invoice 00004 would be overpaid Nothing was recorded. The payment is ${amount} EUR, and ${outstanding()} EUR is outstanding.`,
		);
		expect(paymentsOf(OPEN)).toEqual([]);
		const options = { allowOverpayment: true };
		await billing.outputOf('invoice', 'recordPayment', { ...open, amount, options });
		expect(paymentsOf(OPEN)).toMatchObject([{ amount }]);
	});

	it.each(['0.00', '-145.40'])('refuses to record the rest of an invoice where %s is left', async (left) => {
		billing.sandbox.change('invoice', OPEN, { outstanding: left });
		expect(await billing.errorOf('invoice', 'recordPayment', open)).toContain(
			`Invoice 00004 has nothing outstanding Nothing was recorded. ${left} EUR is outstanding.`,
		);
		expect(billing.writes()).toEqual([]);
	});

	it('needs leave to pay where the service does not show what is outstanding', async () => {
		billing.sandbox.change('invoice', OPEN, { outstanding: '' });
		for (const amount of ['1', ''])
			expect(await billing.errorOf('invoice', 'recordPayment', { ...open, amount })).toContain(
				'Invoice 00004 does not show its outstanding amount Nothing was recorded.',
			);
		const options = { allowOverpayment: true };
		await billing.outputOf('invoice', 'recordPayment', { ...open, amount: '1', options });
		expect(paymentsOf(OPEN)).toMatchObject([{ amount: '1.00' }]);
	});

	it.each([{}, { preview: true }])('says that the invoice was still a draft, with %o', async (options) => {
		await billing.outputOf('invoice', 'recordPayment', { ...open, amount: '10', options });
		expect(billing.warnings()).not.toContain('draft');
		billing.sandbox.change('invoice', 6, { invoice_status: 'Draft' });
		const draft = { ...open, invoiceId: byId(6), amount: '10', options };
		const [output] = await billing.outputOf('invoice', 'recordPayment', draft);
		const shown = billing.warnings() + JSON.stringify(output);
		expect(shown).toContain('This invoice was still a draft, so the client may not have received it.');
	});

	it('sends the others of a run beside one that is refused', async () => {
		const parameters = { ...open, invoiceId: byId('={{ $json.id }}'), amount: '={{ $json.amount }}' };
		const items = [
			{ id: 6, amount: 10 },
			{ id: OPEN, amount: 100000 },
			{ id: OPEN, amount: 20.5 },
		];
		const settings = { onError: 'continueRegularOutput' as const };
		const output = await billing.outputOf('invoice', 'recordPayment', parameters, { items, settings });
		expect(output.map(({ result, error }) => result ?? error)).toEqual([
			...['created', 'Invoice 00004 would be overpaid', 'created'],
		]);
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([
			{ invoice: { id: '6', amount: '10' } },
			{ invoice: { id: '4', amount: '20.5' } },
		]);
		expect(billing.sent('listOfflinePaymentMethod')).toHaveLength(1);
	});

	describe('takes a payment method of the account', () => {
		const LISTED = 'Bank Transfer, Cash, Cheque, Credit Card, Direct Debit';
		const methodOf = () => paymentsOf(OPEN).map(({ method }) => method);
		const pay = async (paymentMethod: string, more: INodeParameters = {}) =>
			await billing.run('invoice', 'recordPayment', { ...open, amount: '1', ...more, paymentMethod });

		it('in any spelling', async () => {
			await pay(' bank  TRANSFER ');
			expect(methodOf()).toEqual(['Bank Transfer']);
		});

		it.each([{}, { options: { preview: true } }])('and no other, with the options %j', async (more) => {
			const { error } = await pay('Bank', more);
			expect(error?.message).toBe("Payment Method 'Bank' is not one of the account's payment methods");
			expect(error?.description).toBe(
				`Nothing was recorded. It has: ${LISTED}. Choose one of them, or add another on the service's website.`,
			);
			expect(billing.writes()).toEqual([]);
		});

		it('but a payment that exists needs none', async () => {
			await pay('Cash', { reference: 'TX-1' });
			billing.sandbox.store.run("DELETE FROM payment_method WHERE name = 'Cash'");
			const again = await pay('Cash', { reference: 'TX-1' });
			expect(again.outputs[0]).toMatchObject([{ json: { result: 'existing' } }]);
			expect(methodOf()).toEqual(['Cash']);
		});

		it('as the service decides where its list is empty or hidden', async () => {
			await billing.sandbox.setFaults([{ fault: 'http403', method: 'listOfflinePaymentMethod' }]);
			await pay('Bitcoin', { amount: '1' });
			await billing.sandbox.setFaults([]);
			billing.sandbox.store.run('DELETE FROM payment_method');
			await pay('Barter', { amount: '3' });
			const sent = ['Bitcoin', 'Barter'].map((method) => including({ invoice: including({ method }) }));
			expect(billing.sent('invoiceOfflinePayment')).toEqual(sent);
		});
	});
});
