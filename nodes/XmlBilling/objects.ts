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
