import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 250;
/** A busy machine is slow, not broken: whatever is waited for gets this long. */
export const PATIENCE_MS = 240_000;

/** Polls until there is a result, and returns it. On a timeout, throws an error that names what it waited for. */
export async function waitFor<T>(
	what: string,
	look: () => T | undefined | Promise<T | undefined>,
	limitMs = PATIENCE_MS,
): Promise<T> {
	const deadline = Date.now() + limitMs;
	while (Date.now() < deadline) {
		const seen = await look();
		if (seen !== undefined) return seen;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Error(`Waited ${limitMs / 1000} seconds for ${what}`);
}
