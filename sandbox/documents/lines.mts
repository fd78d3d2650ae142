import { formatDecimal, hundredths, shareOf, sum, totalsOf } from '../amounts.mts';
import type { Call } from '../call.mts';
import { checked, decimal, oneWord, text, type Field, type Group } from '../fields.mts';
import type { Store, Values } from '../store.mts';
import type { DocumentKind, RecordRows } from '../tables.mts';

/**
 * The table of §4.2 by method: whether lines need a name, type, discount and discount_type (`-` takes any word for the first
 * type), and their tax elements: none, names and percents, these with types that are only checked (§7.1), or types too. The
 * last two are the lines of §4.11, with their only type.
 */
const RULES = {
	createInvoice: 'Y Y n n types',
	updateInvoice: 'Y Y n Y types',
	addInvoiceItem: 'Y Y Y Y names',
	updateInvoiceItem: 'Y Y Y Y names',
	createEstimate: 'Y Y n Y checked',
	updateEstimate: 'Y Y n Y checked',
	addEstimateItem: 'n Y Y Y names',
	updateEstimateItem: 'n Y Y Y names',
	createRecurring: 'Y - n n names',
	updateRecurring: 'Y n n Y names',
	addRecurringItem: 'n Y Y Y none',
	updateRecurringItem: 'n Y Y Y names',
	createInvoiceFromTimeTracking: 'Y Y n Y types',
	createInvoiceFromExpense: 'Y Y n Y names',
	createInvoiceFromEstimate: 'Y Y n n names',
	timeEntry: 'n Y n Y types Time',
	expense: 'n Y n Y names Expense',
} as const;

/** How line types are returned (§2.2), whatever word the request used. */
export const RETURNED_TYPES: Readonly<Record<string, string>> = {
	Product: 'Products',
	Service: 'Services',
	Time: 'Services',
	Expense: 'Products',
};

export const LINES = 'items/item';

/** The lines that a method takes at a path, each with an element for its identifier where it needs one. */
export function lineGroup(
	method: keyof typeof RULES,
	group = LINES,
	identifier: readonly Field[] = [],
): Group {
	const [name, type, discount, discountType, taxes = '', only] = RULES[method].split(' ');
	const types = only === undefined ? ['Product', 'Service'] : [only];
	const example = types.at(-1) ?? '';
	const needs = (flag: string | undefined, mayBeEmpty = true) =>
		flag === 'Y' ? { required: { mayBeEmpty } } : {};
	const returned = RETURNED_TYPES[example];
	return {
		group,
		fields: [
			...identifier,
			text('name', 'Design & <layout>', name === 'Y' ? { required: { message: 'Name is required.' } } : {}),
			text('description', 'Two pages, "A4"'),
			decimal('unit_cost', '19.99', { message: 'Cost is invalid.', ofLine: true }),
			decimal('quantity', '2.50', { least: 0n, ofLine: true }),
			checked(
				'type',
				example,
				'Products',
				(found) => types.find((one) => one === found) ?? (type === '-' ? types[0] : undefined),
				{ returned, ...needs(type), ...(type === '-' ? { wrong: undefined } : {}) },
			),
			oneWord('discount_type', 'Fixed', ['Percent', 'Fixed'], needs(discountType)),
			decimal('discount', '1.25', needs(discount, false)),
			// Estimates and recurring profiles do not return taxes (§2.2).
			...taxFields(taxes, /Estimate|Recurring/.test(method) ? { returned: null } : {}),
		],
	};
}

function taxFields(taken: string, options: { returned?: null }): Field[] {
	if (taken === 'none') return [];
	const names = [1, 2].flatMap((at) => [
		text(`tax${at}_name`, at === 1 ? 'VAT' : 'Service tax', options),
		decimal(`tax${at}_percent`, at === 1 ? '20.00' : '2.50', { ...options, ofLine: true }),
	]);
	if (taken === 'names') return names;
	const isOnlyChecked = taken === 'checked';
	return [
		...names,
		oneWord('tax1_type', 'Normal', ['Normal'], { isOnlyChecked }),
		oneWord('tax2_type', 'Compound', ['Normal', 'Compound'], { isOnlyChecked }),
	];
}

/** The defaults of a line (§4.2). Its type is Product unless it bills time or an expense. */
export const EMPTY_LINE: Values = {
	...{ name: '', type: 'Product', description: '', unit_cost: '0.00', quantity: '0.00' },
	...{ discount: '0.00', discount_type: 'Percent' },
	...{ tax1_name: '', tax1_percent: '0.00', tax2_name: '', tax2_percent: '0.00' },
};

/** Adds lines to a document. Returns their identifiers, in order. */
export function addLines(
	store: Store,
	document: DocumentKind,
	document_id: number,
	lines: readonly Values[] = [],
): number[] {
	const owner = { document, document_id, tax1_type: 'Normal', tax2_type: 'Normal' };
	return lines.map((line) => store.insert('line', { ...EMPTY_LINE, ...owner, ...line }));
}

export function linesOf(store: Store, document: DocumentKind, id: number): RecordRows['line'][] {
	const sql = 'SELECT * FROM line WHERE document = ? AND document_id = ? ORDER BY id';
	return store.all<RecordRows['line']>(sql, document, id);
}

/** Replaces the lines of a document by those of an update. Without new ones, it keeps its lines: §4.3 to §4.5 don't say. */
export function replaceLines({ store, groups }: Call, document: DocumentKind, id: number): void {
	const lines = groups[LINES] ?? [];
	if (lines.length > 0) deleteLines(store, document, id);
	addLines(store, document, id, lines);
}

/** What documents show once they are deleted: the vendor's own app sets and lists these words (§3). */
const DELETED: Readonly<Record<DocumentKind, Values>> = {
	invoice: { status: 'Cancel' },
	estimate: { status: 'Delete' },
	recurring: { recurring_status: 'Delete' },
};

/** Deletes a document: it keeps its number, under a status, unless the service removes it with its lines. */
export function deleteDocument({ store, quirks }: Call, document: DocumentKind, id: number): void {
	if (!quirks.includes('removesDeleted')) return store.update(document, id, DELETED[document]);
	deleteLines(store, document, id);
	store.run(`DELETE FROM ${document} WHERE id = ?`, id);
	if (document !== 'invoice') return;
	for (const table of ['charge', 'payment']) store.run(`DELETE FROM ${table} WHERE invoice_id = ?`, id);
}

function deleteLines(store: Store, document: DocumentKind, id: number): void {
	store.run('DELETE FROM line WHERE document = ? AND document_id = ?', document, id);
}

/** Replaces the charges of an invoice. A charge defaults to 10 percent. */
export function replaceCharges(store: Store, invoice_id: number, charges: readonly Values[] = []): void {
	store.run('DELETE FROM charge WHERE invoice_id = ?', invoice_id);
	for (const charge of charges)
		store.insert('charge', { invoice_id, type: 'Percent', amount: '10.00', ...charge });
}

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
		...columnsOf(totals),
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
	store.update(document, id, columnsOf(totalsOf(linesOf(store, document, id), [])));
}

const columnsOf = ({ discount, tax, balance }: ReturnType<typeof totalsOf>): Values => ({
	total_discount: formatDecimal(discount),
	total_tax: formatDecimal(tax),
	net_balance: formatDecimal(balance),
});

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
