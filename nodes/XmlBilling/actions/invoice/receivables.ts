/** What clients owe, by age. */
import type Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import {
	checkedValue,
	option,
	warnOfUnreadable,
	type ItemContext,
	type Unreadable,
} from '../../execution/item';
import { filtersOf, recordsFor } from '../../execution/recordReads';
import { groupBy, without } from '../../helpers/GenericFunctions';
import { onFields } from '../../lookup/readList';
import { invoiceRecord } from '../../records';
import { shownAmount, sumOf } from '../../records/money';
import { inStatus, isDraft, isMarkedPaid, shows } from '../../records/states';
import { dayIn, daysBetween, isInPeriod, today, withoutTime } from '../../xml/dates';
import { textOf, type BillingRecord, type Value } from '../../xml/shape';
import { decimalOf, isAbsent } from '../../xml/values';
import {
	addClients,
	currencyCode,
	showsClient,
	unreadableInvoice,
	type BilledClient,
} from '../documents/billedClients';
import { operation } from '../../execution/operation';
import { DAY, filters, optional, options } from '../../descriptions/fields';
import { clientFilter } from '../../descriptions/locators';
import type { Property } from '../../descriptions/property';

const receivableFilters = filters(optional(clientFilter, { description: 'Only what this client owes' }));

const asOf: Property = {
	displayName: 'As Of',
	name: 'asOf',
	...DAY,
	description:
		'Count days overdue as of this day (YYYY-MM-DD). Defaults to today. The amounts are always what is owed now; invoices dated later than a past day are left out.',
	strict: true,
	element: false,
};

const bucketLimits: Property = {
	displayName: 'Bucket Limits',
	name: 'bucketLimits',
	type: 'string',
	default: '30, 60, 90',
	description:
		'Last day overdue of each aging bucket. The output fields are named after them, such as days_1_30.',
	strict: true,
	element: false,
};

const receivableOptions = options(asOf, bucketLimits, {
	displayName: 'Include Invoices',
	name: 'includeInvoices',
	type: 'boolean',
	default: true,
	description: 'Whether to list the invoices behind the amounts, with their days overdue',
	element: false,
});

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
 * What each client owes in each currency, by age. Balances are those of now; only ages depend on the day. Open invoices
 * are active, no drafts, and show an amount other than zero (§2.2, §3). A paid one may be overpaid.
 */
async function getReceivables(item: ItemContext): Promise<IDataObject[]> {
	const asOf = checkedValue(item, 'Options › As Of', option(item, 'asOf'), 'date') || today(item);
	const limits = readLimits(option(item, 'bucketLimits'));
	if (limits === undefined)
		throw item.problem(
			'Options › Bucket Limits takes whole numbers of days that increase, such as 30, 60, 90',
		);
	let invoices = await recordsFor(item, invoiceRecord, {
		filter: filtersOf(item),
		lists: inStatus('Active'),
		keep: isOpen,
		isEnough: (invoice) => showsClient(invoice) && shows(invoice, NEEDED),
	});
	if (asOf < today(item)) {
		invoices = invoices.filter(({ date }) => isInPeriod({ from: '', to: asOf }, dayIn(date)));
		item.warn(
			`The amounts are what is owed now: what was paid since ${asOf} is missing, and invoices dated later are left out. For what a client owed on a past day, use Client › Get Statement.`,
		);
	}
	const rows = invoices.map((invoice) => ({ invoice }));
	const report = receivablesOf(await addClients(item, rows), asOf, limits);
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

/** The limits of the buckets in days, as a list or as text such as `30, 60, 90`; undefined if they mean nothing. */
export function readLimits(value: unknown): number[] | undefined {
	if (isAbsent(value)) return [30, 60, 90];
	const parts: unknown[] =
		typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : [value].flat();
	const limits = parts.map((part) => Number(String(part)));
	const isProper = limits.every(
		(limit, index) => Number.isInteger(limit) && limit > (limits[index - 1] ?? 0),
	);
	return isProper && limits.length > 0 ? limits : undefined;
}

/**
 * What each client owes in each currency: by currency, the largest total first. The total is what is not due and all
 * buckets; what is overpaid is the credit. An invoice whose amount or due date can't be read is in `unreadable` instead.
 *
 * @param asOf the day on which invoices are as old as shown, `YYYY-MM-DD`
 */
export function receivablesOf(open: readonly OpenInvoice[], asOf: string, limits: readonly number[]) {
	const keyOf = ({ invoice, client }: OpenInvoice) =>
		JSON.stringify([currencyCode(invoice['currency']), client.client_id]);
	return [...groupBy(open, keyOf).values()]
		.map((group) => debtorOf(group, asOf, limits))
		.sort(
			({ output: one, total }, { output: other, total: otherTotal }) =>
				one.currency.localeCompare(other.currency) ||
				otherTotal.cmp(total) ||
				Number(one.client_id) - Number(other.client_id),
		)
		.map(({ output }) => output);
}

function debtorOf(group: readonly [OpenInvoice, ...OpenInvoice[]], asOf: string, limits: readonly number[]) {
	const aged: Aged[] = [];
	const unreadable: Unreadable[] = [];
	for (const { invoice } of group) {
		const one = agedOn(asOf, invoice);
		if (typeof one !== 'string') aged.push(one);
		else unreadable.push(unreadableInvoice(invoice, one));
	}
	aged.sort((one, other) => other.days - one.days || idOfInvoice(one) - idOfInvoice(other));
	const owed = aged.filter(({ outstanding }) => outstanding.gt(0));
	const sumOfDays = (from: number, to: number) =>
		sumOf(owed.filter(({ days }) => days >= from && days <= to).map(({ outstanding }) => outstanding));
	const total = sumOfDays(0, Infinity);
	// The buckets between the limits: `days_1_30`, `days_31_60`, …, `days_over_90`.
	const buckets: Record<string, Value> = {};
	let from = 1;
	for (const to of limits) {
		buckets[`days_${from}_${to}`] = shownAmount(sumOfDays(from, to));
		from = to + 1;
	}
	buckets[`days_over_${from - 1}`] = shownAmount(sumOfDays(from, Infinity));
	const overpaid = aged.filter(({ outstanding }) => outstanding.lt(0));
	const [{ client, invoice: first }] = group;
	const { client_organization, ...contact } = client;
	const output = {
		client_organization,
		currency: currencyCode(first['currency']),
		total: shownAmount(total),
		not_due: shownAmount(sumOfDays(0, 0)),
		...buckets,
		credit: shownAmount(sumOf(overpaid.map(({ outstanding }) => outstanding.neg()))),
		invoice_count: aged.length,
		...contact,
		unreadable,
		invoices: aged.map(invoiceOutput),
	};
	return { total, output };
}

/** An invoice with its age, or the field of it that can't be read. */
function agedOn(asOf: string, invoice: BillingRecord): Aged | string {
	if (isAbsent(invoice['currency'])) return 'currency';
	const outstanding = decimalOf(invoice['outstanding']);
	if (outstanding === undefined) return 'outstanding';
	const due = invoice['invoice_due_date'];
	if (isAbsent(due)) return { invoice, outstanding, days: 0 };
	const day = dayIn(due);
	if (day === undefined) return 'invoice_due_date';
	return { invoice, outstanding, days: Math.max(0, daysBetween(day, asOf)) };
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
