import fc from 'fast-check';
import type { Body } from '../../../nodes/XmlBilling/xml/request';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { METHODS } from '../../../nodes/XmlBilling/records/methods';
import { describeWrite, type NumberOf } from '../../../nodes/XmlBilling/records/describeWrite';

const WRITES = METHODS.filter(({ reads }) => !reads).map(({ name }) => name);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

const TEN = '1, 2, 3, 4, 5, 6, 7, 8, 9 and 10';

const unread: NumberOf = () => undefined;

describe('the description of a write', () => {
	it.each<[method: string, body: Body, what: string, known: string]>([
		['createInvoice', { number: 'A-1' }, 'invoice', "with the number 'A-1' among the invoices"],
		['createInvoiceFromTimeTracking', {}, 'invoice', 'for the client with ID 42 among the invoices'],
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
			`named '[U+202E]${'x'.repeat(59)}…' among the tasks`,
		],
		['createProduct', { name: '😀\u0000 a\r\n b' }, 'product', "named '😀\ufffd a   b' among the products"],
	])('names what %s with %j creates by what people know it by', (method, body, what, known) => {
		const others = {
			...{ client: { client_id: '42', address: 'secret' }, items: { item: [{ name: 'Secret' }] } },
			...{ project_id: '1', notes: 'secret', vendor: 'secret', organization: 'Secret' },
		};
		const words = { done: `the ${what} was created`, check: `look for the ${what} ${known}` };
		expect(describeWrite(method, { ...others, ...body }, unread)).toEqual(words);
	});

	it.each<[method: string, body: Body, done: string, check: string]>([
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '17', amount: '120', method: 'Cash', notes: 'secret' }] },
			'the payment on the invoice with ID 17 was recorded',
			'get the invoice with ID 17 and look for the payment of 120.00 among its transactions',
		],
		[
			'invoiceOfflinePayment',
			{ invoice: [{ id: '3', amount: '1.5' }, { id: '4', amount: '2' }, { id: '5' }] },
			'the payments on the invoices with the IDs 3, 4 and 5 were recorded',
			'get the invoices with the IDs 3, 4 and 5 and look for the payments of 1.50 and 2.00 among their transactions',
		],
		[
			'updateInvoice',
			{ invoice_id: '17', number: 'secret' },
			'the invoice with ID 17 was updated',
			'get the invoice with ID 17 and compare it',
		],
		[
			'updateStaff',
			{ staff_id: '2' },
			'the staff member with ID 2 was updated',
			'get the staff member with ID 2 and compare it',
		],
		[
			'deleteTimeLog',
			{ timelog_id: ['8', '9', '8'] },
			'the time entries with the IDs 8 and 9 were deleted',
			'see which of them are still active',
		],
		[
			'deleteClient',
			{ client_id: ['8'] },
			'the client with ID 8 was deleted',
			'see whether the client with ID 8 is still active',
		],
		[
			'sendInvoiceMail',
			{ invoice_id: numbers(10) },
			`the invoices with the IDs ${TEN} were sent`,
			`look at the status of the invoices with the IDs ${TEN}, and ask a recipient`,
		],
		[
			'deleteInvoice',
			{ invoice_id: numbers(22) },
			'the invoices with the IDs 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 12 more were deleted',
			'see which of them are still active',
		],
		[
			'addEstimateItem',
			{ estimate_id: '3', items: { item: [{ name: 'secret' }] } },
			'lines were added to the estimate with ID 3',
			'get the estimate with ID 3 and look at its lines',
		],
		[
			'updateRecurringItem',
			{ recurring_id: '3' },
			'lines of the recurring profile with ID 3 were changed',
			'get the recurring profile with ID 3 and look at its lines',
		],
		[
			'deleteInvoiceItem',
			{ invoice_id: ['3', '3'], invoice_item_id: ['1', '2'] },
			'lines of the invoice with ID 3 were deleted',
			'get the invoice with ID 3 and look at its lines',
		],
		['deleteInvoice', {}, 'the invoice was deleted', 'see whether the invoice is still active'],
		[
			'archiveEverything',
			{ name: 'secret' },
			"the request 'archiveEverything' was carried out",
			'look at what it changes',
		],
	])('%s', (method, body, done, check) => {
		expect(describeWrite(method, body, unread)).toEqual({ done, check });
	});

	const READ: NumberOf = ({ name }, id) => (name === 'invoice' && id < 10 ? `INV-000${id}` : undefined);

	it.each<[method: string, body: Body, done: string]>([
		['deleteInvoice', { invoice_id: ['7'] }, 'invoice INV-0007 was deleted'],
		['deleteInvoice', { invoice_id: ['7', '8'] }, 'invoices INV-0007 and INV-0008 were deleted'],
		['deleteInvoice', { invoice_id: ['7', '42'] }, 'invoices INV-0007 and ID 42 were deleted'],
		['deleteEstimate', { estimate_id: ['7'] }, 'the estimate with ID 7 was deleted'],
		['invoiceOfflinePayment', { invoice: [{ id: '7' }] }, 'the payment on invoice INV-0007 was recorded'],
	])('names by its number what was read, before %s of %j', (method, body, done) => {
		expect(describeWrite(method, body, READ).done).toBe(done);
	});

	it.each(WRITES)('the description of a write knows what %s writes', (method) => {
		const { done } = describeWrite(method, {}, unread);
		const known = ['payment', ...RECORD_TYPES.map(({ label }) => label)];
		expect(known.some((label) => done.includes(label))).toBe(true);
		expect(done).not.toContain('request');
	});

	it('is one short line for any input, and the logged part contains none of the input', () => {
		const typed = fc.string({ unit: 'binary', maxLength: 300, size: 'max' }).map((text) => `marked${text}`);
		const fields = ['number', 'email', 'name', 'amount', 'hours_worked'] as const;
		const values = fc.record(Object.fromEntries(fields.map((name) => [name, typed])), { requiredKeys: [] });
		fc.assert(
			fc.property(fc.constantFrom(...WRITES), values, typed, (method, body, text) => {
				const others = { date: text, notes: text, address: text };
				const { done, check } = describeWrite(method, { ...body, ...others }, unread);
				expect(done).not.toContain('marked');
				expect(done + check).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
				expect([...check].length).toBeLessThan(240);
			}),
			{ numRuns: 500 },
		);
	});
});
