import type { IDataObject } from 'n8n-workflow';
import { checkedValue, warnOf, collection, option, type ItemContext } from '../../execution/item';
import { periodOf } from '../../execution/period';
import { filtersOf, limitOf, recordsFor } from '../../execution/recordReads';
import { invoiceRecord } from '../../records';
import { briefName } from '../../records/display';
import {
	listedTransactions,
	mayHavePayments,
	showsAllPayments,
	paymentsIn,
	showsPayments,
	taxIn,
	type InvoicePayment,
} from '../../records/invoicePayments';
import { inStatus, shows } from '../../records/states';
import { isInPeriod, type Period } from '../../xml/dates';
import { isSameText, lookOf } from '../../xml/identity';
import { textOf, type BillingRecord } from '../../xml/shape';
import { isAbsent } from '../../xml/values';
import { addClients, currencyCode, showsClient } from '../documents/billedClients';
import { operation } from '../../execution/operation';
import { chosenFromList, filters, optional, options, formField } from '../../descriptions/fields';
import { clientFilter } from '../../descriptions/locators';
import { fullRecords, paging } from '../../descriptions/options';
import { dateFrom, dateTo } from '../../descriptions/commonFields';

/** Filters of a list of payments. */
const paymentFilters = filters(
	optional(clientFilter, { description: 'Only payments of this client' }),
	{ ...dateFrom, description: 'Only payments made on or after this day (YYYY-MM-DD)', element: false },
	{
		...dateTo,
		description:
			'Only payments made on or before this day (YYYY-MM-DD). A payment that is older than its invoice may be missing.',
		element: 'date_to',
	},
	chosenFromList('getPaymentMethods', 'Payment Method', {
		description: 'Only payments made this way',
		element: false,
	}),
	formField('Reference Contains', {
		placeholder: 'e.g. TX-47',
		description:
			'Only payments with this text in their reference, in any case. May take one more request per invoice.',
		element: false,
	}),
);

const paymentListOptions = options({
	...fullRecords,
	description:
		'Whether to read every invoice with a matching payment on its own, because lists may omit notes. Takes one more request per invoice.',
});

export const getPaymentsOperation = operation({
	option: {
		name: 'Get Many Payments',
		value: 'getPayments',
		action: 'Get many payments',
		description:
			'Retrieve a list of payments across invoices, newest first. May take one more request per invoice.',
	},
	properties: [...paging, paymentFilters, paymentListOptions],
	run: getPayments,
});

/** Which payments a report lists. */
interface WantedPayments extends Period {
	readonly method: string;
	/** A part of the reference (see `lookOf`). */
	readonly reference: string;
}

/**
 * Lists payments across invoices, newest first (§2.2). Archived and canceled invoices count: the money was received. An
 * amount or a day that can't be read is shown as it is, with a warning, and passes the filters of days.
 */
async function getPayments(item: ItemContext): Promise<IDataObject[]> {
	const wanted = wantedOf(item);
	const invoices = await recordsFor(item, invoiceRecord, {
		filter: filtersOf(item),
		lists: inStatus('Active', 'Archived', 'Cancel'),
		keep: (invoice) => mayHaveWanted(invoice, wanted),
		isEnough: (invoice) =>
			option(item, 'fullRecords') !== true &&
			shows(invoice, ['number', 'invoice_status']) &&
			showsClient(invoice) &&
			showsPayments(invoice) &&
			(wanted.reference === '' || paymentsIn(invoice).every(({ notes }) => !isAbsent(notes))),
	});
	warnOf(
		item,
		'Payments of these invoices cannot be read, or do not add up to their total paid',
		invoices.filter((invoice) => !isReadable(invoice)).map((invoice) => briefName(invoiceRecord, invoice)),
		' Payments may be missing. An amount or a date that cannot be read is as the service shows it.',
	);
	const paid = invoices
		.flatMap((invoice) => paymentsIn(invoice).map((payment) => ({ invoice, payment })))
		.filter(({ payment }) => isWanted(payment, wanted))
		.reverse()
		.sort(newestFirst);
	return (await addClients(item, paid.slice(0, limitOf(item)))).map(({ payment, client, invoice }) => ({
		number: textOf(invoice['number']),
		client_organization: client.client_organization,
		amount: payment.shown,
		tax: taxIn(payment.shown, invoice) ?? null,
		currency: currencyCode(invoice['currency']),
		date: payment.day ?? payment.date,
		method: payment.method,
		reference: payment.reference,
		notes: payment.notes,
		invoice_status: textOf(invoice['invoice_status']),
		client_name: client.client_name,
		client_email: client.client_email,
		invoice_id: Number(invoice[invoiceRecord.id]),
		client_id: client.client_id,
	}));
}

const isReadable = (invoice: BillingRecord): boolean =>
	showsAllPayments(invoice) &&
	paymentsIn(invoice).every(({ amount, day }) => amount !== undefined && day !== undefined);

function wantedOf(item: ItemContext): WantedPayments {
	const values = collection(item, 'filters');
	return {
		...periodOf(item, values, 'Filters › '),
		method: checkedValue(item, 'Filters › Payment Method', values['paymentMethod']),
		reference: lookOf(checkedValue(item, 'Filters › Reference Contains', values['referenceContains'])),
	};
}

function mayHaveWanted(invoice: BillingRecord, wanted: WantedPayments): boolean {
	const isListed = listedTransactions(invoice) !== undefined;
	return isListed
		? paymentsIn(invoice).some(
				// A list may omit notes.
				(payment) => isWanted(payment, isAbsent(payment.notes) ? { ...wanted, reference: '' } : wanted),
			)
		: mayHavePayments(invoice);
}

const isWanted = ({ day, method, reference }: InvoicePayment, wanted: WantedPayments): boolean =>
	isInPeriod(wanted, day) &&
	(wanted.method === '' || isSameText(method, wanted.method)) &&
	lookOf(reference).includes(wanted.reference);

/** A payment, and its invoice. */
interface Paid {
	readonly invoice: BillingRecord;
	readonly payment: InvoicePayment;
}

// Days that can't be read come first, so that a limit doesn't hide them.
const newestFirst = (one: Paid, other: Paid): number =>
	(other.payment.day ?? '9999').localeCompare(one.payment.day ?? '9999') ||
	Number(other.invoice[invoiceRecord.id]) - Number(one.invoice[invoiceRecord.id]);
