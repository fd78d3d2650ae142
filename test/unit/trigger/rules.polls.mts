import { type EventKind, EVENTS, WATCHED_RESOURCES } from '../../../nodes/XmlBilling/trigger/events/events';
import { duplicatesOf, groupsOf, idOf, invoicesOf, type Rule } from './facts.mts';
import { isOwn, type Played } from './play.mts';
import { isSettled } from './records.mts';
import { isReminder } from './rules.reminders.mts';

const RESOURCE_ORDER = Object.keys(WATCHED_RESOURCES);

const rankOf = (kind: EventKind): number => RESOURCE_ORDER.indexOf(EVENTS[kind].resource);

/** Where a poll returns an event before one that it should come after. */
const disorderOf = ({ events }: Played): string[] =>
	events
		.filter((event, index) => {
			const next = events[index + 1];
			if (next === undefined) return false;
			const [rank, nextRank] = [rankOf(event.event), rankOf(next.event)];
			return rank > nextRank || (rank === nextRank && idOf(event) > idOf(next));
		})
		.map(({ eventId, detectedAt }) => `${eventId} at ${detectedAt} comes too early`);

export const POLL_RULES: Readonly<Record<string, Rule>> = {
	'comes to rest when nothing happens any more': ({ isAtRest }) =>
		isAtRest ? [] : ['The polls do not come to an end.'],
	'changes nothing when a poll fails, and fails with what the service failed with': ({ failures }) =>
		failures.flatMap(({ error, hasChangedState }) => [
			...(isOwn(error) ? [] : [error instanceof Error ? String(error.stack) : 'A poll failed by itself.']),
			...(hasChangedState ? ['A failed poll changed the saved state.'] : []),
		]),
	'reports nothing in the first poll of an event, whenever it is chosen': ({ tenures }) =>
		tenures
			.filter(({ backfillFrom }) => backfillFrom === undefined)
			.flatMap(({ kind, polls }) => (polls[0]?.events ?? []).filter(({ event }) => event === kind))
			.map(({ eventId }) => eventId),
	'asks for the account before it reports, remembers or forgets anything': ({ polls }) =>
		polls
			.filter(({ hasAsked, isUnchanged, events }) => !hasAsked && !(isUnchanged && events.length === 0))
			.map(({ begunAt }) => `The poll at ${begunAt} did not ask.`),
	'reports only what is chosen': ({ polls }) =>
		polls.flatMap(({ events, options }) =>
			events.filter(({ event }) => !options.events.includes(event)).map(({ eventId }) => eventId),
		),
	'returns the events of a poll in the order of their records': ({ polls }) => polls.flatMap(disorderOf),
	'returns no more events than a poll may': ({ polls }) =>
		polls
			.filter(({ events, options }) => events.length > options.maxEvents)
			.map(({ events }) => `${events.length} events`),
	'gives every event an identifier of its own': ({ tenures, service }) =>
		tenures.flatMap(({ kind, events }) =>
			duplicatesOf(
				events
					.filter((event) => {
						const thing = service.things.get(idOf(event));
						const invoice = service.invoices.get(idOf(event));
						const isAgain = invoice?.wasReopened ?? (thing?.wasArchived && !thing.isArchived);
						const isNumbered = kind.endsWith('Changed') || kind.startsWith('payment') || isReminder(kind);
						return isNumbered || !isAgain;
					})
					.map(({ eventId }) => eventId),
			),
		),
	'remembers as much as there are open records, not as there have been any': (trace) => {
		const last = trace.polls.at(-1);
		const open = invoicesOf(trace).filter((invoice) => !invoice.isDeleted && !isSettled(invoice));
		const payments = open.reduce((sum, invoice) => sum + groupsOf(invoice).size, 0);
		const others = [...trace.service.things.values()].filter(
			({ resource, isDeleted, isArchived }) =>
				['estimate', 'client'].includes(resource) && !isDeleted && !isArchived,
		);
		const size = JSON.stringify(last?.state).length;
		const settled = invoicesOf(trace).filter(isSettled);
		// Of each invoice that was settled, its last payments, which another rule limits.
		const former = settled.reduce((sum, invoice) => sum + 20 + 15 * groupsOf(invoice).size, 0);
		const most = 1720 + 120 * open.length + 30 * payments + 2 * former + 50 * others.length;
		return [
			...(size < most ? [] : [`${size} characters, where ${most} would be enough`]),
			...(last?.state.beginWith === undefined ? [] : ['A place is kept although all is read.']),
			...Object.values(last?.state.parts ?? {}).flatMap(({ isBaseline }) =>
				isBaseline ? ['A baseline goes on.'] : [],
			),
		];
	},
	'remembers each recent record once, and none that is long known': ({ polls }) =>
		polls
			.flatMap(({ state }) => Object.values(state.parts).filter(({ isBaseline }) => !isBaseline))
			.filter(
				({ recent, floor }) => new Set(recent).size < recent.length || Math.min(...recent) <= (floor ?? 0),
			)
			.map(({ recent, floor }) => `${recent.join()}, where all up to ${floor} are known`),
};
