import type { INodeExecutionData } from 'n8n-workflow';
import { someNames } from '../helpers/GenericFunctions';
import { addNames } from '../lookup/linkedNames';
import { linksOf, show } from '../execution/view';
import { taxIn } from '../records/invoicePayments';
import { inOrder, outputRecord, pick, type ExtraFields } from '../records/outputRecord';
import type { BillingApi } from '../transport/billingApi';
import type { OutputRecord } from '../records';
import { EVENTS, type TriggerEvent, WATCHED_RESOURCES } from './events/events';
import type { TriggerSettings } from './readForm';

type ValueOf = (event: TriggerEvent) => OutputRecord[string];

// The reader returns the records of the service, which are plain data.
const ofPayment =
	(field: string): ValueOf =>
	({ payment }) =>
		(payment as OutputRecord | undefined)?.[field];

/** The fields of an event, named like those of records, and where they stand beside those of its record. */
const EVENT_FIELDS: ReadonlyArray<readonly [name: string, place: keyof ExtraFields, valueOf: ValueOf]> = [
	['event', 'first', ({ event }) => event],
	['payment_amount', 'amounts', ofPayment('amount')],
	['payment_tax', 'amounts', ({ payment, record }) => taxIn(payment?.amount, record)],
	['balance_left', 'amounts', ({ balanceLeft }) => balanceLeft],
	['reminder_days', 'facts', ({ reminderDays }) => reminderDays],
	['days_until_due', 'facts', ({ daysUntilDue }) => daysUntilDue],
	['days_overdue', 'facts', ({ daysOverdue }) => daysOverdue],
	['previous_status', 'facts', ({ previousStatus }) => previousStatus],
	['new_status', 'facts', ({ status }) => status],
	['changed_fields', 'facts', ({ changedFields }) => changedFields?.join(', ')],
	['payment_date', 'facts', ofPayment('date')],
	['payment_method', 'facts', ofPayment('method')],
	['payment_notes', 'facts', ofPayment('notes')],
	['event_id', 'last', ({ eventId }) => eventId],
	['detected_at', 'last', ({ detectedAt }) => detectedAt],
];

const namesAt = (place: keyof ExtraFields): string[] =>
	EVENT_FIELDS.filter(([, at]) => at === place).map(([name]) => name);

const EVENT_PLACES: ExtraFields = {
	first: namesAt('first'),
	amounts: namesAt('amounts'),
	facts: namesAt('facts'),
	last: namesAt('last'),
};

/**
 * Events as items: what happened, and the record in the form and order of every other output, with the names of linked
 * records.
 *
 * @param mayRead asked before each read of a name
 * @param log takes a line that says which names could not be read
 */
export async function showEvents(
	api: BillingApi,
	events: readonly TriggerEvent[],
	{ simplify, includeNames }: TriggerSettings,
	mayRead: () => boolean,
	log: (line: string) => void,
): Promise<INodeExecutionData[]> {
	const fields = simplify ? 'simplified' : 'raw';
	const rows = events.map((event) => {
		const { type } = WATCHED_RESOURCES[EVENTS[event.event].resource];
		// The reader returns the records of the service, which are plain data.
		const record = outputRecord(type, event.record as OutputRecord);
		return { event, type, record, links: linksOf({ type, fields, hasNames: includeNames }) };
	});
	const named = await addNames(api, rows, mayRead);
	const unread = someNames(named.flatMap((row) => row.unread));
	if (unread !== '') log(`some names are empty, because these linked records could not be read: ${unread}.`);
	return rows.map(({ event, type, record }, index) => {
		const shown = show({ type, fields }, named[index]?.record ?? record);
		// Simplify may leave out what changed. A field of the record must not replace one of the event.
		const about = EVENT_FIELDS.map(([name, , valueOf]) => [name, valueOf(event)] as const);
		const told = Object.fromEntries(about.filter(([, value]) => value !== undefined));
		const json = { ...shown, ...pick(record, event.changedFields ?? []), ...told };
		return { json: inOrder(type, json, EVENT_PLACES) };
	});
}
