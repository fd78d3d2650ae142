import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { listedTransactions, referenceKey } from '../../../records/payments';
import { isAbsent } from '../../../xml/values';
import { isSameText, textOf, type BillingRecord } from '../../../xml/shape';
import {
	checkedValue,
	warnAbout,
	collection,
	option,
	type ItemContext,
} from '../../../engine/item/itemContext';
import { addClients, shownClient, ofClient } from '../../documents/billedClients';
import { dayIn, isInPeriod, type Period } from '../../../xml/days';
import {
	mayHavePayments,
	paymentsAddUp,
	paymentsIn,
	showsPayments,
	type InvoicePayment,
} from '../../../records/invoicePayments';
import { inStatus } from '../../../records/states';
import { periodOf } from '../../../engine/reads/period';
import { asListed, text, unless, type Need } from '../../../reads/question';
import { filtersOf, limitOf, recordsFor } from '../../../engine/reads/recordReads';

/** Which payments a report lists. */
interface Wanted extends Period {
	readonly method: string;
	/** A part of the reference (see `referenceKey`). */
	readonly reference: string;
}

/**
 * Lists payments across invoices, newest first (§2.2). Archived and canceled invoices count: the money was received. An
 * amount or a day that can't be read is shown as it is, with a warning, and passes the filters of days.
 */
export async function getPayments(item: ItemContext): Promise<IDataObject[]> {
	const filter = filtersOf(item);
	const wanted = wantedOf(item);
	const isForced = option(item, 'fullRecords') === true;
	const payments: Need<InvoicePayment[]> = {
		isShown: (invoice) =>
			!isForced &&
			showsPayments(invoice) &&
			(wanted.reference === '' || paymentsIn(invoice).every(({ notes }) => !isAbsent(notes))),
		of: paymentsIn,
	};
	const invoices = await recordsFor(item, invoiceRecord, {
		filter,
		lists: inStatus('Active', 'Archived', 'Cancel'),
		where: [ofClient(textOf(filter['client_id'])), unless((invoice) => !mayHaveWanted(invoice, wanted))],
		needs: { ...NEEDS, payments },
	});
	warnAbout(item, invoices, [
		({ addUp }) => !addUp,
		(names) =>
			`The payments that these invoices show do not add up to their total paid: ${names}. Payments may be missing.`,
	]);
	const paid = invoices
		.flatMap(({ payments: made, ...invoice }) =>
			made.map((payment, place) => ({ ...invoice, payment, place })),
		)
		.filter(({ payment }) => isWanted(payment, wanted))
		.sort(newestFirst);
	warnAbout(item, paid, [
		({ payment: { amount, day } }) => amount === undefined || day === undefined,
		(names) =>
			`Amounts or dates of payments cannot be read on these invoices: ${names}. They are shown as the service shows them.`,
	]);
	return (await addClients(item, paid.slice(0, limitOf(item)))).map(
		({ payment, client, number, status, id }) => ({
			number,
			client_organization: client.client_organization,
			amount: payment.shown,
			currency: client.currency,
			date: payment.day ?? payment.date,
			method: payment.method,
			reference: payment.reference,
			notes: payment.notes,
			invoice_status: status,
			client_name: client.client_name,
			client_email: client.client_email,
			invoice_id: id,
			client_id: client.client_id,
		}),
	);
}

const NEEDS = {
	number: text('number'),
	status: text('invoice_status'),
	client: shownClient,
	addUp: asListed(paymentsAddUp),
};

function wantedOf(item: ItemContext): Wanted {
	const values = collection(item, 'filters');
	return {
		...periodOf(item, values, 'Filters › '),
		method: checkedValue(item, 'Filters › Payment Method', values['paymentMethod']),
		reference: referenceKey(checkedValue(item, 'Filters › Reference Contains', values['referenceContains'])),
	};
}

function mayHaveWanted(invoice: BillingRecord, wanted: Wanted): boolean {
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

/** A payment, and its place among those of its invoice. */
interface Paid {
	readonly id: number;
	readonly place: number;
	readonly payment: InvoicePayment;
}

// Days that can't be read come first, so that a limit doesn't hide them.
const newestFirst = (one: Paid, other: Paid): number =>
	(other.payment.day ?? '9999').localeCompare(one.payment.day ?? '9999') ||
	other.id - one.id ||
	other.place - one.place;
