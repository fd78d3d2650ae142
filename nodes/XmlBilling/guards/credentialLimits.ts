import { recordTypeNamed } from '../records';
import { isNamed, methodNamed } from '../records/methods';
import type { Body } from '../xml/request';
import { isAbsent } from '../xml/values';
import type { WritableApi, WriteGuard } from '../transport/billingApi';
import type { Failure } from '../transport/failure';
import { clearIdentifiers } from './clearAmounts';
import { readDeleting, refuseDeleting, type Deleting } from './deleting';
import { readMaximum, refuseAmount, type Maximum } from './maximumAmount';
import { refused } from './refused';

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

export function limitsGuardOf(credential: LimitSettings): WriteGuard {
	const limits = readCredentialLimits(credential);
	return async (method, body, api) => await refusalOf(limits, method, body, api);
}

/**
 * Returns why the credential rejects a write: it is read-only, doesn't allow the deletion, or the amount is too large.
 * Returns undefined if the write is allowed. Reads the documents that it depends on.
 */
export async function refusalOf(
	{ readOnly, deleting, maximum }: CredentialLimits,
	method: string,
	body: Body,
	api: Parameters<WriteGuard>[2],
): Promise<Failure | undefined> {
	if (readOnly === 'wrong') return refused('Read Only in the credential has no value.', CORRECT_READ_ONLY);
	if (readOnly)
		return isNamed(method)
			? refused(
					'The credential is read-only.',
					'Switch Read Only off in the credential, or use another credential.',
				)
			: refused('The credential is read-only, and the interface has no such method.', CORRECT_NAME);
	if (deleting === 'wrong')
		return refused('Allow Deleting in the credential has an unknown value.', CORRECT_DELETING);
	if (typeof maximum === 'string')
		return refused(`The Maximum Amount in the credential ${maximum}.`, 'Correct it, for example to 1200.50.');
	if (deleting === 'anything' && maximum === undefined) return undefined;
	const known = methodNamed(method);
	if (known === undefined)
		return refused('The credential has limits, and the interface has no such method.', CORRECT_NAME);
	return (
		(await refuseDeleting(deleting, known, body, api)) ??
		refuseUnclear(known.kind, body) ??
		(await refuseAmount(maximum, known, body, api))
	);
}

const CORRECT_NAME =
	'Spell the name of the method as in the specification, capitals included, or use another credential.';

/** Returns why a request may name another record than it seems to; undefined if it spells its identifiers as in §2.1. */
function refuseUnclear(kind: string, body: Body): Failure | undefined {
	const id = recordTypeNamed(kind)?.id ?? '';
	return body[id] === undefined || clearIdentifiers(body[id]) !== undefined
		? undefined
		: refused(
				'An identifier in this request is unclear, and the credential has limits.',
				`Spell each ${id} as a plain number without leading zeros.`,
			);
}

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
