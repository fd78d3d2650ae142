/** Two n8n processes that poll for one trigger, share its stored state, and are otherwise independent. */
import fc from 'fast-check';
import { beginPoll, endPoll, newRecall, type Stored } from '../../../nodes/XmlBilling/trigger/cursor';
import {
	EVENTS,
	type TriggerEvent,
	type TriggerOptions,
} from '../../../nodes/XmlBilling/trigger/events/events';
import type { State } from '../../../nodes/XmlBilling/trigger/state';
import { apply } from './changes.mts';
import { histories, type History, optionsOf, serviceOf } from './history.mts';
import type { Service } from './model.mts';
import { type Played, pollOnce, pollUntilQuiet } from './play.mts';

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
export interface Rota {
	history: History;
	turns: Turn[];
	/** Whether n8n drops a poll, with its events, if another one has stored a state since it began. */
	isFenced: boolean;
}

export interface Outcome {
	service: Service;
	/** The state from which the turns began. */
	baseline: State;
	options: TriggerOptions;
	/** All events that led to an execution in n8n. */
	delivered: TriggerEvent[];
	/** The polls after the last turn. */
	polls: Played[];
	isAtRest: boolean;
	/** The result. */
	seen: { overlaps: number; dropped: number; refused: number; killed: number };
}

const turn: fc.Arbitrary<Turn> = fc.record({
	process: fc.constantFrom<0 | 1>(0, 1),
	lasts: fc.constantFrom(0, 0, 1, 2),
	readsLate: fc.boolean(),
	isBehind: fc.constantFrom(false, false, false, true),
	restarts: fc.constantFrom(false, false, false, false, true),
	afterMs: fc.constantFrom(1_000, 20_000, 60_000, 600_000),
});

/** Histories that are polled with the same options throughout. */
export const rotas: fc.Arbitrary<Rota> = fc.record({
	history: histories,
	turns: fc.array(turn, { minLength: 8, maxLength: 8 }),
	isFenced: fc.boolean(),
});

/** The same polls, one after the other. */
export const inTurn = ({ turns, ...rota }: Rota): Rota => ({
	...rota,
	turns: turns.map((one) => ({ ...one, lasts: 0, isBehind: false })),
});

/** The same polls soon after one another by one process that lives on, of which n8n may have stored the last one late. */
export const byOne = ({ turns, ...rota }: Rota): Rota => ({
	...rota,
	isFenced: false,
	turns: turns.map((one) => ({ ...one, process: 0, restarts: false, afterMs: 20_000 })),
});

/** What is stored, and how often anything has been. */
interface Version {
	stored: Stored;
	number: number;
}

interface Running {
	turn: Turn;
	endsIn: number;
	/** What it began with. */
	from: Version;
	read: () => Promise<Played>;
}

/** Plays a history, and polls by one process until it is quiet. */
export async function playByTwo({ history, turns, isFenced }: Rota): Promise<Outcome> {
	const service = serviceOf(history);
	const options = { ...optionsOf(history, { choice: 0, clientId: undefined }), startFrom: undefined };
	service.shape = history.steps[0]?.shape ?? 'full';
	service.reveal();
	service.unlock();
	const { polls: first } = await pollUntilQuiet(service, options, undefined);
	const baseline = first.at(-1)?.state;
	if (baseline === undefined) throw new Error('Every history begins with a poll.');

	const delivered: TriggerEvent[] = [];
	const seen = { overlaps: 0, dropped: 0, refused: 0, killed: 0 };
	const recalls = [newRecall(), newRecall()];
	let running: Running[] = [];
	let current: Version = { stored: { state: baseline }, number: 0 };
	let before = current;
	let now = 0;

	async function begin(turn: Turn): Promise<void> {
		const recall = recalls[turn.process] ?? newRecall();
		// As in `pollService`: a process polls once at a time.
		if (running.some((other) => other.turn.process === turn.process)) return;
		const from = turn.isBehind ? before : current;
		before = current;
		const beginning = beginPoll(from.stored, recall, now);
		if (beginning === undefined) return void (seen.refused += 1);
		const time = service.now();
		const poll = () => pollOnce(service, options, beginning.saved, { now: time });
		const early = turn.readsLate ? undefined : await poll();
		if (running.length > 0) seen.overlaps += 1;
		const read = async () => early ?? (await poll());
		running.push({ turn, endsIn: turn.lasts, from, read });
	}

	async function end(poll: Running): Promise<void> {
		running = running.filter((other) => other !== poll);
		const played = await poll.read();
		const recall = recalls[poll.turn.process] ?? newRecall();
		const { stored, number } = poll.from;
		const next = { ...stored, ...endPoll(stored, recall, played, now) };
		// As in n8n: what is as it was is not stored.
		if (played.events.length === 0 && played.isUnchanged) return;
		if (isFenced && number !== current.number) return void (seen.dropped += 1);
		current = { stored: next, number: current.number + 1 };
		delivered.push(...played.events);
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
	service.reveal();
	service.unlock();
	const { polls, isAtRest } = await pollUntilQuiet(service, options, current.stored.state);
	delivered.push(...polls.flatMap(({ events }) => events));
	return { service, baseline, options, delivered, polls, isAtRest, seen };
}
