/** Rules for two n8n processes that poll for one trigger. */
import fc from 'fast-check';
import { beginPoll, endPoll, newRecall, type Recall } from '../../../nodes/XmlBilling/trigger/cursor';
import type { TriggerEvent } from '../../../nodes/XmlBilling/trigger/events/events';
import { SEED } from '../../share.mts';
import { optionsFor } from './bench.mts';
import { duplicatesOf, idOf } from './facts.mts';
import { deepFreeze } from './history.mts';
import { byOne, inTurn, type Outcome, playByTwo, type Rota, rotas } from './mains.mts';
import { Service } from './model.mts';
import { pollOnce, pollUntilQuiet } from './play.mts';
import { isExact, isLasting } from './rules.repeats.mts';

/** A fifth of the histories that `npm run histories` plays, since each is played several times; otherwise the same few. */
const given = process.env.TRIGGER_HISTORIES;
const numRuns = given === undefined ? 20 : Math.ceil(Number(given) / 5);

const over = async (check: (rota: Rota) => Promise<void>) =>
	await fc.assert(
		fc.asyncProperty(rotas, async (rota) => await check(deepFreeze(rota))),
		{ seed: SEED, numRuns },
	);

const idsOf = (events: TriggerEvent[]): string[] => events.map(({ eventId }) => eventId);
const missing = (wanted: string[], found: string[]): string[] => wanted.filter((id) => !found.includes(id));

/** Whether polls can still see its record, or never again. */
const isSteady =
	({ service }: Outcome) =>
	(event: TriggerEvent): boolean => {
		const id = idOf(event);
		return !(service.invoices.get(id)?.wasReopened ?? service.things.get(id)?.wasArchived);
	};

/**
 * Whether all polls report it alike: a payment of zero keeps the totals, so summaries don't show it, as docs/trigger.md says.
 */
const isComparable =
	(outcome: Outcome) =>
	(event: TriggerEvent): boolean =>
		isExact(outcome, event) && event.payment?.amount !== 0;

/** Identifiers delivered more than once. */
const doubled = (outcome: Outcome): string[] =>
	duplicatesOf(idsOf(outcome.delivered.filter(isSteady(outcome))));

/** Changes of which nothing was delivered that says the same of the same record: their numbers may differ. */
const unsaid = (told: TriggerEvent[], outcome: Outcome): string[] => {
	const keyOf = (told: TriggerEvent) => `${told.event} ${idOf(told)} ${told.status}`;
	const said = new Set(outcome.delivered.map(keyOf));
	// Nobody watches an invoice that was archived or canceled, nor what changes in it once it was settled.
	const isWatched = (event: TriggerEvent) => {
		const { recordStatus = 'Active', wasSettled = false } = outcome.service.invoices.get(idOf(event)) ?? {};
		return recordStatus === 'Active' && !(wasSettled && event.event === 'invoiceChanged');
	};
	const changes = told
		.filter(isSteady(outcome))
		.filter((told) => told.event.endsWith('Changed') && isWatched(told));
	return idsOf(changes.filter((change) => !said.has(keyOf(change))));
};

describe(`two processes (SEED=${SEED})`, () => {
	it('lose no event and invent none, in whatever order their polls begin, read and end', async () => {
		const seen = { overlaps: 0, dropped: 0, refused: 0, killed: 0, doubled: 0 };
		await over(async (rota) => {
			const outcome = await playByTwo(rota);
			const { service, options, baseline, delivered } = outcome;
			// The report of a process that slept through everything.
			const { polls } = await pollUntilQuiet(service, { ...options, maxEvents: 1000 }, baseline);
			const told = polls.flatMap(({ events }) => events);
			const exact = told.filter(isComparable(outcome));
			const lasting = delivered.filter(isComparable(outcome)).filter((event) => isLasting(outcome, event));
			expect(outcome.isAtRest).toBe(true);
			expect([missing(idsOf(exact), idsOf(delivered)), unsaid(told, outcome)]).toEqual([[], []]);
			expect(missing(idsOf(lasting), idsOf(told))).toEqual([]);
			for (const what of ['overlaps', 'dropped', 'refused', 'killed'] as const)
				seen[what] += outcome.seen[what];
			seen.doubled += doubled(outcome).length;
		});
		// A rule that is never tested always holds.
		expect(Object.values(seen).every((times) => times > 0) ? [] : seen).toEqual([]);
	});

	it.each<[string, (rota: Rota) => Rota]>([
		['while their polls do not overlap', inTurn],
		['if n8n drops a poll that another one overtook', (rota) => ({ ...rota, isFenced: true })],
		['if they are one that lives on, and n8n stores a poll within half a minute', byOne],
	])('two mains report no event twice %s', async (_, change) => {
		await over(async (rota) => expect(doubled(await playByTwo(change(rota)))).toEqual([]));
	});

	it('poll at once if n8n has stored the last poll, and half a minute after one that it has not', async () => {
		const service = new Service('full', 'newest', 100);
		const options = optionsFor('clientCreated');
		const recall = newRecall();
		const before = { state: (await pollOnce(service, options, undefined)).state };
		service.createClient();
		const played = await pollOnce(service, options, before.state);
		const stored = endPoll(before, recall, played, 0);
		expect(beginPoll(stored, recall, 1)).toEqual({ saved: played.state });
		expect(beginPoll(before, recall, 29_999)).toBeUndefined();
		expect(beginPoll(before, recall, 30_000)).toEqual({ saved: before.state });
	});

	it('drop their baseline once n8n has stored one', async () => {
		const service = new Service('full', 'newest', 100);
		const recall = newRecall();
		const first = await pollOnce(service, optionsFor('clientCreated'), undefined);
		const stored = endPoll({}, recall, first, 0);
		expect(beginPoll({}, recall, 1)).toEqual({ saved: first.state });
		endPoll(stored, recall, first, 1);
		expect(recall.baseline).toBeUndefined();
	});

	it('have a baseline of their own until n8n has stored one, which docs/trigger.md admits', async () => {
		const service = new Service('full', 'newest', 100);
		const options = optionsFor('clientCreated');
		const [one, other] = [newRecall(), newRecall()];
		/** A poll at activation: n8n does not store its state. */
		const poll = async (recall: Recall) => {
			const { saved } = beginPoll({}, recall, 0) ?? {};
			const { events, state } = await pollOnce(service, options, saved);
			endPoll({}, recall, { events, state }, 0);
			return idsOf(events);
		};
		await poll(one);
		const id = service.createClient();
		expect(await poll(other)).toEqual([]);
		expect(await poll(one)).toEqual([`client:${id}:created`]);
	});
});
