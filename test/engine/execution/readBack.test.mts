import type { INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

// A confirmed write is a success, even if its record can't be read back: users would repeat a run that fails here.
const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
// Avoids reading the client for its address.
const unread = { clientId: byId(1), linesFrom: 'none', additionalFields: { address: '' } };
const unguarded = { options: { ifExists: 'create' } };
const NEW_CLIENT = { name: 'Ada', organization: 'Engine Ltd', ...unguarded };
const NEW_STAFF = { name: 'Ada', username: 'ada', email: 'a@b.example', ...unguarded };

type Write = readonly [
	resource: string,
	operation: string,
	parameters: INodeParameters,
	method: string,
	id: string,
];
const CREATED: readonly Write[] = [
	['client', 'create', NEW_CLIENT, 'createClient', 'client_id'],
	['expense', 'createCategory', { name: 'Travel' }, 'createExpenseCategory', 'category_id'],
	['invoice', 'create', unread, 'createInvoice', 'invoice_id'],
	['task', 'create', { name: 'Flag', ...unguarded }, 'createTask', 'task_id'],
	['staff', 'create', NEW_STAFF, 'createStaff', 'staff_id'],
];
const unchecked = { updateFields: { name: 'New' }, options: { keepUnchanged: false } };
const UPDATED: readonly Write[] = [
	['client', 'update', { clientId: byId(5), ...unchecked }, 'updateClient', 'client_id'],
	['expense', 'updateCategory', { categoryId: byId(5), name: 'New' }, 'updateExpenseCategory', 'category_id'],
	['project', 'update', { projectId: byId(5), ...unchecked }, 'updateProject', 'project_id'],
];

it.each(CREATED)('%s > %s is done when the record cannot be read back', async (...write) => {
	const [resource, operation, parameters, method, id] = write;
	service.answer(method, `<${id}>5</${id}>`);
	const output = await billing.outputOf(resource, operation, parameters, more());
	expect(output).toMatchObject([{ [id]: 5, result: 'created' }]);
	expect(billing.warnings()).toContain('was created, but could not be read back just now.');
	expect(service.sent(method)).toHaveLength(1);
});

it.each(UPDATED)('%s > %s is done when the record cannot be read back', async (...write) => {
	const [resource, operation, parameters, method, id] = write;
	service.answer(method, `<${id}>5</${id}>`);
	const output = await billing.outputOf(resource, operation, parameters, more());
	expect(output).toMatchObject([{ [id]: 5, result: 'updated' }]);
	expect(billing.warnings()).toContain('was updated, but could not be read back just now.');
	expect(service.sent(method)).toHaveLength(1);
});

it('Lines that were added are returned by their identifiers when the invoice cannot be read back', async () => {
	service.answer('addInvoiceItem', '<invoice_items><invoice_item_id>9</invoice_item_id></invoice_items>');
	const parameters = { invoiceId: byId(5), lineItems: { line: [{ name: 'A', unitCost: '1' }] } };
	expect(await billing.outputOf('invoice', 'addItems', parameters, more())).toEqual([
		{ invoice_id: 5, result: 'updated', invoice_item_ids: [9] },
	]);
	expect(billing.warnings()).toContain('could not be read back');
});

it.each(CREATED)('%s > %s is done when its answer shows no identifier', async (...write) => {
	const [resource, operation, parameters, method] = write;
	service.answer(method, '');
	expect(await billing.outputOf(resource, operation, parameters, more())).toEqual([{ result: 'created' }]);
	expect(billing.warnings()).toBe('The service confirmed the write, but its answer shows no identifier.');
	expect(service.sent(method)).toHaveLength(1);
});
