import type { INodeParameters } from 'n8n-workflow';
import { useBilling } from '../billing.mts';
import { GUARDED } from '../guarded.mts';
import { OPERATIONS } from '../operations.mts';

const billing = useBilling();

const goods = (['Product', 'Service'] as const).map((label) => {
	const kind = label.toLowerCase() as 'product' | 'service'; // the same words
	return {
		name: `${label} > Create`,
		resource: 'productOrService',
		operation: `create${label}`,
		method: `create${label}`,
		id: `${kind}_id`,
		parameters: { name: 'Flag' },
		items: [{}],
		refusal: new RegExp(`A ${kind} with this name already exists: ID \\d+`),
	} as const;
});
/** The service accepts each of their names once: it gets the request, and its refusal is explained. */
const isUnique = ({ resource }: { resource: string }) => resource === 'productOrService';

const CREATED = [...GUARDED.filter(({ operation }) => operation === 'create'), ...goods];

/** Guarded by the invoice number, as `invoice/create` is, or by its own payment: tested with their operation. */
const APART = ['createFromEstimate', 'createFromExpense', 'createFromTimeTracking', 'recordPayment'];

it('covers every operation that has the option', () => {
	const guarded = OPERATIONS.filter(({ fields }) => fields.some(({ field }) => field.name === 'ifExists'));
	expect(guarded.map(({ key }) => key).sort()).toEqual(
		[
			...new Set(CREATED.map(({ resource, operation }) => `${resource}/${operation}`)),
			...APART.map((operation) => `invoice/${operation}`),
		].sort(),
	);
});

describe.each(CREATED)('$name', (guarded) => {
	const { resource, operation, parameters, items, id, method, refusal } = guarded;
	const create = async (ifExists?: string, count = 1) => {
		const options: INodeParameters = { includeNames: false, ...(ifExists && { ifExists }) };
		return await billing.outputOf(
			resource,
			operation,
			{ ...parameters, options },
			{
				items: Array.from({ length: count }, () => ({ ...items[0], username: `user ${(nth += 1)}` })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
	};
	let nth = 0;
	let first: unknown;
	const createFirst = async () => {
		const [record] = await create();
		first = record?.[id];
		billing.sandbox.clearRequests();
	};

	it.each([undefined, 'fail'])(
		'fails by default and where that is chosen (%s), naming the record',
		async (choice) => {
			await createFirst();
			const [record] = await create(choice);
			expect(record?.['error']).toMatch(refusal);
			expect(record?.['error']).toMatch(/; to go on with it, set Options › If \w+ Exists to return it$/);
			expect(record?.['error']).toMatch(new RegExp(`\\b${String(first)};`));
			expect(billing.sent(method)).toHaveLength(0);
		},
	);

	it('returns the record where that is chosen, for each item', async () => {
		await createFirst();
		expect(await create('existing', 2)).toMatchObject([
			{ result: 'existing', [id]: first },
			{ result: 'existing', [id]: first },
		]);
		expect(billing.sent(method)).toEqual([]);
	});

	if (isUnique(guarded)) return;
	it('creates another one where that is chosen, without looking', async () => {
		await createFirst();
		const [record] = await create('create');
		// The categories of expenses are read for their names.
		expect(billing.methods().filter((name) => /^list(?!ExpenseCategory)/.test(name))).toEqual([]);
		expect(record).toMatchObject({ result: 'created' });
		expect(record?.[id]).not.toBe(first);
	});
});

describe('What exists for another client is not returned', () => {
	const create = async (
		resource: 'invoice' | 'estimate' | 'project',
		client: number,
		more: INodeParameters,
	) =>
		await billing.run(
			resource,
			'create',
			{ ...more, options: { ifExists: 'existing' } },
			{ items: [{ client }] },
		);
	const line = [{ name: 'A', unitCost: '10' }];
	const clientId = { __rl: true, mode: 'id', value: '={{ $json.client }}' };

	it.each([
		['invoice', { number: 'ORD-7', clientId, lineItems: { line } }, 'Invoice ORD-7'],
		['estimate', { number: 'ORD-7', clientId, lineItems: { line } }, 'Estimate ORD-7'],
		[
			'project',
			{ name: 'Shop', billingMethod: 'flat', budget: '10', additionalFields: { clientId } },
			'A project with this name',
		],
	] as const)('by a create of another %s', async (resource, parameters, what) => {
		const first = await create(resource, 1, parameters);
		const id = Number(first.outputs[0]?.[0]?.json[`${resource}_id`]);
		expect((await create(resource, 1, parameters)).outputs[0]?.[0]?.json).toMatchObject({
			result: 'existing',
		});
		const { error } = await create(resource, 2, parameters);
		expect(error?.message).toBe(`${what} already exists for another client: ID ${id}`);
		expect(error?.description).toContain('Nothing was created.');
	});
});
