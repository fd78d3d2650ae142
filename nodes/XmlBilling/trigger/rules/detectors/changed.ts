import { minuteOf } from '../../../xml/days';
import type { WatchedRecord, TriggerEvent } from '../../events/events';
import {
	eventOf,
	isSettled,
	NOTHING,
	type Detector,
	type EventContext,
	type Observation,
	hashOf,
} from './detector';
import { EMPTY, marksOf, readMarks, watchedNames, writeMarks, type FieldMarks } from './watchedFields';

/** The changes of an unsent draft are no news. What a sent invoice changes as a draft is news when it is sent again. */
const isDraft = ({ status }: Observation, { row }: EventContext): boolean =>
	status !== undefined && status === row.status?.draft;

const showsAny = (marks: FieldMarks): boolean => marks.some((mark) => mark !== undefined);

const differs = (one: string | undefined, other: string | undefined): boolean =>
	one !== undefined && other !== undefined && one !== other;

/** Where a record is another than the remembered one. A field that either doesn't show is no change. */
const changesIn = (known: FieldMarks, shown: FieldMarks): number[] =>
	shown.flatMap((mark, index) => (differs(known[index], mark) ? [index] : []));

/** Which fields count: those in the list if it shows any, or else those of the single read. */
function countedMarks(
	listRecord: WatchedRecord | undefined,
	inFull: FieldMarks,
	{ row }: EventContext,
): FieldMarks {
	const inList = listRecord === undefined ? [] : marksOf(listRecord, row.name);
	return showsAny(inList) ? inList : inFull;
}

/**
 * Reports each change of the watched fields. An entry has their marks and the number of the last change. The changes of a
 * reopened record count from the minute it was seen open, since their former numbers are forgotten. The list shows that
 * there may be a change, and the record in the event decides: what was reported is what is remembered.
 */
export const changed: Detector = {
	detect(seen, context) {
		const { entry, novelty, record, listRecord, status, isRead } = seen;
		const { row } = context;
		const settled = isSettled(seen, context);
		if (entry === undefined && settled) return NOTHING;
		if (!isRead && row.status !== undefined && status === undefined) return 'read';
		if (isDraft(seen, context)) return { changes: [], entry: settled ? undefined : entry };
		const inFull = marksOf(record, row.name);
		if (!isRead && !showsAny(inFull)) return 'read';
		const shown = countedMarks(listRecord, inFull, context);
		if (entry === undefined) {
			const first = novelty === 'known' ? minuteOf(context.now) : 0;
			return { changes: [], entry: writeMarks(shown, first) };
		}
		const { marks: known, count } = readMarks(entry);
		const fields = changesIn(known, shown).filter((index) => inFull[index] !== known[index]);
		// A list may write an empty element for a field that it doesn't show.
		if (!isRead && fields.some((index) => shown[index] === EMPTY)) return 'read';
		const marks = shown.map((mark, index) =>
			fields.includes(index) ? (inFull[index] ?? mark) : (known[index] ?? mark),
		);
		const number = count + Math.min(1, fields.length);
		const next = settled ? undefined : writeMarks(marks, number);
		if (fields.length === 0) return { changes: [], entry: next };
		const event = changeOf(seen, context, fields, marks, number);
		return { changes: [{ event, entry: next }], entry: next };
	},
};

/** The event of a change. Its identifier has the number of the change and a mark of what it changed to. */
function changeOf(
	seen: Observation,
	context: EventContext,
	fields: readonly number[],
	marks: FieldMarks,
	number: number,
): TriggerEvent {
	const { name } = context.row;
	const names = watchedNames(name).filter((_, index) => fields.includes(index));
	const mark = hashOf([names, fields.map((index) => marks[index])], 6);
	return { ...eventOf(seen, context, `${name}:${seen.id}:changed:${number}:${mark}`), changedFields: names };
}
