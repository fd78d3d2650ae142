import { invoiceHeader } from './invoiceHeader.ts';
import { CHARGES, CUSTOM_FIELDS, LINE_FLAGS, lineElements, refuse } from './lines.ts';
import { NOT_FOUND, PAGING } from './lists.ts';
import { INVOICE_FIELDS } from './records.ts';
import type { ElementSpecification, MethodSpecification } from './types.ts';

const INVOICE_ID: ElementSpecification = {
	path: 'invoice_id',
	required: 'always',
	example: '{invoice}',
	invalid: refuse('Invoice id is invalid.', null, '', 'abc', '0', '1.5'),
};

const READ = { method: 'getInvoice', identifier: 'invoice_id' };

/** The lines of the methods on the items of an invoice: read back from the invoice that is acted on. */
const invoiceId = (...invalid: string[]): ElementSpecification => ({
	...INVOICE_ID,
	invalid: [...(INVOICE_ID.invalid ?? []), ...refuse('Invoice id is invalid.', ...invalid)],
});

/** §4.3 */
export const invoices: readonly MethodSpecification[] = [
	{
		method: 'createInvoice',
		group: 'invoices',
		section: '§4.3',
		elements: [
			...invoiceHeader({
				lateFee: true,
				client: { value: null, status: 400, message: 'Client id is not exists.' },
			}),
			...lineElements('items/item', LINE_FLAGS.createInvoice),
			...CHARGES,
			...CUSTOM_FIELDS,
		],
		answer: { kind: 'identifier', element: 'invoice_id' },
		read: READ,
		refusals: [
			{
				status: 426,
				message: 'Your plan is limited to 2 invoices. Please upgrade your plan.',
				when: 'the plan allows no more invoices',
				account: 'limited',
				after: 2,
			},
		],
	},
	{
		method: 'updateInvoice',
		group: 'invoices',
		section: '§4.3',
		elements: [
			invoiceId('{foreignInvoice}', '{unknown}'),
			...invoiceHeader({
				lateFee: true,
				client: { value: null, status: 403, message: 'Client id is invalid.' },
			}),
			...lineElements('items/item', LINE_FLAGS.updateInvoice),
			...CHARGES,
		],
		answer: { kind: 'identifier', element: 'invoice_id' },
		read: READ,
	},
	{
		method: 'deleteInvoice',
		group: 'invoices',
		section: '§4.3',
		elements: [{ path: 'invoice_id', required: 'always', repeatable: true, example: '{invoice}' }],
		answer: { kind: 'empty' },
	},
	{
		method: 'getInvoice',
		group: 'invoices',
		section: '§4.3',
		elements: [INVOICE_ID],
		answer: { kind: 'record', element: 'invoice', fields: INVOICE_FIELDS },
	},
	{
		method: 'listInvoice',
		group: 'invoices',
		section: '§4.3',
		elements: [
			{ path: 'filter/client_id', example: '{client}' },
			{ path: 'filter/date_from', example: '2000-01-01' },
			{ path: 'filter/date_to', example: '2099-12-31' },
			{ path: 'filter/invoice_number', example: '{invoiceNumber}' },
			{ path: 'filter/invoice_record_status', example: 'Active' },
			{ path: 'filter/invoice_status', example: 'Sent' },
			{ path: 'filter/sort_column', example: 'date' },
			{ path: 'filter/sort_order', example: 'asc' },
			...PAGING,
		],
		answer: {
			kind: 'list',
			wrapper: 'invoices',
			record: 'invoice',
			identifier: 'invoice_id',
			count: 'total_records',
		},
		refusals: [{ status: 404, message: NOT_FOUND, when: 'there is none', account: 'empty' }],
	},
	{
		method: 'sendInvoiceMail',
		group: 'invoices',
		section: '§4.3',
		elements: [
			{
				path: 'invoice_id',
				required: 'always',
				repeatable: true,
				example: '{invoice}',
				invalid: refuse('Invalid data.', null, ''),
			},
		],
		answer: { kind: 'identifiers', element: 'invoice_id' },
	},
	{
		method: 'addInvoiceItem',
		group: 'invoices',
		section: '§4.3',
		elements: [INVOICE_ID, ...lineElements('items/item', LINE_FLAGS.addInvoiceItem)],
		answer: { kind: 'lines', element: 'invoice_id', wrapper: 'invoice_items', line: 'invoice_item_id' },
	},
	{
		method: 'updateInvoiceItem',
		group: 'invoices',
		section: '§4.3',
		elements: [
			INVOICE_ID,
			{
				path: 'items/item/invoice_item_id',
				required: 'inParent',
				example: '{invoiceItem}',
				invalid: refuse(
					'Invoice item is invalid.',
					null,
					'',
					'abc',
					'{otherInvoiceItem}',
					'{foreignInvoiceItem}',
					'{unknown}',
				),
			},
			...lineElements('items/item', LINE_FLAGS.updateInvoiceItem),
		],
		answer: { kind: 'empty' },
	},
	{
		method: 'deleteInvoiceItem',
		group: 'invoices',
		section: '§4.3',
		elements: [
			{ ...INVOICE_ID, repeatable: true },
			{ path: 'invoice_item_id', required: 'always', repeatable: true, example: '{invoiceItem}' },
		],
		answer: { kind: 'empty' },
	},
];
