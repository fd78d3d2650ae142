import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.ts';
import { OPERATIONS } from '../operations.ts';

const billing = useBilling();

/** What an update is given, and all that it sends when other values are not to be kept. */
const UPDATES: ReadonlyArray<
	readonly [key: string, field: string, updateFields: INodeParameters, sent: object]
> = [
	[
		'client/update',
		'clientId',
		{ name: 'Ada', organization: 'E' },
		{ client_id: '1', name: 'Ada', organization: 'E' },
	],
	[
		'estimate/update',
		'estimateId',
		{ clientId: byId(1), notes: 'N' },
		{ estimate_id: '1', client: { client_id: '1' }, notes: 'N' },
	],
	['expense/update', 'expenseId', { vendor: 'V' }, { expense_id: '1', vendor: 'V' }],
	[
		'invoice/update',
		'invoiceId',
		{ clientId: byId(4), notes: 'N' },
		{ invoice_id: '1', client: { client_id: '4' }, notes: 'N' },
	],
	[
		'productOrService/updateProduct',
		'productId',
		{ description: 'D' },
		{ product_id: '1', description: 'D' },
	],
	[
		'productOrService/updateService',
		'serviceId',
		{ description: 'D' },
		{ service_id: '1', description: 'D' },
	],
	['project/update', 'projectId', { name: 'R' }, { project_id: '1', name: 'R' }],
	['staff/update', 'staffId', { billingRate: '12' }, { staff_id: '1', billing_rate: '12' }],
	['task/update', 'taskId', { name: 'D' }, { task_id: '1', name: 'D' }],
	['timeEntry/update', 'timelogId', { notes: 'N' }, { timelog_id: '1', notes: 'N' }],
];

it('covers every update that can keep values, besides those that may create', () => {
	const keeping = OPERATIONS.filter(({ fields }) =>
		fields.some(({ field }) => field.name === 'keepUnchanged'),
	);
	const updates = keeping.filter(({ key }) => !key.includes('upsert'));
	expect(updates.map(({ key }) => key).sort()).toEqual(UPDATES.map(([key]) => key).sort());
});

it.each(UPDATES)(
	'%s sends only what is given when other values are not to be kept',
	async (key, field, ...rest) => {
		const [updateFields, sent] = rest;
		const [resource = '', operation = ''] = key.split('/');
		const options = { keepUnchanged: false, return: 'id' };
		await billing.outputOf(resource, operation, { [field]: byId(1), updateFields, options });
		const method = OPERATIONS.find((one) => one.key === key)?.method ?? '';
		expect(billing.methods()).toEqual([method]);
		expect(billing.sent(method)).toEqual([sent]);
	},
);

/** The elements with which each update sends again what it is to keep. */
const KEPT: Readonly<Record<string, string>> = {
	'client/update': 'client_id name organization email work_phone address currency',
	'estimate/update': 'estimate_id client number date po_number status notes terms',
	'expense/update':
		'expense_id expense_category_id amount date project_id client_id vendor tax1 tax2 notes recurring_frequency recurring_end_date',
	'invoice/update':
		'invoice_id client invoice_title number date due_date schedule_date late_fee po_number status notes terms',
	'productOrService/updateProduct': 'product_id name quantity unitcost description',
	'productOrService/updateService': 'service_id name cost unit description',
	'project/update': 'project_id name billing_method client_id project_manager_id description tasks',
	'staff/update': 'staff_id name username email billing_rate user_access_own_record assigned_clients',
	'task/update': 'task_id name description task_billable task_rate projects',
	'timeEntry/update': 'timelog_id project_id task_id work_date hours_worked notes billed',
};

/** Fills in what the second record of each kind lacks. */
function fill(): void {
	const { sandbox } = billing;
	const texts = { address: 'Old Street 1', po_number: '0042', notes: 'Notes', terms: 'Terms' };
	const days = { due_date: '2026-03-20', schedule_date: '2026-04-01' };
	sandbox.change('client', 2, { address: 'Old Street 1', work_phone: '+44 1' });
	sandbox.change('estimate', 2, { ...texts, title: 'Title <&>', estimate_status: 'Awaiting Reply' });
	sandbox.change('invoice', 2, { ...texts, ...days, title: 'Title <&>' });
	sandbox.change('expense', 2, { client_id: 2, project_id: 1, tax1: 1, tax2: 4, notes: 'N' });
	sandbox.change('expense', 2, { recurring_frequency: '3', recurring_end_date: '2026-12-31' });
	sandbox.change('project', 2, { description: 'Pages & <forms>' });
	sandbox.change('staff', 2, { access_own_record: 'Yes' });
	sandbox.change('timeEntry', 2, { notes: 'N' });
	sandbox.store.run('INSERT OR IGNORE INTO staff_client (staff_id, client_id) VALUES (2, 1)');
}

it.each(UPDATES)('%s loses nothing when nothing is changed', async (key, field) => {
	fill();
	const [resource = '', operation = ''] = key.split('/');
	const { store } = billing.sandbox;
	// An update takes the day of an expense without its time (§4.9).
	const withoutTimes = (text: string) => text.replaceAll(/(?<=\d{4}-\d\d-\d\d) [\d:]{8}/g, '');
	const rows = () =>
		store
			.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
			.map(({ name }) => ({
				name,
				rows: withoutTimes(JSON.stringify(store.arrays(`SELECT * FROM ${name}`))),
			}));
	const before = rows();
	await billing.outputOf(resource, operation, { [field]: byId(2), options: { return: 'id' } });
	const method = OPERATIONS.find((one) => one.key === key)?.method ?? '';
	expect(
		billing
			.sent(method)
			.flatMap((document) => Object.keys(document))
			.join(' '),
	).toBe(KEPT[key]);
	expect(billing.warnings()).toBe('');
	expect(rows()).toEqual(before);
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});
