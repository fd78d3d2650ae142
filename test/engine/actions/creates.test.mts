import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { OPERATIONS } from '../operations.mts';

const billing = useBilling();

/** A line in the form, and in the request: with every element, even empty ones (§4.2). */
const line = { name: 'Design', unitCost: '120.50', quantity: '2' };
const document = { clientId: byId(1), lineItems: { line: [line] } };
const client = { client_id: '1', address: '12 Quay Street\nBristol BS1 4RN' };
const item = {
	...{ name: 'Design', type: 'Product', description: '', unit_cost: '120.5', quantity: '2' },
	...{ discount: '', discount_type: 'Percent' },
	...{ tax1_name: '', tax1_percent: '', tax2_name: '', tax2_percent: '' },
};
const person = { name: 'Ada Byron', organization: 'Engine Ltd' };
const staff = { name: 'Ada Byron', username: 'ada.byron', email: 'ada@engine.example' };

/** The minimum that a creation needs, its complete request, and the identifier in its output. */
const CREATES: ReadonlyArray<readonly [key: string, id: string, parameters: INodeParameters, sent: object]> =
	[
		['client/create', 'client_id', person, person],
		['estimate/create', 'estimate_id', document, { client, items: { item } }],
		[
			'expense/create',
			'expense_id',
			{ categoryId: byId(2), amount: '12.5', date: '2026-03-02' },
			{ expense_category_id: '2', amount: '12.5', date: '2026-03-02' },
		],
		[
			'invoice/create',
			'invoice_id',
			{ ...document, due: 'none' },
			{ client, items: { item: { ...item, tax1_type: 'Normal', tax2_type: 'Normal' } } },
		],
		['productOrService/createProduct', 'product_id', { name: 'Flag' }, { name: 'Flag' }],
		['productOrService/createService', 'service_id', { name: 'Flag' }, { name: 'Flag' }],
		[
			'project/create',
			'project_id',
			{ name: 'Relaunch', billingMethod: 'flat', budget: '1200.50' },
			{ name: 'Relaunch', billing_method: 'flat', budget: '1200.5' },
		],
		['recurringProfile/create', 'recurring_id', document, { client, frequency: '1 Month', items: { item } }],
		['staff/create', 'staff_id', staff, staff],
		['task/create', 'task_id', { name: 'Proofs' }, { name: 'Proofs' }],
		[
			'timeEntry/create',
			'timelog_id',
			{ projectId: byId(1), taskId: byId(2), workDate: '2026-03-09', hoursWorked: '1.5' },
			{ project_id: '1', task_id: '2', work_date: '2026-03-09', hours_worked: '1.5' },
		],
	];

it('covers every operation that creates a record that can be read', () => {
	const creates = OPERATIONS.filter(({ method = '' }) => /^create(?!.*(From|Category))/.test(method));
	expect(creates.map(({ key }) => key).sort()).toEqual(CREATES.map(([key]) => key).sort());
});

it.each(CREATES)(
	'%s sends the least that the service needs, and returns the whole record',
	async (key, id, parameters, sent) => {
		const [resource = '', operation = ''] = key.split('/');
		const [output = {}] = await billing.outputOf(resource, operation, { ...parameters, simplify: false });
		const method = OPERATIONS.find((one) => one.key === key)?.method ?? '';
		expect(billing.sent(method)).toEqual([sent]);
		expect(billing.warnings()).toBe('');

		const get = operation.replace('create', 'get');
		const fields = OPERATIONS.find((one) => one.key === `${resource}/${get}`)?.fields ?? [];
		const [field = ''] = fields.find(({ names: [name = ''] }) => name.endsWith('Id'))?.names ?? [];
		const record = { [field]: byId(Number(output[id])) };
		const [whole] = await billing.outputOf(resource, get, { ...record, simplify: false });
		expect(output).toEqual({ ...whole, result: 'created' });
	},
);
