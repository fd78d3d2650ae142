import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, matching, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

const billing = useBilling();
const bare = useBilling({ listRecords: 'bare' });
const summary = useBilling({ listRecords: 'summary' });
const scripted = useScriptedService();

/** An invoice of which nothing is paid yet, with the number that these tests look for. */
const OPEN = 4;
const NUMBER = 'INV-0042';

const rename = (service = billing, id = OPEN, number = NUMBER) =>
	service.sandbox.change('invoice', id, { number, number_key: number.toLowerCase() });
const stored = (service = billing, id = OPEN) => {
	const invoice = service.sandbox.records('invoice').find((one) => one.id === id);
	if (invoice === undefined) throw new RangeError(`There is no invoice ${id}`);
	return invoice;
};
const clientOf = (service = billing) =>
	service.sandbox.records('client').find(({ id }) => id === stored(service).client_id);
const find = async (parameters: INodeParameters, service = billing) => {
	const [output = {}, ...others] = await service.outputOf('invoice', 'matchPayment', parameters);
	expect(others).toEqual([]);
	return output;
};
const exact = (service = billing) => ({
	amount: stored(service).outstanding,
	text: 'Payment inv–42, thanks',
});
const pay = async (parameters: INodeParameters) =>
	await billing.outputOf('invoice', 'recordPayment', {
		invoiceId: byId(OPEN),
		paymentMethod: 'Cash',
		...parameters,
	});
const uncertain = { match: 'possible', invoice_id: null, number: '', outstanding: null };

beforeEach(() => [billing, bare, summary].forEach((service) => rename(service)));

describe('Match Payment to Invoice', () => {
	it.each([
		['in full', billing],
		['in short', summary],
		['by their IDs', bare],
	])('is certain by number and amount, and only reads, where lists show invoices %s', async (_, service) => {
		const { amount, text } = exact(service);
		const found = await find({ amount, text, additionalFields: { reference: 'TX-1' } }, service);
		const facts = {
			invoice_id: OPEN,
			number: NUMBER,
			client_organization: clientOf(service)?.organization,
			outstanding: Number(amount),
			currency: 'EUR',
		};
		expect(found).toMatchObject({
			...facts,
			match: 'certain',
			reason: `The text has the number INV-0042, and ${amount} EUR is exactly what is outstanding.`,
			amount: Number(amount),
			text,
			reference: 'TX-1',
		});
		expect(found['candidates']).toContainEqual({
			...facts,
			client_id: stored(service).client_id,
			invoice_due_date: service === summary ? '' : stored(service).due_date,
			reasons: ['its number is in the text', 'exactly this amount is outstanding'],
		});
		expect(service.writes()).toEqual([]);
	});

	it('reads the lists once for all items, and returns one item for each', async () => {
		const items = Array.from({ length: 40 }, (_, nth) => ({ amount: nth + 1, text: `Line ${nth}` }));
		const output = await billing.outputOf(
			'invoice',
			'matchPayment',
			{ amount: '={{ $json.amount }}', text: '={{ $json.text }}' },
			{ items: [...items, exact()] },
		);
		expect(output.map(({ text }) => text)).toEqual([...items, exact()].map(({ text }) => text));
		expect(output.at(-1)).toMatchObject({ match: 'certain' });
		const count = (method: string) => billing.methods().filter((called) => called === method).length;
		expect(count('listInvoice')).toBe(1);
		expect(count('listClient')).toBe(1);
		expect(count('getInvoice')).toBe(1);
	});

	it('finds a payment as recorded by its reference, on an open and on a paid invoice', async () => {
		const { amount, text } = exact();
		await pay({ amount: '100', reference: 'TX-1' });
		const recorded = {
			match: 'recorded',
			invoice_id: OPEN,
			client_organization: clientOf()?.organization,
			reason: 'Invoice INV-0042 already has a payment with this reference.',
		};
		expect(await find({ amount: '100', text, additionalFields: { reference: ' TX-1 ' } })).toMatchObject(
			recorded,
		);
		await pay({ reference: 'TX-2' });
		const rest = String(Number(amount) - 100);
		expect(await find({ amount: rest, text, additionalFields: { reference: 'TX-2' } })).toMatchObject({
			...recorded,
			outstanding: 0,
		});
		expect(await find({ amount, text, additionalFields: { reference: 'TX-3' } })).toMatchObject({
			...uncertain,
			match: matching(/^(none|possible)$/),
			reason: 'The text has the number INV-0042, but nothing is outstanding on that invoice.',
		});
	});

	it('is recorded only with the same amount: a person gets another one, and one that cannot be read', async () => {
		const { text } = exact();
		await pay({ amount: '100', reference: 'TX-1' });
		const other = { text, additionalFields: { reference: 'TX-1' } };
		const left = stored().outstanding;
		const reason =
			"Invoice INV-0042 has a payment of 100 EUR with the reference 'TX-1', which may be this one.";
		for (const amount of [left ?? '', '99.99'])
			expect(await find({ ...other, amount })).toMatchObject({ ...uncertain, reason });
		expect(await find({ ...other, amount: '-100' })).toMatchObject({
			...uncertain,
			reason: `The amount is not above zero, so no payment came in. ${reason}`,
		});
		billing.sandbox.store.run("UPDATE payment SET amount = '1OO' WHERE invoice_id = ?", OPEN);
		expect(await find({ ...other, amount: '100' })).toMatchObject({
			...uncertain,
			reason: "Invoice INV-0042 has a payment of 1OO EUR with the reference 'TX-1', which may be this one.",
		});
	});

	it.each(['NONREF', 'Not Provided', '---', '0000'])(
		'recognizes nothing by the reference %j',
		async (reference) => {
			const sql =
				"INSERT INTO payment (invoice_id, method, notes, amount, date) VALUES (?, 'Cash', ?, '100.00', '2026-03-01')";
			billing.sandbox.store.run(sql, OPEN, `Reference: ${reference}`);
			billing.sandbox.change('invoice', OPEN, { total_paid: '100.00', outstanding: '100.00' });
			const another = { text: 'INV-0042', amount: '100' };
			for (const given of [reference, 'TX-1'])
				expect(await find({ ...another, additionalFields: { reference: given } })).toMatchObject({
					...uncertain,
					reason: matching(
						/^The text has the number INV-0042, but that invoice already has a payment of 100\.00 EUR/,
					),
					reference: given,
				});
			billing.sandbox.change('invoice', OPEN, { outstanding: '250.00' });
			expect(await find({ ...another, amount: '250', additionalFields: { reference } })).toMatchObject({
				match: 'certain',
			});
		},
	);

	it('leaves to a person what says that it was taken back, with the number of the invoice', async () => {
		const { amount } = exact();
		const why = "The text has the word 'RUECKLASTSCHRIFT', so a payment may have been taken back.";
		const text = 'RUECKLASTSCHRIFT INV-0042';
		const returned = { text, amount, additionalFields: { reference: 'TX-1' } };
		const fits = await find(returned);
		expect(fits).toMatchObject({
			...uncertain,
			reason: `${why} The text has the number INV-0042.`,
		});
		expect(fits['candidates']).toMatchObject([{ invoice_id: OPEN }]);
		await pay({ reference: 'TX-1' });
		expect(await find(returned)).toMatchObject({
			...uncertain,
			reason: `${why} Invoice INV-0042 already has a payment with this reference.`,
		});
		for (const one of [amount ?? '', `-${amount}`])
			expect(await find({ text, amount: one })).toMatchObject({
				...uncertain,
				reason: `${why} The text has the number INV-0042, but nothing is outstanding on that invoice.`,
			});
		expect(await find({ text: 'Refund', amount: '0.07' })).toMatchObject({
			...uncertain,
			reason: matching(/^The text has the word 'Refund', so .+ no open invoice fits\.$/),
			candidates: [],
		});
	});

	it.each([
		['INV-0042', 'possible', 'The text has the number INV-0042.'],
		['Rent', 'none', 'The text has no number of an active invoice, and no open invoice fits.'],
		['its client', 'none', 'The text has no number of an active invoice, and no open invoice fits.'],
	])('is never certain of an amount that is not above zero: %s is %s', async (text, match, reason) => {
		const given = text === 'its client' ? (clientOf()?.organization ?? '') : text;
		for (const amount of [`-${exact().amount}`, '0', '-1'])
			expect(await find({ amount, text: given })).toMatchObject({
				...uncertain,
				match,
				amount: Number(amount),
				reason: `The amount is not above zero, so no payment came in. ${reason}`,
			});
	});

	it('says that a payment with a similar reference may be the same one', async () => {
		const { amount, text } = exact();
		await pay({ amount: '100', reference: 'aBc1' });
		for (const received of ['100', amount ?? ''])
			expect(await find({ amount: received, text, additionalFields: { reference: 'AbC1' } })).toMatchObject({
				...uncertain,
				reason: "Invoice INV-0042 has a payment of 100 EUR with the reference 'aBc1', which may be this one.",
			});
	});

	it('is not certain if an equal payment may be the same one', async () => {
		const { text } = exact();
		// Half of it is paid, so that the rest is an equal payment.
		billing.sandbox.change('invoice', OPEN, {
			net_balance: '200.00',
			total_paid: '0.00',
			outstanding: '200.00',
		});
		const sql =
			"INSERT INTO payment (invoice_id, method, notes, amount, date) VALUES (?, 'Cash', ?, '100.00', ?)";
		billing.sandbox.store.run(sql, OPEN, 'Reference: TX-1', '2026-03-01');
		billing.sandbox.change('invoice', OPEN, { total_paid: '100.00', outstanding: '100.00' });
		const left = { amount: '100', text };
		const other = { additionalFields: { reference: 'TX-2' } };
		expect(await find({ ...left, ...other })).toMatchObject({ match: 'certain' });
		expect(await find(left)).toMatchObject({
			...uncertain,
			reason: `The text has the number INV-0042, but that invoice already has a payment of 100.00 EUR, which may be the same one.`,
		});
		billing.sandbox.store.run("UPDATE payment SET notes = '' WHERE invoice_id = ?", OPEN);
		expect(await find({ ...left, ...other })).toMatchObject({
			...uncertain,
			reason: matching(/ EUR, which may be the same one\.$/),
		});
	});

	it('is never certain by name and amount alone', async () => {
		const found = await find({ ...exact(), text: clientOf()?.organization.toUpperCase() ?? '' });
		expect(found).toMatchObject({
			...uncertain,
			reason: matching(/^The text has no number of an active invoice, and/),
		});
		const name = "its client's name is in the text";
		expect(found['candidates']).toMatchObject([
			{ invoice_id: OPEN, reasons: ['exactly this amount is outstanding', name] },
			{ invoice_id: 36, reasons: [name] },
			{ invoice_id: 68, reasons: [name] },
		]);
		expect(await find({ amount: exact().amount })).toMatchObject({
			...uncertain,
			reason: matching(/^The text has no number of an active invoice, and /),
		});
	});

	it.each<[string, INodeParameters, string]>([
		['another client', { clientId: byId(1) }, 'but it belongs to another client'],
		['another currency', { currency: locator('code', 'USD') }, 'but it is in another currency'],
	])('is not certain of an invoice of %s', async (_, additionalFields, reason) => {
		const found = await find({ ...exact(), additionalFields });
		expect(found).toMatchObject({ ...uncertain, reason: `The text has the number INV-0042, ${reason}.` });
		expect(found['candidates']).toMatchObject([{ invoice_id: OPEN }]);
	});

	it.each([
		['USD 2,537.74 INV-0042', 'but it is in another currency'],
		['INV-0042 2537.74USD', 'but it is in another currency'],
		['INV-0042 EUR 2537.74 (USD 2740.00)', "but '2740.00' may be another one"],
		['INV-0042 EUR 2.537,74', undefined],
		['INV-0042 2537.74 FOR LUNCH', undefined],
	])('takes the currency of an amount in the text for its own: %s', async (text, reason) => {
		const { amount } = exact();
		expect(amount).toBe('2537.74');
		expect(await find({ amount, text })).toMatchObject(
			reason === undefined
				? { match: 'certain' }
				: { ...uncertain, reason: `The text has the number INV-0042, ${reason}.` },
		);
	});

	it('also returns a payment that matches nothing', async () => {
		expect(await find({ amount: '0.07', text: 'Rent' })).toEqual({
			match: 'none',
			invoice_id: null,
			number: '',
			client_organization: '',
			outstanding: null,
			currency: '',
			reason: 'The text has no number of an active invoice, and no open invoice fits.',
			amount: 0.07,
			text: 'Rent',
			reference: '',
			candidates: [],
		});
	});

	it.each([
		['={{ "" }}', 'Amount is required and was left empty'],
		['1,000.00', 'Amount takes a plain number'],
	])('refuses the amount %j before anything is read', async (amount, problem) => {
		expect(await billing.errorOf('invoice', 'matchPayment', { amount })).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});
});

describe('an invoice whose own record does not agree with the list', () => {
	const shown = (outstanding: string, more = '') =>
		`<invoice><invoice_id>4</invoice_id><number>INV-0042</number><client><client_id>2</client_id></client><outstanding>${outstanding}</outstanding><invoice_status>Sent</invoice_status><currency>EUR</currency>${more}</invoice>`;
	const PAID = '<total_paid>50</total_paid>';
	const paid = (amount: string) =>
		`<transactions><transaction><amount>${amount}</amount></transaction></transactions>`;

	it.each([
		['is certain if they agree', shown('500', `${PAID}${paid('50')}`), 'and 500.00 EUR is exactly'],
		['has changed', shown('450'), 'but the invoice itself shows another amount'],
		[
			'is not active',
			shown('500', '<status>Archived</status>'),
			'but the invoice itself shows another amount',
		],
		['does not show payments', shown('500', PAID), 'but the service does not show all payments'],
		[
			'shows some payments',
			shown('500', `${PAID}${paid('20')}`),
			'but the service does not show all payments',
		],
		['may have no payments', shown('500'), 'but the service does not show all payments'],
		[
			'shows an amount that is none',
			shown('500', `<total_paid>0</total_paid>${paid('5OO')}`),
			'but that invoice already has a payment',
		],
	])('%s', async (_, record, reason) => {
		scripted.answer('listInvoice', listed('invoices', shown('500')));
		scripted.answer('getInvoice', record);
		scripted.answer('getClient', '<client><name>Ada</name><organization>Acme</organization></client>');
		const [found] = await billing.outputOf(
			'invoice',
			'matchPayment',
			{ amount: '500', text: NUMBER },
			{ credential: scripted.credential() },
		);
		expect(found?.['reason']).toContain(`The text has the number INV-0042, ${reason}`);
		expect(found?.['match']).toBe(reason.startsWith('and') ? 'certain' : 'possible');
	});
});
