import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { money } from '../../../records/display';
import { arrayOf, NUMBER, objectOf, TEXT, type Schemas } from '../../../records/outputSchema';
import { compareReference } from '../../../records/payments';
import { collection, type ItemContext } from '../../../engine/itemContext';
import { mapInOrder } from '../../../transport/mapInOrder';
import { isSameText, type BillingRecord } from '../../../xml/shape';
import { shownAmount } from '../../../records/amounts';
import { checkedValue, requiredValue } from '../../../engine/checkedValue';
import { paymentsIn, showsAllPayments, type InvoicePayment } from '../../../records/invoicePayments';
import { isActive } from '../../../records/states';
import {
	conflictsOf,
	findMatches,
	isOpen,
	onlyNumbered,
	whyUncertain,
	type Billed,
	type Candidate,
	type Received,
} from './matchPayment';
import { findByReference } from '../payments/existingPayment';
import { bookOf, named, toBilled } from './paymentBook';

const MAX_CANDIDATES = 10;

/** The fields of the output of `findForPayment`. */
export const foundForPayment: Schemas = {
	match: TEXT,
	number: TEXT,
	client_organization: TEXT,
	amount: NUMBER,
	outstanding: NUMBER,
	currency: TEXT,
	reason: TEXT,
	text: TEXT,
	reference: TEXT,
	invoice_id: NUMBER,
	candidates: arrayOf(
		objectOf({
			number: TEXT,
			client_organization: TEXT,
			outstanding: NUMBER,
			currency: TEXT,
			invoice_due_date: TEXT,
			reasons: arrayOf(TEXT),
			invoice_id: NUMBER,
			client_id: NUMBER,
		}),
	),
};

/** What was found out about a payment. Only a certain or recorded one has its invoice. */
interface Verdict {
	readonly match: 'certain' | 'possible' | 'none' | 'recorded';
	readonly invoice?: Billed;
	readonly reason: string;
}

/** Says which open invoice a payment can be for, in one output item for each payment. Only reads. */
export async function findForPayment(item: ItemContext): Promise<IDataObject[]> {
	const received = receivedBy(item);
	const reference = checkedValue(
		item,
		'Additional Fields › Reference',
		collection(item, 'additionalFields')['reference'],
		'word',
	);
	const matches = findMatches(received, await bookOf(item));
	const only = onlyNumbered(received, matches);
	// Lists may omit payments (§2.2).
	const toRead = reference === '' ? [only].flatMap((one) => one ?? []) : matches.numbered;
	const read = await mapInOrder(toRead, async (invoice) => [invoice, await readOne(item, invoice)] as const);
	const verdict =
		(await recordedOn(item, received, reference, read)) ??
		(only === undefined
			? { reason: whyUncertain(received, matches) }
			: judge(received, reference, only, new Map(read).get(only)));
	return [outputOf(received, reference, verdict, matches.candidates)];
}

function receivedBy(item: ItemContext): Received {
	const amount = requiredValue(item, 'Amount', item.values['amount'], 'positiveDecimal');
	const { clientId, currency } = collection(item, 'additionalFields');
	const client = checkedValue(item, 'Additional Fields › Client', clientId, 'identifier');
	return {
		amount: new Big(amount),
		text: checkedValue(item, 'Text', item.values['text']),
		clientId: client === '' ? undefined : Number(client),
		currency: checkedValue(item, 'Additional Fields › Currency', currency) || undefined,
	};
}

const readOne = async ({ api }: ItemContext, { id }: Billed): Promise<BillingRecord | undefined> =>
	await api.remember(invoiceRecord.name, `found ${id}`, async () => await api.find(invoiceRecord, id));

type Read = ReadonlyArray<readonly [Billed, BillingRecord | undefined]>;

/** Finds the payment with the reference, or with a similar one, on the invoices whose numbers the text has. */
async function recordedOn(
	item: ItemContext,
	{ amount }: Received,
	reference: string,
	read: Read,
): Promise<Verdict | undefined> {
	if (reference === '') return undefined;
	const found = read.flatMap(([invoice, record = {}]) => {
		const known = findByReference(record, amount.toFixed(), reference);
		return known === undefined ? [] : [{ ...known, invoice, record }];
	});
	const known = found.find(({ isSame }) => isSame) ?? found[0];
	if (known === undefined) return undefined;
	const { invoice, record, payment } = known;
	if (!known.isSame)
		return {
			match: 'possible',
			reason: `Invoice ${invoice.number} has a payment with a similar reference, '${payment.reference ?? ''}', which may be the same one.`,
		};
	const other = known.mayAgree ? '' : ` Its amount is different: ${money(payment.amount, invoice.currency)}.`;
	return {
		match: 'recorded',
		invoice: await named(item, { ...toBilled(record), id: invoice.id }, record),
		reason: `Invoice ${invoice.number} already has a payment with this reference.${other}`,
	};
}

/** Whether the only invoice whose number and amount fit is certain, by its own record. */
function judge(
	received: Received,
	reference: string,
	invoice: Billed,
	record: BillingRecord | undefined,
): Partial<Verdict> & Pick<Verdict, 'reason'> {
	const { amount } = received;
	const known = `The text has the number ${invoice.number}`;
	const current = record === undefined ? undefined : toBilled(record);
	const isSame =
		record !== undefined &&
		current !== undefined &&
		isActive(record) &&
		isOpen(current) &&
		current.outstanding?.eq(amount) === true &&
		isSameText(current.number, invoice.number);
	if (!isSame) return { reason: `${known}, but that invoice has changed meanwhile.` };
	if (isConflicting(received, current))
		return { reason: `${known}, but the service shows another client or currency for it, or none.` };
	if (!showsAllPayments(record))
		return { reason: `${known}, but the service does not show all payments of that invoice.` };
	const isEqual = (payment: InvoicePayment) =>
		payment.amount?.eq(amount) !== false &&
		(reference === '' || compareReference(payment.notes, reference) !== 'other');
	const sum = money(amount, current.currency);
	if (paymentsIn(record).some(isEqual))
		return {
			reason: `${known}, but that invoice already has a payment of ${sum}${reference === '' ? '' : ' without a reference'}, which may be the same one.`,
		};
	return {
		match: 'certain',
		invoice: { ...invoice, currency: current.currency },
		reason: `${known}, and ${sum} is exactly what is outstanding.`,
	};
}

// What is given must be shown.
const isConflicting = (received: Received, current: Billed): boolean =>
	conflictsOf(received, current).length > 0 || (received.currency !== undefined && current.currency === '');

function outputOf(
	{ amount, text }: Received,
	reference: string,
	{ match, invoice, reason }: Partial<Verdict> & Pick<Verdict, 'reason'>,
	candidates: readonly Candidate[],
): IDataObject {
	return {
		match: match ?? (candidates.length === 0 ? 'none' : 'possible'),
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
