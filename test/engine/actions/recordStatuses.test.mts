import { byId, useBilling } from '../billing.mts';

const billing = useBilling();

/** The filters by a record status: the kind, the operation, the field, and the method and the element that it fills. */
const FILTERS = [
	['client', 'client/getAll', 'clientStatus', 'listClient', 'client_status'],
	['estimate', 'estimate/getAll', 'status', 'listEstimate', 'status'],
	['expense', 'expense/getAll', 'status', 'listExpense', 'status'],
	['expenseCategory', 'expense/getAllCategories', 'status', 'listExpenseCategory', 'status'],
	['invoice', 'invoice/getAll', 'invoiceRecordStatus', 'listInvoice', 'invoice_record_status'],
	['product', 'productOrService/getAllProducts', 'itemStatus', 'listProduct', 'item_status'],
	['service', 'productOrService/getAllServices', 'itemStatus', 'listService', 'item_status'],
	['project', 'project/getAll', 'projectStatus', 'listProject', 'project_status'],
	[
		'recurring',
		'recurringProfile/getAll',
		'recurringRecordStatus',
		'listRecurring',
		'recurring_record_status',
	],
	['staff', 'staff/getAll', 'status', 'listStaff', 'status'],
	['task', 'task/getAll', 'taskStatus', 'listTask', 'task_status'],
] as const;

describe.each(FILTERS)('%s by its record status', (kind, key, field, method, element) => {
	const [resource = '', operation = ''] = key.split('/');
	const documented = ['product', 'service'].includes(kind) ? 'Archive' : 'Archived';

	it.each([
		['from the form', { [field]: documented }],
		['from expressions', { [field]: '={{ "Archived" }}' }],
		['from other expressions', { [field]: '={{ " archive " }}' }],
	])('accepts both names of archived records %s, and sends the documented one', async (_, filters) => {
		const { error } = await billing.run(resource, operation, { filters, limit: 2 });
		expect(error).toBeUndefined();
		expect(billing.sent(method)).toMatchObject([{ filter: { [element]: documented } }]);
	});

	it('finds the same with both names in the JSON of a custom request', async () => {
		const [{ id = 0 } = {}] = billing.sandbox.records(kind);
		billing.sandbox.change(kind, id, { [kind === 'recurring' ? 'recurring_status' : 'status']: documented });
		const found = async (word: string) => {
			const requestBody = JSON.stringify({ filter: { [element]: word } });
			return await billing.outputOf('settings', 'customRequest', { requestMethod: method, requestBody });
		};
		const [one, other] = [await found('Archive'), await found('Archived')];
		expect(JSON.stringify(one)).toMatch(new RegExp(`_id":${id},`));
		expect(other).toEqual(one);
	});
});

describe('Estimate', () => {
	const stored = (id: unknown) => billing.sandbox.records('estimate').find((row) => row.id === id);

	it('offers three statuses, and writes any other as given', async () => {
		const form = engine.nodeType('xmlBilling').description.properties;
		const shown = JSON.stringify(form);
		expect(shown).toContain(
			'"options":[{"name":"Accepted","value":"Accepted"},{"name":"Draft","value":"Draft"},{"name":"Expired","value":"Expired"},{"name":"Rejected","value":"Rejected"},{"name":"Sent","value":"Sent"},{"name":"Viewed","value":"Viewed"}]',
		);
		expect(shown).not.toContain('"Declined"');
		const update = async (status: string) => {
			await billing.outputOf('estimate', 'update', { estimateId: byId(4), updateFields: { status } });
			return stored(4)?.estimate_status;
		};
		expect(await update('Rejected')).toBe('Rejected');
		expect(await update('={{ "SENT " }}')).toBe('Sent');
		expect(await update('={{ "on hold" }}')).toBe('on hold');
	});

	it('keeps a status that the form does not offer, as spelled', async () => {
		billing.sandbox.change('estimate', 4, { estimate_status: 'awaiting reply' });
		const updateFields = { notes: 'Changed' };
		await billing.outputOf('estimate', 'update', { estimateId: byId(4), updateFields });
		expect(stored(4)).toMatchObject({ estimate_status: 'awaiting reply', notes: 'Changed' });
	});

	it('also lists by a status of the estimate', async () => {
		const ids = async (status: string) =>
			(await billing.outputOf('estimate', 'getAll', { filters: { status }, returnAll: true })).map(
				({ estimate_id: id }) => id,
			);
		const expected = billing.sandbox
			.records('estimate')
			.filter((row) => row.account_id === 1 && row.estimate_status === 'Sent')
			.map(({ id }) => id);
		expect((await ids('Sent')).sort()).toEqual(expected.sort());
		expect((await ids('={{ "rejected" }}')).length).toBeGreaterThan(0);
	});
});
