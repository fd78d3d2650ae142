import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const padded = useBilling({ quirks: ['padded'] });
const scripted = useScriptedService();

/** An invoice of which nothing is paid yet. */
const OPEN = 4;
const open = { invoiceId: byId(OPEN), paymentMethod: 'Cash', reference: 'TX-4711' };
const part = { ...open, amount: '100' };
const inTwoDays = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

const paymentsOf = ({ sandbox } = billing) =>
	sandbox.records('payment').filter(({ invoice_id }) => invoice_id === OPEN);
const pay = async (parameters: INodeParameters, service = billing) => {
	const [output] = await service.outputOf('invoice', 'recordPayment', parameters);
	return output;
};
const refusal = async (parameters: INodeParameters) =>
	await billing.errorOf('invoice', 'recordPayment', parameters);

describe('Record Payment with a reference', () => {
	it('keeps it in the notes, below those of the form', async () => {
		const output = await pay({ ...part, additionalFields: { notes: 'Thanks & bye' } });
		expect(output).toMatchObject({ result: 'created', payment_amount: 100, payment_reference: 'TX-4711' });
		expect(paymentsOf()).toMatchObject([{ notes: 'Thanks & bye\nReference: TX-4711' }]);
		expect(billing.warnings()).toBe('');
		await pay({ ...part, reference: '  TX \t 4712 ' });
		expect(paymentsOf()[1]?.notes).toBe('Reference: TX \t 4712');
	});

	it('records nothing for an undated part payment that is replayed two days later', async () => {
		await pay({ ...part, additionalFields: { date: inTwoDays } });
		expect(await pay(part)).toMatchObject({
			result: 'existing',
			payment_amount: 100,
			payment_method: 'Cash',
			payment_date: inTwoDays,
			payment_reference: 'TX-4711',
		});
		expect(paymentsOf()).toHaveLength(1);
	});

	it('recognizes it with any date, method and surrounding blanks, also where values are padded', async () => {
		await pay({ ...part, additionalFields: { date: '2026-01-05' } }, padded);
		const other = {
			paymentMethod: 'Cheque',
			reference: ' TX-4711 ',
			additionalFields: { date: '2026-03-09' },
		};
		expect(await pay({ ...part, ...other }, padded)).toMatchObject({
			result: 'existing',
			payment_method: 'Cash',
			payment_date: '2026-01-05',
			payment_reference: 'TX-4711',
		});
		expect(padded.sandbox.records('payment').filter(({ notes }) => /TX/.test(String(notes)))).toHaveLength(1);
	});

	it('fails where the option says so, and records it again where it says that', async () => {
		await pay(part);
		const message = await refusal({ ...part, options: { ifExists: 'fail' } });
		expect(message).toMatch(
			/^Invoice 00004 already has a payment with this reference Nothing was recorded\. There is a payment of 100\.00 EUR by Cash on \S+\. To record it anyway/,
		);
		await pay({ ...part, options: { ifExists: 'create' } });
		expect(paymentsOf()).toHaveLength(2);
	});

	it.each(['', 'existing', 'fail'])('refuses another amount, with the option %j', async (ifExists) => {
		await pay(part);
		const options: INodeParameters = ifExists === '' ? {} : { ifExists };
		const message = await refusal({ ...part, amount: '100.01', options });
		expect(message).toContain(
			'Invoice 00004 already has a payment with this reference, but its amount is different Nothing was recorded. There is a payment of 100.00 EUR',
		);
		expect(message).toContain('This payment is 100.01 EUR.');
		expect(paymentsOf()).toHaveLength(1);
	});

	it('returns the existing one for a blank amount, also when nothing is outstanding', async () => {
		await pay(part);
		expect(await pay(open)).toMatchObject({ result: 'existing', payment_amount: 100 });
		const rest = await pay({ ...open, reference: 'TX-2' });
		expect(rest).toMatchObject({ result: 'created', outstanding: 0 });
		expect(await pay({ ...open, reference: 'TX-2' })).toMatchObject({
			result: 'existing',
			payment_amount: rest?.['payment_amount'],
			payment_date: rest?.['payment_date'],
			payment_reference: 'TX-2',
		});
		expect(await refusal({ ...open, reference: 'TX-3' })).toContain('is paid in full');
		expect(paymentsOf()).toHaveLength(2);
	});

	it('records two equal payments with different references, but never more than is outstanding', async () => {
		await pay(part);
		await pay({ ...part, reference: 'TX-4712' });
		expect(paymentsOf()).toHaveLength(2);
		expect(await refusal({ ...part, amount: '100000', reference: 'TX-5' })).toContain('exceeds');
	});

	it.each(['NONREF', ' not provided', '–', '000'])(
		'leaves out a reference that identifies nothing: %j',
		async (reference) => {
			const dated = { ...part, reference, additionalFields: { date: '2026-01-05', notes: 'Thanks' } };
			expect(await pay(dated)).not.toHaveProperty('payment_reference');
			expect(paymentsOf()).toMatchObject([{ notes: 'Thanks' }]);
			expect(billing.warnings()).toContain(
				`The Reference '${reference.trim()}' was left out: banks write it where there is none, so it identifies no payment.`,
			);
			// The same payment is recognized as one without a reference, and another one is recorded.
			expect(await refusal(dated)).toContain('already has a matching payment');
			await pay({ ...dated, amount: '99' });
			expect(paymentsOf()).toHaveLength(2);
		},
	);

	it('takes a payment whose notes have a placeholder for one without a reference', async () => {
		await pay({ ...part, reference: '' });
		billing.sandbox.change('payment', paymentsOf()[0]?.id ?? 0, { notes: 'Reference: NONREF' });
		expect(await refusal(part)).toContain('It shows no reference, or only a part of it');
		expect(paymentsOf()).toHaveLength(1);
	});

	it('records no payment that may be there without its reference, unless the option says to', async () => {
		await pay({ ...part, reference: '' });
		const message = await refusal(part);
		expect(message).toContain('Invoice 00004 may already have a matching payment Nothing was recorded.');
		expect(message).toContain('It shows no reference, or only a part of it, so it may be the same payment.');
		const existing = await pay({ ...part, options: { ifExists: 'existing' } });
		expect(existing).toMatchObject({ result: 'existing' });
		expect(existing).not.toHaveProperty('payment_reference');
		expect(billing.warnings()).toContain('It was treated as the same, so nothing was recorded.');
		expect(paymentsOf()).toHaveLength(1);
		await pay({ ...part, options: { ifExists: 'create' } });
		expect(paymentsOf()).toHaveLength(2);
	});

	it.each(['Thanks\nReference: TX-47', 'reference:tx-4711 (by API)'])(
		'records nothing where the service kept %j of its notes',
		async (notes) => {
			await pay(part);
			billing.sandbox.change('payment', paymentsOf()[0]?.id ?? 0, { notes });
			expect(await refusal(part)).toContain('Invoice 00004 may already have a matching payment');
			expect(paymentsOf()).toHaveLength(1);
		},
	);

	it.each([
		['29900', '299', 'Reference: 299\n00'],
		['aBc1', 'AbC1', undefined],
		['1 23', '12 3', undefined],
		['10²', '102', undefined],
		['TX-4711', 'TX-4711', 'Reference: TX-4711\nChecked by Anna'],
	])(
		'stops after %j at the similar %j, unless the option says to record it',
		async (first, reference, notes) => {
			await pay({ ...part, reference: first, additionalFields: { date: '2026-01-05' } });
			if (notes !== undefined) billing.sandbox.change('payment', paymentsOf()[0]?.id ?? 0, { notes });
			for (const options of [{}, { ifExists: 'existing' }, { ifExists: 'fail' }]) {
				const message = await refusal({ ...part, reference, options });
				expect(message).toContain(
					'Invoice 00004 already has a payment with a similar reference Nothing was recorded.',
				);
				expect(message).toContain('by Cash on 2026-01-05. Its reference is ');
				expect(message).toContain('record it with Options › If Payment Exists › Record Anyway.');
			}
			expect(await refusal({ ...part, reference, amount: '99' })).toContain('a similar reference');
			expect(paymentsOf()).toHaveLength(1);
			expect(await pay({ ...part, reference, options: { ifExists: 'create' } })).toMatchObject({
				result: 'created',
			});
			// From now on, the reference is in it verbatim.
			expect(await pay({ ...part, reference })).toMatchObject({
				result: 'existing',
				payment_reference: reference,
			});
			expect(paymentsOf()).toHaveLength(2);
		},
	);

	it('fails without one where an equal payment has one', async () => {
		await pay(part);
		expect(await refusal({ ...part, reference: '' })).toContain('already has a matching payment');
	});

	it.each([
		['A\nB', 'takes one line of text'],
		['Reference: 1', "must not contain the word 'Reference:'"],
		['={{ ({}) }}', 'takes text'],
		['={{ "" }}', 'evaluated to nothing'],
	])('refuses %j before anything is sent', async (reference, problem) => {
		expect(await refusal({ ...part, reference })).toContain(`Reference ${problem}`);
		expect(billing.methods()).toEqual([]);
	});

	it('says, correctly, that a rerun is safe where the outcome is unknown', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
		expect(await refusal(part)).toMatch(
			/recognized when it runs again, also days later, if the service keeps the notes of payments\.$/,
		);
		const options = { ifExists: 'create' };
		expect(await refusal({ ...part, reference: 'B', options })).toContain('To make it safe to run again');
		await billing.sandbox.setFaults([]);
		expect(await pay(part)).toMatchObject({ result: 'existing' });
		expect(paymentsOf()).toHaveLength(2);
	});
});

describe('two payments in one run, by a service that shows none yet', () => {
	const run = async (items: IDataObject[], more: INodeParameters = {}) => {
		scripted.answer('getInvoice', '<invoice><outstanding>1000</outstanding></invoice>');
		const { outputs } = await billing.run(
			'invoice',
			'recordPayment',
			{ ...open, amount: '={{ $json.amount }}', reference: '={{ $json.reference }}', ...more },
			{ credential: scripted.credential(), items, settings: { onError: 'continueRegularOutput' } },
		);
		return (outputs[0] ?? []).map(({ json }) => json['error'] ?? json['result']);
	};
	const item = (reference: unknown, amount: unknown = 10) => ({ reference, amount }) as IDataObject;
	beforeEach(() => void scripted.answer('invoiceOfflinePayment', ''));

	it('are two if their references differ, and one if they do not', async () => {
		const items = [item('A'), item('B'), item(' A '), item('a')];
		expect(await run(items)).toEqual([
			'created',
			'created',
			'An earlier item of this run has already done this: see ID 4',
			'An earlier item of this run has already done this: see ID 4',
		]);
		expect(scripted.sent('invoiceOfflinePayment')).toHaveLength(2);
	});

	it('are not sent after one in doubt with the same reference', async () => {
		scripted.answer('invoiceOfflinePayment', 'Later', 500);
		const [first, second] = await run([item('A'), item('a', 11)]);
		expect(first).toContain('It is unknown whether');
		expect(second).toContain('an earlier item of the run is the same');
		expect(scripted.sent('invoiceOfflinePayment')).toHaveLength(1);
	});
});
