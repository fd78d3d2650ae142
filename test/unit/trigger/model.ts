/** A billing service in memory, small enough to be trusted, for the trigger's tests. */
import type { BillingRecord, Filter, ResourceName } from '../../../nodes/XmlBilling/trigger/events';
import type { Reader } from '../../../nodes/XmlBilling/trigger/poll';

export type Shape = 'full' | 'summary' | 'bare' | 'mixed';
export type Order = 'newest' | 'oldest' | 'number';

const scramble = (value: number): number => Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) >>> 5;

const RANKS: Readonly<Record<Order, (id: number) => number>> = {
	newest: (id) => -id,
	oldest: (id) => id,
	number: (id) => scramble(id),
};

export interface Payment {
	method: string;
	amount: number;
	date: string;
	notes: string;
	/** The invoice had been settled before this payment was recorded. */
	isLate: boolean;
	bornAt: number;
	deletedAt?: number;
}

export interface Invoice {
	id: number;
	number: string;
	status: string;
	recordStatus: string;
	net: number;
	date: string;
	due: string;
	payments: Payment[];
	bornAt: number;
	/** It has been paid, archived or cancelled at some time. */
	wasSettled: boolean;
	wasReopened: boolean;
	/** It has been archived or cancelled while it was a draft. */
	wasDiscardedDraft: boolean;
	isDeleted: boolean;
}

export interface Change {
	op:
		| 'create'
		| 'createMany'
		| 'pay'
		| 'payAgain'
		| 'unpay'
		| 'send'
		| 'redraft'
		| 'restatus'
		| 'archive'
		| 'cancel'
		| 'restore'
		| 'delete'
		| 'edit'
		| 'createClient'
		| 'deleteClient';
	/** Picks an invoice, newer ones more often; and one of its payments, a status, an amount. */
	pick: number;
	variety: number;
}

const OPEN = [
	'Sent',
	'Viewed',
	'Outstanding',
	'Unpaid',
	'Disputed',
	'Retry',
	'Failed',
	'Resolved',
	'Auto-Failed',
];
const AMOUNTS = [10, 10, 10, 25, -10, 0, 50, 100];

export const paidOn = ({ payments }: Invoice): number =>
	payments.reduce((sum, { amount, deletedAt }) => (deletedAt === undefined ? sum + amount * 100 : sum), 0) /
	100;

export const isSettled = (invoice: Invoice): boolean =>
	invoice.recordStatus !== 'Active' || invoice.status === 'Paid' || invoice.status === 'Auto-Paid';

export class Service {
	readonly invoices = new Map<number, Invoice>();
	readonly clients = new Set<number>();
	readonly clientBirths = new Map<number, number>();
	shape: Shape;
	/** What lists are sorted by, ascending. */
	rank: (id: number) => number;
	perPage: number;
	/** Counts the changes. */
	time = 0;
	requests = { page: 0, get: 0 };
	private lastId = 100;

	constructor(shape: Shape, order: Order, perPage: number) {
		this.shape = shape;
		this.rank = RANKS[order];
		this.perPage = perPage;
	}

	create(status = 'Sent', net = 100): Invoice {
		this.time++;
		this.lastId += 1 + (this.time % 3);
		const id = this.lastId;
		const invoice: Invoice = {
			id,
			number: `N${scramble(id)}`,
			status,
			recordStatus: 'Active',
			net,
			date: `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`,
			due: '2026-02-01',
			payments: [],
			bornAt: this.time,
			wasSettled: false,
			wasReopened: false,
			wasDiscardedDraft: false,
			isDeleted: false,
		};
		this.invoices.set(id, invoice);
		this.note(invoice);
		return invoice;
	}

	createClient(): number {
		this.time++;
		this.lastId += 1;
		this.clients.add(this.lastId);
		this.clientBirths.set(this.lastId, this.time);
		return this.lastId;
	}

	pay(invoice: Invoice, amount: number, variety = 0): Payment {
		this.time++;
		const payment: Payment = {
			method: variety & 1 ? 'Cheque' : 'Cash',
			amount,
			date: variety & 2 ? '2026-01-16' : '2026-01-15',
			notes: variety & 4 ? 'with thanks, "J."' : '',
			isLate: invoice.wasSettled,
			bornAt: this.time,
		};
		invoice.payments.push(payment);
		this.settle(invoice);
		return payment;
	}

	unpay(invoice: Invoice, payment: Payment): void {
		this.time++;
		payment.deletedAt = this.time;
		this.settle(invoice);
	}

	set(
		invoice: Invoice,
		change: Partial<Pick<Invoice, 'status' | 'recordStatus' | 'net' | 'isDeleted' | 'due'>>,
	): void {
		this.time++;
		Object.assign(invoice, change);
		this.note(invoice);
	}

	private settle(invoice: Invoice): void {
		const paid = paidOn(invoice);
		const isPaid = invoice.status === 'Paid' || invoice.status === 'Partial-Paid';
		if (paid >= invoice.net) invoice.status = 'Paid';
		else if (paid > 0) invoice.status = 'Partial-Paid';
		else if (isPaid) invoice.status = 'Sent';
		this.note(invoice);
	}

	private note(invoice: Invoice): void {
		if (isSettled(invoice)) invoice.wasSettled = true;
		else if (invoice.wasSettled) invoice.wasReopened = true;
		if (invoice.status === 'Draft' && invoice.recordStatus !== 'Active') invoice.wasDiscardedDraft = true;
	}

	/** Does one thing. What an invoice may go through while lists are being read is less: see the limits in poll.ts. */
	apply({ op, pick, variety }: Change, isBeingRead = false): void {
		if (op === 'create') {
			this.create(variety % 3 === 0 ? 'Draft' : 'Sent', variety % 7 === 0 ? 10 : 100);
			return;
		}
		if (op === 'createMany') {
			// Most are paid at once, so that nothing but their creation shows them.
			for (let count = 0; count < 3 + (variety % 8); count++) this.create(count % 3 === 0 ? 'Sent' : 'Paid');
			return;
		}
		if (op === 'createClient') {
			for (let count = 0; count < 1 + (variety % 6); count++) this.createClient();
			return;
		}
		if (op === 'deleteClient') {
			const client = [...this.clients][pick % Math.max(1, this.clients.size)];
			if (client !== undefined) this.clients.delete(client);
			return;
		}
		const alive = [...this.invoices.values()].filter(({ isDeleted }) => !isDeleted).reverse();
		const invoice = alive[Math.floor((alive.length * (pick % 100) ** 2) / 10_000)];
		if (invoice === undefined) return;
		if ((op === 'archive' || op === 'cancel') && invoice.recordStatus !== 'Active') return;
		if (op === 'restore' && isBeingRead) return;
		const payments = invoice.payments.filter(({ deletedAt }) => deletedAt === undefined);
		const payment = payments[variety % Math.max(1, payments.length)];
		if (op === 'pay') this.pay(invoice, AMOUNTS[variety % AMOUNTS.length] ?? 0, variety >> 3);
		if (op === 'payAgain' && payment) {
			Object.assign(this.pay(invoice, payment.amount), {
				method: payment.method,
				date: payment.date,
				notes: payment.notes,
			});
		}
		if (op === 'unpay' && payment) this.unpay(invoice, payment);
		if (op === 'send' && invoice.status === 'Draft') this.set(invoice, { status: 'Sent' });
		if (op === 'redraft') this.set(invoice, { status: 'Draft' });
		if (op === 'restatus' && invoice.status !== 'Draft') {
			this.set(invoice, { status: OPEN[variety % OPEN.length] ?? 'Sent' });
		}
		if (op === 'archive') this.set(invoice, { recordStatus: 'Archived' });
		if (op === 'cancel') this.set(invoice, { recordStatus: 'Cancel' });
		if (op === 'restore') this.set(invoice, { recordStatus: 'Active' });
		if (op === 'delete') this.set(invoice, { isDeleted: true });
		if (op === 'edit') this.set(invoice, { net: 20 + (variety % 9) * 30 });
	}

	record(invoice: Invoice): BillingRecord {
		const transactions = invoice.payments
			.filter(({ deletedAt }) => deletedAt === undefined)
			.map(({ method, amount, date, notes }) => ({ method, notes, amount, date: `${date} 10:00:00` }));
		const paid = paidOn(invoice);
		return {
			...this.summary(invoice),
			client: { client_id: invoice.id % 5, address: 'Street 1' },
			date: invoice.date,
			invoice_due_date: invoice.due,
			net_balance: invoice.net,
			total_paid: paid,
			items: [{ item_id: 1, name: 'Work', unit_cost: invoice.net, quantity: 1 }],
			transactions: scramble(invoice.id) & 1 ? transactions : transactions.reverse(),
		};
	}

	private summary(invoice: Invoice): BillingRecord {
		const paid = paidOn(invoice);
		return {
			invoice_id: invoice.id,
			number: invoice.number,
			invoice_status: invoice.status,
			status: invoice.recordStatus,
			...(invoice.id % 2 ? { total_paid: paid } : {}),
			outstanding: Math.round((invoice.net - paid) * 100) / 100,
		};
	}

	private listed(invoice: Invoice): BillingRecord {
		const shapes: Shape[] = ['full', 'summary', 'bare'];
		const shape = this.shape === 'mixed' ? shapes[scramble(invoice.id + this.requests.page) % 3] : this.shape;
		if (shape === 'full') return this.record(invoice);
		return shape === 'summary' ? this.summary(invoice) : { invoice_id: invoice.id };
	}

	private select(resource: ResourceName, filter: Filter): BillingRecord[] {
		if (resource === 'client') {
			return [...this.clients].sort((a, b) => this.rank(a) - this.rank(b)).map((id) => ({ client_id: id }));
		}
		if (resource !== 'invoice') return [];
		return [...this.invoices.values()]
			.filter(
				({ isDeleted, recordStatus, status, date }) =>
					!isDeleted &&
					recordStatus === (filter.invoice_record_status ?? 'Active') &&
					(filter.invoice_status === undefined || status === filter.invoice_status) &&
					(filter.date_from === undefined || date >= filter.date_from),
			)
			.sort((a, b) => this.rank(a.id) - this.rank(b.id))
			.map((invoice) => this.listed(invoice));
	}

	/** What a trigger reads with. `before` is called before each read, and may change things or throw. */
	reader(before: () => void = () => {}, isOutOfTime: () => boolean = () => false): Reader {
		// A read that throws rejects, as one over the wire does.
		const answer = async <Answer>(read: () => Answer): Promise<Answer> => {
			before();
			return await Promise.resolve(read());
		};
		return {
			page: (resource, filter, page) =>
				answer(() => {
					this.requests.page++;
					const all = this.select(resource, filter);
					const records = all.slice((page - 1) * this.perPage, page * this.perPage);
					return { records, total: all.length, totalPages: Math.ceil(all.length / this.perPage) };
				}),
			get: (resource, id) =>
				answer(() => {
					this.requests.get++;
					return this.read(resource, id);
				}),
			isOutOfTime,
		};
	}

	private read(resource: ResourceName, id: number): BillingRecord | 'gone' {
		if (resource === 'client') {
			return this.clients.has(id) ? { client_id: id, name: `Client ${id}` } : 'gone';
		}
		const invoice = this.invoices.get(id);
		return invoice === undefined || invoice.isDeleted ? 'gone' : this.record(invoice);
	}
}
