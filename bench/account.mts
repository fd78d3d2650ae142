import { clockOf, setCounter } from '../sandbox/call.mts';
import { addLines } from '../sandbox/documents/lines.mts';
import { fillDatabase } from '../sandbox/seed/index.mts';
import { Store } from '../sandbox/store.mts';
import { addDays } from '../sandbox/values.mts';

const OPEN_STATUSES =
	'Draft Sent Viewed Outstanding Unpaid Partial-Paid Disputed Retry Failed Resolved Auto-Failed'.split(' ');
/** The total of an invoice with two lines, and the part that is paid. */
const TOTAL = 100;
const PAID: Readonly<Record<string, number>> = { Paid: TOTAL, 'Partial-Paid': 40 };
const INVOICES_PER_CLIENT = 50;
/** Days between the oldest invoice and today: spread evenly, up to yesterday. */
const HISTORY_DAYS = 1500;
const ADDRESS = '12 Quay Street\nBristol BS1 4RN';
const LINE = {
	...{ name: 'Hosting', type: 'Service', description: 'Per month' },
	...{ unit_cost: '50.00', quantity: '1.00' },
};

export interface AccountSize {
	invoices: number;
	/** How many of them are open, evenly spread, with all open statuses of §3 in turn. */
	open: number;
}

/** Makes a database file for the sandbox, with an account of a given size. */
export function fillAccount(path: string, size: AccountSize): void {
	const store = new Store(path);
	try {
		store.transaction(() => {
			fillDatabase(store, clockOf(), false);
			const accountId = store.one<{ id: number }>(`SELECT id FROM account WHERE key = 'main'`)?.id ?? 0;
			const clients = Math.ceil(size.invoices / INVOICES_PER_CLIENT);
			for (let nth = 1; nth <= clients; nth += 1) addClient(store, accountId, nth);
			addInvoices(store, accountId, clients, size);
		});
	} finally {
		store.close();
	}
}

function addClient(store: Store, account_id: number, nth: number): void {
	store.insert('client', {
		account_id,
		...{ name: `Client ${nth}`, organization: `Organization ${nth}`, address: ADDRESS },
		...{ username: `client.${nth}`, email: `client.${nth}@clients.example`, status: 'Active' },
		...{ country: 'GBR', language: 'en', currency: 'GBP' },
	});
}

function addInvoices(store: Store, account_id: number, clients: number, size: AccountSize): void {
	const { invoices, open } = size;
	const today = clockOf().today();
	let opened = 0;
	for (let index = 0; index < invoices; index += 1) {
		const isOpen = (index + 1) % (invoices / open) === 0;
		const status = isOpen ? (OPEN_STATUSES[opened % OPEN_STATUSES.length] ?? 'Sent') : 'Paid';
		const paid = PAID[status] ?? 0;
		const date = addDays(today, -Math.ceil(((invoices - index) * HISTORY_DAYS) / invoices));
		const number = String(index + 1);
		// The identifiers of a new database count from 1.
		const invoice_id = store.insert('invoice', {
			account_id,
			...{ client_id: 1 + (index % clients), address: ADDRESS, title: 'Monthly services' },
			...{ number: number.padStart(6, '0'), number_key: number.padStart(12, '0') },
			...{ date, due_date: addDays(date, 30), late_fee_id: 0 },
			terms: 'Payable without deduction until the due date.',
			...{ invoice_status: status, status: !isOpen && index % 25 === 7 ? 'Archived' : 'Active' },
			...{ net_balance: `${TOTAL}.00`, total_paid: `${paid}.00`, outstanding: `${TOTAL - paid}.00` },
		});
		addLines(store, 'invoice', invoice_id, [LINE, LINE]);
		if (paid > 0) store.insert('payment', { invoice_id, method: 'Cash', amount: `${paid}.00`, date });
		opened += Number(isOpen);
	}
	setCounter(store, account_id, 'invoice_number', invoices);
}
