import type Big from 'big.js';
import { methodNamed } from '../records/methods';
import { isAbsent } from '../xml/values';
import type { WriteGuard } from '../transport/billingApi';
import { unsentFailure, type Failure } from '../transport/failures';
import { readDeleting, refuseDeleting, type Deleting } from './deleting';
import { readMaximum, refuseAmount } from './maximumAmount';

/** The credential's limits on writes, as they are stored. */
export interface LimitSettings {
	readOnly?: unknown;
	allowDeleting?: unknown;
	maximumAmount?: unknown;
}

interface CredentialLimits {
	readonly readOnly: boolean;
	readonly deleting: Deleting;
	readonly maximum: Big | undefined;
}

// A credential that was saved before there was a limit lacks its key, whereas an expression that evaluated to nothing has
// left it there.
const NO_LIMITS: LimitSettings = { readOnly: false, allowDeleting: 'anything', maximumAmount: '' };

/** The limits, or why one of them is unclear: then no write passes. */
export function readCredentialLimits(credential: LimitSettings): CredentialLimits | Failure {
	const { readOnly, allowDeleting, maximumAmount } = { ...NO_LIMITS, ...credential };
	if (readOnly === undefined || readOnly === null)
		return unsentFailure(
			'Read Only in the credential has no value.',
			'Correct its expression, so that it returns true or false.',
		);
	const deleting = readDeleting(allowDeleting);
	if (deleting === undefined)
		return unsentFailure(
			'Allow Deleting in the credential has an unknown value.',
			'Correct it to Anything (anything), Drafts Only (drafts) or Nothing (nothing).',
		);
	const maximum = readMaximum(maximumAmount);
	if (typeof maximum === 'string')
		return unsentFailure(
			`The Maximum Amount in the credential ${maximum}.`,
			'Correct it, for example to 1200.50.',
		);
	// Anything but a clear no counts as yes.
	return { readOnly: readOnly !== false && !isAbsent(readOnly), deleting, maximum };
}

const CORRECT_NAME =
	'Spell the name of the method as in the specification, capitals included, or use another credential.';

/**
 * Makes the guard of an execution's writes. It returns why the credential rejects a write, and reads the documents that this
 * depends on.
 *
 * @param isCustom whether users write the requests themselves: what a credential limits can't be told from them
 */
export function limitsGuardOf(credential: LimitSettings, isCustom: boolean): WriteGuard {
	const limits = readCredentialLimits(credential);
	return async (method, body, api) => {
		if ('message' in limits) return limits;
		const { readOnly, deleting, maximum } = limits;
		const known = methodNamed(method);
		if (readOnly)
			return unsentFailure(
				'The credential is read-only.',
				known?.name === method
					? 'Switch Read Only off in the credential, or use another credential.'
					: CORRECT_NAME,
			);
		if (deleting === 'anything' && maximum === undefined) return undefined;
		if (known === undefined)
			return unsentFailure('The credential has limits, and the interface has no such method.', CORRECT_NAME);
		if (isCustom && maximum !== undefined)
			return unsentFailure(
				'The credential has a Maximum Amount, which a custom request could exceed.',
				'Choose another operation, or use a credential without a Maximum Amount.',
			);
		if (isCustom && deleting === 'drafts' && known.verb === 'delete')
			return unsentFailure(
				'The credential allows deleting only drafts, and a custom request could delete others.',
				'Choose the operation Delete, or use another credential.',
			);
		const forbidden = await refuseDeleting(deleting, known, body, api);
		if (forbidden !== undefined || maximum === undefined) return forbidden;
		return await refuseAmount(maximum, known, body, api);
	};
}
