import { repeated, numbers, texts, words } from '../xml/shape';
import { amountPart, organizationOf } from './display';
import { documentNames, documentShape } from './documentShape';
import { differenceOf } from './money';
import { clientLink, type DocumentRecord } from './recordType';
import { sameTexts, shownDay, shownId, shownNumber, shownStatus, shownText } from './keptFields';

const NEWEST_FIRST = { sort_column: 'invoice_id', sort_order: 'desc' };

/** §4.3 */
export const invoiceRecord = {
	name: 'invoice',
	label: 'invoice',
	id: 'invoice_id',
	wrapper: 'invoices',
	list: 'listInvoice',
	get: 'getInvoice',
	shape: {
		...documentShape,
		...words('invoice_due_date', 'invoice_schedule_date', 'invoice_status', 'status', 'currency'),
		...texts('invoice_title'),
		...numbers('invoice_id', 'net_balance', 'late_fee', 'late_fee_id', 'total_paid', 'outstanding'),
		additional_charges: repeated('charge', { ...texts('name'), ...words('type'), amount: 'number' }),
		transactions: repeated('transaction', {
			...texts('notes'),
			...words('method', 'date'),
			amount: 'number',
		}),
	},
	lineId: 'invoice_item_id',
	shownLineId: 'item_id',
	showsTaxes: true,
	knownBy: {
		word: 'number',
		field: 'number',
		filter: 'invoice_number',
		mode: 'number',
		example: 'INV-0042',
		// A list shows one record status at a time, and the number of an archived invoice stays in use.
		lists: ['Active', 'Archived', 'Cancel'].map((status) => ({ invoice_record_status: status })),
	},
	picker: {
		search: 'searchInvoices',
		isByTime: true,
		exampleId: '1042',
		needs: 'number',
		title: ['number', organizationOf],
		detail: [amountPart('net_balance'), 'invoice_status'],
	},
	links: [clientLink, { field: 'late_fee_id', to: 'late_fee', adds: { late_fee_name: 'name' } }],
	// To people, net is before tax, and a balance is what is left: `net_balance` is neither.
	derived: {
		total: ({ net_balance: total }) => total,
		net: ({ net_balance: total, total_tax: tax }) => differenceOf(total, tax),
		tax: ({ total_tax: tax }) => tax,
	},
	written: {
		amounts: ['payment_amount'],
		facts: ['payment_date', 'payment_method', 'payment_reference'],
		ids: ['time_entries'],
	},
	columns: {
		names: [...documentNames, 'invoice_status'],
		money: ['net', 'tax', 'total', 'outstanding', 'currency'],
		others: ['invoice_due_date', 'date', 'client_email'],
		ids: ['invoice_id'],
	},
	isWide: true,
	keptOnUpdate: {
		invoice_title: shownText('invoice_title'),
		number: shownNumber,
		date: shownDay('date'),
		due_date: shownDay('invoice_due_date'),
		schedule_date: shownDay('invoice_schedule_date'),
		// In an answer `late_fee` is an amount; the rule is `late_fee_id`.
		late_fee: shownId('late_fee_id'),
		po_number: shownText('po_number'),
		status: shownStatus('invoice_status'),
		...sameTexts('notes', 'terms'),
	},
	watched: {
		hasClient: true,
		lists: [
			NEWEST_FIRST,
			{ ...NEWEST_FIRST, invoice_record_status: 'Archived' },
			{ ...NEWEST_FIRST, invoice_record_status: 'Cancel' },
		],
		dateFilter: 'date_from',
		filled: ['client', 'number', 'date', 'net_balance', 'outstanding', 'invoice_status', 'status', 'items'],
		present: ['total_paid', 'transactions'],
		status: {
			field: 'invoice_status',
			openLists: {
				filter: 'invoice_status',
				statuses: [
					'Outstanding',
					'Unpaid',
					'Draft',
					'Sent',
					'Viewed',
					'Partial-Paid',
					'Disputed',
					'Retry',
					'Failed',
					'Resolved',
					'Auto-Failed',
				],
			},
			final: ['Paid', 'Auto-Paid'],
			draft: 'Draft',
			disputed: 'Disputed',
			inUse: { field: 'status', value: 'Active' },
		},
		ended: { field: 'status', word: 'Cancel', name: 'canceled' },
	},
} as const satisfies DocumentRecord;
