/** A value when it is text; '' otherwise. */
export function textOr(value: unknown, fallback = ''): string {
	return typeof value === 'string' ? value : fallback;
}
