import type { INodeParameters } from 'n8n-workflow';
import { byId, GOES_ON, including, useBilling } from '../billing.mts';
import { useScriptedService, xml } from '../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();

/** An invoice of which nothing is paid yet. */
const OPEN = 4;
const open = { invoiceId: byId(OPEN), paymentMethod: 'Cash' };
const cash = { ...open, amount: '100' };
const dated = { ...cash, date: '2026-03-09' };
const referenced = { ...cash, reference: 'TX-4711' };
const stored = () => billing.sandbox.records('invoice').find(({ id }) => id === OPEN);
const payments = () => billing.sandbox.records('payment').filter(({ invoice_id }) => invoice_id === OPEN);
const pay = async (parameters: INodeParameters, more = {}) =>
	(await billing.outputOf('invoice', 'recordPayment', parameters, more))[0];
const refusal = async (parameters: INodeParameters, more = {}) =>
	await billing.errorOf('invoice', 'recordPayment', parameters, more);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const EXPLICIT = ['automatic', 'fail', 'existing'].map((ifExists) => ({ ifExists }));
const CHOICES: INodeParameters[] = [{}, ...EXPLICIT];

describe('Invoice > Record Payment', () => {
	it('records what is outstanding, today, when no amount is given', async () => {
		const amount = stored()?.outstanding;
		expect(Number(amount)).toBeGreaterThan(1000);
		expect(payments()).toEqual([]);
		const days = [daysAgo(0)];
		const invoice = await pay(open);
		days.push(daysAgo(0));
		expect(payments()).toMatchObject([{ amount, method: 'Cash', notes: '' }]);
		const date = payments()[0]?.date;
		expect(days).toContain(date);
		expect(stored()).toMatchObject({ outstanding: '0.00', invoice_status: 'Paid' });
		expect(invoice).toMatchObject({
			...{ invoice_id: OPEN, result: 'created', outstanding: 0, payment_amount: Number(amount) },
			...{ payment_method: 'Cash', payment_date: date },
		});
		expect(billing.sandbox.outbox.filter(({ kind }) => kind === 'payment')).toEqual([]);
	});

	it('refuses more than what is outstanding, to the cent, unless that is allowed, and what is no amount', async () => {
		const outstanding = stored()?.outstanding ?? '';
		const amount = (Number(outstanding) + 0.01).toFixed(2);
		expect(await refusal({ ...open, amount })).toContain(
			`Invoice 00004 would be overpaid Nothing was recorded. The payment is ${amount} EUR, and ${outstanding} EUR is outstanding.`,
		);
		for (const wrong of ['0', '-5', '10.005', '1,000'])
			expect(await refusal({ ...open, amount: wrong })).toContain('Amount');
		for (const left of ['0.00', '-145.40']) {
			billing.sandbox.change('invoice', OPEN, { outstanding: left });
			expect(await refusal(open)).toContain(
				`Invoice 00004 has nothing outstanding Nothing was recorded. ${left} EUR is outstanding.`,
			);
		}
		billing.sandbox.change('invoice', OPEN, { outstanding: '' });
		for (const one of ['1', ''])
			expect(await refusal({ ...open, amount: one })).toContain(
				'Invoice 00004 does not show its outstanding amount Nothing was recorded.',
			);
		expect(billing.writes()).toEqual([]);
		const options = { allowOverpayment: true };
		await pay({ ...open, amount: '1', options });
		billing.sandbox.change('invoice', OPEN, { outstanding });
		await pay({ ...open, amount, options });
		expect(payments()).toMatchObject([{ amount: '1.00' }, { amount }]);
	});

	it('says that the invoice was still a draft, and sends the others of a run beside one that is refused', async () => {
		billing.sandbox.change('invoice', 6, { invoice_status: 'Draft' });
		const DRAFT = 'This invoice was still a draft, so the client may not have received it.';
		const preview = { ...open, invoiceId: byId(6), amount: '10', options: { preview: true } };
		expect(JSON.stringify(await pay(preview))).toContain(DRAFT);
		billing.sandbox.clearRequests();
		const parameters = { ...open, invoiceId: byId('={{ $json.id }}'), amount: '={{ $json.amount }}' };
		const items = [{ id: 6, amount: 10 }, ...[100_000, 20.5].map((amount) => ({ id: OPEN, amount }))];
		const more = { items, settings: GOES_ON };
		const output = await billing.outputOf('invoice', 'recordPayment', parameters, more);
		const results = ['created', 'Invoice 00004 would be overpaid', 'created'];
		expect(output.map(({ result, error }) => result ?? error)).toEqual(results);
		expect(billing.warnings()).toBe(`Item 1: ${DRAFT} A payment ends the draft.`);
		expect(billing.sent('invoiceOfflinePayment')).toMatchObject([
			{ invoice: { id: '6', amount: '10' } },
			{ invoice: { id: '4', amount: '20.5' } },
		]);
		expect(billing.sent('listOfflinePaymentMethod')).toHaveLength(1);
	});

	it('takes a payment method of the account in any spelling, unless its list is empty or hidden', async () => {
		const other = { ...open, amount: '1', paymentMethod: 'Bank' };
		for (const options of [{}, { preview: true }]) {
			const { error } = await billing.run('invoice', 'recordPayment', { ...other, options });
			expect(error?.message).toBe("Payment Method 'Bank' is not one of the account's payment methods");
			expect(error?.description).toMatch(
				/^Nothing was recorded\. It has: Bank Transfer, Cash, Cheque, Credit Card, Direct Debit\. Choose one/,
			);
		}
		expect(billing.writes()).toEqual([]);
		await pay({ ...other, paymentMethod: ' bank  TRANSFER ' });
		await pay(referenced);
		billing.sandbox.store.run("DELETE FROM payment_method WHERE name = 'Cash'");
		expect(await pay(referenced)).toMatchObject({ result: 'existing' });
		// The sandbox itself refuses these.
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'listOfflinePaymentMethod' }]);
		await billing.run('invoice', 'recordPayment', { ...other, paymentMethod: 'Bitcoin' });
		await billing.sandbox.setFaults([]);
		billing.sandbox.store.run('DELETE FROM payment_method');
		await billing.run('invoice', 'recordPayment', { ...other, amount: '3', paymentMethod: 'Barter' });
		expect(billing.sent('invoiceOfflinePayment')).toEqual(
			['Bank Transfer', 'Cash', 'Bitcoin', 'Barter'].map((method) =>
				including({ invoice: including({ method }) }),
			),
		);
	});
});

const MATCHING = 'Invoice 00004 already has a matching payment Nothing was recorded. ';

describe('A payment without a reference', () => {
	it('is refused if the invoice has an equal one, also one with a reference, but not if anything differs', async () => {
		await pay({ ...dated, reference: 'TX-1' });
		for (const options of CHOICES.slice(0, 3))
			expect(await refusal({ ...dated, options })).toBe(
				`${MATCHING}There is a payment of 100.00 EUR by Cash on 2026-03-09. To record it anyway or return the existing payment, set Options › If Payment Exists.`,
			);
		expect(payments()).toHaveLength(1);
		for (const other of [{ amount: '100.01' }, { paymentMethod: 'Cheque' }, { date: '2026-03-10' }])
			await pay({ ...dated, ...other });
		expect(payments()).toHaveLength(4);
		const rest = { ...dated, amount: '' };
		expect(await pay(rest)).toMatchObject({ result: 'created', outstanding: 0 });
		expect(await refusal(rest)).toMatch(/payment of \d+\.\d\d EUR by Cash on 2026-03-09\./);
		expect(await refusal({ ...rest, date: '2026-03-01' })).toContain(
			'Invoice 00004 has nothing outstanding Nothing was recorded. 0.00 EUR is outstanding.',
		);
	});

	// These zones are 24 hours apart, so their dates always differ.
	const ZONES = ['Pacific/Kiritimati', 'Pacific/Honolulu'];
	it.each([ZONES, ZONES.toReversed()])(
		'or a date is not recorded again a day apart: %s, %s',
		async (first, second) => {
			await pay(cash, { timezone: first });
			const [{ date = '' } = {}] = payments();
			const message = await refusal(cash, { timezone: second });
			expect(message).toContain(`There is a payment of 100.00 EUR by Cash on ${date}.`);
			expect(message).toContain('If yours is a different payment, fill in its Date');
			billing.sandbox.change('payment', payments()[0]?.id ?? 0, { date: daysAgo(3) });
			await pay(cash);
			await pay({ ...cash, date: daysAgo(5) });
			expect(payments()).toHaveLength(3);
		},
	);

	it('is not recorded where the amount or date of one cannot be read', async () => {
		const shown = '<method>Cash</method><amount>1.100,00</amount><date>10/03/2026</date>';
		const transactions = `<transaction>${shown}</transaction>`;
		scripted.answer('getInvoice', xml('invoice', { outstanding: 1_000_000, transactions }));
		const message = await refusal(dated, { credential: scripted.credential() });
		expect(message).toContain('There is a payment of 1.100,00 by Cash on 10/03/2026.');
		expect(scripted.sent('invoiceOfflinePayment')).toEqual([]);
	});
});

describe('A payment with a reference', () => {
	it('keeps it in the notes, and is returned again whatever its date, method and rest, or fails as chosen', async () => {
		const first = { ...referenced, date: '2026-01-05', additionalFields: { notes: 'Thanks & bye' } };
		const found = { payment_amount: 100, payment_reference: 'TX-4711' };
		expect(await pay(first)).toMatchObject({ result: 'created', ...found });
		expect(billing.warnings()).toBe('');
		const again = { ...referenced, reference: ' TX-4711 ', paymentMethod: 'Cheque' };
		const facts = { result: 'existing', payment_method: 'Cash', payment_date: '2026-01-05', ...found };
		for (const options of CHOICES.filter(({ ifExists }) => ifExists !== 'fail'))
			for (const amount of ['100', '']) expect(await pay({ ...again, options, amount })).toMatchObject(facts);
		expect(billing.warnings()).toContain('This payment already existed, by Cash on 2026-01-05, so nothing');
		const fail = { ifExists: 'fail' };
		expect(await refusal({ ...referenced, options: fail })).toMatch(
			/^Invoice 00004 already has a payment with this reference Nothing was recorded\. There is a payment of 100\.00 EUR by Cash on \S+\. To record it anyway/,
		);
		for (const options of [{}, { ifExists: 'existing' }, fail])
			expect(await refusal({ ...referenced, amount: '100.01', options })).toContain(
				'Invoice 00004 already has a payment with this reference, but its amount is different Nothing was recorded. There is a payment of 100.00 EUR',
			);
		expect(payments()).toMatchObject([{ notes: 'Thanks & bye\nReference: TX-4711' }]);
		await pay({ ...referenced, amount: '40', options: { ifExists: 'create' } });
		expect(await pay({ ...referenced, amount: '40' })).toMatchObject({ payment_amount: 40 });
		await pay({ ...referenced, reference: 'TX-4712' });
		expect(payments()).toHaveLength(3);
		expect(await refusal({ ...referenced, amount: '100000', reference: 'TX-5' })).toContain('overpaid');
		const rest = { ...referenced, amount: '', reference: 'TX-6' };
		await pay(rest);
		expect(await pay(rest)).toMatchObject({ result: 'existing', outstanding: 0 });
		expect(await refusal({ ...rest, reference: 'TX-7' })).toContain('has nothing outstanding');
	});

	it('may be an equal one whose notes show none of it, or a part', async () => {
		const NONE = 'It shows no reference, so it may be the same payment.';
		const DATE = 'If yours is a different payment, fill in its Date';
		await pay(cash);
		const part = 'Reference: TX-47'.padStart(50, '.');
		for (const [notes, doubt] of [
			['', NONE],
			['Reference: NONREF', NONE],
			[part, `Its notes are '${part}', so it may have this reference.`],
			['tx-4711 (checked)', "Its notes are 'tx-4711 (checked)', so it may have this reference."],
		] as const) {
			billing.sandbox.change('payment', payments()[0]?.id ?? 0, { notes });
			const message = await refusal(referenced);
			expect(message).toContain(MATCHING);
			expect(message).toContain(doubt);
			// A Date tells apart only what has no reference.
			expect(message.includes(DATE)).toBe(doubt === NONE);
			const existing = await pay({ ...referenced, options: { ifExists: 'existing' } });
			expect(existing).toMatchObject({ result: 'existing', payment_amount: 100 });
			expect(billing.warnings()).toContain(doubt);
		}
		const later = { ...referenced, date: '2026-01-09' };
		expect(await refusal(later)).toContain('so it may have this reference.');
		await pay({ ...referenced, amount: '99' });
		expect(payments()).toHaveLength(2);
	});

	it('is refused where one has a similar reference, unless it is to be recorded anyway', async () => {
		await pay({ ...referenced, date: '2026-01-05' });
		const similar = { ...referenced, reference: 'tx-4711' };
		for (const more of [...CHOICES.map((options) => ({ options })), { amount: '99' }]) {
			const message = await refusal({ ...similar, ...more });
			expect(message).toContain('Invoice 00004 already has a payment with a similar reference');
			expect(message).toContain("by Cash on 2026-01-05. Its reference is 'TX-4711'.");
		}
		await pay({ ...similar, options: { ifExists: 'create' } });
		// From now on, the reference is in it verbatim.
		expect(await pay(similar)).toMatchObject({ result: 'existing', payment_reference: 'tx-4711' });
		expect(payments()).toHaveLength(2);
	});

	it('that identifies nothing is left out with a warning, and one that is none is refused', async () => {
		const unnamed = { ...dated, reference: 'Not provided' };
		expect(await pay(unnamed)).not.toHaveProperty('payment_reference');
		expect(payments()).toMatchObject([{ notes: '' }]);
		expect(billing.warnings()).toContain(
			"The Reference 'Not provided' was left out: banks write it where there is none, so it identifies no payment.",
		);
		expect(await refusal(unnamed)).toContain(MATCHING);
		billing.sandbox.clearRequests();
		const labeled = await refusal({ ...cash, reference: 'Reference: 1' });
		expect(labeled).toContain("Reference must not contain the word 'Reference:'");
		const empty = await refusal({ ...cash, reference: '={{ "" }}' });
		expect(empty).toContain('Reference evaluated to nothing');
		expect(billing.methods()).toEqual([]);
	});

	it('says, correctly, that a rerun is safe where the outcome is unknown', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
		expect(await refusal(referenced)).toMatch(
			/recognized when it runs again, also days later, if the service keeps the notes of payments\.$/,
		);
		const anyway = { ...referenced, reference: 'B', options: { ifExists: 'create' } };
		expect(await refusal(anyway)).toContain('To make it safe to run again');
		await billing.sandbox.setFaults([]);
		expect(await pay(referenced)).toMatchObject({ result: 'existing' });
		expect(payments()).toHaveLength(2);
	});

	it('is one with another of the run that has it, by a service that shows none yet', async () => {
		scripted.answer('getInvoice', '<invoice><outstanding>1000</outstanding></invoice>');
		scripted.answer('invoiceOfflinePayment', '');
		const items = ['A', 'B', ' A ', 'a'].map((reference) => ({ reference }));
		const each = { ...cash, reference: '={{ $json.reference }}' };
		const more = { credential: scripted.credential(), items, settings: GOES_ON };
		const output = await billing.outputOf('invoice', 'recordPayment', each, more);
		const refused = 'An earlier item of this run has already done this: see ID 4';
		const told = output.map((json) => json['error'] ?? json['result']);
		expect(told).toEqual(['created', 'created', refused, refused]);
		expect(billing.warnings()).toContain('the service does not show its reference');
		expect(scripted.sent('invoiceOfflinePayment')).toHaveLength(2);
	});
});
