/** What clients owe, by age. */
import type Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { option, warnOfUnreadable, type ItemContext, type Unreadable } from '../../execution/item';
import { filtersOf, recordsFor } from '../../execution/recordReads';
import { groupBy, without } from '../../helpers/GenericFunctions';
import { onFields } from '../../lookup/readList';
import { invoiceRecord } from '../../records';
import { shownAmount, sumOf } from '../../records/money';
import { inStatus, isDraft, isMarkedPaid, shows } from '../../records/states';
import { dayIn, daysBetween, today, withoutTime } from '../../xml/dates';
import { textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, isAbsent } from '../../xml/values';
import {
	addClients,
	currencyCode,
	showsClient,
	unreadableInvoice,
	type BilledClient,
} from '../documents/billedClients';
import { operation } from '../../execution/operation';
import { filters, optional, options, switchField } from '../../descriptions/fields';
import { clientFilter } from '../../descriptions/locators';

const receivableFilters = filters(optional(clientFilter, { description: 'Only what this client owes' }));

const receivableOptions = options(
	switchField('Include Invoices', {
		description: 'Whether to list the invoices behind the amounts, with their days overdue',
		element: false,
	}),
);

export const getReceivablesOperation = operation({
	option: {
		name: 'Get Receivables',
		value: 'getReceivables',
		action: 'Get receivables by days overdue',
		description: 'Show what clients owe, by days overdue. May take one more request per invoice.',
	},
	properties: [receivableFilters, receivableOptions],
	run: getReceivables,
});

/** An open invoice, and whom it bills. */
export interface OpenInvoice {
	readonly invoice: BillingRecord;
	readonly client: BilledClient;
}

/** An invoice whose amount and due date can be read. */
interface Aged {
	readonly invoice: BillingRecord;
	/** Negative if the invoice is overpaid. */
	readonly outstanding: Big;
	/** How many days it is overdue on the day of the report; 0 if it is not due, or has no due date. */
	readonly days: number;
}

/**
 * What each client owes in each currency, by age. Open invoices are active, no drafts, and show an amount other than zero
 * (§2.2, §3). A paid one may be overpaid.
 */
async function getReceivables(item: ItemContext): Promise<IDataObject[]> {
	const invoices = await recordsFor(item, invoiceRecord, {
		filter: filtersOf(item),
		lists: inStatus('Active'),
		keep: isOpen,
		isEnough: (invoice) => showsClient(invoice) && shows(invoice, NEEDED),
	});
	const rows = invoices.map((invoice) => ({ invoice }));
	const report = receivablesOf(await addClients(item, rows), today(item));
	warnOfUnreadable(item, report);
	if (option(item, 'includeInvoices') === true) return report;
	return report.map((debtor) => without(debtor, 'invoices'));
}

const NEEDED = ['number', 'outstanding', 'invoice_due_date', 'invoice_status'];

// A paid invoice may be overpaid, but only its own record can say so.
const isOpen = onFields(
	['invoice_status', 'outstanding'],
	(invoice, isListed) =>
		!isDraft(invoice) &&
		!decimalOf(invoice['outstanding'])?.eq(0) &&
		(isListed || !isMarkedPaid(invoice) || shows(invoice, ['outstanding'])),
);

/**
 * What each client owes in each currency: by currency, the largest total first. The total is what is not due and all
 * buckets; what is overpaid is the credit. An invoice whose amount or due date can't be read is in `unreadable` instead.
 *
 * @param day today, `YYYY-MM-DD`
 */
export function receivablesOf(open: readonly OpenInvoice[], day: string) {
	const keyOf = ({ invoice, client }: OpenInvoice) =>
		JSON.stringify([currencyCode(invoice['currency']), client.client_id]);
	return [...groupBy(open, keyOf).values()]
		.map((group) => debtorOf(group, day))
		.sort(
			({ output: one, total }, { output: other, total: otherTotal }) =>
				one.currency.localeCompare(other.currency) ||
				otherTotal.cmp(total) ||
				Number(one.client_id) - Number(other.client_id),
		)
		.map(({ output }) => output);
}

/** The days overdue of each amount. */
const AGES = {
	not_due: [0, 0],
	days_1_30: [1, 30],
	days_31_60: [31, 60],
	days_61_90: [61, 90],
	days_over_90: [91, Infinity],
} as const;

function debtorOf(group: readonly [OpenInvoice, ...OpenInvoice[]], day: string) {
	const aged: Aged[] = [];
	const unreadable: Unreadable[] = [];
	for (const { invoice } of group) {
		const one = agedOn(day, invoice);
		if (typeof one !== 'string') aged.push(one);
		else unreadable.push(unreadableInvoice(invoice, one));
	}
	aged.sort((one, other) => other.days - one.days || idOfInvoice(one) - idOfInvoice(other));
	const owed = aged.filter(({ outstanding }) => outstanding.gt(0));
	const sumOfDays = ([from, to]: readonly [number, number]) =>
		sumOf(owed.filter(({ days }) => days >= from && days <= to).map(({ outstanding }) => outstanding));
	const total = sumOfDays([0, Infinity]);
	const ages = Object.entries(AGES).map(([name, days]) => [name, shownAmount(sumOfDays(days))] as const);
	const overpaid = aged.filter(({ outstanding }) => outstanding.lt(0));
	const [{ client, invoice: first }] = group;
	const { client_organization, ...contact } = client;
	const output = {
		client_organization,
		currency: currencyCode(first['currency']),
		total: shownAmount(total),
		...Object.fromEntries(ages),
		credit: shownAmount(sumOf(overpaid.map(({ outstanding }) => outstanding.neg()))),
		invoice_count: aged.length,
		...contact,
		unreadable,
		invoices: aged.map(invoiceOutput),
	};
	return { total, output };
}

/** An invoice with its age, or the field of it that can't be read. */
function agedOn(date: string, invoice: BillingRecord): Aged | string {
	if (isAbsent(invoice['currency'])) return 'currency';
	const outstanding = decimalOf(invoice['outstanding']);
	if (outstanding === undefined) return 'outstanding';
	const due = invoice['invoice_due_date'];
	if (isAbsent(due)) return { invoice, outstanding, days: 0 };
	const day = dayIn(due);
	if (day === undefined) return 'invoice_due_date';
	return { invoice, outstanding, days: Math.max(0, daysBetween(day, date)) };
}

const idOfInvoice = ({ invoice }: Aged): number => Number(invoice['invoice_id']);

const invoiceOutput = ({ invoice, outstanding, days }: Aged): IDataObject => ({
	number: textOf(invoice['number']),
	outstanding: shownAmount(outstanding),
	days_overdue: days,
	invoice_due_date: dayIn(invoice['invoice_due_date']) ?? '',
	date: withoutTime(invoice['date']),
	invoice_status: textOf(invoice['invoice_status']),
	invoice_id: Number(invoice['invoice_id']),
});
