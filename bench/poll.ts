// What a poll costs in small and large accounts, beside a plain trigger that lists everything and reads every open invoice
// at each poll (poll/plainTrigger.ts). Both run in n8n's engine in this process; the service, a sandbox on a database file,
// runs in another and holds every answer back for 20 ms. Each trigger takes its baseline; then it finds nothing; then it
// finds payments on a quarter of the open invoices, half of them in full.
//
// The plain trigger takes minutes in the largest account: there it polls once with nothing new, for its two main events
// only. Where lists say nothing but identifiers it cannot tell what is open, so it is left out. Needs Node 24 and a built
// package: that of this repository, or that in the folder PACKAGE_PATH.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPlain, loadTested } from './common/packages.ts';
import { count, heading, row } from './poll/table.ts';
import { runTrial, type Cost, type Entrant, type Measured, type Trial } from './poll/trial.ts';

const MAIN: Entrant = { trigger: 'this package', events: 'two main', quietPolls: 5, isBusy: true };
const ALL: Entrant = { ...MAIN, events: 'all' };
const PLAIN_MAIN: Entrant = { ...MAIN, trigger: 'plain', quietPolls: 1 };
const PLAIN_ALL: Entrant = { ...PLAIN_MAIN, events: 'all' };
const PLAIN_QUIET: Entrant = { ...PLAIN_MAIN, isBusy: false };

const SMALL: Trial = {
	size: { invoices: 1_000, open: 20 },
	listRecords: 'summary',
	entrants: [MAIN, ALL, PLAIN_MAIN, PLAIN_ALL],
};
const MEDIUM: Trial = { ...SMALL, size: { invoices: 10_000, open: 200 } };
const LARGE: Trial = {
	...SMALL,
	size: { invoices: 100_000, open: 2_000 },
	entrants: [MAIN, ALL, PLAIN_QUIET],
};
/** As long a history as the large one, and as few open invoices as the small one. */
const OLD: Trial = { ...LARGE, size: { invoices: 100_000, open: 20 }, entrants: [MAIN, ALL] };
const LARGE_FULL: Trial = { ...LARGE, listRecords: 'full', entrants: [MAIN] };
const LARGE_BARE: Trial = { ...LARGE_FULL, listRecords: 'bare' };

async function measure(): Promise<Measured[]> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-poll-'));
	try {
		const engines = {
			'this package': await loadTested(),
			plain: await loadPlain(),
		};
		const measured: Measured[] = [];
		for (const trial of [SMALL, MEDIUM, LARGE, OLD, LARGE_FULL, LARGE_BARE]) {
			console.log(heading(trial));
			for await (const result of runTrial(trial, engines, folder)) {
				console.log(row(result));
				measured.push(result);
			}
			console.log();
		}
		return measured;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** The figures to reach, with what is wanted. */
function conclude(measured: readonly Measured[]): void {
	const costOf = (trial: Trial, entrant: Entrant, poll: Measured['poll']): Cost => {
		const found = measured.find(
			(result) => result.trial === trial && result.entrant === entrant && result.poll === poll,
		);
		assert(found);
		return found.cost;
	};
	const summary = ({ requests, stateBytes, cpuSeconds }: Cost, wanted: readonly string[] = []) =>
		[`${requests} requests`, `${kilobytes(stateBytes)} of state`, `${cpuSeconds.toFixed(2)} s of CPU`]
			.map((figure, index) => (wanted[index] === undefined ? figure : `${figure} (${wanted[index]})`))
			.join(', ');
	const quiet = costOf(LARGE, MAIN, 'quiet');
	const busy = costOf(LARGE, MAIN, 'busy');

	console.log('at 100,000 invoices, 2,000 open, lists of summaries:');
	console.log(`quiet poll: ${summary(quiet, ['at most 23', 'under 64 KB', 'under 1 s'])}`);
	console.log(`quiet poll, all events: ${summary(costOf(LARGE, ALL, 'quiet'))}`);
	console.log(
		`busy poll: ${busy.found.length} payments by ${busy.reads} single reads (500 by 500), ${isInOrder(busy) ? '' : 'NOT '}in order of identifiers (in order)`,
	);
	console.log(`the plain trigger's quiet poll: ${ratios(quiet, costOf(LARGE, PLAIN_QUIET, 'quiet'))}`);
	for (const trial of [SMALL, OLD]) {
		const { invoices, open } = trial.size;
		console.log(
			`quiet poll, ${open} open of ${count(invoices)}: ${summary(costOf(trial, MAIN, 'quiet'))}; all events: ${summary(costOf(trial, ALL, 'quiet'))}`,
		);
	}
}

const isInOrder = ({ found }: Cost): boolean => {
	const ids = found.map(({ invoice_id: id }) => Number(id));
	return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
};

function ratios(ours: Cost, plain: Cost): string {
	const measures: ReadonlyArray<readonly [what: string, of: (cost: Cost) => number]> = [
		['the requests', ({ requests }) => requests],
		['the bytes', ({ bytes }) => bytes],
		['the CPU', ({ cpuSeconds }) => cpuSeconds],
		['the time', ({ seconds }) => seconds],
		['the state', ({ stateBytes }) => stateBytes],
	];
	return measures.map(([what, of]) => `${count(Math.round(of(plain) / of(ours)))}x ${what}`).join(', ');
}

conclude(await measure());
