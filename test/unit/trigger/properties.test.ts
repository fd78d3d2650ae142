import fc from 'fast-check';
import { deepFreeze, histories, type History } from './history';
import { play, type Trace } from './play';
import { type Rule, RULES } from './rules';
import { SITUATIONS } from './situations';

/** How many histories are played: enough for CI by default. */
const COUNT = Number(process.env.TRIGGER_HISTORIES ?? 2000);

/** Where they begin, another place at each run: with the seed of a run, its histories come again. */
const SEED = Number(process.env.TRIGGER_SEED || Math.floor(Math.random() * 2 ** 31));

const over = (tell: (history: History) => Promise<void>) =>
	fc.asyncProperty(histories, (history) => tell(deepFreeze(history)));

/** What breaks a rule; that it cannot be told does, too. */
async function faultsOf(rule: Rule, trace: Trace): Promise<string[]> {
	try {
		return await rule(trace);
	} catch (error) {
		return [error instanceof Error ? String(error.stack) : 'It threw something.'];
	}
}

describe(`over ${COUNT} random histories (TRIGGER_SEED=${SEED})`, () => {
	/** Which history was the first to break a rule, by the rule's name. */
	const broken = new Map<string, number>();
	/** In how many histories a situation has come about, by its name. */
	const seen = new Map<string, number>();

	// Each history is played once, all rules look at it, and it is forgotten: shortening one that breaks a rule is up to
	// the rule's own test.
	beforeAll(async () => {
		let index = 0;
		const lookAtAll = over(async (history) => {
			const trace = await play(history);
			for (const [name, rule] of Object.entries(RULES)) {
				if (!broken.has(name) && (await faultsOf(rule, trace)).length > 0) broken.set(name, index);
			}
			for (const [name, isIn] of Object.entries(SITUATIONS)) {
				if (isIn(trace)) seen.set(name, (seen.get(name) ?? 0) + 1);
			}
			index++;
		});
		await fc.assert(lookAtAll, { seed: SEED, numRuns: COUNT });
	}, 600_000);

	it.each(Object.entries(RULES))('%s', async (name, rule) => {
		const first = broken.get(name);
		if (first === undefined) return;
		const holds = over(async (history) => expect(await faultsOf(rule, await play(history))).toEqual([]));
		await fc.assert(holds, { seed: SEED, path: String(first) });
	});

	it('has put the rules to every test that they are to stand, each in one of 200 histories', () => {
		const rare = Object.keys(SITUATIONS).filter((name) => (seen.get(name) ?? 0) < COUNT / 200);
		expect(rare).toEqual([]);
	});
});
