import type {
	EventKind,
	TriggerEvent,
	TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import {
	byRecord,
	duplicatesOf,
	invoicesOf,
	isBackfilled,
	isShown,
	isWord,
	tenuresOf,
	type Rule,
} from './facts.mts';
import type { Played, Tenure, Trace } from './play.mts';
import { type Invoice, isSettled, paidOn, wasAt } from './records.mts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The options of a poll as far as they are about reminders. */
type Wishes = Pick<TriggerOptions, 'daysBeforeDue' | 'daysOverdue' | 'includeDisputed'>;

const lateBy = (due: string, today: string): number => (Date.parse(today) - Date.parse(due)) / DAY_MS;

export const isReminder = (kind: EventKind): boolean =>
	kind === 'invoiceDueSoon' || kind === 'invoiceOverdue';

export const dueOf = ({ record }: TriggerEvent): string => String(record.invoice_due_date).slice(0, 10);

const numbersOf = (kind: EventKind, { daysBeforeDue = [3], daysOverdue = [1] }: Wishes): readonly number[] =>
	kind === 'invoiceDueSoon' ? daysBeforeDue : daysOverdue;

/** What is more urgent is higher. */
const urgencyOf = (kind: EventKind, number: number): number => (kind === 'invoiceDueSoon' ? -number : number);

const isReached = (kind: EventKind, number: number, due: string, today: string): boolean =>
	kind === 'invoiceDueSoon'
		? lateBy(due, today) >= -number && lateBy(due, today) <= 0
		: lateBy(due, today) >= number;

const wasPassed = (kind: EventKind, number: number, due: string, today: string): boolean =>
	lateBy(due, today) >= urgencyOf(kind, number);

/** The most urgent number that is reached on a day. */
export const reachedOn = (kind: EventKind, wishes: Wishes, due: string, today: string): number | undefined =>
	numbersOf(kind, wishes)
		.filter((number) => isReached(kind, number, due, today))
		.sort((one, other) => urgencyOf(kind, other) - urgencyOf(kind, one))[0];

/** Whether a client may be reminded of an invoice in this status. */
export const mayRemind = (status: string, { includeDisputed }: Wishes): boolean =>
	status !== 'Draft' && (status !== 'Disputed' || includeDisputed === true);

/** Its due date never came back to one that it had had, and it was never settled and opened again. */
const isSteady = ({ dues, wasReopened }: Invoice): boolean =>
	!wasReopened && duplicatesOf(dues.map(({ is }) => is)).length === 0;

/** What it was at some time between two others. */
const between = (log: Invoice['statuses'], from: number, to: number): string[] =>
	log.filter(({ at }, index) => at <= to && (log[index + 1]?.at ?? Infinity) > from).map(({ is }) => is);

/** The numbers of a tenure's last poll, since when they are in use, and on which day it was seen without them. */
function lastNumbers({ kind, polls, settled }: Tenure) {
	const final = polls.at(-1)?.options ?? {};
	const isFinal = ({ options }: Played) =>
		String(numbersOf(kind, options)) === String(numbersOf(kind, final));
	const changed = polls.findLast((played) => !isFinal(played));
	const baseline = polls.find(
		({ endedAt, state }) => endedAt >= settled && state.parts[kind]?.isBaseline !== true,
	);
	const last = [changed, baseline].filter((played) => played !== undefined);
	return {
		number: Math.max(...numbersOf(kind, final).map((number) => urgencyOf(kind, number))),
		least: Math.min(...numbersOf(kind, final).map((number) => urgencyOf(kind, number))),
		wishes: final,
		isConstant: changed === undefined,
		at: Math.max(settled, changed?.endedAt ?? 0),
		day:
			last
				.map(({ day }) => day)
				.sort()
				.at(-1) ?? '',
	};
}

/** It is open, more late than any number, and had reached none when the baseline was taken or the numbers changed. */
function mustBeReported(trace: Trace, tenure: Tenure, invoice: Invoice): boolean {
	const { at, day, least, wishes, isConstant } = lastNumbers(tenure);
	const [first] = invoice.dues;
	return (
		tenure.kind === 'invoiceOverdue' &&
		tenure.isLast &&
		isSteady(invoice) &&
		!invoice.isDeleted &&
		!isSettled(invoice) &&
		mayRemind(invoice.status, wishes) &&
		paidOn(invoice) < invoice.net &&
		isShown(trace, invoice.id) &&
		first !== undefined &&
		(invoice.bornAt > at ||
			(invoice.bornAt <= tenure.begun && isConstant && isBackfilled(tenure, invoice)) ||
			invoice.dues.every(({ is }) => lateBy(is, day) < least))
	);
}

/** It was there, open and to be reminded of all the time between two polls, with one due date that these see. */
function isQuiet(trace: Trace, invoice: Invoice, [first, ...others]: readonly Played[]): boolean {
	if (first === undefined) return false;
	const polls = [first, ...others];
	const end = polls.at(-1)?.endedAt ?? 0;
	return (
		invoice.bornAt < first.begunAt &&
		!invoice.wasSettled &&
		!invoice.wasWithheld &&
		!invoice.isDeleted &&
		invoice.payments.every(({ amount }) => amount < 1) &&
		isShown(trace, invoice.id) &&
		between(invoice.dues, first.begunAt, end).length === 1 &&
		(invoice.dues.length === 1 || polls.every(({ shape }) => shape === 'full')) &&
		between(invoice.statuses, first.begunAt, end).every((status) =>
			polls.every(({ options }) => mayRemind(status, options)),
		)
	);
}

/** Each poll that read everything, with the next such one and those between: as ranges that begin and end with one. */
function stretchesOf({ polls, settled }: Tenure): Played[][] {
	const stretches: Played[][] = [];
	let stretch: Played[] = [];
	for (const played of polls.filter(({ endedAt }) => endedAt >= settled)) {
		stretch.push(played);
		if (!played.isComplete || played.trouble !== undefined) continue;
		stretches.push(stretch);
		stretch = [played];
	}
	// What is before the first of them has nothing to be compared with.
	return [...stretches.slice(1), ...(stretches.length > 0 && stretch.length > 1 ? [stretch] : [])];
}

type Told = ReadonlyMap<number, TriggerEvent[]>;

const toldIn = (kind: EventKind, polls: readonly Played[]): Told =>
	byRecord(polls.flatMap(({ events }) => events.filter(({ event }) => event === kind)));

/** A rule about each kind of reminder. */
const ofReminders =
	(faultsOf: (trace: Trace, tenure: Tenure) => string[]): Rule =>
	(trace) =>
		tenuresOf(trace, 'invoiceDueSoon', 'invoiceOverdue').flatMap((tenure) => faultsOf(trace, tenure));

/** A rule about what is reported of one invoice. */
const about = (
	isBroken: (events: TriggerEvent[], invoice: Invoice, tenure: Tenure, trace: Trace) => boolean,
): Rule =>
	ofReminders((trace, tenure) => {
		const events = byRecord(tenure.events);
		return invoicesOf(trace)
			.filter((invoice) => isBroken(events.get(invoice.id) ?? [], invoice, tenure, trace))
			.map(
				({ id, dues }) =>
					`${id}, due ${dues.map(({ at, is }) => `${is} since ${at}`).join(', ')}` +
					`; reported ${(events.get(id) ?? []).map(({ eventId, detectedAt }) => `${eventId} on ${detectedAt}`).join(', ')}` +
					` (baseline ${tenure.begun} to ${tenure.settled})`,
			);
	});

/** A rule about what is reported of one invoice from one poll that read everything to the next. */
const fromPollToPoll = (
	isBroken: (events: TriggerEvent[], due: string, stretch: readonly Played[], kind: EventKind) => boolean,
): Rule =>
	ofReminders((trace, tenure) =>
		stretchesOf(tenure).flatMap((stretch) => {
			const told = toldIn(tenure.kind, stretch.slice(1));
			return invoicesOf(trace)
				.filter((invoice) => isQuiet(trace, invoice, stretch))
				.filter(({ id, dues }) => {
					const due = wasAt(dues, stretch[0]?.begunAt ?? 0) ?? '';
					return isBroken(told.get(id) ?? [], due, stretch, tenure.kind);
				})
				.map(({ id, due }) => `${id}, due ${due}, from ${stretch[0]?.day} to ${stretch.at(-1)?.day}`);
		}),
	);

const isTold = (event: TriggerEvent, due: string, number: number | undefined): boolean =>
	dueOf(event) === due && event.reminderDays === number;

export const REMINDER_RULES: Readonly<Record<string, Rule>> = {
	'reports every invoice that is more overdue than any number, also one that is so when a backfill asks for it':
		about(
			(events, invoice, tenure, trace) =>
				mustBeReported(trace, tenure, invoice) &&
				!events.some(({ reminderDays }) => reminderDays === lastNumbers(tenure).number),
		),
	'reports an invoice that is overdue by another due date, where lists show these': about(
		(events, invoice, tenure, trace) =>
			trace.service.shape === 'full' &&
			mustBeReported(trace, tenure, invoice) &&
			!events.some((event) => isTold(event, invoice.due, lastNumbers(tenure).number)),
	),
	'reports the most urgent number that an invoice has reached since the last poll': fromPollToPoll(
		(events, due, stretch, kind) => {
			const [first, last] = [stretch[0], stretch.at(-1)];
			if (first === undefined || last?.isComplete !== true || last.trouble !== undefined) return false;
			const number = reachedOn(kind, last.options, due, last.day);
			return (
				number !== undefined &&
				!wasPassed(kind, number, due, first.day) &&
				stretch.every(({ options }) => numbersOf(kind, options).includes(number)) &&
				// A more urgent one may have been chosen for a while.
				!events.some(
					(event) =>
						dueOf(event) === due && urgencyOf(kind, event.reminderDays ?? NaN) >= urgencyOf(kind, number),
				)
			);
		},
	),
	'reports no number that an invoice had passed at an earlier poll, not even one that is added later':
		fromPollToPoll((events, due, [first], kind) =>
			events.some(
				(event) => dueOf(event) === due && wasPassed(kind, event.reminderDays ?? NaN, due, first?.day ?? ''),
			),
		),
	'reports an invoice once for each number and due date, and the more urgent number later': about(
		(events, { wasReopened }, { kind }) =>
			!wasReopened &&
			events.some((event, index) =>
				events
					.slice(0, index)
					.some(
						(earlier) =>
							dueOf(earlier) === dueOf(event) &&
							urgencyOf(kind, earlier.reminderDays ?? NaN) >= urgencyOf(kind, event.reminderDays ?? NaN),
					),
			),
	),
	'reports no number that an invoice had passed before the event was chosen': about(
		(events, invoice, tenure) => {
			const { kind, begun, settled, polls } = tenure;
			const due = wasAt(invoice.dues, begun);
			return (
				isSteady(invoice) &&
				invoice.bornAt <= begun &&
				!isBackfilled(tenure, invoice) &&
				between(invoice.statuses, begun, settled).every((status) =>
					polls.slice(0, 1).every(({ options }) => mayRemind(status, options)),
				) &&
				events.some(
					(event) =>
						dueOf(event) === due && wasPassed(kind, event.reminderDays ?? NaN, due, polls[0]?.day ?? ''),
				)
			);
		},
	),
	'reminds of no draft, nor of what is paid, archived, canceled or disputed, and only by a number that is reached':
		ofReminders((_, { kind, polls }) =>
			polls.flatMap(({ events, options, day }) =>
				events
					.filter(({ event }) => event === kind)
					.filter((event) => {
						const { record, reminderDays, daysOverdue, daysUntilDue } = event;
						const late = lateBy(dueOf(event), day);
						const isRight =
							reminderDays === reachedOn(kind, options, dueOf(event), day) &&
							daysOverdue === (kind === 'invoiceOverdue' ? late : undefined) &&
							daysUntilDue === (kind === 'invoiceOverdue' ? undefined : 0 - late);
						const isOpen =
							isWord(record.status, 'Active') &&
							Number(record.outstanding) > 0 &&
							!['Draft', 'Paid', 'Auto-Paid'].some((status) => isWord(record.invoice_status, status)) &&
							(options.includeDisputed === true || !isWord(record.invoice_status, 'Disputed'));
						return !isRight || !isOpen;
					})
					.map(({ eventId }) => eventId),
			),
		),
};
