/** What the trigger promises, as rules for what it reported and remembered in any history. */
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import {
	clientOf,
	EVENT_KINDS,
	type EventFilters,
	type EventKind,
	EVENTS,
	type ResourceName,
	type TriggerEvent,
	type TriggerOptions,
	WATCHED_RESOURCES,
	type WatchedRecord,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { SCOPE } from './history.mts';
import { type Invoice, isInvoice, isSettled, paidOn, type Payment, type Since } from './model.mts';
import { summaryFields, type Thing, wasAt } from './model.mts';
import { isBaselined, type Played, pollOnce, pollUntilQuiet, type Tenure, type Trace } from './play.mts';

/** Returns what breaks it; nothing if it holds. */
export type Rule = (trace: Trace) => string[] | Promise<string[]>;
type Rules = Readonly<Record<string, Rule>>;

/** The identifier of an event's record. */
export const idOf = ({ event, record }: TriggerEvent): number =>
	Number(record[WATCHED_RESOURCES[EVENTS[event].resource].idField]);

export const idsOf = (events: readonly TriggerEvent[]): string[] => events.map(({ eventId }) => eventId);
const eventsOf = (polls: readonly Played[]): TriggerEvent[] => polls.flatMap(({ events }) => events);

export const duplicatesOf = (ids: readonly string[]): string[] =>
	ids.filter((id, index) => ids.indexOf(id) < index);

export function missing(wanted: readonly string[], found: readonly string[]): string[] {
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

const invoicesOf = ({ service }: Trace): Invoice[] => [...service.invoices.values()];

const recordsOf = ({ service }: Trace, resource: ResourceName): Array<Invoice | Thing> =>
	service.all().filter((record) => resource === (isInvoice(record) ? 'invoice' : record.resource));

const isWord = (field: unknown, word: string): boolean => String(field).toLowerCase() === word.toLowerCase();

/** A record, and what was reported of it while an event was chosen. */
interface Subject<Of extends Invoice | Thing = Invoice | Thing> {
	record: Of;
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
			const records = recordsOf(trace, EVENTS[tenure.kind].resource);
			return records.map((record) => ({ record, events: events.get(record.id) ?? [], tenure, trace }));
		});

const invoices =
	(kinds: readonly EventKind[]): Walk<Subject<Invoice>> =>
	(trace) =>
		subjects(kinds)(trace).flatMap(({ record, ...rest }) => (isInvoice(record) ? [{ record, ...rest }] : []));

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
function pairsOf({ polls, kind }: Tenure, sees: (played: Played) => boolean) {
	const clear = polls.filter((played) => isClear(played) && sees(played));
	return clear.slice(1).map((to, index) => {
		const from = clear[index] as Played; // one less than before
		const between = polls.slice(polls.indexOf(from) + 1, polls.indexOf(to) + 1);
		return { from, to, events: eventsOf(between).filter(({ event }) => event === kind) };
	});
}

const kindsOf = (...detectors: string[]): EventKind[] =>
	EVENT_KINDS.filter((kind) => detectors.includes(EVENTS[kind].detector));

const CREATED = kindsOf('created');
const CHANGED = kindsOf('changed');
const STATUS = kindsOf('status');
const REMINDERS = kindsOf('reminder');
export const isReminder = (kind: EventKind): boolean => REMINDERS.includes(kind);

/** It must be visible to this day, without any gap. */
const isLasting = ({ record, tenure }: Subject): boolean =>
	!record.isDeleted &&
	(isInvoice(record)
		? !record.wasDiscardedDraft &&
			(record.status !== 'Draft' || tenure.polls.every(({ options }) => options.includeDrafts))
		: !record.wasArchived);

/** What it was at some time between two others. */
const between = (log: readonly Since[], from: number, to: number): string[] =>
	log.filter(({ at }, index) => at <= to && (log[index + 1]?.at ?? Infinity) > from).map(({ is }) => is);

/** It may be announced although it was there before. */
const isAwaited = ({ record, tenure: { polls, begun, settled } }: Subject): boolean =>
	isInvoice(record)
		? polls.some(({ options, endedAt }) => !options.includeDrafts && endedAt <= settled) &&
			between(record.statuses, begun, settled).includes('Draft')
		: // What is restored looks new where nothing newer was seen: of these, only the list in use is read.
			record.wasArchived;

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
export const keyOf = ({ amount }: WatchedRecord): string => String(amount);

/** Payments that can't be distinguished. Lists and single reads may differ in blanks, and in whether a date has a time. */
const detailsOf = ({ method, amount, date, notes }: WatchedRecord): string =>
	JSON.stringify([method, amount, String(date).slice(0, 10), String(notes).trim()]);

/** The invoice's payments, deleted ones too, in groups of equals. */
export const groupsOf = ({ payments }: Invoice, of = keyOf) =>
	groupBy(payments, (payment) => of({ ...payment }));

/** What was reported of the payments of one invoice that equal one another. */
interface Group extends Subject<Invoice> {
	payments: Payment[];
	count: number;
}

const groups =
	(kind: EventKind, of = keyOf): Walk<Group> =>
	(trace) =>
		invoices([kind])(trace).flatMap((subject) =>
			[...groupsOf(subject.record, of)].map(([key, payments]) => {
				const events = subject.events.filter(({ payment = {} }) => of(payment) === key);
				return { ...subject, events, payments, count: events.length };
			}),
		);

/** How many of the payments must have been reported: deleted ones, and those on a settled invoice, may have been missed. */
function promised({ record, payments, tenure }: Group): number {
	// What is hidden when an invoice is read a last time is never seen.
	const wasHidden = record.wasVeiled && record.wasSettled;
	const isDue = ({ bornAt, isLate }: Payment): boolean =>
		(bornAt > tenure.settled && !isLate && !wasHidden) ||
		(bornAt <= tenure.begun && isBackfilled(tenure, record));
	return payments.filter(isDue).length - payments.filter(({ deletedAt }) => deletedAt !== undefined).length;
}

/** More are reported than came while the event was chosen. What was hidden before is news once it is shown. */
const isTooOften = ({ record, payments, count, tenure }: Group): boolean =>
	!record.wasVeiled &&
	count > payments.filter(({ bornAt }) => bornAt > tenure.begun || isBackfilled(tenure, record)).length;

const wasThere =
	(time: number) =>
	({ bornAt, deletedAt = Infinity }: Payment): boolean =>
		bornAt <= time && deletedAt > time;

/** It was open when the baseline was taken, in which its payments did not change, or it was made later. */
function isCounted({ record, tenure: { begun, settled } }: Group): boolean {
	const isCalm = (at: number) => at <= begun || at > settled;
	const isOpen = record.bornAt <= begun && wasAt(record.openings, begun) === 'open';
	const times = record.payments.flatMap(({ bornAt, deletedAt = 0 }) => [bornAt, deletedAt]);
	return (
		record.bornAt > settled || (isOpen && [...record.openings.map(({ at }) => at), ...times].every(isCalm))
	);
}

/** No poll that had to stop, perhaps between its two events, came while it was there for a time. */
const wasReported =
	({ polls }: Trace) =>
	({ bornAt, deletedAt }: Payment): boolean =>
		deletedAt === undefined ||
		polls.every(({ isComplete, begunAt, endedAt }) => isComplete || endedAt < bornAt || begunAt > deletedAt);

/** An invoice of which no answer ever hid anything, and of which no poll had to guess. */
const isPlain = ({ wasVeiled, wasWithheld, isDeleted, openings, payments }: Invoice): boolean =>
	![wasVeiled, wasWithheld, isDeleted].includes(true) &&
	openings.length === 1 &&
	payments.every(({ amount }) => amount > 0);

const PAYMENT_RULES: Rules = {
	'reports every payment on an invoice that can change, equal ones each, also those that a backfill asks for':
		about(
			groups('paymentRecorded'),
			(group) => group.tenure.isLast && !group.record.isDeleted && group.count < promised(group),
		),
	'reports no payment twice, and none that was there before': about(groups('paymentRecorded'), isTooOften),
	'tells of each payment what it is, where none is deleted and lists show all of them': about(
		groups('paymentRecorded', detailsOf),
		(group) =>
			!group.trace.service.quirks.blursPayments &&
			group.record.payments.every(({ deletedAt }) => deletedAt === undefined) &&
			isTooOften(group),
	),
	'makes no payment up, and tells of a removal its amount and nothing that it does not know': without(
		({ event, payment = {}, balanceLeft, record }, _, { service }) => {
			const invoice = service.invoices.get(Number(record.invoice_id));
			const isRemoval = event === 'paymentRemoved';
			if (!isRemoval && event !== 'paymentRecorded') return false;
			const isBare = Object.keys(payment).join() === 'amount' && balanceLeft === undefined;
			return (invoice && groupsOf(invoice).has(keyOf(payment))) !== true || (isRemoval && !isBare);
		},
	),
	'reports no removal that there was not, of a hidden, canceled or archived payment neither': about(
		groups('paymentRemoved'),
		({ record, payments, count, tenure }) =>
			// A hidden payment that balances a refund leaves what removing the refund, and one of zero, would.
			!(record.wasVeiled && record.payments.some(({ amount }) => amount < 0)) &&
			count > payments.filter(({ deletedAt = 0 }) => deletedAt > tenure.begun).length,
	),
	'reports every removal that two polls see': about(
		groups('paymentRemoved'),
		({ record, tenure, payments }) =>
			isPlain(record) &&
			pairsOf(
				tenure,
				({ shape, begunAt, endedAt }) =>
					shape === 'full' && record.bornAt <= begunAt && wasAt(record.openings, endedAt) === 'open',
			).some(({ from, to, events }) => {
				const key = keyOf({ ...payments[0] });
				const told = events.filter(
					(event) => idOf(event) === record.id && keyOf(event.payment ?? {}) === key,
				);
				const countAt = ({ endedAt }: Played) => payments.filter(wasThere(endedAt)).length;
				return told.length < countAt(from) - countAt(to);
			}),
	),
	'keeps the books: what was there, and what was recorded, less what was removed, is there in the end': (
		trace,
	) => {
		const removals = groups('paymentRemoved')(trace).filter(({ tenure }) => tenure.isLast);
		return groups('paymentRecorded')(trace)
			.filter((group) => group.tenure.isLast && isCounted(group) && group.payments.every(wasReported(trace)))
			.filter(
				({ record }) => !record.isDeleted && !isSettled(record) && !(record.wasVeiled && record.wasSettled),
			)
			.filter(({ record, payments, count, tenure }) => {
				const removed = removals.find(
					(one) =>
						one.record === record &&
						one.payments[0] === payments[0] &&
						one.tenure.begun === tenure.begun &&
						one.tenure.settled === tenure.settled,
				);
				const isNew = record.bornAt > tenure.settled || isBackfilled(tenure, record);
				const before = isNew ? 0 : payments.filter(wasThere(tenure.begun)).length;
				const after = payments.filter(({ deletedAt }) => deletedAt === undefined).length;
				return removed !== undefined && before + count - removed.count !== after;
			})
			.map(nameOf);
	},
};

/** It was never lost from sight and found again; its status is still known, or was when it was settled. */
const isFollowed = ({ record, tenure: { isLast } }: Subject): boolean =>
	isLast &&
	!record.isDeleted &&
	(isInvoice(record) ? !record.wasReopened && record.recordStatus === 'Active' : !record.wasArchived);

const STATUS_RULES: Rules = {
	'follows a status without a gap: each change begins where the last one ended': about(
		subjects(STATUS),
		({ record, events }) =>
			(isInvoice(record) ? !record.wasReopened : !record.wasArchived || record.isArchived) &&
			events.some(({ previousStatus }, index) => index > 0 && previousStatus !== events[index - 1]?.status),
	),
	'follows a status to its end, and reports at least one change where it is another than it was': about(
		subjects(STATUS),
		(subject) => {
			const { record, events, tenure } = subject;
			const { begun, settled } = tenure;
			const isCalm = record.statuses.every(({ at }) => at <= begun || at > settled);
			const first = wasAt(record.statuses, begun) ?? '';
			const isDue = record.bornAt <= begun && isCalm && !['Paid', 'Auto-Paid'].includes(first);
			const told = events.length > 0 ? events.at(-1)?.status : isDue ? first : record.status;
			return isFollowed(subject) && told !== record.status;
		},
	),
	'makes no status up, and reports no change from one to itself': about(
		subjects(STATUS),
		({ record, events }) => {
			const had = new Set<string | undefined>(record.statuses.map(({ is }) => is));
			return events.some(
				({ previousStatus, status }) =>
					previousStatus === status || !had.has(previousStatus) || !had.has(status),
			);
		},
	),
};

/** A watched value of a record, and the events that name it. */
interface Followed extends Subject {
	field: string;
	log: readonly Since[];
}

const values: Walk<Followed> = (trace) =>
	subjects(CHANGED)(trace).flatMap((subject) =>
		Object.entries(subject.record.values).map(([field, log]) => {
			const events = subject.events.filter(({ changedFields }) => changedFields?.includes(field));
			return { ...subject, field, log, events };
		}),
	);

/** It was never out of sight, and can still change. */
const isSteady = ({ record }: Subject): boolean =>
	!record.isDeleted &&
	!record.wasWithheld &&
	(isInvoice(record) ? !record.wasSettled && !isSettled(record) : !record.wasArchived);

/** How often the value became another one after a time and until another. */
const changesIn = ({ log }: Followed, after: number, until: number): number =>
	log.filter(({ at }, index) => index > 0 && at > after && at <= until).length;

/** Whether lists like those of a poll show a value, or the record is read for it. */
function isTold({ shape }: Pick<Played, 'shape'>, { record, field }: Followed): boolean {
	const fields = summaryFields(record);
	return shape === 'full' || shape === 'bare' || fields.length === 0 || fields.includes(field);
}

const sees =
	(followed: Followed) =>
	(played: Played): boolean =>
		isTold(played, followed) &&
		followed.record.bornAt <= played.begunAt &&
		wasAt(followed.record.statuses, played.endedAt) !== 'Draft';

function shownIn({ record }: TriggerEvent, field: string): string {
	const elsewhere: Record<string, unknown> = { client_id: clientOf(record), total: record.net_balance };
	const text = String(elsewhere[field] ?? record[field]);
	return text
		.trim()
		.replace(/\s+/g, ' ')
		.replace(/ 00:00:00$/, '')
		.toLowerCase();
}

const CHANGE_RULES: Rules = {
	'reports every change that two polls see, and no more than there were': about(
		values,
		(followed) =>
			isSteady(followed) &&
			pairsOf(followed.tenure, sees(followed)).some(({ from, to, events }) => {
				const { record, field, log } = followed;
				const told = events.filter(
					(event) => idOf(event) === record.id && event.changedFields?.includes(field),
				);
				const isOther = wasAt(log, from.endedAt) !== wasAt(log, to.endedAt);
				return (isOther && told.length === 0) || told.length > changesIn(followed, from.begunAt, to.endedAt);
			}),
	),
	'reports no more changes of a record than there ever were, wherever it has been': about(
		values,
		(followed) => followed.events.length > changesIn(followed, followed.tenure.begun, Infinity),
	),
	'reports no change of a value to itself': about(values, (followed) => {
		const told = followed.events.map((event) => shownIn(event, followed.field));
		return isSteady(followed) && told.some((value, index) => value === told[index + 1]);
	}),
	'names what changed, and reports no change of an unsent draft': without(
		({ event, changedFields = [], record }) =>
			CHANGED.includes(event) && (changedFields.length === 0 || isWord(record.invoice_status, 'Draft')),
	),
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

/** Its due date never came back to one that it had had, and it was never settled and opened again. */
const isStraight = ({ dues, wasReopened }: Invoice): boolean =>
	!wasReopened && duplicatesOf(dues.map(({ is }) => is)).length === 0;

/** It is open, more late than any number, and had reached none when the baseline was taken or the numbers changed. */
function mustBeReported({ record, tenure }: Subject<Invoice>): boolean {
	const { kind, polls, settled, begun } = tenure;
	const wishes = polls.at(-1)?.options ?? {};
	const days = daysOf(kind, wishes);
	const changed = polls.findLast(({ options }) => String(daysOf(kind, options)) !== String(days));
	const first = polls.find(({ endedAt, state }) => endedAt >= settled && !state.parts[kind]?.isBaseline);
	const day = [changed?.day ?? '', first?.day ?? ''].sort().at(-1) ?? '';
	const isNew = record.bornAt > Math.max(settled, changed?.endedAt ?? 0);
	const isAsked = record.bornAt <= begun && changed === undefined && isBackfilled(tenure, record);
	return (
		kind === 'invoiceOverdue' &&
		tenure.isLast &&
		isStraight(record) &&
		!record.isDeleted &&
		!isSettled(record) &&
		mayRemind(record.status, wishes) &&
		paidOn(record) < record.net &&
		(isNew || isAsked || record.dues.every(({ is }) => lateBy(is, day) < Math.min(...days)))
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

/** It was there, open and to be reminded of all the time between two polls, with one due date that these see. */
function isQuiet(invoice: Invoice, polls: readonly Played[]): boolean {
	const begun = polls[0]?.begunAt ?? 0;
	const end = polls.at(-1)?.endedAt ?? 0;
	return (
		invoice.bornAt < begun &&
		!invoice.wasSettled &&
		!invoice.wasWithheld &&
		!invoice.isDeleted &&
		invoice.payments.every(({ amount }) => amount < 1) &&
		between(invoice.dues, begun, end).length === 1 &&
		(invoice.dues.length === 1 || polls.every(({ shape }) => shape === 'full')) &&
		between(invoice.statuses, begun, end).every((status) =>
			polls.every(({ options }) => mayRemind(status, options)),
		)
	);
}

/** A rule about the days that are reported of one invoice and due date from one poll that read everything to the next. */
const fromPollToPoll =
	(isBroken: (days: number[], due: string, stretch: readonly Played[], kind: EventKind) => boolean): Rule =>
	(trace) =>
		tenuresOf(trace, REMINDERS).flatMap((tenure) =>
			stretchesOf(tenure).flatMap((stretch) => {
				const told = byRecord(eventsOf(stretch.slice(1)).filter(({ event }) => event === tenure.kind));
				const isWrong = (invoice: Invoice) => {
					const due = wasAt(invoice.dues, stretch[0]?.begunAt ?? 0) ?? '';
					const events = told.get(invoice.id) ?? [];
					const days = events.filter((event) => dueOf(event) === due).map(dayOf);
					return isQuiet(invoice, stretch) && isBroken(days, due, stretch, tenure.kind);
				};
				return invoicesOf(trace)
					.filter(isWrong)
					.map(({ id, due }) => `${id}, due ${due}, from ${stretch[0]?.day} to ${stretch.at(-1)?.day}`);
			}),
		);

const REMINDER_RULES: Rules = {
	'reports every invoice that is more overdue than any number, by its last due date where lists show these':
		about(invoices(REMINDERS), (subject) => {
			const { record, events, tenure, trace } = subject;
			const most = Math.max(...daysOf(tenure.kind, tenure.polls.at(-1)?.options ?? {}));
			const isTold = (event: TriggerEvent) =>
				dayOf(event) === most && (trace.service.shape !== 'full' || dueOf(event) === record.due);
			return mustBeReported(subject) && !events.some(isTold);
		}),
	'reports the most urgent number that an invoice has reached since the last poll': fromPollToPoll(
		(days, due, stretch, kind) => {
			const [first, last] = [stretch[0], stretch.at(-1)];
			if (first === undefined || last?.isComplete !== true || last.trouble !== undefined) return false;
			const day = reachedOn(kind, last.options, due, last.day);
			return (
				day !== undefined &&
				lateBy(due, first.day) < day &&
				stretch.every(({ options }) => daysOf(kind, options).includes(day)) &&
				// A more urgent one may have been chosen for a while.
				!days.some((one) => one >= day)
			);
		},
	),
	'reports no number that an invoice had passed at an earlier poll, not even one that is added later':
		fromPollToPoll((days, due, [first]) => days.some((day) => lateBy(due, first?.day ?? '') >= day)),
	'reports an invoice once for each number and due date, and the more urgent number later': about(
		invoices(REMINDERS),
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
	'asks for the account before it reports, remembers or forgets anything': ({ polls }) =>
		polls
			.filter(({ hasAsked, isUnchanged, events }) => !hasAsked && !(isUnchanged && events.length === 0))
			.map(({ begunAt }) => `The poll at ${begunAt} did not ask.`),
	'reports only what is chosen': without(({ event }, { options }) => !options.events.includes(event)),
	'returns the events of a poll in the order of their records, and no more than a poll may': ({ polls }) =>
		polls.flatMap(({ events, options }) => [
			...idsOf(
				events.filter((event, index) => index > 0 && placeOf(events[index - 1] ?? event) > placeOf(event)),
			),
			...idsOf(events.slice(options.maxEvents)),
		]),
	'gives every event an identifier of its own': ({ tenures, service }) =>
		tenures.flatMap(({ kind, events }) => {
			const isNumbered = kind.endsWith('Changed') || kind.startsWith('payment') || isReminder(kind);
			const isAgain = (id: number) => {
				const thing = service.things.get(id);
				return service.invoices.get(id)?.wasReopened ?? (thing?.wasArchived && !thing.isArchived);
			};
			return duplicatesOf(idsOf(events.filter((event) => isNumbered || !isAgain(idOf(event)))));
		}),
	'remembers the records that can still change, and no others': (trace) => {
		const state = trace.polls.at(-1)?.state;
		const faults = Object.entries(state?.parts ?? {}).flatMap(([kind, { watched, isBaseline }]) => {
			const { resource, detector } = EVENTS[kind as EventKind]; // the keys of the parts
			const ids = new Set(Object.keys(watched).map(Number));
			const open = recordsOf(trace, resource).filter(
				(record) => !record.isDeleted && !(isInvoice(record) ? isSettled(record) : record.isArchived),
			);
			// A draft's values are remembered only if it was sent before.
			const lost = open.filter(
				({ id, status }) => !ids.has(id) && !(detector === 'changed' && status === 'Draft'),
			);
			const isWatched = ['changed', 'status', 'payment'].includes(detector);
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
const rememberedOf = ({
	includeDrafts,
	includeDisputed,
	daysBeforeDue,
	daysOverdue,
}: TriggerOptions): string => JSON.stringify([includeDrafts, includeDisputed, daysBeforeDue, daysOverdue]);

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

/** What there is to say of a history's end. */
type End = Pick<Trace, 'service' | 'polls'>;

function optionsOf({ polls }: Pick<Trace, 'polls'>): TriggerOptions {
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
export function isExact({ service }: End, event: TriggerEvent): boolean {
	const { event: kind, payment } = event;
	if (kind.endsWith('Changed')) return false;
	const invoice = kind.startsWith('invoice') || payment ? service.invoices.get(idOf(event)) : undefined;
	if (invoice === undefined) return service.things.get(idOf(event))?.wasArchived !== true;
	if (invoice.wasReopened || invoice.wasDiscardedDraft || invoice.wasVeiled) return false;
	if (isReminder(kind)) return invoice.dues.length === 1;
	const equals = payment && groupsOf(invoice).get(keyOf(payment));
	return equals === undefined || equals.every(({ deletedAt, isLate }) => deletedAt === undefined && !isLate);
}

/** Whether the subject of an event is still visible. */
export function isStillThere(end: End, event: TriggerEvent): boolean {
	const invoice = end.service.invoices.get(idOf(event));
	if (invoice === undefined) return end.service.things.get(idOf(event))?.isDeleted === false;
	const options = optionsOf(end);
	if (invoice.isDeleted) return false;
	if (event.event === 'invoiceCreated') return options.includeDrafts || invoice.status !== 'Draft';
	if (!isReminder(event.event)) return true;
	const isOpen = !isSettled(invoice) && paidOn(invoice) < invoice.net && mayRemind(invoice.status, options);
	return isOpen && dayOf(event) === reachedOn(event.event, options, dueOf(event), end.service.dayIn(0));
}

const lastingOf = (trace: Trace, { since }: Moment): string[] =>
	idsOf(since.filter((event) => isExact(trace, event) && isStillThere(trace, event)));

const saying = (what: string, ids: readonly string[]): string[] => ids.map((id) => `${what}: ${id}`);

/** Whether an event needs no value that is only seen when the record is read for something else. */
function isToldAlone({ service: { shape } }: Trace, kind: EventKind): boolean {
	if (isReminder(kind)) return shape === 'full';
	return !CHANGED.includes(kind) || shape === 'full' || shape === 'bare';
}

const amountOf = ({ event, payment, record }: TriggerEvent): number =>
	Number(payment?.amount ?? (isReminder(event) ? record.outstanding : record.net_balance));

const FILTERS: ReadonlyArray<[EventFilters, (event: TriggerEvent) => boolean]> = [
	[
		{ clientId: 2 },
		({ event, record }) => !WATCHED_RESOURCES[EVENTS[event].resource].hasClient || clientOf(record) === 2,
	],
	[
		{ fullPaymentOnly: true },
		({ event, balanceLeft = 0 }) => event !== 'paymentRecorded' || balanceLeft <= 0,
	],
	[{ minimumAmount: 20 }, (event) => !(amountOf(event) < 20)],
];

/** What is lost, and what is made up, if this moment is compared with a repeat from it that nothing disturbs. */
export async function differencesOf(trace: Trace, moment: Moment): Promise<string[]> {
	const events = await repeated(trace, moment);
	const exact = idsOf(events.filter((event) => isExact(trace, event)));
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
		const [filters, passes] = FILTERS[trace.service.time % FILTERS.length] ?? [{}, () => true];
		if (moment === undefined) return [];
		const now = trace.service.now();
		const pollWith = async (more: Partial<TriggerOptions>) => {
			// Mixed lists show each record in a shape that depends on how many requests there have been.
			trace.service.requests = { page: 0, get: 0 };
			return await pollOnce(trace.service, { ...optionsOf(trace), ...more }, moment.state, { now });
		};
		const [all, some] = [await pollWith({}), await pollWith({ filters })];
		const [wanted, found] = [idsOf(all.events.filter(passes)), idsOf(some.events)];
		return [
			...(JSON.stringify(all.state) === JSON.stringify(some.state) ? [] : ['The filter changed the state.']),
			...saying('left out', missing(wanted, found)),
			...saying('returned', missing(found, wanted)),
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
	...STATUS_RULES,
	...CHANGE_RULES,
	...REMINDER_RULES,
	...POLL_RULES,
	...REPEAT_RULES,
};
