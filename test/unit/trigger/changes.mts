/** Possible changes at a service, as data, so that a history of them can be generated, repeated and shortened. */
import type { ResourceName } from '../../../nodes/XmlBilling/trigger/events/events';
import type { Service } from './model.mts';
import { type Invoice, isSettled, type Payment, type Thing } from './records.mts';
import { tellsTotal } from './values.mts';

export interface Change {
	op: keyof typeof OPS;
	/** Picks a record, newer ones more often. */
	pick: number;
	/** One of its payments, a status, an amount. */
	variety: number;
}

/** The open statuses of sent invoices. */
export const OPEN_STATUSES = [
	'Sent',
	'Viewed',
	'Outstanding',
	'Unpaid',
	'Disputed',
	'Retry',
	'Failed',
	'Resolved',
	'Auto-Failed',
];
const STATUSES: [string, ...string[]] = ['Sent', 'Viewed', ...OPEN_STATUSES];
const ESTIMATE_STATUSES: [string, ...string[]] = [
	'Sent',
	'Accepted',
	'Draft',
	'Rejected',
	'Won/Lost',
	'Won/Lost',
	'',
	'n/a',
];
const AMOUNTS: [number, ...number[]] = [10, 10, 10, 25, -10, 0, 50, 100];

const oneOf = <Item,>(items: readonly [Item, ...Item[]], variety: number): Item =>
	items[variety % items.length] ?? items[0];

/** Usually one of the newest. */
function pickNewest<Item extends { isDeleted: boolean }>(
	items: Iterable<Item>,
	pick: number,
): Item | undefined {
	const alive = [...items].filter(({ isDeleted }) => !isDeleted).reverse();
	return alive[Math.floor((alive.length * (pick % 100) ** 2) / 10_000)];
}

type Act<Of> = (service: Service, of: Of, variety: number) => void;

const onSome =
	(isMeant: (invoice: Invoice) => boolean) =>
	(act: Act<Invoice>) =>
	(service: Service, { pick, variety }: Change): void => {
		const invoice = pickNewest([...service.invoices.values()].filter(isMeant), pick);
		if (invoice) act(service, invoice, variety);
	};

const onInvoice = onSome(() => true);
const onPaid = onSome((invoice) => !isSettled(invoice) && paymentOf(invoice, 0) !== undefined);

const onThing =
	(isFilledIn: (thing: Thing) => boolean, act: Act<Thing>) =>
	(service: Service, { pick, variety }: Change): void => {
		const thing = pickNewest([...service.things.values()].filter(isFilledIn), pick);
		if (thing) act(service, thing, variety);
	};

const isEstimate = ({ resource }: Thing): boolean => resource === 'estimate';
const isInUse = (thing: Thing): boolean => isEstimate(thing) && !thing.isArchived;
const isArchived = (thing: Thing): boolean => thing.isArchived;
const isClient = ({ resource }: Thing): boolean => resource === 'client';
const isPlain = (thing: Thing): boolean => !isEstimate(thing);

function paymentOf({ payments }: Invoice, variety: number): Payment | undefined {
	const present = payments.filter(({ deletedAt }) => deletedAt === undefined);
	return present[variety % Math.max(1, present.length)];
}

const withhold = (record: Invoice | Thing): void => {
	record.isLocked = true;
	record.wasWithheld = true;
};

/** What can be done. The last argument is the resource of which only the creation is an event. */
const OPS = {
	create: (service: Service, { variety }: Change) => {
		service.create(variety % 3 === 0 ? 'Draft' : 'Sent', variety % 7 === 0 ? 10 : 100);
	},
	// Most are paid at once, so that nothing but their creation shows them.
	createMany: (service: Service, { variety }: Change) => {
		for (let count = 0; count < 3 + (variety % 8); count++) service.create(count % 3 === 0 ? 'Sent' : 'Paid');
	},
	// No poll sees it in use, unless one reads in between.
	createGone: (service: Service, { variety }: Change) => {
		const recordStatus = variety % 3 === 0 ? 'Cancel' : 'Archived';
		service.set(service.create('Sent', variety % 7 === 0 ? 10 : 100), { recordStatus });
	},
	pay: onInvoice((service, invoice, variety) => {
		service.pay(invoice, oneOf(AMOUNTS, variety), variety >> 3);
	}),
	// The outstanding amount stays the same. If lists show nothing else, no payment is seen, as docs/trigger.md says.
	payAndRaise: onInvoice((service, invoice, variety) => {
		if (!tellsTotal(invoice)) return;
		const amount = oneOf([10, 50], variety);
		service.set(invoice, { net: invoice.net + amount });
		service.pay(invoice, amount, variety >> 1);
	}),
	payAgain: onInvoice((service, invoice, variety) => {
		const payment = paymentOf(invoice, variety);
		if (payment === undefined) return;
		const { method, amount, date, notes } = payment;
		Object.assign(service.pay(invoice, amount), { method, date, notes });
	}),
	unpay: onInvoice((service, invoice, variety) => {
		const payment = paymentOf(invoice, variety);
		if (payment) service.unpay(invoice, payment);
	}),
	send: onInvoice((service, invoice) => {
		if (invoice.status === 'Draft') service.set(invoice, { status: 'Sent' });
	}),
	redraft: onInvoice((service, invoice) => service.set(invoice, { status: 'Draft' })),
	restatus: onInvoice((service, invoice, variety) => {
		if (invoice.status !== 'Draft') service.set(invoice, { status: oneOf(STATUSES, variety) });
	}),
	dispute: onInvoice((service, invoice) => {
		if (OPEN_STATUSES.includes(invoice.status)) service.set(invoice, { status: 'Disputed' });
	}),
	resolve: onInvoice((service, invoice) => {
		if (invoice.status === 'Disputed') service.set(invoice, { status: 'Resolved' });
	}),
	restatusBack: onInvoice((service, invoice) =>
		service.set(invoice, { status: invoice.statuses.at(-2)?.is ?? invoice.status }),
	),
	archive: onInvoice((service, invoice) => {
		if (invoice.recordStatus === 'Active') service.set(invoice, { recordStatus: 'Archived' });
	}),
	cancel: onInvoice((service, invoice) => {
		if (invoice.recordStatus === 'Active') service.set(invoice, { recordStatus: 'Cancel' });
	}),
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
	createClient: (service: Service) => service.createClient(),
	editClient: onThing(isClient, (service, client, variety) => {
		const fields = Object.keys(client.values);
		const words = ['Ann', 'Bea', '', 'Cid Ltd'];
		service.edit(client, fields[variety % fields.length] ?? '', words[(variety >> 3) % words.length] ?? '');
	}),
	editClientBack: onThing(isClient, (service, client) => {
		for (const [field, log] of Object.entries(client.values)) {
			const before = log.at(-2);
			if (before) service.edit(client, field, before.is);
		}
	}),
	archiveClient: onThing(isClient, (service, client) => service.setThing(client, { isArchived: true })),
	createEstimate: (service: Service, { variety }: Change) => {
		for (let count = 0; count < 1 + (variety % 4); count++) {
			service.add('estimate', oneOf(ESTIMATE_STATUSES, variety + count));
		}
	},
	restatusEstimate: onThing(isEstimate, (service, estimate, variety) =>
		service.setThing(estimate, { status: oneOf(ESTIMATE_STATUSES, variety) }),
	),
	restatusEstimateBack: onThing(isEstimate, (service, estimate) =>
		service.setThing(estimate, { status: estimate.statuses.at(-2)?.is ?? estimate.status }),
	),
	archiveEstimate: onThing(isInUse, (service, estimate) => service.setThing(estimate, { isArchived: true })),
	restoreEstimate: onThing(isArchived, (service, estimate) =>
		service.setThing(estimate, { isArchived: false }),
	),
	deleteEstimate: onThing(isEstimate, (service, estimate) => service.setThing(estimate, { isDeleted: true })),
	// Its number is given, and newer ones are seen before it is.
	createLate: (service: Service, { variety }: Change, plain: ResourceName) => {
		const late = [
			service.create(variety % 3 === 0 ? 'Draft' : 'Sent'),
			service.add('estimate', 'Sent'),
			service.add(plain),
		];
		for (const record of late) Object.assign(record, { isHidden: true, wasWithheld: true });
		service.create(oneOf(['Sent', 'Paid'], variety));
		service.add('estimate', 'Sent');
		service.add(plain);
	},
	// It is also paid, which makes polls look.
	veil: onPaid((service, invoice, variety) => {
		service.pay(invoice, 10);
		invoice.veil = variety % 2 === 0 ? 'list' : 'entries';
		invoice.wasVeiled = true;
	}),
	lock: onInvoice((_, invoice) => withhold(invoice)),
	lockEstimate: onThing(isEstimate, (_, estimate) => withhold(estimate)),
	lockPlain: onThing(isPlain, (_, thing) => withhold(thing)),
	unlock: (service: Service) => service.unlock(),
	createPlain: (service: Service, { variety }: Change, plain: ResourceName) => {
		for (let count = 0; count < 1 + (variety % 6); count++) service.add(plain);
	},
	deletePlain: onThing(isPlain, (service, thing) => service.setThing(thing, { isDeleted: true })),
} satisfies Record<string, (service: Service, change: Change, plain: ResourceName) => void>;

// The keys of a literal record are its type's keys.
const OP_NAMES = Object.keys(OPS) as ReadonlyArray<Change['op']>;

/** More frequent changes. */
const COMMON: ReadonlyArray<Change['op']> = [
	'create',
	'createMany',
	'createGone',
	'pay',
	'pay',
	'payAgain',
	'unpay',
	'payAndRaise',
	'editDue',
	'editDueBack',
	'dispute',
	'resolve',
	'send',
	'restatus',
	'delete',
	'restatusBack',
	'restatusBack',
	'restatusEstimate',
	'restatusEstimateBack',
	'restatusEstimateBack',
	'archiveEstimate',
	'restoreEstimate',
	'restoreEstimate',
	'edit',
	'editBack',
	'rebill',
	'editClient',
	'editClient',
	'editClientBack',
	'editClientBack',
	'createLate',
	'lock',
	'veil',
];

/** What nothing is promised of while a baseline is taken: records that are there, and not to be read. */
const HIDING: ReadonlyArray<Change['op']> = ['createLate', 'lock', 'lockEstimate', 'lockPlain', 'veil'];

export const hides = ({ op }: Change): boolean => HIDING.includes(op);

/** Changes while lists are being read: restored records may be missed, as docs/trigger.md says. */
export const OPS_WHILE_READ = [...OP_NAMES, ...COMMON].filter((op) => !op.startsWith('restore'));

export const OPS_BETWEEN_POLLS = [...OP_NAMES, ...COMMON];

/** The history of an account before its first poll. */
export const OPS_BEFORE: ReadonlyArray<Change['op']> = [
	'create',
	'create',
	'createEstimate',
	'createPlain',
	'createClient',
	'pay',
	'archive',
];

/** Applies one change; `plain` is the resource of which only the creation is an event. */
export function apply(service: Service, change: Change, plain: ResourceName): void {
	OPS[change.op](service, change, plain);
}
