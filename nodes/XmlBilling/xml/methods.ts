/** The methods of the interface, by their groups (§4.3 to §4.11). */
export const METHODS = [
	'createInvoice updateInvoice deleteInvoice getInvoice listInvoice sendInvoiceMail',
	'addInvoiceItem updateInvoiceItem deleteInvoiceItem',
	'createEstimate updateEstimate deleteEstimate getEstimate listEstimate sendEstimateMail',
	'addEstimateItem updateEstimateItem deleteEstimateItem',
	'createRecurring updateRecurring deleteRecurring getRecurring listRecurring',
	'addRecurringItem updateRecurringItem deleteRecurringItem',
	'createClient updateClient deleteClient getClient listClient',
	'createStaff updateStaff deleteStaff getStaff listStaff',
	'createProduct updateProduct deleteProduct getProduct listProduct',
	'createService updateService deleteService getService listService',
	'createExpense updateExpense deleteExpense getExpense listExpense',
	'createExpenseCategory updateExpenseCategory deleteExpenseCategory listExpenseCategory',
	'createProject updateProject deleteProject getProject listProject',
	'createTask updateTask deleteTask getTask listTask',
	'createTimeLog updateTimeLog deleteTimeLog getTimeLog listTimeLog',
	'getAccountInfo createInvoiceFromTimeTracking createInvoiceFromExpense createInvoiceFromEstimate',
	'invoiceOfflinePayment listLateFee listTax listOfflinePaymentMethod',
].flatMap((group) => group.split(' '));

/** The names that the service knows and does nothing for (§4.11). */
export const UNSUPPORTED_METHODS = [
	'addInvoiceLineItem',
	'exportInvoicePDF',
	'getInvoiceLog',
	'getInvoiceLogDetail',
	'invOfflinePayment',
	'invoiceOnlinePayment',
	'updateInvoiceLineItem',
];

/**
 * The method that a name stands for, as the interface spells it. The interface tells cases apart (§4.1); whether a service
 * does is its own matter.
 *
 * @returns nothing where the list has no such method
 */
export const methodNamed = (name: string, methods: readonly string[] = METHODS): string | undefined =>
	methods.find((method) => method.toLowerCase() === name.toLowerCase());
