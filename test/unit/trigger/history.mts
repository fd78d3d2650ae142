/** Random histories: the changes at a service, when and how it is polled, and what disturbs the polls. */
import fc from 'fast-check';
import {
	type EventKind,
	EVENT_KINDS,
	type EventFilters,
	EVENTS,
	type TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import { apply, type Change, OPS_BEFORE, OPS_BETWEEN_POLLS, OPS_WHILE_READ } from './changes.mts';
import type { Quirks, Order } from './quirks.mts';
import { Service } from './model.mts';
import type { Shape } from './records.mts';

export interface Step {
	/** The changes before the poll, and how many days pass. */
	before: Change[];
	days: number;
	/** The changes during its reads, one entry before each read but the first few. */
	during: Change[][];
	calmReads: number;
	/** After how many rounds of reads its time is out. */
	rounds: number;
	/** Which of its reads fails, if it gets that far. */
	failsAt: number | undefined;
	/** The quirks of the service's lists. */
	shape: Shape;
	/**
	 * Which account answers: its `own`, with a new token (`newToken`), or, for this once, its own under another name
	 * (`renamed`), another one (`stranger`), or another one with its own records although the token is the same (`swapped`).
	 */
	answers: 'own' | 'renamed' | 'newToken' | 'stranger' | 'swapped';
	/** The process has just been started, or its last poll ran out of time. */
	asksFirst: boolean;
	/** Which of the history's two sets of options this poll uses, and the only client whose records it reports. */
	choice: 0 | 1;
	clientId: number | undefined;
}

export interface Choice {
	events: EventKind[];
	includeDrafts: boolean;
	daysBeforeDue: number[];
	daysOverdue: number[];
	includeDisputed: boolean;
}

export interface History {
	/** `shuffled`: without an order, and another one at each poll. */
	order: Order | 'shuffled';
	perPage: number;
	/** How many paid invoices, estimates and other records there are from before. */
	past: number;
	pastThings: number;
	initial: Change[];
	steps: Step[];
	/** The event that represents all events of a creation. */
	plain: EventKind;
	choices: [Choice, Choice];
	maxEvents: number;
	startFrom: string | undefined;
	quirks: Quirks;
}

const change = (ops: ReadonlyArray<Change['op']>): fc.Arbitrary<Change> =>
	fc.record({ op: fc.constantFrom(...ops), pick: fc.nat(99), variety: fc.nat(255) });

const shape = fc.constantFrom<Shape>('full', 'summary', 'bare', 'mixed');

const seldom = <Value,>(arbitrary: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const step: fc.Arbitrary<Step> = fc.record({
	before: fc.array(change(OPS_BETWEEN_POLLS), { maxLength: 10 }),
	days: fc.constantFrom(0, 0, 0, 1, 3),
	during: fc.oneof(
		fc.constant<Change[][]>([]),
		fc.array(fc.array(change(OPS_WHILE_READ), { maxLength: 3 }), { maxLength: 12 }),
	),
	calmReads: fc.oneof(fc.constant(0), fc.nat(25)),
	rounds: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 6 })),
	failsAt: seldom(fc.nat(12)),
	shape,
	answers: fc.oneof(
		{ weight: 4, arbitrary: fc.constant<Step['answers']>('own') },
		{
			weight: 3,
			arbitrary: fc.constantFrom<Step['answers']>('renamed', 'newToken', 'stranger', 'swapped'),
		},
	),
	asksFirst: fc.constantFrom(false, false, false, true),
	choice: fc.constantFrom<0 | 1>(0, 0, 0, 1),
	clientId: seldom(fc.nat(4)),
});

const WATCHED_KINDS = EVENT_KINDS.filter(
	(kind) => kind === 'clientChanged' || ['invoice', 'estimate'].includes(EVENTS[kind].resource),
);
const PLAIN_KINDS = EVENT_KINDS.filter((kind) => !WATCHED_KINDS.includes(kind));

const choice = (plain: EventKind): fc.Arbitrary<Choice> =>
	fc.record({
		events: fc.subarray([...WATCHED_KINDS, plain], { minLength: 1 }),
		includeDrafts: fc.boolean(),
		daysBeforeDue: fc.constantFrom([2], [3, 0], [7, 3, 1], [0]),
		daysOverdue: fc.constantFrom([1], [1], [3], [1, 3], [30, 5, 2]),
		includeDisputed: fc.constantFrom(false, false, true),
	});

const seldomOn = seldom(fc.constant(true)).map((isOn) => isOn === true);

const quirks: fc.Arbitrary<Quirks> = fc.record({
	smallLetters: fc.constantFrom<Quirks['smallLetters']>('none', 'none', 'none', 'lists', 'reads', 'all'),
	isPadded: seldomOn,
	blursPayments: seldomOn,
	respells: seldomOn,
});

const switchingDrafts = (one: Choice): History['choices'] => [
	one,
	{ ...one, includeDrafts: !one.includeDrafts },
];

const switchingDays = ([one, { daysBeforeDue, daysOverdue }]: History['choices']): History['choices'] => [
	one,
	{ ...one, daysBeforeDue, daysOverdue },
];

export const histories: fc.Arbitrary<History> = fc
	.constantFrom(...PLAIN_KINDS)
	.chain((plain) =>
		fc.record({
			order: fc.constantFrom<History['order']>('newest', 'newest', 'oldest', 'number', 'shuffled'),
			perPage: fc.integer({ min: 2, max: 12 }),
			past: fc.oneof(fc.constant(0), fc.nat(90)),
			pastThings: fc.oneof(fc.constant(0), fc.nat(60)),
			initial: fc.array(change(OPS_BEFORE), { maxLength: 50 }),
			steps: fc.array(step, { minLength: 2, maxLength: 8 }),
			plain: fc.constant(plain),
			choices: fc.oneof(
				fc.tuple(choice(plain), choice(plain)),
				fc.tuple(choice(plain), choice(plain)).map(switchingDays),
				choice(plain).map(switchingDrafts),
			),
			maxEvents: fc.constantFrom(1, 3, 1000),
			startFrom: seldom(fc.constantFrom('2026-01-01', '2026-01-15')),
			quirks,
			steadyShape: fc.option(shape, { nil: undefined }),
			isSteadyChoice: fc.boolean(),
		}),
	)
	.map(({ steadyShape, isSteadyChoice, ...history }) => ({
		...history,
		steps: history.steps.map((step) => ({
			...step,
			shape: steadyShape ?? step.shape,
			choice: isSteadyChoice ? (0 as const) : step.choice,
		})),
	}));

export const SCOPE: Scope = { service: 'the service', account: 'the account', token: 'abc' };

export function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null) {
		Object.values(value).forEach(deepFreeze);
		Object.freeze(value);
	}
	return value;
}

/** The state as n8n returns it: through JSON, and frozen, so that code that modifies it fails. */
export const kept = (state: State): State => deepFreeze(JSON.parse(JSON.stringify(state)) as State);

/** The service as the first poll of a history finds it. */
export function serviceOf(history: History): Service {
	const service = new Service(
		'full',
		history.order === 'shuffled' ? 'number' : history.order,
		history.perPage,
	);
	service.quirks = history.quirks;
	const plain = EVENTS[history.plain].resource;
	for (let count = 0; count < history.past; count++) service.create('Paid');
	for (let count = 0; count < history.pastThings; count++) {
		service.add('estimate', 'Sent');
		service.add(plain);
		if (count % 3 === 0) service.createClient();
	}
	history.initial.forEach((change) => apply(service, change, plain));
	return service;
}

/** The options of a poll. */
export function optionsOf(
	history: History,
	{ choice, clientId }: Pick<Step, 'choice' | 'clientId'>,
): TriggerOptions {
	const { maxEvents, startFrom } = history;
	const filters: EventFilters | undefined = clientId === undefined ? undefined : { clientId };
	return deepFreeze({ ...history.choices[choice], maxEvents, startFrom, filters });
}
