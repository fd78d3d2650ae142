import { at, textAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { list } from './walk/records.ts';
import { useService } from './walk/service.ts';

const service = useService();

const CLIENT = { 'client/client_id': '{client}' };

/** What createInvoiceFromTimeTracking and createInvoiceFromExpense bill. */
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
	const line = (at: string): Values => ({
		[`${at}/id`]: id,
		[`${at}/type`]: type,
		[`${at}/discount_type`]: '',
	});
	const bill = (...paths: string[]) =>
		service.call(method, {
			...CLIENT,
			...Object.fromEntries(paths.flatMap((one) => Object.entries(line(one)))),
		});
	const isUnbilled = async () =>
		(await list(service, unbilled.method, unbilled.filter)).includes(service.fill(id));

	test('takes a name and a description from the record, but no cost and no quantity (§4.2)', async () => {
		const { sandbox, fill } = service;
		const { response } = await bill(path);
		const invoice_id = textAt(response, 'invoice_id');
		const [item] = at(await service.succeed('getInvoice', { invoice_id }), 'invoice/items').children;
		const entry = sandbox.records('timeEntry').find((row) => String(row.id) === fill('{timeEntry}'));
		const task = sandbox.records('task').find((row) => row.id === entry?.task_id);
		const expense = sandbox.records('expense').find((row) => String(row.id) === fill('{expense}'));
		const texts = ['name', 'description', 'unit_cost', 'quantity'].map((name) => item && textAt(item, name));
		const own = kind === 'expense' ? [expense?.vendor, expense?.notes] : [task?.name, entry?.notes];
		expect(texts).toEqual([...own, '0.00', '0.00']);
	});

	test('bills a record once, all that are named or none', async () => {
		expect(await isUnbilled()).toBe(true);
		const refused = { status: 400, text: service.fill(refusal) };
		expect(await bill(path, `${path}[1]`)).toMatchObject(refused);
		expect(await isUnbilled()).toBe(true);
		expect((await bill(path)).status).toBe(200);
		expect(await isUnbilled()).toBe(false);
		expect(await bill(path)).toMatchObject(refused);
	});

	test('bills active records only', async () => {
		service.sandbox.change(kind, Number(service.fill(id)), { status: 'Archived' });
		expect(await bill(path)).toMatchObject({ status: 400, text: service.fill(refusal) });
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
		const invoice_id = textAt(response, 'invoice_id');
		const invoice = at(await service.succeed('getInvoice', { invoice_id }), 'invoice');
		expect([textAt(invoice, 'late_fee_id'), at(invoice, 'items').children]).toEqual(['0', []]);
	}
});
