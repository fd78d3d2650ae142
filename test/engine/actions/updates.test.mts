import type { INodeParameters } from 'n8n-workflow';
import { byExpression, byId, useBilling } from '../billing.mts';
import { OPERATIONS } from '../operations.mts';

const billing = useBilling();

/** The elements that each update sends to keep their values. The first identifies the record. */
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

/** The other elements of an update: answers don't show them, or an update keeps them in its own way. */
const NOT_KEPT: Readonly<Record<string, string>> = {
	'client/update': 'additional_contacts country custom_fields language username',
	'estimate/update': 'items schedule_date',
	'invoice/update': 'additional_charges items',
	'project/update': 'budget',
};

/** The values of an update, and its complete request if other values are not kept. */
const UPDATES: ReadonlyArray<readonly [key: string, updateFields: INodeParameters, sent: object]> = [
	['client/update', { name: 'Ada', organization: 'E' }, { name: 'Ada', organization: 'E' }],
	['estimate/update', { clientId: byId(1), notes: 'N' }, { client: { client_id: '1' }, notes: 'N' }],
	['expense/update', { vendor: 'V' }, { vendor: 'V' }],
	['invoice/update', { clientId: byId(4), notes: 'N' }, { client: { client_id: '4' }, notes: 'N' }],
	['productOrService/updateProduct', { description: 'D' }, { description: 'D' }],
	['productOrService/updateService', { description: 'D' }, { description: 'D' }],
	['project/update', { name: 'R' }, { name: 'R' }],
	['staff/update', { billingRate: '12' }, { billing_rate: '12' }],
	['task/update', { name: 'D' }, { name: 'D' }],
	['timeEntry/update', { notes: 'N' }, { notes: 'N' }],
];

/** The method of an update, the element that identifies its record, and the parameters that select one. */
function chosen(key: string, id: number) {
	const method = OPERATIONS.find((one) => one.key === key)?.method ?? '';
	const [element = ''] = KEPT[key]?.split(' ') ?? [];
	return { method, element, record: { [element.replace('_id', 'Id')]: byExpression(id) } };
}

it('covers every update that can keep values, besides those that may create', () => {
	const keeping = OPERATIONS.filter(({ fields }) =>
		fields.some(({ field }) => field.name === 'keepUnchanged'),
	);
	const updates = keeping.filter(({ key }) => !key.includes('upsert'));
	expect(updates.map(({ key }) => key).sort()).toEqual(UPDATES.map(([key]) => key).sort());
});

// A service may erase what an update omits.
it.each(UPDATES)('%s has a place in KEPT or NOT_KEPT for every element of its form', (key) => {
	const { fields = [] } = OPERATIONS.find((one) => one.key === key) ?? {};
	const elements = fields.flatMap((field) => field.elements).map((path) => path.replace(/\/.*/, ''));
	const known = `${KEPT[key]} ${NOT_KEPT[key]}`.split(' ');
	expect([...new Set(elements)].filter((element) => !known.includes(element))).toEqual([]);
});

it.each(UPDATES)(
	'%s sends only what is given when other values are not to be kept',
	async (key, updateFields, sent) => {
		const { method, element, record } = chosen(key, 1);
		const [resource = '', operation = ''] = key.split('/');
		const options = { keepUnchanged: false, return: 'id' };
		await billing.outputOf(resource, operation, { ...record, updateFields, options });
		expect(billing.methods()).toEqual([method]);
		expect(billing.sent(method)).toEqual([{ [element]: '1', ...sent }]);
	},
);

/** Fills in the empty fields of the second record of each kind. */
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
	sandbox.change('timeEntry', 2, { notes: 'N', billed: 'Yes' });
	sandbox.store.run('INSERT OR IGNORE INTO staff_client (staff_id, client_id) VALUES (2, 1)');
}

it.each(UPDATES)('%s loses nothing when nothing is changed', async (key) => {
	fill();
	const { method, record } = chosen(key, 2);
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
	await billing.outputOf(resource, operation, { ...record, options: { return: 'id' } });
	expect(billing.sent(method).map((document) => Object.keys(document).join(' '))).toEqual([KEPT[key]]);
	expect(billing.warnings()).toBe('');
	expect(rows()).toEqual(before);
	expect(billing.sandbox.requests.flatMap(({ unknownElements }) => unknownElements)).toEqual([]);
});

it('Two executions that update a record at the same moment keep what the other one changes', async () => {
	const changes = [{ workPhone: '+44 7' }, { address: 'New Street 2' }];
	const update = async (updateFields: INodeParameters) =>
		await billing.outputOf('client', 'update', { clientId: byId(1), updateFields });
	await Promise.all(changes.map(update));
	expect(billing.sandbox.store.row('client', 1)).toMatchObject({
		work_phone: '+44 7',
		address: 'New Street 2',
	});
});
