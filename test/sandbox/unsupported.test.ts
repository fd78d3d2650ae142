import { SPECIFICATION } from './specification/index.ts';
import type { Group } from './specification/types.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeAll(async () => void (service = await startService({ seed: false })));
afterAll(() => service.close());

/** The groups of §1: how many methods each has, and which (§4.3 to §4.11). */
const GROUPS: ReadonlyArray<{ group: Group; count: number; methods: string }> = [
	{
		group: 'invoices',
		count: 9,
		methods:
			'createInvoice updateInvoice deleteInvoice getInvoice listInvoice sendInvoiceMail addInvoiceItem updateInvoiceItem deleteInvoiceItem',
	},
	{
		group: 'estimates',
		count: 9,
		methods:
			'createEstimate updateEstimate deleteEstimate getEstimate listEstimate sendEstimateMail addEstimateItem updateEstimateItem deleteEstimateItem',
	},
	{
		group: 'recurring',
		count: 8,
		methods:
			'createRecurring updateRecurring deleteRecurring getRecurring listRecurring addRecurringItem updateRecurringItem deleteRecurringItem',
	},
	{
		group: 'clients',
		count: 5,
		methods: 'createClient updateClient deleteClient getClient listClient',
	},
	{
		group: 'staff',
		count: 5,
		methods: 'createStaff updateStaff deleteStaff getStaff listStaff',
	},
	{
		group: 'productsAndServices',
		count: 10,
		methods:
			'createProduct updateProduct deleteProduct getProduct listProduct createService updateService deleteService getService listService',
	},
	{
		group: 'expenses',
		count: 9,
		methods:
			'createExpense updateExpense deleteExpense getExpense listExpense createExpenseCategory updateExpenseCategory deleteExpenseCategory listExpenseCategory',
	},
	{
		group: 'projects',
		count: 5,
		methods: 'createProject updateProject deleteProject getProject listProject',
	},
	{
		group: 'tasks',
		count: 5,
		methods: 'createTask updateTask deleteTask getTask listTask',
	},
	{
		group: 'timeLogs',
		count: 5,
		methods: 'createTimeLog updateTimeLog deleteTimeLog getTimeLog listTimeLog',
	},
	{
		group: 'account',
		count: 8,
		methods:
			'getAccountInfo createInvoiceFromTimeTracking createInvoiceFromExpense createInvoiceFromEstimate invoiceOfflinePayment listLateFee listTax listOfflinePaymentMethod',
	},
];

const METHODS = GROUPS.flatMap(({ methods }) => methods.split(' '));

test('the interface has 78 methods in 11 groups', () => {
	expect([GROUPS.length, new Set(METHODS).size]).toEqual([11, 78]);
});

test.each(GROUPS)('each of the $count methods of $group has its row', ({ group, count, methods }) => {
	const rows = SPECIFICATION.filter((row) => row.group === group).map(({ method }) => method);
	expect(rows.length).toBe(count);
	expect(rows.sort()).toEqual(methods.split(' ').sort());
});

/** §4.11: names that the service recognises, and has no request for. */
const UNSUPPORTED = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
];

/** Names that look like methods. There is no getExpenseCategory (§4.9). */
const UNKNOWN = [
	'getExpenseCategory',
	'createEverything',
	'sendRecurringMail',
	'getTax',
	'createInvoice2',
	'',
	' ',
	'toString',
	'__proto__',
];

test.each([...UNSUPPORTED, ...UNKNOWN])("'%s' is answered with status 501", async (method) => {
	const { status, text } = await service.call(method);
	expect([status, text]).toEqual([501, expect.stringMatching(/\S/)]);
});

/** §4.1: the name of a method is case-sensitive. */
const WRONG_CASE = METHODS.flatMap((method) => [
	method.toLowerCase(),
	method.toUpperCase(),
	`${method.charAt(0).toUpperCase()}${method.slice(1)}`,
]);

test.each(WRONG_CASE)("'%s', in the wrong case, is answered with status 501", async (method) => {
	expect((await service.call(method)).status).toBe(501);
});
