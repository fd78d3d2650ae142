import { methodNamed, type Method } from '../records/methods';
import { isAbsent, quote } from '../xml/values';
import type { WriteGuard, BillingApi } from '../transport/billingApi';
import { unsentFailure, type Failure } from '../transport/failures';
import { readMaximum, refuseAmount } from './maximumAmount';
import { estimateRecord, invoiceRecord } from '../records';
import { capitalized, nameById, numberOf } from '../records/display';
import { textsIn, type Body } from '../xml/request';
import { isSameText } from '../xml/identity';
import { textOf } from '../xml/shape';

/** The credential's limits on writes, as they are stored. */
export interface LimitSettings {
	readOnly?: unknown;
	allowDeleting?: unknown;
	maximumAmount?: unknown;
}

/** What the credential's nodes may delete. */
const CHOICES = ['anything', 'drafts', 'nothing'] as const;

// A credential that was saved before there was a limit lacks its key, whereas an expression that evaluated to nothing has
// left it there.
const NO_LIMITS: LimitSettings = { readOnly: false, allowDeleting: 'anything', maximumAmount: '' };

/** The limits, or why one of them is unclear: then no write passes. */
export function readCredentialLimits(credential: LimitSettings) {
	const { readOnly, allowDeleting, maximumAmount } = { ...NO_LIMITS, ...credential };
	if (readOnly === undefined || readOnly === null)
		return unsentFailure(
			'Read Only in the credential has no value.',
			'Correct its expression, so that it returns true or false.',
		);
	const deleting = CHOICES.find((choice) => isSameText(allowDeleting, choice));
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
					? 'Turn off Read Only in the credential, or use another credential.'
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

const RAISE = 'Change Allow Deleting in the credential, or use another credential.';
const ONLY_DRAFTS = 'The credential allows deleting only drafts';

/**
 * Returns why an operation may not delete records or their lines; undefined if it may, or if the method deletes nothing.
 * Documents are read first: only the status says which are drafts.
 */
export async function refuseDeleting(
	allowed: (typeof CHOICES)[number],
	{ verb, kind }: Method,
	body: Body,
	api: Pick<BillingApi, 'find'>,
): Promise<Failure | undefined> {
	if (verb !== 'delete' || allowed === 'anything') return undefined;
	if (allowed === 'nothing') return unsentFailure('The credential does not allow deleting.', RAISE);
	const type = [invoiceRecord, estimateRecord].find(({ name }) => name === kind);
	if (type === undefined)
		return unsentFailure(
			`${ONLY_DRAFTS}.`,
			`Invoices and estimates that are drafts, and their lines, can be deleted, but no other records. ${RAISE}`,
		);
	for (const id of new Set(textsIn(body[type.id]))) {
		const document = await api.find(type, Number(id));
		const label = capitalized(nameById(type, id, document && numberOf(type, document)));
		if (document === undefined)
			return unsentFailure(`${label} was not found, so it cannot be deleted.`, 'Check the identifier.');
		const status = textOf(document[type.watched.status.field]);
		if (isSameText(status, 'Draft')) continue;
		const shown = status === '' ? 'It shows no status.' : `Its status is ${quote(status)}.`;
		return unsentFailure(`${label} is not a draft. ${ONLY_DRAFTS}.`, `${shown} ${RAISE}`);
	}
	return undefined;
}
