/** A billing service in memory, small enough to be trusted: its records, what its answers show of them, and how they change. */
import {
	type Filter,
	type ResourceName,
	WATCHED_RESOURCES,
	type WatchedRecord,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { RecordReader } from '../../../nodes/XmlBilling/trigger/scan';

/** How much lists show of a record; `mixed` changes from request to request. */
export type Shape = 'full' | 'summary' | 'bare' | 'mixed';
export type Order = 'newest' | 'oldest' | 'number';

/** The quirks of a service that keeps to the interface. */
export interface Quirks {
	/** Which answers write an invoice's statuses in small letters. */
	smallLetters: 'none' | 'lists' | 'reads' | 'all';
	/** Lists show less of payments than single reads, and spell values differently. */
	blursPayments: boolean;
	respells: boolean;
}

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

/** When something became what it is; the last entry is the current one. */
export interface Since {
	at: number;
	is: string;
}

interface RecordFacts {
	id: number;
	status: string;
	date: string;
	bornAt: number;
	isDeleted: boolean;
	/** The service lists it but refuses to return it, or shows it nowhere yet; whether either was so at some point. */
	isLocked: boolean;
	isHidden: boolean;
	wasWithheld: boolean;
	statuses: Since[];
	/** The values whose changes are events. */
	values: Readonly<Record<string, Since[]>>;
}

export interface Invoice extends RecordFacts {
	recordStatus: string;
	net: number;
	due: string;
	client: number;
	payments: Payment[];
	/** It was settled at some point, and open again after that; it was archived or canceled as a draft. */
	wasSettled: boolean;
	wasReopened: boolean;
	wasDiscardedDraft: boolean;
	dues: Since[];
	/** Since when it is `open` or `settled`. */
	openings: Since[];
	/** What of its payments no answer shows: nothing, the list, or what is in it. */
	veil: 'none' | 'list' | 'entries';
	wasVeiled: boolean;
}

/** A record that is not an invoice: a client, an estimate, or one of which only the creation is an event. */
export interface Thing extends RecordFacts {
	resource: ResourceName;
	isArchived: boolean;
	wasArchived: boolean;
}

/** A pseudorandom number, the same each time. */
export const scramble = (value: number): number => Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) >>> 5;

export const isInvoice = (record: Invoice | Thing): record is Invoice => 'payments' in record;

export const paidOn = ({ payments }: Invoice): number =>
	payments.reduce((sum, { amount, deletedAt }) => sum + (deletedAt === undefined ? amount * 100 : 0), 0) /
	100;

export const isSettled = ({ recordStatus, status }: Invoice): boolean =>
	recordStatus !== 'Active' || status === 'Paid' || status === 'Auto-Paid';

/** What something was at a time. */
export const wasAt = (log: readonly Since[] = [], time: number): string | undefined =>
	log.findLast(({ at }) => at <= time)?.is;

export const clientIdOf = (id: number): number => id % 5;
const lastOf = (log: readonly Since[] | undefined): string => log?.at(-1)?.is ?? '';

/** Which of the watched values a summary shows, of some records none: the specification doesn't say. */
export function summaryFields(record: Invoice | Thing): string[] {
	const { id } = record;
	if (!isInvoice(record)) {
		if (record.resource !== 'client' || id % 3 === 1) return [];
		return id % 3 === 0 ? ['name', 'email'] : ['organization', 'work_phone', 'currency'];
	}
	const fields: Array<[string, boolean]> = [
		['total', tellsTotal(record)],
		['invoice_due_date', id % 3 === 0],
		['client_id', id % 7 === 0],
		['number', id % 11 !== 0 && id % 10 !== 2],
	];
	return fields.filter(([, isShown]) => isShown).map(([field]) => field);
}

/** Whether a summary shows a payment that comes with an equal rise of the total. */
export const tellsTotal = ({ id }: Pick<Invoice, 'id'>): boolean => id % 4 === 0 || id % 2 === 1;

function transactionsOf({ id, payments }: Invoice): WatchedRecord[] {
	const shown = payments
		.filter(({ deletedAt }) => deletedAt === undefined)
		.map(({ method, amount, date, notes }) => ({ method, notes, amount, date: `${date} 10:00:00` }));
	return scramble(id) & 1 ? shown : shown.reverse();
}

function summarise(invoice: Invoice): WatchedRecord {
	const { id, status, recordStatus, due, net, client } = invoice;
	const paid = paidOn(invoice);
	const fields = summaryFields(invoice);
	return {
		invoice_id: id,
		...(fields.includes('number') && { number: `N${scramble(id)}` }),
		...(fields.includes('client_id') && { client: { client_id: client } }),
		invoice_status: status,
		status: recordStatus,
		...(id % 2 === 1 && { total_paid: paid }),
		...(fields.includes('total') && { net_balance: net }),
		...(fields.includes('invoice_due_date') && { invoice_due_date: due }),
		// What is left out may be decoded as nothing. Only a payment of zero would not show then, as docs/trigger.md says.
		...(id % 5 === 0 && paid !== 0 && { transactions: [] }),
		// Some tell amounts and dates of payments and nothing else.
		...(id % 5 === 1 && {
			transactions: transactionsOf(invoice).map(({ amount, date }) => ({ amount, date })),
		}),
		outstanding: Math.round((net - paid) * 100) / 100,
	};
}

/** What a single read shows of an invoice. */
export const showInvoice = (invoice: Invoice): WatchedRecord => ({
	...summarise(invoice),
	client: { client_id: invoice.client, address: 'Street 1' },
	number: `N${scramble(invoice.id)}`,
	date: invoice.date,
	invoice_due_date: invoice.due,
	net_balance: invoice.net,
	total_paid: paidOn(invoice),
	items: [{ item_id: 1, name: 'Work', unit_cost: invoice.net, quantity: 1 }],
	transactions: transactionsOf(invoice),
});

const pick = ({ values }: Thing, fields: readonly string[]): WatchedRecord =>
	Object.fromEntries(fields.map((field) => [field, lastOf(values[field])]));

function showThing(thing: Thing, shape: Shape): WatchedRecord {
	const { resource, id, status, date, values } = thing;
	const row = WATCHED_RESOURCES[resource];
	const told = { [row.idField]: id, ...(row.status && { [row.status.field]: status }) };
	if (shape === 'summary') return { ...told, ...pick(thing, summaryFields(thing)) };
	const client = { client_id: clientIdOf(id) };
	return {
		...Object.fromEntries(row.present.map((field) => [field, ''])),
		...Object.fromEntries(row.filled.map((field) => [field, `the ${field}`])),
		...(row.hasClient && (row.filled.includes('client') ? { client } : client)),
		...(row.filled.includes('items') && { items: [{ name: 'Work' }] }),
		...(row.filled.includes('date') && { date }),
		...pick(thing, Object.keys(values)),
		...told,
	};
}

/** A record in a sloppier spelling, in which nothing is another. */
function respell(record: WatchedRecord): WatchedRecord {
	const spelled: Record<string, (text: string) => string> = {
		invoice_due_date: (due) => `${due} 00:00:00`,
		currency: (code) => code.toLowerCase(),
		email: (email) => email.toUpperCase(),
		organization: (name) => `  ${name.replace(/ /g, ' \n ')} `,
	};
	const respelled = ([field, value]: [string, unknown]) =>
		[field, typeof value === 'string' ? (spelled[field]?.(value) ?? value) : value] as const;
	return Object.fromEntries(Object.entries(record).map(respelled));
}

/** An invoice as lists show it that tell less of payments: without notes, cut, or in other letters. */
function blurPayments(record: WatchedRecord): WatchedRecord {
	if (!Array.isArray(record.transactions)) return record;
	const transactions = record.transactions.map((payment: WatchedRecord) => ({
		...payment,
		...('notes' in payment && { notes: String(payment.notes).slice(0, Number(record.invoice_id) % 3) }),
		...('method' in payment && { method: String(payment.method).toUpperCase() }),
	}));
	return { ...record, transactions };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const RANKS: Readonly<Record<Order, (id: number) => number>> = {
	newest: (id) => -id,
	oldest: (id) => id,
	number: scramble,
};

const isThere = ({ isDeleted, isHidden }: Invoice | Thing): boolean => !isDeleted && !isHidden;

export class Service {
	readonly invoices = new Map<number, Invoice>();
	readonly things = new Map<number, Thing>();
	shape: Shape;
	perPage: number;
	/** What lists are sorted by, ascending. */
	rank: (id: number) => number;
	quirks: Quirks = { smallLetters: 'none', blursPayments: false, respells: false };
	/** The numbers of changes and days so far. */
	time = 0;
	day = 0;
	requests = { page: 0, get: 0 };
	private lastId = 100;
	private minute = 0;

	constructor(shape: Shape, order: Order, perPage: number) {
		this.shape = shape;
		this.rank = RANKS[order];
		this.perPage = perPage;
	}

	/** The day that is this many days from today. */
	dayIn(days: number): string {
		return new Date(FIRST_DAY + (this.day + days) * DAY_MS).toISOString().slice(0, 10);
	}

	/** The time of a poll that begins now: each is a minute later. */
	now(): string {
		this.minute = (this.minute + 1) % (24 * 60);
		return new Date(FIRST_DAY + this.day * DAY_MS + this.minute * 60_000).toISOString();
	}

	wait(minutes: number): void {
		this.minute += minutes;
	}

	private newRecord(step: number, status: string): RecordFacts {
		this.time++;
		this.lastId += step;
		const id = this.lastId;
		const date = `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`;
		const flags = { isDeleted: false, isLocked: false, isHidden: false, wasWithheld: false };
		const statuses = [{ at: this.time, is: status }];
		return { id, status, date, bornAt: this.time, ...flags, statuses, values: {} };
	}

	create(status = 'Sent', net = 100): Invoice {
		const facts = this.newRecord(1 + ((this.time + 1) % 3), status);
		const dues: Since[] = [];
		const invoice: Invoice = {
			...facts,
			...{ recordStatus: 'Active', net, due: this.dayIn(facts.id % 6), client: clientIdOf(facts.id) },
			...{ payments: [], wasSettled: false, wasReopened: false, wasDiscardedDraft: false },
			...{ dues, openings: [], veil: 'none', wasVeiled: false },
			values: { total: [], invoice_due_date: dues, client_id: [] },
		};
		this.invoices.set(invoice.id, invoice);
		this.note(invoice);
		return invoice;
	}

	/** Makes a record that is not an invoice. */
	add(resource: ResourceName, status = ''): Thing {
		const facts = this.newRecord(1, status);
		const { id, bornAt: at } = facts;
		const client = { name: `Ann ${id}`, organization: 'Ann & Sons Ltd', email: `ann.${id}@example.com` };
		const all = { ...client, work_phone: '', address: 'Street 1', currency: 'EUR' };
		const logs = resource === 'client' ? Object.entries(all) : [];
		const values = Object.fromEntries(logs.map(([field, is]) => [field, [{ at, is }]]));
		const thing: Thing = { ...facts, resource, values, isArchived: false, wasArchived: false };
		this.things.set(id, thing);
		return thing;
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

	set(invoice: Invoice, change: Partial<Invoice>): void {
		this.time++;
		invoice.wasReopened ||= change.recordStatus === 'Active' && invoice.recordStatus !== 'Active';
		Object.assign(invoice, change);
		this.note(invoice);
	}

	setThing(thing: Thing, change: Partial<Pick<Thing, 'status' | 'isArchived' | 'isDeleted'>>): void {
		this.time++;
		Object.assign(thing, change);
		thing.wasArchived ||= thing.isArchived;
		this.log(thing.statuses, thing.status);
	}

	/** Changes a client's value. */
	edit({ values }: Thing, field: string, is: string): void {
		this.time++;
		this.log(values[field], is);
	}

	/** Makes hidden records visible. */
	reveal(): void {
		this.time++;
		for (const record of this.all()) record.isHidden = false;
	}

	/** Answers again whatever is asked for. */
	unlock(): void {
		for (const record of this.all()) record.isLocked = false;
		for (const invoice of this.invoices.values()) invoice.veil = 'none';
	}

	all(): Array<Invoice | Thing> {
		return [...this.invoices.values(), ...this.things.values()];
	}

	private settle(invoice: Invoice): void {
		const paid = paidOn(invoice);
		if (paid >= invoice.net) invoice.status = 'Paid';
		else if (paid > 0) invoice.status = 'Partial-Paid';
		else if (['Paid', 'Partial-Paid'].includes(invoice.status)) invoice.status = 'Sent';
		this.note(invoice);
	}

	private note(invoice: Invoice): void {
		if (isSettled(invoice)) invoice.wasSettled = true;
		else if (invoice.wasSettled) invoice.wasReopened = true;
		if (invoice.status === 'Draft' && invoice.recordStatus !== 'Active') invoice.wasDiscardedDraft = true;
		this.log(invoice.statuses, invoice.status);
		this.log(invoice.openings, isSettled(invoice) ? 'settled' : 'open');
		this.log(invoice.values.total, String(invoice.net));
		this.log(invoice.values.client_id, String(invoice.client));
		this.log(invoice.dues, invoice.due);
	}

	private log(log: Since[] | undefined, is: string): void {
		if (log?.at(-1)?.is !== is) log?.push({ at: this.time, is });
	}

	/** What a list shows of a record, or what a single read does. */
	private show(of: Invoice | Thing, wanted: Shape, isList: boolean): WatchedRecord {
		const shapes = ['full', 'summary', 'bare'] as const;
		const shape = wanted === 'mixed' ? shapes[scramble(of.id + this.requests.page) % 3] : wanted;
		if (shape === 'bare')
			return { [isInvoice(of) ? 'invoice_id' : WATCHED_RESOURCES[of.resource].idField]: of.id };
		const plain = isInvoice(of)
			? this.showInvoice(of, shape === 'full', isList)
			: showThing(of, shape ?? 'full');
		return this.quirks.respells && isList ? respell(plain) : plain;
	}

	private showInvoice(invoice: Invoice, isFull: boolean, isList: boolean): WatchedRecord {
		const { smallLetters, blursPayments } = this.quirks;
		const { transactions, ...others } = isFull ? showInvoice(invoice) : summarise(invoice);
		const hidden = invoice.veil === 'list' ? undefined : [];
		const shown = invoice.veil === 'none' || transactions === undefined ? transactions : hidden;
		const record = shown === undefined ? others : { ...others, transactions: shown };
		const told = blursPayments && isList ? blurPayments(record) : record;
		if (![isList ? 'lists' : 'reads', 'all'].includes(smallLetters)) return told;
		const [status, use] = [told.invoice_status, told.status].map((word) => String(word).toLowerCase());
		return { ...told, invoice_status: status, status: use };
	}

	private select(resource: ResourceName, filter: Filter): Array<Invoice | Thing> {
		const { invoice_record_status: use = 'Active', invoice_status: status, date_from: from = '' } = filter;
		return this.all()
			.filter((record) =>
				isInvoice(record)
					? resource === 'invoice' &&
						record.recordStatus === use &&
						record.status === (status ?? record.status)
					: record.resource === resource && !record.isArchived,
			)
			.filter((record) => isThere(record) && record.date >= from)
			.sort((a, b) => this.rank(a.id) - this.rank(b.id));
	}

	/** What a trigger reads with. `before` is called before each read, and may change things or throw. */
	reader(before: () => void = () => {}, isOutOfTime: () => boolean = () => false): RecordReader {
		// Putting the lists in order is most of the work of a test, so it is done once for each change.
		const lists = new Map<string, ReadonlyArray<Invoice | Thing>>();
		// A read that throws rejects, as one over the wire does.
		const answer = async <Answer,>(read: () => Answer): Promise<Answer> => {
			before();
			return await Promise.resolve(read());
		};
		return {
			page: (resource, filter, page) =>
				answer(() => {
					this.requests.page++;
					const key = JSON.stringify([resource, filter, this.time]);
					const all = lists.get(key) ?? this.select(resource, filter);
					lists.set(key, all);
					const listed = all.slice((page - 1) * this.perPage, page * this.perPage);
					const records = listed.map((found) => this.show(found, this.shape, true));
					return { records, total: all.length, totalPages: Math.ceil(all.length / this.perPage) };
				}),
			get: (resource, id) =>
				answer(() => {
					this.requests.get++;
					const found = resource === 'invoice' ? this.invoices.get(id) : this.things.get(id);
					if (found === undefined || !isThere(found)) return 'gone';
					return found.isLocked ? 'unreadable' : this.show(found, 'full', false);
				}),
			isOutOfTime,
		};
	}
}
