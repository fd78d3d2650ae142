/** An error for the terminal. Its message says what to do next, and no stack is shown. */
export class Problem extends Error {}

const TICK_MS = process.stdout.isTTY ? 1_000 : 10_000;

const elapsed = (since: number): string => {
	const seconds = Math.round((Date.now() - since) / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * Runs some work under a title, and shows the elapsed time (minutes:seconds) and how far it is, if `look` says so.
 * Returns what the work returns, and throws what it throws.
 */
export async function step<T>(title: string, work: () => Promise<T>, look?: () => string): Promise<T> {
	const since = Date.now();
	const show = (state: string) =>
		process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${title} … ${state}` : `${title} … ${state}\n`);
	show('');
	const ticking = setInterval(() => show([elapsed(since), look?.()].filter(Boolean).join('  ')), TICK_MS);
	try {
		const result = await work();
		show(`done in ${elapsed(since)}`);
		return result;
	} finally {
		clearInterval(ticking);
		if (process.stdout.isTTY) process.stdout.write('\n');
	}
}

/** Whether the user can mend it: a Problem, a refusal of the system (such as a full disk), or a wrong option. */
const isMendable = (error: unknown): error is Error =>
	error instanceof Problem ||
	(error instanceof Error &&
		('syscall' in error || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))));

/** Runs a script's work, and ends the process with exit code 1 if it fails, with a stack only for our own faults. */
export async function runScript(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		console.error(isMendable(error) ? `\n${error.message}` : error);
		process.exit(1);
	}
}
