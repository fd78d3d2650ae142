import { byId, containing, GOES_ON, isThere, matching, useBilling } from '../billing.mts';
import { OPERATIONS } from '../operations.mts';
import { useScriptedService } from '../scripted.mts';

/** The field, the identifier in outputs, what errors call the record, its table, and two that can be deleted. */
const DELETES = [
	['client/delete', 'clientId', 'client_id', 'client', 'client', [6, 8]],
	['estimate/delete', 'estimateId', 'estimate_id', 'estimate', 'estimate', [2, 3]],
	['expense/delete', 'expenseId', 'expense_id', 'expense', 'expense', [1, 2]],
	['expense/deleteCategory', 'categoryId', 'category_id', 'expense category', 'expenseCategory', [1, 2]],
	['invoice/delete', 'invoiceId', 'invoice_id', 'invoice', 'invoice', [4, 6]],
	['productOrService/deleteProduct', 'productId', 'product_id', 'product', 'product', [2, 3]],
	['productOrService/deleteService', 'serviceId', 'service_id', 'service', 'service', [3, 4]],
	['project/delete', 'projectId', 'project_id', 'project', 'project', [1, 4]],
	['recurringProfile/delete', 'recurringId', 'recurring_id', 'recurring profile', 'recurring', [2, 3]],
	['staff/delete', 'staffId', 'staff_id', 'staff member', 'staff', [1, 3]],
	['task/delete', 'taskId', 'task_id', 'task', 'task', [1, 4]],
	['timeEntry/delete', 'timelogId', 'timelog_id', 'time entry', 'timeEntry', [2, 3]],
] as const;

it('covers every operation that deletes records', () => {
	const deletes = OPERATIONS.filter(({ method = '' }) => /^delete(?!.*Item$)/.test(method));
	expect(deletes.map(({ key }) => key).sort()).toEqual(DELETES.map(([key]) => key).sort());
});

describe.each([{}, { quirks: ['removesDeleted'] } as const])('Where a service is %j', (options) => {
	const billing = useBilling(options);
	it.each(DELETES)('%s deletes the records of all items, and names one that is not there', async (...one) => {
		const [key, field, id, label, kind, ids] = one;
		const there = () => billing.sandbox.records(kind).filter(isThere);
		const [resource = '', operation = ''] = key.split('/');
		const method = OPERATIONS.find((other) => other.key === key)?.method ?? '';
		const items = [ids[0], 999_999, ids[1]].map((value) => ({ id: value }));
		const before = there();
		const form = { [field]: byId('={{ $json.id }}') };
		expect(await billing.outputOf(resource, operation, form, { items, settings: GOES_ON })).toMatchObject([
			{ [id]: ids[0], deleted: true },
			{ error: containing(`The ${label} with ID 999999 was not deleted`), message: containing('') },
			{ [id]: ids[1], deleted: true },
		]);
		const asked = billing.sent(method).flatMap((body) => Object.values(body).map(Number));
		expect(asked.sort((a, b) => a - b)).toEqual([...ids, 999_999]);
		expect(there()).toEqual(before.filter((row) => !ids.some((deleted) => deleted === row.id)));
	});
});

describe('What is gone', () => {
	const billing = useBilling();

	it('is named in the output, and its preview warns of a document that its client may have', async () => {
		const one = { invoiceId: byId(1) };
		const [shown] = await billing.outputOf('invoice', 'delete', { ...one, options: { preview: true } });
		const warning = "This invoice had the status 'Paid', so its client may already have it.";
		expect(shown).toMatchObject({ invoice_id: 1, preview: true, warnings: [warning] });
		const [{ total } = {}] = await billing.outputOf('invoice', 'get', one);
		const [gone = {}] = await billing.outputOf('invoice', 'delete', one);
		const named = { number: '00001', client_organization: 'Harbour & Pine Ltd', deleted: true, total };
		expect(Object.keys(gone).slice(0, 3)).toEqual(['number', 'client_organization', 'deleted']);
		expect(gone).toMatchObject(named);
		const [client] = await billing.outputOf('client', 'delete', { clientId: byId(8) });
		expect(client).toMatchObject({ organization: matching(/./), deleted: true });
		expect(billing.warnings()).toBe('');
	});
});

describe('A refused deletion', () => {
	const PERHAPS = 'Perhaps it has an active project or recurring profile: stop or delete that first.';
	const billing = useBilling();
	const scripted = useScriptedService();

	// The sandbox's client 2 has a project, 7 a profile.
	it('of clients says what may keep them, alone and together with others', async () => {
		const items = [2, 7, 8].map((id) => ({ id }));
		const form = { clientId: byId('={{ $json.id }}') };
		const refused = (id: number) => ({
			error: containing(`The client with ID ${id} was not deleted. The service gives no`),
			message: containing(PERHAPS),
		});
		const output = await billing.outputOf('client', 'delete', form, { items, settings: GOES_ON });
		expect(output).toMatchObject([refused(2), refused(7), { client_id: 8, deleted: true }]);
	});

	it.each(['client', 'staff'])('says so for clients only, with any status: %s', async (resource) => {
		scripted.answer(`delete${resource === 'client' ? 'Client' : 'Staff'}`, 'In use.', 400);
		const more = { credential: scripted.credential() };
		const message = await billing.errorOf(resource, 'delete', { [`${resource}Id`]: byId(2) }, more);
		expect(message).toContain('2 was not deleted. In use.');
		expect(message.includes(PERHAPS)).toBe(resource === 'client');
	});
});
