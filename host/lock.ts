import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from './paths.ts';
import { Problem } from './terminal.ts';

const LOCK = join(DATA, 'running');

function isAlive(processId: number): boolean {
	try {
		process.kill(processId, 0);
		return true;
	} catch {
		return false;
	}
}

/**
 * Takes the data folder for this process. Throws a Problem when an earlier start still has it: two n8n on one database
 * spoil it.
 */
export function lock(): void {
	const owner = existsSync(LOCK) ? Number(readFileSync(LOCK, 'utf8')) : undefined;
	if (owner !== undefined && isAlive(owner)) {
		throw new Problem(
			`It runs already. End that one first: Ctrl-C in its terminal, or "kill ${owner}".\n` +
				`If process ${owner} is something else, delete ${LOCK}.`,
		);
	}
	writeFileSync(LOCK, String(process.pid));
}

/** Gives the data folder back. */
export function unlock(): void {
	rmSync(LOCK, { force: true });
}
