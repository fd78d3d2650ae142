import type { Store } from '../store.mts';
import type { DocumentKind, EstimateRow, InvoiceRow, RecurringRow } from '../tables.mts';
import { element, shown, type Output } from '../xml.mts';
import { chargesOf, linesOf, RETURNED_TYPES } from './lines.mts';
import { paymentsOf } from './settlement.mts';

const AMOUNTS = 'unit_cost quantity discount discount_type';

/** The fields of an invoice as getInvoice returns them (§2.2). Its identifier is not among them. */
export function invoiceFields(store: Store, invoice: InvoiceRow): Output[] {
	const { currency } = store.row('client', invoice.client_id);
	return [
		element('client', shown(invoice, 'client_id address')),
		...shown(
			{ ...invoice, currency },
			`invoice_title=title number date po_number total_discount total_tax net_balance late_fee late_fee_id total_paid outstanding invoice_status status invoice_due_date=due_date invoice_schedule_date=schedule_date notes terms currency`,
		),
		lines(
			store,
			'invoice',
			invoice.id,
			`item_id=id type name description ${AMOUNTS} tax1_name tax1_percent tax1_type tax2_name tax2_percent tax2_type`,
		),
		element(
			'additional_charges',
			chargesOf(store, invoice.id).map((row) => element('charge', shown(row, 'name type amount'))),
		),
		element(
			'transactions',
			paymentsOf(store, invoice.id).map((row) =>
				element('transaction', shown(row, 'method notes amount date')),
			),
		),
	];
}

/** The fields of an estimate as getEstimate returns them (§2.2): its lines come without taxes. */
export const estimateFields = (store: Store, estimate: EstimateRow): Output[] => [
	client(store, estimate),
	...shown(
		estimate,
		'estimate_id=id estimate_status estimate_title=title number date po_number total_discount total_tax notes terms',
	),
	lines(store, 'estimate', estimate.id, `item_id=id name type description ${AMOUNTS}`),
];

/** The fields of a recurring profile as getRecurring returns them (§2.2): its lines come without taxes. */
export const recurringFields = (store: Store, profile: RecurringRow): Output[] => [
	client(store, profile),
	...shown(
		profile,
		'recurring_id=id recurring_status recurring_title=title number date frequency occurence po_number total_discount total_tax notes terms',
	),
	lines(store, 'recurring', profile.id, `recurring_item_id=id name type description ${AMOUNTS}`),
];

function client(store: Store, row: EstimateRow | RecurringRow): Output {
	const { organization } = store.row('client', row.client_id);
	return element('client', shown({ ...row, organization }, 'client_id organization address'));
}

function lines(store: Store, kind: DocumentKind, id: number, words: string): Output {
	const rows = linesOf(store, kind, id).map((line) => ({ ...line, type: RETURNED_TYPES[line.type] ?? '' }));
	return element(
		'items',
		rows.map((row) => element('item', shown(row, words))),
	);
}
