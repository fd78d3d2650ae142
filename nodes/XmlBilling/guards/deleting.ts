import { estimateRecord, invoiceRecord } from '../records';
import { capitalized, nameById, numberOf } from '../records/display';
import { toDelete, type BillingApi } from '../transport/billingApi';
import type { Failure } from '../transport/failure';
import { mapInOrder } from '../transport/mapInOrder';
import type { Method } from '../records/methods';
import type { Body, Content } from '../xml/request';
import { isSameText, recordsIn, textOf, type Value } from '../xml/shape';
import { quote } from '../xml/values';
import { clearIdentifiers } from './clearAmounts';
import { refused } from './refused';

/** What the credential's nodes may delete. */
const CHOICES = ['anything', 'drafts', 'nothing'] as const;
export type Deleting = (typeof CHOICES)[number];

export const readDeleting = (given: unknown): Deleting | 'wrong' =>
	CHOICES.find((choice) => isSameText(given, choice)) ?? 'wrong';

const DRAFTABLE = [invoiceRecord, estimateRecord] as const;
type Draftable = (typeof DRAFTABLE)[number];

/** A document, as far as it decides what may be deleted. Absent if there is none. */
type Found =
	| { readonly number: string | undefined; readonly status: string; readonly lineIds: readonly string[] }
	| undefined;

type Reads = Pick<BillingApi, 'find' | 'remember'>;

/**
 * Returns why a record or a line may not be deleted; undefined if it may, or if the method deletes nothing. Drafts are
 * read first. Documents without a readable status are no drafts.
 */
export async function refuseDeleting(
	allowed: Deleting,
	{ verb, kind, of }: Method,
	body: Body,
	api: Reads,
): Promise<Failure | undefined> {
	if (verb !== 'delete' || allowed === 'anything') return undefined;
	if (allowed === 'nothing') return refused('The credential does not allow deleting.', RAISE);
	const type = DRAFTABLE.find(({ name }) => name === kind);
	if (type === undefined) return refused(`${ONLY_DRAFTS}.`, `${WHAT_MAY} ${RAISE}`);
	const named = namedIn(body, type, of === 'lines');
	if (named === undefined) return refused(`${ONLY_DRAFTS}, and this request is unclear.`, SPELLING);
	const documents = await mapInOrder(named.ids, async (id) => await findOnce(api, type, id));
	const other = documents.findIndex((document) => !isSameText(document?.status, 'Draft'));
	if (other >= 0) return noDraft(type, named.ids[other] ?? 0, documents[other]);
	const lineIds = new Set(documents.flatMap((document) => document?.lineIds ?? []));
	const stranger = named.lineIds.find((id) => !lineIds.has(String(id)));
	// The service may delete a line by its own identifier, whichever document the request names.
	return stranger === undefined
		? undefined
		: refused(
				`${ONLY_DRAFTS}, and the line with ID ${stranger} does not belong to the drafts that were named.`,
				CHECK_ID,
			);
}

const RAISE = 'Change Allow Deleting in the credential, or use another credential.';
const ONLY_DRAFTS = 'The credential allows deleting only drafts';
const WHAT_MAY =
	'Invoices and estimates that are drafts, and their lines, can be deleted, but no other records.';
const SPELLING =
	'Spell each identifier as in the specification, as a plain number, and add no other element.';
const CHECK_ID = 'Check the identifier.';

function noDraft(type: Draftable, id: number, document: Found): Failure {
	const label = capitalized(nameById(type, id, document?.number));
	if (document === undefined) return refused(`${label} was not found, so it cannot be deleted.`, CHECK_ID);
	const status = document.status === '' ? 'It shows no status.' : `Its status is ${quote(document.status)}.`;
	return refused(`${label} is not a draft. ${ONLY_DRAFTS}.`, `${status} ${RAISE}`);
}

/** The identifiers in a request; undefined if the service might find others in it. */
function namedIn(
	body: Body,
	{ id, lineId }: Draftable,
	isOfLines: boolean,
): { ids: number[]; lineIds: number[] } | undefined {
	const known: string[] = isOfLines ? [id, lineId] : [id];
	const isOther = ([name, content]: [string, Content | undefined]) =>
		content !== undefined && !known.includes(name);
	if (Object.entries(body).some(isOther)) return undefined;
	const [ids, lineIds] = [clearIdentifiers(body[id]), isOfLines ? clearIdentifiers(body[lineId]) : []];
	return ids === undefined || lineIds === undefined ? undefined : { ids, lineIds };
}

// A batch is checked item by item before any of its requests, which are checked as well.
const findOnce = async (api: Reads, type: Draftable, id: number): Promise<Found> =>
	await api.remember(toDelete(type.name), `whether ${id} is a draft`, async () => {
		const record = await api.find(type, id);
		return record === undefined
			? undefined
			: {
					number: numberOf(type, record),
					status: textOf(record[type.watched.status.field]),
					lineIds: lineIdsIn(record['items'], type),
				};
	});

const lineIdsIn = (lines: Value | undefined, { shownLineId }: Draftable): string[] =>
	recordsIn(lines).map((line) => textOf(line[shownLineId]).trim());
