import { at, textAt, textsAt } from './walk/answers.ts';
import { startService, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

const CLIENT = { 'client/client_id': '{client}' };
const ENTRY = {
	...CLIENT,
	'time_entries/time_entry/id': '{timeEntry}',
	'time_entries/time_entry/type': 'Time',
	'time_entries/time_entry/discount_type': '',
};
const EXPENSE = {
	...CLIENT,
	'expenses/expense/id': '{expense}',
	'expenses/expense/type': 'Expense',
	'expenses/expense/discount_type': '',
};
const LINE_FIELDS = ['name', 'description', 'unit_cost', 'quantity'];

const lineOf = async (response: Parameters<typeof textAt>[0]) => {
	const { children } = at(
		await service.succeed('getInvoice', { invoice_id: textAt(response, 'invoice_id') }),
		'invoice/items',
	);
	return LINE_FIELDS.map((name) => textAt(children[0] ?? at(response, 'item'), name));
};

describe('createInvoiceFromTimeTracking', () => {
	test('takes a name and a description from the task and the entry, but no cost and no quantity (§4.2)', async () => {
		const entry = service.sandbox
			.records('timeEntry')
			.find(({ id }) => String(id) === service.fill('{timeEntry}'));
		const task = service.sandbox.records('task').find(({ id }) => id === entry?.task_id);
		expect(await lineOf(await service.succeed('createInvoiceFromTimeTracking', ENTRY))).toEqual([
			task?.name,
			entry?.notes,
			'0.00',
			'0.00',
		]);
	});

	test('marks an entry as billed, so that it cannot be billed twice', async () => {
		const unbilled = async () =>
			textsAt(await service.succeed('listTimeLog', { 'filter/billed': 'No' }), 'timelogs/timelog/timelog_id');
		expect(await unbilled()).toContain(service.fill('{timeEntry}'));
		await service.succeed('createInvoiceFromTimeTracking', ENTRY);
		expect(await unbilled()).not.toContain(service.fill('{timeEntry}'));
		expect(await service.call('createInvoiceFromTimeTracking', ENTRY)).toMatchObject({
			status: 400,
			text: 'Time-entry id is not valid or already billed.',
		});
	});

	test('bills no entry when one of several cannot be billed', async () => {
		const twice = { ...ENTRY };
		for (const [path, text] of Object.entries(ENTRY)) {
			if (path.startsWith('time_entries/'))
				Object.assign(twice, { [path.replace('time_entry', 'time_entry[1]')]: text });
		}
		expect((await service.call('createInvoiceFromTimeTracking', twice)).status).toBe(400);
		expect((await service.call('createInvoiceFromTimeTracking', ENTRY)).status).toBe(200);
	});

	test('bills active entries only', async () => {
		service.sandbox.change('timeEntry', Number(service.fill('{timeEntry}')), { status: 'Archived' });
		expect(await service.call('createInvoiceFromTimeTracking', ENTRY)).toMatchObject({
			status: 400,
			text: 'Time-entry id is not valid or already billed.',
		});
	});

	test('takes no late fee', async () => {
		const response = await service.succeed('createInvoiceFromTimeTracking', {
			...ENTRY,
			late_fee: '{lateFee}',
		});
		expect(service.lastRequest().unknownElements).toEqual(['late_fee']);
		const invoice = await service.succeed('getInvoice', { invoice_id: textAt(response, 'invoice_id') });
		expect(textAt(invoice, 'invoice/late_fee_id')).toBe('0');
	});
});

describe('createInvoiceFromExpense', () => {
	test('takes a name and a description from the expense, but no cost and no quantity (§4.2)', async () => {
		const expense = service.sandbox
			.records('expense')
			.find(({ id }) => String(id) === service.fill('{expense}'));
		const line = await lineOf(await service.succeed('createInvoiceFromExpense', EXPENSE));
		expect(line).toEqual([expense?.vendor, expense?.notes, '0.00', '0.00']);
	});

	test('marks an expense as invoiced, so that it cannot be invoiced twice', async () => {
		const invoiced = async () =>
			textsAt(
				await service.succeed('listExpense', { 'filter/is_expense_invoiced': 'Yes' }),
				'expenses/expense/expense_id',
			);
		expect(await invoiced()).not.toContain(service.fill('{expense}'));
		await service.succeed('createInvoiceFromExpense', EXPENSE);
		expect(await invoiced()).toContain(service.fill('{expense}'));
		const { text } = await service.call('createInvoiceFromExpense', EXPENSE);
		expect(text).toBe(
			service.fill('Expense [{expense}] is not assigned to this client or not active or already invoiced.'),
		);
	});
});

test('createInvoiceFromEstimate reads no estimate', async () => {
	const response = await service.succeed('createInvoiceFromEstimate', { ...CLIENT, estimate_id: '1' });
	expect(service.lastRequest().unknownElements).toEqual(['estimate_id']);
	const invoice = await service.succeed('getInvoice', { invoice_id: textAt(response, 'invoice_id') });
	expect(at(invoice, 'invoice/items').children).toEqual([]);
});

describe('the records to choose from', () => {
	const READS = [
		{ list: 'listEstimate', wrapper: 'estimates/estimate', get: 'getEstimate', identifier: 'estimate_id' },
		{ list: 'listTimeLog', wrapper: 'timelogs/timelog', get: 'getTimeLog', identifier: 'timelog_id' },
		{ list: 'listExpense', wrapper: 'expenses/expense', get: 'getExpense', identifier: 'expense_id' },
	];

	test.each(READS)(
		'$list and $get agree, and keep to the account',
		async ({ list, wrapper, get, identifier }) => {
			const records = textsAt(await service.succeed(list), `${wrapper}/${identifier}`);
			expect(records.length).toBeGreaterThan(5);
			const [id = ''] = records;
			const [record] = (await service.succeed(get, { [identifier]: id })).children;
			const listed = at(await service.succeed(list, { 'filter/per_page_record': '1' }), wrapper);
			expect(listed.children).toEqual(expect.arrayContaining(record?.children ?? []));
			expect((await service.call(get, { [identifier]: id }, 'second')).status).toBe(403);
		},
	);
});
