import { clockOf, setCounter } from '../../sandbox/call.mts';
import { fillDatabase } from '../../sandbox/seed/index.mts';
import type { DocumentKind } from '../../sandbox/tables.mts';
import { Store } from '../../sandbox/store.mts';
import { addDays } from '../../sandbox/values.mts';
import { documentRow, numberKey, OTHER_TABLES, rowCount } from './rows.mts';

const OPEN_STATUSES = [
	'Draft',
	'Sent',
	'Viewed',
	'Outstanding',
	'Unpaid',
	'Partial-Paid',
	'Disputed',
	'Retry',
	'Failed',
	'Resolved',
	'Auto-Failed',
];

/** The total of an invoice with two lines, and the part that is paid. */
const TOTAL = 100;
const PAID: Readonly<Record<string, number>> = { Paid: TOTAL, 'Partial-Paid': 40 };

/** The statuses of a hundred settled invoices, by position. */
const OUT_OF_USE: Readonly<Record<number, string>> = {
	7: 'Archived',
	27: 'Archived',
	57: 'Archived',
	77: 'Cancel',
};

/** Days between the oldest record and today. */
const HISTORY_DAYS = 1500;

export interface AccountSize {
	invoices: number;
	/** How many of them are open, evenly spread. */
	open: number;
	/** The statuses that the open ones take in turn; by default, all open statuses of §3. */
	statuses?: readonly string[];
}

/** An account while it is being filled. */
interface Filling {
	store: Store;
	accountId: number;
	size: AccountSize;
	clients: number;
	/** The day of a record, by its position: spread evenly over the history, up to yesterday. */
	day: (index: number, count: number) => string;
}

/** Makes a database file for the sandbox, with an account of a given size. */
export function fillAccount(path: string, size: AccountSize): void {
	const store = new Store(path);
	const clock = clockOf();
	try {
		store.transaction(() => {
			fillDatabase(store, clock, false);
			const filling = {
				store,
				accountId: store.one<{ id: number }>(`SELECT id FROM account WHERE key = 'main'`)?.id ?? 0,
				size,
				clients: rowCount(OTHER_TABLES.client, size.invoices),
				day: (index: number, count: number) =>
					addDays(clock.today(), -Math.ceil(((count - index) * HISTORY_DAYS) / count)),
			};
			addOthers(filling);
			addInvoices(filling);
		});
	} finally {
		store.close();
	}
}

/** The identifiers of a new database count from 1, so rows refer to each other by position. */
function addOthers({ store, accountId: account_id, size, clients, day }: Filling): void {
	store.insert('expense_category', { account_id, name: 'Travel', status: 'Active', date_added: day(0, 1) });
	for (const [table, other] of Object.entries(OTHER_TABLES)) {
		const count = rowCount(other, size.invoices);
		for (let index = 0; index < count; index += 1) {
			const id = store.insert(table, { account_id, ...other.row(index, day(index, count), clients) });
			if (table === 'estimate' || table === 'recurring') addLine(store, table, id);
		}
	}
}

function addInvoices({ store, accountId: account_id, size, clients, day }: Filling): void {
	const { invoices, open, statuses = OPEN_STATUSES } = size;
	const distance = invoices / open;
	let opened = 0;
	for (let index = 0; index < invoices; index += 1) {
		const isOpen = (index + 1) % distance === 0;
		const status = isOpen ? (statuses[opened % statuses.length] ?? 'Sent') : 'Paid';
		const paid = PAID[status] ?? 0;
		const date = day(index, invoices);
		const id = store.insert('invoice', {
			account_id,
			...documentRow(index, date, clients),
			number_key: numberKey(index),
			due_date: addDays(date, 30),
			schedule_date: '',
			late_fee_id: 0,
			invoice_status: status,
			status: isOpen ? 'Active' : (OUT_OF_USE[index % 100] ?? 'Active'),
			net_balance: `${TOTAL}.00`,
			total_paid: `${paid}.00`,
			outstanding: `${TOTAL - paid}.00`,
		});
		addLine(store, 'invoice', id);
		addLine(store, 'invoice', id);
		if (paid > 0) {
			store.insert('payment', { invoice_id: id, method: 'Cash', notes: '', amount: `${paid}.00`, date });
		}
		opened += Number(isOpen);
	}
	setCounter(store, account_id, 'invoice_number', invoices);
}

function addLine(store: Store, kind: DocumentKind, document_id: number): void {
	store.insert('line', {
		document: kind,
		document_id,
		name: 'Hosting',
		type: 'Service',
		description: 'Per month',
		unit_cost: '50.00',
		quantity: '1.00',
		discount: '0.00',
		discount_type: 'Percent',
		tax1_name: '',
		tax1_percent: '0.00',
		tax1_type: 'Normal',
		tax2_name: '',
		tax2_percent: '0.00',
		tax2_type: 'Normal',
	});
}
