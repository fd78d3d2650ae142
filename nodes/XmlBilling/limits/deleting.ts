import { estimateRecord, invoiceRecord } from '../records';
import { capitalized, nameById, numberOf } from '../records/display';
import type { BillingApi } from '../transport/billingApi';
import { unsentFailure, type Failure } from '../transport/failures';
import type { Method } from '../records/methods';
import { textsIn, type Body } from '../xml/request';
import { isSameText } from '../xml/identity';
import { textOf } from '../xml/shape';
import { quote } from '../xml/values';

/** What the credential's nodes may delete. */
const CHOICES = ['anything', 'drafts', 'nothing'] as const;
export type Deleting = (typeof CHOICES)[number];

/** Undefined if it is no known choice. */
export const readDeleting = (given: unknown): Deleting | undefined =>
	CHOICES.find((choice) => isSameText(given, choice));

const RAISE = 'Change Allow Deleting in the credential, or use another credential.';
const ONLY_DRAFTS = 'The credential allows deleting only drafts';

/**
 * Returns why an operation may not delete records or their lines; undefined if it may, or if the method deletes nothing.
 * Documents are read first: only the status says which are drafts.
 */
export async function refuseDeleting(
	allowed: Deleting,
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
