import { invoiceHeader } from './invoiceHeader.ts';
import { CHARGES, LINE_FLAGS, lineElements, refuse } from './lines.ts';
import { NOT_FOUND } from './lists.ts';
import { ACCOUNT_FIELDS, LATE_FEE_FIELDS, TAX_FIELDS } from './records.ts';
import type { MethodSpecification } from './types.ts';

const NOT_EXISTS = { value: null, status: 400, message: 'Client id is not exists.' };
const READ = { method: 'getInvoice', identifier: 'invoice_id' };
const NOTHING_FOUND = [{ status: 404, message: NOT_FOUND, when: 'there is none', account: 'empty' as const }];
const BILLED = 'Time-entry id is not valid or already billed.';
const invoiced = (id: string) =>
	`Expense [${id}] is not assigned to this client or not active or already invoiced.`;

/** §4.11 */
export const account: readonly MethodSpecification[] = [
	{
		method: 'getAccountInfo',
		group: 'account',
		section: '§4.11',
		elements: [],
		answer: { kind: 'record', element: 'account', fields: ACCOUNT_FIELDS },
		refusals: [
			{ status: 404, message: 'Data not found.', when: 'the account has no details', account: 'empty' },
		],
	},
	{
		method: 'createInvoiceFromTimeTracking',
		group: 'account',
		section: '§4.11',
		elements: [
			...invoiceHeader({ lateFee: false, client: NOT_EXISTS }),
			{
				path: 'time_entries/time_entry/id',
				required: 'inParent',
				example: '{timeEntry}',
				invalid: [
					...refuse('Time-entry id is required.', null, ''),
					...refuse(BILLED, '{billedTimeEntry}', '{foreignTimeEntry}', '{unknown}', 'abc'),
				],
			},
			...lineElements('time_entries/time_entry', LINE_FLAGS.timeEntry),
			...lineElements('items/item', LINE_FLAGS.createInvoiceFromTimeTracking),
			...CHARGES,
		],
		answer: { kind: 'identifier', element: 'invoice_id' },
		read: READ,
	},
	{
		method: 'createInvoiceFromExpense',
		group: 'account',
		section: '§4.11',
		elements: [
			...invoiceHeader({ lateFee: true, client: NOT_EXISTS }),
			{
				path: 'expenses/expense/id',
				required: 'inParent',
				example: '{expense}',
				invalid: [
					...refuse('Expense id is required.', null, ''),
					...[
						'{invoicedExpense}',
						'{archivedExpense}',
						'{otherClientsExpense}',
						'{foreignExpense}',
						'{unknown}',
						'abc',
					].flatMap((id) => refuse(invoiced(id), id)),
				],
			},
			...lineElements('expenses/expense', LINE_FLAGS.expense),
			...lineElements('items/item', LINE_FLAGS.createInvoiceFromExpense),
			...CHARGES,
		],
		answer: { kind: 'identifier', element: 'invoice_id' },
		read: READ,
	},
	{
		method: 'createInvoiceFromEstimate',
		group: 'account',
		section: '§4.11',
		elements: [
			...invoiceHeader({ lateFee: false, client: NOT_EXISTS }),
			...lineElements('items/item', LINE_FLAGS.createInvoiceFromEstimate),
			...CHARGES,
		],
		answer: { kind: 'identifier', element: 'invoice_id' },
		read: READ,
	},
	{
		method: 'invoiceOfflinePayment',
		group: 'account',
		section: '§4.11',
		elements: [
			{
				path: 'invoice/id',
				required: 'always',
				example: '{invoice}',
				invalid: refuse('Invoice id is required.', null, ''),
			},
			{
				path: 'invoice/amount',
				required: 'always',
				example: '0.01',
				invalid: refuse('Amount is invalid.', null, '', 'ten', '1.005', '1,000', '0', '-5'),
			},
			{
				path: 'invoice/method',
				required: 'always',
				example: 'Bank Transfer',
				invalid: refuse('Method is required.', null, ''),
			},
			{
				path: 'invoice/date',
				example: '2026-02-28',
				invalid: refuse('Date is invalid.', '2026-02-30', 'today'),
			},
			{ path: 'invoice/notes', example: 'Thank <you> & goodbye' },
			{ path: 'invoice/client_notification', example: '1' },
		],
		answer: { kind: 'empty' },
	},
	{
		method: 'listLateFee',
		group: 'account',
		section: '§4.11',
		elements: [],
		answer: { kind: 'wholeList', wrapper: 'late_fees', record: 'late_fee', fields: LATE_FEE_FIELDS },
		refusals: NOTHING_FOUND,
	},
	{
		method: 'listTax',
		group: 'account',
		section: '§4.11',
		elements: [],
		answer: { kind: 'wholeList', wrapper: 'taxes', record: 'tax', fields: TAX_FIELDS },
		refusals: NOTHING_FOUND,
	},
	{
		method: 'listOfflinePaymentMethod',
		group: 'account',
		section: '§4.11',
		elements: [],
		answer: { kind: 'wholeList', wrapper: 'payment_modes', record: 'payment_mode', fields: [] },
		refusals: NOTHING_FOUND,
	},
];
