/** Two n8n processes that poll for one trigger, share its stored state, and are otherwise independent. */
import fc from 'fast-check';
import { beginPoll, endPoll, newRecall, type Stored } from '../../../nodes/XmlBilling/trigger/cursor';
import { EVENTS } from '../../../nodes/XmlBilling/trigger/events/events';
import { SEED } from '../../share.mts';
import { optionsFor } from './bench.mts';
import { apply, deepFreeze, histories, type History, optionsOf } from './history.mts';
import { type Entity, Service } from './model.mts';
import { conclude, newTrace, type Played, pollOnce, pollUntilQuiet } from './play.mts';
import { differencesOf, momentsOf, RULES, unfinished } from './rules.mts';

/** How a poll of the history goes. */
interface Turn {
	process: 0 | 1;
	/** How many more polls begin before it ends. */
	lasts: number;
	/** Whether it reads the service when it ends, and not when it begins. */
	readsLate: boolean;
	/** Whether n8n gives it the state that was stored when the poll before it began. */
	isBehind: boolean;
	/** Whether its process is killed and restarted before. */
	restarts: boolean;
	/** How long after the last one it begins. */
	afterMs: number;
}

/** Who polls in a history, and when. */
interface Rota {
	history: History;
	turns: Turn[];
	/** Whether n8n drops a poll, with its events, if another one has stored a state since it began. */
	isFenced: boolean;
}

const turn: fc.Arbitrary<Turn> = fc.record({
	process: fc.constantFrom<0 | 1>(0, 1),
	lasts: fc.constantFrom(0, 0, 1, 2),
	readsLate: fc.boolean(),
	isBehind: fc.constantFrom(false, false, true),
	restarts: fc.constantFrom(false, false, false, false, true),
	afterMs: fc.constantFrom(1_000, 20_000, 60_000, 600_000),
});

const rotas: fc.Arbitrary<Rota> = fc.record({
	history: histories,
	turns: fc.array(turn, { minLength: 8, maxLength: 8 }),
	isFenced: fc.boolean(),
});

/** The same polls, one after the other. */
const inTurn = ({ turns, ...rota }: Rota): Rota => ({
	...rota,
	turns: turns.map((one) => ({ ...one, lasts: 0, isBehind: false })),
});

/** The same polls soon after one another by one process that lives on, of which n8n may have stored the last one late. */
const byOne = ({ turns, ...rota }: Rota): Rota => ({
	...rota,
	isFenced: false,
	turns: turns.map((one) => ({ ...one, process: 0, restarts: false, afterMs: 20_000 })),
});

/** What is stored, and after how many polls. */
interface Version {
	stored: Stored;
	at: number;
}

interface Running {
	turn: Turn;
	endsIn: number;
	/** What it began with. */
	from: Version;
	read: () => Promise<Played>;
}

/** Plays a history with the same options throughout. Its trace has the polls that n8n has stored, in that order. */
async function playByTwo({ history, turns, isFenced }: Rota) {
	const trace = newTrace(history);
	const { service, polls } = trace;
	const options = { ...optionsOf(history, 0), startFrom: undefined };
	service.reveal();
	service.unlock();
	polls.push(...(await pollUntilQuiet(service, options, undefined)).polls);

	const seen = { overlaps: 0, overtaken: 0, dropped: 0, refused: 0, killed: 0 };
	const recalls = [newRecall(), newRecall()];
	let running: Running[] = [];
	let current: Version = { stored: { state: polls.at(-1)?.state }, at: polls.length };
	let before = current;
	let now = 0;

	async function begin(turn: Turn): Promise<void> {
		// As in `pollService`: a process polls once at a time.
		if (running.some((other) => other.turn.process === turn.process)) return;
		const from = turn.isBehind ? before : current;
		before = current;
		const beginning = beginPoll(from.stored, recalls[turn.process] ?? newRecall(), now);
		if (beginning === undefined) return void (seen.refused += 1);
		const time = service.now();
		const poll = () => pollOnce(service, options, beginning.saved, { now: time });
		const early = turn.readsLate ? undefined : await poll();
		if (running.length > 0) seen.overlaps += 1;
		running.push({ turn, endsIn: turn.lasts, from, read: async () => early ?? (await poll()) });
	}

	async function end(poll: Running): Promise<void> {
		running = running.filter((other) => other !== poll);
		const played = await poll.read();
		const { stored, at } = poll.from;
		const next = { ...stored, ...endPoll(stored, recalls[poll.turn.process] ?? newRecall(), played, now) };
		// As in n8n: what is as it was is not stored.
		if (played.events.length === 0 && played.isUnchanged) return;
		if (isFenced && at !== current.at) return void (seen.dropped += 1);
		if (at !== current.at) seen.overtaken += 1;
		polls.push(played);
		current = { stored: next, at: polls.length };
	}

	for (const [index, step] of history.steps.entries()) {
		const turn = turns[index % turns.length];
		if (turn === undefined) continue;
		service.shape = step.shape;
		service.reveal();
		step.before.forEach((change) => apply(service, change, EVENTS[history.plain].resource));
		service.day += step.days;
		now += turn.afterMs;
		if (turn.restarts) {
			const others = running.filter((other) => other.turn.process !== turn.process);
			seen.killed += running.length - others.length;
			running = others;
			recalls[turn.process] = newRecall();
		}
		await begin(turn);
		for (const poll of running.filter(({ endsIn }) => endsIn === 0).reverse()) await end(poll);
		for (const poll of running) poll.endsIn -= 1;
	}
	for (const poll of running) await end(poll);
	await conclude(trace, options);
	return { trace, seen };
}

/** A fifth of the histories that `npm run histories` plays, since each is played several times; otherwise the same few. */
const given = process.env.TRIGGER_HISTORIES;
const numRuns = given === undefined ? 20 : Math.ceil(Number(given) / 5);

const over = async (check: (rota: Rota) => Promise<void>) =>
	await fc.assert(
		fc.asyncProperty(rotas, async (rota) => await check(deepFreeze(rota))),
		{ seed: SEED, numRuns },
	);

const doubled = RULES['gives every event an identifier of its own']!;

/** Whether its status became again what it had been. */
const isUndone = (record: Entity): boolean =>
	new Set(record.had('status')).size < record.had('status').length;

describe(`two processes (SEED=${SEED})`, () => {
	it('lose no event and invent none, in whatever order their polls begin, read and end', async () => {
		const sum = { overlaps: 0, overtaken: 0, dropped: 0, refused: 0, killed: 0, doubled: 0 };
		await over(async (rota) => {
			const { trace, seen } = await playByTwo(rota);
			// A process that slept through everything would report this.
			const [first] = momentsOf(trace);
			expect([trace.isAtRest, first && (await differencesOf(trace, first))]).toEqual([true, []]);
			// A poll that was overtaken, and knows nothing of a change that the other told, stores that it is undone.
			const isLost = ({ record }: { record: Entity }) => seen.overtaken === 0 || !isUndone(record);
			expect(unfinished(trace).filter(isLost)).toEqual([]);
			for (const what of ['overlaps', 'overtaken', 'dropped', 'refused', 'killed'] as const)
				sum[what] += seen[what];
			sum.doubled += (await doubled(trace)).length;
		});
		// A rule that is never tested always holds.
		expect(Object.values(sum).every((times) => times > 0) ? [] : sum).toEqual([]);
	});

	it.each<[string, (rota: Rota) => Rota]>([
		['while their polls do not overlap', inTurn],
		['if n8n drops a poll that another one overtook', (rota) => ({ ...rota, isFenced: true })],
		['if they are one that lives on, and n8n stores a poll within half a minute', byOne],
	])('report no event twice %s', async (_, change) => {
		await over(async (rota) => expect(await doubled((await playByTwo(change(rota))).trace)).toEqual([]));
	});

	it('poll at once if n8n has stored the last poll, and half a minute after one that it has not', async () => {
		const service = new Service('full', 'newest', 100);
		const options = optionsFor('clientCreated');
		const recall = newRecall();
		const first = await pollOnce(service, options, undefined);
		const before = endPoll({}, recall, first, 0);
		// Until n8n stores it, the first poll without events is remembered.
		expect(beginPoll({}, recall, 1)).toEqual({ saved: first.state });
		service.add('client');
		const played = await pollOnce(service, options, first.state);
		const stored = endPoll(before, recall, played, 0);
		expect(recall.baseline).toBeUndefined();
		expect(beginPoll(stored, recall, 1)).toEqual({ saved: played.state });
		expect(beginPoll(before, recall, 29_999)).toBeUndefined();
		expect(beginPoll(before, recall, 30_000)).toEqual({ saved: before.state });
	});
});
