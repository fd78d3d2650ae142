/** Random histories: what happens at a service, when it is polled, and what disturbs the polls. */
import fc from 'fast-check';
import type { EventKind, TriggerEvent, TriggerOptions } from '../../../nodes/XmlBilling/trigger/events';
import { poll } from '../../../nodes/XmlBilling/trigger/poll';
import type { SavedState } from '../../../nodes/XmlBilling/trigger/state';
import { type Change, isSettled, type Order, Service, type Shape } from './model';

/** How many histories a property is tried with: enough for CI by default, more by `TRIGGER_HISTORIES`. */
export const HISTORIES = Number(process.env.TRIGGER_HISTORIES ?? 250);

export const SCOPE = 'the account';

export interface PollStep {
	/** What happens before the poll. */
	before: Change[];
	/** What happens while it reads, one entry before each read. */
	during: Change[][];
	/** After how many rounds of reads its time is out. */
	rounds: number;
	/** Which of its reads fails, if it gets that far. */
	failsAt: number | undefined;
	/** What the service's lists show. */
	shape: Shape;
	/** Only the first of the events is chosen for this poll. */
	isNarrow: boolean;
}

export interface History {
	order: Order;
	perPage: number;
	/** How many paid invoices there are from before. */
	past: number;
	initial: Change[];
	polls: PollStep[];
	events: EventKind[];
	includeDrafts: boolean;
	maxEvents: number;
}

export interface Moment {
	state: SavedState;
	/** How many events had been reported by then. */
	reported: number;
}

export interface Trace {
	history: History;
	service: Service;
	options: TriggerOptions;
	events: TriggerEvent[];
	moments: Moment[];
	/** The service's time when the first poll began, and when the baseline was taken. */
	begun: number;
	settled: number;
	lastState: SavedState;
}

const change = (ops: ReadonlyArray<Change['op']>): fc.Arbitrary<Change> =>
	fc.record({ op: fc.constantFrom(...ops), pick: fc.nat(99), variety: fc.nat(255) });

const CHANGES: Array<Change['op']> = [
	'create',
	'create',
	'createMany',
	'createMany',
	'pay',
	'pay',
	'pay',
	'payAgain',
	'unpay',
	'send',
	'send',
	'redraft',
	'restatus',
	'restatus',
	'archive',
	'cancel',
	'delete',
	'delete',
	'edit',
	'createClient',
	'deleteClient',
];

const shape = fc.constantFrom<Shape>('full', 'summary', 'bare', 'mixed');

const pollStep: fc.Arbitrary<PollStep> = fc.record({
	before: fc.array(change([...CHANGES, 'restore']), { maxLength: 8 }),
	during: fc.oneof(
		fc.constant<Change[][]>([]),
		fc.array(fc.array(change(CHANGES), { maxLength: 3 }), { maxLength: 12 }),
	),
	rounds: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 6 })),
	failsAt: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(12) }),
	shape,
	isNarrow: fc.constant(false),
});

const ALL_EVENTS: EventKind[] = [
	'invoiceCreated',
	'paymentRecorded',
	'invoiceStatusChanged',
	'clientCreated',
];

export const histories: fc.Arbitrary<History> = fc
	.record({
		order: fc.constantFrom<Order>('newest', 'newest', 'oldest', 'number'),
		perPage: fc.integer({ min: 2, max: 12 }),
		past: fc.oneof(fc.constant(0), fc.nat(90)),
		initial: fc.array(
			change(['create', 'create', 'create', 'createClient', 'createClient', 'pay', 'archive']),
			{
				maxLength: 70,
			},
		),
		polls: fc.array(pollStep, { minLength: 2, maxLength: 8 }),
		events: fc.subarray(ALL_EVENTS, { minLength: 1 }),
		includeDrafts: fc.boolean(),
		maxEvents: fc.constantFrom(1, 3, 1000),
		steadyShape: fc.option(shape, { nil: undefined }),
	})
	.map(({ steadyShape, ...history }) => ({
		...history,
		polls: history.polls.map((step) => ({ ...step, shape: steadyShape ?? step.shape })),
	}));

export function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null) {
		Object.values(value).forEach(deepFreeze);
		Object.freeze(value);
	}
	return value;
}

/** The state as n8n gives it back: through JSON, and frozen, so that a core that writes into it fails. */
export const kept = (state: SavedState): SavedState =>
	deepFreeze(JSON.parse(JSON.stringify(state)) as SavedState);

export const isBaselined = (state: SavedState): boolean =>
	Object.values(state.parts).every((part) => part.high !== null);

let clock = 0;
export const nextNow = (): string => new Date(Date.UTC(2026, 0, 1) + clock++ * 60_000).toISOString();

export const optionsOf = ({ events, includeDrafts, maxEvents }: History): TriggerOptions =>
	deepFreeze({ events, includeDrafts, maxEvents });

/** Polls without any disturbance until nothing is left to report. */
export async function pollUntilQuiet(service: Service, options: TriggerOptions, from: unknown) {
	const events: TriggerEvent[] = [];
	let saved = from;
	let quiet = 0;
	for (let count = 0; count < 1000; count++) {
		const result = await poll(service.reader(), { saved, scope: SCOPE, options, now: nextNow() });
		expect(result.events.length).toBeLessThanOrEqual(options.maxEvents);
		events.push(...result.events);
		saved = kept(result.state);
		quiet = result.isComplete && result.events.length === 0 ? quiet + 1 : 0;
		// What is archived before it is seen in use is reported one poll later.
		if (quiet === 2) return { events, state: result.state };
	}
	throw new Error('The polls do not come to an end');
}

/** Plays a history to its end, records one more payment on each open invoice, and polls until it is quiet. */
export async function play(history: History): Promise<Trace> {
	const service = new Service('full', history.order, history.perPage);
	for (let count = 0; count < history.past; count++) service.create('Paid');
	history.initial.forEach((change) => service.apply(change));
	const options = optionsOf(history);
	const events: TriggerEvent[] = [];
	const moments: Moment[] = [];
	const begun = service.time;
	let settled: number | undefined;
	let saved: SavedState | undefined;
	for (const step of history.polls) {
		service.shape = step.shape;
		const isBeingRead = (saved?.place?.queue.length ?? 0) > 0;
		// A list without an order that takes several polls must be left alone between them: see the limits in poll.ts.
		const isDelicate = isBeingRead && history.order !== 'newest';
		if (saved && !isDelicate) step.before.forEach((change) => service.apply(change, isBeingRead));
		const chosen = step.isNarrow ? { ...options, events: options.events.slice(0, 1) } : options;
		const isTold = step.shape === 'full' || step.shape === 'summary';
		const isCalm =
			settled === undefined && !(isTold && history.past + history.initial.length <= 8 * history.perPage);
		const result = await pollDisturbed(
			service,
			history.order,
			chosen,
			saved,
			isDelicate ? { ...step, failsAt: undefined } : step,
			isCalm,
		);
		if (result === 'failed') continue;
		expect(result.events.length).toBeLessThanOrEqual(options.maxEvents);
		events.push(...result.events);
		saved = kept(result.state);
		if (settled === undefined && isBaselined(saved)) settled = service.time;
		moments.push({ state: saved, reported: events.length });
	}
	if (settled === undefined) {
		const baseline = await pollUntilQuiet(service, options, saved);
		events.push(...baseline.events);
		saved = kept(baseline.state);
		settled = service.time;
		moments.push({ state: saved, reported: events.length });
	}
	// A payment of an odd amount makes every open invoice differ from all that is remembered of it.
	for (const invoice of service.invoices.values()) {
		if (!invoice.isDeleted && !isSettled(invoice)) service.pay(invoice, 0.37);
	}
	const end = await pollUntilQuiet(service, options, saved);
	events.push(...end.events);
	return { history, service, options, events, moments, begun, settled, lastState: end.state };
}

/** Between two pages of a list without an order, one change is all that can be told. */
function applyWhileRead(service: Service, order: Order, changes: Change[]): void {
	const count = order === 'newest' ? changes.length : 1;
	changes.slice(0, count).forEach((change) => service.apply(change, true));
}

async function pollDisturbed(
	service: Service,
	order: Order,
	options: TriggerOptions,
	saved: SavedState | undefined,
	step: PollStep,
	isCalm: boolean,
) {
	let reads = 0;
	let rounds = 1;
	const before = () => {
		if (reads === step.failsAt) throw new Error('The service is down');
		const changes = isCalm ? [] : (step.during[reads] ?? []);
		applyWhileRead(service, order, changes);
		reads++;
	};
	const isOutOfTime = () => !isCalm && rounds++ >= step.rounds;
	const was = JSON.stringify(saved);
	try {
		const request = { saved, scope: SCOPE, options, now: nextNow() };
		return await poll(service.reader(before, isOutOfTime), request);
	} catch (error) {
		expect(error).toEqual(new Error('The service is down'));
		expect(JSON.stringify(saved)).toBe(was);
		return 'failed' as const;
	}
}
