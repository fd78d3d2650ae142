/** Random histories as data, so that they can be generated, repeated and shortened: the changes at a service, and its polls. */
import fc from 'fast-check';
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import {
	EVENT_KINDS,
	type EventKind,
	EVENTS,
	type ResourceName,
	type TriggerOptions,
	WATCHED_RESOURCES,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { type Entity, type Order, type Quirks } from './model.mts';
import { Service, type Shape, tellsTotal, valuesOf } from './model.mts';

interface Change {
	op: keyof typeof OPS;
	/** The kind of record: `plain` is one of which nothing but its creation is an event, or that it is stopped. */
	on: 'invoice' | 'estimate' | 'client' | 'plain';
	/** Picks a record, newer ones more often. */
	pick: number;
	/** One of its payments or values, a status, an amount. */
	variety: number;
}

export interface Step {
	/** The changes before the poll, and how many days pass. */
	before: Change[];
	days: number;
	/** The changes during its reads, one entry before each read but the first few. */
	during: Change[][];
	calmReads: number;
	/** After how many rounds of reads its time is out, and which of its reads fails, if it gets that far. */
	rounds: number;
	failsAt: number | undefined;
	shape: Shape;
	/** Which account answers: its `own`, with a new token (`newToken`), or, for this once, another one (`stranger`). */
	answers: 'own' | 'newToken' | 'stranger';
	/** Which of the history's two sets of options this poll uses. */
	choice: 0 | 1;
}

type Choice = Pick<TriggerOptions, 'includeDrafts' | 'daysBeforeDue' | 'daysOverdue' | 'includeDisputed'> & {
	events: EventKind[];
};

export interface History {
	/** `shuffled`: without an order, and another one at each poll. */
	order: Order | 'shuffled';
	perPage: number;
	/** How many paid invoices, estimates and other records there are from before. */
	past: number;
	pastThings: number;
	initial: Change[];
	steps: Step[];
	/** The event that represents all of those whose resource is not an invoice, an estimate or a client. */
	plain: EventKind;
	choices: [Choice, Choice];
	maxEvents: number;
	startFrom: string | undefined;
	quirks: Quirks;
}

/** The open statuses of sent invoices. */
export const OPEN_STATUSES: readonly string[] =
	'Sent Viewed Outstanding Unpaid Disputed Retry Failed Resolved Auto-Failed'.split(' ');
const ESTIMATE_STATUSES = ['Sent', 'Accepted', 'Draft', 'Rejected', 'Won/Lost', 'Won/Lost', '', 'n/a'];
const AMOUNTS = [10, 10, 10, 25, -10, 0, 50, 100];

const oneOf = <Item,>(items: readonly Item[], variety: number): Item => items[variety % items.length] as Item; // not empty

/** Another value, by its name. */
const VALUES: Readonly<Record<string, (variety: number, service: Service) => string | number>> = {
	total: (variety) => 20 + (variety % 9) * 300,
	invoice_due_date: (variety, service) => service.dayIn((variety % 9) - 3),
	client_id: (variety) => variety % 5,
};

function edit(service: Service, record: Entity, variety: number): void {
	const { resource } = record;
	const status = resource === 'estimate' ? ESTIMATE_STATUSES : OPEN_STATUSES;
	// Due dates and statuses change most often.
	const isStatus = resource === 'estimate' || (resource === 'invoice' && variety % 2 === 0);
	if (isStatus && record.is('status') === 'Draft' && resource === 'invoice') return;
	if (isStatus) return void service.set(record, { status: oneOf(status, variety >> 1) });
	const field = oneOf(
		[...valuesOf(record), ...(resource === 'invoice' ? ['invoice_due_date'] : [])],
		variety,
	);
	const value = VALUES[field]?.(variety >> 3, service) ?? oneOf(['Ann', 'Bea', '', 'Cid Ltd'], variety >> 3);
	service.set(record, { [field]: value });
}

/** Gives a value back that it had before the last change. */
function undo(service: Service, record: Entity, variety: number): void {
	const changed = ['status', ...valuesOf(record)].filter((field) => (record.log[field]?.length ?? 0) > 1);
	const field = changed.length === 0 ? undefined : oneOf(changed, variety);
	if (field !== undefined) service.set(record, { [field]: record.log[field]?.at(-2)?.is ?? '' });
}

type Act = (service: Service, record: Entity, variety: number) => void;

/** A change of a record, usually one of the newest. */
const of =
	(isMeant: (record: Entity) => boolean, act: Act) =>
	(service: Service, { pick, variety }: Change, resource: ResourceName): void => {
		const there = service.of(resource).filter((record) => !record.isDeleted && isMeant(record));
		const record = there.reverse()[Math.floor((there.length * (pick % 100) ** 2) / 10_000)];
		if (record) act(service, record, variety);
	};

/** A change of an invoice, whatever it would be of. */
const ofInvoice =
	(isMeant: (invoice: Entity) => boolean, act: Act) =>
	(service: Service, change: Change): void =>
		of(isMeant, act)(service, change, 'invoice');

const any = (): boolean => true;
const isPaid = ({ present }: Entity): boolean => present.length > 0;
const hasStatus =
	(...statuses: readonly string[]) =>
	(record: Entity): boolean =>
		statuses.includes(record.is('status'));

type Happening = (service: Service, change: Change, resource: ResourceName, plain: ResourceName) => void;

const OPS = {
	create: (service, { variety }, resource) => {
		const isOne = resource === 'invoice';
		if (isOne) service.create(variety % 3 === 0 ? 'Draft' : 'Sent', variety % 7 === 0 ? 10 : 100);
		for (let count = 0; !isOne && count <= variety % 5; count++)
			service.add(resource, resource === 'estimate' ? oneOf(ESTIMATE_STATUSES, variety + count) : '');
	},
	// Most are paid at once, so that nothing but their creation shows them.
	createMany: (service, { variety }) => {
		for (let count = 0; count < 3 + (variety % 8); count++) service.create(count % 3 === 0 ? 'Sent' : 'Paid');
	},
	// No poll sees it in use, unless one reads in between.
	createGone: (service, { variety }) => {
		const use = variety % 3 === 0 ? 'Cancel' : 'Archived';
		service.set(service.create('Sent', variety % 7 === 0 ? 10 : 100), { use });
	},
	// Its number is given, and newer ones are seen before it is.
	createLate: (service, { variety }, _, plain) => {
		const status = variety % 3 === 0 ? 'Draft' : 'Sent';
		for (const late of [service.create(status), service.add('estimate', 'Sent'), service.add(plain)])
			Object.assign(late, { isHidden: true, wasWithheld: true });
		service.create(oneOf(['Sent', 'Paid'], variety));
		service.add('estimate', 'Sent');
		service.add(plain);
	},
	pay: ofInvoice(any, (service, invoice, variety) =>
		service.pay(invoice, oneOf(AMOUNTS, variety), variety >> 3),
	),
	// The outstanding amount stays the same. If lists show nothing else, no payment is seen, as docs/trigger.md says.
	payAndRaise: ofInvoice(tellsTotal, (service, invoice, variety) => {
		const amount = oneOf([10, 50], variety);
		service.set(invoice, { total: Number(invoice.is('total')) + amount });
		service.pay(invoice, amount, variety >> 1);
	}),
	payAgain: ofInvoice(isPaid, (service, invoice, variety) => {
		const { method, amount, date, notes } = oneOf(invoice.present, variety);
		Object.assign(service.pay(invoice, amount), { method, date, notes });
	}),
	unpay: ofInvoice(isPaid, (service, invoice, variety) =>
		service.unpay(invoice, oneOf(invoice.present, variety)),
	),
	send: ofInvoice(hasStatus('Draft'), (service, invoice) => service.set(invoice, { status: 'Sent' })),
	redraft: ofInvoice(any, (service, invoice) => service.set(invoice, { status: 'Draft' })),
	dispute: ofInvoice(hasStatus(...OPEN_STATUSES), (service, one) => service.set(one, { status: 'Disputed' })),
	resolve: ofInvoice(hasStatus('Disputed'), (service, one) => service.set(one, { status: 'Resolved' })),
	edit: of(any, edit),
	undo: of(any, undo),
	archive: of(
		(record) => record.is('use') === 'Active',
		(service, record, variety) =>
			service.set(record, {
				use: (variety % 2 === 0 && WATCHED_RESOURCES[record.resource].ended?.word) || 'Archived',
			}),
	),
	restore: of(
		(record) => record.is('use') !== 'Active',
		(service, record) => service.set(record, { use: 'Active' }),
	),
	delete: of(any, (service, record) => service.set(record, { use: 'Deleted' })),
	lock: of(any, (_, record) => void Object.assign(record, { isLocked: true, wasWithheld: true })),
	unlock: (service) => service.unlock(),
	// It is also paid, which makes polls look.
	veil: ofInvoice(
		(invoice) => invoice.isOpen && isPaid(invoice),
		(service, invoice, variety) => {
			service.pay(invoice, 10);
			Object.assign(invoice, { veil: variety % 2 === 0 ? 'list' : 'entries', wasVeiled: true });
		},
	),
} satisfies Record<string, Happening>;

/** What happens between two polls: what many rules are about, more often. */
const BETWEEN_POLLS = Object.keys(OPS).concat(
	`create create create createMany createGone createLate createLate pay pay payAgain payAndRaise unpay unpay edit edit
	edit edit edit edit undo undo undo undo undo undo dispute resolve send archive archive restore restore delete lock lock
	veil`.split(/\s+/),
) as Array<Change['op']>; // the keys of a literal record are its type's keys
/** Changes while lists are being read: restored records may be missed, as docs/trigger.md says. */
const WHILE_READ = BETWEEN_POLLS.filter((op) => op !== 'restore');

/** What nothing is promised of while a baseline is taken: records that are there, and not to be read. */
export const hides = ({ op }: Change): boolean => /^(lock|veil|createLate)/.test(op);

/** Applies one change; `plain` is the resource of which only the creation is an event. */
export function apply(service: Service, change: Change, plain: ResourceName): void {
	const act: Happening = OPS[change.op];
	act(service, change, change.on === 'plain' ? plain : change.on, plain);
}

/** Some words, each as often as it says. */
const often = <Word extends string>(words: Readonly<Record<Word, number>>) =>
	fc.constantFrom(...(Object.keys(words) as Word[]).flatMap((word) => Array<Word>(words[word]).fill(word))); // their keys

const change = (names: ReadonlyArray<Change['op']>): fc.Arbitrary<Change> =>
	fc.record({
		op: fc.constantFrom(...names),
		on: often<Change['on']>({ invoice: 4, estimate: 2, client: 1, plain: 1 }),
		pick: fc.nat(99),
		variety: fc.nat(255),
	});

const shape = fc.constantFrom<Shape>('full', 'summary', 'bare', 'mixed');
const seldom = <Value,>(arbitrary: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const seldomOn = fc.constantFrom(false, false, false, false, true);

const step: fc.Arbitrary<Step> = fc.record({
	before: fc.array(change(BETWEEN_POLLS), { maxLength: 10 }),
	days: fc.constantFrom(0, 0, 0, 1, 3),
	during: fc.oneof(
		fc.constant<Change[][]>([]),
		fc.array(fc.array(change(WHILE_READ), { maxLength: 3 }), { maxLength: 12 }),
	),
	calmReads: fc.oneof(fc.constant(0), fc.nat(25)),
	rounds: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 6 })),
	failsAt: seldom(fc.nat(12)),
	shape,
	answers: fc.oneof(
		{ weight: 4, arbitrary: fc.constant<Step['answers']>('own') },
		{ weight: 3, arbitrary: fc.constantFrom<Step['answers']>('newToken', 'stranger') },
	),
	choice: fc.constantFrom<0 | 1>(0, 0, 0, 1),
});

const FOLLOWED = EVENT_KINDS.filter(
	(kind) => kind === 'clientChanged' || ['invoice', 'estimate'].includes(EVENTS[kind].resource),
);

/** All events of the same resource. */
const besides = (plain: EventKind): EventKind[] =>
	EVENT_KINDS.filter((kind) => !FOLLOWED.includes(kind) && EVENTS[kind].resource === EVENTS[plain].resource);

const choice = (plain: EventKind): fc.Arbitrary<Choice> =>
	fc.record({
		events: fc.subarray([...FOLLOWED, ...besides(plain)], { minLength: 1 }),
		includeDrafts: fc.boolean(),
		daysBeforeDue: fc.constantFrom([2], [3, 0], [7, 3, 1], [0]),
		daysOverdue: fc.constantFrom([1], [1], [3], [1, 3], [30, 5, 2]),
		includeDisputed: fc.constantFrom(false, false, true),
	});

/** Two sets of options: different ones, or the same with other numbers of days, or with drafts. */
const choices = (plain: EventKind): fc.Arbitrary<History['choices']> =>
	fc.tuple(choice(plain), choice(plain), fc.nat(2)).map(([one, other, kind]) => {
		const { daysBeforeDue, daysOverdue } = other;
		const others = [
			other,
			{ ...one, daysBeforeDue, daysOverdue },
			{ ...one, includeDrafts: !one.includeDrafts },
		];
		return [one, oneOf(others, kind)];
	});

export const histories: fc.Arbitrary<History> = fc
	.constantFrom(...EVENT_KINDS.filter((kind) => !FOLLOWED.includes(kind)))
	.chain((plain) =>
		fc.record({
			order: fc.constantFrom<History['order']>('newest', 'newest', 'oldest', 'number', 'shuffled'),
			perPage: fc.integer({ min: 2, max: 12 }),
			past: fc.oneof(fc.constant(0), fc.nat(90)),
			pastThings: fc.oneof(fc.constant(0), fc.nat(60)),
			initial: fc.array(change(['create', 'create', 'pay', 'archive']), { maxLength: 50 }),
			steps: fc.array(step, { minLength: 2, maxLength: 8 }),
			plain: fc.constant(plain),
			choices: choices(plain),
			maxEvents: fc.constantFrom(1, 3, 1000),
			startFrom: seldom(fc.constantFrom('2026-01-01', '2026-01-15')),
			quirks: fc.record({
				smallLetters: often<Quirks['smallLetters']>({ none: 3, lists: 1, reads: 1, all: 1 }),
				blursPayments: seldomOn,
				respells: seldomOn,
			}),
			steadyShape: fc.option(shape, { nil: undefined }),
			isSteadyChoice: fc.boolean(),
		}),
	)
	.map(({ steadyShape, isSteadyChoice, ...history }) => ({
		...history,
		steps: history.steps.map((one) => ({
			...one,
			shape: steadyShape ?? one.shape,
			choice: isSteadyChoice ? (0 as const) : one.choice,
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
	const { order, perPage, quirks, past, pastThings, initial } = history;
	const service = new Service('full', order === 'shuffled' ? 'number' : order, perPage);
	service.quirks = quirks;
	const plain = EVENTS[history.plain].resource;
	for (let count = 0; count < past; count++) service.create('Paid');
	for (let count = 0; count < pastThings; count++) {
		service.add('estimate', 'Sent');
		service.add(plain);
		if (count % 3 === 0) service.add('client');
	}
	initial.forEach((one) => apply(service, one, plain));
	return service;
}

/** The options of a poll. */
export const optionsOf = ({ choices, maxEvents, startFrom }: History, choice: 0 | 1): TriggerOptions =>
	deepFreeze({ ...choices[choice], maxEvents, startFrom });
