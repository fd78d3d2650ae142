import { element, leaves, type Output } from '../answer.ts';
import type { ListRecords } from '../method.ts';
import type { InvoiceRow, LineRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { chargesOf } from './charges.ts';
import { linesOf } from './lines.ts';
import { paymentsOf } from './settlement.ts';

/** How line types are returned (§2.2), whatever word the request used. */
export const RETURNED_TYPES: Record<LineRow['type'], string> = {
	Product: 'Products',
	Service: 'Services',
	Time: 'Services',
	Expense: 'Products',
};

/** The fields of an invoice as getInvoice returns them (§2.2). Its identifier is not among them. */
export function invoiceFields(store: Store, invoice: InvoiceRow): Output[] {
	return [
		element('client', leaves({ client_id: invoice.client_id, address: invoice.address })),
		...leaves({
			invoice_title: invoice.title,
			number: invoice.number,
			date: invoice.date,
			po_number: invoice.po_number,
			total_discount: invoice.total_discount,
			total_tax: invoice.total_tax,
			net_balance: invoice.net_balance,
			late_fee: invoice.late_fee,
			late_fee_id: invoice.late_fee_id,
			total_paid: invoice.total_paid,
			outstanding: invoice.outstanding,
			invoice_status: invoice.invoice_status,
			status: invoice.status,
			invoice_due_date: invoice.due_date,
			invoice_schedule_date: invoice.schedule_date,
			notes: invoice.notes,
			terms: invoice.terms,
			currency: currencyOf(store, invoice.client_id),
		}),
		element('items', linesOf(store, 'invoice', invoice.id).map(invoiceLine)),
		element(
			'additional_charges',
			chargesOf(store, invoice.id).map(({ name, type, amount }) =>
				element('charge', leaves({ name, type, amount })),
			),
		),
		element(
			'transactions',
			paymentsOf(store, invoice.id).map(({ method, notes, amount, date }) =>
				element('transaction', leaves({ method, notes, amount, date })),
			),
		),
	];
}

/** One invoice of a list, saying as much as the sandbox was told to let lists say. */
export function invoiceRecord(store: Store, records: ListRecords, invoice: InvoiceRow): Output {
	const identifier = leaves({ invoice_id: invoice.id });
	if (records === 'full') return element('invoice', [...identifier, ...invoiceFields(store, invoice)]);
	return element(
		'invoice',
		records === 'bare' ? identifier : [...identifier, ...summaryFields(store, invoice)],
	);
}

function summaryFields(store: Store, invoice: InvoiceRow): Output[] {
	return [
		element('client', leaves({ client_id: invoice.client_id })),
		...leaves({
			number: invoice.number,
			date: invoice.date,
			net_balance: invoice.net_balance,
			total_paid: invoice.total_paid,
			outstanding: invoice.outstanding,
			invoice_status: invoice.invoice_status,
			status: invoice.status,
			currency: currencyOf(store, invoice.client_id),
		}),
	];
}

function invoiceLine(line: LineRow): Output {
	return element(
		'item',
		leaves({
			item_id: line.id,
			type: RETURNED_TYPES[line.type],
			name: line.name,
			description: line.description,
			unit_cost: line.unit_cost,
			quantity: line.quantity,
			discount: line.discount,
			discount_type: line.discount_type,
			tax1_name: line.tax1_name,
			tax1_percent: line.tax1_percent,
			tax1_type: line.tax1_type,
			tax2_name: line.tax2_name,
			tax2_percent: line.tax2_percent,
			tax2_type: line.tax2_type,
		}),
	);
}

function currencyOf(store: Store, clientId: number): string {
	return (
		store.one<{ currency: string }>('SELECT currency FROM client WHERE id = ?', clientId)?.currency ?? ''
	);
}
