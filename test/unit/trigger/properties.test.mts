import fc from 'fast-check';
import type { Rule } from './facts.mts';
import { SEED } from '../../share.mts';
import { deepFreeze, histories, type History } from './history.mts';
import { play, type Trace } from './play.mts';
import { RULES } from './rules.mts';
import { SITUATIONS } from './situations.mts';

/** Which histories are played: the same seed and count give the same ones. */
interface Share {
	seed: number;
	count: number;
	/** Whether every situation must occur. */
	isComplete: boolean;
}

/** The same in every run. If the histories are made differently, another seed may be needed to cover every situation. */
const FIXED: Share = { seed: 8, count: 200, isComplete: true };

/** `npm run histories` plays many others, of which the rarest situation is a part. */
const given = process.env.TRIGGER_HISTORIES;
const { seed, count, isComplete }: Share =
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
	/** The first history that broke a rule, by the rule's name. */
	const broken = new Map<string, number>();
	/** The situations that occurred. */
	const seen = new Set<string>();

	// Each history is played once for all rules. The test of a broken rule plays it again to shorten it.
	beforeAll(async () => {
		let index = 0;
		const checkAll = over(async (history) => {
			const trace = await play(history);
			for (const [name, rule] of Object.entries(RULES)) {
				if (!broken.has(name) && (await faultsOf(rule, trace)).length > 0) broken.set(name, index);
			}
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

	it('tests the rules in every situation', () => {
		const missing = Object.keys(SITUATIONS).filter((name) => !seen.has(name));
		expect(isComplete ? missing : []).toEqual([]);
	});
});
