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
	readonly reported: readonly string[];
}

const readEntry = (entry = ''): Entry => {
	const [last = '', ...reported] = entry.split('!');
	return { last, reported };
};

const writeEntry = ({ last, reported }: Entry): string => [last, ...reported].join('!');

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

/** Reports an invoice once per due date. An entry is the last due date and, each after a `!`, those already reported. */
export const overdue: Detector = {
	statuses: () => 'all',
	judge(seen, context) {
		const { entry, record, status, novelty } = seen;
		if (isSettled(seen, context)) return entry === undefined ? 'ignore' : 'enough';
		const isUnknown = record.invoice_due_date === undefined && entry === undefined;
		if (status === undefined || isUnknown) return 'read';
		const due = writeDay(dueDateOf(seen));
		const { last, reported } = readEntry(entry);
		const isDone = reported.includes(due) || !isOverdue(seen, context);
		if (!isDone && novelty !== 'baseline') return readUnlessFull(record, context);
		return isDone && entry !== undefined && last === due ? 'ignore' : 'enough';
	},
	detect(seen, context) {
		if (isSettled(seen, context)) return NOTHING;
		const due = dueDateOf(seen);
		const last = writeDay(due);
		const { reported } = readEntry(seen.entry);
		if (!isOverdue(seen, context) || reported.includes(last))
			return { changes: [], entry: writeEntry({ last, reported }) };
		const entry = writeEntry({ last, reported: [...reported, last] });
		if (seen.novelty === 'baseline') return { changes: [], entry };
		const eventId = `invoice:${seen.id}:overdue:${overdueDaysOf(context)}:${due}`;
		const event = { ...eventOf(seen, context, eventId), daysOverdue: daysOverdueOf(seen, context) };
		return { changes: [{ event, entry }], entry };
	},
};
