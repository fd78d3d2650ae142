import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { money } from '../../../records/display';
import { compareReference, isPlaceholder } from '../../../records/payments';
import { checkedValue, requiredValue, collection, type ItemContext } from '../../../engine/item/itemContext';
import { mapInOrder } from '../../../transport/async';
import { isSameText, type BillingRecord } from '../../../xml/shape';
import { shownAmount } from '../../../records/amounts';
import {
	findByReference,
	paymentsIn,
	showsAllPayments,
	type InvoicePayment,
} from '../../../records/invoicePayments';
import { isActive } from '../../../records/states';
import {
	conflictsOf,
	explained,
	findMatches,
	isOutstanding,
	isToSee,
	onlyNumbered,
	takenBack,
	whyUncertain,
	type Billed,
	type Candidate,
	type Matches,
	type Received,
} from './matches';
import { bookOf, named, toBilled } from './paymentBook';

const MAX_CANDIDATES = 10;

/** What was found out about a payment. Only a certain or recorded one has its invoice. */
interface Verdict {
	readonly match: 'certain' | 'possible' | 'none' | 'recorded';
	readonly invoice?: Billed;
	readonly reason: string;
}

/** Says which open invoice a payment can be for, in one output item for each payment. Only reads. */
export async function matchPayment(item: ItemContext): Promise<IDataObject[]> {
	const received = receivedBy(item);
	const given = checkedValue(
		item,
		'Additional Fields › Reference',
		collection(item, 'additionalFields')['reference'],
		'word',
	);
	const reference = isPlaceholder(given) ? '' : given;
	const matches = findMatches(received, await bookOf(item));
	const only = onlyNumbered(received, matches);
	// Lists may omit payments (§2.2).
	const toRead = reference === '' ? [only].flatMap((one) => one ?? []) : matches.numbered;
	const read = await mapInOrder(toRead, async (invoice) => [invoice, await readOne(item, invoice)] as const);
	const verdict =
		(await recordedOn(item, received, reference, read, matches)) ??
		(only === undefined
			? { match: isToSee(received, matches) ? 'possible' : 'none', reason: whyUncertain(received, matches) }
			: judge(received, reference, only, new Map(read).get(only)));
	return [outputOf(received, given, verdict, matches.candidates)];
}

function receivedBy(item: ItemContext): Received {
	const amount = requiredValue(item, 'Amount', item.values['amount'], 'money');
	const { clientId, currency } = collection(item, 'additionalFields');
	const client = checkedValue(item, 'Additional Fields › Client', clientId, 'identifier');
	return {
		amount: new Big(amount),
		text: checkedValue(item, 'Payment Text', item.values['text']),
		clientId: client === '' ? undefined : Number(client),
		currency: checkedValue(item, 'Additional Fields › Currency', currency, 'currency') || undefined,
	};
}

const readOne = async ({ api }: ItemContext, { id }: Billed): Promise<BillingRecord | undefined> =>
	await api.find(invoiceRecord, id);

type Read = ReadonlyArray<readonly [Billed, BillingRecord | undefined]>;

/**
 * Finds the payment with the reference, or with a similar one, on the invoices whose numbers the text has. It is recorded only
 * if its amount is the same, and nothing says that it was taken back.
 */
async function recordedOn(
	item: ItemContext,
	received: Received,
	reference: string,
	read: Read,
	matches: Matches,
): Promise<Verdict | undefined> {
	if (reference === '') return undefined;
	const { amount } = received;
	const found = read.flatMap(([invoice, record = {}]) => {
		const known = findByReference(record, reference, amount.toFixed());
		return known === undefined ? [] : [{ ...known, invoice, record }];
	});
	const known =
		found.find(({ likeness, payment }) => likeness === 'same' && payment.amount?.eq(amount)) ??
		found.find(({ likeness }) => likeness === 'same') ??
		found[0];
	if (known === undefined) return undefined;
	const { invoice, record, payment, likeness } = known;
	const possible = (reason: string): Verdict => ({
		match: 'possible',
		reason: explained(received, matches, reason),
	});
	if (likeness === 'similar')
		return possible(
			`Invoice ${invoice.number} has a payment with a similar reference, '${payment.reference}', which may be the same one.`,
		);
	const same = `Invoice ${invoice.number} already has a payment with this reference`;
	if (payment.amount === undefined) return possible(`${same}, but its amount cannot be read.`);
	if (!payment.amount.eq(amount))
		return possible(`${same}, but its amount is different: ${money(payment.amount, invoice.currency)}.`);
	if (takenBack(received, matches) !== undefined) return possible(`${same}.`);
	return {
		match: 'recorded',
		invoice: await named(item, { ...toBilled(record), id: invoice.id }, record),
		reason: `${same}.`,
	};
}

/** Whether the only invoice whose number and amount fit is certain, by its own record. */
function judge(
	received: Received,
	reference: string,
	invoice: Billed,
	record: BillingRecord | undefined,
): Verdict {
	const { amount } = received;
	const possible = (why: string): Verdict => ({
		match: 'possible',
		reason: `The text has the number ${invoice.number}, but ${why}.`,
	});
	const current = record === undefined ? undefined : toBilled(record);
	const isSame =
		record !== undefined &&
		current !== undefined &&
		isActive(record) &&
		isOutstanding(current) &&
		current.outstanding?.eq(amount) === true &&
		isSameText(current.number, invoice.number);
	if (!isSame) return possible('that invoice has changed meanwhile');
	if (isConflicting(received, current))
		return possible('the service shows another client or currency for it, or none');
	if (!showsAllPayments(record)) return possible('the service does not show all payments of that invoice');
	const isEqual = (payment: InvoicePayment) =>
		payment.amount?.eq(amount) !== false &&
		(reference === '' || compareReference(payment.notes, reference) !== 'other');
	const sum = money(amount, current.currency);
	if (paymentsIn(record).some(isEqual))
		return possible(
			`that invoice already has a payment of ${sum}${reference === '' ? '' : ' without a reference'}, which may be the same one`,
		);
	return {
		match: 'certain',
		invoice: { ...invoice, currency: current.currency },
		reason: `The text has the number ${invoice.number}, and ${sum} is exactly what is outstanding.`,
	};
}

// What is given must be shown.
const isConflicting = (received: Received, current: Billed): boolean =>
	conflictsOf(received, current).length > 0 || (received.currency !== undefined && current.currency === '');

function outputOf(
	{ amount, text }: Received,
	reference: string,
	{ match, invoice, reason }: Verdict,
	candidates: readonly Candidate[],
): IDataObject {
	return {
		match,
		number: invoice?.number ?? '',
		client_organization: invoice?.organization ?? '',
		amount: shownAmount(amount),
		outstanding: outstandingOf(invoice),
		currency: invoice?.currency ?? '',
		reason,
		text,
		reference,
		invoice_id: invoice?.id ?? null,
		candidates: candidates.slice(0, MAX_CANDIDATES).map(({ invoice: one, reasons }) => ({
			number: one.number,
			client_organization: one.organization,
			outstanding: outstandingOf(one),
			currency: one.currency,
			invoice_due_date: one.dueDate,
			reasons: [...reasons],
			invoice_id: one.id,
			client_id: one.clientId,
		})),
	};
}

const outstandingOf = (invoice: Billed | undefined) =>
	invoice?.outstanding === undefined ? null : shownAmount(invoice.outstanding);
