import { divideRounded, formatDecimal, hundredths } from '../amounts.mts';
import { assignNumber } from '../documents/headers.mts';
import { addLines, replaceCharges, settleDocument, settleInvoice } from '../documents/lines.mts';
import type { Values } from '../store.mts';
import type { DocumentKind, RecordRows } from '../tables.mts';
import { addDays } from '../values.mts';
import { cycle, seededLines, type Seeding } from './records.mts';

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

const HISTORY_DAYS = 360;

/** Gives an account a year of invoices with their payments and emails, and estimates and profiles of the last months. */
export function seedDocuments(
	seeding: Seeding,
	counts: Readonly<Record<'invoices' | 'estimates' | 'recurring', number>>,
): void {
	const { store, account_id, today } = seeding;
	const { company } = store.row('account', account_id);
	const [firstRule, secondRule] = store.all<{ id: number }>(
		'SELECT id FROM late_fee WHERE account_id = ? AND active = 1 ORDER BY id',
		account_id,
	);
	for (let index = 0; index < counts.invoices; index += 1) {
		const isRecent = index >= counts.invoices * 0.8;
		const invoice_status = cycle(isRecent ? RECENT_STATUSES : OLD_STATUSES, index);
		const date = addDays(today, Math.floor((index * HISTORY_DAYS) / counts.invoices) - HISTORY_DAYS);
		const status = index % 17 === 9 ? 'Archived' : index % 23 === 19 ? 'Cancel' : 'Active';
		const rule = (index >> 2) % 2 === 0 ? firstRule : secondRule;
		const header = {
			...assignNumber(store, 'invoice', account_id),
			title: cycle(['Design work', 'Monthly services', 'Campaign', 'Materials', 'Consulting'], index),
			due_date: addDays(date, cycle([14, 30, 30], index)),
			po_number: index % 3 === 0 ? `PO-${String(7000 + index * 13)}` : '',
			late_fee_id: (index % 4 === 1 && rule?.id) || 0,
			notes: index % 2 === 0 ? 'Thank you for working with us.' : '',
			terms: 'Payable without deduction until the due date.',
			...{ date, invoice_status, status },
		};
		const id = add(seeding, 'invoice', index * 3 + (index >> 3), index, header, cycle(CHARGES, index));
		payInvoice(seeding, store.row('invoice', id), index);
		if (!isRecent || invoice_status === 'Draft') continue;
		const { number, client_id } = store.row('invoice', id);
		store.insert('mail', {
			...{ account_id, kind: 'invoice', record_id: id, recipient: store.row('client', client_id).email },
			...{ subject: `Invoice ${number} from ${company}`, attachment: `invoice-${number}.pdf` },
			sent_at: `${date} 08:00:00`,
		});
	}
	for (let index = 0; index < counts.estimates; index += 1)
		add(seeding, 'estimate', index * 4 + 1, index + 5, {
			...assignNumber(store, 'estimate', account_id),
			title: cycle(['New website', 'Trade fair', 'Yearly support', 'Rebranding'], index),
			date: addDays(today, (index - counts.estimates) * 5),
			estimate_status: cycle(['Draft', 'Sent', 'Accepted', 'Sent', 'Rejected'], index),
			status: index % 9 === 8 ? 'Archived' : 'Active',
			notes: 'Prices hold for 30 days.',
			terms: 'Half on order, half on delivery.',
		});
	for (let index = 0; index < counts.recurring; index += 1)
		add(seeding, 'recurring', index * 2, index + 9, {
			number: assignNumber(store, 'recurring', account_id).number,
			title: cycle(['Hosting', 'Support contract', 'Newsletter', 'Licences'], index),
			date: addDays(today, (index - counts.recurring) * 11),
			frequency: cycle(['1 Month', '3 Month', '2 Week', '1 Year'], index),
			occurence: cycle([0, 12, 6], index),
			recurring_status: index % 7 === 6 ? 'Archived' : 'Active',
			terms: 'Payable without deduction within 14 days.',
		});
}

/** Adds a document for the client at an index, with lines by another index. */
function add(
	{ store, account_id, clients, today }: Seeding,
	kind: DocumentKind,
	client: number,
	lines: number,
	header: Values,
	charges: readonly Values[] = [],
): number {
	const { id: client_id, address } = store.row('client', cycle(clients, client));
	const id = store.insert(kind, { account_id, client_id, address, ...header });
	addLines(store, kind, id, seededLines(lines));
	if (charges.length > 0) replaceCharges(store, id, charges);
	settleDocument(store, kind, id, today);
	return id;
}

/** Records the payments that an invoice's status implies: the whole amount, at once or in two parts, or two fifths of it. */
function payInvoice({ store, today }: Seeding, invoice: RecordRows['invoice'], index: number): void {
	const { id, invoice_status } = invoice;
	const due = hundredths(invoice.net_balance) + hundredths(invoice.late_fee);
	const part = divideRounded(due * 2n, 5n);
	const method = cycle(['Bank Transfer', 'Cheque', 'Cash'], index);
	for (const [position, amount] of amountsPaid(invoice_status, due, part, index).entries()) {
		const date = addDays(invoice.date, 4 + (index % 9) + position * 6);
		store.insert('payment', {
			invoice_id: id,
			method: invoice_status === 'Auto-Paid' ? 'Credit Card' : method,
			notes: position === 0 ? '' : 'Remaining amount',
			amount: formatDecimal(amount),
			date: date < today ? date : today,
		});
	}
	settleInvoice(store, id, today);
}

function amountsPaid(status: string, due: bigint, part: bigint, index: number): bigint[] {
	if (status === 'Partial-Paid') return [part];
	if (!['Paid', 'Auto-Paid', 'Resolved'].includes(status)) return [];
	return status === 'Paid' && index % 3 === 0 ? [part, due - part] : [due];
}
