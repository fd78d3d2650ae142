import { byId, useBilling } from '../../billing.mts';

const billing = useBilling();

/**
 * Documents with lines: their names in forms, requests, errors and the sandbox. A profile's line is added without
 * taxes (§4.5).
 */
const DOCUMENTS = [
	{ resource: 'invoice', name: 'invoice', method: 'Invoice', label: 'Invoice', hasTaxes: true },
	{ resource: 'estimate', name: 'estimate', method: 'Estimate', label: 'Estimate', hasTaxes: true },
	{
		resource: 'recurringProfile',
		name: 'recurring',
		method: 'Recurring',
		label: 'Recurring profile',
		hasTaxes: false,
	},
] as const;

const untaxed = { tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' };

describe.each(DOCUMENTS)('$resource', ({ resource, name, method, label, hasTaxes }) => {
	const document = { [`${name}Id`]: byId(2) };
	const lines = () => billing.linesOf(name, 2);

	it('does not take the address of one client over to another', async () => {
		const [kept = 0, other = 0] = billing.sandbox.records('client').map(({ id }) => id);
		billing.sandbox.change(name, 2, { client_id: kept, address: 'Old Street 1' });
		const updateFields = { clientId: byId(other) };
		await billing.outputOf(resource, 'update', { ...document, updateFields });
		expect(billing.sent(`update${method}`)).toMatchObject([{ client: { client_id: String(other) } }]);
		expect(billing.sent(`update${method}`)[0]).not.toHaveProperty('client.address');
	});

	it('gets lines with every element that the method takes, and returns their identifiers', async () => {
		const before = lines();
		const line = [
			{ name: 'Extra', unitCost: '10', quantity: '3' },
			{ name: 'Second', unitCost: '5' },
		];
		const [output] = await billing.outputOf(resource, 'addItems', { ...document, lineItems: { line } });
		const sent = {
			name: 'Extra',
			type: 'Product',
			description: '',
			unit_cost: '10',
			quantity: '3',
			discount: '0',
			discount_type: 'Percent',
			...(hasTaxes ? { tax1_name: '', tax1_percent: '', tax2_name: '', tax2_percent: '' } : {}),
		};
		const second = { ...sent, name: 'Second', unit_cost: '5', quantity: '1' };
		expect(billing.sent(`add${method}Item`)).toEqual([
			{ [`${name}_id`]: '2', items: { item: [sent, second] } },
		]);
		const added = lines().slice(before.length);
		expect(lines().slice(0, before.length)).toEqual(before);
		expect(added).toMatchObject([{ name: 'Extra' }, { name: 'Second', quantity: '1.00' }]);
		expect(output).toMatchObject({
			[`${name}_id`]: 2,
			result: 'updated',
			[`${name}_item_ids`]: added.map(({ id }) => id),
		});
	});

	it('has a line changed in what is chosen, and keeps the rest of it and the other lines', async () => {
		const { store } = billing.sandbox;
		for (const { id } of lines()) billing.sandbox.change('line', id, untaxed);
		store.run(`UPDATE ${name} SET total_tax = '0.00' WHERE id = 2`);
		const [first, ...others] = lines();
		const line = [{ [`${name}ItemId`]: String(first?.id), changes: { quantity: '7' } }];
		await billing.outputOf(resource, 'updateItems', { ...document, lineItems: { line } });
		expect(lines()).toEqual([{ ...first, quantity: '7.00' }, ...others]);
	});

	it('names its lines when the given one is not among them, and changes and deletes none', async () => {
		const line = [{ [`${name}ItemId`]: '999999', changes: { quantity: '7' } }];
		for (const [operation, given] of [
			['updateItems', { lineItems: { line } }],
			['deleteItems', { [`${name}ItemId`]: `${lines()[0]?.id},999999` }],
		] as const) {
			const message = await billing.errorOf(resource, operation, { ...document, ...given });
			expect(message).toContain(`${label} 00002 has no line with ID 999999`);
			expect(message).toContain(`The IDs of its lines are ${lines()[0]?.id}, `);
		}
		expect(billing.writes()).toEqual([]);
	});

	it('loses the deleted lines, named by both of their identifiers, and keeps the others', async () => {
		billing.sandbox.store.run(
			`UPDATE line SET document_id = 2 WHERE document = '${name}' AND document_id = 3`,
		);
		const [first, second, ...others] = lines();
		const [output] = await billing.outputOf(resource, 'deleteItems', {
			...document,
			[`${name}ItemId`]: `${first?.id}, ${second?.id}`,
		});
		expect(billing.sent(`delete${method}Item`)).toEqual([
			{ [`${name}_id`]: ['2', '2'], [`${name}_item_id`]: [String(first?.id), String(second?.id)] },
		]);
		expect(lines()).toEqual(others);
		expect(others).not.toEqual([]);
		expect(output).toMatchObject({ [`${name}_id`]: 2, result: 'updated' });
	});
});
