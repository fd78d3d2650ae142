/** Situations that the fixed histories must include, since a rule that is never tested always holds. */
import type { EventKind, TriggerEvent } from '../../../nodes/XmlBilling/trigger/events/events';
import { type EventMemory, NEW, type State } from '../../../nodes/XmlBilling/trigger/state';
import { byRecord, idOf, invoicesOf, tenuresOf } from './facts.mts';
import type { Played, Trace } from './play.mts';
import type { Invoice, Payment } from './records.mts';
import { dueOf, isReminder } from './rules.reminders.mts';

const reported = ({ polls }: Trace, event: string): boolean =>
	polls.some(({ events }) => events.some((found) => found.event === event));

/** An invoice that was made while it was polled for, or a payment that was recorded then. */
const isLive = ({ polls }: Trace, { bornAt }: { bornAt: number }): boolean =>
	bornAt > (polls[0]?.endedAt ?? Infinity);

const hasInvoice = (trace: Trace, is: (invoice: Invoice) => boolean): boolean => invoicesOf(trace).some(is);

const hasPayment = (trace: Trace, is: (payment: Payment, invoice: Invoice) => boolean): boolean =>
	hasInvoice(trace, (invoice) =>
		invoice.payments.some((payment) => isLive(trace, payment) && is(payment, invoice)),
	);

const hasPoll = ({ polls }: Trace, is: (played: Played, index: number) => boolean): boolean => polls.some(is);

/** The minute in which the lists of archived and canceled invoices were read; NaN if they were not. */
const readOthersAt = (state: State | undefined): number => state?.lists.invoice?.othersRead ?? NaN;

/** A new record was refused. */
const waits = ({ watched }: EventMemory): boolean => Object.values(watched).includes(NEW);

const countOf = ({ service }: Trace): number => service.invoices.size;

/** Whether the reminders of one invoice and due date are as asked for. */
const remindsOf = (
	trace: Trace,
	kind: EventKind,
	are: (events: readonly TriggerEvent[]) => boolean,
): boolean =>
	tenuresOf(trace, kind).some(({ events }) =>
		[...byRecord(events).values()].some((reminders) =>
			reminders.some((first) => are(reminders.filter((event) => dueOf(event) === dueOf(first)))),
		),
	);

type Situation = (trace: Trace) => boolean;

/** One situation for each of several words. */
const each = <Word,>(words: readonly Word[], of: (word: Word) => [string, Situation]) =>
	Object.fromEntries(words.map(of));

/** Whether a history has brought a situation about, by its name. */
export const SITUATIONS: Readonly<Record<string, Situation>> = {
	...each(['newest', 'oldest', 'number', 'shuffled'] as const, (order) => [
		`lists in the order ${order}, of several pages`,
		(trace) => trace.history.order === order && countOf(trace) > 2 * trace.history.perPage,
	]),
	...each(['full', 'summary', 'bare'] as const, (shape) => [
		`${shape} lists only`,
		({ history }) => history.steps.every((step) => step.shape === shape),
	]),
	'records that shift between pages while these are read': (trace) =>
		trace.changesWhileRead > 0 && countOf(trace) > 2 * trace.history.perPage,
	'invoices that are settled and opened again': (trace) =>
		hasInvoice(trace, ({ wasReopened }) => wasReopened),
	'deleted payments': (trace) => hasPayment(trace, ({ deletedAt }) => deletedAt !== undefined),
	'payments that are removed from a paid invoice': (trace) =>
		tenuresOf(trace, 'paymentRemoved').some(({ events }) =>
			[...byRecord(events).keys()].some((id) =>
				trace.service.invoices.get(id)?.openings.some(({ is }) => is === 'settled'),
			),
		),
	'payments that a service hides for a while': (trace) =>
		hasInvoice(trace, ({ wasVeiled, payments }) => wasVeiled && payments.length > 0),
	'invoices created and paid between two polls': (trace) =>
		hasPoll(trace, ({ events }) =>
			[
				...byRecord(events.filter(({ payment, event }) => payment ?? event === 'invoiceCreated')).values(),
			].some(([first, second]) => first?.event === 'invoiceCreated' && second?.payment !== undefined),
		),
	'drafts that are sent': (trace) =>
		hasPoll(trace, ({ events }) =>
			events.some(({ event, previousStatus }) => event === 'invoiceCreated' && previousStatus),
		),
	'statuses that jump back and forth': (trace) =>
		tenuresOf(trace, 'invoiceStatusChanged', 'estimateStatusChanged').some(({ events }) =>
			[...byRecord(events).values()].some((changes) =>
				changes.some(({ previousStatus }, index) => changes[index + 1]?.status === previousStatus),
			),
		),
	...each(
		[
			'paymentRemoved',
			'invoiceDueSoon',
			'invoiceOverdue',
			'estimateCreated',
			'estimateStatusChanged',
			'invoiceChanged',
			'clientChanged',
		],
		(event) => [`a report of ${event}`, (trace) => reported(trace, event)],
	),
	...each(['invoiceDueSoon', 'invoiceOverdue'] as const, (kind) => [
		`${kind} for several numbers of days, one after the other`,
		(trace) =>
			remindsOf(trace, kind, (events) => new Set(events.map(({ reminderDays }) => reminderDays)).size > 1),
	]),
	...each(['invoiceDueSoon', 'invoiceOverdue'] as const, (kind) => [
		`${kind} with other numbers of days than before`,
		(trace) =>
			hasPoll(trace, ({ options, events }, index) => {
				const before = trace.polls[index - 1]?.options;
				return (
					before?.events.includes(kind) === true &&
					String([before.daysBeforeDue, before.daysOverdue]) !==
						String([options.daysBeforeDue, options.daysOverdue]) &&
					events.some(({ event }) => event === kind)
				);
			}),
	]),
	'reminders of invoices whose dispute is over': (trace) =>
		hasPoll(trace, ({ events, options }) =>
			events.some(
				(event) =>
					isReminder(event.event) &&
					options.includeDisputed !== true &&
					trace.service.invoices.get(idOf(event))?.statuses.some(({ is }) => is === 'Disputed'),
			),
		),
	'polls that fail': ({ failures }) => failures.length > 0,
	'polls that are cut short before a list': (trace) =>
		hasPoll(
			trace,
			({ state }) =>
				state.beginWith !== undefined && Object.values(state.lists).every(({ after }) => after === undefined),
		),
	'polls that are cut short while they report': (trace) =>
		hasPoll(trace, ({ state }) => Object.values(state.lists).some(({ after = 0 }) => after > 0)),
	'backfills that report': ({ tenures }) =>
		tenures.some(({ backfillFrom, settled, polls }) =>
			polls.some(
				({ events, endedAt }) => backfillFrom !== undefined && events.length > 0 && endedAt <= settled,
			),
		),
	'events that are chosen later': ({ tenures }) =>
		tenures.some(({ begun, polls }) => polls.length > 0 && begun > (tenures[0]?.begun ?? 0)),
	'events that are given up': ({ tenures }) => tenures.some(({ isLast }) => !isLast),
	'drafts that wait although drafts are included by now': (trace) =>
		hasPoll(
			trace,
			({ options, state }) =>
				options.includeDrafts && Object.keys(state.parts.invoiceCreated?.watched ?? {}).length > 0,
		),
	'new records that cannot be read for a while': (trace) =>
		hasPoll(trace, ({ state }) => Object.values(state.parts).some(waits)),
	'known records that cannot be read for a while': (trace) =>
		hasPoll(
			trace,
			({ log, state }) =>
				log.some((line) => line.includes('refuses')) && !Object.values(state.parts).some(waits),
		),
	'records that show after newer ones': ({ polls }) => {
		const met = polls.flatMap(({ events }) => events.filter(({ event }) => event === 'estimateCreated'));
		return met.some((event, index) => idOf(event) < idOf(met[index - 1] ?? event));
	},
	'another account that answers once': ({ strangers }) => strangers > 0,
	'another account, with other records, that answers once with the same token': ({ strangers, history }) =>
		strangers > 0 && history.steps.some(({ answers }) => answers === 'swapped'),
	'polls that do not ask for the account': (trace) => hasPoll(trace, ({ hasAsked }) => !hasAsked),
	'polls that do not ask for archived invoices, and find something': (trace) =>
		hasPoll(
			trace,
			({ state, events, isComplete }, index) =>
				isComplete &&
				events.length > 0 &&
				readOthersAt(state) === readOthersAt(trace.polls[index - 1]?.state),
		),
	'invoices that were archived before they were seen': (trace) =>
		hasPoll(trace, ({ events }) =>
			events.some(({ event, record }) => event === 'invoiceCreated' && record.status !== 'Active'),
		),
};
