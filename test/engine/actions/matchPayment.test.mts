import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, locator, matching, useBilling } from '../billing.mts';
import { listed, useScriptedService } from '../scripted.mts';

/** An invoice of which nothing is paid yet, with the number that these tests look for. */
const OPEN = 4;
const NUMBER = 'INV-0042';
const uncertain = { match: 'possible', invoice_id: null, number: '', outstanding: null };
const HAS = 'The text has the number INV-0042';

function useOpen(options: Parameters<typeof useBilling>[0] = {}) {
	const billing = useBilling(options);
	beforeEach(() => billing.sandbox.change('invoice', OPEN, { number: NUMBER, number_key: 'inv-0042' }));
	const stored = () => billing.sandbox.records('invoice').find(({ id }) => id === OPEN);
	const client = () => billing.sandbox.records('client').find(({ id }) => id === stored()?.client_id);
	const find = async (parameters: INodeParameters) => {
		const [output = {}, ...others] = await billing.outputOf('invoice', 'matchPayment', parameters);
		expect(others).toEqual([]);
		return output;
	};
	const exact = () => ({ amount: stored()?.outstanding ?? '', text: 'Payment inv–42, thanks' });
	return { billing, stored, client, find, exact };
}

describe.each(['full', 'summary', 'bare'] as const)('Where lists are %s, a match', (listRecords) => {
	const { billing, stored, client, find, exact } = useOpen({ listRecords });

	it('is certain by number and amount, only reads, and never certain by name and amount', async () => {
		const { amount, text } = exact();
		const found = await find({ amount, text, additionalFields: { reference: 'TX-1' } });
		const owed = { invoice_id: OPEN, number: NUMBER, outstanding: Number(amount), currency: 'EUR' };
		const facts = { ...owed, client_organization: client()?.organization };
		const reason = `${HAS}, and ${amount} EUR is exactly what is outstanding.`;
		const certain = { ...facts, match: 'certain', reason, candidates: [] };
		expect(found).toMatchObject({ ...certain, amount: Number(amount), text, reference: 'TX-1' });
		const byName = await find({ amount, text: client()?.organization.toUpperCase() ?? '' });
		expect(byName).toMatchObject({
			...uncertain,
			reason: matching(/^The text has no number of an active invoice, and/),
			candidates: [{ invoice_id: OPEN }, { invoice_id: 36 }, { invoice_id: 68 }],
		});
		expect(byName['candidates']).toContainEqual({
			...{ ...facts, client_id: stored()?.client_id },
			invoice_due_date: listRecords === 'summary' ? '' : stored()?.due_date,
			reasons: ['exactly this amount is outstanding', "its client's name is in the text"],
		});
		expect(await find({ amount })).toMatchObject(uncertain);
		expect(billing.writes()).toEqual([]);
	});
});

describe('Match Payment to Invoice', () => {
	const { billing, stored, find, exact, client } = useOpen();
	const cash = { invoiceId: byId(OPEN), paymentMethod: 'Cash' };
	const pay = async (parameters: INodeParameters) =>
		await billing.outputOf('invoice', 'recordPayment', { ...cash, ...parameters });
	const referenced = (amount: string, reference: string, text = NUMBER) =>
		find({ amount, text, additionalFields: { reference } });
	const store = (notes: string) =>
		billing.sandbox.store.insert('payment', {
			...{ invoice_id: OPEN, method: 'Cash', notes, amount: '100.00', date: '2026-03-01' },
		});

	it('reads the lists once for all items, and returns one item for each, also of what matches nothing', async () => {
		const items = Array.from({ length: 20 }, (_, nth) => ({ amount: nth + 0.07, text: `Line ${nth}` }));
		const parameters = { amount: '={{ $json.amount }}', text: '={{ $json.text }}' };
		const all = [...items, exact()];
		const output = await billing.outputOf('invoice', 'matchPayment', parameters, { items: all });
		expect(output.map(({ text }) => text)).toEqual(all.map(({ text }) => text));
		expect(output.at(-1)).toMatchObject({ match: 'certain' });
		expect(billing.methods().sort()).toEqual(['getInvoice', 'listClient', 'listInvoice']);
		expect(output[0]).toEqual({
			...{ match: 'none', invoice_id: null, number: '', client_organization: '', outstanding: null },
			...{ currency: '', date: '', amount: 0.07, text: 'Line 0', reference: '', candidates: [] },
			reason: 'The text has no number of an active invoice, and no open invoice fits.',
		});
		billing.sandbox.clearRequests();
		const wrong = {
			'={{ "" }}': 'Amount is required and was left',
			'1,000.00': 'Amount takes a plain number',
		};
		for (const [amount, problem] of Object.entries(wrong))
			expect(await billing.errorOf('invoice', 'matchPayment', { amount })).toContain(problem);
		expect(billing.methods()).toEqual([]);
	});

	it('finds a payment as recorded by its reference and amount alone, on an open and on a paid invoice', async () => {
		const { amount } = exact();
		await pay({ amount: '100', reference: 'TX-1' });
		const reason = `Invoice ${NUMBER} already has a payment with this reference.`;
		const recorded = { match: 'recorded', invoice_id: OPEN, reason };
		expect(await referenced('100', ' TX-1 ')).toMatchObject(recorded);
		expect(await referenced('100', 'TX-1', `Storno ${NUMBER}`)).toMatchObject({ match: 'possible' });
		const may = (paid: string, reference: string) =>
			`Invoice ${NUMBER} has a payment of ${paid} EUR with the reference '${reference}', which may be this one.`;
		for (const other of [stored()?.outstanding ?? '', '99.99'])
			expect(await referenced(other, 'TX-1')).toMatchObject({ ...uncertain, reason: may('100', 'TX-1') });
		for (const other of ['100', amount])
			expect(await referenced(other, 'tx-1')).toMatchObject({ ...uncertain, reason: may('100', 'TX-1') });
		await pay({ reference: 'TX-2' });
		const rest = (Number(amount) - 100).toFixed(2);
		expect(await referenced(rest, 'TX-2')).toMatchObject({ ...recorded, outstanding: 0 });
		expect(await referenced(amount, 'TX-3')).toMatchObject({
			...{ ...uncertain, match: matching(/^(none|possible)$/) },
			reason: `${HAS}, but nothing is outstanding on that invoice.`,
		});
		billing.sandbox.store.run("UPDATE payment SET amount = '1OO' WHERE notes LIKE '%TX-1'");
		expect(await referenced('100', 'TX-1')).toMatchObject({ ...uncertain, reason: may('1OO', 'TX-1') });
	});

	it('is not certain if an equal payment may be the same one, whatever a reference says that identifies nothing', async () => {
		store('Reference: TX-1');
		const change = (outstanding: string) =>
			billing.sandbox.change('invoice', OPEN, { net_balance: '200.00', total_paid: '100.00', outstanding });
		change('100.00');
		const SAME = /already has a payment of 100\.00 EUR, which may be the same/;
		const doubt = { ...uncertain, reason: matching(SAME) };
		expect(await referenced('100', 'TX-2')).toMatchObject({ match: 'certain' });
		expect(await find({ amount: '100', text: NUMBER })).toMatchObject(doubt);
		expect(await referenced('100', '={{ "" }}')).toMatchObject(doubt);
		for (const notes of ['', 'Reference: NONREF', 'Reference: ---', 'Reference: 0000']) {
			billing.sandbox.store.run('UPDATE payment SET notes = ? WHERE invoice_id = ?', notes, OPEN);
			for (const reference of ['TX-1', notes.slice(11) || 'Not Provided'])
				expect(await referenced('100', reference)).toMatchObject({ ...doubt, reference });
		}
		change('250.00');
		expect(await referenced('250', 'NONREF')).toMatchObject({ match: 'certain' });
	});

	it('leaves to a person what was taken back or is not above zero, with the number of the invoice', async () => {
		const { amount } = exact();
		const why = "The text has the word 'RUECKLASTSCHRIFT', so a payment may have been taken back.";
		const text = `RUECKLASTSCHRIFT ${NUMBER}`;
		expect(await referenced(amount, 'TX-1', text)).toMatchObject({
			...{ ...uncertain, reason: `${why} ${HAS}.`, candidates: [{ invoice_id: OPEN }] },
		});
		expect(await find({ text: 'Refund', amount: '0.07' })).toMatchObject({
			...{ ...uncertain, candidates: [], reason: containing("The text has the word 'Refund', so") },
		});
		const NONE = 'The amount is not above zero, so no payment came in.';
		for (const [named, match, reason] of [
			[NUMBER, 'possible', `${NONE} ${HAS}.`],
			[client()?.organization ?? '', 'none', `${NONE} The text has no number of an active invoice, and no`],
		] as const)
			for (const less of [`-${amount}`, '0'])
				expect(await find({ amount: less, text: named })).toMatchObject({
					...{ ...uncertain, match, amount: Number(less), reason: matching(new RegExp(`^${reason}`)) },
				});
	});

	it('is not certain of another client or currency, and takes the one in the text for its own', async () => {
		const { amount, text } = exact();
		expect(amount).toBe('2537.74');
		const ANOTHER = 'but it is in another currency';
		for (const [given, additionalFields, reason] of [
			[text, { clientId: byId(1) }, 'but it belongs to another client'],
			[text, { currency: locator('code', 'USD') }, ANOTHER],
			['USD 2,537.74 INV-0042', {}, ANOTHER],
			['INV-0042 2537.74USD', {}, ANOTHER],
			['INV-0042 EUR 2537.74 (USD 2740.00)', {}, "but '2740.00' may be another one"],
		] as const)
			expect(await find({ amount, text: given, additionalFields })).toMatchObject({
				...{ ...uncertain, reason: `${HAS}, ${reason}.`, candidates: [{ invoice_id: OPEN }] },
			});
		for (const given of ['INV-0042 EUR 2.537,74', 'INV-0042 2537.74 FOR LUNCH'])
			expect(await find({ amount, text: given })).toMatchObject({ match: 'certain' });
	});
});

describe('An invoice whose own record shows something else than the list', () => {
	const billing = useBilling();
	const scripted = useScriptedService();
	const shown = (outstanding: string, more = '') =>
		`<invoice><invoice_id>4</invoice_id><number>INV-0042</number><client><client_id>2</client_id></client><outstanding>${outstanding}</outstanding><invoice_status>Sent</invoice_status><currency>EUR</currency>${more}</invoice>`;
	const PAID = '<total_paid>50</total_paid>';
	const paid = (amount: string) =>
		`<transactions><transaction><amount>${amount}</amount></transaction></transactions>`;
	const ANOTHER = 'but the invoice itself shows another amount';
	const HIDDEN = 'but the service does not show all payments';

	it('is certain only if they agree', async () => {
		scripted.answer('listInvoice', listed('invoices', shown('500')));
		scripted.answer('getClient', '<client><name>Ada</name><organization>Acme</organization></client>');
		for (const [record, reason] of [
			[shown('500', `${PAID}${paid('50')}`), 'and 500.00 EUR is exactly'],
			[shown('450'), ANOTHER],
			[shown('500', '<status>Archived</status>'), ANOTHER],
			[shown('500', PAID), HIDDEN],
			[shown('500', `${PAID}${paid('20')}`), HIDDEN],
			[shown('500'), HIDDEN],
			[shown('500', `<total_paid>0</total_paid>${paid('5OO')}`), 'but that invoice already has a payment'],
		] as const) {
			scripted.answer('getInvoice', record);
			const more = { credential: scripted.credential() };
			const given = { amount: '500', text: NUMBER };
			const [output] = await billing.outputOf('invoice', 'matchPayment', given, more);
			expect(output?.['reason']).toMatch(new RegExp(`^${HAS}, ${reason}`));
			expect(output?.['match']).toBe(reason.startsWith('and') ? 'certain' : 'possible');
		}
	});
});
