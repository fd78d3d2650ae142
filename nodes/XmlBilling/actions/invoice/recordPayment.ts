import type { IDataObject } from 'n8n-workflow';
import { checkedValue, idOf, option, type ItemContext } from '../../execution/item';
import { recordKey } from '../../execution/ledger';
import type { Prepared, Write } from '../../execution/operation';
import { rerunAdvice } from '../common/duplicates';
import { existingRecord, refuseFailures } from '../../execution/recordWrites';
import { without } from '../../helpers/GenericFunctions';
import { invoiceRecord, paymentMethodRecord } from '../../records';
import { capitalized, nameOf } from '../../records/display';
import { money } from '../../records/money';
import { findByReference, paymentsIn, type InvoicePayment } from '../../records/invoicePayments';
import { compareReference, problemOfReference, withReference } from '../../records/paymentReference';
import { isDraft, isValid } from '../../records/states';
import { dayAfter, today, withoutTime } from '../../xml/dates';
import { isPlaceholder, isSameText } from '../../xml/identity';
import type { Body } from '../../xml/request';
import { decodeNumber, textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, quote } from '../../xml/values';

/** The label of the option that decides about a payment that exists. */
const GUARD = 'If Payment Exists';

/** The payment that an item asks to record. Without an amount, it is the outstanding balance. */
interface WantedPayment {
	readonly amount: string | undefined;
	readonly method: string;
	/** Always sent, so that a second run of the workflow recognizes the payment. */
	readonly date: string;
	readonly isDated: boolean;
	/** Empty if it has none. */
	readonly reference: string;
}

/** A payment on the invoice, and how its reference compares. One without any, `none`, is equal in all else. */
interface Existing {
	readonly payment: InvoicePayment;
	readonly likeness: ReturnType<typeof compareReference>;
}

/**
 * Records a payment (§4.11). A payment with a reference is recognized by it, whatever its date; another one by its amount,
 * method and day, because payments have no identifier (§2.2).
 */
export async function recordPayment(item: ItemContext): Promise<Prepared> {
	const id = idOf(item, invoiceRecord);
	const guard = option(item, 'ifExists');
	const reference = referenceOf(item);
	const methods = await methodsOf(item);
	const { body } = item;
	const given = textOf(body['method']);
	const wanted: WantedPayment = {
		amount: textOf(body['amount']) || undefined,
		method: methods.find((name) => isSameText(name, given)) ?? given,
		date: textOf(body['date']) || today(item),
		isDated: textOf(body['date']) !== '',
		reference,
	};
	await item.turn();
	const invoice = await item.api.get(invoiceRecord, id);
	const existing = guard === 'create' ? undefined : findExisting(invoice, wanted);
	if (existing !== undefined) {
		refuseExisting(item, invoice, existing, wanted);
		const { method, date } = existing.payment;
		item.warn(`This payment already existed, by ${method} on ${withoutTime(date)}, so nothing was recorded.`);
		return [{ ...(await existingRecord(item, invoiceRecord, id)), ...outputOf(existing.payment) }];
	}
	// A payment that exists needs no valid method.
	if (methods.length > 0 && !methods.includes(wanted.method))
		throw item.problem(
			`Payment Method ${quote(given)} is not one of the account's payment methods`,
			`It has: ${methods.join(', ')}. Choose one of them, or add another on the service's website.`,
		);
	if (!isValid(invoice))
		throw refusePayment(
			item,
			invoice,
			'is canceled or deleted',
			"The service may keep deleted invoices as canceled. Choose the invoice that replaces it, or set this one to Active on the service's website.",
		);
	if (wanted.date > today(item)) item.warn('The Date of the payment is in the future. Check it.');
	const amount = amountToRecord(item, invoice, wanted.amount);
	if (isDraft(invoice))
		item.warn(
			'This invoice was still a draft, so the client may not have received it. A payment ends the draft.',
		);
	return writeOf(item, invoice, { ...wanted, amount });
}

/** The reference from the form; empty if there is none. */
function referenceOf(item: ItemContext): string {
	const reference = checkedValue(item, 'Reference', item.values['reference'], 'word');
	const problem = problemOfReference(reference);
	if (problem !== undefined) throw item.problem(`Reference ${problem}`);
	if (reference === '' || !isPlaceholder(reference)) return reference;
	item.warn(
		`The Reference ${quote(reference)} was left out: banks write it where there is none, so it identifies no payment. Only the amount, method and date do.`,
	);
	return '';
}

/** The account's payment methods (§4.11). If they can't be read, a payment must not fail for that: the service decides. */
async function methodsOf({ api }: ItemContext): Promise<string[]> {
	const records = await api.list(paymentMethodRecord, {}, Infinity).catch(() => []);
	return records.map(({ name }) => textOf(name)).filter((name) => name !== '');
}

function findExisting(invoice: BillingRecord, wanted: WantedPayment): Existing | undefined {
	const { amount, reference } = wanted;
	const known = reference === '' ? undefined : findByReference(invoice, reference, amount);
	if (known !== undefined) return known;
	// While something is outstanding, the outstanding balance can't have been paid.
	if (amount === undefined && !decimalOf(invoice['outstanding'])?.lte(0)) return undefined;
	return paymentsIn(invoice)
		.map((payment) => ({
			payment,
			likeness: reference === '' ? 'none' : compareReference(payment.notes, reference),
		}))
		.find((one) => mayBeSame(one, wanted));
}

function mayBeSame({ payment, likeness }: Existing, wanted: WantedPayment): boolean {
	const { amount, method, day } = payment;
	// A workflow may run again after midnight, or in another time zone (people).
	const days = wanted.isDated ? [0] : [0, -1, 1];
	// With a part of the reference, it may be the same one on any day.
	if (likeness === 'unclear') return isAmount(amount, wanted.amount);
	return (
		likeness === 'none' &&
		isAmount(amount, wanted.amount) &&
		isSameText(method, wanted.method) &&
		(day === undefined || days.some((distance) => dayAfter(wanted.date, distance) === day))
	);
}

// Only another amount that can be read proves that it is another payment.
const isAmount = (shown: InvoicePayment['amount'], wanted: string | undefined): boolean =>
	shown === undefined || wanted === undefined || shown.eq(wanted);

/** Throws if the existing payment is not to be returned. */
function refuseExisting(
	item: ItemContext,
	invoice: BillingRecord,
	{ payment, likeness }: Existing,
	wanted: WantedPayment,
): void {
	const { amount, shown, method, date } = payment;
	const paid = amount === undefined ? textOf(shown) : money(amount, invoice['currency']);
	const known = `There is a payment of ${paid} by ${method} on ${withoutTime(date)}.`;
	const refuse = (why: string, ...advice: string[]) => refusePayment(item, invoice, why, known, ...advice);
	const guard = option(item, 'ifExists');
	const either = `To record it anyway or return the existing payment, set Options › ${GUARD}.`;
	if (likeness === 'alike')
		throw refuse(
			'already has a payment with a similar reference',
			`Its reference is ${quote(payment.reference)}. If it is the same payment, leave this one out. If not, record it with Options › ${GUARD} › Record Anyway.`,
		);
	if (likeness === 'same') {
		if (!isAmount(payment.amount, wanted.amount))
			throw refuse(
				'already has a payment with this reference, but its amount is different',
				`Correct the Amount or the Reference. To record it anyway, set Options › ${GUARD}.`,
			);
		if (guard === 'fail') throw refuse('already has a payment with this reference', either);
		return;
	}
	const doubts: string[] = [];
	if (likeness === 'unclear')
		doubts.push(`Its notes are ${quote(payment.notes)}, so it may have this reference.`);
	else if (wanted.reference !== '') doubts.push('It shows no reference, so it may be the same payment.');
	if (guard === 'existing') {
		for (const doubt of doubts) item.warn(`The invoice has a matching payment. ${doubt}`);
		return;
	}
	if (likeness === 'none' && !wanted.isDated)
		doubts.push(
			'Without a Date, a payment of the day before or after counts as the same one. If yours is a different payment, fill in its Date.',
		);
	throw refuse('already has a matching payment', ...doubts, either);
}

/** The amount to record, by default what is outstanding. Throws if it exceeds that, unless the option allows it. */
function amountToRecord(item: ItemContext, invoice: BillingRecord, given: string | undefined): string {
	const outstanding = decimalOf(invoice['outstanding']);
	if (given !== undefined && (outstanding?.gte(given) || option(item, 'allowOverpayment'))) return given;
	if (given === undefined && outstanding?.gt(0)) return outstanding.toFixed();
	const { currency } = invoice;
	const advice =
		'Check the invoice and the Amount. To record more than is outstanding, fill in the Amount and add the option Allow Overpayment.';
	if (outstanding === undefined)
		throw refusePayment(item, invoice, 'does not show its outstanding amount', advice);
	const left = `${money(outstanding, currency)} is outstanding.`;
	if (given === undefined) throw refusePayment(item, invoice, 'has nothing outstanding', left, advice);
	const both = `The payment is ${money(given, currency)}, and ${left}`;
	throw refusePayment(item, invoice, 'would be overpaid', both, advice);
}

/** The error of a payment that is not recorded. Its title names the invoice and no amount, because n8n logs titles. */
const refusePayment = (
	item: ItemContext,
	invoice: BillingRecord,
	why: string,
	...sentences: readonly string[]
): Error => item.problem(`${capitalized(nameOf(invoiceRecord, invoice))} ${why}`, sentences.join(' '));

function writeOf(
	item: ItemContext,
	invoice: BillingRecord,
	payment: WantedPayment & { amount: string },
): Write {
	const { amount, method, date, isDated, reference } = payment;
	const id = idOf(item, invoiceRecord);
	const guard = option(item, 'ifExists');
	const sent: Body = { id: String(id), ...without(item.body, invoiceRecord.id), amount, method, date };
	let key = [amount, method, date];
	let adviceInDoubt = rerunAdvice(guard, GUARD);
	if (reference !== '') {
		sent['notes'] = withReference(textOf(item.body['notes']), reference);
		key = [reference];
		if (guard !== 'create')
			adviceInDoubt =
				'By its Reference, the payment is recognized when it runs again, also days later, if the service keeps the notes of payments.';
	} else if (!isDated)
		adviceInDoubt += ` If you run it again after tomorrow, fill in ${date} as the Date, so that the payment is recognized.`;
	return {
		body: { invoice: [sent] },
		confirm(answer) {
			refuseFailures(item, answer, `The payment for ${nameOf(invoiceRecord, invoice)} was not recorded`);
			const adds = outputOf({ shown: decodeNumber(amount), method, date, reference });
			return { id, known: { result: 'created' }, adds };
		},
		inspect(record) {
			// An invoice that could not be read back is empty. Answers may omit notes (§2.2).
			if (reference === '' || Object.keys(record).length === 0 || findByReference(record, reference)) return;
			item.warn(
				'The payment was recorded, but the service does not show its reference. If this runs again, the payment can at best be recognized by its amount, method and date.',
			);
		},
		once: guard === 'create' ? [] : [recordKey('payment', id, ...key)],
		adviceInDoubt,
	};
}

/** What the output shows of a payment besides its invoice. */
function outputOf({
	shown,
	method,
	date,
	reference,
}: Pick<InvoicePayment, 'shown' | 'method' | 'date' | 'reference'>): IDataObject {
	const output = { payment_amount: shown, payment_date: withoutTime(date), payment_method: method };
	return reference === '' ? output : { ...output, payment_reference: reference };
}
