import {
	isSettled,
	eventOf,
	NOTHING,
	readUnlessFull,
	type Detector,
	type EventContext,
	type Observation,
} from './detector';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last due date seen on an invoice, and the due dates it was reported for, all as `writeDay` writes them. */
interface Entry {
	readonly last: string;
	/** What tells its events from those before it was settled and reopened: '' or the scans by then, after a colon. */
	readonly again: string;
	readonly reported: readonly string[];
}

const readEntry = (entry = ''): Entry => {
	const [start = '', ...reported] = entry.split('!');
	const [last = '', again] = start.split(':');
	return { last, again: again === undefined ? '' : `:${again}`, reported };
};

const writeEntry = ({ last, again, reported }: Entry): string => [last + again, ...reported].join('!');

/**
 * The entry of a record. Its memory is lost while it is settled, so one that was there before and has none may have been
 * reported earlier. Finished scans are counted because a repeated poll counts the same, however many polls it takes.
 */
const entryOf = ({ entry, novelty, overdueScans }: Observation): Entry =>
	readEntry(entry ?? (novelty === 'known' && overdueScans > 0 ? `:${overdueScans}` : ''));

// Kept short, because nearly every open invoice has its own: the day's number in base 36.
const writeDay = (day: string): string => (day === '' ? '' : (Date.parse(day) / DAY_MS).toString(36));
const readDay = (text: string): string =>
	text === '' ? '' : new Date(parseInt(text, 36) * DAY_MS).toISOString().slice(0, 10);

/** The due date that the record shows, or else the remembered one; '' for none. */
function dueDateOf({ record, entry }: Pick<Observation, 'record' | 'entry'>): string {
	const shown = record.invoice_due_date;
	if (shown === undefined) return readDay(readEntry(entry).last);
	const day = typeof shown === 'string' ? shown.slice(0, 10) : '';
	return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : '';
}

const overdueDaysOf = ({ options }: EventContext): number => options.overdueDays ?? 1;

/** How many days an invoice is past due on the day on which a poll begins, negative before; NaN without a due date. */
export const daysOverdueOf = (
	seen: Pick<Observation, 'record' | 'entry'>,
	{ now }: Pick<EventContext, 'now'>,
): number => (Date.parse(now.slice(0, 10)) - Date.parse(dueDateOf(seen))) / DAY_MS;

function isOverdue(seen: Observation, context: EventContext): boolean {
	const { outstanding } = seen.record;
	const isPaid = typeof outstanding === 'number' && outstanding <= 0;
	const isDraft = seen.status === context.row.status?.draft;
	return !isDraft && !isPaid && daysOverdueOf(seen, context) >= overdueDaysOf(context);
}

/**
 * Reports an invoice once per due date, until it is settled. An entry is the last due date, what tells a reopened invoice
 * from before and, each after a `!`, the due dates already reported.
 */
export const overdue: Detector = {
	statuses: () => 'all',
	judge(seen, context) {
		const { entry, record, status, novelty } = seen;
		if (isSettled(seen, context)) return entry === undefined ? 'ignore' : 'enough';
		const isUnknown = record.invoice_due_date === undefined && entry === undefined;
		if (status === undefined || isUnknown) return 'read';
		const due = writeDay(dueDateOf(seen));
		const { last, reported } = entryOf(seen);
		const isDone = reported.includes(due) || !isOverdue(seen, context);
		if (!isDone && novelty !== 'baseline') return readUnlessFull(record, context);
		return isDone && entry !== undefined && last === due ? 'ignore' : 'enough';
	},
	detect(seen, context) {
		if (isSettled(seen, context)) return NOTHING;
		const due = dueDateOf(seen);
		const last = writeDay(due);
		const { again, reported } = entryOf(seen);
		if (!isOverdue(seen, context) || reported.includes(last))
			return { changes: [], entry: writeEntry({ last, again, reported }) };
		const entry = writeEntry({ last, again, reported: [...reported, last] });
		if (seen.novelty === 'baseline') return { changes: [], entry };
		const eventId = `invoice:${seen.id}:overdue:${overdueDaysOf(context)}:${due}${again}`;
		const event = { ...eventOf(seen, context, eventId), daysOverdue: daysOverdueOf(seen, context) };
		return { changes: [{ event, entry }], entry };
	},
};
