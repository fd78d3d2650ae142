/** The account that a trigger's memory belongs to. */
import { createHash } from 'crypto';

/** What the trigger asks with: known before the service answers. */
export interface Access {
	/** The address of the service. */
	readonly service: string;
	/** A mark of the token, too short to reveal anything about it, by which a renamed account is recognized (§5). */
	readonly token: string;
}

export interface Scope extends Access {
	/** A hash of the account's names. */
	readonly account: string;
}

/**
 * Identifies who asks which service.
 *
 * @param token a mark of the token
 */
export const accessOf = (baseUrl: string, token: string): Access => ({
	service: baseUrl
		.trim()
		.replace(/(\/xml\/1\.1)?\/*$/i, '')
		.toLowerCase(),
	token,
});

/**
 * Identifies an account at a service. Letter case, white space and Unicode forms make no difference.
 *
 * @param names the names of the account that the service returns: company and owner
 */
export function scopeOf(access: Access, names: readonly string[]): Scope {
	const plain = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase());
	const account = createHash('sha256').update(JSON.stringify(plain)).digest('base64url');
	return { service: access.service, account, token: access.token };
}
