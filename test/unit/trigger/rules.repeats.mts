/** The rules that poll again from a state saved at some point of a history. */
import {
	type EventFilters,
	type EventKind,
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
	clientOf,
	WATCHED_RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import { duplicatesOf, groupsOf, idOf, isShown, keyOf, type Rule } from './facts.mts';
import { SCOPE } from './history.mts';
import { isBaselined, type Played, pollOnce, pollUntilQuiet, type Trace } from './play.mts';
import { isSettled, paidOn } from './records.mts';
import { dueOf, isReminder, mayRemind, reachedOn } from './rules.reminders.mts';

/** A saved state, and what was reported after it. */
interface Moment {
	state: State;
	since: TriggerEvent[];
}

const RESOURCE_NAMES = Object.keys(WATCHED_RESOURCES);

const idsOf = (events: readonly TriggerEvent[]): string[] => events.map(({ eventId }) => eventId);

const eventsOf = (polls: readonly Played[]): TriggerEvent[] => polls.flatMap(({ events }) => events);

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
	const kept = trace.tenures.filter(({ isLast }) => isLast);
	const kinds = new Set(kept.map(({ kind }) => kind));
	const last = rememberedOf(optionsOf(trace));
	return polls.flatMap((played, index) => {
		const isKept =
			kept.length === played.options.events.length &&
			kept.every((tenure) => tenure.polls.includes(played)) &&
			// A draft that was reported, or made to wait, in between is not in the repeat, nor is another number of days.
			polls.slice(index).every(({ options }) => rememberedOf(options) === last);
		return isKept && isBaselined(played.state)
			? [
					{
						state: played.state,
						since: eventsOf(polls.slice(index + 1)).filter(({ event }) => kinds.has(event)),
					},
				]
			: [];
	});
}

/** The first of these moments, from which most is still to come, and another one. */
export function someOf(moments: readonly Moment[]): Moment[] {
	const other = moments[Math.floor(moments.length / 3)];
	return [...new Set([...moments.slice(0, 1), ...(other ? [other] : [])])];
}

/** What there is to say of a history's end. */
type End = Pick<Trace, 'service' | 'polls'>;

const optionsOf = ({ polls }: Pick<Trace, 'polls'>): TriggerOptions => {
	const options = polls.at(-1)?.options;
	if (options === undefined) throw new Error('Every history ends with a poll.');
	return { ...options, maxEvents: 1000 };
};

/** What is reported now, without any disturbance, from a moment on. Several rules ask for it. */
const repeats = new WeakMap<State, Promise<TriggerEvent[]>>();

export async function repeated(trace: Trace, { state }: Moment): Promise<TriggerEvent[]> {
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
export function isLasting(trace: End, event: TriggerEvent): boolean {
	const { service } = trace;
	const invoice = service.invoices.get(idOf(event));
	if (invoice === undefined) return service.things.get(idOf(event))?.isDeleted === false;
	const options = optionsOf(trace);
	const { includeDrafts } = options;
	if (invoice.isDeleted) return false;
	if (event.event === 'invoiceCreated') return includeDrafts || invoice.status !== 'Draft';
	if (!isReminder(event.event)) return true;
	const number = reachedOn(event.event, options, dueOf(event), service.dayIn(0));
	return (
		!isSettled(invoice) &&
		mayRemind(invoice.status, options) &&
		paidOn(invoice) < invoice.net &&
		event.reminderDays === number
	);
}

const lastingOf = (trace: Trace, { since }: Moment): string[] =>
	idsOf(since.filter((event) => isExact(trace, event) && isLasting(trace, event)));

const missing = (wanted: readonly string[], found: readonly string[]): string[] => {
	const have = new Set(found);
	return wanted.filter((id) => !have.has(id));
};

const saying = (what: string, ids: readonly string[]): string[] => ids.map((id) => `${what}: ${id}`);

/** Whether an event needs no value that is only seen when the record is read for something else. */
function isToldAlone({ service: { shape } }: Trace, kind: EventKind): boolean {
	if (isReminder(kind)) return shape === 'full';
	return EVENTS[kind].detector !== 'changed' || shape === 'full' || shape === 'bare';
}

const FILTERS: ReadonlyArray<[EventFilters, (event: TriggerEvent) => boolean]> = [
	[{ clientId: 2 }, (event) => !hasClient(event) || clientOf(event.record) === 2],
	[
		{ fullPaymentOnly: true },
		({ event, balanceLeft }) => event !== 'paymentRecorded' || Number(balanceLeft) <= 0,
	],
	[{ minimumAmount: 20 }, (event) => !(amountOf(event) < 20)],
];

const amountOf = ({ event, payment, record }: TriggerEvent): number =>
	Number(payment?.amount ?? (isReminder(event) ? record.outstanding : record.net_balance));

const hasClient = ({ event }: TriggerEvent): boolean =>
	WATCHED_RESOURCES[EVENTS[event].resource].hasClient === true;

export const REPEAT_RULES: Readonly<Record<string, Rule>> = {
	'repeats from an older state what it reported since then, and makes nothing up': async (trace) => {
		const faults: string[] = [];
		for (const moment of someOf(momentsOf(trace))) {
			const events = await repeated(trace, moment);
			const exact = events.filter((event) => isExact(trace, event) && isShown(trace, idOf(event)));
			faults.push(
				...saying('lost', missing(lastingOf(trace, moment), idsOf(events))),
				...saying('made up', missing(idsOf(exact), idsOf(moment.since))),
			);
		}
		return faults;
	},
	'gets to the end however little time a poll has, with nothing lost or doubled': async (trace) => {
		const [moment] = someOf(momentsOf(trace)).reverse();
		if (moment === undefined) return [];
		const wanted = lastingOf(trace, moment);
		const events: TriggerEvent[] = [];
		let saved = moment.state;
		let lost = wanted;
		// A few more polls, which should find nothing.
		for (let idle = 0; idle < 8 || (lost.length > 0 && idle < 200); idle++) {
			const played = await pollOnce(trace.service, optionsOf(trace), saved, { isOutOfTime: () => true });
			saved = played.state;
			if (played.events.length > 0) {
				events.push(...played.events);
				lost = missing(wanted, idsOf(events));
				idle = 0;
			}
		}
		return [...saying('lost', lost), ...saying('doubled', duplicatesOf(idsOf(events)))];
	},
	'reports the same however few events a poll may return, and of what is new the lowest identifiers first':
		async (trace) => {
			// What a poll that was cut short has left comes first, if not in the same poll.
			const moment = momentsOf(trace).find(({ state }) => state.beginWith === undefined);
			if (moment === undefined) return [];
			const all = await repeated(trace, moment);
			const { polls } = await pollUntilQuiet(
				trace.service,
				{ ...optionsOf(trace), maxEvents: 4 },
				moment.state,
			);
			const isTold = ({ event }: TriggerEvent) => isToldAlone(trace, event);
			const isCreation = ({ event, previousStatus }: TriggerEvent) =>
				EVENTS[event].detector === 'created' && previousStatus === undefined;
			return RESOURCE_NAMES.flatMap((resource) => {
				const [wanted, found] = [all, eventsOf(polls)].map((events) => {
					const told = events.filter((one) => isTold(one) && EVENTS[one.event].resource === resource);
					const [first, others] = [told.filter(isCreation), told.filter((one) => !isCreation(one))];
					return [...idsOf(first), ...idsOf(others).sort()].join(' ');
				});
				return wanted === found ? [] : [`${wanted} at once, but ${found}`];
			});
		},
	'reports of an event the same, whether or not others are chosen beside it': async (trace) => {
		// A poll that was cut short is not taken up by other events, and what it saw may be archived by then.
		const moment = momentsOf(trace).find(({ state }) => state.beginWith === undefined);
		if (moment === undefined) return [];
		const options = optionsOf(trace);
		const choice = options.events.filter((kind) => isToldAlone(trace, kind));
		const alone = choice.filter((_, index) => index === trace.service.time % choice.length);
		if (alone.length === 0) return [];
		const { polls } = await pollUntilQuiet(trace.service, { ...options, events: alone }, moment.state);
		const all = await repeated(trace, moment);
		const wanted = idsOf(all.filter(({ event }) => alone.includes(event)));
		const found = idsOf(eventsOf(polls));
		return [...saying('lost', missing(wanted, found)), ...saying('made up', missing(found, wanted))];
	},
	'narrows by a filter what it returns, and nothing that it remembers': async (trace) => {
		const [moment] = momentsOf(trace);
		const [filters, passes] = FILTERS[trace.service.time % FILTERS.length] ?? [{}, () => true];
		if (moment === undefined) return [];
		const options = optionsOf(trace);
		// Mixed lists show each record in a shape that depends on how many requests there have been.
		trace.service.requests = { page: 0, get: 0 };
		const now = trace.service.now();
		const all = await pollOnce(trace.service, options, moment.state, { now });
		trace.service.requests = { page: 0, get: 0 };
		const some = await pollOnce(trace.service, { ...options, filters }, moment.state, { now });
		const wanted = idsOf(all.events.filter(passes));
		const found = idsOf(some.events);
		return [
			...(JSON.stringify(all.state) === JSON.stringify(some.state) ? [] : ['The filter changed the state.']),
			...saying('left out', missing(wanted, found)),
			...saying('returned', missing(found, wanted)),
		];
	},
	'starts anew for another account that answers twice, and says so': async (trace) => {
		const options = { ...optionsOf(trace), startFrom: '2026-01-01' };
		const saved = trace.polls.at(-1)?.state;
		const other: Scope = { ...SCOPE, account: 'another account', token: 'other' };
		const first = await pollOnce(trace.service, options, saved, {}, other);
		const second = await pollOnce(trace.service, options, first.state, {}, other);
		const third = await pollOnce(trace.service, options, second.state, {}, other);
		const isTold = [first, second].every(({ log }) => log[0]?.startsWith('The account that answers'));
		const isKept = JSON.stringify(first.state.parts) === JSON.stringify(saved?.parts);
		return [
			...idsOf([...first.events, ...second.events, ...third.events]),
			...(isTold ? [] : ['Nothing is said.']),
			...(isKept ? [] : ['The first poll forgets.']),
			...third.log,
		];
	},
};
