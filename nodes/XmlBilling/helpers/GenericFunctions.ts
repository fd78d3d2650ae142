// What JavaScript lacks for plain objects and lists.

/** Whether a value is an object with named fields, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of an object's fields; empty for any other value. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** A copy of an object without one of its keys. */
export function without<T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> {
	const { [key]: left, ...kept } = from;
	void left;
	return kept;
}

/** Items by their keys, both in the order of the items. Node.js 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(
	items: Iterable<Item>,
	keyOf: (item: Item) => Key,
): Map<Key, [Item, ...Item[]]> {
	const groups = new Map<Key, [Item, ...Item[]]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [item]);
		else group.push(item);
	}
	return groups;
}

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
