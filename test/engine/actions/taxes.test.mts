import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { CLIENT, useUnbilled } from '../unbilled.mts';

/** Taxes of the sandbox's main account: GST of 18 %, a normal one, a compound one of 10 %, and one of 0 %. */
const [GST, SERVICE, PST, ZERO] = [3, 4, 5, 7];
// 18 % of 0.55 is 0.10; 10 % of both is 0.07, but only 0.06 of the amount alone.
const design = { name: 'Design', unitCost: '0.55', quantity: '1' };
const second = (tax2: unknown, more: object = {}) =>
	({ secondTax: { tax: { tax2, ...more } } }) as INodeParameters;
const rows = (more: INodeParameters) => ({
	clientId: byId(1),
	lineItems: { line: [{ ...design, ...more }] },
});
const form = (tax2: unknown, more: object = {}) => rows({ tax1: GST, additionalFields: second(tax2, more) });
const json = (...lines: object[]): INodeParameters => ({
	...{ clientId: byId(1), linesFrom: 'json' },
	linesJson: JSON.stringify(lines.map((line) => ({ name: 'Design', unit_cost: 0.55, quantity: 1, ...line }))),
});

describe('A compound tax', () => {
	const billing = useBilling();
	const { entries, expenses } = useUnbilled(billing);
	const linesOf = (id: unknown) => billing.linesOf('invoice', id);
	const created = async (parameters: INodeParameters, more: object = {}) => {
		const [invoice] = await billing.outputOf('invoice', 'create', parameters, more);
		return linesOf(invoice?.['invoice_id']);
	};
	const pst = { tax2_name: 'PST', tax2_percent: '10.00', tax2_type: 'Compound' };
	const compound = { tax1_name: 'GST', tax1_percent: '18.00', ...pst };

	it('of the account is sent as Compound by ID or name, from the form, items and JSON, and however it is spelled', async () => {
		const perItem = { ...form('={{ $json.tax }}'), linesFrom: 'items' };
		for (const parameters of [
			...[form(PST), form("={{ 'p' + 'st' }}"), perItem, json({ tax1: 'GST', tax2: ' pst ' })],
			...[json({ tax1_name: 'GST', tax2_name: 'PST' })],
		])
			expect(await created(parameters, { items: [{ tax: 'PST' }] })).toMatchObject([compound]);
		const update = { ...form(PST), invoiceId: byId(1), linesFrom: 'form', clientId: '' };
		await billing.outputOf('invoice', 'update', update);
		expect(linesOf(1)).toMatchObject([compound]);
		const alone = { tax1_name: '', tax2_name: 'PST', tax2_type: 'Compound' };
		expect(await created(rows({ additionalFields: second(PST) }))).toMatchObject([alone]);
		const types = { ' compound\n': 'Compound', '': 'Normal', normal: 'Normal' };
		for (const [type, tax2_type] of Object.entries(types)) {
			billing.sandbox.change('tax', PST, { type });
			expect(await created(form(PST))).toMatchObject([{ ...compound, tax2_type }]);
		}
	});

	it('is charged on time, from the field for all, from JSON, and on further lines', async () => {
		const [one, other] = entries();
		const own = { timelog_id: other?.id, tax1_name: 'Local', tax1_percent: 7 };
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', {
			...json({ name: 'Travel', tax1: GST, tax2: PST }),
			...{ entriesFrom: 'json', timeTax1: GST, timeTax2: PST },
			entriesJson: JSON.stringify([{ timelog_id: one?.id }, ...[own]]),
		});
		const local = { ...compound, tax1_name: 'Local', tax1_percent: '7.00' };
		expect(linesOf(invoice?.['invoice_id'])).toMatchObject([compound, local, compound]);
		const preview = { entriesFrom: 'all', clientId: byId(CLIENT), options: { preview: true } };
		const alone = { ...preview, simplify: false, timeTax1: '', timeTax2: PST };
		const [shown] = await billing.outputOf('invoice', 'createFromTimeTracking', alone);
		expect(JSON.stringify(shown)).toContain('"tax1_name":"","tax1_percent":"","tax2_name":"PST"');
		const rest = { clientId: byId(CLIENT), entriesFrom: 'all' };
		const [untaxed] = await billing.outputOf('invoice', 'createFromTimeTracking', rest);
		for (const line of linesOf(untaxed?.['invoice_id']))
			expect(line).toMatchObject({ tax1_name: '', tax2_name: '' });
	});

	it('is refused as the first tax, as a normal one, and where two taxes share its name', async () => {
		const first = "'PST' is a compound tax";
		const time = { clientId: byId(CLIENT), entriesFrom: 'all' };
		for (const [operation, parameters, problem] of [
			['create', rows({ tax1: PST }), `Lines › 1 › Tax ${first}`],
			['create', rows({ tax1: PST, additionalFields: second(GST) }), 'as the second tax (in JSON, tax2)'],
			['createFromTimeTracking', { ...time, timeTax1: PST }, `Tax ${first}`],
			['create', form(PST, { tax2Type: 'Normal' }), 'but Charged On says Line Amount'],
			['create', json({ tax1: GST, tax2: PST, tax2_type: 'normal' }), 'but Charged On says Line Amount'],
		] as const)
			expect(await billing.errorOf('invoice', operation, parameters)).toContain(problem);
		billing.sandbox.change('tax', SERVICE, { name: 'pst', value: '10.00' });
		expect(await billing.errorOf('invoice', 'create', json({ tax2: 'PST' }))).toContain(
			"'pst' is the name of several taxes with different percentages or types Nothing was created. Choose one by ID: 4 for pst 10%, 5 for PST 10% (Compound).",
		);
		for (const [type, value] of Object.entries({ 'group ': '2.50', Normal: '9,975' })) {
			billing.sandbox.change('tax', SERVICE, { name: 'Group', type, value });
			expect(await billing.errorOf('invoice', 'create', json({ tax2: 'group' }))).toContain(
				"Lines › 1 › Second Tax 'Group' is a group of taxes, or shows no percentage",
			);
		}
		expect(billing.writes()).toEqual([]);
	});

	it('of a line is named where a change cannot say it, kept, taken off, or gets another percentage', async () => {
		const change = async (changes: object, options: INodeParameters = {}) => {
			const [line] = await created(form(PST));
			const lineItems = { line: [{ invoiceItemId: String(line?.id), changes }] } as INodeParameters;
			const parameters = { invoiceId: byId(line?.document_id ?? 0), lineItems, options };
			const [output] = await billing.outputOf('invoice', 'updateItems', parameters);
			return { output, lines: linesOf(line?.document_id) };
		};
		const WARNING = 'These lines have a compound second tax';
		const { output: preview } = await change({ quantity: '2' }, { preview: true });
		expect(JSON.stringify(preview?.['warnings'])).toContain(WARNING);
		// 18 % of 1.10 is 0.20, and 10 % of both is 0.13, but 0.11 of the amount alone.
		const { output } = await change({ quantity: '2' }, { expectedTotal: '1.41' });
		expect(output).toMatchObject({ total: 1.43 });
		expect(billing.warnings()).toContain(WARNING);
		for (const [changes, line] of [
			[{ quantity: '2' }, { quantity: '2.00', tax2_name: 'PST' }],
			[second('none'), { tax2_name: '' }],
			[second('custom', { tax2Name: 'pst', tax2Percent: '9' }), { tax2_percent: '9.00' }],
		] as const)
			expect((await change(changes)).lines).toMatchObject([line]);
	});

	/** Ways to put taxes on lines without tax types (§4.2). */
	it.each<[resource: string, operation: string, of: (tax1: number, tax2: number) => INodeParameters]>([
		['estimate', 'create', (tax1, tax2) => json({ tax1, tax2 })],
		['invoice', 'createFromEstimate', (tax1, tax2) => ({ estimateId: byId(2), tax1, tax2 })],
		[
			...(['invoice', 'createFromExpense'] as const),
			(tax1, tax2) => {
				billing.sandbox.change('expense', expenses()[0]?.id ?? 0, { tax1, tax2 });
				return { clientId: byId(CLIENT), entriesFrom: 'all' };
			},
		],
		[
			...(['recurringProfile', 'updateItems'] as const),
			(tax1, tax2) => {
				const recurring_item_id = billing.linesOf('recurring', 1)[0]?.id;
				const linesJson = JSON.stringify({ recurring_item_id, tax1, tax2 });
				return { recurringId: byId(1), linesFrom: 'json', linesJson };
			},
		],
	])('is refused by %s > %s, which takes one of zero percent', async (resource, operation, of) => {
		const problem = "› Second Tax 'PST' is a compound tax, which cannot be sent here";
		expect(await billing.errorOf(resource, operation, of(GST, PST))).toContain(problem);
		expect(billing.writes()).toEqual([]);
		await billing.outputOf(resource, operation, of(GST, ZERO));
		expect(billing.writes()).toHaveLength(1);
	});
});

// The interface takes two decimal places, but a service may show three. What it shows is sent back as it is.
describe('Three decimal places', () => {
	const billing = useBilling({ quirks: ['threePlaces'] });
	const { entries, expenses } = useUnbilled(billing);
	const CITY = SERVICE;
	const newLines = () => {
		const id = Math.max(...billing.sandbox.records('invoice').map((row) => row.id));
		return billing.linesOf('invoice', id);
	};
	const taxed = expect.objectContaining({ tax1_percent: '8.875' }) as unknown;
	const all = { clientId: byId(CLIENT), entriesFrom: 'all' };

	it('of a tax are sent and counted in full, wherever it is charged', async () => {
		for (const parameters of [rows({ tax1: CITY }), json({ tax1_name: 'Service tax' })]) {
			await billing.outputOf('invoice', 'create', parameters);
			expect(newLines()).toEqual([taxed]);
		}
		const lines = [1234.56, 0.99, 999.99].map((unit_cost) => ({ unit_cost, tax1: 'GST', tax2: CITY }));
		const create = async (options: INodeParameters) =>
			(await billing.outputOf('invoice', 'create', { ...json(...lines), simplify: false, options }))[0];
		const preview = await create({ preview: true });
		const taxes = [{ name: 'GST 18 %' }, { name: 'Service tax 8.875 %', amount: 198.41 }];
		expect(preview).toMatchObject({ taxes });
		const total = preview?.['total'];
		expect(await create({ expectedTotal: Number(total) })).toMatchObject({ total });
		await billing.outputOf('invoice', 'createFromTimeTracking', { ...all, timeTax1: CITY });
		expect(newLines()[0]).toEqual(taxed);
		billing.sandbox.change('expense', expenses()[0]?.id ?? 0, { tax1: CITY });
		await billing.outputOf('invoice', 'createFromExpense', all);
		expect(newLines()).toContainEqual(taxed);
		await billing.outputOf('invoice', 'createFromEstimate', { estimateId: byId(2), tax1: CITY });
		expect(newLines()[0]).toEqual(taxed);
	});

	it('of an estimate, hours, a price of the catalog and what is outstanding are carried over', async () => {
		const line = billing.linesOf('estimate', 2)[0]?.id ?? 0;
		billing.sandbox.change('line', line, { unit_cost: '33.333', quantity: '3.000' });
		await billing.outputOf('invoice', 'createFromEstimate', { estimateId: byId(2), tax1: 'none' });
		expect(newLines()[0]).toMatchObject({ unit_cost: '33.333', quantity: '3.00' });
		billing.sandbox.change('timeEntry', entries()[0]?.id ?? 0, { hours_worked: '1.333' });
		await billing.outputOf('invoice', 'createFromTimeTracking', all);
		expect(newLines()).toContainEqual(expect.objectContaining({ quantity: '1.333' }));
		billing.sandbox.change('product', 1, { unit_cost: '0.125' });
		await billing.outputOf('invoice', 'create', json({ name: undefined, unit_cost: undefined, product: 1 }));
		expect(newLines()).toMatchObject([{ unit_cost: '0.125' }]);
		billing.sandbox.change('invoice', 4, { outstanding: '33.333' });
		const cash = { invoiceId: byId(4), paymentMethod: 'Cash' };
		const payment = { ...cash, simplify: false, options: { preview: true } };
		const [shown] = await billing.outputOf('invoice', 'recordPayment', payment);
		expect(shown).toMatchObject({ request: { invoice: [{ amount: '33.333' }] } });
	});
});
