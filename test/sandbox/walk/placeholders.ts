import type { RecordKind, RecordRows, Sandbox } from '../../../sandbox/index.ts';
import { textAt } from './answers.ts';
import { createNewDocuments } from './newDocuments.ts';
import { createNewRecords, type Succeed } from './newRecords.ts';
import { createNewWork } from './newWork.ts';

/**
 * Creates or picks the records that the placeholders of the contract table stand for.
 * Returns their identifiers, numbers and names by placeholder.
 */
export async function createRecords(sandbox: Sandbox, succeed: Succeed): Promise<Record<string, string>> {
	const main = sandbox.account('main').id;
	const second = sandbox.account('second').id;
	const pick = <Kind extends RecordKind>(kind: Kind, isWanted: (row: RecordRows[Kind]) => boolean) => {
		const row = sandbox.records(kind).find(isWanted);
		if (row === undefined) throw new RangeError(`The seed has no such ${kind}`);
		return row;
	};
	const client = pick('client', (row) => row.account_id === main);
	const foreignClient = pick('client', (row) => row.account_id === second);
	const otherClient = pick('client', (row) => row.account_id === main && row.id !== client.id);

	const line = {
		'items/item/name': 'Work',
		'items/item/type': 'Service',
		'items/item/unit_cost': '100.00',
		'items/item/quantity': '1',
	};
	const created = await succeed('createInvoice', {
		'client/client_id': String(client.id),
		status: 'sent',
		...line,
	});
	const invoice = pick('invoice', (row) => String(row.id) === textAt(created, 'invoice_id'));
	const newClient = await succeed('createClient', { name: 'New Client', organization: 'New Organization' });

	const ofClient = sandbox
		.records('expense')
		.filter((row) => row.account_id === main && row.status === 'Active');
	const [expense, invoicedExpense, archivedExpense, otherClientsExpense] = ofClient.map((row) => row.id);
	const expenses = { expense, invoicedExpense, archivedExpense, otherClientsExpense };
	for (const id of Object.values(expenses)) {
		if (id === undefined) throw new RangeError('The seed has too few expenses');
		sandbox.change('expense', id, { client_id: client.id, invoiced: 'No', status: 'Active' });
	}
	sandbox.change('expense', Number(invoicedExpense), { invoiced: 'Yes' });
	sandbox.change('expense', Number(archivedExpense), { status: 'Archived' });
	sandbox.change('expense', Number(otherClientsExpense), { client_id: otherClient.id });

	const seededExpense = pick('expense', (row) => row.id === expense);
	const tax = pick('tax', (row) => row.account_id === main);
	const timeEntry = pick('timeEntry', (row) => row.account_id === main && row.billed === 'No');
	const project = pick('project', (row) => row.id === timeEntry.project_id);
	const task = pick('task', (row) => row.id === timeEntry.task_id);
	const foreignInvoice = pick('invoice', (row) => row.account_id === second);
	const identifiers = {
		...expenses,
		client: client.id,
		newClient: textAt(newClient, 'client_id'),
		clientWithCredit: pick('credit', () => true).client_id,
		foreignClient: foreignClient.id,
		invoice: invoice.id,
		invoiceItem: pick('line', (row) => row.document === 'invoice' && row.document_id === invoice.id).id,
		otherInvoiceItem: pick('line', (row) => row.document === 'invoice' && row.document_id !== invoice.id).id,
		paidInvoice: pick(
			'invoice',
			(row) => row.account_id === main && row.invoice_status === 'Paid' && Number(row.net_balance) > 0,
		).id,
		foreignInvoice: foreignInvoice.id,
		foreignInvoiceItem: pick(
			'line',
			(row) => row.document === 'invoice' && row.document_id === foreignInvoice.id,
		).id,
		lateFee: pick('lateFee', (row) => row.account_id === main && row.active === 1).id,
		inactiveLateFee: pick('lateFee', (row) => row.account_id === main && row.active === 0).id,
		foreignLateFee: pick('lateFee', (row) => row.account_id === second && row.active === 1).id,
		timeEntry: timeEntry.id,
		project: project.id,
		projectClient: project.client_id,
		task: task.id,
		foreignTask: pick('task', (row) => row.account_id === second).id,
		billedTimeEntry: pick('timeEntry', (row) => row.account_id === main && row.billed === 'Yes').id,
		foreignTimeEntry: pick('timeEntry', (row) => row.account_id === second && row.billed === 'No').id,
		foreignExpense: pick('expense', (row) => row.account_id === second && row.invoiced === 'No').id,
		category: seededExpense.category_id,
		foreignCategory: pick('expenseCategory', (row) => row.account_id === second).id,
		otherProject: pick('project', (row) => row.account_id === main && row.id !== seededExpense.project_id).id,
		foreignProject: pick('project', (row) => row.account_id === second).id,
		foreignStaff: pick('staff', (row) => row.account_id === second).id,
		tax: tax.id,
		otherTax: pick('tax', (row) => row.account_id === main && row.id !== tax.id).id,
		foreignTax: pick('tax', (row) => row.account_id === second).id,
		unknown: 99_999_999,
	};
	return {
		...Object.fromEntries(Object.entries(identifiers).map(([name, id]) => [name, String(id)])),
		...(await createNewRecords(succeed, client.id)),
		...(await createNewDocuments(succeed, { main: client.id, second: foreignClient.id })),
		...(await createNewWork(succeed)),
		invoiceNumber: invoice.number,
		clientEmail: client.email,
		takenUsername: client.username,
		projectName: project.name,
		taskName: task.name,
		taskBillable: task.billable,
		workDate: timeEntry.work_date,
		takenStaffUsername: pick('staff', (row) => row.account_id === main).username,
		expenseAmount: seededExpense.amount,
	};
}
