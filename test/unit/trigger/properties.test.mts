import fc from 'fast-check';
import { UNREAD } from '../../../nodes/XmlBilling/trigger/state';
import { SEED } from '../../share.mts';
import { deepFreeze, histories, type History } from './history.mts';
import { EVENT_KINDS, EVENTS, type EventKind } from '../../../nodes/XmlBilling/trigger/events/events';
import type { Entity } from './model.mts';
import { play, type Played, type Trace } from './play.mts';
import { byRecord, idOf, isReminder, type Rule, RULES } from './rules.mts';

type Situation = (trace: Trace) => boolean;

const invoice =
	(is: (invoice: Entity) => unknown): Situation =>
	({ service }) =>
		service.of('invoice').some(is);
const poll =
	(is: (played: Played, before: Played | undefined) => unknown): Situation =>
	({ polls }) =>
		polls.some((played, index) => is(played, polls[index - 1]));
/** What was reported of one record, of events of this kind. */
const reports =
	(kind: EventKind, are: (events: Played['events'], trace: Trace) => unknown): Situation =>
	(trace) =>
		trace.tenures.some(
			(tenure) =>
				tenure.kind === kind && [...byRecord(tenure.events).values()].some((events) => are(events, trace)),
		);
const each = <Word extends string>(words: readonly Word[], of: (word: Word) => [string, Situation]) =>
	Object.fromEntries(words.map(of));

const waits = ({ state }: Played): boolean =>
	Object.values(state.parts).some(({ watched }) => Object.values(watched).includes(UNREAD.new));

/** What the fixed histories must include, since a rule that is never tested always holds. */
const SITUATIONS: Readonly<Record<string, Situation>> = {
	...each(['newest', 'oldest', 'number', 'shuffled'], (order) => [
		`pages in the order ${order} that shift while they are read`,
		({ history, service, changesWhileRead: changes }) =>
			history.order === order && changes > 0 && service.of('invoice').length > 2 * history.perPage,
	]),
	...each(['full', 'summary', 'bare'], (shape) => [
		`${shape} lists only`,
		({ history }) => history.steps.every((step) => step.shape === shape),
	]),
	...each(
		EVENT_KINDS.filter(
			(kind) => /invoice|estimate|recurring/.test(EVENTS[kind].resource) || kind === 'clientChanged',
		),
		(kind) => [`a report of ${kind}`, reports(kind, () => true)],
	),
	'invoices that are settled and opened again': invoice(({ wasReopened }) => wasReopened),
	'payments that are removed from a paid invoice': reports('paymentRemoved', ([event], { service }) =>
		service.records.get(Number(event?.record.invoice_id))?.had('phase').includes('settled'),
	),
	'payments that a service hides for a while': invoice(({ wasVeiled, payments }) => wasVeiled && payments[0]),
	'invoices created and paid between two polls': poll(({ events }) =>
		events.some((one, index) => one.event === 'invoiceCreated' && events[index + 1]?.record === one.record),
	),
	'drafts that are sent': reports('invoiceCreated', ([event]) => event?.previousStatus),
	'drafts that wait although drafts are included by now': poll(
		({ options, state }) =>
			options.includeDrafts && Object.keys(state.parts.invoiceCreated?.watched ?? {}).length > 0,
	),
	'statuses that jump back and forth': reports('invoiceStatusChanged', (events) =>
		events.some(({ previousStatus }, index) => events[index + 1]?.status === previousStatus),
	),
	...each(['invoiceDueSoon', 'invoiceOverdue'], (kind) => [
		`${kind} for several numbers of days`,
		reports(kind, (events) => new Set(events.map(({ reminderDays }) => reminderDays)).size > 1),
	]),
	'reminders for other numbers of days than before': poll(
		({ options, events }, before) =>
			before?.options.daysOverdue?.join() !== options.daysOverdue?.join() &&
			events.some(({ event }) => isReminder(event)),
	),
	'reminders of invoices whose dispute is over': reports('invoiceOverdue', ([event], { service }) =>
		service.records.get(Number(event?.record.invoice_id))?.had('status').includes('Disputed'),
	),
	'polls that fail': ({ failures }) => failures.length > 0,
	'polls that are cut short before a list': poll(
		({ state: { beginWith, lists } }) =>
			beginWith !== undefined && Object.values(lists).every(({ after }) => after === undefined),
	),
	'polls that are cut short while they report': poll(({ state }) =>
		Object.values(state.lists).some(({ after = 0 }) => after > 0),
	),
	'backfills that report': ({ tenures }) =>
		tenures.some(({ backfillFrom, polls: [first] }) => backfillFrom !== undefined && first?.events[0]),
	'events that are chosen later': ({ tenures }) =>
		tenures.some(({ begun }) => begun > (tenures[0]?.begun ?? 0)),
	'events that are given up': ({ tenures }) => tenures.some(({ isLast }) => !isLast),
	'new records that cannot be read for a while': poll(waits),
	'known records that cannot be read for a while': poll(
		(played) => played.log.some((line) => line.includes('refuses')) && !waits(played),
	),
	'records that show after newer ones': ({ polls }) => {
		const met = polls.flatMap(({ events }) => events.filter(({ event }) => event === 'estimateCreated'));
		return met.some((event, index) => idOf(event) < idOf(met[index - 1] ?? event));
	},
	'another account that answers once': ({ strangers }) => strangers > 0,
	'invoices that were archived before they were seen': reports(
		'invoiceCreated',
		([event]) => event?.record.status !== 'Active',
	),
};

/** The same in every run. If the histories are made differently, another seed may be needed to cover every situation. */
const FIXED = { seed: 9, count: 200, isComplete: true };
/** `npm run histories` plays many others, of which the rarest situation is a part. */
const given = process.env.TRIGGER_HISTORIES;
const { seed, count, isComplete } =
	given === undefined ? FIXED : { seed: SEED, count: Number(given), isComplete: Number(given) >= 2_000 };

const over = (check: (history: History) => Promise<void>) =>
	fc.asyncProperty(histories, (history) => check(deepFreeze(history)));

/** The breach of a rule. A rule that throws is broken as well. */
async function faultsOf(rule: Rule, trace: Trace): Promise<string[]> {
	try {
		return await rule(trace);
	} catch (error) {
		return [error instanceof Error ? String(error.stack) : 'It threw something.'];
	}
}

describe(`over ${count} histories (SEED=${seed})`, () => {
	/** The first history that broke a rule, by the rule's name, and the situations that occurred. */
	const broken = new Map<string, number>();
	const seen = new Set<string>();

	// Each history is played once for all rules. The test of a broken rule plays it again to shorten it.
	beforeAll(async () => {
		let index = 0;
		const checkAll = over(async (history) => {
			const trace = await play(history);
			for (const [name, rule] of Object.entries(RULES))
				if (!broken.has(name) && (await faultsOf(rule, trace)).length > 0) broken.set(name, index);
			for (const [name, isIn] of Object.entries(SITUATIONS)) if (isIn(trace)) seen.add(name);
			index++;
		});
		await fc.assert(checkAll, { seed, numRuns: count });
	}, 600_000);

	it.each(Object.entries(RULES))('%s', async (name, rule) => {
		const first = broken.get(name);
		if (first === undefined) return;
		const holds = over(async (history) => expect(await faultsOf(rule, await play(history))).toEqual([]));
		await fc.assert(holds, { seed, path: String(first) });
	});

	// A rule that is never tested always holds.
	it.each(Object.keys(SITUATIONS))('plays histories with %s', (name) => {
		expect(seen.has(name) || !isComplete).toBe(true);
	});
});
