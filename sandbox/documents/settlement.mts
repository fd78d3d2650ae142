import { formatDecimal, hundredths, shareOf, sum, totalsOf } from '../amounts.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, RecordRows } from '../tables.mts';
import { linesOf } from './lines.mts';

/**
 * Recalculates and stores an invoice's totals, late fee, payments and outstanding amount. An invoice that is marked as paid
 * but has no payments counts as paid in full. Returns the outstanding amount in hundredths.
 */
export function settleInvoice(store: Store, id: number, today: string): bigint {
	const invoice = store.row('invoice', id);
	const totals = totalsOf(linesOf(store, 'invoice', id), store.rows('charge', 'invoice_id', id));
	const payments = store.rows('payment', 'invoice_id', id).map((payment) => hundredths(payment.amount));
	const lateFee = lateFeeOf(store, invoice, totals.balance, totals.balance - sum(payments), today);
	const due = totals.balance + lateFee;
	const isMarkedPaid = payments.length === 0 && ['Paid', 'Auto-Paid'].includes(invoice.invoice_status);
	const paid = isMarkedPaid ? due : sum(payments);
	store.update('invoice', id, {
		total_discount: formatDecimal(totals.discount),
		total_tax: formatDecimal(totals.tax),
		net_balance: formatDecimal(totals.balance),
		late_fee: formatDecimal(lateFee),
		total_paid: formatDecimal(paid),
		outstanding: formatDecimal(due - paid),
	});
	return due - paid;
}

/**
 * Settles an invoice whose payments changed. Its status follows them: Paid if they leave nothing to pay, else Partial-Paid; Sent
 * without any, since what it was before is not kept.
 */
function settlePayments(store: Store, id: number, today: string): void {
	const hasPayments = store.rows('payment', 'invoice_id', id).length > 0;
	store.update('invoice', id, { invoice_status: hasPayments ? 'Partial-Paid' : 'Sent' });
	const outstanding = settleInvoice(store, id, today);
	if (hasPayments && outstanding <= 0n) store.update('invoice', id, { invoice_status: 'Paid' });
}

export function addPayment(store: Store, invoice_id: number, payment: Values, today: string): void {
	store.insert('payment', { invoice_id, notes: '', date: today, ...payment });
	settlePayments(store, invoice_id, today);
}

/** Takes a payment back, as only the website can. */
export function removePayment(store: Store, id: number, today: string): void {
	const { invoice_id } = store.row('payment', id);
	store.run('DELETE FROM payment WHERE id = ?', id);
	settlePayments(store, invoice_id, today);
}

/** Recalculates and stores the totals of a document. Only invoices have charges, fees and payments. */
export function settleDocument(store: Store, document: DocumentKind, id: number, today: string): void {
	if (document === 'invoice') return void settleInvoice(store, id, today);
	const totals = totalsOf(linesOf(store, document, id), []);
	store.update(document, id, {
		total_discount: formatDecimal(totals.discount),
		total_tax: formatDecimal(totals.tax),
		net_balance: formatDecimal(totals.balance),
	});
}

/** Charges the late fees of invoices past their due date. Runs once a day. */
export function chargeLateFees(store: Store, today: string): void {
	const sql = `SELECT id FROM invoice
		WHERE late_fee_id > 0 AND late_fee = '0.00' AND due_date <> '' AND due_date < ? AND outstanding <> '0.00'`;
	for (const { id } of store.all<{ id: number }>(sql, today)) settleInvoice(store, id, today);
}

/**
 * The late fee of an invoice: that of its rule, once its due date has passed with something unpaid. A charged fee stays when
 * the invoice is paid later. Drafts and inactive invoices are not charged.
 */
function lateFeeOf(
	store: Store,
	invoice: RecordRows['invoice'],
	balance: bigint,
	unpaid: bigint,
	today: string,
): bigint {
	const isLate = invoice.due_date !== '' && invoice.due_date < today;
	if (invoice.late_fee_id === 0 || !isLate) return 0n;
	const charged = hundredths(invoice.late_fee);
	const isChargeable =
		invoice.status === 'Active' && !['Draft', 'Paid', 'Auto-Paid'].includes(invoice.invoice_status);
	if (charged !== 0n || !isChargeable || unpaid <= 0n) return charged;
	const rule = store.one<RecordRows['lateFee']>('SELECT * FROM late_fee WHERE id = ?', invoice.late_fee_id);
	return rule === undefined ? 0n : shareOf(balance, rule.type, rule.amount);
}
