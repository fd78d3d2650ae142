import fc from 'fast-check';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { METHODS } from '../../../nodes/XmlBilling/records/methods';
import { describeWrite } from '../../../nodes/XmlBilling/transport/describeWrite';

const WRITES = METHODS.filter(({ reads }) => !reads).map(({ name }) => name);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

const TEN = '1, 2, 3, 4, 5, 6, 7, 8, 9 and 10';

describe('a write in words', () => {
	it.each<[method: string, body: Body, what: string, known: string]>([
		['createInvoice', { number: 'A-1' }, 'invoice', "with the number 'A-1' among the invoices"],
		['createInvoiceFromTimeTracking', {}, 'invoice', 'for client 42 among the invoices'],
		[
			'createClient',
			{ name: 'Ada', email: 'a@x.example' },
			'client',
			"with the email 'a@x.example' among the clients",
		],
		[
			'createExpense',
			{ amount: '45.5', date: '2026-03-10' },
			'expense',
			'of 45.50 on 2026-03-10 among the expenses',
		],
		[
			'createExpenseCategory',
			{ name: 'Travel' },
			'expense category',
			"named 'Travel' among the expense categories",
		],
		[
			'createTimeLog',
			{ hours_worked: '2.5', work_date: '2026-03-10' },
			'time entry',
			'of 2.5 hours on 2026-03-10 among the time entries',
		],
		[
			'createTask',
			{ name: `\u202e${'x'.repeat(70)}` },
			'task',
			`named '\ufffd${'x'.repeat(59)}…' among the tasks`,
		],
		['createProduct', { name: '😀\u0000 a\r\n b' }, 'product', "named '😀\ufffd a   b' among the products"],
	])('names what %s with %j creates by what people know it by', (method, body, what, known) => {
		const others = {
			...{ client: { client_id: '42', address: 'secret' }, items: { item: [{ name: 'Secret' }] } },
			...{ project_id: '1', notes: 'secret', vendor: 'secret', organization: 'Secret' },
		};
		const words = { done: `the ${what} was created`, check: `look for the ${what} ${known}` };
		expect(describeWrite(method, { ...others, ...body })).toEqual(words);
	});

	it.each<[method: string, body: Body, done: string, check: string]>([
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '17', amount: '120', method: 'Cash', notes: 'secret' }] },
			'the payment on invoice 17 was recorded',
			'get invoice 17 and look for the payment of 120.00 among its transactions',
		],
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '3', amount: '1.5' }, { id: '4', amount: '2' }, { id: '5' }] },
			'the payments on invoices 3, 4 and 5 were recorded',
			'get invoices 3, 4 and 5 and look for the payments of 1.50 and 2.00 among their transactions',
		],
		[
			'updateInvoice',
			{ invoice_id: '17', number: 'secret' },
			'invoice 17 was updated',
			'get invoice 17 and compare it',
		],
		['updateStaff', { staff_id: '2' }, 'staff member 2 was updated', 'get staff member 2 and compare it'],
		[
			'deleteTimeLog',
			{ timelog_id: ['8', '9', '8'] },
			'time entries 8 and 9 were deleted',
			'see which of them are still there',
		],
		['deleteClient', { client_id: ['8'] }, 'client 8 was deleted', 'see whether client 8 is still there'],
		[
			'sendInvoiceMail',
			{ invoice_id: numbers(10) },
			`invoices ${TEN} were sent`,
			`look at the status of invoices ${TEN}, and ask a recipient`,
		],
		[
			'deleteInvoice',
			{ invoice_id: numbers(22) },
			'invoices 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12 more were deleted',
			'see which of them are still there',
		],
		[
			'addEstimateItem',
			{ estimate_id: '3', items: { item: [{ name: 'secret' }] } },
			'lines were added to estimate 3',
			'get estimate 3 and look at its lines',
		],
		[
			'updateRecurringItem',
			{ recurring_id: '3' },
			'lines of recurring profile 3 were changed',
			'get recurring profile 3 and look at its lines',
		],
		[
			'deleteInvoiceItem',
			{ invoice_id: ['3', '3'], invoice_item_id: ['1', '2'] },
			'lines of invoice 3 were deleted',
			'get invoice 3 and look at its lines',
		],
		['deleteInvoice', {}, 'the invoice was deleted', 'see whether the invoice is still there'],
		[
			'archiveEverything',
			{ name: 'secret' },
			"the request 'archiveEverything' was carried out",
			'look at what it changes',
		],
	])('%s', (method, body, done, check) => {
		expect(describeWrite(method, body)).toEqual({ done, check });
	});

	it.each(WRITES)('knows what %s writes', (method) => {
		const { done } = describeWrite(method, {});
		const known = ['payment', ...RECORD_TYPES.map(({ label }) => label)];
		expect(known.some((label) => done.includes(label))).toBe(true);
		expect(done).not.toContain('request');
	});

	it('is one short line, whatever people typed, and the part that is logged has none of it', () => {
		const typed = fc.string({ unit: 'binary', maxLength: 300, size: 'max' }).map((text) => `marked${text}`);
		const fields = ['number', 'email', 'name', 'amount', 'hours_worked'] as const;
		const values = fc.record(Object.fromEntries(fields.map((name) => [name, typed])), { requiredKeys: [] });
		fc.assert(
			fc.property(fc.constantFrom(...WRITES), values, typed, (method, body, text) => {
				const others = { date: text, notes: text, address: text };
				const { done, check } = describeWrite(method, { ...body, ...others });
				expect(done).not.toContain('marked');
				expect(done + check).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
				expect([...check].length).toBeLessThan(240);
			}),
			{ numRuns: 500 },
		);
	});
});
