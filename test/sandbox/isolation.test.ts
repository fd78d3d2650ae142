import { SPECIFICATION } from './specification/index.ts';
import { changed, smallestRequest } from './walk/documents.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** The element of each method that names a record, and what it says to another account's (§5, §7.1). */
const FOREIGN: Record<string, { change: Record<string, string>; status: number; failure?: string }> = {
	createInvoice: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromTimeTracking: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromExpense: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	createInvoiceFromEstimate: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	updateInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 400 },
	deleteInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 200, failure: 'failure' },
	getInvoice: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	listInvoice: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	sendInvoiceMail: { change: { invoice_id: '{foreignInvoice}' }, status: 400, failure: 'invalid' },
	addInvoiceItem: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	updateInvoiceItem: { change: { invoice_id: '{foreignInvoice}' }, status: 403 },
	deleteInvoiceItem: {
		change: { invoice_id: '{foreignInvoice}', invoice_item_id: '{foreignInvoiceItem}' },
		status: 403,
	},
	invoiceOfflinePayment: { change: { 'invoice/id': '{foreignInvoice}' }, status: 403 },
	updateClient: { change: { client_id: '{foreignClient}' }, status: 403 },
	deleteClient: { change: { client_id: '{foreignClient}' }, status: 200, failure: 'failure' },
	getClient: { change: { client_id: '{foreignClient}' }, status: 403 },
	listClient: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	createStaff: { change: { 'assigned_clients/client_id': '{foreignClient}' }, status: 400 },
	updateStaff: { change: { staff_id: '{foreignStaff}' }, status: 403 },
	deleteStaff: { change: { staff_id: '{foreignStaff}' }, status: 200, failure: 'failure' },
	getStaff: { change: { staff_id: '{foreignStaff}' }, status: 403 },
	updateProduct: { change: { product_id: '{foreignProduct}' }, status: 403 },
	deleteProduct: { change: { product_id: '{foreignProduct}' }, status: 200, failure: 'failure' },
	getProduct: { change: { product_id: '{foreignProduct}' }, status: 403 },
	listProduct: { change: { 'filter/product_id': '{foreignProduct}' }, status: 404 },
	updateService: { change: { service_id: '{foreignService}' }, status: 403 },
	deleteService: { change: { service_id: '{foreignService}' }, status: 200, failure: 'failure' },
	getService: { change: { service_id: '{foreignService}' }, status: 403 },
	listService: { change: { 'filter/service_id': '{foreignService}' }, status: 404 },
	createExpense: { change: { client_id: '{foreignClient}' }, status: 400 },
	updateExpense: { change: { expense_id: '{foreignExpense}' }, status: 403 },
	deleteExpense: { change: { expense_id: '{foreignExpense}' }, status: 200, failure: 'failure' },
	getExpense: { change: { expense_id: '{foreignExpense}' }, status: 403 },
	listExpense: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	updateExpenseCategory: { change: { category_id: '{foreignCategory}' }, status: 403 },
	deleteExpenseCategory: {
		change: { category_id: '{foreignCategory}' },
		status: 200,
		failure: 'failure',
	},
	createEstimate: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	updateEstimate: { change: { estimate_id: '{foreignEstimate}' }, status: 403 },
	deleteEstimate: { change: { estimate_id: '{foreignEstimate}' }, status: 200, failure: 'failure' },
	getEstimate: { change: { estimate_id: '{foreignEstimate}' }, status: 403 },
	listEstimate: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	sendEstimateMail: { change: { estimate_id: '{foreignEstimate}' }, status: 400, failure: 'invalid' },
	addEstimateItem: { change: { estimate_id: '{foreignEstimate}' }, status: 403 },
	updateEstimateItem: { change: { estimate_id: '{foreignEstimate}' }, status: 403 },
	deleteEstimateItem: {
		change: { estimate_id: '{foreignEstimate}', estimate_item_id: '{foreignEstimateItem}' },
		status: 403,
	},
	createRecurring: { change: { 'client/client_id': '{foreignClient}' }, status: 400 },
	updateRecurring: { change: { recurring_id: '{foreignRecurring}' }, status: 403 },
	deleteRecurring: { change: { recurring_id: '{foreignRecurring}' }, status: 200, failure: 'failure' },
	getRecurring: { change: { recurring_id: '{foreignRecurring}' }, status: 403 },
	listRecurring: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	addRecurringItem: { change: { recurring_id: '{foreignRecurring}' }, status: 403 },
	updateRecurringItem: { change: { recurring_id: '{foreignRecurring}' }, status: 403 },
	deleteRecurringItem: {
		change: { recurring_id: '{foreignRecurring}', recurring_item_id: '{foreignRecurringItem}' },
		status: 403,
	},
	createProject: { change: { client_id: '{foreignClient}' }, status: 400 },
	updateProject: { change: { project_id: '{foreignProject}' }, status: 403 },
	deleteProject: { change: { project_id: '{foreignProject}' }, status: 200, failure: 'failure' },
	getProject: { change: { project_id: '{foreignProject}' }, status: 403 },
	listProject: { change: { 'filter/client_id': '{foreignClient}' }, status: 404 },
	createTask: { change: { 'projects/project_id': '{foreignProject}' }, status: 400 },
	updateTask: { change: { task_id: '{foreignTask}' }, status: 403 },
	deleteTask: { change: { task_id: '{foreignTask}' }, status: 200, failure: 'failure' },
	getTask: { change: { task_id: '{foreignTask}' }, status: 403 },
	listTask: { change: { 'filter/project_id': '{foreignProject}' }, status: 404 },
	createTimeLog: { change: { project_id: '{foreignProject}' }, status: 400 },
	updateTimeLog: { change: { timelog_id: '{foreignTimeEntry}' }, status: 403 },
	deleteTimeLog: { change: { timelog_id: '{foreignTimeEntry}' }, status: 200, failure: 'failure' },
	getTimeLog: { change: { timelog_id: '{foreignTimeEntry}' }, status: 403 },
	listTimeLog: { change: { 'filter/project_id': '{foreignProject}' }, status: 404 },
};

test('every method that takes an identifier is tried', () => {
	const takingIdentifiers = SPECIFICATION.filter(({ elements }) =>
		elements.some(({ path }) => /(^|_|\/)id$/.test(path)),
	);
	expect(takingIdentifiers.map(({ method }) => method).sort()).toEqual(Object.keys(FOREIGN).sort());
});

test.each(SPECIFICATION.filter(({ method }) => method in FOREIGN))(
	'$method does not touch a record of another account',
	async (row) => {
		const { change = {}, status, failure } = FOREIGN[row.method] ?? {};
		const before = foreignRows();
		const reply = await service.call(row.method, changed(smallestRequest(row), change));
		expect(reply.status).toBe(status);
		expect(reply.response.children.map(({ name }) => name).slice(0, 1)).toEqual(
			failure === undefined ? [] : [failure],
		);
		expect(foreignRows()).toEqual(before);
	},
);

function foreignRows() {
	const { id } = service.sandbox.account('second');
	const kinds = [
		'client',
		'invoice',
		'estimate',
		'recurring',
		'staff',
		'product',
		'service',
		'expense',
		'expenseCategory',
		'project',
		'task',
		'timeEntry',
		'mail',
	] as const;
	return kinds.map((kind) => service.sandbox.records(kind).filter((row) => row.account_id === id));
}
