import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { briefName } from '../../../records/display';
import { listedTransactions, referenceKey } from '../../../records/payments';
import { NUMBER, TEXT, type Schemas } from '../../../records/outputSchema';
import { isAbsent } from '../../../xml/values';
import { isSameText, textOf, type BillingRecord } from '../../../xml/shape';
import { collection, option, type ItemContext } from '../../../engine/itemContext';
import { checkedValue } from '../../../engine/checkedValue';
import { addClients, clientIdOf, type BilledClient } from '../../documents/billedClients';
import { dayIn, isInPeriod, type Period } from '../../../xml/days';
import {
	mayHavePayments,
	paymentsAddUp,
	paymentsIn,
	PAYMENTS_UNLISTED,
	showsPayments,
	type InvoicePayment,
} from '../../../records/invoicePayments';
import { invoiceIdOf, shows } from '../../../records/states';
import { periodOf } from '../../../engine/reads/period';
import { readInvoices } from '../../documents/readInvoices';
import { warnOf } from '../../../engine/warnOf';
import { filtersOf, limitOf } from '../../../engine/reads/recordReads';

export const paymentSchemas: Schemas = {
	number: TEXT,
	client_organization: TEXT,
	amount: NUMBER,
	currency: TEXT,
	date: TEXT,
	method: TEXT,
	reference: TEXT,
	notes: TEXT,
	invoice_status: TEXT,
	client_name: TEXT,
	client_email: TEXT,
	invoice_id: NUMBER,
	client_id: NUMBER,
};

const NEEDED = ['number', 'invoice_status', 'currency'];

/** Which payments a report lists. */
interface Wanted extends Period {
	readonly method: string;
	/** A part of the reference (see `referenceKey`). */
	readonly reference: string;
	readonly clientId: string;
}

/** A payment, and the invoice that it is for. */
interface Paid {
	readonly payment: InvoicePayment;
	readonly invoice: BillingRecord;
}

/**
 * Lists payments across invoices, newest first (§2.2). Archived and canceled invoices count: the money was received. An
 * amount or a day that can't be read is shown as it is, with a warning, and passes the filters of days.
 */
export async function getPayments(item: ItemContext): Promise<IDataObject[]> {
	const wanted = wantedOf(item);
	const isForced = option(item, 'fullRecords') === true;
	const invoices = await readInvoices(item, {
		filter: filtersOf(item),
		statuses: ['Active', 'Archived', 'Cancel'],
		mayMatter: (invoice) => mayHaveWanted(invoice, wanted),
		isEnough: (invoice) =>
			!isForced &&
			showsPayments(invoice) &&
			shows(invoice, NEEDED) &&
			clientIdOf(invoice) !== undefined &&
			(wanted.reference === '' || paymentsIn(invoice).every(({ notes }) => !isAbsent(notes))),
		because: isForced ? 'Read Full Records is on' : PAYMENTS_UNLISTED,
	});
	warnOfGaps(item, invoices);
	const found = invoices.flatMap((invoice) =>
		paymentsIn(invoice).map((payment, place): Paid & { place: number } => ({ payment, invoice, place })),
	);
	const paid = found
		.filter(({ payment }) => isWanted(payment, wanted))
		.sort((one, other) => newestFirst(one, other) || other.place - one.place);
	warnOfUnreadable(item, paid);
	const shown = await addClients(item, paid.slice(0, limitOf(item)));
	return shown.map(outputOf);
}

function wantedOf(item: ItemContext): Wanted {
	const values = collection(item, 'filters');
	const { client_id: clientId } = filtersOf(item);
	return {
		...periodOf(item, values, 'Filters › '),
		method: checkedValue(item, 'Filters › Payment Method', values['paymentMethod']),
		reference: referenceKey(checkedValue(item, 'Filters › Reference Contains', values['referenceContains'])),
		clientId: textOf(clientId),
	};
}

function mayHaveWanted(invoice: BillingRecord, wanted: Wanted): boolean {
	const client = clientIdOf(invoice);
	if (wanted.clientId !== '' && client !== undefined && String(client) !== wanted.clientId) return false;
	// Payments can come long after their invoice, so only the last day says something about its date.
	if (!isInPeriod({ from: '', to: wanted.to }, dayIn(invoice['date']))) return false;
	const isListed = listedTransactions(invoice) !== undefined;
	return isListed
		? paymentsIn(invoice).some(
				// A list may omit notes.
				(payment) => isWanted(payment, isAbsent(payment.notes) ? { ...wanted, reference: '' } : wanted),
			)
		: mayHavePayments(invoice);
}

const isWanted = ({ day, method, reference }: InvoicePayment, wanted: Wanted): boolean =>
	isInPeriod(wanted, day) &&
	(wanted.method === '' || isSameText(method, wanted.method)) &&
	referenceKey(reference).includes(wanted.reference);

// Days that can't be read come first, so that a limit doesn't hide them.
const newestFirst = (one: Paid, other: Paid): number =>
	(other.payment.day ?? '9999').localeCompare(one.payment.day ?? '9999') ||
	Number(invoiceIdOf(other.invoice)) - Number(invoiceIdOf(one.invoice));

function outputOf({ payment, invoice, client }: Paid & { readonly client: BilledClient }): IDataObject {
	return {
		number: textOf(invoice['number']),
		client_organization: client.client_organization,
		amount: payment.shown,
		currency: client.currency,
		date: payment.day ?? payment.date,
		method: payment.method,
		reference: payment.reference,
		notes: payment.notes,
		invoice_status: textOf(invoice['invoice_status']),
		client_name: client.client_name,
		client_email: client.client_email,
		invoice_id: invoiceIdOf(invoice),
		client_id: client.client_id,
	};
}

const warnOfGaps = (item: ItemContext, invoices: readonly BillingRecord[]): void =>
	warnOf(
		item,
		invoices.filter((invoice) => !paymentsAddUp(invoice)).map((invoice) => briefName(invoiceRecord, invoice)),
		(names) =>
			`The payments that these invoices show do not add up to their total paid: ${names}. Payments may be missing.`,
	);

function warnOfUnreadable(item: ItemContext, paid: readonly Paid[]): void {
	const unclear = paid.filter(({ payment: { amount, day } }) => amount === undefined || day === undefined);
	warnOf(
		item,
		unclear.map(({ invoice }) => briefName(invoiceRecord, invoice)),
		(names) =>
			`Amounts or dates of payments cannot be read on these invoices: ${names}. They are shown as the service shows them.`,
	);
}
