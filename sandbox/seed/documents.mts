import { divideRounded, formatDecimal, hundredths } from '../amounts.mts';
import { assignNumber } from '../documents/headers.mts';
import { addLines, replaceCharges } from '../documents/lines.mts';
import { settleDocument, settleInvoice } from '../documents/settlement.mts';
import type { Store, Values } from '../store.mts';
import type { InvoiceRow, LateFeeRow } from '../tables.mts';
import { addDays } from '../values.mts';
import { cycle, seededLines } from './records.mts';

const ESTIMATE_STATUSES = ['Draft', 'Sent', 'Accepted', 'Sent', 'Rejected'];
const FREQUENCIES = ['1 Month', '3 Month', '2 Week', '1 Year'];

/** Gives an account estimates of the last months, and recurring profiles that began in them. */
export function seedDocuments(
	store: Store,
	account_id: number,
	clientIds: readonly number[],
	counts: { estimates: number; recurring: number },
	today: string,
): void {
	const add = (kind: 'estimate' | 'recurring', client_id: number, lines: number, values: Values) => {
		const { address } = store.row('client', client_id);
		const id = store.insert(kind, { account_id, client_id, address, po_number: '', ...values });
		addLines(store, kind, id, seededLines(lines));
		settleDocument(store, kind, id, today);
	};
	for (let index = 0; index < counts.estimates; index += 1)
		add('estimate', cycle(clientIds, index * 4 + 1), index + 5, {
			title: cycle(['New website', 'Trade fair', 'Yearly support', 'Rebranding'], index),
			...assignNumber(store, 'estimate', account_id),
			date: addDays(today, (index - counts.estimates) * 5),
			schedule_date: '',
			estimate_status: cycle(ESTIMATE_STATUSES, index),
			status: index % 9 === 8 ? 'Archived' : 'Active',
			notes: 'Prices hold for 30 days.',
			terms: 'Half on order, half on delivery.',
		});
	for (let index = 0; index < counts.recurring; index += 1)
		add('recurring', cycle(clientIds, index * 2), index + 9, {
			title: cycle(['Hosting', 'Support contract', 'Newsletter', 'Licences'], index),
			number: assignNumber(store, 'recurring', account_id).number,
			date: addDays(today, (index - counts.recurring) * 11),
			frequency: cycle(FREQUENCIES, index),
			occurence: cycle([0, 12, 6], index),
			recurring_status: index % 7 === 6 ? 'Archived' : 'Active',
			notes: '',
			terms: 'Payable without deduction within 14 days.',
		});
}

/** The commercial statuses of §3, in turn for older and for recent invoices. */
const OLD_STATUSES = [
	...['Paid', 'Auto-Paid', 'Paid', 'Unpaid', 'Paid', 'Disputed', 'Paid', 'Partial-Paid'],
	...['Paid', 'Resolved', 'Paid', 'Failed', 'Paid', 'Auto-Failed', 'Paid', 'Retry'],
];
const RECENT_STATUSES = ['Sent', 'Viewed', 'Partial-Paid', 'Draft', 'Outstanding', 'Sent', 'Paid', 'Viewed'];

const CHARGES: ReadonlyArray<readonly Values[]> = [
	[],
	[{ name: 'Handling', type: 'Percent', amount: '2.50' }],
	[],
	[{ name: 'Shipping', type: 'Fixed', amount: '18.00' }],
	[],
];

/** The age of the oldest invoice in days. */
const HISTORY_DAYS = 360;

/** Gives an account a year of invoices in order of their dates, with their payments and emails. */
export function seedInvoices(
	store: Store,
	account_id: number,
	clientIds: readonly number[],
	count: number,
	today: string,
): void {
	for (let index = 0; index < count; index += 1) {
		const age = HISTORY_DAYS - Math.floor((index * HISTORY_DAYS) / count);
		const isRecent = index >= count * 0.8;
		const invoice_status = cycle(isRecent ? RECENT_STATUSES : OLD_STATUSES, index);
		const client_id = cycle(clientIds, index * 3 + (index >> 3));
		const id = addInvoice(store, index, {
			account_id,
			client_id,
			date: addDays(today, -age),
			invoice_status,
		});
		settleInvoice(store, id, today);
		payInvoice(store, id, index, today);
		settleInvoice(store, id, today);
		if (isRecent && invoice_status !== 'Draft') mailInvoice(store, id);
	}
}

type Seeded = Pick<InvoiceRow, 'account_id' | 'client_id' | 'date' | 'invoice_status'>;

function addInvoice(store: Store, index: number, invoice: Seeded): number {
	const sql = 'SELECT * FROM late_fee WHERE account_id = ? AND active = 1 ORDER BY id';
	const rules = store.all<LateFeeRow>(sql, invoice.account_id);
	const id = store.insert('invoice', {
		...invoice,
		address: store.row('client', invoice.client_id).address,
		title: cycle(['Design work', 'Monthly services', 'Campaign', 'Materials', 'Consulting'], index),
		...assignNumber(store, 'invoice', invoice.account_id),
		due_date: addDays(invoice.date, cycle([14, 30, 30], index)),
		schedule_date: '',
		po_number: index % 3 === 0 ? `PO-${String(7000 + index * 13)}` : '',
		late_fee_id: index % 4 === 1 ? cycle(rules, index >> 2).id : 0,
		notes: index % 2 === 0 ? 'Thank you for working with us.' : '',
		terms: 'Payable without deduction until the due date.',
		status: recordStatusOf(index),
	});
	addLines(store, 'invoice', id, seededLines(index));
	replaceCharges(store, id, cycle(CHARGES, index));
	return id;
}

function recordStatusOf(index: number): string {
	if (index % 17 === 9) return 'Archived';
	return index % 23 === 19 ? 'Cancel' : 'Active';
}

/** Records the payments that an invoice's status implies: the whole amount, at once or in two parts, or two fifths of it. */
function payInvoice(store: Store, id: number, index: number, today: string): void {
	const invoice = store.row('invoice', id);
	const due = hundredths(invoice.net_balance) + hundredths(invoice.late_fee);
	const part = divideRounded(due * 2n, 5n);
	for (const [position, amount] of amountsPaid(invoice.invoice_status, due, part, index).entries()) {
		const date = addDays(invoice.date, 4 + (index % 9) + position * 6);
		store.insert('payment', {
			invoice_id: id,
			method:
				invoice.invoice_status === 'Auto-Paid'
					? 'Credit Card'
					: cycle(['Bank Transfer', 'Cheque', 'Cash'], index),
			notes: position === 0 ? '' : 'Remaining amount',
			amount: formatDecimal(amount),
			date: date < today ? date : today,
		});
	}
}

function amountsPaid(status: string, due: bigint, part: bigint, index: number): bigint[] {
	if (status === 'Partial-Paid') return [part];
	if (!['Paid', 'Auto-Paid', 'Resolved'].includes(status)) return [];
	return status === 'Paid' && index % 3 === 0 ? [part, due - part] : [due];
}

function mailInvoice(store: Store, id: number): void {
	const sql = `INSERT INTO mail (account_id, kind, record_id, recipient, subject, attachment, sent_at)
		SELECT invoice.account_id, 'invoice', invoice.id, client.email, 'Invoice ' || number || ' from ' || company,
			'invoice-' || number || '.pdf', date || ' 08:00:00'
		FROM invoice JOIN client ON client.id = client_id JOIN account ON account.id = invoice.account_id WHERE invoice.id = ?`;
	store.run(sql, id);
}
