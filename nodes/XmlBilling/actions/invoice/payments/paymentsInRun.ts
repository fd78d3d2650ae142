import { exactReference, referenceKey } from '../../../records/payments';
import { createdInRun, recordKey } from '../../../engine/writes/createdInRun';
import type { ItemContext } from '../../../engine/item/itemContext';
import {
	referenced,
	type Existing,
	type Payment,
	type Referenced,
	type WantedPayment,
} from './existingPayment';

const REFERENCES = 'payments by reference';

/** Remembers a recorded payment with its reference for later items of the run. */
export async function rememberReference(item: ItemContext, id: number, payment: Payment): Promise<void> {
	if (payment.reference === undefined) return;
	for (const key of keysOfReference(id, payment.reference))
		await item.api.remember(REFERENCES, key, async () => await Promise.resolve(payment));
}

/** Finds the payment with a reference, or a similar one, that an earlier item recorded. The service may not show it yet. */
export async function findReferenceInRun(
	item: ItemContext,
	id: number,
	amount: string | undefined,
	reference: string,
): Promise<Referenced | undefined> {
	const [exact, similar] = keysOfReference(id, reference);
	const body = { invoice: [{ id: String(id), ...(amount === undefined ? {} : { amount }) }] };
	const key = [exact, similar].find((one) => createdInRun(item, [one], { body }) !== undefined);
	if (key === undefined) return undefined;
	const unknown = { amount: '', method: '', date: '', reference };
	const payment = await item.api.remember<Payment>(
		REFERENCES,
		key,
		async () => await Promise.resolve(unknown),
	);
	const known = referenced(payment, amount, key === exact);
	// An earlier attempt recorded it, with an amount that is not known here.
	return payment === unknown ? { ...known, mayAgree: amount === undefined } : known;
}

/** Finds an equal payment that an earlier item recorded. If the wanted one has a reference, only one without. */
export function findEqualInRun(
	item: ItemContext,
	id: number,
	payment: Payment,
	{ days, reference }: WantedPayment,
): Existing | undefined {
	const keyFor = reference === undefined ? keyOfPayment : keyOfUnreferenced;
	const date = days.find((day) => {
		const equal = { ...payment, date: day };
		const body = { invoice: [{ id: String(id), ...equal }] };
		return createdInRun(item, [keyFor(id, equal)], { body }) !== undefined;
	});
	return date === undefined ? undefined : { payment: { ...payment, date }, isClear: true };
}

const keyOfPayment = (id: number, { amount, method, date }: Payment): string =>
	recordKey('payment', id, amount, method, date);

const keyOfUnreferenced = (id: number, { amount, method, date }: Payment): string =>
	recordKey('payment without reference', id, amount, method, date);

// `keyOf` ignores case, which counts in a reference.
const keysOfReference = (id: number, reference: string): [exact: string, similar: string] => [
	recordKey(
		'payment with reference',
		id,
		Array.from(exactReference(reference), (one) => one.codePointAt(0)).join(' '),
	),
	recordKey('payment with similar reference', id, referenceKey(reference)),
];

/** The keys by which later items of the run recognize a payment. */
export const paymentKeys = (id: number, payment: Payment): string[] => [
	keyOfPayment(id, payment),
	...(payment.reference === undefined
		? [keyOfUnreferenced(id, payment)]
		: keysOfReference(id, payment.reference)),
];
