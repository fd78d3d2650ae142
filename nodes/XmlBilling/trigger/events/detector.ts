/**
 * Code that all detectors share. A detector compares its memory of a record with the record that the service shows now. It
 * remembers one string per record, its entry, and forgets records that can no longer change.
 */
import { isSameText } from '../../xml/identity';
import { createHash } from 'crypto';
import {
	type WatchedRecord,
	type EventKind,
	type TriggerEvent,
	type TriggerOptions,
	clientOf,
	type ResourceRow,
} from './events';

/**
 * `new`: the record appeared since the last poll, so everything about it is news. `known`: it was there before.
 * `baseline`: the event has just been chosen, so nothing about the record is news.
 */
export type Novelty = 'new' | 'known' | 'baseline';

/** A record as one event sees it, either in a list or read singly. */
export interface Observation {
	id: number;
	novelty: Novelty;
	/** The detector's memory of the record. */
	entry: string | undefined;
	/** What it remembered when the record was settled, if that is not long ago. */
	former: string | undefined;
	/** How many finished polls have reported reminders. */
	remindedPolls: number;
	record: WatchedRecord;
	/** The commercial status that the record shows. */
	status: string | undefined;
	/** Whether a list showed the record in this scan. */
	isListed: boolean;
	/** The record as that list showed it. */
	listRecord: WatchedRecord | undefined;
	/** Whether the record was read singly: otherwise it is that of the list. */
	isRead: boolean;
}

export interface Detection {
	events: readonly TriggerEvent[];
	/** The entry to keep; undefined to forget the record. */
	entry: string | undefined;
	/** What to remember of a record that is settled, in case it is reopened. */
	former?: string;
}

/** The event that a detector works for, and the poll it works in. */
export interface EventContext {
	kind: EventKind;
	row: ResourceRow;
	options: TriggerOptions;
	/** When the poll began: ISO 8601 with the offset of the workflow's time zone. */
	now: string;
}

/** What is new about a record; `read` if a list doesn't show enough of it. */
export type Detector = (seen: Observation, context: EventContext) => Detection | 'read';

export const NOTHING: Detection = { events: [], entry: undefined };

/** The status in a record, spelled as in `records/`; '' if it is empty, undefined if the record doesn't show it. */
export const statusOf = (record: WatchedRecord, row: ResourceRow): string | undefined => {
	if (row.status === undefined) return undefined;
	const { field, openLists, final } = row.status;
	const shown = record[field];
	if (typeof shown !== 'string') return undefined;
	const words = [...(openLists?.statuses ?? []), ...final];
	// Lists and single reads may differ in letter case.
	return words.includes(shown) ? shown : (words.find((word) => isSameText(shown, word)) ?? shown);
};

/** Whether a record has all that an event has to show. */
export const isFull = (record: WatchedRecord, row: ResourceRow): boolean =>
	row.present.every((field) => record[field] !== undefined) &&
	(!row.filled.includes('client') || clientOf(record) !== undefined) &&
	row.filled.every((field) => {
		const value = record[field];
		return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
	});

/** Whether the record shows that it is archived or canceled. */
export const isDiscarded = (record: WatchedRecord, { status }: ResourceRow): boolean => {
	const use = status?.inUse && record[status.inUse.field];
	return typeof use === 'string' && use !== '' && use.toLowerCase() !== status?.inUse?.value.toLowerCase();
};

/** Whether the record is paid, archived or canceled. If it has no field for that, leaving its list counts as archived. */
export function isSettled({ record, status, isListed }: Observation, { row }: EventContext): boolean {
	if (isDiscarded(record, row)) return true;
	if (status !== undefined && row.status?.final.includes(status)) return true;
	return row.status?.inUse === undefined && !isListed;
}

/** The event of this kind about the record. */
export const eventOf = (
	{ record }: Observation,
	{ kind, now }: EventContext,
	eventId: string,
): TriggerEvent => ({ event: kind, eventId, detectedAt: now, record });

/** The first characters of a value's hash: 6 bits each, of letters, digits, `-` and `_`. */
export const hashOf = (value: unknown, length: number): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, length);
