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
	bornAt: number;
	deletedAt?: number;
}

/** When something became what it is. */
export interface Since {
	at: number;
	is: string;
}

/** A record, and since when each of its values is what it is. */
export class Entity {
	/**
	 * Its `use` (`Active`, `Archived`, `Cancel`, `Stop` or `Deleted`), its `status`, the values whose changes are events, and its
	 * `phase`: `open`, `settled`, or `discarded` for an archived or canceled draft. The last entry is the current one.
	 */
	readonly log: Record<string, Since[]> = {};
	readonly payments: Payment[] = [];
	readonly resource: ResourceName;
	readonly id: number;
	readonly bornAt: number;
	readonly date: string;
	/** The service lists it but refuses to return it, or shows it nowhere yet; whether either was so at some point. */
	isLocked = false;
	isHidden = false;
	wasWithheld = false;
	/** What of its payments no answer shows: nothing, the list, or what is in it. */
	veil: 'none' | 'list' | 'entries' = 'none';
	wasVeiled = false;

	constructor(resource: ResourceName, id: number, bornAt: number) {
		this.resource = resource;
		this.id = id;
		this.bornAt = bornAt;
		this.date = `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`;
	}

	/** What a value is, or was at a time; '' if it has none. */
	is(field: string, time = Infinity): string {
		const log = this.log[field];
		return (time === Infinity ? log?.at(-1) : log?.findLast(({ at }) => at <= time))?.is ?? '';
	}

	/** Everything that a value was between two times. */
	had(field: string, from = 0, to = Infinity): string[] {
		const log = this.log[field] ?? [];
		const was = log.filter(({ at }, index) => at <= to && (log[index + 1]?.at ?? Infinity) > from);
		return was.map(({ is }) => is);
	}

	get isDeleted(): boolean {
		return this.is('use') === 'Deleted';
	}

	get isOpen(): boolean {
		return this.is('phase') === 'open';
	}

	get wasSettled(): boolean {
		return this.had('phase').some((phase) => phase !== 'open');
	}

	/** It was settled or out of use, and open or in use again after that. */
	get wasReopened(): boolean {
		return this.had('phase').slice(1).includes('open') || this.had('use').slice(1).includes('Active');
	}

	get paid(): number {
		return this.present.reduce((cents, { amount }) => cents + amount * 100, 0) / 100;
	}

	/** The payments that are not deleted. */
	get present(): Payment[] {
		return this.payments.filter(({ deletedAt }) => deletedAt === undefined);
	}
}

/** A pseudorandom number, the same each time. */
export const scramble = (value: number): number => Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) >>> 5;

export const isInvoice = ({ resource }: Entity): boolean => resource === 'invoice';

/** Whether a summary shows a payment that comes with an equal rise of the total. */
export const tellsTotal = ({ id }: Pick<Entity, 'id'>): boolean => id % 4 === 0 || id % 2 === 1;

/** Which of the watched values a summary shows, of some records none: the specification doesn't say. */
export function summaryFields({ id, resource }: Pick<Entity, 'id' | 'resource'>): string[] {
	if (resource === 'client' && id % 3 !== 1)
		return id % 3 === 0 ? ['name', 'email'] : ['organization', 'work_phone', 'currency'];
	if (resource !== 'invoice') return [];
	const fields: Array<[string, boolean]> = [
		['total', tellsTotal({ id })],
		['invoice_due_date', id % 3 === 0],
		['client_id', id % 7 === 0],
		['number', id % 11 !== 0 && id % 10 !== 2],
	];
	return fields.filter(([, isShown]) => isShown).map(([field]) => field);
}

function transactionsOf({ id, present }: Entity): WatchedRecord[] {
	const shown = present.map(({ method, amount, date, notes }) => ({
		...{ method, notes, amount },
		date: `${date} 10:00:00`,
	}));
	return scramble(id) & 1 ? shown : shown.reverse();
}

function summarise(invoice: Entity): WatchedRecord {
	const { id, paid } = invoice;
	const net = Number(invoice.is('total'));
	const fields = summaryFields(invoice);
	return {
		invoice_id: id,
		...(fields.includes('number') && { number: `N${scramble(id)}` }),
		...(fields.includes('client_id') && { client: { client_id: Number(invoice.is('client_id')) } }),
		invoice_status: invoice.is('status'),
		...(id % 9 !== 4 && { status: invoice.is('use') }),
		...(id % 2 === 1 && { total_paid: paid }),
		...(fields.includes('total') && { net_balance: net }),
		...(fields.includes('invoice_due_date') && { invoice_due_date: invoice.is('invoice_due_date') }),
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
export function showInvoice(invoice: Entity): WatchedRecord {
	const net = Number(invoice.is('total'));
	return {
		...summarise(invoice),
		client: { client_id: Number(invoice.is('client_id')), address: 'Street 1' },
		number: `N${scramble(invoice.id)}`,
		date: invoice.date,
		invoice_due_date: invoice.is('invoice_due_date'),
		status: invoice.is('use'),
		net_balance: net,
		total_paid: invoice.paid,
		items: [{ item_id: 1, name: 'Work', unit_cost: net, quantity: 1 }],
		transactions: transactionsOf(invoice),
	};
}

function showThing(thing: Entity, isSummary: boolean): WatchedRecord {
	const { resource, id, date } = thing;
	const row = WATCHED_RESOURCES[resource];
	const told = {
		[row.idField]: id,
		...(row.status && { [row.status.field]: thing.is('status') }),
		...(row.ended && !(isSummary && id % 3 === 0) && { [row.ended.field]: thing.is('use') }),
	};
	const fields = isSummary ? summaryFields(thing) : valuesOf(thing);
	const values = Object.fromEntries(fields.map((field) => [field, thing.is(field)]));
	if (isSummary) return { ...told, ...values };
	const client = { client_id: id % 5 };
	return {
		...Object.fromEntries(row.present.map((field) => [field, ''])),
		...Object.fromEntries(row.filled.map((field) => [field, `the ${field}`])),
		...(row.hasClient && (row.filled.includes('client') ? { client } : client)),
		...(row.filled.includes('items') && { items: [{ name: 'Work' }] }),
		...(row.filled.includes('date') && { date }),
		...values,
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

/** The values of a record whose changes are events. */
export const valuesOf = ({ log }: Entity): string[] =>
	Object.keys(log).filter((field) => !['use', 'status', 'phase'].includes(field));

export class Service {
	readonly records = new Map<number, Entity>();
	shape: Shape;
	perPage: number;
	/** What lists are sorted by, ascending. */
	rank: (id: number) => number;
	quirks: Quirks = { smallLetters: 'none', blursPayments: false, respells: false };
	/** The numbers of changes and days so far. */
	time = 0;
	day = 0;
	requests = { page: 0, get: 0 };
	private readonly kinds = new Map<ResourceName, Entity[]>();
	private lastId = 100;
	private minute = 0;

	constructor(shape: Shape, order: Order, perPage: number) {
		this.shape = shape;
		this.rank = RANKS[order];
		this.perPage = perPage;
	}

	/** The records of a kind, the oldest first. */
	of(resource: ResourceName): readonly Entity[] {
		return this.kinds.get(resource) ?? [];
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

	/** Makes an invoice. */
	create(status = 'Sent', total = 100): Entity {
		this.lastId += (this.time + 1) % 3;
		const id = this.lastId + 1;
		return this.add('invoice', status, { total, invoice_due_date: this.dayIn(id % 6), client_id: id % 5 });
	}

	/** Makes a record. */
	add(resource: ResourceName, status = '', values: Readonly<Record<string, string | number>> = {}): Entity {
		const record = new Entity(resource, ++this.lastId, this.time + 1);
		this.records.set(record.id, record);
		const kind = this.kinds.get(resource) ?? [];
		kind.push(record);
		this.kinds.set(resource, kind);
		const { id } = record;
		const client = { name: `Ann ${id}`, organization: 'Ann & Sons Ltd', email: `ann.${id}@example.com` };
		const all = { ...client, work_phone: '', address: 'Street 1', currency: 'EUR' };
		this.set(record, { use: 'Active', status, ...(resource === 'client' ? all : values) });
		return record;
	}

	/** Changes values. */
	set(record: Entity, values: Readonly<Record<string, string | number>>): void {
		this.time++;
		for (const [field, is] of Object.entries(values)) this.note(record, field, String(is));
		const isInUse = record.is('use') === 'Active';
		const isPaid = isInvoice(record) && ['Paid', 'Auto-Paid'].includes(record.is('status'));
		const isDiscarded = !isInUse && isInvoice(record) && record.is('status') === 'Draft';
		this.note(record, 'phase', isDiscarded ? 'discarded' : isInUse && !isPaid ? 'open' : 'settled');
	}

	private note({ log }: Entity, field: string, is: string): void {
		const entries = (log[field] ??= []);
		if (entries.at(-1)?.is !== is) entries.push({ at: this.time, is });
	}

	pay(invoice: Entity, amount: number, variety = 0): Payment {
		const payment: Payment = {
			method: variety & 1 ? 'Cheque' : 'Cash',
			amount,
			date: variety & 2 ? '2026-01-16' : '2026-01-15',
			notes: variety & 4 ? 'with thanks, "J."' : '',
			bornAt: this.time + 1,
		};
		invoice.payments.push(payment);
		this.settle(invoice);
		return payment;
	}

	unpay(invoice: Entity, payment: Payment): void {
		payment.deletedAt = this.time + 1;
		this.settle(invoice);
	}

	private settle(invoice: Entity): void {
		const before = invoice.is('status');
		const { paid } = invoice;
		const unpaid = ['Paid', 'Partial-Paid'].includes(before) ? 'Sent' : before;
		const status = paid >= Number(invoice.is('total')) ? 'Paid' : paid > 0 ? 'Partial-Paid' : unpaid;
		this.set(invoice, { status });
	}

	/** Makes hidden records visible. */
	reveal(): void {
		this.time++;
		for (const record of this.records.values()) record.isHidden = false;
	}

	/** Answers again whatever is asked for. */
	unlock(): void {
		for (const record of this.records.values()) Object.assign(record, { isLocked: false, veil: 'none' });
	}

	/** What a list shows of a record, or what a single read does. */
	private show(of: Entity, wanted: Shape, isList: boolean): WatchedRecord {
		const shapes = ['full', 'summary', 'bare'] as const;
		const shape = wanted === 'mixed' ? shapes[scramble(of.id + this.requests.page) % 3] : wanted;
		if (shape === 'bare') return { [WATCHED_RESOURCES[of.resource].idField]: of.id };
		const isSummary = shape === 'summary';
		const plain = isInvoice(of) ? this.showInvoice(of, isSummary, isList) : showThing(of, isSummary);
		return this.quirks.respells && isList ? respell(plain) : plain;
	}

	private showInvoice(invoice: Entity, isSummary: boolean, isList: boolean): WatchedRecord {
		const { smallLetters, blursPayments } = this.quirks;
		const { transactions, ...others } = isSummary ? summarise(invoice) : showInvoice(invoice);
		const hidden = invoice.veil === 'list' ? undefined : [];
		const shown = invoice.veil === 'none' || transactions === undefined ? transactions : hidden;
		const record = shown === undefined ? others : { ...others, transactions: shown };
		const told = blursPayments && isList ? blurPayments(record) : record;
		if (![isList ? 'lists' : 'reads', 'all'].includes(smallLetters)) return told;
		const small = (field: string) => field in told && { [field]: String(told[field]).toLowerCase() };
		return { ...told, ...small('invoice_status'), ...small('status') };
	}

	private select(resource: ResourceName, filter: Filter): Entity[] {
		const { invoice_record_status: use = 'Active', invoice_status: status, date_from: from = '' } = filter;
		return this.of(resource)
			.filter((record) => record.is('use') === use && record.is('status') === (status ?? record.is('status')))
			.filter(({ isHidden, date }) => !isHidden && date >= from)
			.sort((a, b) => this.rank(a.id) - this.rank(b.id));
	}

	/** What a trigger reads with. `before` is called before each read, and may change things or throw. */
	reader(before: () => void = () => {}, isOutOfTime: () => boolean = () => false): RecordReader {
		// Putting the lists in order is most of the work of a test, so it is done once for each change.
		const lists = new Map<string, readonly Entity[]>();
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
			get: (_, id) =>
				answer(() => {
					this.requests.get++;
					const found = this.records.get(id);
					if (found === undefined || found.isDeleted || found.isHidden) return 'gone';
					return found.isLocked ? 'unreadable' : this.show(found, 'full', false);
				}),
			isOutOfTime,
		};
	}
}
