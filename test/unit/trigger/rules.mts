/** What the trigger promises, as rules for what it reported and remembered in any history. */
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import {
	clientOf,
	EVENT_KINDS,
	type EventFilters,
	type EventKind,
	EVENTS,
	passesFilters,
	type TriggerEvent,
	type TriggerOptions,
	WATCHED_RESOURCES,
	type WatchedRecord,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { SCOPE } from './history.mts';
import { type Entity, isInvoice, type Payment, summaryFields, valuesOf } from './model.mts';
import { isBaselined, type Played, pollOnce, pollUntilQuiet, type Tenure, type Trace } from './play.mts';

/** Returns what breaks it; nothing if it holds. */
export type Rule = (trace: Trace) => string[] | Promise<string[]>;
type Rules = Readonly<Record<string, Rule>>;

/** The identifier of an event's record. */
export const idOf = ({ event, record }: TriggerEvent): number =>
	Number(record[WATCHED_RESOURCES[EVENTS[event].resource].idField]);

const idsOf = (events: readonly TriggerEvent[]): string[] => events.map(({ eventId }) => eventId);
const eventsOf = (polls: readonly Played[]): TriggerEvent[] => polls.flatMap(({ events }) => events);

const duplicatesOf = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) < index);

function missing(wanted: readonly string[], found: readonly string[]): string[] {
	const have = new Set(found);
	return wanted.filter((id) => !have.has(id));
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
	const groups = new Map<Key, Item[]>();
	for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
	return groups;
}

/** The events of each record, in the order in which they were reported. */
export const byRecord = (events: readonly TriggerEvent[]) => groupBy(events, idOf);

const isWord = (field: unknown, word: string): boolean => String(field).toLowerCase() === word.toLowerCase();

/** A record, and what was reported of it while an event was chosen. */
interface Subject {
	record: Entity;
	events: TriggerEvent[];
	tenure: Tenure;
	trace: Trace;
}

const tenuresOf = ({ tenures }: Trace, kinds: readonly EventKind[]): Tenure[] =>
	tenures.filter(({ kind }) => kinds.includes(kind));

type Walk<Of extends Subject> = (trace: Trace) => Of[];

const subjects =
	(kinds: readonly EventKind[]): Walk<Subject> =>
	(trace) =>
		tenuresOf(trace, kinds).flatMap((tenure) => {
			const events = byRecord(tenure.events);
			const records = trace.service.of(EVENTS[tenure.kind].resource);
			return records.map((record) => ({ record, events: events.get(record.id) ?? [], tenure, trace }));
		});

const nameOf = ({ record, events, tenure }: Subject): string =>
	`${tenure.kind} of ${JSON.stringify(record)} (baseline ${tenure.begun} to ${tenure.settled}): ${idsOf(events).join()}`;

/** A rule that names what is broken of all that there was. */
const about =
	<Of extends Subject>(walk: Walk<Of>, isBroken: (one: Of) => boolean): Rule =>
	(trace) =>
		walk(trace).filter(isBroken).map(nameOf);

/** A rule that names events which should not be. */
const without =
	(isBroken: (event: TriggerEvent, played: Played, trace: Trace) => boolean): Rule =>
	(trace) =>
		trace.polls.flatMap((played) => idsOf(played.events.filter((event) => isBroken(event, played, trace))));

/** Its first poll must report the record, which is older. */
const isBackfilled = ({ backfillFrom }: Tenure, { date }: { date: string }): boolean =>
	backfillFrom !== undefined && date >= backfillFrom;

/** Whether a poll reads all lists anew, and nothing happens meanwhile. */
const isClear = ({ isComplete, begunAt, endedAt, trouble }: Played): boolean =>
	isComplete && begunAt === endedAt && trouble === undefined;

/** Each two polls of a tenure that see something clearly, one after the other, and the events since the first of them. */
function pairsOf({ polls }: Tenure, sees: (played: Played) => boolean) {
	const clear = polls.filter((played) => isClear(played) && sees(played));
	return clear.slice(1).map((to, index) => {
		const from = clear[index] as Played; // one less than before
		return { from, to, between: eventsOf(polls.slice(polls.indexOf(from) + 1, polls.indexOf(to) + 1)) };
	});
}

const kindsOf = (...detectors: string[]): EventKind[] =>
	EVENT_KINDS.filter((kind) => detectors.includes(EVENTS[kind].detector));

const CREATED = kindsOf('created');
const CHANGED = kindsOf('changed');
const STATUS = kindsOf('status');
const REMINDERS = kindsOf('reminder');
const ENDED = kindsOf('ended');
export const isReminder = (kind: EventKind): boolean => REMINDERS.includes(kind);

const wasArchived = (record: Entity): boolean => record.had('use').some((use) => /Archived|Stop/.test(use));

/** It must be visible to this day, without any gap. */
const isLasting = ({ record, tenure }: Subject): boolean =>
	!record.isDeleted &&
	(isInvoice(record)
		? !record.had('phase').includes('discarded') &&
			(record.is('status') !== 'Draft' || tenure.polls.every(({ options }) => options.includeDrafts))
		: !wasArchived(record));

/** It may be announced although it was there before. */
const isAwaited = ({ record, tenure: { polls, begun, settled } }: Subject): boolean =>
	isInvoice(record)
		? polls.some(({ options, endedAt }) => !options.includeDrafts && endedAt <= settled) &&
			record.had('status', begun, settled).includes('Draft')
		: // What is restored looks new where nothing newer was seen: of these, only the list in use is read.
			wasArchived(record);

const CREATION_RULES: Rules = {
	'reports every record that appears, also one that a backfill asks for': about(
		subjects(CREATED),
		(subject) => {
			const { record, events, tenure } = subject;
			const isDue =
				record.bornAt > tenure.settled || (record.bornAt <= tenure.begun && isBackfilled(tenure, record));
			return events.length === 0 && tenure.isLast && isLasting(subject) && isDue;
		},
	),
	'reports no record twice': about(subjects(CREATED), ({ events }) => events.length > 1),
	'reports no record as new that was there before': about(subjects(CREATED), (subject) => {
		const { record, events, tenure } = subject;
		const isOld = record.bornAt <= tenure.begun && !isAwaited(subject) && !isBackfilled(tenure, record);
		return events.length > 0 && isOld;
	}),
	'announces a draft, where drafts are left out, only when it is none any more': without(
		({ event, record }, { options }) =>
			event === 'invoiceCreated' && !options.includeDrafts && isWord(record.invoice_status, 'Draft'),
	),
};

/** Whether there are new payments is decided by amount: payments of the same amount count as equal. */
const keyOf = ({ amount }: WatchedRecord): string => String(amount);

/** Payments that can't be distinguished. Lists and single reads may differ in blanks, and in whether a date has a time. */
const detailsOf = ({ method, amount, date, notes }: WatchedRecord): string =>
	JSON.stringify([method, amount, String(date).slice(0, 10), String(notes).trim()]);

/** The invoice's payments, deleted ones too, in groups of equals. */
const groupsOf = ({ payments }: Entity, of = keyOf) => groupBy(payments, (payment) => of({ ...payment }));

/** What was reported of the payments of one invoice that equal one another. */
interface Group extends Subject {
	payments: Payment[];
	count: number;
}

const groups =
	(kind: EventKind, of = keyOf): Walk<Group> =>
	(trace) =>
		subjects([kind])(trace).flatMap((subject) =>
			[...groupsOf(subject.record, of)].map(([key, payments]) => {
				const events = subject.events.filter(({ payment = {} }) => of(payment) === key);
				return { ...subject, events, payments, count: events.length };
			}),
		);

const wasSettledBy = (record: Entity, time: number): boolean =>
	record.had('phase', 0, time - 1).some((phase) => phase !== 'open');

/** How many of the payments must have been reported: deleted ones, and those on a settled invoice, may have been missed. */
function promised({ record, payments, tenure }: Group): number {
	// What is hidden when an invoice is read a last time is never seen.
	const wasHidden = record.wasVeiled && record.wasSettled;
	const isDue = ({ bornAt }: Payment): boolean =>
		(bornAt > tenure.settled && !wasSettledBy(record, bornAt) && !wasHidden) ||
		(bornAt <= tenure.begun && isBackfilled(tenure, record));
	return payments.filter(isDue).length - payments.filter(({ deletedAt }) => deletedAt !== undefined).length;
}

/** More are reported than came while the event was chosen. What was hidden before is news once it is shown. */
const isTooOften = ({ record, payments, count, tenure }: Group): boolean =>
	!record.wasVeiled &&
	count > payments.filter(({ bornAt }) => bornAt > tenure.begun || isBackfilled(tenure, record)).length;

/** Lists show all of its payments, and none of these is deleted. */
const isTransparent = ({ record, trace }: Group): boolean =>
	!trace.service.quirks.blursPayments && record.present.length === record.payments.length;

const countAt = (payments: readonly Payment[], time: number): number =>
	payments.filter(({ bornAt, deletedAt = Infinity }) => bornAt <= time && deletedAt > time).length;

/** It was open when the baseline was taken, in which its payments did not change, or it was made later. */
function isCounted({ record, tenure: { begun, settled } }: Group): boolean {
	const isCalm = (at: number) => at <= begun || at > settled;
	const isOpen = record.bornAt <= begun && record.is('phase', begun) === 'open';
	const times = record.payments.flatMap(({ bornAt, deletedAt = 0 }) => [bornAt, deletedAt]);
	const phases = (record.log.phase ?? []).map(({ at }) => at);
	return record.bornAt > settled || (isOpen && [...phases, ...times].every(isCalm));
}

/** An invoice of which no answer ever hid anything, and of which no poll had to guess. */
const isPlain = ({ wasVeiled, wasWithheld, isDeleted, payments, log }: Entity): boolean =>
	![wasVeiled, wasWithheld, isDeleted].includes(true) &&
	log.phase?.length === 1 &&
	payments.every(({ amount }) => amount > 0);

const PAYMENT_RULES: Rules = {
	'reports every payment on an invoice that can change, equal ones each, also those that a backfill asks for':
		about(
			groups('paymentRecorded'),
			(group) => group.tenure.isLast && !group.record.isDeleted && group.count < promised(group),
		),
	'reports no payment twice, none that was there before, and of each what lists tell': about(
		(trace) => [
			...groups('paymentRecorded')(trace),
			...groups('paymentRecorded', detailsOf)(trace).filter(isTransparent),
		],
		isTooOften,
	),
	'makes no payment up, and tells of a removal its amount and nothing that it does not know': without(
		({ event, payment = {}, balanceLeft, record }, _, { service }) => {
			const invoice = service.records.get(Number(record.invoice_id));
			const isRemoval = event === 'paymentRemoved';
			if (!isRemoval && event !== 'paymentRecorded') return false;
			const isBare = Object.keys(payment).join() === 'amount' && balanceLeft === undefined;
			return (invoice && groupsOf(invoice).has(keyOf(payment))) !== true || (isRemoval && !isBare);
		},
	),
	'reports no removal that there was not, of a hidden, canceled or archived payment neither': about(
		groups('paymentRemoved'),
		({ record, payments, count, tenure }) =>
			// Hiding a payment of zero, or one that balances a refund, leaves the total that a removal would.
			!(record.wasVeiled && record.payments.some(({ amount }) => amount <= 0)) &&
			count > payments.filter(({ deletedAt = 0 }) => deletedAt > tenure.begun).length,
	),
	'reports every removal that two polls see': about(
		groups('paymentRemoved'),
		({ record, tenure, payments, events }) =>
			isPlain(record) &&
			pairsOf(
				tenure,
				({ shape, begunAt, endedAt }) =>
					shape === 'full' && record.bornAt <= begunAt && record.is('phase', endedAt) === 'open',
			).some(({ from, to, between }) => {
				const told = events.filter((event) => between.includes(event));
				return told.length < countAt(payments, from.endedAt) - countAt(payments, to.endedAt);
			}),
	),
	'keeps the books: what was there, and what was recorded, less what was removed, is there in the end': (
		trace,
	) => {
		const removals = groups('paymentRemoved')(trace).filter(({ tenure }) => tenure.isLast);
		return groups('paymentRecorded')(trace)
			.filter((group) => group.tenure.isLast && isCounted(group))
			.filter(({ record }) => !record.isDeleted && record.isOpen && !(record.wasVeiled && record.wasSettled))
			.filter(({ record, payments, count, tenure }) => {
				const { begun, settled } = tenure;
				const removed = removals
					.filter((one) => one.tenure.begun === begun && one.tenure.settled === settled)
					.find((one) => one.payments[0] === payments[0]);
				const isNew = record.bornAt > settled || isBackfilled(tenure, record);
				const before = isNew ? 0 : countAt(payments, begun);
				return removed && before + count - removed.count !== countAt(payments, trace.service.time);
			})
			.map(nameOf);
	},
};

/** A value that is followed, and the events that tell of it. */
interface Followed extends Subject {
	field: string;
}

const values: Walk<Followed> = (trace) => [
	...subjects(STATUS)(trace).map((subject) => ({ ...subject, field: 'status' })),
	...subjects(CHANGED)(trace).flatMap((subject) =>
		valuesOf(subject.record).map((field) => {
			const events = subject.events.filter(({ changedFields }) => changedFields?.includes(field));
			return { ...subject, field, events };
		}),
	),
];

/** It was never out of sight, and can still change. */
const isSteady = ({ record }: Subject): boolean =>
	!record.isDeleted &&
	!record.wasWithheld &&
	(isInvoice(record) ? !record.wasSettled && record.isOpen : !wasArchived(record));

/** How often the value became another one after a time and until another. */
const changesIn = ({ record, field }: Followed, after: number, until: number): number =>
	(record.log[field] ?? []).filter(({ at }, index) => index > 0 && at > after && at <= until).length;

/** Whether lists like those of a poll show a value, or the record is read for it. */
function isTold({ shape }: Pick<Played, 'shape'>, { record, field }: Followed): boolean {
	const fields = summaryFields(record);
	const isShown = field === 'status' || fields.length === 0 || fields.includes(field);
	return isShown || shape === 'full' || shape === 'bare';
}

const sees =
	(followed: Followed) =>
	(played: Played): boolean =>
		isTold(played, followed) &&
		followed.record.bornAt <= played.begunAt &&
		(followed.field === 'status' || followed.record.is('status', played.endedAt) !== 'Draft');

/** A value however it is spelled. */
const plain = (text: string): string =>
	text
		.trim()
		.replace(/\s+/g, ' ')
		.replace(/ 00:00:00$/, '')
		.toLowerCase();

function shownIn({ record }: TriggerEvent, field: string): string {
	const elsewhere: Record<string, unknown> = { client_id: clientOf(record), total: record.net_balance };
	return plain(String(elsewhere[field] ?? record[field]));
}

/** It was never lost from sight and found again; its status is still known, or was when it was settled. */
const isFollowed = ({ record, tenure: { isLast } }: Subject): boolean =>
	isLast &&
	(isInvoice(record) ? !record.wasReopened && record.is('use') === 'Active' : record.had('use').length === 1);

/** The records whose status is another than the one that was told last. */
export const unfinished = (trace: Trace): Subject[] =>
	subjects(STATUS)(trace).filter((subject) => {
		const { record, events, tenure } = subject;
		const { begun, settled } = tenure;
		const isCalm = record.had('status', begun, settled).length === 1;
		const first = record.is('status', begun);
		const isDue = record.bornAt <= begun && isCalm && !['Paid', 'Auto-Paid'].includes(first);
		const told = events.length > 0 ? events.at(-1)?.status : isDue ? first : record.is('status');
		return isFollowed(subject) && told !== record.is('status');
	});

const VALUE_RULES: Rules = {
	'reports every change that two polls see, and no more than there were': about(
		values,
		(followed) =>
			isSteady(followed) &&
			pairsOf(followed.tenure, sees(followed)).some(({ from, to, between }) => {
				const { record, field, events } = followed;
				const told = events.filter((event) => between.includes(event));
				const isOther = record.is(field, from.endedAt) !== record.is(field, to.endedAt);
				return (isOther && told.length === 0) || told.length > changesIn(followed, from.begunAt, to.endedAt);
			}),
	),
	'reports no more changes of a record than there ever were, wherever it has been': about(
		values,
		(followed) => followed.events.length > changesIn(followed, followed.tenure.begun, Infinity),
	),
	'reports no change of a value to itself, and none to what it never was': about(values, (followed) => {
		const { record, field, events } = followed;
		if (field === 'status')
			return events.some(({ previousStatus = '?', status = '?' }) => {
				const had = record.had(field);
				return previousStatus === status || !had.includes(previousStatus) || !had.includes(status);
			});
		const told = events.map((event) => shownIn(event, field));
		const had = record.had(field).map(plain);
		return told.some(
			(value, index) => !had.includes(value) || (isSteady(followed) && value === told[index + 1]),
		);
	}),
	'follows a status without a gap: each change begins where the last one ended': about(
		subjects(STATUS),
		({ record, events }) =>
			!record.wasReopened &&
			events.some(({ previousStatus }, index) => index > 0 && previousStatus !== events[index - 1]?.status),
	),
	'follows a status to its end, and reports at least one change where it is another than it was': (trace) =>
		unfinished(trace).map(nameOf),
	'names what changed, and reports no change of an unsent draft': without(
		({ event, changedFields = [], record }) =>
			CHANGED.includes(event) && (changedFields.length === 0 || isWord(record.invoice_status, 'Draft')),
	),
};

/** The word that says it is canceled or stopped. */
export const endOf = ({ resource }: Entity): string => WATCHED_RESOURCES[resource].ended?.word ?? '';
const isPaid = (status: string): boolean => ['Paid', 'Auto-Paid'].includes(status);

/** How often it was canceled or stopped after a time and until another. */
const endsIn = (record: Entity, after: number, until = Infinity): number =>
	(record.log.use ?? []).filter(({ at, is }) => is === endOf(record) && at > after && at <= until).length;

const END_RULES: Rules = {
	'reports once each time that two polls see that an open record is canceled or stopped': about(
		subjects(ENDED),
		({ record, events, tenure }) =>
			!record.isDeleted &&
			!record.wasWithheld &&
			pairsOf(tenure, ({ begunAt }) => record.bornAt <= begunAt).some(({ from, to, between }) => {
				const told = events.filter((event) => between.includes(event)).length;
				const isDue =
					record.is('phase', from.endedAt) === 'open' &&
					// A poll in between may have seen it archived or paid, and then not open again.
					record.had('phase', from.endedAt, to.endedAt).length === 2 &&
					record.is('use', to.endedAt) === endOf(record) &&
					!isPaid(record.is('status', to.endedAt));
				return (isDue && told === 0) || told > endsIn(record, from.begunAt, to.endedAt);
			}),
	),
	'reports it no more often than it was, and only after a poll in which it was open': about(
		subjects(ENDED),
		({ record, events, tenure: { polls, begun } }) => {
			const first = polls.findIndex(({ begunAt, endedAt }) =>
				record.had('phase', begunAt, endedAt).includes('open'),
			);
			const isSeen = (event: TriggerEvent) =>
				first >= 0 && first < polls.findIndex((played) => played.events.includes(event));
			return events.length > endsIn(record, begun) || !events.every(isSeen);
		},
	),
	'reports it of no other than it is, nor of what is paid': without(({ event, record }) => {
		const { ended } = WATCHED_RESOURCES[EVENTS[event].resource];
		const isRight = isWord(record[ended?.field ?? ''], ended?.word ?? '');
		return ENDED.includes(event) && (!isRight || /^(auto-)?paid$/i.test(String(record.invoice_status)));
	}),
};

/** The options of a poll as far as they are about reminders. */
type Wishes = Pick<TriggerOptions, 'daysBeforeDue' | 'daysOverdue' | 'includeDisputed'>;

const lateBy = (due: string, today: string): number => (Date.parse(today) - Date.parse(due)) / 86_400_000;
const dueOf = ({ record }: TriggerEvent): string => String(record.invoice_due_date).slice(0, 10);
const daysOf = (kind: EventKind, { daysBeforeDue = [3], daysOverdue = [1] }: Wishes): number[] =>
	kind === 'invoiceDueSoon' ? daysBeforeDue.map((days) => -days) : [...daysOverdue];
const dayOf = ({ event, reminderDays = NaN }: TriggerEvent): number =>
	event === 'invoiceDueSoon' ? -reminderDays : reminderDays;

/** The most urgent day, counted from the due date, that is reached on a day. What is overdue is not due soon. */
function reachedOn(kind: EventKind, wishes: Wishes, due: string, today: string): number | undefined {
	const late = lateBy(due, today);
	const reached = daysOf(kind, wishes).filter((day) => day <= late);
	return reached.length === 0 || (kind === 'invoiceDueSoon' && late > 0) ? undefined : Math.max(...reached);
}

/** Whether a client may be reminded of an invoice in this status. */
const mayRemind = (status: string, { includeDisputed }: Wishes): boolean =>
	status !== 'Draft' && (status !== 'Disputed' || includeDisputed === true);

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

/** It was open and to be reminded of all the time between two polls, with one due date that these see. */
function isQuiet(invoice: Entity, polls: readonly Played[]): boolean {
	const [first, last] = [polls[0], polls.at(-1)];
	if (first === undefined || last === undefined) return false;
	const { bornAt } = invoice;
	const most = invoice.payments.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);
	const isMeant = (status: string) => polls.every(({ options }) => mayRemind(status, options));
	return (
		![invoice.wasSettled, invoice.wasWithheld, invoice.isDeleted].includes(true) &&
		bornAt <= last.begunAt &&
		!(bornAt > first.begunAt && bornAt <= first.endedAt) &&
		most < Math.min(...invoice.had('total').map(Number)) &&
		invoice.had('invoice_due_date', first.begunAt, last.endedAt).length === 1 &&
		(invoice.had('invoice_due_date').length === 1 || polls.every(({ shape }) => shape === 'full')) &&
		invoice.had('status', first.begunAt, last.endedAt).every(isMeant)
	);
}

/** What is reported of one invoice and due date from one poll that read everything to the next. */
interface Reminded {
	days: number[];
	due: string;
	/** How late it was at the first of them: not at all, if it is newer. */
	late: number;
	stretch: readonly Played[];
	kind: EventKind;
}

const fromPollToPoll =
	(isBroken: (reminded: Reminded) => boolean): Rule =>
	(trace) =>
		tenuresOf(trace, REMINDERS).flatMap((tenure) =>
			stretchesOf(tenure).flatMap((stretch) => {
				const told = byRecord(eventsOf(stretch.slice(1)).filter(({ event }) => event === tenure.kind));
				const [first, last] = [stretch[0], stretch.at(-1)];
				const isWrong = (invoice: Entity) => {
					const due = invoice.is('invoice_due_date', last?.endedAt);
					const late = invoice.bornAt > (first?.begunAt ?? 0) ? -Infinity : lateBy(due, first?.day ?? '');
					const events = told.get(invoice.id) ?? [];
					const days = events.filter((event) => dueOf(event) === due).map(dayOf);
					return isQuiet(invoice, stretch) && isBroken({ days, due, late, stretch, kind: tenure.kind });
				};
				return trace.service
					.of('invoice')
					.filter(isWrong)
					.map((invoice) => `${JSON.stringify(invoice)} from ${first?.day} to ${last?.day}`);
			}),
		);

const REMINDER_RULES: Rules = {
	'reports the most urgent number that an invoice has reached since the last poll': fromPollToPoll(
		({ days, due, late, stretch, kind }) => {
			const last = stretch.at(-1);
			if (last?.isComplete !== true || last.trouble !== undefined) return false;
			const day = reachedOn(kind, last.options, due, last.day);
			const isChosen =
				day !== undefined && stretch.every(({ options }) => daysOf(kind, options).includes(day));
			// A more urgent one may have been chosen for a while.
			return isChosen && late < day && !days.some((one) => one >= day);
		},
	),
	'reports no number that an invoice had passed at an earlier poll, not even one that is added later':
		fromPollToPoll(({ days, late }) => days.some((day) => late >= day)),
	'reports an invoice once for each number and due date, and the more urgent number later': about(
		subjects(REMINDERS),
		({ record, events }) =>
			!record.wasReopened &&
			[...groupBy(events, dueOf).values()].some((same) =>
				same.some((event, index) => index > 0 && dayOf(event) <= dayOf(same[index - 1] ?? event)),
			),
	),
	'reminds of no draft, nor of what is paid, archived, canceled or disputed, and only by a number that is reached':
		without((event, { options, day }) => {
			if (!isReminder(event.event)) return false;
			const { event: kind, record, daysOverdue, daysUntilDue } = event;
			const late = lateBy(dueOf(event), day);
			const [soon, over] = kind === 'invoiceDueSoon' ? [0 - late, undefined] : [undefined, late];
			const isRight =
				dayOf(event) === reachedOn(kind, options, dueOf(event), day) &&
				daysOverdue === over &&
				daysUntilDue === soon;
			const barred = ['Draft', 'Paid', 'Auto-Paid', ...(options.includeDisputed ? [] : ['Disputed'])];
			const isOpen = isWord(record.status, 'Active') && Number(record.outstanding) > 0;
			return !isRight || !isOpen || barred.some((status) => isWord(record.invoice_status, status));
		}),
};

const RESOURCE_NAMES = Object.keys(WATCHED_RESOURCES);
const placeOf = (event: TriggerEvent): number =>
	RESOURCE_NAMES.indexOf(EVENTS[event.event].resource) * 1e9 + idOf(event);

const POLL_RULES: Rules = {
	'comes to rest when nothing happens any more': ({ isAtRest }) =>
		isAtRest ? [] : ['The polls do not come to an end.'],
	'changes nothing when a poll fails, and fails only with what the service failed with': ({ failures }) =>
		failures.filter((failure) => failure !== ''),
	'reports nothing in the first poll of an event, whenever it is chosen': ({ tenures }) =>
		tenures
			.filter(({ backfillFrom }) => backfillFrom === undefined)
			.flatMap(({ kind, polls }) => idsOf((polls[0]?.events ?? []).filter(({ event }) => event === kind))),
	'reports only what is chosen': without(({ event }, { options }) => !options.events.includes(event)),
	'returns the events of a poll in the order of their records, and no more than a poll may, but for one record':
		({ polls }) =>
			polls.flatMap(({ events, options }) => {
				const most = Math.max(0, ...[...groupBy(events, placeOf).values()].map(({ length }) => length));
				const isEarly = (event: TriggerEvent, index: number) =>
					index > 0 && placeOf(events[index - 1] ?? event) > placeOf(event);
				return [
					...idsOf(events.filter(isEarly)),
					// What comes before the last record is less than a poll may return.
					...(events.length - most < options.maxEvents ? [] : idsOf(events)),
				];
			}),
	'gives every event an identifier of its own': ({ tenures, service }) =>
		tenures.flatMap(({ kind, events }) => {
			const isNumbered = !CREATED.includes(kind);
			const isAgain = (event: TriggerEvent) => service.records.get(idOf(event))?.wasReopened;
			return duplicatesOf(idsOf(events.filter((event) => isNumbered || !isAgain(event))));
		}),
	'remembers the records that can still change, and no others': (trace) => {
		const state = trace.polls.at(-1)?.state;
		const faults = Object.entries(state?.parts ?? {}).flatMap(([kind, { watched, isBaseline }]) => {
			const { resource, detector } = EVENTS[kind as EventKind]; // the keys of the parts
			const ids = new Set(Object.keys(watched).map(Number));
			const open = trace.service.of(resource).filter(({ isDeleted, isOpen }) => isOpen && !isDeleted);
			// A draft's values are remembered only if it was sent before.
			const lost = open.filter(
				(record) => !ids.has(record.id) && !(detector === 'changed' && record.is('status') === 'Draft'),
			);
			const isWatched = ['changed', 'status', 'payment', 'ended'].includes(detector);
			return [
				...(isBaseline ? ['A baseline goes on.'] : []),
				...(isWatched ? lost.map(({ id }) => `${kind}: ${id} is forgotten.`) : []),
				...(ids.size > open.length ? [`${kind}: ${ids.size} are remembered, ${open.length} are open.`] : []),
			];
		});
		return [...faults, ...(state?.beginWith === undefined ? [] : ['A place is kept although all is read.'])];
	},
	'remembers each recent record once, and none that is long known': ({ polls }) =>
		polls
			.flatMap(({ state }) => Object.values(state.parts).filter(({ isBaseline }) => !isBaseline))
			.filter(
				({ recent, floor }) => new Set(recent).size < recent.length || Math.min(...recent) <= (floor ?? 0),
			)
			.map(({ recent, floor }) => `${recent.join()}, where all up to ${floor} are known`),
};

/** A saved state, and what was reported after it. */
interface Moment {
	state: State;
	since: TriggerEvent[];
}

/** The options that decide what is remembered, and not only what is returned. */
const rememberedOf = ({ includeDrafts, includeDisputed, ...days }: TriggerOptions): string =>
	JSON.stringify([includeDrafts, includeDisputed, days.daysBeforeDue, days.daysOverdue]);

/** The states from which the last options can go on: all events chosen then had their baseline, and were kept. */
export function momentsOf(trace: Trace): Moment[] {
	const { polls } = trace;
	const last = trace.tenures.filter(({ isLast }) => isLast);
	const remembered = rememberedOf(optionsOf(trace));
	return polls.flatMap(({ state, options }, index) => {
		const isKept =
			last.length === options.events.length &&
			last.every((tenure) => tenure.polls.some((played) => played.state === state)) &&
			// A draft that was reported, or made to wait, in between is not in the repeat, nor is another number of days.
			polls.slice(index).every((played) => rememberedOf(played.options) === remembered);
		const since = eventsOf(polls.slice(index + 1)).filter(({ event }) => options.events.includes(event));
		return isKept && isBaselined(state) ? [{ state, since }] : [];
	});
}

/** The first of these moments, from which most is still to come, and another one. */
const someOf = (moments: readonly Moment[]): Moment[] => [
	...new Set([...moments.slice(0, 1), ...moments.slice(Math.floor(moments.length / 3)).slice(0, 1)]),
];

function optionsOf({ polls }: Trace): TriggerOptions {
	const options = polls.at(-1)?.options;
	if (options === undefined) throw new Error('Every history ends with a poll.');
	return { ...options, maxEvents: 1000 };
}

/** What is reported now, without any disturbance, from a moment on. Several rules ask for it. */
const repeats = new WeakMap<State, Promise<TriggerEvent[]>>();

async function repeated(trace: Trace, { state }: Moment): Promise<TriggerEvent[]> {
	const repeat = async () => eventsOf((await pollUntilQuiet(trace.service, optionsOf(trace), state)).polls);
	const known = repeats.get(state) ?? repeat();
	repeats.set(state, known);
	return await known;
}

/** Whether an event has the same identifier in a repeat, and is one then: nothing was taken back, or hidden. */
function isExact({ service }: Trace, event: TriggerEvent, { state }: Moment): boolean {
	const { event: kind, payment } = event;
	const record = service.records.get(idOf(event));
	if (record === undefined || kind.endsWith('Changed')) return false;
	// What was not watched then is found canceled, and what was paid or canceled in between is not.
	if (ENDED.includes(kind)) {
		const isWatched = record.id in (state.parts[kind]?.watched ?? {});
		return isWatched && record.had('phase').length === 2 && !record.had('status').some(isPaid);
	}
	if (!isInvoice(record)) return !wasArchived(record);
	if (record.wasReopened || record.wasVeiled || record.had('phase').includes('discarded')) return false;
	if (isReminder(kind)) return record.had('invoice_due_date').length === 1;
	const equals = (payment && groupsOf(record).get(keyOf(payment))) ?? [];
	return equals.every(({ deletedAt, bornAt }) => deletedAt === undefined && !wasSettledBy(record, bornAt));
}

/** Whether the subject of an event is still visible. */
function isStillThere(trace: Trace, event: TriggerEvent): boolean {
	const record = trace.service.records.get(idOf(event));
	if (record === undefined || record.isDeleted) return false;
	const options = optionsOf(trace);
	if (event.event === 'invoiceCreated') return options.includeDrafts || record.is('status') !== 'Draft';
	if (ENDED.includes(event.event)) return record.is('use') === endOf(record);
	if (!isReminder(event.event)) return true;
	const isDue = record.isOpen && record.paid < Number(record.is('total'));
	const day = reachedOn(event.event, options, dueOf(event), trace.service.dayIn(0));
	return isDue && mayRemind(record.is('status'), options) && dayOf(event) === day;
}

const lastingOf = (trace: Trace, moment: Moment): string[] =>
	idsOf(moment.since.filter((event) => isExact(trace, event, moment) && isStillThere(trace, event)));

const saying = (what: string, ids: readonly string[]): string[] => ids.map((id) => `${what}: ${id}`);

/** Whether an event needs no value that is only seen when the record is read for something else. */
function isToldAlone({ service: { shape } }: Trace, kind: EventKind): boolean {
	if (isReminder(kind)) return shape === 'full';
	return !CHANGED.includes(kind) || shape === 'full' || shape === 'bare';
}

/** What they let pass is tested where the form is: engine/trigger/edge. */
const FILTERS: readonly EventFilters[] = [{ clientId: 2 }, { fullPaymentOnly: true }, { minimumAmount: 20 }];

/** What is lost, and what is made up, if this moment is compared with a repeat from it that nothing disturbs. */
export async function differencesOf(trace: Trace, moment: Moment): Promise<string[]> {
	const events = await repeated(trace, moment);
	const exact = idsOf(events.filter((event) => isExact(trace, event, moment)));
	return [
		...saying('lost', missing(lastingOf(trace, moment), idsOf(events))),
		...saying('made up', missing(exact, idsOf(moment.since))),
	];
}

const REPEAT_RULES: Rules = {
	'repeats from an older state what it reported since then, and makes nothing up': async (trace) =>
		(await Promise.all(someOf(momentsOf(trace)).map((moment) => differencesOf(trace, moment)))).flat(),
	'gets to the end however little time a poll has, with nothing lost or doubled': async (trace) => {
		const [moment] = someOf(momentsOf(trace)).reverse();
		if (moment === undefined) return [];
		const wanted = lastingOf(trace, moment);
		const found: string[] = [];
		let saved = moment.state;
		// A few more polls, which should find nothing.
		for (let idle = 0; idle < 8 || (missing(wanted, found).length > 0 && idle < 200); idle++) {
			const played = await pollOnce(trace.service, optionsOf(trace), saved, { isOutOfTime: () => true });
			saved = played.state;
			if (played.events.length > 0) idle = 0;
			found.push(...idsOf(played.events));
		}
		return [...saying('lost', missing(wanted, found)), ...saying('doubled', duplicatesOf(found))];
	},
	'reports the same however few events a poll may return, and of what is new the lowest identifiers first':
		async (trace) => {
			// What a poll that was cut short has left comes first, if not in the same poll.
			const moment = momentsOf(trace).find(({ state }) => state.beginWith === undefined);
			if (moment === undefined) return [];
			const all = await repeated(trace, moment);
			const few = { ...optionsOf(trace), maxEvents: 4 };
			const { polls } = await pollUntilQuiet(trace.service, few, moment.state);
			const isCreation = ({ event, previousStatus }: TriggerEvent) =>
				CREATED.includes(event) && previousStatus === undefined;
			return RESOURCE_NAMES.flatMap((resource) => {
				const inOrder = (events: TriggerEvent[]) => {
					const told = events.filter(
						({ event }) => isToldAlone(trace, event) && EVENTS[event].resource === resource,
					);
					const others = idsOf(told.filter((one) => !isCreation(one))).sort();
					return [...idsOf(told.filter(isCreation)), ...others].join(' ');
				};
				const [wanted, found] = [inOrder(all), inOrder(eventsOf(polls))];
				return wanted === found ? [] : [`${wanted} at once, but ${found}`];
			});
		},
	'narrows by a filter what it returns, and nothing that it remembers': async (trace) => {
		const [moment] = momentsOf(trace);
		const filters = FILTERS[trace.service.time % FILTERS.length] ?? {};
		if (moment === undefined) return [];
		const now = trace.service.now();
		const pollWith = async (more: Partial<TriggerOptions>) => {
			// Mixed lists show each record in a shape that depends on how many requests there have been.
			trace.service.requests = { page: 0, get: 0 };
			return await pollOnce(trace.service, { ...optionsOf(trace), ...more }, moment.state, { now });
		};
		const [all, some] = [await pollWith({}), await pollWith({ filters })];
		const wanted = idsOf(all.events.filter((event) => passesFilters(event, filters))).join();
		return [
			...(JSON.stringify(all.state) === JSON.stringify(some.state) ? [] : ['The filter changed the state.']),
			...(wanted === idsOf(some.events).join() ? [] : [`${wanted}, but ${idsOf(some.events).join()}`]),
		];
	},
	'starts anew for another account that answers twice, and says so': async (trace) => {
		const options = { ...optionsOf(trace), startFrom: '2026-01-01' };
		const other: Scope = { ...SCOPE, account: 'another account', token: 'other' };
		const polls = trace.polls.slice(-1);
		for (let count = 0; count < 3; count++)
			polls.push(await pollOnce(trace.service, options, polls.at(-1)?.state, {}, other));
		const [saved, first, second, third] = polls;
		const isSaid = [first, second].every((played) => played?.log[0]?.startsWith('The account that answers'));
		const isKept = JSON.stringify(first?.state.parts) === JSON.stringify(saved?.state.parts);
		const isRight = isSaid && isKept && third?.log.length === 0;
		return [...idsOf(eventsOf(polls.slice(1))), ...(isRight ? [] : ['It says nothing, or forgets at once.'])];
	},
};

/** The rules by their names. */
export const RULES: Rules = {
	...CREATION_RULES,
	...PAYMENT_RULES,
	...VALUE_RULES,
	...END_RULES,
	...REMINDER_RULES,
	...POLL_RULES,
	...REPEAT_RULES,
};
