import type { INodeParameters } from 'n8n-workflow';
import { byId, locator, useBilling } from '../billing.mts';

const billing = useBilling();
const design = { name: 'Design', unitCost: '120.50', quantity: '2' };
const rows = (...line: INodeParameters[]) => ({ clientId: byId(1), lineItems: { line } });
const text = (linesJson: string) => ({ clientId: byId(1), linesFrom: 'json', linesJson });
const json = (...lines: object[]) => text(JSON.stringify(lines));
const newLines = (count: number) => billing.sandbox.records('line').slice(-count);
const untaxed = { tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' };

/** The names of documents with lines. A profile's line is added without taxes (§4.5). */
const DOCUMENTS = [
	['invoice', 'invoice', 'Invoice', 'Invoice'],
	['estimate', 'estimate', 'Estimate', 'Estimate'],
	['recurringProfile', 'recurring', 'Recurring', 'Recurring profile'],
] as const;

describe.each(DOCUMENTS)('%s', (resource, name, method, label) => {
	const document = { [`${name}Id`]: byId(2) };
	const lines = () => billing.linesOf(name, 2);

	it('gets lines, has a chosen one changed, keeps the rest of it and the others, and knows no other line', async () => {
		const old = lines();
		const line = ['Extra', 'Second'].map((added) => ({ name: added, unitCost: '5' }));
		const [output] = await billing.outputOf(resource, 'addItems', { ...document, lineItems: { line } });
		const added = lines().slice(old.length);
		expect(lines().slice(0, old.length)).toEqual(old);
		expect(added).toMatchObject([{ name: 'Extra' }, { name: 'Second', quantity: '1.00' }]);
		expect(output).toMatchObject({ [`${name}_item_ids`]: added.map(({ id }) => id) });
		billing.sandbox.clearRequests();
		for (const { id } of lines()) billing.sandbox.change('line', id, untaxed);
		billing.sandbox.store.run(`UPDATE ${name} SET total_tax = '0.00' WHERE id = 2`);
		const [first, ...others] = lines();
		const change = (id: unknown) => {
			const changed = { [`${name}ItemId`]: String(id), changes: { quantity: '7' } };
			return { ...document, lineItems: { line: [changed] } };
		};
		for (const [operation, given] of [
			['updateItems', change(999_999)],
			['deleteItems', { ...document, [`${name}ItemId`]: `${first?.id},999999` }],
		] as const) {
			const message = await billing.errorOf(resource, operation, given);
			expect(message).toContain(`${label} 00002 has no line with ID 999999`);
			expect(message).toContain(`The IDs of its lines are ${first?.id}, `);
		}
		expect(billing.writes()).toEqual([]);
		await billing.outputOf(resource, 'updateItems', change(first?.id));
		expect(lines()).toEqual([{ ...first, quantity: '7.00' }, ...others]);
	});

	it('loses the deleted lines, named by both of their identifiers, and offers and keeps the others', async () => {
		for (const { id } of billing.linesOf(name, 3)) billing.sandbox.change('line', id, { document_id: 2 });
		const [first, second, ...others] = lines();
		const parameters = { resource, operation: 'deleteItems', ...document };
		const options = { method: 'searchLines', credential: billing.credential(), parameters };
		const { results } = await engine.searchList(options);
		expect(results.map(({ value }) => value)).toEqual(lines().map(({ id }) => id));
		const ids = [first, second].map((line) => String(line?.id));
		const form = { ...document, [`${name}ItemId`]: ids.join(', ') };
		const [output] = await billing.outputOf(resource, 'deleteItems', form);
		const sent = { [`${name}_id`]: ['2', '2'], [`${name}_item_id`]: ids };
		expect(billing.sent(`delete${method}Item`)).toEqual([sent]);
		expect(lines()).toEqual(others);
		expect(others).not.toEqual([]);
		expect(output).toMatchObject({ [`${name}_id`]: 2, result: 'updated' });
	});
});

it('The lines to choose from show what they bill, and are searched by name', async () => {
	const search = async (invoiceId: object, filter?: string) => {
		const parameters = { resource: 'invoice', operation: 'deleteItems', invoiceId: { ...invoiceId } };
		const options = { credential: billing.credential(), parameters };
		const { results } = await engine.searchList({ ...options, method: 'searchLines', filter });
		return [results, await engine.loadOptions({ ...options, method: 'getLines' })];
	};
	expect(await search(byId(''))).toEqual([[], []]);
	expect(billing.methods()).toEqual([]);
	const all = billing.linesOf('invoice', 2).map(({ id, name, quantity, unit_cost }) => ({
		...{ name: `${name} – ${Number(quantity)} × ${Number(unit_cost)}`, value: id },
	}));
	expect(await search(byId(2))).toEqual([all, all]);
	expect(await search(locator('number', '00002'))).toEqual([all, all]);
	const [found] = await search(byId(2), String(all[0]?.name).slice(0, 8).toUpperCase());
	expect(found).toContainEqual(all[0]);
});

describe('New lines', () => {
	it('without a price of the catalog are not billed at 0 unless that is said', async () => {
		billing.sandbox.change('product', 1, { unit_cost: '0.00' });
		const message = await billing.errorOf('invoice', 'create', json({ product: 1 }));
		expect(message).toContain('Lines › 1 has no price: the product with ID 1 has none in the catalog');
		await billing.outputOf('invoice', 'create', json({ product: 1, unit_cost: 0 }));
		expect(newLines(1)).toMatchObject([{ unit_cost: '0.00' }]);
	});

	const product = { from: 'product', productId: byId(1) };
	const custom = (tax: object) =>
		({ ...design, additionalFields: { customTax: { tax } } }) as INodeParameters;
	it('are refused by the name of what is wrong, before anything is sent', async () => {
		const lineId = billing.linesOf('invoice', 2)[0]?.id ?? 0;
		const discounts = { discountAmount: 1, discountPercent: 2 };
		const two = { invoiceId: byId(2) };
		const gone = rows({ ...product, productId: byId(999) });
		const tooMuch = rows({ invoiceItemId: lineId, changes: { discountAmount: '99999' } });
		for (const [parameters, problem, operation = 'create'] of [
			[rows(), 'no lines'],
			[rows({ ...design, tax1: 'Moon' }), "Lines › 1 › Tax 'Moon' is not one of the account's taxes"],
			[rows({ ...design, tax1: 1, ...custom({ tax1Name: 'Own' }) }), 'both one of the account'],
			[rows(custom({ tax1Percent: '7' })), 'Lines › 1 › Tax is custom and has no name'],
			[rows({ ...design, additionalFields: discounts }), 'both a Discount Amount and a Discount'],
			[rows({ ...design, from: '={{ "thing" }}' }), 'What to Bill must be one of custom'],
			[gone, 'Product: the product with ID 999 does not exist'],
			[json({ service: 'No' }), 'Lines › 1 › Service: there is no active service with this name'],
			[json({ product: 1, service: 1 }), 'Lines › 1 has both a product and a service'],
			[text(''), 'no lines'],
			[text('{oops'), 'Lines (JSON) is not valid JSON'],
			[text('["Design"]'), 'Lines › 1 is not an object'],
			[rows({ changes: { quantity: '7' } }), 'Lines › 1 › Line is required and was left', 'updateItems'],
			[tooMuch, 'Discount must be at most the amount', 'updateItems'],
			[rows(), 'no lines', 'addItems'],
			[{ invoiceItemId: 'first' }, 'Line Names or IDs', 'deleteItems'],
		] as Array<[INodeParameters, string, string?]>)
			expect(await billing.errorOf('invoice', operation, { ...two, ...parameters })).toContain(problem);
		expect(billing.writes()).toEqual([]);
	});
});

it.each(DOCUMENTS.slice(1))(
	'%s > Update Lines removes no taxes that were not named, which its answer does not show',
	async (resource, name) => {
		const lines = () => billing.linesOf(name, 2);
		billing.sandbox.store.run(`DELETE FROM line WHERE document = '${name}' AND document_id = 2`);
		for (const quantity of ['5.00', '0.00'])
			billing.sandbox.store.insert('line', {
				...{ document: name, document_id: 2, name: `Times ${quantity}`, unit_cost: '10.00', quantity },
				...{ type: 'Service', description: 'D', discount: '0.00', discount_type: 'Fixed' },
				...{ ...untaxed, tax1_name: 'VAT', tax1_percent: '20.00', tax1_type: 'Normal', tax2_type: 'Normal' },
			});
		billing.sandbox.store.run(`UPDATE ${name} SET total_tax = '10.00' WHERE id = 2`);
		const change = (changes: object, index = 0) =>
			({
				[`${name}Id`]: byId(2),
				lineItems: { line: [{ [`${name}ItemId`]: String(lines()[index]?.id), changes }] },
			}) as INodeParameters;
		const [before, ...others] = lines();
		const tax1 = { firstTax: { tax: { tax1: 1 } } };
		const refusal = async (changes: object, index?: number) =>
			await billing.errorOf(resource, 'updateItems', change(changes, index));
		expect(await refusal({ unitCost: '12' })).toContain(
			`the line with ID ${before?.id} may remove its taxes: choose its Tax and Second Tax again`,
		);
		expect(await refusal({ unitCost: '12', ...tax1 })).toContain('choose its Second Tax again');
		billing.sandbox.store.run(`UPDATE ${name} SET total_tax = '0.00' WHERE id = 2`);
		if (name === 'estimate')
			// The tax of a line with a total of zero is in no total.
			expect(await refusal({ quantity: '3' }, 1)).toContain('may remove its taxes');
		expect([billing.writes(), lines()]).toEqual([[], [before, ...others]]);
		billing.sandbox.store.run(`UPDATE ${name} SET total_tax = '10.00' WHERE id = 2`);
		const chosen = { ...tax1, secondTax: { tax: { tax2: 'none' } } };
		await billing.outputOf(resource, 'updateItems', change({ unitCost: '12', ...chosen }));
		expect(lines()).toEqual([{ ...before, unit_cost: '12.00' }, ...others]);
		const line = { [`${name}_item_id`]: before?.id, quantity: 2, tax1: 'none', tax2_name: 'City' };
		const form = { ...json({ ...line, tax2_percent: 3 }), [`${name}Id`]: byId(2) };
		await billing.outputOf(resource, 'updateItems', form);
		const city = { ...untaxed, tax2_name: 'City', tax2_percent: '3.00' };
		expect(lines()[0]).toMatchObject({ ...city, quantity: '2.00' });
	},
);
