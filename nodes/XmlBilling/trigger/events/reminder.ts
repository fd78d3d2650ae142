/**
 * Both reminders count days past the due date, with those before it as negative numbers. The numbers at which one reports
 * are its marks. Only the highest mark that was reached is reported; the lower ones are done with it.
 */
import { dayIn, daysBetween, withoutTime } from '../../xml/dates';
import type { EventKind, TriggerOptions } from './events';
import { isSettled, eventOf, NOTHING, type Detector, type EventContext, type Observation } from './detector';

/** The last due date seen on an invoice, and the highest mark done for each. */
interface Entry {
	readonly last: string;
	/** What tells its events from those before it was settled and reopened: '' or a number after a colon. */
	readonly again: string;
	readonly done: ReadonlyMap<string, number>;
}

/** Parses an entry, such as `2026-03-10!1`, or `2026-03-10:2!7!2026-02-01=1` for a reopened invoice with two due dates. */
function readEntry(entry = ''): Entry {
	const [start = '', ...reported] = entry.split('!');
	const [last = '', again] = start.split(':');
	const done = reported.map((text): [string, number] => {
		const [mark, due = last] = text.split('=').reverse();
		return [due, Number(mark)];
	});
	return { last, again: again === undefined ? '' : `:${again}`, done: new Map(done) };
}

const writeEntry = ({ last, again, done }: Entry): string =>
	[last + again, ...[...done].map(([due, mark]) => (due === last ? mark : `${due}=${mark}`))].join('!');

/** The due date that the record shows, or else the remembered one; '' for none. */
function dueDateOf({ record, entry }: Pick<Observation, 'record' | 'entry'>): string {
	const shown = record.invoice_due_date;
	if (shown === undefined) return readEntry(entry).last;
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
	const isDisputed = !options.includeDisputed && seen.status === row.status?.disputed;
	if (isPaid || isDraft || isDisputed) return undefined;
	return highestMark(dayMarksOf(kind, options), daysBetween(dueDateOf(seen), withoutTime(now)));
}

/**
 * An entry for other marks, read on the day of the last finished poll. What had passed a new mark by then is done with it,
 * unless it was waiting: an invoice that was a draft, disputed or refused is reported for the highest mark when it can be.
 */
export function adaptEntry(
	entry: string,
	before: readonly number[],
	after: readonly number[],
	day: string,
): string {
	const known = readEntry(entry);
	const days = daysBetween(known.last, day);
	const done = known.done.get(known.last) ?? -Infinity;
	const isWaiting = (highestMark(before, days) ?? -Infinity) > done;
	const passed = highestMark(after, days) ?? -Infinity;
	if (isWaiting || passed <= done) return entry;
	return writeEntry({ ...known, done: new Map(known.done).set(known.last, passed) });
}

/** Reports an invoice once per due date and mark, until it is settled. */
export const reminder: Detector = (seen, context) => {
	const { record, status, novelty, remindedPolls, isRead } = seen;
	if (isSettled(seen, context)) return NOTHING;
	const isUnknown = record.invoice_due_date === undefined && seen.entry === undefined;
	if (!isRead && (status === undefined || isUnknown)) return 'read';
	// The memory of an invoice is lost while it is settled, so one that was there before and has none may have been reported
	// earlier. Polls that reminded are counted because a repeated poll counts the same.
	const isAgain = novelty === 'known' && remindedPolls > 0;
	const known = readEntry(seen.entry ?? (isAgain ? `:${remindedPolls}` : ''));
	const due = dueDateOf(seen);
	const mark = reachedMark(seen, context);
	const isNew = mark !== undefined && mark > (known.done.get(due) ?? -Infinity);
	const done = isNew ? new Map(known.done).set(due, mark) : known.done;
	const entry = writeEntry({ ...known, last: due, done });
	if (!isNew || novelty === 'baseline') return { events: [], entry };
	const days = daysBetween(due, withoutTime(context.now));
	const isSoon = context.kind === 'invoiceDueSoon';
	const reminderDays = Math.abs(mark);
	const eventId = `invoice:${seen.id}:${isSoon ? 'dueSoon' : 'overdue'}:${reminderDays}:${due}${known.again}`;
	const event = {
		...eventOf(seen, context, eventId),
		reminderDays,
		daysUntilDue: isSoon ? 0 - days : undefined,
		daysOverdue: isSoon ? undefined : days,
	};
	return { events: [event], entry };
};
