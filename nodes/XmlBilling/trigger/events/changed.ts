/**
 * The fields whose changes are events, and their marks, by which a change is noticed without remembering the value. A field
 * that is spelled differently keeps its mark: with other blanks, a time after its date, or a code in other letters.
 */
import { minuteOf, withoutTime } from '../../xml/dates';
import { clientOf, type ResourceName, type WatchedRecord } from './events';
import { eventOf, hashOf, isSettled, NOTHING, type Detector } from './detector';

/** A field's name in the item, and its value as text that doesn't depend on the spelling; undefined if it isn't shown. */
type WatchedField = readonly [name: string, read: (record: WatchedRecord) => string | undefined];

/** One mark for each watched field; undefined for a field that was not shown. */
type FieldMarks = ReadonlyArray<string | undefined>;

/** The mark of a field that is shown and empty. */
const EMPTY = '.';

/** 24 bits: a change goes unnoticed once in 16.7 million. */
const MARK_LENGTH = 4;

const plain = (value: unknown): string | undefined => {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return text.normalize('NFC').trim().replace(/\s+/g, ' ');
};

const text = (name: string): WatchedField => [name, (record) => plain(record[name])];

const code = (name: string): WatchedField => [name, (record) => plain(record[name])?.toLowerCase()];

/** An invoice always has a total, so an empty one is not shown. */
const total: WatchedField = ['total', ({ net_balance: shown }) => plain(shown) || undefined];

/** Lists and single reads may add a time to a date (§2.1). */
const day = (name: string): WatchedField => [
	name,
	(record) => plain(record[name]) && withoutTime(plain(record[name])),
];

/** A document always has a client, so an empty identifier is not shown. */
const client: WatchedField = ['client_id', (record) => plain(clientOf(record)) || undefined];

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
	(WATCHED_FIELDS[resource] ?? []).map(([name]) => name);

/** The marks of the watched fields that a record shows. */
export const marksOf = (record: WatchedRecord, resource: ResourceName): FieldMarks =>
	(WATCHED_FIELDS[resource] ?? []).map(([, read]) => {
		const value = read(record);
		return value === '' ? EMPTY : value && hashOf(value, MARK_LENGTH);
	});

/** Writes marks and a count with at most four characters per field: `x8fKdPq_0aZ1Lm3-.jH4k/2`. */
const writeMarks = (marks: FieldMarks, count: number): string =>
	marks.map((mark) => mark ?? '!').join('') + (count === 0 ? '' : `/${count.toString(36)}`);

/** Parses the output of {@link writeMarks}. */
function readMarks(entry: string): { marks: FieldMarks; count: number } {
	const [marks = '', count = '0'] = entry.split('/');
	const found = marks.match(/[!.]|[\w-]{4}/g) ?? [];
	return { marks: found.map((mark) => (mark === '!' ? undefined : mark)), count: parseInt(count, 36) };
}

const showsAny = (marks: FieldMarks): boolean => marks.some((mark) => mark !== undefined);

/**
 * Reports each change of the watched fields. An entry has their marks and the number of the last change. The changes of a
 * reopened record count from the minute it was seen open, since their former numbers are forgotten. The list shows that
 * there may be a change, and the record in the event decides: what was reported is what is remembered.
 */
export const changed: Detector = (seen, context) => {
	const { entry, novelty, record, listRecord, status, isRead } = seen;
	const { row } = context;
	const settled = isSettled(seen, context);
	if (entry === undefined && settled) return NOTHING;
	if (!isRead && row.status !== undefined && status === undefined) return 'read';
	// The changes of an unsent draft are no news. What a sent invoice changes as a draft is news when it is sent again.
	if (status !== undefined && status === row.status?.draft)
		return { events: [], entry: settled ? undefined : entry };
	const inFull = marksOf(record, row.name);
	if (!isRead && !showsAny(inFull)) return 'read';
	const inList = listRecord === undefined ? [] : marksOf(listRecord, row.name);
	const shown = showsAny(inList) ? inList : inFull;
	if (entry === undefined) {
		const first = novelty === 'known' ? minuteOf(context.now) : 0;
		return { events: [], entry: writeMarks(shown, first) };
	}
	const { marks: known, count } = readMarks(entry);
	// A field that either doesn't show is no change.
	const fields = [...shown.keys()].filter((index) => {
		const before = known[index];
		if (before === undefined || shown[index] === undefined) return false;
		return shown[index] !== before && inFull[index] !== before;
	});
	// A list may write an empty element for a field that it doesn't show.
	if (!isRead && fields.some((index) => shown[index] === EMPTY)) return 'read';
	const marks = shown.map((mark, index) =>
		fields.includes(index) ? (inFull[index] ?? mark) : (known[index] ?? mark),
	);
	const number = count + Math.min(1, fields.length);
	const next = settled ? undefined : writeMarks(marks, number);
	if (fields.length === 0) return { events: [], entry: next };
	const names = watchedNames(row.name).filter((_, index) => fields.includes(index));
	// The identifier has the number of the change and a mark of what it changed to.
	const mark = hashOf([names, fields.map((index) => marks[index])], 6);
	const event = eventOf(seen, context, `${row.name}:${seen.id}:changed:${number}:${mark}`);
	return { events: [{ ...event, changedFields: names }], entry: next };
};
