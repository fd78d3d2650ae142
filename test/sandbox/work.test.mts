import { at, textAt } from './walk/answers.mts';
import type { Values } from './walk/documents.mts';
import { CLIENT, getInvoice } from './walk/invoices.mts';
import { groups } from './walk/lines.mts';
import { fields, list } from './walk/records.mts';
import { useService } from './walk/service.mts';

const service = useService();

/** The entries that createInvoiceFromTimeTracking and createInvoiceFromExpense bill. */
const SOURCES = [
	{
		method: 'createInvoiceFromTimeTracking',
		path: 'time_entries/time_entry',
		id: '{timeEntry}',
		type: 'Time',
		refusal: 'Time-entry id is not valid or already billed.',
		unbilled: { method: 'listTimeLog', filter: { billed: 'No' } as Values },
		kind: 'timeEntry' as const,
	},
	{
		method: 'createInvoiceFromExpense',
		path: 'expenses/expense',
		id: '{expense}',
		type: 'Expense',
		refusal: 'Expense [{expense}] is not assigned to this client or not active or already invoiced.',
		unbilled: { method: 'listExpense', filter: { is_expense_invoiced: 'No' } as Values },
		kind: 'expense' as const,
	},
];

describe.each(SOURCES)('$method', ({ method, path, id, type, refusal, unbilled, kind }) => {
	const bill = (times = 1) => {
		const line = { id, type, discount_type: '' };
		return service.call(method, { ...CLIENT, ...groups(path, Array<Values>(times).fill(line)) });
	};
	const isUnbilled = async () =>
		(await list(service, unbilled.method, unbilled.filter)).includes(service.fill(id));

	test('takes a name and a description from the record, but no cost and no quantity (§4.2)', async () => {
		const { response } = await bill();
		const item = at(await getInvoice(service, textAt(response, 'invoice_id')), 'items/item');
		const entry = service.rowOf('timeEntry', service.fill('{timeEntry}'));
		const task = service.rowOf('task', String(entry?.task_id));
		const expense = service.rowOf('expense', service.fill('{expense}'));
		const own = kind === 'expense' ? [expense?.vendor, expense?.notes] : [task?.name, entry?.notes];
		expect(fields(item, 'name', 'description', 'unit_cost', 'quantity')).toEqual([...own, '0.00', '0.00']);
	});

	test('bills a record once, all that are named or none', async () => {
		expect(await isUnbilled()).toBe(true);
		const refused = { status: 400, text: service.fill(refusal) };
		expect(await bill(2)).toMatchObject(refused);
		expect(await isUnbilled()).toBe(true);
		expect((await bill()).status).toBe(200);
		expect(await isUnbilled()).toBe(false);
		expect(await bill()).toMatchObject(refused);
	});

	test('bills active records only', async () => {
		service.sandbox.change(kind, Number(service.fill(id)), { status: 'Archived' });
		expect(await bill()).toMatchObject({ status: 400, text: service.fill(refusal) });
	});
});

test('createInvoiceFromExpense bills expenses of the client only', async () => {
	for (const id of ['{otherClientsExpense}', '{foreignExpense}', '{unknown}', 'abc']) {
		const line = { 'expenses/expense/id': id, 'expenses/expense/type': 'Expense' };
		const { text } = await service.call('createInvoiceFromExpense', { ...CLIENT, ...line });
		expect(text).toMatch(/^Expense \[.*\] is not assigned to this client/);
	}
});

test('createInvoiceFromTimeTracking takes no late fee, createInvoiceFromEstimate reads no estimate', async () => {
	const values = { ...CLIENT, late_fee: '{lateFee}' };
	const first = await service.succeed('createInvoiceFromTimeTracking', values);
	expect(service.lastRequest().unknownElements).toEqual(['late_fee']);
	const second = await service.succeed('createInvoiceFromEstimate', { ...CLIENT, estimate_id: '1' });
	expect(service.lastRequest().unknownElements).toEqual(['estimate_id']);
	for (const response of [first, second]) {
		const invoice = await getInvoice(service, textAt(response, 'invoice_id'));
		expect([textAt(invoice, 'late_fee_id'), at(invoice, 'items').children]).toEqual(['0', []]);
	}
});
