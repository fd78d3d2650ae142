/** Plays a history: records what the polls reported, and what the trigger remembered after each of them. */
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import {
	type EventKind,
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import { canBackfill, type State } from '../../../nodes/XmlBilling/trigger/state';
import { apply, hides, type History, kept, optionsOf, SCOPE, serviceOf, type Step } from './history.mts';
import type { Service } from './model.mts';
import { type Entity, scramble, type Shape, valuesOf } from './model.mts';

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
	/** No other poll has to report what it, or the one before, had no time or room for. */
	isComplete: boolean;
	log: string[];
	trouble?: string | undefined;
	/** Whether its state is the one that it began with. */
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
	/** What went wrong with polls that failed, or that an account of another name answered; '' for nothing. */
	failures: string[];
	/** The number of changes between two reads of one poll, and of polls that an account of another name answered. */
	changesWhileRead: number;
	strangers: number;
	token: string;
}

/** No event waits for its baseline. */
export const isBaselined = ({ parts }: State): boolean =>
	Object.values(parts).every(({ isBaseline }) => isBaseline !== true);

const DOWN = new Error('The service is down');

interface Disturbance {
	before?: () => void;
	isOutOfTime?: () => boolean;
	/** When the poll begins. */
	now?: string;
}

/** One poll. */
export async function pollOnce(
	service: Service,
	options: TriggerOptions,
	saved: unknown,
	{ before, isOutOfTime, now = service.now() }: Disturbance = {},
	scope = SCOPE,
): Promise<Played> {
	const begunAt = service.time;
	const askScope = async () => {
		before?.();
		return await Promise.resolve(scope);
	};
	const access = { service: scope.service, token: scope.token };
	const request = { saved, access, askScope, isFirst: false, options, now };
	const result = await poll(service.reader(before, isOutOfTime), request);
	const state = kept(result.state);
	const isResumed = (saved as State | undefined)?.beginWith !== undefined; // what `kept` has returned
	return {
		...result,
		...{ options, begunAt, endedAt: service.time, day: now.slice(0, 10), shape: service.shape, state },
		isComplete: state.beginWith === undefined && !isResumed,
		isUnchanged: JSON.stringify(state) === JSON.stringify(saved),
	};
}

/** Polls without any disturbance until nothing is left to report. */
export async function pollUntilQuiet(service: Service, options: TriggerOptions, from: unknown) {
	const polls: Played[] = [];
	for (let quiet = 0; polls.length < 1000;) {
		const played = await pollOnce(service, options, polls.at(-1)?.state ?? from);
		polls.push(played);
		quiet = played.isComplete && played.events.length === 0 ? quiet + 1 : 0;
		if (quiet === 2) return { polls, isAtRest: true };
	}
	return { polls, isAtRest: false };
}

export const newTrace = (history: History): Trace => ({
	...{ history, service: serviceOf(history), polls: [], tenures: [], isAtRest: true, failures: [] },
	...{ changesWhileRead: 0, strangers: 0, token: SCOPE.token },
});

/** Plays a history, and polls until it is quiet. */
export async function play(history: History): Promise<Trace> {
	const trace = newTrace(history);
	for (const step of history.steps) await playStep(trace, step);
	await conclude(trace, optionsOf(history, history.steps.at(-1)?.choice ?? 0));
	return trace;
}

/** Makes every open record differ from all that is remembered of it, and polls until it is quiet. */
export async function conclude(trace: Trace, options: TriggerOptions): Promise<void> {
	const { service } = trace;
	service.reveal();
	service.unlock();
	const rest = async (): Promise<void> => {
		const { polls, isAtRest } = await pollUntilQuiet(service, options, trace.polls.at(-1)?.state);
		trace.polls.push(...polls);
		trace.isAtRest &&= isAtRest;
	};
	if (isAtBaseline(trace.polls.at(-1), options)) await rest();
	if (options.events.includes('invoiceDueSoon')) await comeDue(service, rest);
	// What was archived before it was seen in use is reported with the next new one.
	service.create();
	changeAll(service);
	await rest();
	if (options.events.includes('invoiceOverdue')) await putOffAndBack(service, rest);
	trace.tenures = tenuresOf(trace.polls);
}

const openOf = (service: Service): Entity[] =>
	service.of('invoice').filter(({ isDeleted, isOpen }) => isOpen && !isDeleted);

/** Gives some of the open invoices due dates ahead, which come nearer and pass. */
async function comeDue(service: Service, rest: () => Promise<void>): Promise<void> {
	for (const invoice of openOf(service).filter(({ id }) => id % 3 === 0))
		service.set(invoice, { invoice_due_date: service.dayIn(invoice.id % 10) });
	for (const days of [0, 2, 4]) {
		service.day += days;
		await rest();
	}
}

function changeAll(service: Service): void {
	for (const invoice of openOf(service)) {
		service.pay(invoice, 0.37);
		const total = (Number(invoice.is('total')) * 100 + 11) / 100;
		service.set(invoice, { total, client_id: (Number(invoice.is('client_id')) + 1) % 5 });
	}
	for (const estimate of service.of('estimate').filter(({ isDeleted }) => !isDeleted))
		service.set(estimate, { status: 'Closed' });
	for (const client of service.of('client').filter(({ isDeleted }) => !isDeleted))
		service.set(client, Object.fromEntries(valuesOf(client).map((field) => [field, `new ${field}`])));
	service.day += 60;
}

/** Gives some of the overdue invoices another due date that has passed, and then their own again. */
async function putOffAndBack(service: Service, rest: () => Promise<void>): Promise<void> {
	const own = openOf(service)
		.filter(({ id }) => id % 4 === 0)
		.map((invoice) => ({ invoice, due: invoice.is('invoice_due_date') }));
	for (const { invoice } of own) service.set(invoice, { invoice_due_date: service.dayIn(-20) });
	await rest();
	for (const { invoice, due } of own) service.set(invoice, { invoice_due_date: due });
	await rest();
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
	const options = optionsOf(history, step.choice);
	const isOrdered = history.order === 'newest' || history.order === 'oldest';
	const isBaseline = isAtBaseline(last, options);
	// What cannot be seen: on large accounts, a status that changes during a baseline.
	const isCalm = isBaseline && !isSmallAndTold(trace, step);
	const happen = (changes: Step['before']) =>
		changes
			.filter((change) => !isBaseline || !hides(change))
			.forEach((change) => apply(service, change, EVENTS[history.plain].resource));

	service.shape = step.shape;
	service.reveal();
	if (isBaseline) service.unlock();
	const round = trace.polls.length + trace.failures.length;
	if (history.order === 'shuffled') service.rank = (id) => scramble(scramble(id) + round);
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
	const isOutOfTime = () => rounds++ >= step.rounds;
	const was = JSON.stringify(saved);
	try {
		const scope = scopeFor(trace, step);
		const played = await pollOnce(service, options, saved, { before, isOutOfTime }, scope);
		if (last !== undefined && step.answers === 'stranger') foldIn(trace, last, played);
		else trace.polls.push(played);
	} catch (error) {
		const hasChanged = JSON.stringify(saved) !== was ? 'A failed poll changed the saved state.' : '';
		const failure = error instanceof Error ? String(error.stack) : 'A poll threw something.';
		trace.failures.push(error === DOWN ? hasChanged : failure);
	}
}

/** All invoices are listed to see the open ones, not one list for each status. */
const isSmallAndTold = ({ service, history }: Trace, { shape }: Step): boolean =>
	(shape === 'full' || shape === 'summary') &&
	service.of('invoice').filter((one) => one.is('use') === 'Active').length <= 8 * history.perPage;

/** Who answers. Odd names appear only once each: a name that two consecutive polls see is believed. */
function scopeFor(trace: Trace, { answers }: Step): Scope {
	if (answers === 'newToken') trace.token += 'x';
	const { token, polls, failures, strangers } = trace;
	const account = `${answers} ${polls.length + failures.length + strangers}`;
	return answers === 'stranger' && polls.length > 0
		? { ...SCOPE, account, token: 'other' }
		: { ...SCOPE, token };
}

/** A poll that an account of another name answers reports and forgets nothing, and says so. */
function foldIn(trace: Trace, last: Played, { events, log, state }: Played): void {
	trace.strangers++;
	const memoryOf = ({ parts, lists, beginWith }: State) => JSON.stringify([parts, lists, beginWith]);
	const isSilent = !log.some((line) => line.startsWith('The account that answers'));
	if (events.length > 0 || isSilent || memoryOf(state) !== memoryOf(last.state))
		trace.failures.push('It reported or forgot something for an account of another name.');
	last.state = state;
}

function tenuresOf(polls: readonly Played[]): Tenure[] {
	const tenures: Tenure[] = [];
	for (const [index, played] of polls.entries()) {
		const { options, events, state, begunAt, endedAt } = played;
		for (const tenure of tenures) tenure.isLast &&= options.events.includes(tenure.kind);
		for (const kind of options.events) {
			let tenure = tenures.find((known) => known.isLast && known.kind === kind);
			if (tenure === undefined) {
				const backfillFrom = index === 0 && canBackfill(kind) ? options.startFrom : undefined;
				const times = { begun: begunAt, settled: Infinity };
				tenures.push((tenure = { kind, polls: [], events: [], ...times, backfillFrom, isLast: true }));
			}
			tenure.polls.push(played);
			tenure.events.push(...events.filter(({ event }) => event === kind));
			if (state.parts[kind]?.isBaseline !== true) tenure.settled = Math.min(tenure.settled, endedAt);
		}
	}
	return tenures;
}
