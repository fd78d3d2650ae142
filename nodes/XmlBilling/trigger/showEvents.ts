import type { INodeExecutionData } from 'n8n-workflow';
import { addNames } from '../engine/reads/linkedNames';
import { linksOf, show } from '../engine/reads/view';
import { outputRecord } from '../records/outputRecord';
import type { BillingApi } from '../transport/billingApi';
import type { OutputRecord } from '../records';
import { EVENTS, type TriggerEvent } from './rules/events';
import type { TriggerSettings } from './readForm';
import { WATCHED_RESOURCES } from './rules/resources';

/**
 * Events as items: what happened, then the record in the form of every other output, with the names of linked records.
 *
 * @param mayRead asked before each read of a name
 */
export async function showEvents(
	api: BillingApi,
	events: readonly TriggerEvent[],
	{ simplify, includeNames }: TriggerSettings,
	mayRead: () => boolean,
): Promise<INodeExecutionData[]> {
	const fields = simplify ? 'simplified' : 'raw';
	const rows = events.map((event) => {
		const { type } = WATCHED_RESOURCES[EVENTS[event.event].resource];
		// The reader returns the records of the service, which are plain data.
		const record = outputRecord(type, event.record as OutputRecord);
		return { event, type, record, links: linksOf({ type, fields, hasNames: includeNames }) };
	});
	const named = await addNames(api, rows, mayRead);
	return rows.map(({ event, type, record }, index) => {
		const shown = show({ type, isList: true, fields }, named[index]?.record ?? record);
		const about = aboutOf(event);
		// Simplify may leave out what changed. A field of the record must not replace one of the event.
		return { json: { ...about, ...shown, ...changedIn(event, record), ...about } };
	});
}

const changedIn = ({ changedFields = [] }: TriggerEvent, record: OutputRecord): OutputRecord =>
	Object.fromEntries(
		changedFields.flatMap((field) => {
			const value = record[field];
			return value === undefined ? [] : [[field, value] as const];
		}),
	);

/** The fields of an event besides its record, named like those of records. */
const aboutOf = ({
	event,
	eventId,
	detectedAt,
	previousStatus,
	status,
	changedFields,
	payment,
	daysOverdue,
	balanceLeft,
}: TriggerEvent): OutputRecord => ({
	event,
	event_id: eventId,
	detected_at: detectedAt,
	...(previousStatus === undefined ? {} : { previous_status: previousStatus }),
	...(status === undefined ? {} : { new_status: status }),
	...(changedFields === undefined ? {} : { changed_fields: [...changedFields] }),
	...(payment === undefined ? {} : { payment }),
	...(daysOverdue === undefined ? {} : { days_overdue: daysOverdue }),
	...(balanceLeft === undefined ? {} : { balance_left: balanceLeft }),
});
