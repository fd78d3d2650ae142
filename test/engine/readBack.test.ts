import type { INodeParameters } from 'n8n-workflow';
import { byId, containing, useBilling } from './billing.ts';
import { useScriptedService } from './scripted.ts';

// A write that was confirmed is a success, whatever can be read afterwards: a run that fails here would be repeated.
const billing = useBilling();
const service = useScriptedService();
const more = () => ({ credential: service.credential() });
const NEW_CLIENT = { name: 'Ada', organization: 'Engine Ltd' };

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
	['invoice', 'create', { clientId: byId(1), linesFrom: 'none' }, 'createInvoice', 'invoice_id'],
	['productOrService', 'createProduct', { name: 'Flag' }, 'createProduct', 'product_id'],
	['staff', 'create', { name: 'Ada', username: 'ada', email: 'a@b.example' }, 'createStaff', 'staff_id'],
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
	const warning = containing('was created, but could not be read back just now.');
	expect(output).toMatchObject([{ [id]: 5, result: 'created', warning }]);
	expect(service.sent(method)).toHaveLength(1);
});

it.each(UPDATED)('%s > %s is done when the record cannot be read back', async (...write) => {
	const [resource, operation, parameters, method, id] = write;
	service.answer(method, `<${id}>5</${id}>`);
	const output = await billing.outputOf(resource, operation, parameters, more());
	const warning = containing('was updated, but could not be read back just now.');
	expect(output).toMatchObject([{ [id]: 5, result: 'updated', warning }]);
	expect(service.sent(method)).toHaveLength(1);
});

it('Lines that were added are returned by their identifiers when the invoice cannot be read back', async () => {
	service.answer('addInvoiceItem', '<invoice_items><invoice_item_id>9</invoice_item_id></invoice_items>');
	const parameters = { invoiceId: byId(5), lineItems: { line: [{ name: 'A', unitCost: '1' }] } };
	const warning = containing('could not be read back');
	expect(await billing.outputOf('invoice', 'addItems', parameters, more())).toEqual([
		{ invoice_id: 5, result: 'updated', invoice_item_ids: [9], warning },
	]);
});

it.each(CREATED)('%s > %s is done when its answer shows no identifier', async (...write) => {
	const [resource, operation, parameters, method] = write;
	service.answer(method, '');
	const warning = 'The service confirmed the write, but its answer shows no identifier.';
	expect(await billing.outputOf(resource, operation, parameters, more())).toEqual([
		{ result: 'created', warning },
	]);
	expect(service.sent(method)).toHaveLength(1);
});
