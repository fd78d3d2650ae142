import { decimalOf } from '../../xml/values';
import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { checkedValue, requiredValue, collection, type ItemContext } from '../../execution/item';
import { recordsFor } from '../../execution/recordReads';
import { invoiceRecord } from '../../records';
import { shownAmount, money } from '../../records/money';
import { clientIdOf, organizationOf } from '../../records/display';
import { findByReference, paymentsIn, showsAllPayments } from '../../records/invoicePayments';
import { compareReference } from '../../records/paymentReference';
import { inStatus, isActive, isDraft, shows } from '../../records/states';
import { mapInOrder } from '../../helpers/async';
import { dayIn } from '../../xml/dates';
import { compareIdentity, isPlaceholder } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { addClients } from '../documents/billedClients';
import { conflictsOf, findMatches, isOutstanding, makeBook, type Billed, type Received } from './matches';
import { currencyIn } from './numbersInText';
import { operation } from '../../execution/operation';
import { receivedPayment } from './paymentForms';

export const matchPaymentOperation = operation({
	option: {
		name: 'Match Payment to Invoice',
		value: 'matchPayment',
		action: 'Match payment to invoice',
		description:
			'Find the open invoice that a payment is for, and record nothing. Reads all active invoices once per run.',
	},
	properties: receivedPayment,
	run: matchPayment,
});

const MAX_CANDIDATES = 10;

/** What was found out about a payment. Only a certain or recorded one has its invoice. */
interface Verdict {
	readonly match: 'certain' | 'possible' | 'none' | 'recorded';
	readonly invoice?: Billed;
	readonly reason: string;
}

/** An invoice with its own record: lists may omit payments (§2.2). */
interface Read extends Billed {
	readonly record: BillingRecord;
}

const possible = (reason: string): Verdict => ({ match: 'possible', reason });

/** Says which open invoice a payment can be for, in one output item for each payment. Only reads. */
async function matchPayment(item: ItemContext): Promise<IDataObject[]> {
	const received = receivedBy(item);
	const { reference: written } = collection(item, 'additionalFields');
	const given = checkedValue(item, 'Additional Fields › Reference', written, 'word');
	const reference = isPlaceholder(given) ? '' : given;
	const book = await item.api.remember(invoiceRecord.name, 'for payments', () => readBook(item));
	const { numbered, whyUncertain, takenBack, needsPerson, candidates } = findMatches(received, book);
	const toRead = whyUncertain === undefined || reference !== '' ? numbered : [];
	const read = await mapInOrder(toRead, async (invoice): Promise<Read> => {
		return { ...invoice, record: (await item.api.find(invoiceRecord, invoice.id)) ?? {} };
	});
	const [only] = read;
	let verdict = reference === '' ? undefined : recordedOn(received, reference, read);
	// A payment that was taken back is recorded, but no payment anymore.
	if (verdict?.match === 'recorded' && takenBack !== undefined) verdict = possible(verdict.reason);
	if (verdict === undefined && whyUncertain === undefined && only !== undefined)
		verdict = judge(received, reference, only);
	verdict ??= { match: needsPerson ? 'possible' : 'none', reason: whyUncertain ?? '' };
	const { match, invoice, reason } = verdict;
	// A person looks at them only where nothing is certain.
	const shown = invoice === undefined ? candidates.slice(0, MAX_CANDIDATES) : [];
	return [
		{
			amount: shownAmount(received.amount),
			date: checkedValue(item, 'Date', item.values['date'], 'date'),
			match,
			reason: takenBack === undefined ? reason : `${takenBack} ${reason}`,
			// Empty unless it is certain.
			number: invoice?.number ?? '',
			client_organization: invoice?.organization ?? '',
			outstanding: outstandingOf(invoice),
			currency: invoice?.currency ?? '',
			text: received.text,
			reference: given,
			invoice_id: invoice?.id ?? null,
			candidates: shown.map(({ invoice: one, reasons }) => ({
				number: one.number,
				client_organization: one.organization,
				outstanding: outstandingOf(one),
				currency: one.currency,
				invoice_due_date: one.dueDate,
				reasons: [...reasons],
				invoice_id: one.id,
				client_id: one.clientId,
			})),
		},
	];
}

const outstandingOf = (invoice: Billed | undefined) =>
	invoice?.outstanding === undefined ? null : shownAmount(invoice.outstanding);

function receivedBy(item: ItemContext): Received {
	const amount = new Big(requiredValue(item, 'Amount', item.values['amount'], 'money'));
	const text = checkedValue(item, 'Payment Text', item.values['text']);
	const { clientId, currency } = collection(item, 'additionalFields');
	const client = checkedValue(item, 'Additional Fields › Client', clientId, 'identifier');
	return {
		amount,
		text,
		clientId: client === '' ? undefined : Number(client),
		currency: checkedValue(item, 'Additional Fields › Currency', currency, 'currency') || currencyIn(text),
	};
}

/** Reads all active invoices; settled ones count too, for their numbers. */
async function readBook(item: ItemContext) {
	const invoices = await recordsFor(item, invoiceRecord, {
		lists: inStatus('Active'),
		keep: isActive,
		isEnough: (invoice) =>
			shows(invoice, ['number', 'outstanding', 'invoice_status']) && clientIdOf(invoice) !== undefined,
	});
	const rows = invoices.map((invoice) => ({ invoice }));
	const named = (await addClients(item, rows)).map(({ invoice, client }) => ({
		...toBilled(invoice),
		organization: client.client_organization,
	}));
	return makeBook(named);
}

/** What matching needs of an invoice, as far as the record shows it. */
const toBilled = (record: BillingRecord): Billed => ({
	id: Number(record[invoiceRecord.id]),
	number: textOf(record['number']).trim(),
	clientId: clientIdOf(record) ?? 0,
	organization: organizationOf(record),
	dueDate: dayIn(record['invoice_due_date']) ?? '',
	outstanding: decimalOf(record['outstanding']),
	currency: textOf(record['currency']),
	isDraft: isDraft(record),
});

/** The payment with the reference, or with one that looks the same, on the invoices whose numbers the text has. */
function recordedOn({ amount }: Received, reference: string, read: readonly Read[]): Verdict | undefined {
	const found = [];
	for (const invoice of read) {
		const known = findByReference(invoice.record, reference, amount.toFixed());
		if (known !== undefined) found.push({ ...known, invoice });
	}
	const same = found.filter(({ likeness }) => likeness === 'same');
	const known = same.find(({ payment }) => payment.amount?.eq(amount)) ?? same[0] ?? found[0];
	if (known === undefined) return undefined;
	const { invoice, payment, likeness } = known;
	const { outstanding, currency } = toBilled(invoice.record);
	if (likeness === 'alike' || !payment.amount?.eq(amount)) {
		const sum = `${textOf(payment.shown)} ${currency}`.trim();
		return possible(
			`Invoice ${invoice.number} has a payment of ${sum} with the reference '${payment.reference}', which may be this one.`,
		);
	}
	const reason = `Invoice ${invoice.number} already has a payment with this reference.`;
	return { match: 'recorded', invoice: { ...invoice, outstanding, currency }, reason };
}

/** Whether the only invoice whose number and amount fit is certain, by its own record. */
function judge(received: Received, reference: string, { record, ...invoice }: Read): Verdict {
	const { amount } = received;
	const known = `The text has the number ${invoice.number}`;
	const current = toBilled(record);
	const { outstanding, currency } = current;
	const isOpen = isActive(record) && isOutstanding(current) && outstanding?.eq(amount);
	// What is given must be shown.
	const hidesCurrency = received.currency !== undefined && currency === '';
	const isOther = hidesCurrency || conflictsOf(received, current).length > 0;
	if (!isOpen || isOther || compareIdentity('number', current.number, invoice.number) !== 'same')
		return possible(`${known}, but the invoice itself shows another amount, state, client or currency.`);
	if (!showsAllPayments(record))
		return possible(`${known}, but the service does not show all payments of that invoice.`);
	const sum = money(amount, currency);
	const mayBeSame = paymentsIn(record).some(
		({ amount: paid, notes }) =>
			paid?.eq(amount) !== false && (reference === '' || compareReference(notes, reference) !== 'other'),
	);
	if (mayBeSame)
		return possible(`${known}, but that invoice already has a payment of ${sum}, which may be the same one.`);
	const reason = `${known}, and ${sum} is exactly what is outstanding.`;
	return { match: 'certain', invoice: { ...invoice, currency }, reason };
}
