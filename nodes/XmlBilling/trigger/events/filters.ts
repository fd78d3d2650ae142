import { isObject } from '../../objects';
import { EVENTS, type WatchedRecord, type EventFilters, type TriggerEvent } from './events';
import { WATCHED_RESOURCES } from './resources';

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
	const hasClient = WATCHED_RESOURCES[resource].hasClient === true;
	return (
		(clientId === undefined || !hasClient || clientOf(record) === clientId) &&
		(minimumAmount === undefined || typeof amount !== 'number' || amount >= minimumAmount) &&
		(detector !== 'status' ||
			(includes(statusFrom[kind], previousStatus) && includes(statusTo[kind], status))) &&
		(!fullPaymentOnly || detector !== 'payment' || (balanceLeft ?? 1) <= 0)
	);
}
