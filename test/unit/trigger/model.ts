/** A billing service in memory, small enough to be trusted, for the trigger's tests. */
import {
	type BillingRecord,
	type Filter,
	type ResourceName,
	RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events';
import type { Reader } from '../../../nodes/XmlBilling/trigger/poll';

export type Shape = 'full' | 'summary' | 'bare' | 'mixed';
export type Order = 'newest' | 'oldest' | 'number';

const scramble = (value: number): number => Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) >>> 5;

const RANKS: Readonly<Record<Order, (id: number) => number>> = {
	newest: (id) => -id,
	oldest: (id) => id,
	number: (id) => scramble(id),
};

/** What lists are sorted by when they come in any order: another one for each seed. */
export const shuffleOf =
	(seed: number) =>
	(id: number): number =>
		scramble(scramble(id) + seed);

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

/** Since when something is what it is; the last of them is what it is now. */
interface Since {
	at: number;
	is: string;
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
	/** It was open or in use again after that. */
	wasReopened: boolean;
	/** It has been archived or cancelled while it was a draft. */
	wasDiscardedDraft: boolean;
	isDeleted: boolean;
	statuses: Since[];
	dues: Since[];
}

/** A record that is not an invoice: an estimate, or one of which only the creation is an event. */
export interface Thing {
	resource: ResourceName;
	id: number;
	status: string;
	date: string;
	bornAt: number;
	isArchived: boolean;
	/** It has been out of the lists at some time. */
	wasArchived: boolean;
	isDeleted: boolean;
	statuses: Since[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

export const paidOn = ({ payments }: Invoice): number =>
	payments.reduce((sum, { amount, deletedAt }) => (deletedAt === undefined ? sum + amount * 100 : sum), 0) /
	100;

export const isSettled = (invoice: Invoice): boolean =>
	invoice.recordStatus !== 'Active' || invoice.status === 'Paid' || invoice.status === 'Auto-Paid';

/** What something was at a time: the last that was noted of it by then. */
export const wasAt = (log: readonly Since[], time: number): string | undefined =>
	log.findLast(({ at }) => at <= time)?.is;

/** Who a record is billed to. */
export const clientOf = (id: number): number => id % 5;

export class Service {
	readonly invoices = new Map<number, Invoice>();
	readonly things = new Map<number, Thing>();
	/** The clients that there are. */
	readonly clients = new Set<number>();
	shape: Shape;
	/** What lists are sorted by, ascending. */
	rank: (id: number) => number;
	perPage: number;
	/** Counts the changes. */
	time = 0;
	/** How many days have gone by. */
	day = 0;
	requests = { page: 0, get: 0 };
	private lastId = 100;
	private minute = 0;

	constructor(shape: Shape, order: Order, perPage: number) {
		this.shape = shape;
		this.rank = RANKS[order];
		this.perPage = perPage;
	}

	/** The day that is so many days from today. */
	dayIn(days: number): string {
		return new Date(FIRST_DAY + (this.day + days) * DAY_MS).toISOString().slice(0, 10);
	}

	/** When a poll begins that begins now: each time a minute later. */
	now(): string {
		this.minute = (this.minute + 1) % (24 * 60);
		return new Date(FIRST_DAY + this.day * DAY_MS + this.minute * MINUTE_MS).toISOString();
	}

	create(status = 'Sent', net = 100): Invoice {
		this.time++;
		this.lastId += 1 + (this.time % 3);
		const id = this.lastId;
		const due = this.dayIn(id % 6);
		const invoice: Invoice = {
			id,
			number: `N${scramble(id)}`,
			status,
			recordStatus: 'Active',
			net,
			date: `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`,
			due,
			payments: [],
			bornAt: this.time,
			wasSettled: false,
			wasReopened: false,
			wasDiscardedDraft: false,
			isDeleted: false,
			statuses: [],
			dues: [],
		};
		this.invoices.set(id, invoice);
		this.note(invoice);
		return invoice;
	}

	/** Makes a record that is not an invoice. */
	add(resource: ResourceName, status = ''): Thing {
		this.time++;
		this.lastId += 1;
		const id = this.lastId;
		const thing: Thing = {
			resource,
			id,
			status,
			date: `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`,
			bornAt: this.time,
			isArchived: false,
			wasArchived: false,
			isDeleted: false,
			statuses: [{ at: this.time, is: status }],
		};
		this.things.set(id, thing);
		if (resource === 'client') this.clients.add(id);
		return thing;
	}

	createClient(): number {
		return this.add('client').id;
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
		invoice.wasReopened ||= change.recordStatus === 'Active' && invoice.recordStatus !== 'Active';
		Object.assign(invoice, change);
		this.note(invoice);
	}

	setThing(thing: Thing, change: Partial<Pick<Thing, 'status' | 'isArchived' | 'isDeleted'>>): void {
		this.time++;
		Object.assign(thing, change);
		thing.wasArchived ||= thing.isArchived;
		if (thing.isDeleted) this.clients.delete(thing.id);
		this.log(thing.statuses, thing.status);
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
		this.log(invoice.statuses, invoice.status);
		this.log(invoice.dues, invoice.due);
	}

	private log(log: Since[], is: string): void {
		if (log.at(-1)?.is !== is) log.push({ at: this.time, is });
	}

	record(invoice: Invoice): BillingRecord {
		const transactions = invoice.payments
			.filter(({ deletedAt }) => deletedAt === undefined)
			.map(({ method, amount, date, notes }) => ({ method, notes, amount, date: `${date} 10:00:00` }));
		const paid = paidOn(invoice);
		return {
			...this.summary(invoice),
			client: { client_id: clientOf(invoice.id), address: 'Street 1' },
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
			// Which of them a list shows is not specified.
			...(invoice.id % 2 ? { total_paid: paid } : {}),
			...(invoice.id % 3 === 0 ? { invoice_due_date: invoice.due } : {}),
			// What a summary leaves out may be decoded as nothing; a zero payment alone would not show then, as poll.ts says.
			...(invoice.id % 5 === 0 && paid !== 0 ? { transactions: [] } : {}),
			outstanding: Math.round((invoice.net - paid) * 100) / 100,
		};
	}

	/** What a list shows of a record, or what a single read does. */
	private show(of: Invoice | Thing, shape: Shape): BillingRecord {
		const shapes: Shape[] = ['full', 'summary', 'bare'];
		const shown = shape === 'mixed' ? shapes[scramble(of.id + this.requests.page) % 3] : shape;
		if ('resource' in of) return showThing(of, shown);
		if (shown === 'full') return this.record(of);
		return shown === 'summary' ? this.summary(of) : { invoice_id: of.id };
	}

	private select(resource: ResourceName, filter: Filter): Array<Invoice | Thing> {
		const found = resource === 'invoice' ? this.findInvoices(filter) : this.findThings(resource, filter);
		const ranks = new Map(found.map(({ id }) => [id, this.rank(id)]));
		return found.sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
	}

	private findInvoices(filter: Filter): Invoice[] {
		return [...this.invoices.values()].filter(
			({ isDeleted, recordStatus, status, date }) =>
				!isDeleted &&
				recordStatus === (filter.invoice_record_status ?? 'Active') &&
				(filter.invoice_status === undefined || status === filter.invoice_status) &&
				(filter.date_from === undefined || date >= filter.date_from),
		);
	}

	private findThings(resource: ResourceName, filter: Filter): Thing[] {
		return [...this.things.values()].filter(
			(thing) =>
				thing.resource === resource &&
				this.isThere(thing) &&
				!thing.isArchived &&
				(filter.date_from === undefined || thing.date >= filter.date_from),
		);
	}

	private isThere(record: Invoice | Thing): boolean {
		const isClient = 'resource' in record && record.resource === 'client';
		return !record.isDeleted && (!isClient || this.clients.has(record.id));
	}

	/** What a trigger reads with. `before` is called before each read, and may change things or throw. */
	reader(before: () => void = () => {}, isOutOfTime: () => boolean = () => false): Reader {
		// Putting the lists in order is most of the work of a test, so it is done once for each change.
		const lists = new Map<string, ReadonlyArray<Invoice | Thing>>();
		const list = (resource: ResourceName, filter: Filter) => {
			const key = JSON.stringify([resource, filter, this.time, this.clients.size]);
			const known = lists.get(key) ?? this.select(resource, filter);
			lists.set(key, known);
			return known;
		};
		// A read that throws rejects, as one over the wire does.
		const answer = async <Answer>(read: () => Answer): Promise<Answer> => {
			before();
			return await Promise.resolve(read());
		};
		return {
			page: (resource, filter, page) =>
				answer(() => {
					this.requests.page++;
					const all = list(resource, filter);
					const records = all
						.slice((page - 1) * this.perPage, page * this.perPage)
						.map((found) => this.show(found, this.shape));
					return { records, total: all.length, totalPages: Math.ceil(all.length / this.perPage) };
				}),
			get: (resource, id) =>
				answer(() => {
					this.requests.get++;
					const found = resource === 'invoice' ? this.invoices.get(id) : this.things.get(id);
					return found !== undefined && this.isThere(found) ? this.show(found, 'full') : 'gone';
				}),
			isOutOfTime,
		};
	}
}

/** A full record has content in all fields that are said to have some, and the others at least. */
function showThing({ resource, id, status, date }: Thing, shape: Shape | undefined): BillingRecord {
	const row = RESOURCES[resource];
	const told = { [row.idField]: id, ...(row.status && { [row.status.field]: status }) };
	if (shape === 'bare') return { [row.idField]: id };
	if (shape === 'summary') return told;
	return {
		...Object.fromEntries(row.present.map((field) => [field, ''])),
		...Object.fromEntries(row.filled.map((field) => [field, `the ${field}`])),
		...(row.hasClient && { client: { client_id: clientOf(id) } }),
		...(row.filled.includes('items') && { items: [{ name: 'Work' }] }),
		...(row.filled.includes('date') && { date }),
		...told,
	};
}
