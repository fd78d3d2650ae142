import type { Store } from '../store.mts';
import type { EstimateRow, InvoiceRow, LineRow, RecurringRow } from '../tables.mts';
import { columns, element, leaves, type Output } from '../xml.mts';
import { RETURNED_TYPES, chargesOf, linesOf } from './lines.mts';
import { paymentsOf } from './settlement.mts';

/** The fields of an invoice as getInvoice returns them (§2.2). Its identifier is not among them. */
export function invoiceFields(store: Store, invoice: InvoiceRow): Output[] {
	const { currency } = store.row('client', invoice.client_id);
	return [
		element('client', leaves(columns(invoice, 'client_id address'))),
		...leaves({
			invoice_title: invoice.title,
			...columns(invoice, 'number date po_number total_discount total_tax net_balance late_fee late_fee_id'),
			...columns(invoice, 'total_paid outstanding invoice_status status'),
			invoice_due_date: invoice.due_date,
			invoice_schedule_date: invoice.schedule_date,
			...columns(invoice, 'notes terms'),
			currency,
		}),
		element('items', linesOf(store, 'invoice', invoice.id).map(invoiceLine)),
		element(
			'additional_charges',
			chargesOf(store, invoice.id).map((row) => element('charge', leaves(columns(row, 'name type amount')))),
		),
		element(
			'transactions',
			paymentsOf(store, invoice.id).map((row) =>
				element('transaction', leaves(columns(row, 'method notes amount date'))),
			),
		),
	];
}

const AMOUNTS = 'unit_cost quantity discount discount_type';

function invoiceLine(line: LineRow): Output {
	const start = { item_id: line.id, type: RETURNED_TYPES[line.type], name: line.name };
	const taxes = 'tax1_name tax1_percent tax1_type tax2_name tax2_percent tax2_type';
	return element('item', leaves({ ...start, ...columns(line, `description ${AMOUNTS} ${taxes}`) }));
}

/** The fields of an estimate as getEstimate returns them (§2.2): its lines come without taxes. */
export function estimateFields(store: Store, estimate: EstimateRow): Output[] {
	return [
		clientElement(store, estimate),
		...leaves({
			estimate_id: estimate.id,
			estimate_status: estimate.estimate_status,
			estimate_title: estimate.title,
			...columns(estimate, 'number date po_number total_discount total_tax notes terms'),
		}),
		element(
			'items',
			linesOf(store, 'estimate', estimate.id).map((line) => untaxedLine('item_id', line)),
		),
	];
}

/** The fields of a recurring profile as getRecurring returns them (§2.2): its lines come without taxes. */
export function recurringFields(store: Store, profile: RecurringRow): Output[] {
	return [
		clientElement(store, profile),
		...leaves({
			recurring_id: profile.id,
			recurring_status: profile.recurring_status,
			recurring_title: profile.title,
			...columns(profile, 'number date frequency occurence po_number total_discount total_tax notes terms'),
		}),
		element(
			'items',
			linesOf(store, 'recurring', profile.id).map((line) => untaxedLine('recurring_item_id', line)),
		),
	];
}

function clientElement(store: Store, { client_id, address }: EstimateRow | RecurringRow): Output {
	const { organization } = store.row('client', client_id);
	return element('client', leaves({ client_id, organization, address }));
}

/** A line without taxes, under an identifier of its own (§2.2). */
function untaxedLine(identifier: 'item_id' | 'recurring_item_id', line: LineRow): Output {
	const start = { [identifier]: line.id, name: line.name, type: RETURNED_TYPES[line.type] };
	return element('item', leaves({ ...start, ...columns(line, `description ${AMOUNTS}`) }));
}
