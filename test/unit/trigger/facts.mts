/** Facts about a trace for the rules. */
import {
	type WatchedRecord,
	type EventKind,
	EVENTS,
	type TriggerEvent,
	WATCHED_RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { Tenure, Trace } from './play.mts';
import { clientOf, type Invoice, type Payment, type Thing } from './records.mts';

/** Returns what breaks it; nothing if it holds. */
export type Rule = (trace: Trace) => string[] | Promise<string[]>;

/** The identifier of an event's record. */
export const idOf = ({ event, record }: TriggerEvent): number =>
	Number(record[WATCHED_RESOURCES[EVENTS[event].resource].idField]);

/** The events of each record, in the order in which they were reported. */
export function byRecord(events: readonly TriggerEvent[]): Map<number, TriggerEvent[]> {
	const groups = new Map<number, TriggerEvent[]>();
	for (const event of events) {
		const id = idOf(event);
		groups.set(id, [...(groups.get(id) ?? []), event]);
	}
	return groups;
}

export const tenuresOf = ({ tenures }: Trace, ...kinds: EventKind[]): Tenure[] =>
	tenures.filter(({ kind }) => kinds.includes(kind));

export const invoicesOf = ({ service }: Trace): Invoice[] => [...service.invoices.values()];

export const thingsOf = ({ service }: Trace, kind: EventKind): Thing[] =>
	[...service.things.values()].filter(({ resource }) => resource === EVENTS[kind].resource);

/** No poll left the record out because another client's alone was asked for. */
export const isShown = ({ polls, service }: Trace, id: number): boolean =>
	polls.every(({ options: { filters }, begunAt, endedAt }) => {
		if (filters?.clientId === undefined) return true;
		const wanted = String(filters.clientId);
		const clients = service.invoices.get(id)?.values.client_id ?? [{ at: 0, is: String(clientOf(id)) }];
		return clients.every(
			({ at, is }, index) => is === wanted || at > endedAt || (clients[index + 1]?.at ?? Infinity) <= begunAt,
		);
	});

/** Its first poll must report the record, which is older. */
export const isBackfilled = ({ backfillFrom }: Tenure, { date }: { date: string }): boolean =>
	backfillFrom !== undefined && date >= backfillFrom;

/** Whether a field has a word, in any case. */
export const isWord = (field: unknown, word: string): boolean =>
	String(field).toLowerCase() === word.toLowerCase();

/** Whether there are new payments is decided by amount: payments of the same amount count as equal. */
export const keyOf = ({ amount }: WatchedRecord): string => String(amount);

/**
 * Payments that can't be distinguished. Lists and single reads may differ in blanks, and in whether a date has a
 * time.
 */
export const detailsOf = ({ method, amount, date, notes }: WatchedRecord): string =>
	JSON.stringify([method, amount, String(date).slice(0, 10), String(notes).trim()]);

/** The invoice's payments, deleted ones too, in groups of equals. */
export function groupsOf({ payments }: Invoice, of = keyOf): Map<string, Payment[]> {
	const groups = new Map<string, Payment[]>();
	for (const payment of payments) {
		const key = of({ ...payment });
		groups.set(key, [...(groups.get(key) ?? []), payment]);
	}
	return groups;
}

export const duplicatesOf = (ids: readonly string[]): string[] => {
	const met = new Set<string>();
	return ids.filter((id) => met.size === met.add(id).size);
};
