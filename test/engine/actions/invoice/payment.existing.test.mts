import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const scripted = useScriptedService();

/** An invoice of which nothing is paid yet. */
const OPEN = 4;
const cash = { invoiceId: byId(OPEN), paymentMethod: 'Cash', amount: '100' };
const dated = { ...cash, additionalFields: { date: '2026-03-09' } };
const referenced = { ...cash, reference: 'TX-4711' };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const MATCHING = 'Invoice 00004 already has a matching payment Nothing was recorded. ';

const payments = () => billing.sandbox.records('payment').filter(({ invoice_id }) => invoice_id === OPEN);
const pay = async (parameters: INodeParameters, more = {}) => {
	const [output] = await billing.outputOf('invoice', 'recordPayment', parameters, more);
	return output;
};
const refusal = async (parameters: INodeParameters, more = {}) =>
	await billing.errorOf('invoice', 'recordPayment', parameters, more);

describe('A payment without a reference', () => {
	it.each([
		['amount', { amount: '100.01' }],
		['method', { paymentMethod: 'Cheque' }],
		['day', { additionalFields: { date: '2026-03-10' } }],
	])('is another one when its %s differs', async (_, other) => {
		await pay(dated);
		await pay({ ...dated, ...other });
		expect(payments()).toHaveLength(2);
	});

	it.each([{}, { ifExists: 'automatic' }, { ifExists: 'fail' }])(
		'is refused if the invoice has an equal one, also one with a reference, with %o',
		async (options) => {
			await pay({ ...dated, reference: 'TX-1' });
			expect(await refusal({ ...dated, options })).toBe(
				`${MATCHING}There is a payment of 100.00 EUR by Cash on 2026-03-09. To record it anyway or return the existing payment, set Options › If Payment Exists.`,
			);
			expect(payments()).toHaveLength(1);
		},
	);

	it('of the whole rest is named if it is the same, and else nothing is outstanding', async () => {
		const rest = { ...dated, amount: '' };
		await pay(dated);
		expect(await pay(rest)).toMatchObject({ result: 'created', outstanding: 0 });
		expect(await refusal(rest)).toMatch(/payment of \d+\.\d\d EUR by Cash on 2026-03-09\./);
		expect(await refusal({ ...rest, additionalFields: { date: '2026-03-01' } })).toContain(
			'Invoice 00004 has nothing outstanding Nothing was recorded. 0.00 EUR is outstanding.',
		);
	});

	const [earlier, later] = [{ timezone: 'Pacific/Honolulu' }, { timezone: 'Pacific/Kiritimati' }];

	// These zones are 24 hours apart, so their dates always differ.
	it.each([
		['before', later, earlier],
		['after', earlier, later],
	])('or a date is not recorded again on the day %s', async (_, first, second) => {
		await pay(cash, first);
		const [{ date = '' } = {}] = payments();
		const message = await refusal(cash, second);
		expect(message).toContain(`There is a payment of 100.00 EUR by Cash on ${date}.`);
		expect(message).toContain('If yours is a different payment, fill in its Date');
		expect(await pay({ ...cash, options: { ifExists: 'existing' } }, second)).toMatchObject({
			result: 'existing',
			payment_amount: 100,
			payment_method: 'Cash',
			payment_date: date,
		});
		expect(billing.warnings()).toBe('');
		expect(payments()).toHaveLength(1);
	});

	it('or a date is another one two days later, or with a date of its own', async () => {
		await pay({ ...cash, additionalFields: { date: daysAgo(2) } });
		await pay(cash);
		await pay({ ...cash, additionalFields: { date: daysAgo(3) } });
		expect(payments()).toHaveLength(3);
	});

	it('is not recorded where the amount or date of one cannot be read', async () => {
		const shown = '<method>Cash</method><amount>1.100,00</amount><date>10/03/2026</date>';
		scripted.answer(
			'getInvoice',
			`<invoice><outstanding>1000000</outstanding><transactions><transaction>${shown}</transaction></transactions></invoice>`,
		);
		const { error } = await billing.run('invoice', 'recordPayment', dated, {
			credential: scripted.credential(),
		});
		expect(error?.description).toContain('There is a payment of 1.100,00 by Cash on 10/03/2026.');
		expect(scripted.sent('invoiceOfflinePayment')).toEqual([]);
	});
});

describe('A payment with a reference', () => {
	it('keeps it in the notes, below those of the form', async () => {
		const output = await pay({ ...referenced, additionalFields: { notes: 'Thanks & bye' } });
		expect(output).toMatchObject({
			result: 'created',
			payment_amount: 100,
			payment_reference: 'TX-4711',
		});
		expect(payments()).toMatchObject([{ notes: 'Thanks & bye\nReference: TX-4711' }]);
		expect(billing.warnings()).toBe('');
	});

	it.each([{}, { ifExists: 'automatic' }, { ifExists: 'existing' }])(
		'is returned in a second run, whatever its date and method, with %o',
		async (options) => {
			await pay({ ...referenced, additionalFields: { date: '2026-01-05' } });
			const again = { ...referenced, reference: ' TX-4711 ', paymentMethod: 'Cheque', options };
			for (const amount of ['100', ''])
				expect(await pay({ ...again, amount })).toMatchObject({
					result: 'existing',
					payment_amount: 100,
					payment_method: 'Cash',
					payment_date: '2026-01-05',
					payment_reference: 'TX-4711',
				});
			expect(payments()).toHaveLength(1);
		},
	);

	it('is returned when nothing is outstanding anymore', async () => {
		const rest = { ...referenced, amount: '' };
		await pay(rest);
		expect(await pay(rest)).toMatchObject({ result: 'existing', outstanding: 0 });
		expect(await refusal({ ...rest, reference: 'TX-3' })).toContain('has nothing outstanding');
		expect(payments()).toHaveLength(1);
	});

	it('fails where the option says so, and is recorded again where it says that', async () => {
		await pay(referenced);
		expect(await refusal({ ...referenced, options: { ifExists: 'fail' } })).toMatch(
			/^Invoice 00004 already has a payment with this reference Nothing was recorded\. There is a payment of 100\.00 EUR by Cash on \S+\. To record it anyway/,
		);
		await pay({ ...referenced, amount: '40', options: { ifExists: 'create' } });
		expect(await pay({ ...referenced, amount: '40' })).toMatchObject({ payment_amount: 40 });
		expect(payments()).toHaveLength(2);
	});

	it.each([{}, { ifExists: 'existing' }, { ifExists: 'fail' }])(
		'is refused with another amount, with %o',
		async (options) => {
			await pay(referenced);
			expect(await refusal({ ...referenced, amount: '100.01', options })).toContain(
				'Invoice 00004 already has a payment with this reference, but its amount is different Nothing was recorded. There is a payment of 100.00 EUR',
			);
			expect(payments()).toHaveLength(1);
		},
	);

	it('is another one than an equal payment with another reference, but never more than is outstanding', async () => {
		await pay(referenced);
		await pay({ ...referenced, reference: 'TX-4712' });
		expect(payments()).toHaveLength(2);
		expect(await refusal({ ...referenced, amount: '100000', reference: 'TX-5' })).toContain('overpaid');
	});

	it('that identifies nothing is left out', async () => {
		const unnamed = { ...dated, reference: 'Not provided' };
		expect(await pay(unnamed)).not.toHaveProperty('payment_reference');
		expect(payments()).toMatchObject([{ notes: '' }]);
		expect(billing.warnings()).toContain(
			"The Reference 'Not provided' was left out: banks write it where there is none, so it identifies no payment.",
		);
		expect(await refusal(unnamed)).toContain(MATCHING);
	});

	it.each(['', 'Reference: NONREF', 'Thanks\nReference: TX-47', 'reference:tx-4711 (by API)'])(
		'may be an equal one whose notes are %j',
		async (notes) => {
			await pay(cash);
			billing.sandbox.change('payment', payments()[0]?.id ?? 0, { notes });
			const doubt = 'It shows no reference, or only a part of it, so it may be the same payment.';
			const message = await refusal(referenced);
			expect(message).toContain(MATCHING);
			expect(message).toContain(doubt);
			const existing = await pay({ ...referenced, options: { ifExists: 'existing' } });
			expect(existing).toMatchObject({ result: 'existing', payment_amount: 100 });
			expect(billing.warnings()).toContain(doubt);
			await pay({ ...referenced, amount: '99' });
			expect(payments()).toHaveLength(2);
		},
	);

	it.each([{}, { ifExists: 'existing' }, { ifExists: 'fail' }, { amount: '99' }])(
		'is refused where one has a similar reference, unless it is to be recorded anyway, with %o',
		async ({ amount = '100', ...options }: INodeParameters) => {
			await pay({ ...referenced, additionalFields: { date: '2026-01-05' } });
			const similar = { ...referenced, reference: 'tx-4711', amount };
			const message = await refusal({ ...similar, options });
			expect(message).toContain('Invoice 00004 already has a payment with a similar reference');
			expect(message).toContain("by Cash on 2026-01-05. Its reference is 'TX-4711'.");
			expect(payments()).toHaveLength(1);
			await pay({ ...similar, options: { ifExists: 'create' } });
			// From now on, the reference is in it verbatim.
			expect(await pay(similar)).toMatchObject({ result: 'existing', payment_reference: 'tx-4711' });
			expect(payments()).toHaveLength(2);
		},
	);

	it.each([
		['A\nB', 'takes one line of text'],
		['Reference: 1', "must not contain the word 'Reference:'"],
		['={{ ({}) }}', 'takes text'],
		['={{ "" }}', 'evaluated to nothing'],
	])('is refused as %j before anything is sent', async (reference, problem) => {
		expect(await refusal({ ...cash, reference })).toContain(`Reference ${problem}`);
		expect(billing.methods()).toEqual([]);
	});

	it('says, correctly, that a rerun is safe where the outcome is unknown', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
		expect(await refusal(referenced)).toMatch(
			/recognized when it runs again, also days later, if the service keeps the notes of payments\.$/,
		);
		const options = { ifExists: 'create' };
		expect(await refusal({ ...referenced, reference: 'B', options })).toContain(
			'To make it safe to run again',
		);
		await billing.sandbox.setFaults([]);
		expect(await pay(referenced)).toMatchObject({ result: 'existing' });
		expect(payments()).toHaveLength(2);
	});
});

it('Two payments in one run, by a service that shows none yet, are one if their references are', async () => {
	scripted.answer('getInvoice', '<invoice><outstanding>1000</outstanding></invoice>');
	scripted.answer('invoiceOfflinePayment', '');
	const items = ['A', 'B', ' A ', 'a'].map((reference) => ({ reference }));
	const { outputs } = await billing.run(
		'invoice',
		'recordPayment',
		{ ...cash, reference: '={{ $json.reference }}' },
		{ credential: scripted.credential(), items, settings: { onError: 'continueRegularOutput' } },
	);
	const refused = 'An earlier item of this run has already done this: see ID 4';
	expect((outputs[0] ?? []).map(({ json }) => json['error'] ?? json['result'])).toEqual([
		...['created', 'created', refused, refused],
	]);
	expect(billing.warnings()).toContain('the service does not show its reference');
	expect(scripted.sent('invoiceOfflinePayment')).toHaveLength(2);
});
