import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { nameOf } from '../../../records/display';
import type { Body } from '../../../xml/request';
import {
	compareReference,
	isPlaceholder,
	problemOfReference,
	referenceKey,
	withReference,
} from '../../../records/payments';
import { decodeNumber, textOf, type BillingRecord } from '../../../xml/shape';
import { check, decimalOf, quote } from '../../../xml/values';
import { idOf, option, type ItemContext } from '../../../engine/item/itemContext';
import type { Prepared, Write } from '../../../engine/item/operation';
import { existingRecord, refuseFailures } from '../../../engine/writes/recordWrites';
import { rerunAdvice } from '../../../engine/writes/duplicates';
import {
	findByReference,
	findEqual,
	type Existing,
	type Payment,
	type Referenced,
	type WantedPayment,
} from './existingPayment';
import {
	alreadyPaid,
	canceledInvoice,
	defaultAmount,
	GUARD,
	hasNothingLeft,
	otherAmount,
	paidInFull,
	referenceExists,
	refuseOverpayment,
	similarReference,
	UNREADABLE_PAYMENT,
	UNREFERENCED,
} from './paymentErrors';
import { recordKey } from '../../../engine/item/ledger';
import { paymentsIn } from '../../../records/invoicePayments';
import { accountMethod } from './accountMethod';
import { isDraft, isValid } from '../../../records/states';
import { dayAfter, today } from '../../../xml/days';
import { without } from '../../../objects';

/** What an item asks to record. */
interface Asked {
	readonly id: number;
	readonly given: Body;
	readonly wanted: WantedPayment;
	/** Always sent, so that a second run of the workflow recognizes the payment. */
	readonly date: string;
	readonly isDated: boolean;
	/** What to do if the payment exists; undefined for what fits its reference. */
	readonly guard: unknown;
	/** Why its method can't be sent. */
	readonly refusal: Error | undefined;
}

/** A payment that the invoice has, or may have, or else the one to record. */
type Recognized =
	| { readonly is: 'referenced'; readonly known: Referenced }
	| { readonly is: 'equal'; readonly existing: Existing }
	| { readonly is: 'new'; readonly payment: Payment };

/**
 * Records a payment (§4.11). The amount defaults to the outstanding balance. A payment that exceeds it, or that the
 * invoice already shows, is rejected before anything is sent, unless the options allow it. A payment with a reference is
 * recognized by it, whatever its date: by default, the existing one is returned. A similar one is an error.
 */
export async function recordPayment(item: ItemContext): Promise<Prepared> {
	const asked = await askedOf(item);
	const invoice = await item.api.get(invoiceRecord, asked.id);
	const found = recognize(item, invoice, asked);
	if (found.is === 'referenced') return await returnReferenced(item, invoice, asked, found.known);
	if (found.is === 'equal') return await returnEqual(item, invoice, asked, found.existing);
	if (asked.refusal !== undefined) throw asked.refusal;
	if (!isValid(invoice)) throw canceledInvoice(item, invoice);
	return write(item, invoice, asked, found.payment);
}

async function askedOf(item: ItemContext): Promise<Asked> {
	const given = without(item.body, invoiceRecord.id);
	const guard = option(item, 'ifExists');
	const isDated = typeof given['date'] === 'string';
	const date = isDated ? textOf(given['date']) : today(item);
	const reference = referenceFor(item);
	const { name: method, refusal } = await accountMethod(item, textOf(given['method']));
	return {
		id: idOf(item, invoiceRecord),
		given,
		wanted: {
			amount: typeof given['amount'] === 'string' ? given['amount'] : undefined,
			method,
			days: isDated ? [date] : daysAround(date),
			reference,
		},
		date,
		isDated,
		guard: guard === 'automatic' ? undefined : guard,
		refusal,
	};
}

function recognize(item: ItemContext, invoice: BillingRecord, { wanted, date, guard }: Asked): Recognized {
	const { amount, method, reference } = wanted;
	const isGuarded = guard !== 'create';
	if (isGuarded && reference !== undefined) {
		const known = findByReference(invoice, amount, reference);
		if (known !== undefined) return { is: 'referenced', known };
	}
	const outstanding = outstandingOf(invoice);
	const shown = isGuarded ? findEqual(invoice, wanted, outstanding) : undefined;
	if (shown !== undefined) return { is: 'equal', existing: shown };
	const payment = { amount: amount ?? defaultAmount(item, invoice, outstanding), method, date };
	return { is: 'new', payment: { ...payment, ...(reference === undefined ? {} : { reference }) } };
}

const outstandingOf = (invoice: BillingRecord) => decimalOf(invoice['outstanding']);

/** Returns an equal payment, if the option says so. */
async function returnEqual(
	item: ItemContext,
	invoice: BillingRecord,
	{ id, wanted, isDated, guard }: Asked,
	existing: Existing,
): Promise<IDataObject[]> {
	if (guard !== 'existing')
		throw wanted.amount === undefined && hasNothingLeft(outstandingOf(invoice))
			? paidInFull(item, invoice, existing)
			: alreadyPaid(item, invoice, existing, wanted, isDated);
	const doubt = existing.isClear
		? wanted.reference !== undefined && `The invoice has an equal payment. ${UNREFERENCED}`
		: UNREADABLE_PAYMENT;
	if (doubt) item.warn(`${doubt} It was treated as the same, so nothing was recorded.`);
	return await report(item, id, existing.payment);
}

/** Returns the payment with the same reference, unless it is only similar, has another amount, or the option says to fail. */
async function returnReferenced(
	item: ItemContext,
	invoice: BillingRecord,
	{ id, wanted: { amount }, guard }: Asked,
	known: Referenced,
): Promise<IDataObject[]> {
	const { payment, isClear, isSame, mayAgree } = known;
	if (!isSame) throw similarReference(item, invoice, known);
	if (!mayAgree) throw otherAmount(item, invoice, known, amount);
	if (guard === 'fail') throw referenceExists(item, invoice, known);
	if (!isClear && amount !== undefined)
		item.warn(
			'The amount of the payment with this reference cannot be read, so it was not compared. Nothing was recorded.',
		);
	return await report(item, id, payment);
}

function write(
	item: ItemContext,
	invoice: BillingRecord,
	{ id, given, wanted, date, isDated, guard }: Asked,
	recorded: Payment,
): Write {
	refuseOverpayment(item, invoice, recorded.amount, outstandingOf(invoice));
	if (isDraft(invoice))
		item.warn(
			'This invoice was still a draft, so the client may not have received it. A payment ends the draft.',
		);
	const { reference, ...payment } = recorded;
	const notes = reference === undefined ? {} : { notes: withReference(textOf(given['notes']), reference) };
	return {
		body: { invoice: [{ id: String(id), ...given, ...payment, ...notes }] },
		confirm(answer) {
			refuseFailures(item, answer, `The payment for ${nameOf(invoiceRecord, invoice)} was not recorded`);
			return { id, known: { result: 'created' }, adds: shown(recorded) };
		},
		check(output) {
			if (reference !== undefined) warnIfHidden(item, output, reference);
		},
		once: guard === 'create' ? [] : [keyOf(id, recorded)],
		adviceInDoubt: adviceFor(guard, wanted, isDated ? undefined : date),
	};
}

const keyOf = (id: number, { amount, method, date, reference }: Payment): string =>
	reference === undefined
		? recordKey('payment', id, amount, method, date)
		: recordKey('payment', id, referenceKey(reference));

/** The reference from the form; undefined if there is none. */
function referenceFor(item: ItemContext): string | undefined {
	const checked = check(item.values['reference'], 'word', item.timeZone);
	const text = checked.ok ? (checked.text ?? '') : '';
	const problem = checked.ok ? problemOfReference(text) : checked.problem;
	if (problem !== undefined)
		throw item.problem(`Reference ${problem}`, 'Nothing was recorded. Correct the Reference.');
	if (text.trim() === '') return undefined;
	if (!isPlaceholder(text)) return text.trim();
	item.warn(
		`The Reference ${quote(text.trim())} was left out: banks write it where there is none, so it identifies no payment. Only the amount, method and date do.`,
	);
	return undefined;
}

function adviceFor(guard: unknown, { reference }: WantedPayment, undated: string | undefined): string {
	if (reference !== undefined && guard !== 'create')
		return 'By its Reference, the payment is recognized when it runs again, also days later, if the service keeps the notes of payments.';
	if (undated === undefined || reference !== undefined) return rerunAdvice(guard ?? 'fail', GUARD);
	return `${rerunAdvice(guard ?? 'fail', GUARD)} If you run it again after tomorrow, fill in ${undated} as the Date, so that the payment is recognized.`;
}

/** Warns if the invoice was read back and does not show the reference. */
function warnIfHidden(item: ItemContext, record: IDataObject, reference: string): void {
	const isRead = Object.keys(record).some((field) => ![invoiceRecord.id, 'result'].includes(field));
	const isShown = paymentsIn(record).some(({ notes }) =>
		['same', 'similar'].includes(compareReference(notes, reference)),
	);
	if (isRead && !isShown)
		item.warn(
			'The payment was recorded, but the service does not show its reference. If this runs again, the payment can at best be recognized by its amount, method and date.',
		);
}

/** The output of an item whose payment exists. */
const report = async (item: ItemContext, id: number, payment: Payment): Promise<IDataObject[]> => [
	{ ...(await existingRecord(item, invoiceRecord, id)), ...shown(payment) },
];

const shown = ({ amount, date, method, reference }: Payment): IDataObject => ({
	payment_amount: decodeNumber(amount),
	payment_date: date,
	payment_method: method,
	...(reference === undefined ? {} : { payment_reference: reference }),
});

// A workflow may run again after midnight, or in another time zone.
const daysAround = (date: string): string[] => [0, -1, 1].map((days) => dayAfter(date, days));
