import { byId, containing, isThere, useBilling } from '../billing.mts';
import { OPERATIONS } from '../operations.mts';
import { useScriptedService } from '../scripted.mts';

const billing = useBilling();

/** The field, the identifier in requests and outputs, what errors call the record, its table, and two that can be deleted. */
const DELETES = [
	['client/delete', 'clientId', 'client_id', 'Client', 'client', [6, 8]],
	['estimate/delete', 'estimateId', 'estimate_id', 'Estimate', 'estimate', [2, 3]],
	['expense/delete', 'expenseId', 'expense_id', 'Expense', 'expense', [1, 2]],
	['expense/deleteCategory', 'categoryId', 'category_id', 'Expense category', 'expenseCategory', [1, 2]],
	['invoice/delete', 'invoiceId', 'invoice_id', 'Invoice', 'invoice', [4, 6]],
	['productOrService/deleteProduct', 'productId', 'product_id', 'Product', 'product', [2, 3]],
	['productOrService/deleteService', 'serviceId', 'service_id', 'Service', 'service', [3, 4]],
	['project/delete', 'projectId', 'project_id', 'Project', 'project', [1, 4]],
	['recurringProfile/delete', 'recurringId', 'recurring_id', 'Recurring profile', 'recurring', [2, 3]],
	['staff/delete', 'staffId', 'staff_id', 'Staff member', 'staff', [1, 3]],
	['task/delete', 'taskId', 'task_id', 'Task', 'task', [1, 4]],
	['timeEntry/delete', 'timelogId', 'timelog_id', 'Time entry', 'timeEntry', [2, 3]],
] as const;

it('covers every operation that deletes records', () => {
	const deletes = OPERATIONS.filter(({ method = '' }) => /^delete(?!.*Item$)/.test(method));
	expect(deletes.map(({ key }) => key).sort()).toEqual(DELETES.map(([key]) => key).sort());
});

const removing = useBilling({ quirks: ['removesDeleted'] });

describe.each([
	['keeps what it deletes under a status', () => billing],
	['removes it', () => removing],
] as const)('Where the service %s', (_, manner) => {
	it.each(DELETES)(
		'%s deletes the records of all items, and names one that is not there',
		async (key, field, id, label, kind, ids) => {
			const { sandbox, outputOf, sent } = manner();
			const [resource = '', operation = ''] = key.split('/');
			const method = OPERATIONS.find((one) => one.key === key)?.method ?? '';
			const items = [ids[0], 999_999, ids[1]].map((value) => ({ id: value }));
			const before = sandbox.records(kind);
			const output = await outputOf(
				resource,
				operation,
				{ [field]: byId('={{ $json.id }}') },
				{ items, settings: { onError: 'continueRegularOutput' } },
			);
			expect(output).toEqual([
				{ [id]: ids[0], deleted: true },
				{
					error: containing(`The ${label.toLowerCase()} with ID 999999 was not deleted`),
					message: containing(''),
				},
				{ [id]: ids[1], deleted: true },
			]);
			const [element] = Object.keys(sent(method)[0] ?? {});
			const asked = sent(method).map((body) => Number(new Map(Object.entries(body)).get(element ?? '')));
			expect(asked.sort((a, b) => a - b)).toEqual(items.map((item) => Number(item.id)).sort((a, b) => a - b));
			const left = sandbox.records(kind).filter(isThere);
			expect(left.map((row) => row.id)).toEqual(
				before
					.filter(isThere)
					.map((row) => row.id)
					.filter((one) => !ids.some((deleted) => deleted === one)),
			);
		},
	);
});

describe('A refused deletion', () => {
	const PERHAPS = 'Perhaps it has an active project or recurring profile: stop or delete that first.';
	const HINTED = [
		['client/delete', 'clientId', 'deleteClient'],
		['staff/delete', 'staffId', 'deleteStaff'],
	] as const;
	const scripted = useScriptedService();

	// The sandbox's client 2 has a project, 7 a profile.
	it('of clients says what may keep them, alone and together with others', async () => {
		const items = [2, 7, 8].map((id) => ({ id }));
		const settings = { onError: 'continueRegularOutput' as const };
		const clientId = byId('={{ $json.id }}');
		const output = await billing.outputOf('client', 'delete', { clientId }, { items, settings });
		expect(output).toEqual([
			{
				error: containing('The client with ID 2 was not deleted. The service gives no'),
				message: containing(PERHAPS),
			},
			{
				error: containing('The client with ID 7 was not deleted. The service gives no'),
				message: containing(PERHAPS),
			},
			{ client_id: 8, deleted: true },
		]);
		const message = await billing.errorOf('client', 'delete', { clientId: byId(2) });
		expect(message).toContain(
			`The client with ID 2 was not deleted. The service gives no reason. ${PERHAPS} Check that`,
		);
	});

	it.each(HINTED)('says so for clients only, with any status: %s', async (key, field, method) => {
		const [resource = '', operation = ''] = key.split('/');
		scripted.answer(method, 'In use.', 400);
		const more = { credential: scripted.credential() };
		const message = await billing.errorOf(resource, operation, { [field]: byId(2) }, more);
		expect(message).toContain('2 was not deleted. In use.');
		expect(message.includes(PERHAPS)).toBe(resource === 'client');
	});
});
