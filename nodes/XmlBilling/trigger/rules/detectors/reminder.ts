/**
 * Both reminders count days past the due date, with those before it as negative numbers. The numbers at which one reports
 * are its marks. Only the highest mark that was reached is reported; the lower ones are done with it.
 */
import { dayIn, daysBetween, packDay, unpackDay, withoutTime } from '../../../xml/days';
import type { EventKind, TriggerOptions } from '../../events/events';
import {
	isSettled,
	eventOf,
	NOTHING,
	readUnlessFull,
	type Detector,
	type EventContext,
	type Observation,
} from './detector';

/** The last due date seen on an invoice, and the highest mark done for each. Due dates are packed: most open invoices have one. */
interface Entry {
	readonly last: string;
	/** What tells its events from those before it was settled and reopened: '' or the scans by then, after a colon. */
	readonly again: string;
	readonly done: ReadonlyMap<string, number>;
}

/** Parses an entry. A due date without a mark was reported for the highest one. */
function readEntry(entry = '', marks: readonly number[] = []): Entry {
	const [start = '', ...reported] = entry.split('!');
	const [last = '', again] = start.split(':');
	const done = reported.map((text): [string, number] => {
		const [due = '', mark] = text.split('.');
		return [due, mark === undefined ? Math.max(...marks) : Number(mark)];
	});
	return { last, again: again === undefined ? '' : `:${again}`, done: new Map(done) };
}

const writeEntry = ({ last, again, done }: Entry, marks: readonly number[]): string =>
	[
		last + again,
		...[...done].map(([due, mark]) => (mark === Math.max(...marks) ? due : `${due}.${mark}`)),
	].join('!');

/**
 * The entry of a record. Its memory is lost while it is settled, so one that was there before and has none may have been
 * reported earlier. Finished scans are counted because a repeated poll counts the same, however many polls it takes.
 */
const entryOf = ({ entry, novelty, overdueScans }: Observation, marks: readonly number[]): Entry =>
	readEntry(entry ?? (novelty === 'known' && overdueScans > 0 ? `:${overdueScans}` : ''), marks);

/** The due date that the record shows, or else the remembered one; '' for none. */
function dueDateOf({ record, entry }: Pick<Observation, 'record' | 'entry'>): string {
	const shown = record.invoice_due_date;
	if (shown === undefined) return unpackDay(readEntry(entry).last);
	return dayIn(shown) ?? '';
}

/** The marks of an event in ascending order; none if it is no reminder. */
export function dayMarksOf(
	kind: EventKind,
	{ daysBeforeDue = [3], daysOverdue = [1] }: Pick<TriggerOptions, 'daysBeforeDue' | 'daysOverdue'>,
): number[] {
	const marks: Partial<Record<EventKind, readonly number[]>> = {
		invoiceDueSoon: daysBeforeDue.map((days) => 0 - days),
		invoiceOverdue: daysOverdue,
	};
	return [...(marks[kind] ?? [])].sort((a, b) => a - b);
}

/** The highest mark reached after so many days. Nothing that is past due is due soon. */
function highestMark(marks: readonly number[], days: number): number | undefined {
	const isOver = days > 0 && marks.every((mark) => mark <= 0);
	return isOver ? undefined : marks.findLast((mark) => mark <= days);
}

/** The highest mark that an open invoice has reached; undefined if there is none, or nobody is to be reminded of it. */
export function reachedMark(
	seen: Pick<Observation, 'record' | 'entry' | 'status'>,
	{ kind, options, row, now }: EventContext,
): number | undefined {
	const { outstanding } = seen.record;
	const isPaid = typeof outstanding === 'number' && outstanding <= 0;
	const isDraft = seen.status === row.status?.draft;
	const isDisputed = options.includeDisputed !== true && seen.status === row.status?.disputed;
	if (isPaid || isDraft || isDisputed) return undefined;
	return highestMark(dayMarksOf(kind, options), daysBetween(dueDateOf(seen), withoutTime(now)));
}

/** What there is to report of an open invoice, and its next entry. */
function nextOf(seen: Observation, context: EventContext) {
	const marks = dayMarksOf(context.kind, context.options);
	const known = entryOf(seen, marks);
	const due = dueDateOf(seen);
	const last = packDay(due);
	const reached = reachedMark(seen, context) ?? -Infinity;
	const mark = reached > (known.done.get(last) ?? -Infinity) ? reached : undefined;
	const done = mark === undefined ? known.done : new Map(known.done).set(last, mark);
	return { due, mark, again: known.again, entry: writeEntry({ ...known, last, done }, marks) };
}

/**
 * An entry for other marks, read on the day of the last scan. What had passed a new mark by then is done with it, unless it
 * was waiting: an invoice that was a draft, disputed or refused is reported for the highest mark when it can be.
 */
export function adaptEntry(
	entry: string,
	before: readonly number[],
	after: readonly number[],
	day: string,
): string {
	const known = readEntry(entry, before);
	const days = daysBetween(unpackDay(known.last), day);
	const done = known.done.get(known.last) ?? -Infinity;
	const isWaiting = (highestMark(before, days) ?? -Infinity) > done;
	const passed = highestMark(after, days) ?? -Infinity;
	const isDone = !isWaiting && passed > done;
	return writeEntry(isDone ? { ...known, done: new Map(known.done).set(known.last, passed) } : known, after);
}

/**
 * Reports an invoice once per due date and mark, until it is settled. An entry is the last due date, what tells a reopened
 * invoice from before and, each after a `!`, the due dates already reported, with their highest mark after a `.` if it isn't
 * the last one.
 */
export const reminder: Detector = {
	statuses: () => 'all',
	judge(seen, context) {
		const { entry, record, status, novelty } = seen;
		if (isSettled(seen, context)) return entry === undefined ? 'ignore' : 'enough';
		const isUnknown = record.invoice_due_date === undefined && entry === undefined;
		if (status === undefined || isUnknown) return 'read';
		const next = nextOf(seen, context);
		if (next.mark !== undefined && novelty !== 'baseline') return readUnlessFull(record, context);
		return next.entry === entry ? 'ignore' : 'enough';
	},
	detect(seen, context) {
		if (isSettled(seen, context)) return NOTHING;
		const { due, mark, again, entry } = nextOf(seen, context);
		if (mark === undefined || seen.novelty === 'baseline') return { changes: [], entry };
		const days = daysBetween(due, withoutTime(context.now));
		const isSoon = context.kind === 'invoiceDueSoon';
		const reminderDays = Math.abs(mark);
		const eventId = `invoice:${seen.id}:${isSoon ? 'dueSoon' : 'overdue'}:${reminderDays}:${due}${again}`;
		const event = {
			...eventOf(seen, context, eventId),
			reminderDays,
			...(isSoon ? { daysUntilDue: 0 - days } : { daysOverdue: days }),
		};
		return { changes: [{ event, entry }], entry };
	},
};
