/** Random histories as data, so that they can be generated, repeated and shortened: the changes at a service, and its polls. */
import fc from 'fast-check';
import type { Scope } from '../../../nodes/XmlBilling/trigger/account';
import {
	EVENT_KINDS,
	type EventKind,
	EVENTS,
	type ResourceName,
	type TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { type Invoice, isSettled, type Order, type Payment, type Quirks } from './model.mts';
import { Service, type Shape, tellsTotal, type Thing } from './model.mts';

interface Change {
	op: keyof typeof OPS;
	/** Picks a record, newer ones more often. */
	pick: number;
	/** One of its payments, a status, an amount. */
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
	/**
	 * Which account answers: its `own`, with a new token (`newToken`), or, for this once, its own under another name
	 * (`renamed`), another one (`stranger`), or another one with its own records although the token is the same (`swapped`).
	 */
	answers: 'own' | 'renamed' | 'newToken' | 'stranger' | 'swapped';
	/** The process has just been started, or its last poll ran out of time. */
	asksFirst: boolean;
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
	/** The event that represents all events of a creation. */
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

function paymentOf({ payments }: Invoice, variety: number): Payment | undefined {
	const present = payments.filter(({ deletedAt }) => deletedAt === undefined);
	return present[variety % Math.max(1, present.length)];
}

type Act = (service: Service, change: Change, plain: ResourceName) => void;

/** A change of a record, usually one of the newest. */
const on =
	<Item extends Invoice | Thing>(
		listed: (service: Service) => Iterable<Item>,
		isMeant: (item: Item) => boolean,
		act: (service: Service, item: Item, variety: number) => void,
	): Act =>
	(service, { pick, variety }) => {
		const alive = [...listed(service)].filter((item) => !item.isDeleted && isMeant(item)).reverse();
		const item = alive[Math.floor((alive.length * (pick % 100) ** 2) / 10_000)];
		if (item) act(service, item, variety);
	};

const onInvoice = (
	act: Parameters<typeof on<Invoice>>[2],
	isMeant: (invoice: Invoice) => boolean = () => true,
) => on(({ invoices }) => invoices.values(), isMeant, act);
const onThing = (isMeant: (thing: Thing) => boolean, act: Parameters<typeof on<Thing>>[2]) =>
	on(({ things }) => things.values(), isMeant, act);

const isActive = ({ recordStatus }: Invoice): boolean => recordStatus === 'Active';
const isEstimate = ({ resource }: Thing): boolean => resource === 'estimate';
const isClient = ({ resource }: Thing): boolean => resource === 'client';
const isPlain = (thing: Thing): boolean => !isEstimate(thing);

const withhold = (record: Invoice | Thing): void =>
	void Object.assign(record, { isLocked: true, wasWithheld: true });

const OPS = {
	create: (service, { variety }) =>
		void service.create(variety % 3 === 0 ? 'Draft' : 'Sent', variety % 7 === 0 ? 10 : 100),
	// Most are paid at once, so that nothing but their creation shows them.
	createMany: (service, { variety }) => {
		for (let count = 0; count < 3 + (variety % 8); count++) service.create(count % 3 === 0 ? 'Sent' : 'Paid');
	},
	// No poll sees it in use, unless one reads in between.
	createGone: (service, { variety }) => {
		const recordStatus = variety % 3 === 0 ? 'Cancel' : 'Archived';
		service.set(service.create('Sent', variety % 7 === 0 ? 10 : 100), { recordStatus });
	},
	pay: onInvoice((service, invoice, variety) => service.pay(invoice, oneOf(AMOUNTS, variety), variety >> 3)),
	// The outstanding amount stays the same. If lists show nothing else, no payment is seen, as docs/trigger.md says.
	payAndRaise: onInvoice(
		(service, invoice, variety) => {
			const amount = oneOf([10, 50], variety);
			service.set(invoice, { net: invoice.net + amount });
			service.pay(invoice, amount, variety >> 1);
		},
		(invoice) => tellsTotal(invoice),
	),
	payAgain: onInvoice((service, invoice, variety) => {
		const { method, amount, date, notes } = paymentOf(invoice, variety) ?? {};
		if (amount !== undefined) Object.assign(service.pay(invoice, amount), { method, date, notes });
	}),
	unpay: onInvoice((service, invoice, variety) => {
		const payment = paymentOf(invoice, variety);
		if (payment) service.unpay(invoice, payment);
	}),
	send: onInvoice(
		(service, invoice) => service.set(invoice, { status: 'Sent' }),
		({ status }) => status === 'Draft',
	),
	redraft: onInvoice((service, invoice) => service.set(invoice, { status: 'Draft' })),
	restatus: onInvoice(
		(service, invoice, variety) => service.set(invoice, { status: oneOf(OPEN_STATUSES, variety) }),
		({ status }) => status !== 'Draft',
	),
	dispute: onInvoice(
		(service, invoice) => service.set(invoice, { status: 'Disputed' }),
		({ status }) => OPEN_STATUSES.includes(status),
	),
	resolve: onInvoice(
		(service, invoice) => service.set(invoice, { status: 'Resolved' }),
		({ status }) => status === 'Disputed',
	),
	restatusBack: onInvoice((service, invoice) =>
		service.set(invoice, { status: invoice.statuses.at(-2)?.is ?? invoice.status }),
	),
	archive: onInvoice((service, invoice) => service.set(invoice, { recordStatus: 'Archived' }), isActive),
	cancel: onInvoice((service, invoice) => service.set(invoice, { recordStatus: 'Cancel' }), isActive),
	restore: onInvoice((service, invoice) => service.set(invoice, { recordStatus: 'Active' })),
	delete: onInvoice((service, invoice) => service.set(invoice, { isDeleted: true })),
	edit: onInvoice((service, invoice, variety) => service.set(invoice, { net: 20 + (variety % 9) * 300 })),
	editDue: onInvoice((service, invoice, variety) =>
		service.set(invoice, { due: service.dayIn((variety % 9) - 3) }),
	),
	editDueBack: onInvoice((service, invoice) =>
		service.set(invoice, { due: invoice.dues.at(-2)?.is ?? invoice.due }),
	),
	editBack: onInvoice((service, invoice) =>
		service.set(invoice, { net: Number(invoice.values.total?.at(-2)?.is ?? invoice.net) }),
	),
	rebill: onInvoice((service, invoice, variety) => service.set(invoice, { client: variety % 5 })),
	createClient: (service) => void service.add('client'),
	editClient: onThing(isClient, (service, client, variety) => {
		const field = oneOf(Object.keys(client.values), variety);
		service.edit(client, field, oneOf(['Ann', 'Bea', '', 'Cid Ltd'], variety >> 3));
	}),
	editClientBack: onThing(isClient, (service, client) => {
		for (const [field, log] of Object.entries(client.values))
			service.edit(client, field, (log.at(-2) ?? log.at(-1))?.is ?? '');
	}),
	archiveClient: onThing(isClient, (service, client) => service.setThing(client, { isArchived: true })),
	createEstimate: (service, { variety }) => {
		for (let count = 0; count < 1 + (variety % 4); count++)
			service.add('estimate', oneOf(ESTIMATE_STATUSES, variety + count));
	},
	restatusEstimate: onThing(isEstimate, (service, estimate, variety) =>
		service.setThing(estimate, { status: oneOf(ESTIMATE_STATUSES, variety) }),
	),
	restatusEstimateBack: onThing(isEstimate, (service, estimate) =>
		service.setThing(estimate, { status: estimate.statuses.at(-2)?.is ?? estimate.status }),
	),
	archiveEstimate: onThing(
		(thing) => isEstimate(thing) && !thing.isArchived,
		(service, estimate) => service.setThing(estimate, { isArchived: true }),
	),
	restoreThing: onThing(
		({ isArchived }) => isArchived,
		(service, thing) => service.setThing(thing, { isArchived: false }),
	),
	deleteEstimate: onThing(isEstimate, (service, estimate) => service.setThing(estimate, { isDeleted: true })),
	// Its number is given, and newer ones are seen before it is.
	createLate: (service, { variety }, plain) => {
		const status = variety % 3 === 0 ? 'Draft' : 'Sent';
		for (const late of [service.create(status), service.add('estimate', 'Sent'), service.add(plain)])
			Object.assign(late, { isHidden: true, wasWithheld: true });
		service.create(oneOf(['Sent', 'Paid'], variety));
		service.add('estimate', 'Sent');
		service.add(plain);
	},
	// It is also paid, which makes polls look.
	veil: onInvoice(
		(service, invoice, variety) => {
			service.pay(invoice, 10);
			Object.assign(invoice, { veil: variety % 2 === 0 ? 'list' : 'entries', wasVeiled: true });
		},
		(invoice) => !isSettled(invoice) && paymentOf(invoice, 0) !== undefined,
	),
	lock: onInvoice((_, invoice) => withhold(invoice)),
	lockEstimate: onThing(isEstimate, (_, estimate) => withhold(estimate)),
	lockPlain: onThing(isPlain, (_, thing) => withhold(thing)),
	unlock: (service) => service.unlock(),
	createPlain: (service, { variety }, plain) => {
		for (let count = 0; count < 1 + (variety % 6); count++) service.add(plain);
	},
	deletePlain: onThing(isPlain, (service, thing) => service.setThing(thing, { isDeleted: true })),
} satisfies Record<string, Act>;

type Op = Change['op'];

/** Words that must be names of changes. */
const ops = (words: string): Op[] => words.split(/\s+/).map((word) => word as Op); // the names of `OPS`, which `apply` uses

const OFTEN =
	ops(`create createMany createGone pay pay payAgain unpay payAndRaise editDue editDueBack dispute resolve
	send restatus delete restatusBack restatusBack restatusEstimate restatusEstimateBack restatusEstimateBack archiveEstimate
	restoreThing restoreThing edit editBack rebill editClient editClient editClientBack editClientBack createLate lock veil`);
const BETWEEN_POLLS = [...(Object.keys(OPS) as Op[]), ...OFTEN]; // the keys of a literal record are its type's keys
/** Changes while lists are being read: restored records may be missed, as docs/trigger.md says. */
const WHILE_READ = BETWEEN_POLLS.filter((op) => !op.startsWith('restore'));
/** The history of an account before its first poll. */
const BEFORE = ops('create create createEstimate createPlain createClient pay archive');

/** What nothing is promised of while a baseline is taken: records that are there, and not to be read. */
export const hides = ({ op }: Change): boolean => /^(lock|veil|createLate)/.test(op);

/** Applies one change; `plain` is the resource of which only the creation is an event. */
export function apply(service: Service, change: Change, plain: ResourceName): void {
	OPS[change.op](service, change, plain);
}

const change = (names: readonly Op[]): fc.Arbitrary<Change> =>
	fc.record({ op: fc.constantFrom(...names), pick: fc.nat(99), variety: fc.nat(255) });

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
		{
			weight: 3,
			arbitrary: fc.constantFrom<Step['answers']>('renamed', 'newToken', 'stranger', 'swapped'),
		},
	),
	asksFirst: fc.constantFrom(false, false, false, true),
	choice: fc.constantFrom<0 | 1>(0, 0, 0, 1),
});

const FOLLOWED = EVENT_KINDS.filter(
	(kind) => kind === 'clientChanged' || ['invoice', 'estimate'].includes(EVENTS[kind].resource),
);

const choice = (plain: EventKind): fc.Arbitrary<Choice> =>
	fc.record({
		events: fc.subarray([...FOLLOWED, plain], { minLength: 1 }),
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
			initial: fc.array(change(BEFORE), { maxLength: 50 }),
			steps: fc.array(step, { minLength: 2, maxLength: 8 }),
			plain: fc.constant(plain),
			choices: choices(plain),
			maxEvents: fc.constantFrom(1, 3, 1000),
			startFrom: seldom(fc.constantFrom('2026-01-01', '2026-01-15')),
			quirks: fc.record({
				smallLetters: fc.constantFrom<Quirks['smallLetters']>(
					'none',
					'none',
					'none',
					'lists',
					'reads',
					'all',
				),
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
export function serviceOf({
	order,
	perPage,
	quirks,
	past,
	pastThings,
	initial,
	...history
}: History): Service {
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
