import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling } from '../billing.ts';
import { OPERATIONS } from '../operations.ts';

const billing = useBilling();

interface Guarded {
	readonly operation: readonly [resource: string, operation: string];
	readonly parameters: INodeParameters;
	/** What the output and the request call the record. */
	readonly id: string;
	readonly method: string;
	readonly says: string;
	/** What happens when the option is not set. */
	readonly otherwise: 'create' | 'fail';
	/** The service takes each name once: it is asked, and what it says is explained. */
	readonly isUnique?: boolean;
}

const line = { lineItems: { line: [{ name: 'Design', unitCost: '120.50' }] } };

const GUARDED: readonly Guarded[] = [
	{
		operation: ['client', 'create'],
		parameters: {
			name: 'Ada',
			organization: 'Engine Ltd',
			additionalFields: { email: 'ada@engine.example' },
		},
		id: 'client_id',
		method: 'createClient',
		says: 'A client with this email exists already',
		otherwise: 'fail',
	},
	{
		operation: ['estimate', 'create'],
		parameters: { clientId: byId(1), ...line, additionalFields: { number: 'E-1' } },
		id: 'estimate_id',
		method: 'createEstimate',
		says: 'An estimate with this number exists already',
		otherwise: 'fail',
	},
	{
		operation: ['expense', 'create'],
		parameters: { categoryId: byId(2), amount: '12.5', date: '2026-03-02' },
		id: 'expense_id',
		method: 'createExpense',
		says: 'An equal expense exists already',
		otherwise: 'create',
	},
	{
		operation: ['invoice', 'create'],
		parameters: { clientId: byId(1), ...line, additionalFields: { number: 'N-1' } },
		id: 'invoice_id',
		method: 'createInvoice',
		says: 'An invoice with this number exists already',
		otherwise: 'fail',
	},
	...(['Product', 'Service'] as const).map((label): Guarded => ({
		operation: ['productOrService', `create${label}`],
		parameters: { name: 'Flag' },
		id: `${label.toLowerCase()}_id`,
		method: `create${label}`,
		says: `A ${label.toLowerCase()} with this name exists already`,
		otherwise: 'fail',
		isUnique: true,
	})),
	{
		operation: ['project', 'create'],
		parameters: { name: 'Relaunch', billingMethod: 'flat', budget: '1200.50' },
		id: 'project_id',
		method: 'createProject',
		says: 'A project with this name exists already',
		otherwise: 'create',
	},
	{
		operation: ['staff', 'create'],
		parameters: { name: 'Ada', username: '={{ "ada" + $json.nth }}', email: 'ada@engine.example' },
		id: 'staff_id',
		method: 'createStaff',
		says: 'A staff member with this email exists already',
		otherwise: 'create',
	},
	{
		operation: ['task', 'create'],
		parameters: { name: 'Proofs' },
		id: 'task_id',
		method: 'createTask',
		says: 'A task with this name exists already',
		otherwise: 'create',
	},
	{
		operation: ['timeEntry', 'create'],
		parameters: { projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '1.5' },
		id: 'timelog_id',
		method: 'createTimeLog',
		says: 'An equal time entry exists already',
		otherwise: 'create',
	},
];

/** Guarded by the number of the invoice, as `invoice/create` is, or by a payment of its own: tested with their operation. */
const APART = ['createFromEstimate', 'createFromExpense', 'createFromTimeTracking', 'recordPayment'];

it('covers every operation that has the option', () => {
	const guarded = OPERATIONS.filter(({ fields }) => fields.some(({ field }) => field.name === 'ifExists'));
	expect(guarded.map(({ key }) => key).sort()).toEqual(
		[
			...GUARDED.map(({ operation }) => operation.join('/')),
			...APART.map((operation) => `invoice/${operation}`),
		].sort(),
	);
});

describe.each(GUARDED)('$operation', ({ operation, parameters, id, method, says, otherwise, isUnique }) => {
	const create = async (ifExists?: string, count = 1) => {
		const options: INodeParameters = ifExists === undefined ? {} : { ifExists };
		return await billing.outputOf(
			...operation,
			{ ...parameters, options },
			{
				items: Array.from({ length: count }, () => ({ nth: (nth += 1) })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
	};
	const asked = isUnique === true ? 1 : 0;
	let nth = 0;
	let first: unknown;
	const createFirst = async () => {
		const [record] = await create();
		first = record?.[id];
		billing.sandbox.clearRequests();
	};

	it(`does "${otherwise}" by default, and looks only where it has to`, async () => {
		await createFirst();
		const [record] = await create();
		expect(record).toMatchObject(otherwise === 'fail' ? { error: containing(says) } : { result: 'created' });
		expect(billing.sent(method)).toHaveLength(otherwise === 'fail' ? asked : 1);
		if (otherwise === 'create')
			expect(billing.methods().filter((name) => name.startsWith('list'))).toEqual([]);
	});

	it('fails where that is chosen, naming the record, and creates nothing', async () => {
		await createFirst();
		expect(await create('fail')).toMatchObject([{ error: containing(`${says}: ID ${String(first)}`) }]);
		expect(billing.sent(method)).toHaveLength(asked);
	});

	it('returns the record where that is chosen, for each item', async () => {
		await createFirst();
		expect(await create('existing', 2)).toMatchObject([
			{ result: 'existing', [id]: first },
			{ result: 'existing', [id]: first },
		]);
		expect(billing.sent(method)).toEqual([]);
	});

	it('finds what an earlier item of the same run created', async () => {
		const [created, existing] = await create('existing', 2);
		expect([created?.['result'], existing?.['result']]).toEqual(['created', 'existing']);
		expect(existing?.[id]).toBe(created?.[id]);
		expect(billing.sent(method)).toHaveLength(1);
	});

	if (isUnique === true) return;
	it('creates another one where that is chosen', async () => {
		await createFirst();
		const [record] = await create('create');
		expect(record).toMatchObject({ result: 'created' });
		expect(record?.[id]).not.toBe(first);
	});
});
