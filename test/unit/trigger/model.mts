/** A billing service in memory, small enough to be trusted, for the trigger's tests. */
import type { WatchedRecord, Filter, ResourceName } from '../../../nodes/XmlBilling/trigger/events/events';
import type { RecordReader } from '../../../nodes/XmlBilling/trigger/scan';
import { type Quirks, type Order, PERFECT, RANKS, writeSmall } from './quirks.mts';
import {
	blurPayments,
	clientOf,
	type Invoice,
	isSettled,
	padRecord,
	paidOn,
	type Payment,
	scramble,
	type Shape,
	showInvoice,
	showThing,
	type Since,
	summarise,
	type Thing,
	veiled,
} from './records.mts';
import { clientValues, respell } from './values.mts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

export class Service {
	readonly invoices = new Map<number, Invoice>();
	readonly things = new Map<number, Thing>();
	shape: Shape;
	/** What lists are sorted by, ascending. */
	rank: (id: number) => number;
	perPage: number;
	quirks: Quirks = PERFECT;
	/** The number of changes so far. */
	time = 0;
	/** The number of days that have passed. */
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
		return new Date(FIRST_DAY + this.day * DAY_MS + this.minute * MINUTE_MS).toISOString();
	}

	wait(minutes: number): void {
		this.minute += minutes;
	}

	create(status = 'Sent', net = 100): Invoice {
		this.time++;
		this.lastId += 1 + (this.time % 3);
		const id = this.lastId;
		const dues: Since[] = [];
		const invoice: Invoice = {
			id,
			number: `N${scramble(id)}`,
			status,
			recordStatus: 'Active',
			net,
			date: `2026-01-${String(1 + (id % 28)).padStart(2, '0')}`,
			due: this.dayIn(id % 6),
			client: clientOf(id),
			payments: [],
			bornAt: this.time,
			isLocked: false,
			isHidden: false,
			wasSettled: false,
			wasReopened: false,
			wasDiscardedDraft: false,
			isDeleted: false,
			wasWithheld: false,
			statuses: [],
			openings: [],
			veil: 'none',
			wasVeiled: false,
			dues,
			values: { total: [], invoice_due_date: dues, client_id: [] },
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
			isLocked: false,
			isHidden: false,
			wasWithheld: false,
			statuses: [{ at: this.time, is: status }],
			values: resource === 'client' ? clientValues(id, this.time) : {},
		};
		this.things.set(id, thing);
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
		change: Partial<Pick<Invoice, 'status' | 'recordStatus' | 'net' | 'isDeleted' | 'due' | 'client'>>,
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
		this.log(thing.statuses, thing.status);
	}

	/** Changes a client's value. */
	edit({ values }: Thing, field: string, is: string): void {
		this.time++;
		const log = values[field];
		if (log) this.log(log, is);
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

	private all(): Array<Invoice | Thing> {
		return [...this.invoices.values(), ...this.things.values()];
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
		this.log(invoice.openings, isSettled(invoice) ? 'settled' : 'open');
		const { total: totals = [], client_id: clients = [] } = invoice.values;
		this.log(totals, String(invoice.net));
		this.log(clients, String(invoice.client));
		this.log(invoice.dues, invoice.due);
	}

	private log(log: Invoice['statuses'], is: string): void {
		if (log.at(-1)?.is !== is) log.push({ at: this.time, is });
	}

	record(invoice: Invoice): WatchedRecord {
		return showInvoice(invoice);
	}

	/** What a list shows of a record, or what a single read does. */
	private show(of: Invoice | Thing, shape: Shape, answer: 'lists' | 'reads'): WatchedRecord {
		const shapes = ['full', 'summary', 'bare'] as const;
		const shown = shape === 'mixed' ? (shapes[scramble(of.id + this.requests.page) % 3] ?? 'full') : shape;
		const plain = 'resource' in of ? showThing(of, shown) : this.showInvoice(of, shown, answer);
		const record = this.quirks.respells && answer === 'lists' ? respell(plain) : plain;
		return this.quirks.isPadded ? padRecord('resource' in of ? of.resource : 'invoice', record) : record;
	}

	private showInvoice(invoice: Invoice, shape: Shape, answer: 'lists' | 'reads'): WatchedRecord {
		if (shape === 'bare') return { invoice_id: invoice.id };
		const { smallLetters, blursPayments } = this.quirks;
		const record = veiled(invoice, shape === 'full' ? this.record(invoice) : summarise(invoice));
		const told = blursPayments && answer === 'lists' ? blurPayments(record) : record;
		return [answer, 'all'].includes(smallLetters) ? writeSmall(told) : told;
	}

	private select(resource: ResourceName, filter: Filter): Array<Invoice | Thing> {
		const found = resource === 'invoice' ? this.findInvoices(filter) : this.findThings(resource, filter);
		const ranks = new Map(found.map(({ id }) => [id, this.rank(id)]));
		return found.sort((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
	}

	private findInvoices(filter: Filter): Invoice[] {
		return [...this.invoices.values()].filter(
			(invoice) =>
				isThere(invoice) &&
				invoice.recordStatus === (filter.invoice_record_status ?? 'Active') &&
				invoice.status === (filter.invoice_status ?? invoice.status) &&
				this.isSince(filter, invoice.date),
		);
	}

	private findThings(resource: ResourceName, filter: Filter): Thing[] {
		return [...this.things.values()].filter(
			(thing) =>
				thing.resource === resource &&
				isThere(thing) &&
				!thing.isArchived &&
				this.isSince(filter, thing.date),
		);
	}

	private isSince({ date_from: from }: Filter, date: string): boolean {
		return from === undefined || date >= from;
	}

	/** What a trigger reads with. `before` is called before each read, and may change things or throw. */
	reader(before: () => void = () => {}, isOutOfTime: () => boolean = () => false): RecordReader {
		// Putting the lists in order is most of the work of a test, so it is done once for each change.
		const lists = new Map<string, ReadonlyArray<Invoice | Thing>>();
		const list = (resource: ResourceName, filter: Filter) => {
			const key = JSON.stringify([resource, filter, this.time]);
			const known = lists.get(key) ?? this.select(resource, filter);
			lists.set(key, known);
			return known;
		};
		// A read that throws rejects, as one over the wire does.
		const answer = async <Answer,>(read: () => Answer): Promise<Answer> => {
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
						.map((found) => this.show(found, this.shape, 'lists'));
					return { records, total: all.length, totalPages: Math.ceil(all.length / this.perPage) };
				}),
			get: (resource, id) =>
				answer(() => {
					this.requests.get++;
					const found = resource === 'invoice' ? this.invoices.get(id) : this.things.get(id);
					if (found === undefined || !isThere(found)) return 'gone';
					return found.isLocked ? 'unreadable' : this.show(found, 'full', 'reads');
				}),
			isOutOfTime,
		};
	}
}

const isThere = ({ isDeleted, isHidden }: Invoice | Thing): boolean => !isDeleted && !isHidden;
