import { byId, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const paymentsOf = (id: number) =>
	billing.sandbox.records('payment').filter(({ invoice_id }) => invoice_id === id);

/** An invoice of which nothing is paid yet. */
const OPEN = 4;
const open = { invoiceId: byId(OPEN), paymentMethod: 'Cash' };

describe('a payment that is recorded already', () => {
	const again = { ...open, amount: '100', additionalFields: { date: '2026-03-09' } };

	it.each([
		['amount', { amount: '100.01' }],
		['method', { paymentMethod: 'Cheque' }],
		['day', { additionalFields: { date: '2026-03-10' } }],
	])('is another one when its %s differs', async (_, other) => {
		await billing.outputOf('invoice', 'recordPayment', again);
		await billing.outputOf('invoice', 'recordPayment', { ...again, ...other });
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});

	it('fails or is returned as with the option left alone when the option says Automatic', async () => {
		const options = { ifExists: 'automatic' };
		await billing.outputOf('invoice', 'recordPayment', again);
		for (const more of [{}, { options }])
			expect(await billing.errorOf('invoice', 'recordPayment', { ...again, ...more })).toContain(
				'There is a payment of 100.00 EUR by Cash on 2026-03-09.',
			);
		const known = { ...open, amount: '200', reference: 'tx-1' };
		await billing.outputOf('invoice', 'recordPayment', known);
		for (const more of [{}, { options }])
			expect(await billing.outputOf('invoice', 'recordPayment', { ...known, ...more })).toMatchObject([
				{ result: 'existing' },
			]);
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});

	it('of the whole rest explains that nothing is outstanding, and is named if it is the same', async () => {
		const rest = { ...open, additionalFields: { date: '2026-03-10' } };
		await billing.outputOf('invoice', 'recordPayment', rest);
		for (const date of ['2026-03-10', '2026-03-01']) {
			const message = await billing.errorOf('invoice', 'recordPayment', {
				...open,
				additionalFields: { date },
			});
			expect(message).toContain(
				'Invoice 00004 is paid in full; nothing is outstanding. Nothing was recorded.',
			);
			const isSame = date === '2026-03-10';
			expect(/There is a payment of \d+\.\d\d EUR by Cash on 2026-03-10\. To return it/.test(message)).toBe(
				isSame,
			);
		}
	});
});

describe('a payment without a date', () => {
	const undated = { ...open, amount: '100' };
	const [earlier, later] = [{ timezone: 'Pacific/Honolulu' }, { timezone: 'Pacific/Kiritimati' }];

	// These zones are 24 hours apart, so their dates always differ.
	it.each([
		['before', later, earlier],
		['after', earlier, later],
	])('is not recorded again on the day %s', async (_, first, second) => {
		await billing.outputOf('invoice', 'recordPayment', undated, first);
		const [{ date = '' } = {}] = paymentsOf(OPEN);
		const message = await billing.errorOf('invoice', 'recordPayment', undated, second);
		expect(message).toContain(`There is a payment of 100.00 EUR by Cash on ${date}.`);
		expect(message).toContain('If yours is a different payment, fill in its Date');
		const options = { ifExists: 'existing' };
		const [found] = await billing.outputOf('invoice', 'recordPayment', { ...undated, options }, second);
		expect(found).toMatchObject({
			result: 'existing',
			payment_amount: 100,
			payment_method: 'Cash',
			payment_date: date,
		});
		expect(paymentsOf(OPEN)).toHaveLength(1);
	});

	it('is another one two days later', async () => {
		const date = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
		await billing.outputOf('invoice', 'recordPayment', { ...undated, additionalFields: { date } });
		await billing.outputOf('invoice', 'recordPayment', undated);
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});

	it('is another one than that of the day before where its date is filled in', async () => {
		await billing.outputOf('invoice', 'recordPayment', undated, earlier);
		const date = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
		const dated = { ...undated, additionalFields: { date } };
		await billing.outputOf('invoice', 'recordPayment', dated);
		expect(new Set(paymentsOf(OPEN).map((payment) => payment.date)).size).toBe(2);
	});
});

describe('what a service shows of an invoice and cannot be read', () => {
	const scripted = useScriptedService();
	const invoiceWith = (outstanding: string, ...transactions: string[]) => {
		const all = transactions.map((transaction) => `<transaction>${transaction}</transaction>`).join('');
		scripted.answer(
			'getInvoice',
			`<invoice><number>0004</number>${outstanding}<transactions>${all}</transactions></invoice>`,
		);
		scripted.answer('invoiceOfflinePayment', '');
	};
	const pay = async (amount: string, options = {}) =>
		await billing.run(
			'invoice',
			'recordPayment',
			{ ...open, amount, additionalFields: { date: '2026-03-10' }, options },
			{ credential: scripted.credential() },
		);
	const paid = () => scripted.sent('invoiceOfflinePayment').length;
	const PLENTY = '<outstanding>1000000</outstanding>';
	const transaction = (amount: string, date: string, method = 'Cash') =>
		`<method>${method}</method><amount>${amount}</amount><date>${date}</date>`;

	it.each([
		'',
		'<outstanding/>',
		'<outstanding>1.100,00</outstanding>',
		'<outstanding>1.100,00</outstanding>',
	])('is no leave to pay more than is outstanding: %s', async (outstanding) => {
		invoiceWith(outstanding);
		for (const amount of ['500000', '']) {
			const { error } = await pay(amount);
			expect(error?.message).toBe('The service does not show the outstanding amount of invoice 0004');
			expect(error?.description).toContain('Nothing was recorded');
		}
		expect(paid()).toBe(0);
		expect((await pay('500000', { allowOverpayment: true })).error).toBeUndefined();
		expect(paid()).toBe(1);
	});

	it.each([
		['its amount', transaction('1.100,00', '2026-03-10')],
		['its date', transaction('1100', '10/03/2026')],
		['its method', '<amount>1100</amount><date>2026-03-10</date>'],
		['anything of it', '<notes>N</notes>'],
	])('may be the same payment, where it is %s', async (_, shown) => {
		invoiceWith(PLENTY, transaction('7', '2026-03-10'), shown);
		const { error } = await pay('1100');
		expect(error?.message).toBe('Invoice 0004 may already have a matching payment');
		expect(error?.description).toMatch(
			/^Nothing was recorded\. .*cannot be read.* set Options › If Payment Exists\.$/,
		);
		const { outputs } = await pay('1100', { ifExists: 'existing' });
		expect(outputs[0]?.[0]?.json).toMatchObject({ result: 'existing' });
		expect(billing.warnings()).toContain('cannot be read');
		expect(paid()).toBe(0);
		expect((await pay('1100', { ifExists: 'create' })).error).toBeUndefined();
		expect(paid()).toBe(1);
	});

	it('is the one that can be read, where another may be it as well', async () => {
		invoiceWith(PLENTY, transaction('1.100,00', '2026-03-10'), transaction('1100', '2026-03-10'));
		const { error } = await pay('1100');
		expect(error?.message).toBe('Invoice 0004 already has a matching payment');
		expect(error?.description).toContain('There is a payment of 1100.00 by Cash on 2026-03-10.');
	});

	it.each([
		['another amount', transaction('7', '10/03/2026')],
		['another day', transaction('1.100,00', '2026-03-08')],
		['another method', transaction('1.100,00', '10/03/2026', 'Cheque')],
	])('is another payment where it shows %s', async (_, shown) => {
		invoiceWith(PLENTY, shown);
		expect((await pay('1100')).error).toBeUndefined();
		expect(paid()).toBe(1);
	});
});
