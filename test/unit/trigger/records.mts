/** The records of the trigger's tests, and what a service shows of them. */
import type { Element } from '../../../nodes/XmlBilling/xml/parse';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { decodeRecord } from '../../../nodes/XmlBilling/xml/shape';
import {
	type WatchedRecord,
	type ResourceName,
	WATCHED_RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events/events';

import { showClient, summariseClient, tellsNumber, tellsTotal, type Values } from './values.mts';

export type Shape = 'full' | 'summary' | 'bare' | 'mixed';

/** A pseudorandom number, the same each time. */
export const scramble = (value: number): number => Math.imul(value ^ 0x9e3779b9, 0x85ebca6b) >>> 5;

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

/** Facts about any record. */
interface RecordFacts {
	id: number;
	status: string;
	date: string;
	bornAt: number;
	isDeleted: boolean;
	/** The service lists it, but fails to return it. */
	isLocked: boolean;
	/** It has its number, but no answer shows it yet. */
	isHidden: boolean;
	/** It has been locked or hidden at some point. */
	wasWithheld: boolean;
	statuses: Since[];
	/** The values whose changes are events. */
	values: Values;
}

export interface Invoice extends RecordFacts {
	number: string;
	recordStatus: string;
	net: number;
	due: string;
	client: number;
	payments: Payment[];
	/** It has been paid, archived or cancelled at some time. */
	wasSettled: boolean;
	/** It was open or in use again after that. */
	wasReopened: boolean;
	/** It has been archived or cancelled while it was a draft. */
	wasDiscardedDraft: boolean;
	dues: Since[];
	/** Since when it is open or settled. */
	openings: Since[];
	/** What of its payments no answer shows: nothing, the list, or what is in it. */
	veil: 'none' | 'list' | 'entries';
	/** It has been veiled at some point. */
	wasVeiled: boolean;
}

/** A record that is not an invoice: an estimate, or one of which only the creation is an event. */
export interface Thing extends RecordFacts {
	resource: ResourceName;
	isArchived: boolean;
	/** It has been missing from lists at some point. */
	wasArchived: boolean;
}

export const paidOn = ({ payments }: Invoice): number =>
	payments.reduce((sum, { amount, deletedAt }) => (deletedAt === undefined ? sum + amount * 100 : sum), 0) /
	100;

export const isSettled = (invoice: Invoice): boolean =>
	invoice.recordStatus !== 'Active' || invoice.status === 'Paid' || invoice.status === 'Auto-Paid';

/** The value of something at a time: the last one recorded by then. */
export const wasAt = (log: readonly Since[], time: number): string | undefined =>
	log.findLast(({ at }) => at <= time)?.is;

/** The first client of a record. */
export const clientOf = (id: number): number => id % 5;

/** What a single read shows of an invoice. */
export function showInvoice(invoice: Invoice): WatchedRecord {
	return {
		...summarise(invoice),
		client: { client_id: invoice.client, address: 'Street 1' },
		number: invoice.number,
		date: invoice.date,
		invoice_due_date: invoice.due,
		net_balance: invoice.net,
		total_paid: paidOn(invoice),
		items: [{ item_id: 1, name: 'Work', unit_cost: invoice.net, quantity: 1 }],
		transactions: transactionsOf(invoice),
	};
}

function transactionsOf({ id, payments }: Invoice): WatchedRecord[] {
	const transactions = payments
		.filter(({ deletedAt }) => deletedAt === undefined)
		.map(({ method, amount, date, notes }) => ({ method, notes, amount, date: `${date} 10:00:00` }));
	return scramble(id) & 1 ? transactions : transactions.reverse();
}

/** Whether a summary of it shows the amounts and dates of its payments and nothing else of them. */
export const isPartlyTold = ({ id }: Invoice): boolean => id % 5 === 1;

/** What a list shows of an invoice that does not show it in full. Which fields that are is not specified. */
export function summarise(invoice: Invoice): WatchedRecord {
	const { id, number, status, recordStatus, due, net, client } = invoice;
	const paid = paidOn(invoice);
	return {
		invoice_id: id,
		...(tellsNumber(invoice) && { number }),
		...(id % 7 === 0 && { client: { client_id: client } }),
		invoice_status: status,
		status: recordStatus,
		...(id % 2 ? { total_paid: paid } : {}),
		...(tellsTotal(invoice) && { net_balance: net }),
		...(id % 3 === 0 ? { invoice_due_date: due } : {}),
		// What a summary leaves out may be decoded as nothing; a zero payment alone would not show then, as docs/trigger.md says.
		...(id % 5 === 0 && paid !== 0 ? { transactions: [] } : {}),
		...(isPartlyTold(invoice) && {
			transactions: transactionsOf(invoice).map(({ amount, date }) => ({ amount, date })),
		}),
		outstanding: Math.round((net - paid) * 100) / 100,
	};
}

/** A record without payments that a service leaves out, although it counts them. */
export function veiled({ veil }: Invoice, record: WatchedRecord): WatchedRecord {
	const { transactions, ...others } = record;
	if (veil === 'none' || transactions === undefined) return record;
	return veil === 'list' ? others : { ...others, transactions: [] };
}

/** A full record has content in all fields that are said to have some, and the others at least. */
export function showThing(thing: Thing, shape: Shape): WatchedRecord {
	const { resource, id, status, date } = thing;
	const row = WATCHED_RESOURCES[resource];
	const told = { [row.idField]: id, ...(row.status && { [row.status.field]: status }) };
	if (shape === 'bare') return { [row.idField]: id };
	if (shape === 'summary') return { ...told, ...summariseClient(thing) };
	return {
		...Object.fromEntries(row.present.map((field) => [field, ''])),
		...Object.fromEntries(row.filled.map((field) => [field, `the ${field}`])),
		...(row.hasClient &&
			(row.filled.includes('client')
				? { client: { client_id: clientOf(id) } }
				: { client_id: clientOf(id) })),
		...(row.filled.includes('items') && { items: [{ name: 'Work' }] }),
		...(row.filled.includes('date') && { date }),
		...showClient(thing),
		...told,
	};
}

/** A record as a service shows it that writes every value on a line of its own, and large numbers with thousands separators. */
export function padRecord(resource: ResourceName, record: WatchedRecord): WatchedRecord {
	const { shape } = RECORD_TYPES.find(({ name }) => name === resource) ?? { shape: {} };
	return decodeRecord(elementOf(resource, record), shape);
}

// Only amounts are that large, and only with decimals are the separators clear.
const written = (value: unknown): string =>
	typeof value === 'number' && value >= 1000 && Number.isInteger(value)
		? `${value.toLocaleString('en-US')}.00`
		: String(value);

function elementOf(name: string, value: unknown): Element {
	const bare: Element = { name, attributes: {}, children: [], text: '' };
	if (typeof value !== 'object' || value === null) return { ...bare, text: `\n\t ${written(value)} \n` };
	if (!Array.isArray(value))
		return { ...bare, children: Object.entries(value).map((entry) => elementOf(...entry)) };
	// The wrapper of a list is the plural of its elements.
	return { ...bare, children: value.map((entry) => elementOf(name.slice(0, -1), entry)) };
}

/** An invoice as lists show it that say less of payments than single reads: without notes, cut, or in other letters. */
export function blurPayments(record: WatchedRecord): WatchedRecord {
	const { transactions } = record;
	if (!Array.isArray(transactions)) return record;
	const blurred = transactions.map((payment: WatchedRecord) => ({
		...payment,
		...('notes' in payment && { notes: String(payment.notes).slice(0, Number(record.invoice_id) % 3) }),
		...('method' in payment && { method: String(payment.method).toUpperCase() }),
	}));
	return { ...record, transactions: blurred };
}
