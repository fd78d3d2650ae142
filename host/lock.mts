import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from './paths.mts';
import { Problem } from './terminal.mts';

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
 * Locks the data folder for this process. Throws a Problem if another process holds the lock: two n8n on one database
 * would corrupt it.
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

/** Unlocks the data folder. */
export function unlock(): void {
	rmSync(LOCK, { force: true });
}
