/**
 * What a trigger's events come to when n8n, with durable poll cursors, is killed at many moments: npm run crash --
 * [kills, 100] [events, 500]. Runs nightly; docs/reliability.md has the figures.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { untilReady } from '../host/n8n.mts';
import { step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { install, type Installation } from '../test/e2e/installation.mts';
import { waitFor } from '../test/e2e/waiting.mts';
import { FAST_CURSORS, pollsSince, runInFolder, tally, untilAtRest, watch, WATCHING } from './watching.mts';

/** High enough that polls take a realistic share of the time. */
const LATENCY_MS = 100;
/** If n8n is killed while it activates a workflow, it activates it again once its claim of two minutes has expired. */
const POLL_LIMIT_MS = 300_000;
const MOST_STARTS = 3;
/** How long n8n lives at most: its start takes about 8 seconds. */
const LONGEST_LIFE_MS = 16_000;
/** How long it lives at most after a poll has begun that reads new events. */
const LONGEST_REPORT_MS = 1_000;

/** From 0 to 1, each number far from those before it. */
const spread = (nth: number): number => (nth * 0.618_034) % 1;

/**
 * Waits until n8n is ready. One that ends while it starts is started again, as a service manager does: n8n 2.41 ends so when it
 * finds an execution that it had stored but not begun, and has marked it as crashed by then.
 */
async function untilUp(installation: Installation): Promise<void> {
	for (let starts = 1; starts < MOST_STARTS; starts++) {
		try {
			return await untilReady(installation.n8n);
		} catch {
			await installation.launch();
		}
	}
	await untilReady(installation.n8n);
}

/** Creates events while n8n lives, and kills it: just after a poll that reads them, or, every other time, at any moment. */
async function live(installation: Installation, nth: number, create: () => Promise<void>): Promise<void> {
	const isReading = nth % 2 === 0;
	if (isReading) await untilUp(installation);
	const { n8n, sandbox } = installation;
	const lasting = async () => {
		const half = isReading ? 0 : (spread(nth) * LONGEST_LIFE_MS) / 2;
		await sleep(half);
		await create();
		if (!isReading) return await sleep(half);
		const since = Date.now();
		const polled = () => (pollsSince(since, sandbox.requests) > 0 ? true : undefined);
		await waitFor('a poll', polled, POLL_LIMIT_MS);
		await sleep(spread(nth) * LONGEST_REPORT_MS);
	};
	const life = lasting();
	const end = await Promise.race([life, n8n.ended]);
	if (end !== undefined && n8n.isReady())
		throw new Error(`n8n ended by itself (${end}). Its log: ${n8n.logFile}`);
	await n8n.kill();
	await life;
}

const [kills = 100, events = 500] = process.argv.slice(2).map(Number);

await runInFolder('crash', async (folder) => {
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const installation = await step('Installing the package in a new n8n', () =>
		install(folder, sandbox, FAST_CURSORS),
	);
	const source = await watch(installation);
	// The trigger has reported the first event.
	const until = (nth: number) => Math.floor((nth * (events - 1)) / kills);
	for (let nth = 0; nth < kills; nth++) {
		await live(installation, nth, async () => {
			for (let event = until(nth); event < until(nth + 1); event++) await source.createEvent();
		});
		console.log(`kill ${nth + 1} of ${kills}`);
		await installation.launch();
	}
	await untilUp(installation);
	await untilAtRest(installation);
	const result = tally(source.names(), await installation.executions.all(WATCHING));
	await sandbox.close();
	const { lost, doubled, invented } = result;
	return { isRight: lost.length + doubled.length + invented.length === 0, ...result };
});
