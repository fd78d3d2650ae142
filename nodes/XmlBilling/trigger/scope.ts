/** The account that a trigger's memory belongs to. */
import { createHash } from 'crypto';

export interface Scope {
	/** The address of the service. */
	readonly service: string;
	/** A hash of the account's names. */
	readonly account: string;
	/** A mark of the token, too short to reveal anything about it, by which a renamed account is recognized (§5). */
	readonly token: string;
}

/**
 * Identifies an account at a service. Letter case, white space and Unicode forms make no difference.
 *
 * @param names the names of the account that the service returns: company and owner
 * @param token a mark of the token
 */
export function scopeOf(baseUrl: string, names: readonly string[], token: string): Scope {
	const plain = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase());
	return {
		service: baseUrl
			.trim()
			.replace(/(\/xml\/1\.1)?\/*$/i, '')
			.toLowerCase(),
		account: createHash('sha256').update(JSON.stringify(plain)).digest('base64url'),
		token,
	};
}
