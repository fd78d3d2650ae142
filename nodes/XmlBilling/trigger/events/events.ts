/** The events as data, the lists in which they are found, and their filters. The rest of this folder works from these tables. */
import { isObject } from '../../helpers/GenericFunctions';
import { RECORD_TYPES, type Filter, type RecordType, type Watched, type WatchedName } from '../../records';

export type { Filter, WatchedName as ResourceName } from '../../records';

/** One decoded record, with the interface's own field names (§2.2). */
export type WatchedRecord = Readonly<Record<string, unknown>>;

/** The comparison that detects an event. */
export type DetectorName = 'created' | 'changed' | 'payment' | 'removal' | 'status' | 'reminder' | 'ended';

interface EventRow {
	label: string;
	/** When the event occurs, for the form. */
	description: string;
	resource: WatchedName;
	detector: DetectorName;
}

const created = (label: string, description: string, resource: WatchedName): EventRow => ({
	label: `${label} Created`,
	description,
	resource,
	detector: 'created',
});

const TABLE = {
	invoiceCreated: created(
		'Invoice',
		'An invoice was created. A draft is reported once it is sent.',
		'invoice',
	),
	invoiceChanged: {
		label: 'Invoice Changed',
		description: 'The total, due date, client, number, title or currency of an unpaid invoice changed',
		resource: 'invoice',
		detector: 'changed',
	},
	invoiceStatusChanged: {
		label: 'Invoice Status Changed',
		description: 'The status of an invoice changed, for example to sent, viewed, paid or disputed',
		resource: 'invoice',
		detector: 'status',
	},
	paymentRemoved: {
		label: 'Payment Removed',
		description:
			'A payment is gone from an invoice, for example after a bounced check. Changing its amount counts as a removal and a new payment.',
		resource: 'invoice',
		detector: 'removal',
	},
	paymentRecorded: {
		label: 'Payment Recorded',
		description:
			'A full or partial payment was recorded on an invoice. If its amount is changed, it is reported again.',
		resource: 'invoice',
		detector: 'payment',
	},
	invoiceDueSoon: {
		label: 'Invoice Due Soon',
		description: 'An unpaid invoice is due in the number of days you set',
		resource: 'invoice',
		detector: 'reminder',
	},
	invoiceOverdue: {
		label: 'Invoice Overdue',
		description: 'An unpaid invoice is past due by the number of days you set',
		resource: 'invoice',
		detector: 'reminder',
	},
	invoiceCanceled: {
		label: 'Invoice Canceled',
		description: 'An unpaid invoice was canceled (voided) or deleted',
		resource: 'invoice',
		detector: 'ended',
	},
	estimateCreated: created('Estimate', 'An estimate was created', 'estimate'),
	estimateStatusChanged: {
		label: 'Estimate Status Changed',
		description: 'The status of an estimate changed, for example to sent or viewed',
		resource: 'estimate',
		detector: 'status',
	},
	clientCreated: created('Client', 'A client was added', 'client'),
	clientChanged: {
		label: 'Client Changed',
		description: 'The name, organization, email, phone, address or currency of a client changed',
		resource: 'client',
		detector: 'changed',
	},
	recurringCreated: created('Recurring Profile', 'A profile for recurring invoices was created', 'recurring'),
	recurringStopped: {
		label: 'Recurring Profile Stopped',
		description: 'A profile for recurring invoices was stopped',
		resource: 'recurring',
		detector: 'ended',
	},
	expenseCreated: created('Expense', 'An expense was recorded', 'expense'),
	projectCreated: created('Project', 'A project was created', 'project'),
	taskCreated: created('Task', 'A task was created', 'task'),
	timeEntryCreated: created('Time Entry', 'Time was logged', 'timelog'),
	productCreated: created('Product', 'A product was added', 'product'),
	serviceCreated: created('Service', 'A service was added', 'service'),
	staffCreated: created('Staff Member', 'A staff member was added', 'staff'),
} satisfies Record<string, EventRow>;

export type EventKind = keyof typeof TABLE;

/** In the order in which the events of one record are returned. */
export const EVENTS: Readonly<Record<EventKind, EventRow>> = TABLE;

// The keys of a literal record are its type's keys.
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

export interface TriggerEvent {
	event: EventKind;
	/** Unique in the account, and the same if a poll is repeated: `invoice:123:created`. */
	eventId: string;
	/** When the poll that noticed it began: the poll's `now`. */
	detectedAt: string;
	/** The full record at that time. */
	record: WatchedRecord;
	previousStatus?: string;
	status?: string;
	/** The names of the fields that changed, as in the item. */
	changedFields?: readonly string[];
	/** The transaction: method, notes, amount, date (§2.2); of one that was removed, only the amount. */
	payment?: WatchedRecord;
	/** The number of days, of those that were asked for, for which this reminder is. */
	reminderDays?: number;
	/** How many days are left until the due date. */
	daysUntilDue?: number | undefined;
	/** How many days the invoice is past due. */
	daysOverdue?: number | undefined;
	/** The outstanding amount after this payment, in the invoice's currency; absent if the service doesn't show it. */
	balanceLeft?: number | undefined;
}

/** Filters narrow the result, never the memory, so they can be changed at any time. */
export interface EventFilters {
	/** Applies to records that belong to a client. */
	clientId?: number | undefined;
	/** Applies to the payment, the outstanding amount of a reminder, or else the record's total, if it has one. */
	minimumAmount?: number | undefined;
	/** The statuses that a change may begin or end with, in lower case. Defaults to all. */
	statusFrom?: Partial<Record<EventKind, readonly string[]>>;
	statusTo?: Partial<Record<EventKind, readonly string[]>>;
	fullPaymentOnly?: boolean;
}

export interface TriggerOptions {
	events: readonly EventKind[];
	/** Whether a draft counts as created immediately instead of when it is sent. */
	includeDrafts: boolean;
	/** With so many events, at least 1, a poll stops before the next record. Those of one record stay together. */
	maxEvents: number;
	/**
	 * `YYYY-MM-DD`. The very first poll reports the records dated on or after this day, if they can be listed by date.
	 * Defaults to reporting nothing.
	 */
	startFrom?: string | undefined;
	/** At how many whole days before its due date an invoice is due soon, from 0. Defaults to 3. */
	daysBeforeDue?: readonly number[] | undefined;
	/** At how many whole days past due an invoice is overdue, from 1. Defaults to 1. */
	daysOverdue?: readonly number[] | undefined;
	/** Whether reminders include disputed invoices. Otherwise these wait until the dispute is resolved. */
	includeDisputed?: boolean;
	filters?: EventFilters;
}

/** A kind of record as the trigger reads it. */
export interface ResourceRow extends Watched {
	readonly type: RecordType;
	readonly name: WatchedName;
	readonly idField: string;
	readonly lists: readonly [Filter, ...Filter[]];
}

type WatchedType = RecordType & { readonly name: WatchedName; readonly watched: Watched };

const isWatched = (type: RecordType): type is WatchedType => type.watched !== undefined;

/** The resources that the trigger reads. */
// The keys are the names of the kinds that are watched.
export const WATCHED_RESOURCES = Object.fromEntries(
	RECORD_TYPES.filter(isWatched).map((type): [string, ResourceRow] => {
		const { name, id: idField, watched } = type;
		return [name, { lists: [{}], ...watched, type, name, idField }];
	}),
) as Readonly<Record<WatchedName, ResourceRow>>;

function amountOf({ event, payment, record }: TriggerEvent): unknown {
	if (payment !== undefined) return payment.amount;
	if (EVENTS[event].detector === 'reminder') return record.outstanding;
	return record.net_balance ?? record.amount;
}

/** The client that a record belongs to; undefined if the record doesn't show it. */
export const clientOf = ({ client, client_id: clientId }: WatchedRecord): unknown =>
	isObject(client) && 'client_id' in client ? client['client_id'] : clientId;

const includes = (statuses: readonly string[] | undefined, status = ''): boolean =>
	statuses === undefined || statuses.includes(status.toLowerCase());

/** Whether an event passes the filters. A filter that doesn't apply to it lets it pass. */
export function passesFilters(event: TriggerEvent, filters: EventFilters = {}): boolean {
	const { clientId, minimumAmount, statusFrom = {}, statusTo = {}, fullPaymentOnly } = filters;
	const { event: kind, record, balanceLeft, previousStatus, status } = event;
	const { resource, detector } = EVENTS[kind];
	const amount = amountOf(event);
	const hasClient = WATCHED_RESOURCES[resource].hasClient ?? false;
	return (
		(clientId === undefined || !hasClient || clientOf(record) === clientId) &&
		(minimumAmount === undefined || typeof amount !== 'number' || amount >= minimumAmount) &&
		(detector !== 'status' ||
			(includes(statusFrom[kind], previousStatus) && includes(statusTo[kind], status))) &&
		(!fullPaymentOnly || detector !== 'payment' || (balanceLeft ?? 1) <= 0)
	);
}
