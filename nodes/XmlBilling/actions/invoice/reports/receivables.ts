/** What clients owe, by age. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { check, describe, isAbsent } from '../../../xml/values';
import { shownAmount, sumOf } from '../../../records/amounts';
import type { BilledClient } from '../../documents/billedClients';
import { daysBetween } from '../../../xml/days';
import { groupBy } from '../../../objects';
import type { ShownAmount, ShownDay } from '../../../reads/question';

/** An open invoice. */
export interface OpenInvoice {
	readonly client: BilledClient;
	readonly id: number;
	readonly number: string;
	readonly date: ShownDay;
	/** An invoice without a day that can be read counts as not due. */
	readonly due: ShownDay;
	readonly status: string;
	/** Negative if the invoice is overpaid. */
	readonly outstanding: ShownAmount;
}

/** An invoice with its age on the day of the report; 0 days if it is not due. */
type Aged = OpenInvoice & { readonly days: number };

export const DEFAULT_LIMITS: readonly number[] = [30, 60, 90];
// More would not fit into a table.
const MAX_LIMITS = 12;
const MAX_DAYS = 99_999;

export type Limits = { ok: true; limits: readonly number[] } | { ok: false; problem: string };

/** The limits of the buckets in days: whole numbers that increase, as a list or as text such as `30, 60, 90`. */
export function readLimits(value: unknown): Limits {
	if (isAbsent(value)) return { ok: true, limits: DEFAULT_LIMITS };
	const parts: unknown[] =
		typeof value === 'string' ? value.split(/[\s,;]+/).filter(Boolean) : [value].flat();
	const limits = parts.map((part) => {
		const checked = check(part, 'integer', 'utc');
		return checked.ok ? Number(checked.text) : Number.NaN;
	});
	const isProper =
		limits.length > 0 &&
		limits.length <= MAX_LIMITS &&
		limits.every((limit, index) => limit > (limits[index - 1] ?? 0) && limit <= MAX_DAYS);
	return isProper
		? { ok: true, limits }
		: {
				ok: false,
				problem: `takes up to ${MAX_LIMITS} whole numbers of days that increase, such as 30, 60, 90, not ${describe(value)}`,
			};
}

/** Days overdue, with the output field that sums them up. */
interface Bucket {
	readonly field: string;
	readonly isFor: (days: number) => boolean;
}

/** The buckets between limits: `days_1_30`, `days_31_60`, …, `days_over_90`. */
function bucketsOf(limits: readonly number[]): Bucket[] {
	const last = limits.at(-1) ?? 0;
	return [
		...limits.map((to, index) => {
			const from = (limits[index - 1] ?? 0) + 1;
			return { field: `days_${from}_${to}`, isFor: (days: number) => days >= from && days <= to };
		}),
		{ field: `days_over_${last}`, isFor: (days) => days > last },
	];
}

/**
 * What each client owes in each currency: by currency, the largest total first. The total is what is not due and all
 * buckets together. What is overpaid is `credit`, which reduces none of them. Invoices without a readable amount are in
 * `not_counted`.
 *
 * @param asOf the day on which invoices are as old as shown, `YYYY-MM-DD`
 */
export function receivablesOf(
	open: readonly OpenInvoice[],
	asOf: string,
	limits: readonly number[],
): IDataObject[] {
	const aged = open.map((invoice): Aged => ({ ...invoice, days: daysOverdue(invoice, asOf) }));
	const keyOf = ({ client: { client_id: id, client_organization: name, currency } }: Aged) =>
		JSON.stringify([currency, id ?? name]);
	return [...groupBy(aged, keyOf).values()]
		.map((group) => totalsOf(group, bucketsOf(limits)))
		.sort(byCurrencyThenTotal)
		.map(({ output }) => output);
}

const daysOverdue = ({ due: { day } }: OpenInvoice, asOf: string): number =>
	day === undefined ? 0 : Math.max(0, daysBetween(day, asOf));

interface Totals {
	readonly client: BilledClient;
	readonly total: Big;
	readonly output: IDataObject;
}

function totalsOf(group: readonly [Aged, ...Aged[]], buckets: readonly Bucket[]): Totals {
	const [first] = group;
	const counted = group.filter(({ outstanding }) => outstanding.amount !== undefined).sort(oldestFirst);
	const sumWhere = (isFor: (days: number) => boolean) =>
		sumOf(
			counted.flatMap(({ outstanding: { amount }, days }) => (amount?.gt(0) && isFor(days) ? [amount] : [])),
		);
	const total = sumWhere(() => true);
	const credit = sumOf(
		counted.flatMap(({ outstanding: { amount } }) => (amount?.lt(0) ? [amount.neg()] : [])),
	);
	const { client_organization, currency, ...contact } = first.client;
	const output = {
		client_organization,
		currency,
		total: shownAmount(total),
		not_due: shownAmount(sumWhere((days) => days === 0)),
		...Object.fromEntries(buckets.map(({ field, isFor }) => [field, shownAmount(sumWhere(isFor))])),
		credit: shownAmount(credit),
		invoice_count: counted.length,
		...contact,
		not_counted: group.filter(({ outstanding }) => outstanding.amount === undefined).map(invoiceOutput),
		invoices: counted.map(invoiceOutput),
	};
	return { client: first.client, total, output };
}

const oldestFirst = (one: Aged, other: Aged): number => other.days - one.days || one.id - other.id;

const byCurrencyThenTotal = (one: Totals, other: Totals): number =>
	one.client.currency.localeCompare(other.client.currency) ||
	other.total.cmp(one.total) ||
	Number(one.client.client_id) - Number(other.client.client_id);

const invoiceOutput = ({ days, ...invoice }: Aged): IDataObject => ({
	number: invoice.number,
	outstanding: invoice.outstanding.shown,
	days_overdue: days,
	invoice_due_date: invoice.due.day ?? '',
	date: invoice.date.shown,
	invoice_status: invoice.status,
	invoice_id: invoice.id,
});
