import type { FunctionsBase } from 'n8n-workflow';
import { CREDENTIAL } from './sender';

/**
 * Keeps values by key in the process: n8n makes a new context for each search and each poll. Whatever has expired is let go when
 * any value is asked for.
 */
export function createMemory<Kept>(keptMs: number, maximum: number) {
	const entries = new Map<string, { readonly until: number; readonly kept: Kept }>();
	return {
		get(key: string): Kept | undefined {
			const now = Date.now();
			for (const [other, { until }] of entries) if (until <= now) entries.delete(other);
			return entries.get(key)?.kept;
		},
		/** Drops the oldest value if there are too many. */
		set(key: string, kept: Kept): Kept {
			entries.delete(key);
			entries.set(key, { until: Date.now() + keptMs, kept });
			const [oldest = key] = entries.keys();
			if (entries.size > maximum) entries.delete(oldest);
			return kept;
		},
	};
}

/** A key for what belongs to the node's credential. */
export const credentialKey = (context: FunctionsBase): string =>
	String(context.getNode().credentials?.[CREDENTIAL]?.id);
