import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../../billing.mts';
import { CLIENT, useUnbilled } from '../../unbilled.mts';

const billing = useBilling();
const { entries, expenses } = useUnbilled(billing);

/** Taxes of the sandbox's main account, by identifier: GST of 18 %, a compound one of 10 %, and one of 0 %. */
const [GST, PST, ZERO] = [3, 5, 7];
// 18 % of 0.55 is 0.10; 10 % of both is 0.07, but only 0.06 of the amount alone.
const compound = { tax1_name: 'GST', tax1_percent: '18.00', tax2_name: 'PST', tax2_percent: '10.00' };
const design = { name: 'Design', unitCost: '0.55', quantity: '1' };
const second = (tax2: unknown, more: object = {}) =>
	({ secondTax: { tax: { tax2, ...more } } }) as INodeParameters;
const form = (tax2: unknown, more: object = {}): INodeParameters => ({
	clientId: byId(1),
	lineItems: { line: [{ ...design, tax1: GST, additionalFields: second(tax2, more) }] },
});
const json = (line: object): INodeParameters => ({
	clientId: byId(1),
	linesFrom: 'json',
	linesJson: JSON.stringify([{ name: 'Design', unit_cost: 0.55, quantity: 1, ...line }]),
});
const linesOf = (id: unknown) => billing.linesOf('invoice', id);
const createdLine = async (parameters: INodeParameters, more: object = {}) => {
	const [invoice] = await billing.outputOf('invoice', 'create', parameters, more);
	return linesOf(invoice?.['invoice_id'])[0];
};

describe('A compound tax of the account', () => {
	it.each<[string, INodeParameters]>([
		['the form, by ID', form(PST)],
		['an expression, by name', form("={{ 'p' + 'st' }}")],
		[
			'an item each',
			{
				clientId: byId(1),
				linesFrom: 'items',
				lineItems: { line: [{ ...design, tax1: GST, additionalFields: second('={{ $json.tax }}') }] },
			},
		],
		['JSON, by name', json({ tax1: 'GST', tax2: ' pst ' })],
		['JSON, by its name alone', json({ tax1_name: 'GST', tax2_name: 'PST' })],
	])('is sent as Compound from %s', async (_, parameters) => {
		expect(await createdLine(parameters, { items: [{ tax: 'PST' }] })).toMatchObject({
			...compound,
			tax2_type: 'Compound',
		});
	});

	it('is the same in an expected total, in a preview and in the service', async () => {
		const costs = ['0.55', '19.99', '333.33', '1000'];
		const line = costs.map((unitCost) => ({ ...design, unitCost, tax1: GST, additionalFields: second(PST) }));
		const parameters = { clientId: byId(1), lineItems: { line } };
		const [preview] = await billing.outputOf('invoice', 'create', {
			...parameters,
			options: { preview: true },
		});
		const total = Number(preview?.['total']);
		const options = { expectedTotal: String(total) };
		const [invoice] = await billing.outputOf('invoice', 'create', { ...parameters, options });
		expect(invoice).toMatchObject({ total });
		// Each tax of each line is rounded: 0.55 + 0.10 + 0.07, and so on.
		expect(total).toBe(1757.33);
	});

	it('is sent as Compound for the new lines of an update', async () => {
		const parameters = { ...form(PST), invoiceId: byId(1), linesFrom: 'form', clientId: '' };
		await billing.outputOf('invoice', 'update', parameters);
		expect(linesOf(1)).toMatchObject([{ ...compound, tax2_type: 'Compound' }]);
	});

	it('is sent as Compound on time, from the field for all, from JSON, and on further lines', async () => {
		const [first, other] = entries();
		const [invoice] = await billing.outputOf('invoice', 'createFromTimeTracking', {
			clientId: byId(CLIENT),
			entriesFrom: 'json',
			entriesJson: JSON.stringify([{ timelog_id: first?.id }, { timelog_id: other?.id, tax2: 'PST' }]),
			...{ timeTax1: GST, timeTax2: PST, linesFrom: 'json' },
			linesJson: JSON.stringify({ name: 'Travel', unit_cost: 10, tax1: GST, tax2: PST }),
		});
		const types = linesOf(invoice?.['invoice_id']).map(({ tax2_name, tax2_type }) => [tax2_name, tax2_type]);
		expect(types).toEqual(Array(3).fill(['PST', 'Compound']));
	});

	it('is recognized however its type is spelled, and is a normal one where none is shown', async () => {
		for (const [type, sent] of [
			[' compound\n', 'Compound'],
			['COMPOUND', 'Compound'],
			['', 'Normal'],
			['normal', 'Normal'],
		] as const) {
			billing.sandbox.change('tax', PST, { type });
			expect(await createdLine(form(PST))).toMatchObject({ ...compound, tax2_type: sent });
		}
	});

	it.each([
		['the first tax of a line', { tax1: PST }, 'Lines › 1 › Tax'],
		['the first of two', { tax1: PST, additionalFields: second(GST) }, 'Lines › 1 › Tax'],
	])('is refused as %s, which has no such type', async (_, taxes, label) => {
		const parameters = { clientId: byId(1), lineItems: { line: [{ ...design, ...taxes }] } };
		const message = await billing.errorOf('invoice', 'create', parameters);
		expect(message).toContain(`${label} 'PST' is a compound tax`);
		expect(message).toContain('Choose it as the second tax');
		expect(billing.writes()).toEqual([]);
	});

	it('is charged alone as the second tax', async () => {
		const line = [{ ...design, additionalFields: second(PST) }];
		expect(await createdLine({ clientId: byId(1), lineItems: { line } })).toMatchObject({
			...{ tax1_name: '', tax2_name: 'PST', tax2_type: 'Compound' },
		});
	});

	it('is refused as the first tax of all time', async () => {
		const parameters = { clientId: byId(CLIENT), entriesFrom: 'all', timeTax1: PST };
		const message = await billing.errorOf('invoice', 'createFromTimeTracking', parameters);
		expect(message).toContain("Tax 'PST' is a compound tax");
		expect(billing.writes()).toEqual([]);
	});

	it.each([
		['the form', form(PST, { tax2Type: 'Normal' })],
		['JSON', json({ tax1: GST, tax2: PST, tax2_type: 'normal' })],
	])('is refused where %s says Line Amount, which would be less', async (_, parameters) => {
		const message = await billing.errorOf('invoice', 'create', parameters);
		expect(message).toContain(
			"Lines › 1 › Second Tax 'PST' is a compound tax in the account, but Charged On says Line Amount",
		);
		expect(billing.writes()).toEqual([]);
	});
});

describe('A compound tax of a line', () => {
	const change = async (changes: object) => {
		const [invoice] = await billing.outputOf('invoice', 'create', form(PST));
		const [line] = linesOf(invoice?.['invoice_id']);
		const lineItems = { line: [{ invoiceItemId: String(line?.id), changes }] } as INodeParameters;
		return { invoiceId: byId(Number(invoice?.['invoice_id'])), lineItems };
	};

	it.each<[object, INodeParameters]>([
		[{ quantity: '2' }, { preview: true }],
		[{ quantity: '2' }, { expectedTotal: '1.41' }],
		[{ secondTax: { tax: { tax2: 1 } } }, {}],
	])('is named where the request cannot say it: %j, %j', async (changes, options) => {
		const parameters = await change(changes);
		const [output] = await billing.outputOf('invoice', 'updateItems', { ...parameters, options });
		// 18 % of 1.10 is 0.20, and 10 % of both is 0.13, but 0.11 of the amount alone.
		if ('expectedTotal' in options) expect(output).toMatchObject({ total: 1.43 });
		const warnings = `${billing.warnings()}${JSON.stringify(output?.['warnings'])}`;
		expect(warnings).toContain('These lines have a compound second tax');
	});

	it.each<[object, object]>([
		[{ quantity: '2' }, { quantity: '2.00', tax2_name: 'PST' }],
		[{ secondTax: { tax: { tax2: 'none' } } }, { tax2_name: '' }],
		[{ secondTax: { tax: { tax2: 'custom', tax2Name: 'pst', tax2Percent: '9' } } }, { tax2_percent: '9.00' }],
	])('is kept, taken off, or gets another percentage: %j', async (changes, line) => {
		const parameters = await change(changes);
		const [output] = await billing.outputOf('invoice', 'updateItems', parameters);
		expect(linesOf(output?.['invoice_id'])).toMatchObject([line]);
	});
});

it('Charged On makes a normal tax of the account, or a custom one, compound', async () => {
	for (const [tax2, more] of [
		[4, {}],
		['custom', { tax2Name: 'Local', tax2Percent: '2.5' }],
	] as const) {
		expect(await createdLine(form(tax2, { ...more, tax2Type: 'Compound' }))).toMatchObject({
			tax2_percent: '2.50',
			tax2_type: 'Compound',
		});
		for (const tax2Type of ['account', 'Normal'])
			expect(await createdLine(form(tax2, { ...more, tax2Type }))).toMatchObject({ tax2_type: 'Normal' });
	}
});

/** Ways to put taxes on lines without tax types (§4.2). */
const UNTYPED: ReadonlyArray<
	[resource: string, operation: string, of: (tax1: number, tax2: number) => INodeParameters]
> = [
	['estimate', 'create', (tax1, tax2) => json({ tax1, tax2 })],
	['invoice', 'createFromEstimate', (tax1, tax2) => ({ estimateId: byId(2), tax1, tax2 })],
	[
		'invoice',
		'createFromExpense',
		(tax1, tax2) => {
			const [expense] = expenses();
			billing.sandbox.change('expense', expense?.id ?? 0, { tax1, tax2 });
			return { clientId: byId(CLIENT), entriesFrom: 'all' };
		},
	],
	[
		'recurringProfile',
		'updateItems',
		(tax1, tax2) => {
			const recurring_item_id = billing.linesOf('recurring', 1)[0]?.id;
			const linesJson = JSON.stringify({ recurring_item_id, tax1, tax2 });
			return { recurringId: byId(1), linesFrom: 'json', linesJson };
		},
	],
];

it.each(UNTYPED)(
	'%s > %s refuses a compound tax, and takes one of zero percent',
	async (resource, operation, of) => {
		const problem = "› Second Tax 'PST' is a compound tax, which cannot be sent here";
		expect(await billing.errorOf(resource, operation, of(GST, PST))).toContain(problem);
		expect(billing.writes()).toEqual([]);
		await billing.outputOf(resource, operation, of(GST, ZERO));
		expect(billing.writes()).toHaveLength(1);
	},
);

describe('A tax without a percentage, or a group', () => {
	it.each([
		['a group', { type: 'group ' }],
		['a percentage that cannot be read', { type: 'Normal', value: '9,975' }],
	])('is refused on an invoice and on time: %s', async (_, changes) => {
		billing.sandbox.change('tax', 4, changes);
		const problem = "Lines › 1 › Second Tax 'Service tax' is a group of taxes, or shows no percentage";
		expect(await billing.errorOf('invoice', 'create', json({ tax2: 'service tax' }))).toContain(problem);
		const time = { clientId: byId(CLIENT), entriesFrom: 'all', timeTax1: 4 };
		expect(await billing.errorOf('invoice', 'createFromTimeTracking', time)).toContain("Tax 'Service tax'");
		expect(billing.writes()).toEqual([]);
	});
});

it('A name that a normal and a compound tax share is asked about', async () => {
	billing.sandbox.change('tax', 4, { name: 'pst', value: '10.00' });
	expect(await billing.errorOf('invoice', 'create', json({ tax2: 'PST' }))).toContain(
		"'pst' is the name of several taxes with different percentages or types Choose one by ID: 4 for pst 10%, 5 for PST 10% (Compound).",
	);
	expect(await createdLine(form(PST))).toMatchObject({ tax2_type: 'Compound' });
});
