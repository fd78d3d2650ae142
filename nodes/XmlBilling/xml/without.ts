/** A copy of an object without one of its keys. */
export function without<T extends object, K extends keyof T>(from: T, key: K): Omit<T, K> {
	const { [key]: left, ...kept } = from;
	void left;
	return kept;
}
