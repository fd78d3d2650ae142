import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';

// Empty or malformed results of expressions must not list, bill, change or send more than intended.
const billing = useBilling();
const missing = '={{ $json.missing }}';
const line = { name: 'Work', unitCost: '100' };
const TO_NOTHING = 'evaluated to nothing; correct its expression or remove it';

describe('The price of a new line', () => {
	const attempts: ReadonlyArray<readonly [string, string, INodeParameters]> = [
		['invoice', 'create', { clientId: byId(1), lineItems: { line: [{ name: 'A', unitCost: missing }] } }],
		['invoice', 'create', { clientId: byId(1), linesFrom: 'json', linesJson: '[{ "name": "A" }]' }],
		['invoice', 'addItems', { invoiceId: byId(2), linesFrom: 'json', linesJson: '{ "name": "A" }' }],
		['estimate', 'addItems', { estimateId: byId(2), linesFrom: 'items' }],
		[
			'recurringProfile',
			'create',
			{ clientId: byId(1), lineItems: { line: [{ name: 'A', unitCost: missing }] } },
		],
	];

	it.each(attempts)(
		'that is empty in %s > %s is no price of nothing: %j',
		async (resource, operation, parameters) => {
			const message = await billing.errorOf(resource, operation, parameters, { items: [{}, {}] });
			expect(message).toMatch(
				/^Lines?( ›)? 1( \(input item 1\))? › Unit Cost (is required|evaluated to nothing)/,
			);
			expect(billing.writes()).toEqual([]);
		},
	);

	it('the price of a new line may be 0', async () => {
		const parameters = { clientId: byId(1), lineItems: { line: [{ name: 'Gift', unitCost: '={{ 0 }}' }] } };
		expect(await billing.outputOf('invoice', 'create', parameters)).toMatchObject([{ total: 0 }]);
	});
});

describe('A field of a line on which its amount depends', () => {
	const FIELDS = {
		unitCost: 'Unit Cost',
		quantity: 'Quantity',
		discountAmount: 'Discount Amount',
		discountPercent: 'Discount Percent',
		tax1: 'Tax Name or ID',
		tax1Percent: 'Custom Tax Percent',
		tax2: 'Second Tax Name or ID',
		tax2Type: 'Charged On',
	} as const;
	const fields = Object.entries(FIELDS).map(([field, label]) => ({ field, label }));
	/** A field in its place: new rows have their discounts and second tax among Additional Fields. */
	function rowWith(field: string, given: unknown, isNew: boolean): INodeParameters {
		const value = given as string; // an expression can return anything
		const isCustom = field === 'tax1Percent';
		const first = { ...(isCustom ? { tax1Name: 'VAT' } : {}), [field]: value };
		const second = { ...(field === 'tax2Type' ? { tax2: 1 } : {}), [field]: value };
		if (isNew && isCustom) return { additionalFields: { customTax: { tax: first } } };
		if (isNew && field === 'tax1') return first;
		if (field.startsWith('tax1'))
			return { firstTax: { tax: { ...(isCustom ? { tax1: 'custom' } : {}), ...first } } };
		const more = field.startsWith('tax2') ? { secondTax: { tax: second } } : { [field]: value };
		const isApart = isNew && !['quantity', 'unitCost'].includes(field);
		return isApart ? { additionalFields: more } : more;
	}
	/** Each way to fill in a line, with the place of its field. */
	const WAYS: Readonly<Record<string, (row: INodeParameters) => [string, string, INodeParameters]>> = {
		'Lines › 1': (row) => [
			'invoice',
			'create',
			{ clientId: byId(1), lineItems: { line: [{ ...line, ...row }] } },
		],
		'Lines › 1 › Changes': (row) => [
			'invoice',
			'updateItems',
			{ invoiceId: byId(2), lineItems: { line: [{ invoiceItemId: '1', changes: row }] } },
		],
	};
	const ways = Object.entries(WAYS).map(([where, wayTo]) => ({ where, wayTo }));
	it.each(ways)('is refused in $where when its expression comes out empty', async ({ where, wayTo }) => {
		for (const { field, label } of fields) {
			if (field === 'tax2Type' && where.endsWith('Changes')) continue;
			for (const value of [missing, '={{ null }}', '={{ " " }}']) {
				const message = await billing.errorOf(...wayTo(rowWith(field, value, !where.endsWith('Changes'))));
				expect(message).toMatch(new RegExp(`^${where} › ([\\w ]+ › )*${label} ${TO_NOTHING}`));
			}
		}
		expect(billing.methods()).toEqual([]);
	});

	it('takes its default when it is left alone, cleared, or left empty by an agent', async () => {
		const unsaid = '={{ false ? $fromAI("value") : "" }}';
		for (const value of [undefined, '', unsaid]) {
			const additionalFields = { discountPercent: value, secondTax: { tax: { tax2: value } } };
			const row = value === undefined ? {} : { quantity: value, tax1: value, additionalFields };
			await billing.outputOf('invoice', 'create', {
				clientId: byId(1),
				lineItems: { line: [{ ...line, ...row }] },
			});
		}
		const item = {
			quantity: '1',
			discount: '',
			discount_type: 'Percent',
			tax1_percent: '',
			tax2_type: 'Normal',
		};
		expect(billing.sent('createInvoice')).toMatchObject([1, 2, 3].map(() => ({ items: { item } })));
	});

	const KEYS = [
		...['unit_cost', 'quantity', 'discount', 'discount_type', 'tax1', 'tax2', 'tax2_type'],
		...['tax1_percent', 'tax2_percent'],
	];
	const json = (linesJson: string, operation = 'create') => ({
		...(operation === 'create' ? { clientId: byId(1) } : { invoiceId: byId(2) }),
		linesFrom: 'json',
		linesJson,
	});

	it.each(KEYS)('is refused as the key %s of Lines (JSON) that is there and empty', async (key) => {
		for (const value of ['null', '""', '" "']) {
			const [added, changed] = ['"name": "A", "unit_cost": 1', '"invoice_item_id": 1'].map(
				(more) => `[{ ${more}, "${key}": ${value} }]`,
			);
			for (const [text, operation] of [
				[added, 'create'],
				[added, 'addItems'],
				[changed, 'updateItems'],
			] as const) {
				const message = await billing.errorOf('invoice', operation, json(text ?? '', operation));
				expect(message).toMatch(/^Lines › 1 › [A-Z][\w ]+ is empty in Lines \(JSON\) Nothing was sent\./);
				expect(message).toContain(`leave out the key ${key}`);
			}
		}
		const fromItem = `={{ [{ name: 'A', unit_cost: 1, ${key}: $json.missing }] }}`;
		expect(await billing.errorOf('invoice', 'create', json(fromItem))).toContain(`leave out the key ${key}`);
		expect(billing.methods()).toEqual([]);
	});
});

describe('A custom tax that another choice hides', () => {
	const hidden = { tax1: '', tax1Name: 'Old', tax1Percent: missing };
	const changes = { firstTax: { tax: hidden } };
	const untaxed = { tax1_name: '', tax1_percent: '0.00' };
	const lines = () => billing.sandbox.records('line');

	it('is not put on a line that is changed', async () => {
		const id =
			lines().find(({ document, document_id }) => document === 'invoice' && document_id === 2)?.id ?? 0;
		billing.sandbox.change('line', id, untaxed);
		const row = { invoiceItemId: String(id), changes: { description: 'New', ...changes } };
		await billing.outputOf('invoice', 'updateItems', { invoiceId: byId(2), lineItems: { line: [row] } });
		expect(lines().find((each) => each.id === id)).toMatchObject({ description: 'New', ...untaxed });
	});

	it('is not put on what is billed', async () => {
		const expense = billing.sandbox.records('expense').find(({ invoiced }) => invoiced === 'No');
		billing.sandbox.change('expense', expense?.id ?? 0, { tax1: null });
		const expenses = { entry: [{ id: String(expense?.id), changes }] };
		await billing.outputOf('invoice', 'createFromExpense', {
			clientId: byId(expense?.client_id ?? 0),
			entriesFrom: 'chosen',
			expenses,
		});
		expect(lines().at(-1)).toMatchObject({ type: 'Expense', ...untaxed });
	});
});
