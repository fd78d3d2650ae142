import { isNamed, methodNamed } from '../records/methods';
import type { Body } from '../xml/request';
import { isAbsent } from '../xml/values';
import type { WritableApi, WriteGuard } from '../transport/billingApi';
import type { Failure } from '../transport/failure';
import { readDeleting, refuseDeleting, refused, type Deleting } from './deleting';
import { readMaximum, refuseAmount, type Maximum } from './maximumAmount';

/** The credential's limits on writes, as they are stored. */
export interface LimitSettings {
	readOnly?: unknown;
	allowDeleting?: unknown;
	maximumAmount?: unknown;
}

/** The same limits, checked. */
export interface CredentialLimits {
	/** `wrong` if its expression evaluated to nothing: then no write passes. */
	readonly readOnly: boolean | 'wrong';
	/** What may be deleted. `wrong` if it is no known choice: then no write passes. */
	readonly deleting: Deleting | 'wrong';
	/** The limit on one invoice, profile or payment. Its problem if it is no clear amount: then no write passes. */
	readonly maximum: Maximum | string;
}

// A credential that was saved before there was a limit lacks its key, whereas an expression that evaluated to nothing has
// left it there.
const NO_LIMITS: LimitSettings = { readOnly: false, allowDeleting: 'anything', maximumAmount: '' };

export function readCredentialLimits(credential: LimitSettings): CredentialLimits {
	const { readOnly, allowDeleting, maximumAmount } = { ...NO_LIMITS, ...credential };
	return {
		// Anything but a clear no counts as yes.
		readOnly: isNothing(readOnly) ? 'wrong' : readOnly !== false && !isAbsent(readOnly),
		deleting: readDeleting(allowDeleting),
		maximum: isNothing(maximumAmount) ? 'has no value' : readMaximum(maximumAmount),
	};
}

const isNothing = (given: unknown): boolean => given === undefined || given === null;

/**
 * Makes the guard of an execution's writes.
 *
 * @param isCustom whether users write the requests themselves: what a credential limits can't be told from them
 */
export function limitsGuardOf(credential: LimitSettings, isCustom: boolean): WriteGuard {
	const limits = readCredentialLimits(credential);
	return (method, body, api) => refusalOf(limits, isCustom, method, body, api);
}

/**
 * Returns why the credential rejects a write: it is read-only, doesn't allow the deletion, or the amount is too large.
 * Returns undefined if the write is allowed. Reads the documents that it depends on.
 */
async function refusalOf(
	{ readOnly, deleting, maximum }: CredentialLimits,
	isCustom: boolean,
	method: string,
	body: Body,
	api: Parameters<WriteGuard>[2],
): Promise<Failure | undefined> {
	if (readOnly === 'wrong') return refused('Read Only in the credential has no value.', CORRECT_READ_ONLY);
	if (readOnly && !isNamed(method))
		return refused('The credential is read-only, and the interface has no such method.', CORRECT_NAME);
	if (readOnly)
		return refused(
			'The credential is read-only.',
			'Switch Read Only off in the credential, or use another credential.',
		);
	if (deleting === 'wrong')
		return refused('Allow Deleting in the credential has an unknown value.', CORRECT_DELETING);
	if (typeof maximum === 'string')
		return refused(`The Maximum Amount in the credential ${maximum}.`, 'Correct it, for example to 1200.50.');
	if (deleting === 'anything' && maximum === undefined) return undefined;
	const known = methodNamed(method);
	if (known === undefined)
		return refused('The credential has limits, and the interface has no such method.', CORRECT_NAME);
	if (isCustom && maximum !== undefined)
		return refused(
			'The credential has a Maximum Amount, which a custom request could exceed.',
			'Choose another operation, or use a credential without a Maximum Amount.',
		);
	if (isCustom && deleting === 'drafts' && known.verb === 'delete')
		return refused(
			'The credential allows deleting only drafts, and a custom request could delete others.',
			'Choose the operation Delete, or use another credential.',
		);
	const forbidden = await refuseDeleting(deleting, known, body, api);
	if (forbidden !== undefined || maximum === undefined) return forbidden;
	return await refuseAmount(maximum, known, body, api);
}

const CORRECT_NAME =
	'Spell the name of the method as in the specification, capitals included, or use another credential.';

/** How to correct a switch that evaluated to nothing. */
export const CORRECT_READ_ONLY = 'Correct its expression, so that it returns true or false.';

/** How to correct a wrong choice of what may be deleted. */
export const CORRECT_DELETING =
	'Correct it to Anything (anything), Drafts Only (drafts) or Nothing (nothing).';

/** Throws the item's error if the credential forbids its write. */
export async function refuseForbidden(
	api: Pick<WritableApi, 'refusal'>,
	item: { readonly problem: (message: string, description?: string) => Error },
	method: string,
	body: Body,
): Promise<void> {
	const refusal = await api.refusal(method, body);
	if (refusal !== undefined) throw item.problem(refusal.message, refusal.advice);
}
