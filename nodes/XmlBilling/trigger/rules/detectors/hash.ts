import { createHash } from 'crypto';

/** The first characters of a value's hash: 6 bits each, of letters, digits, `-` and `_`. */
export const hashOf = (value: unknown, length: number): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, length);
