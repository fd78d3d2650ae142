/** The account that a trigger's memory belongs to. */
import { createHash } from 'crypto';

/** What the trigger asks with: known before the service answers. */
export interface Access {
	/** The address of the service. */
	readonly service: string;
	/** A mark of the token, too short to reveal anything about it (§5). */
	readonly token: string;
}

export interface Scope extends Access {
	/** A hash of the account's names. */
	readonly account: string;
}

/** Another account. */
export type OtherAccount = Omit<Scope, 'token'>;

/** Identifies who asks which service, by a mark of the token. */
export const accessOf = (baseUrl: string, token: string): Access => ({
	service: baseUrl
		.trim()
		.replace(/(\/xml\/1\.1)?\/*$/i, '')
		.toLowerCase(),
	token,
});

/** Identifies an account by company and owner. Letter case, white space and Unicode forms make no difference. */
export function scopeOf({ service, token }: Access, names: readonly string[]): Scope {
	const plain = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase());
	const account = createHash('sha256').update(JSON.stringify(plain)).digest('base64url');
	return { service, account, token };
}

/** Whether the same token asks the same service: the account is the same, whatever its name. */
export const isSameAccess = (one: Access, other: Access): boolean =>
	one.service === other.service && one.token === other.token;

/** Whether another account answers than before: `confirmed` if the last poll found the same one. */
export function accountChange(
	known: Scope,
	scope: Scope,
	before: OtherAccount | undefined,
): OtherAccount | 'confirmed' | undefined {
	const { service, account } = scope;
	if (isSameAccess(known, scope) || (service === known.service && account === known.account))
		return undefined;
	return before?.service === service && before.account === account ? 'confirmed' : { service, account };
}
