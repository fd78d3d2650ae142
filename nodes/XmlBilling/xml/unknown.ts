/** A copy of an object's fields; empty for any other value. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
