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
	const { expenses } = useUnbilled(billing);
	const linesOf = (id: unknown) => billing.linesOf('invoice', id);
	const created = async (parameters: INodeParameters, more: object = {}) => {
		const [invoice] = await billing.outputOf('invoice', 'create', parameters, more);
		return linesOf(invoice?.['invoice_id']);
	};

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
