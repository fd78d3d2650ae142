import { at, textAt, textsAt } from './walk/answers.ts';
import type { Values } from './walk/documents.ts';
import { CLIENT, createInvoice, getInvoice, LINE, pay, statusOf } from './walk/invoices.ts';
import { startService, TODAY, type RunningService } from './walk/service.ts';

let service: RunningService;
beforeEach(async () => void (service = await startService()));
afterEach(() => service.close());

/** §3: (none) by createInvoice. */
const CREATED: ReadonlyArray<[string | undefined, string]> = [
	[undefined, 'Draft'],
	['', 'Draft'],
	['draft', 'Draft'],
	['sent', 'Sent'],
	['viewed', 'Viewed'],
	['paid', 'Paid'],
	['partial-paid', 'Draft'],
	['Sent', 'Draft'],
	['overdue', 'Draft'],
];

describe.each([
	'createInvoice',
	'createInvoiceFromTimeTracking',
	'createInvoiceFromExpense',
	'createInvoiceFromEstimate',
])('an invoice that %s creates', (method) => {
	test.each(CREATED)('with the status %p is %s', async (status, expected) => {
		expect(
			await statusOf(service, await createInvoice(service, status === undefined ? {} : { status }, method)),
		).toBe(expected);
	});

	test('is an active record, dated today', async () => {
		const record = await getInvoice(service, await createInvoice(service, {}, method));
		expect([textAt(record, 'status'), textAt(record, 'date')]).toEqual(['Active', TODAY]);
	});
});

/** §3: any invoice by updateInvoice, from Viewed. */
const UPDATED: ReadonlyArray<{ status: string | undefined; lines: boolean; expected: string }> = [
	{ status: 'draft', lines: false, expected: 'Draft' },
	{ status: 'sent', lines: false, expected: 'Sent' },
	{ status: 'paid', lines: true, expected: 'Paid' },
	{ status: 'partial-paid', lines: true, expected: 'Partial-Paid' },
	{ status: 'partial-paid', lines: false, expected: 'Partial-Paid' },
	{ status: undefined, lines: false, expected: 'Viewed' },
	{ status: undefined, lines: true, expected: 'Draft' },
	{ status: 'overdue', lines: false, expected: 'Viewed' },
	{ status: 'overdue', lines: true, expected: 'Draft' },
	{ status: 'Sent', lines: true, expected: 'Draft' },
];

test.each(UPDATED)(
	'updateInvoice with status $status and lines $lines makes a viewed invoice $expected',
	async (row) => {
		const id = await createInvoice(service, { status: 'viewed' });
		const status: Values = row.status === undefined ? {} : { status: row.status };
		const lines: Values = row.lines ? LINE : {};
		await service.succeed('updateInvoice', {
			invoice_id: id,
			...CLIENT,
			...lines,
			...status,
		});
		expect(await statusOf(service, id)).toBe(row.expected);
	},
);

describe('updateInvoice', () => {
	const HEADER = {
		'client/address': 'Street',
		invoice_title: 'Title',
		number: 'N-1',
		date: '2026-01-02',
		due_date: '2099-01-03',
		schedule_date: '2026-01-04',
		po_number: 'PO',
		late_fee: '{lateFee}',
		notes: 'Notes',
		terms: 'Terms',
	};
	const FIELDS = [
		'client/address',
		'invoice_title',
		'date',
		'invoice_due_date',
		'invoice_schedule_date',
		'po_number',
		'late_fee_id',
		'notes',
		'terms',
	];

	test('erases the header fields that are left out', async () => {
		const id = await createInvoice(service, HEADER);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT });
		const record = await getInvoice(service, id);
		expect(FIELDS.map((path) => textAt(record, path))).toEqual(['', '', '', '', '', '', '0', '', '']);
		expect(textAt(record, 'number')).not.toBe('N-1');
	});

	test('keeps what is sent again, the own number too', async () => {
		const id = await createInvoice(service, HEADER);
		const before = await getInvoice(service, id);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT, ...HEADER });
		expect(await getInvoice(service, id)).toEqual(before);
	});

	test('keeps lines, charges and payments when the request has none', async () => {
		const id = await createInvoice(service, {
			'additional_charges/additional_charge/name': 'Fee',
			'additional_charges/additional_charge/amount': '5',
		});
		await pay(service, id, '10');
		const before = await getInvoice(service, id);
		await service.succeed('updateInvoice', { invoice_id: id, ...CLIENT });
		const after = await getInvoice(service, id);
		for (const part of ['items', 'additional_charges', 'transactions', 'net_balance', 'outstanding']) {
			expect(at(after, part)).toEqual(at(before, part));
		}
	});

	test('replaces lines and charges when the request has some', async () => {
		const id = await createInvoice(service, {
			'items/item[1]/name': 'Second',
			'items/item[1]/type': 'Product',
			'additional_charges/additional_charge/name': 'Fee',
		});
		await service.succeed('updateInvoice', {
			invoice_id: id,
			...CLIENT,
			...LINE,
			'items/item/name': 'Only',
			'additional_charges/additional_charge/name': 'Other',
		});
		const record = await getInvoice(service, id);
		expect(textsAt(record, 'items/item/name')).toEqual(['Only']);
		expect(textsAt(record, 'additional_charges/charge/name')).toEqual(['Other']);
	});
});
