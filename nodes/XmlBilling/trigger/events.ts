/** The events, as data. Everything else in this folder walks this table and that of the resources. */
import { RESOURCES, type ResourceName } from './resources';

/** One decoded record, with the interface's own field names (§2.2). */
export type BillingRecord = Readonly<Record<string, unknown>>;

export type EventKind =
	| 'invoiceCreated'
	| 'paymentRecorded'
	| 'invoiceStatusChanged'
	| 'invoiceOverdue'
	| 'estimateCreated'
	| 'estimateStatusChanged'
	| 'clientCreated'
	| 'recurringCreated'
	| 'expenseCreated'
	| 'projectCreated'
	| 'taskCreated'
	| 'timeEntryCreated'
	| 'productCreated'
	| 'serviceCreated'
	| 'staffCreated';

/** What an event is noticed by. */
export type DetectorName = 'created' | 'payment' | 'status' | 'overdue';

export interface EventRow {
	label: string;
	/** What has to happen, as the form says it. */
	description: string;
	resource: ResourceName;
	detector: DetectorName;
}

const made = (label: string, description: string, resource: ResourceName): EventRow => ({
	label: `${label} Created`,
	description,
	resource,
	detector: 'created',
});

/** The order of the rows is the order of one record's events. */
export const EVENTS: Readonly<Record<EventKind, EventRow>> = {
	invoiceCreated: made('Invoice', 'An invoice was made. A draft counts once it is sent.', 'invoice'),
	invoiceStatusChanged: {
		label: 'Invoice Status Changed',
		description: 'An invoice was sent, viewed, paid, disputed or got another status',
		resource: 'invoice',
		detector: 'status',
	},
	paymentRecorded: {
		label: 'Payment Recorded',
		description:
			'A payment was recorded on an invoice, in full or in part. A payment whose amount is corrected counts as another.',
		resource: 'invoice',
		detector: 'payment',
	},
	invoiceOverdue: {
		label: 'Invoice Overdue',
		description: 'An invoice is not paid although its due date is over by a number of days',
		resource: 'invoice',
		detector: 'overdue',
	},
	estimateCreated: made('Estimate', 'An estimate was made', 'estimate'),
	estimateStatusChanged: {
		label: 'Estimate Status Changed',
		description: 'An estimate was sent, accepted or got another status',
		resource: 'estimate',
		detector: 'status',
	},
	clientCreated: made('Client', 'A client was added', 'client'),
	recurringCreated: made('Recurring Profile', 'A profile for recurring invoices was made', 'recurring'),
	expenseCreated: made('Expense', 'An expense was recorded', 'expense'),
	projectCreated: made('Project', 'A project was made', 'project'),
	taskCreated: made('Task', 'A task was made', 'task'),
	timeEntryCreated: made('Time Entry', 'Working time was logged', 'timelog'),
	productCreated: made('Product', 'A product was added', 'product'),
	serviceCreated: made('Service', 'A service was added', 'service'),
	staffCreated: made('Staff Member', 'A staff member was added', 'staff'),
};

// The keys of a literal record are its type's keys.
export const EVENT_KINDS = Object.keys(EVENTS) as readonly EventKind[];

export interface TriggerEvent {
	event: EventKind;
	/** Unique among the events of an account, and the same when a poll is repeated: `invoice:123:created`. */
	eventId: string;
	/** When the poll that noticed it began, as handed to that poll. */
	detectedAt: string;
	/** The full record, as read when the event was noticed. */
	record: BillingRecord;
	previousStatus?: string;
	status?: string;
	/** The transaction: method, notes, amount, date (§2.2). */
	payment?: BillingRecord;
	/** For how many days an overdue invoice has been due. */
	daysOverdue?: number;
	/** What was outstanding once this payment was in, in the invoice's currency; absent if the service does not say. */
	balanceLeft?: number;
}

/** Narrows what is returned. Nothing here changes what is remembered, so a filter can be changed at any time. */
export interface EventFilters {
	/** Of records that belong to a client. */
	clientId?: number;
	/** Of a payment, of what is outstanding of an overdue invoice, else of the record's total, where it has one. */
	minimumAmount?: number;
	/** The statuses that a change may begin or end with, in lower case; any where a kind is left out. */
	statusFrom?: Partial<Record<EventKind, readonly string[]>>;
	statusTo?: Partial<Record<EventKind, readonly string[]>>;
	fullPaymentOnly?: boolean;
}

export interface TriggerOptions {
	events: readonly EventKind[];
	/** True: a draft counts as created at once. False: when it is sent. */
	includeDrafts: boolean;
	/** The most events that one poll returns, at least 1. */
	maxEvents: number;
	/**
	 * `YYYY-MM-DD`. A trigger that remembers nothing yet reports records dated since then instead of nothing, where lists
	 * can be asked by date.
	 */
	startFrom?: string;
	/** Whole days after the due date from which an invoice counts as overdue. */
	overdueDays?: number;
	filters?: EventFilters;
}

function amountOf({ event, payment, record }: TriggerEvent): unknown {
	if (payment !== undefined) return payment.amount;
	if (EVENTS[event].detector === 'overdue') return record.outstanding;
	return record.net_balance ?? record.amount;
}

/** Who a record is billed to. */
export const clientOf = ({ client, client_id: clientId }: BillingRecord): unknown =>
	typeof client === 'object' && client !== null && 'client_id' in client ? client.client_id : clientId;

const includes = (statuses: readonly string[] | undefined, status = ''): boolean =>
	statuses === undefined || statuses.includes(status.toLowerCase());

/** Whether an event passes the filters. One that a filter does not concern passes it. */
export function passesFilters(event: TriggerEvent, filters: EventFilters = {}): boolean {
	const { clientId, minimumAmount, statusFrom = {}, statusTo = {}, fullPaymentOnly } = filters;
	const { event: kind, record, payment, balanceLeft, previousStatus, status } = event;
	const { resource, detector: watch } = EVENTS[kind];
	const amount = amountOf(event);
	const hasClient = RESOURCES[resource].hasClient === true;
	return (
		(clientId === undefined || !hasClient || clientOf(record) === clientId) &&
		(minimumAmount === undefined || typeof amount !== 'number' || amount >= minimumAmount) &&
		(watch !== 'status' ||
			(includes(statusFrom[kind], previousStatus) && includes(statusTo[kind], status))) &&
		(!fullPaymentOnly || payment === undefined || (balanceLeft ?? 1) <= 0)
	);
}
