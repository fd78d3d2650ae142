import { byId, containing, useBilling } from '../../billing.ts';
import { useScriptedService } from '../../scripted.ts';

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
			payment: { amount: String(Number(amount)), method: 'Cash', date: payment?.date },
		});
		expect(billing.sandbox.outbox.filter(({ kind }) => kind === 'payment')).toEqual([]);
	});

	it.each(['0', '-5', '10.005', '1,000', 'NaN', '1e3'])(
		'refuses the amount %j before anything is sent',
		async (amount) => {
			expect(await billing.errorOf('invoice', 'recordPayment', { ...open, amount })).toContain('Amount');
			expect(billing.sent('invoiceOfflinePayment')).toEqual([]);
		},
	);

	it('refuses more than what is outstanding, to the cent', async () => {
		const amount = (Number(outstanding()) + 0.01).toFixed(2);
		const message = await billing.errorOf('invoice', 'recordPayment', { ...open, amount });
		expect(message).toContain(
			`The payment exceeds the outstanding amount of invoice ${OPEN} Nothing was recorded. The payment is ${amount}, and ${Number(outstanding())} is outstanding.`,
		);
		expect(paymentsOf(OPEN)).toEqual([]);
	});

	it('records more than what is outstanding where that is allowed', async () => {
		const options = { allowOverpayment: true };
		await billing.outputOf('invoice', 'recordPayment', { ...open, amount: '100000', options });
		expect(paymentsOf(OPEN)).toMatchObject([{ amount: '100000.00' }]);
	});

	it('refuses to record the rest of an invoice that is paid', async () => {
		const paid = billing.sandbox
			.records('invoice')
			.find(({ id, outstanding }) => id > 1 && outstanding === '0.00');
		const parameters = { ...open, invoiceId: byId(paid?.id ?? 0) };
		expect(await billing.errorOf('invoice', 'recordPayment', parameters)).toContain('Nothing is outstanding');
		expect(billing.sent('invoiceOfflinePayment')).toEqual([]);
	});

	it('pays two invoices one after the other, in the order of the items', async () => {
		const parameters = { ...open, invoiceId: byId('={{ $json.id }}'), amount: '={{ $json.amount }}' };
		const items = [
			{ id: 6, amount: 10 },
			{ id: 4, amount: 20.5 },
		];
		await billing.outputOf('invoice', 'recordPayment', parameters, { items });
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([
			{ invoice: { id: '6', amount: '10' } },
			{ invoice: { id: '4', amount: '20.5' } },
		]);
		expect(billing.sandbox.requests.every(({ concurrent }) => concurrent === 1)).toBe(true);
	});
});

describe('one of many payments', () => {
	const parameters = { ...open, invoiceId: byId('={{ $json.id }}'), amount: '={{ $json.amount }}' };
	const items = [
		{ id: 6, amount: 10 },
		{ id: 4, amount: 20.5 },
		{ id: 6, amount: 30 },
	];
	const settings = { onError: 'continueRegularOutput' as const };
	const DOUBT = 'It is unknown whether the payment on invoice 4 was recorded.';
	const unseen = async () =>
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment', calls: [2] }]);
	const amounts = (id: number) => paymentsOf(id).map(({ amount }) => amount);

	it('whose outcome is unknown ends the run, and those behind it are not tried', async () => {
		await unseen();
		const message = await billing.errorOf('invoice', 'recordPayment', parameters, { items });
		expect(message).toContain(DOUBT);
		expect(message).toContain('get invoice 4 and look for the payment of 20.50 among its transactions');
		expect(message).toContain('One other item was not tried. One other item was carried out.');
		expect([amounts(6), amounts(4)]).toEqual([['10.00'], ['20.50']]);
		expect(billing.sent('invoiceOfflinePayment')).toHaveLength(2);
	});

	it('whose outcome is unknown leaves the others, where the run goes on, and is not repeated', async () => {
		await unseen();
		const output = await billing.outputOf('invoice', 'recordPayment', parameters, { items, settings });
		expect(output).toMatchObject([
			{ result: 'created' },
			{ error: containing(DOUBT) },
			{ result: 'created' },
		]);
		expect([amounts(6), amounts(4)]).toEqual([['10.00', '30.00'], ['20.50']]);
		expect(billing.sent('invoiceOfflinePayment')).toHaveLength(3);
	});

	it('that is refused leaves the others, one request for each', async () => {
		const wrong = [items[0], { id: 4, amount: 1e6 }, items[2]].map((item) => ({ ...item }));
		const output = await billing.outputOf('invoice', 'recordPayment', parameters, { items: wrong, settings });
		expect(output).toMatchObject([
			{ result: 'created' },
			{ error: containing('exceeds the outstanding amount') },
			{ result: 'created' },
		]);
		expect([amounts(6), amounts(4)]).toEqual([['10.00', '30.00'], []]);
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([
			{ invoice: { id: '6', amount: '10' } },
			{ invoice: { id: '6', amount: '30' } },
		]);
	});
});

describe('a payment that is recorded already', () => {
	const again = (ifExists?: string) => ({
		...open,
		amount: '100',
		additionalFields: { date: '2026-03-09' },
		options: ifExists === undefined ? {} : { ifExists },
	});

	beforeEach(async () => {
		await billing.outputOf('invoice', 'recordPayment', again());
		billing.sandbox.clearRequests();
	});

	it('is refused by default, in words that name it', async () => {
		const message = await billing.errorOf('invoice', 'recordPayment', again());
		expect(message).toContain(
			"Invoice 4 has an equal payment already Nothing was recorded. There is a payment of 100 by Cash on 2026-03-09. The invoice has the number '00004'.",
		);
		expect(paymentsOf(OPEN)).toHaveLength(1);
		expect(billing.sent('invoiceOfflinePayment')).toEqual([]);
	});

	it('is returned where that is chosen', async () => {
		const [invoice] = await billing.outputOf('invoice', 'recordPayment', again('existing'));
		expect(invoice).toMatchObject({ result: 'existing', payment: { amount: '100', date: '2026-03-09' } });
		expect(paymentsOf(OPEN)).toHaveLength(1);
	});

	it('is recorded once more where that is chosen', async () => {
		await billing.outputOf('invoice', 'recordPayment', again('create'));
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});

	it.each([
		['amount', { ...again(), amount: '100.01' }],
		['method', { ...again(), paymentMethod: 'Cheque' }],
		['day', { ...again(), additionalFields: { date: '2026-03-10' } }],
	])('is another one when its %s differs', async (_, parameters) => {
		await billing.outputOf('invoice', 'recordPayment', parameters);
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});

	it.each([
		['refused', undefined, { error: containing('already') }, 1],
		['returned where that is chosen', 'existing', { result: 'existing', payment: { amount: '7' } }, 1],
		['recorded where that is chosen', 'create', { result: 'created', payment: { amount: '7' } }, 2],
	])('of the same run is %s', async (_, ifExists, second, recorded) => {
		const settings = { onError: 'continueRegularOutput' as const };
		const parameters = { ...again(ifExists), amount: '7' };
		const output = await billing.outputOf('invoice', 'recordPayment', parameters, {
			items: [{}, {}],
			settings,
		});
		expect(output).toMatchObject([{ result: 'created' }, second]);
		expect(paymentsOf(OPEN).filter(({ amount }) => amount === '7.00')).toHaveLength(recorded);
	});

	it('of the whole rest is found when the run is repeated', async () => {
		const rest = { ...open, additionalFields: { date: '2026-03-10' } };
		await billing.outputOf('invoice', 'recordPayment', rest);
		const [invoice] = await billing.outputOf('invoice', 'recordPayment', {
			...rest,
			options: { ifExists: 'existing' },
		});
		expect(invoice).toMatchObject({ result: 'existing', outstanding: 0 });
		expect(paymentsOf(OPEN)).toHaveLength(2);
	});
});

describe('a payment without a date', () => {
	const undated = { ...open, amount: '100' };
	const [earlier, later] = [{ timezone: 'Pacific/Honolulu' }, { timezone: 'Pacific/Kiritimati' }];

	// These zones are 24 hours apart: what is today in one is never today in the other.
	it.each([
		['before', later, earlier],
		['after', earlier, later],
	])('is not recorded again on the day %s', async (_, first, second) => {
		await billing.outputOf('invoice', 'recordPayment', undated, first);
		const [{ date = '' } = {}] = paymentsOf(OPEN);
		const message = await billing.errorOf('invoice', 'recordPayment', undated, second);
		expect(message).toContain(`There is a payment of 100 by Cash on ${date}.`);
		expect(message).toContain('fill in the Date of another one');
		const options = { ifExists: 'existing' };
		const [found] = await billing.outputOf('invoice', 'recordPayment', { ...undated, options }, second);
		expect(found).toMatchObject({ result: 'existing', payment: { amount: '100', method: 'Cash', date } });
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
		'<outstanding>1,100.00</outstanding>',
		'<outstanding>1.100,00</outstanding>',
	])('is no leave to pay more than is outstanding: %s', async (outstanding) => {
		invoiceWith(outstanding);
		for (const amount of ['500000', '']) {
			const { error } = await pay(amount);
			expect(error?.message).toBe('The service does not show the outstanding amount of invoice 4');
			expect(error?.description).toContain('Nothing was recorded');
		}
		expect(paid()).toBe(0);
		expect((await pay('500000', { allowOverpayment: true })).error).toBeUndefined();
		expect(paid()).toBe(1);
	});

	it.each([
		['its amount', transaction('1,100.00', '2026-03-10')],
		['its date', transaction('1100', '10/03/2026')],
		['its method', '<amount>1100</amount><date>2026-03-10</date>'],
		['anything of it', '<notes>N</notes>'],
	])('may be the same payment, where it is %s', async (_, shown) => {
		invoiceWith(PLENTY, transaction('7', '2026-03-10'), shown);
		const { error } = await pay('1100');
		expect(error?.message).toBe('Invoice 4 may have an equal payment already');
		expect(error?.description).toMatch(
			/^Nothing was recorded\. .*cannot be read.* If Payment Exists decides/,
		);
		const { outputs } = await pay('1100', { ifExists: 'existing' });
		expect(outputs[0]?.[0]?.json).toMatchObject({ result: 'existing' });
		expect(billing.warnings()).toContain('cannot be read');
		expect(paid()).toBe(0);
		expect((await pay('1100', { ifExists: 'create' })).error).toBeUndefined();
		expect(paid()).toBe(1);
	});

	it.each([
		['another amount', transaction('7', '10/03/2026')],
		['another day', transaction('1,100.00', '2026-03-08')],
		['another method', transaction('1,100.00', '10/03/2026', 'Cheque')],
	])('is another payment where it shows %s', async (_, shown) => {
		invoiceWith(PLENTY, shown);
		expect((await pay('1100')).error).toBeUndefined();
		expect(paid()).toBe(1);
	});
});
