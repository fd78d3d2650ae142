/**
 * A real n8n that bills and watches for an hour, while the service fails at random: npm run hour -- [--minutes 60]
 * [--seed 1]. Ends with exit code 1 if n8n's memory or its open descriptors grow, if the trigger loses, doubles or invents
 * an event, or if an invoice or a payment is made twice. Needs Linux, which shows what a process holds.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { importWorkflow } from '../host/examples.ts';
import { installHost } from '../host/install.ts';
import { DATA } from '../host/paths.ts';
import { endPrograms } from '../host/processes.ts';
import { Problem, runScript, step } from '../host/terminal.ts';
import { startSandbox } from '../sandbox/index.ts';
import { Happenings } from '../test/e2e/crash/events.ts';
import { activate, rest } from '../test/e2e/crash/run.ts';
import { randomFrom } from '../test/e2e/crash/random.ts';
import { tally } from '../test/e2e/crash/tally.ts';
import { DURABLE_CURSORS, WATCHING } from '../test/e2e/crash/workflow.ts';
import { install, type Installation } from '../test/e2e/installation.ts';
import { pollingOften } from '../test/e2e/polling.ts';
import { atMost, count, megabytes, plain, report, type Figure } from './common/report.ts';
import { BILLING, billed } from './hour/billing.ts';
import { least, readGauge, thirds, type Reading } from './hour/gauge.ts';
import { Weather } from './hour/weather.ts';

const MINUTE_MS = 60_000;
const LOOKS_A_MINUTE = 20;
const LATENCY_MS = 50;
const CALM_MS = 2 * MINUTE_MS;
/** The longest that n8n waits after failed polls here, beside some of its rounds. */
const REST_MS = 100_000;
const MOST_GROWTH = 1.05;
/** A connection more or less to its database; what stays open after requests or polls would be hundreds. */
const SPARE_DESCRIPTORS = 2;

const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '60' },
		seed: { type: 'string', default: String(Date.now() % 1_000_000) },
	},
});

/** Reads what n8n holds for a number of minutes, and prints a line for each. */
async function watch({ n8n, sandbox }: Installation, minutes: number): Promise<Reading[]> {
	const readings: Reading[] = [];
	for (let minute = 1; minute <= minutes; minute += 1) {
		const looks: Reading[] = [];
		sandbox.clearRequests();
		for (let look = 0; look < LOOKS_A_MINUTE; look += 1) {
			// One after the other: time passes between them.
			const end = await Promise.race([sleep(MINUTE_MS / LOOKS_A_MINUTE), n8n.ended]);
			if (end !== undefined) throw new Problem(`n8n ended by itself (${end}). Its log: ${n8n.logFile}`);
			looks.push(readGauge(n8n.pid));
		}
		const reading = least(looks);
		readings.push(reading);
		const faults = sandbox.requests.filter(({ fault }) => fault !== undefined).length;
		console.log(
			[
				`minute ${minute}`,
				megabytes(reading.memory),
				`${reading.descriptors} descriptors`,
				`${sandbox.requests.length} requests, ${faults} of them met a fault`,
			].join(', '),
		);
	}
	return readings;
}

/** Bills and watches in bad weather. Returns what n8n held minute by minute. */
async function endure(
	installation: Installation,
	happenings: Happenings,
	weather: Weather,
): Promise<Reading[]> {
	const ending = new AbortController();
	const changing = weather.change(() => happenings.happen(), ending.signal);
	try {
		return await Promise.race([watch(installation, Number(values.minutes)), failureOf(changing)]);
	} finally {
		ending.abort();
		await changing;
	}
}

/** Settles only if something fails. */
const failureOf = (work: Promise<unknown>): Promise<never> =>
	new Promise((_, reject) => {
		work.catch(reject);
	});

function growth(readings: readonly Reading[]): Figure[] {
	const [before, after] = thirds(readings, 'memory');
	const [open, openAfter] = thirds(readings, 'descriptors');
	return [
		atMost("n8n's memory in the last third of the time", after, before * MOST_GROWTH, megabytes),
		plain('in the second third', megabytes(before)),
		atMost('its open descriptors in the last third', openAfter, open + SPARE_DESCRIPTORS, count),
		plain('in the second third', count(open)),
	];
}

async function run(): Promise<void> {
	if (!existsSync('/proc/self/fd')) throw new Problem('This needs Linux: it reads /proc.');
	console.log(`Seed ${values.seed}`);
	await installHost();
	mkdirSync(DATA, { recursive: true });
	const folder = mkdtempSync(join(DATA, 'hour-'));
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const installation = await step('Installing the package in a new n8n', () =>
		install(folder, sandbox, DURABLE_CURSORS),
	);
	const random = randomFrom(Number(values.seed));
	const happenings = new Happenings(sandbox, random);
	const weather = new Weather(sandbox, random);
	await activate(installation, happenings, pollingOften(WATCHING));
	await importWorkflow(installation.client, BILLING);
	const readings = await endure(installation, happenings, weather);
	// What was not billed is billed now that the service is well.
	await sleep(CALM_MS);
	await installation.client.setActive(BILLING, false);
	await rest(installation, REST_MS);

	const all = await installation.executions.all(WATCHING);
	const { events, executions, lost, doubled, invented, broken } = tally(happenings.names(), all);
	const { invoices, doubled: twice, unpaid } = billed(sandbox);
	const none = (what: string, found: readonly string[]) => atMost(what, found.length, 0, count);
	const failed = executions.filter((status) => status === 'error').length;
	const figures = [
		plain('events', count(events)),
		plain('executions, and failed polls among them', `${count(executions.length)}, ${count(failed)}`),
		none('events lost', lost),
		none('events doubled', doubled),
		none('events invented', invented),
		none('events in an execution that failed', broken),
		plain('invoices of the workflow, and unpaid ones', `${count(invoices)}, ${count(unpaid.length)}`),
		none('invoices or payments doubled', twice),
		...growth(readings),
	];
	report(figures);
	const faults = Object.fromEntries(weather.chosen);
	const result = { seed: values.seed, readings, faults, lost, doubled, invented, broken, twice, unpaid };
	writeFileSync(join(folder, 'result.json'), JSON.stringify(result, null, '\t'));
	await endPrograms();
	await sandbox.close();
	const isReached = figures.every((figure) => figure.isReached);
	if (isReached) rmSync(folder, { recursive: true });
	else console.log(`Which, and what n8n logged and stored: ${folder}`);
	if (!isReached) process.exitCode = 1;
}

await runScript(run);
