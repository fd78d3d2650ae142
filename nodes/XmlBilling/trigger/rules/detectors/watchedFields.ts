/**
 * The fields whose changes are events, and their marks, by which a change is noticed without remembering the value. A field
 * that is spelled differently keeps its mark: with other blanks, a time after its date, or a code in other letters.
 */
import { withoutTime } from '../../../xml/days';
import type { WatchedRecord } from '../../events/events';
import { clientOf } from '../../events/filters';
import type { ResourceName } from '../../events/resources';
import { hashOf } from './detector';

interface WatchedField {
	/** The field in an event's `changed_fields`: its name in the item. */
	readonly name: string;
	/** Its value as text that doesn't depend on the spelling; undefined if the record doesn't show it. */
	readonly read: (record: WatchedRecord) => string | undefined;
}

/** One mark for each watched field; undefined for a field that was not shown. */
export type FieldMarks = ReadonlyArray<string | undefined>;

/** The mark of a field that is shown and empty. */
export const EMPTY = '.';

/** 24 bits: a change goes unnoticed once in 16.7 million. */
const MARK_LENGTH = 4;

const plain = (value: unknown): string | undefined => {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.normalize('NFC').trim().replace(/\s+/g, ' ');
};

const text = (name: string): WatchedField => ({ name, read: (record) => plain(record[name]) });

const code = (name: string): WatchedField => ({ name, read: (record) => plain(record[name])?.toLowerCase() });

/** An invoice always has a total, so an empty one is not shown. */
const total: WatchedField = { name: 'total', read: ({ net_balance: shown }) => plain(shown) || undefined };

/** Lists and single reads may add a time to a date (§2.1), or write zeros for none. */
const day = (name: string): WatchedField => ({
	name,
	read: (record) => {
		const shown = plain(record[name]);
		return shown && withoutTime(shown).replace(/^0000-00-00$/, '');
	},
});

/** A document always has a client, so an empty identifier is not shown. */
const client: WatchedField = { name: 'client_id', read: (record) => plain(clientOf(record)) || undefined };

// Saved states name fields by their position, so new ones belong at the end.
const WATCHED_FIELDS: Readonly<Partial<Record<ResourceName, readonly WatchedField[]>>> = {
	invoice: [total, day('invoice_due_date'), client, text('number'), text('invoice_title'), code('currency')],
	client: [
		text('name'),
		text('organization'),
		code('email'),
		text('work_phone'),
		text('address'),
		code('currency'),
	],
};

/** The names of the watched fields of a kind of record, in the order of their marks. */
export const watchedNames = (resource: ResourceName): string[] =>
	(WATCHED_FIELDS[resource] ?? []).map(({ name }) => name);

/** The marks of the watched fields that a record shows. */
export const marksOf = (record: WatchedRecord, resource: ResourceName): FieldMarks =>
	(WATCHED_FIELDS[resource] ?? []).map(({ read }) => {
		const value = read(record);
		return value === '' ? EMPTY : value && hashOf(value, MARK_LENGTH);
	});

/** Writes marks and a count with at most four characters per field: `x8fKdPq_0aZ1Lm3-.jH4k/2`. */
export const writeMarks = (marks: FieldMarks, count: number): string =>
	marks.map((mark) => mark ?? '!').join('') + (count === 0 ? '' : `/${count.toString(36)}`);

/** Parses the output of {@link writeMarks}. */
export function readMarks(entry: string): { marks: FieldMarks; count: number } {
	const [marks = '', count = '0'] = entry.split('/');
	const found = marks.match(/[!.]|[\w-]{4}/g) ?? [];
	return { marks: found.map((mark) => (mark === '!' ? undefined : mark)), count: parseInt(count, 36) };
}
