/** Plays a history: records what the polls reported, and what the trigger remembered after each of them. */
import {
	type EventKind,
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
	WATCHED_RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { pollAccount } from '../../../nodes/XmlBilling/trigger/poll';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { apply, type Change, hides } from './changes.mts';
import { elsewhere, foldIn, scopeFor } from './accounts.mts';
import { changeAll, comeDue, putOffAndBack } from './ending.mts';
import { type History, kept, optionsOf, SCOPE, serviceOf, type Step } from './history.mts';
import { shuffleOf } from './quirks.mts';
import type { Service } from './model.mts';
import type { Shape } from './records.mts';

/** A poll that succeeded. */
export interface Played {
	options: TriggerOptions;
	/** The service's time and day when it began, and its time when it ended. */
	begunAt: number;
	endedAt: number;
	day: string;
	/** What lists show by its end. */
	shape: Shape;
	events: TriggerEvent[];
	state: State;
	isComplete: boolean;
	log: string[];
	trouble?: string;
	/** Whether it asked for the account, and whether its state is the one that it began with. */
	hasAsked: boolean;
	isUnchanged: boolean;
}

/** The polls during which an event was chosen without a break. */
export interface Tenure {
	kind: EventKind;
	polls: Played[];
	events: TriggerEvent[];
	/** Its records from before: those made by `begun`. Its new records: those made after `settled`, once it had its baseline. */
	begun: number;
	settled: number;
	/** It begins with the records since a day. */
	backfillFrom: string | undefined;
	/** It was chosen to the end. */
	isLast: boolean;
}

export interface Trace {
	history: History;
	service: Service;
	polls: Played[];
	tenures: Tenure[];
	/** The polls end once nothing changes any more. */
	isAtRest: boolean;
	/** What failed polls rejected with, and whether the saved state was another one afterwards. */
	failures: Array<{ error: unknown; hasChangedState: boolean }>;
	/** The number of changes between two reads of one poll. */
	changesWhileRead: number;
	/** The token, and how many polls an account of another name has answered. */
	token: string;
	strangers: number;
}

/** No event waits for its baseline. */
export const isBaselined = ({ parts }: State): boolean =>
	Object.values(parts).every(({ isBaseline }) => isBaseline !== true);

const DOWN = new Error('The service is down');
const QUIET_POLLS = 3;
/** After so long, a poll reads all lists. */
const LONG_MINUTES = 10;
const MAX_POLLS = 1000;

interface Disturbance {
	before?: () => void;
	isOutOfTime?: () => boolean;
	/** When the poll begins. */
	now?: string;
	asksFirst?: boolean;
	/** Whose records it reads, if not those of the account. */
	other?: Service;
}

/** One poll. */
export async function pollOnce(
	service: Service,
	options: TriggerOptions,
	saved: unknown,
	{ before, isOutOfTime, now = service.now(), asksFirst = false, other = service }: Disturbance = {},
	scope = SCOPE,
): Promise<Played> {
	const begunAt = service.time;
	let hasAsked = false;
	const askScope = async () => {
		before?.();
		hasAsked = true;
		return await Promise.resolve(scope);
	};
	const access = { service: scope.service, token: scope.token };
	const request = { saved, access, askScope, asksFirst, options, now };
	const result = await pollAccount(other.reader(before, isOutOfTime), request);
	const day = now.slice(0, 10);
	const { time: endedAt, shape } = service;
	const state = kept(result.state);
	const isUnchanged = JSON.stringify(state) === JSON.stringify(saved);
	return { ...result, options, begunAt, endedAt, day, shape, state, hasAsked, isUnchanged };
}

/** Polls without any disturbance until nothing is left to report. */
export async function pollUntilQuiet(
	service: Service,
	options: TriggerOptions,
	from: unknown,
): Promise<{ polls: Played[]; isAtRest: boolean }> {
	const polls: Played[] = [];
	let quiet = 0;
	while (polls.length < MAX_POLLS) {
		const played = await pollOnce(service, options, polls.at(-1)?.state ?? from);
		polls.push(played);
		quiet = played.isComplete && played.events.length === 0 ? quiet + 1 : 0;
		if (quiet === 1) service.wait(LONG_MINUTES);
		// What is archived before it is seen in use is reported ten minutes and one poll later.
		if (quiet === QUIET_POLLS) return { polls, isAtRest: true };
	}
	return { polls, isAtRest: false };
}

/** Plays a history, makes every open record differ from all that is remembered of it, and polls until it is quiet. */
export async function play(history: History): Promise<Trace> {
	const service = serviceOf(history);
	const trace: Trace = {
		history,
		service,
		polls: [],
		tenures: [],
		isAtRest: true,
		failures: [],
		changesWhileRead: 0,
		token: SCOPE.token,
		strangers: 0,
	};
	for (const step of history.steps) await playStep(trace, step);
	service.reveal();
	service.unlock();
	const choice = history.steps.at(-1)?.choice ?? 0;
	const options = optionsOf(history, { choice, clientId: undefined });
	const rest = async (): Promise<void> => {
		const { polls, isAtRest } = await pollUntilQuiet(service, options, trace.polls.at(-1)?.state);
		trace.polls.push(...polls);
		trace.isAtRest &&= isAtRest;
	};
	if (isAtBaseline(trace.polls.at(-1), options)) await rest();
	if (options.events.includes('invoiceDueSoon')) await comeDue(service, rest);
	changeAll(service);
	await rest();
	if (options.events.includes('invoiceOverdue')) await putOffAndBack(service, rest);
	trace.tenures = tenuresOf(trace.polls);
	return trace;
}

/** Whether a poll with these options has to take a baseline. */
const isAtBaseline = (last: Played | undefined, options: TriggerOptions): boolean =>
	last === undefined ||
	!isBaselined(last.state) ||
	options.events.some((kind) => !last.options.events.includes(kind));

async function playStep(trace: Trace, step: Step): Promise<void> {
	const { history, service } = trace;
	const last = trace.polls.at(-1);
	const saved = last?.state;
	const options = optionsOf(history, step);
	const plain = EVENTS[history.plain].resource;
	const isOrdered = history.order === 'newest' || history.order === 'oldest';
	const isBaseline = isAtBaseline(last, options);
	// What cannot be seen: on large accounts, a status that changes during a baseline.
	const isCalm = isBaseline && !isSmallAndTold(trace, step);
	const happen = (changes: Change[]) =>
		changes
			.filter((change) => !isBaseline || !hides(change))
			.forEach((change) => apply(service, change, plain));

	service.shape = step.shape;
	service.reveal();
	if (isBaseline) service.unlock();
	if (history.order === 'shuffled') service.rank = shuffleOf(trace.polls.length + trace.failures.length);
	if (saved) {
		happen(step.before);
		service.day += step.days;
	}
	let reads = 0;
	let rounds = 1;
	const before = (): void => {
		if (reads === step.failsAt) throw DOWN;
		const changes = isCalm ? [] : (step.during[reads - step.calmReads] ?? []);
		// Between two pages of a list without an order, one change is all that can be told.
		const seen = changes.slice(0, isOrdered ? changes.length : 1);
		happen(seen);
		if (reads > 0) trace.changesWhileRead += seen.length;
		reads++;
	};
	const was = JSON.stringify(saved);
	try {
		const isOutOfTime = () => rounds++ >= step.rounds;
		const scope = scopeFor(trace, step);
		const other = saved && step.answers === 'swapped' ? elsewhere(history) : service;
		const { asksFirst } = step;
		const disturbance = { before, isOutOfTime, asksFirst, other };
		const played = await pollOnce(service, options, saved, disturbance, scope);
		const isOdd = last !== undefined && ['stranger', 'renamed', 'swapped'].includes(step.answers);
		if (isOdd) foldIn(trace, last, played);
		else trace.polls.push(played);
	} catch (error) {
		trace.failures.push({ error, hasChangedState: JSON.stringify(saved) !== was });
	}
}

/** All invoices are listed to see the open ones, not one list for each status. */
function isSmallAndTold({ service, history }: Trace, { shape }: Step): boolean {
	const inUse = [...service.invoices.values()].filter(
		({ recordStatus, isDeleted }) => recordStatus === 'Active' && !isDeleted,
	);
	return (shape === 'full' || shape === 'summary') && inUse.length <= 8 * history.perPage;
}

/** What a poll rejected with is the service's own failure. */
export const isOwn = (error: unknown): boolean => error === DOWN;

function tenuresOf(polls: readonly Played[]): Tenure[] {
	const tenures: Tenure[] = [];
	let open: Tenure[] = [];
	for (const [index, played] of polls.entries()) {
		const { options } = played;
		open.forEach((tenure) => {
			tenure.isLast = options.events.includes(tenure.kind);
		});
		open = open.filter(({ isLast }) => isLast);
		for (const kind of options.events) {
			const known = open.find((tenure) => tenure.kind === kind);
			const tenure = known ?? newTenure(kind, played, index === 0);
			if (!known) {
				tenures.push(tenure);
				open.push(tenure);
			}
			tenure.polls.push(played);
			tenure.events.push(...played.events.filter(({ event }) => event === kind));
			if (played.state.parts[kind]?.isBaseline !== true)
				tenure.settled = Math.min(tenure.settled, played.endedAt);
		}
	}
	return tenures;
}

function newTenure(kind: EventKind, { options, begunAt }: Played, isFirst: boolean): Tenure {
	const { detector: watch, resource } = EVENTS[kind];
	const isChange = watch === 'status' || watch === 'changed' || watch === 'removal';
	const canBackfill = !isChange && WATCHED_RESOURCES[resource].dateFilter !== undefined;
	return {
		kind,
		polls: [],
		events: [],
		begun: begunAt,
		settled: Infinity,
		backfillFrom: isFirst && canBackfill ? options.startFrom : undefined,
		isLast: true,
	};
}
