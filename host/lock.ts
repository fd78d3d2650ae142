import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from './paths.ts';
import { Problem } from './terminal.ts';

const LOCK = join(DATA, 'running.json');

function isAlive(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch {
		return false;
	}
}

/** Throws a Problem when an earlier start still runs: two n8n on one database spoil it. */
export function refuseSecondStart(): void {
	if (!existsSync(LOCK)) return;
	const processIds = JSON.parse(readFileSync(LOCK, 'utf8')) as number[];
	const alive = processIds.filter(isAlive);
	if (alive.length === 0) return;
	throw new Problem(
		`It runs already (process ${alive.join(', ')}). End that one first: Ctrl-C in its terminal, or "kill ${alive.join(' ')}".\n` +
			`If that process is something else, delete ${LOCK}.`,
	);
}

/** Writes down which processes use the data folder. */
export function lock(...processIds: number[]): void {
	writeFileSync(LOCK, JSON.stringify(processIds));
}

export function unlock(): void {
	rmSync(LOCK, { force: true });
}
