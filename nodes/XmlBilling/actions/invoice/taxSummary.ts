/** The taxes of invoices over a period. */
import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { warnOfUnreadable, type ItemContext, type Unreadable } from '../../execution/item';
import { reportPeriodOf } from '../../execution/period';
import { recordsFor } from '../../execution/recordReads';
import { groupBy } from '../../helpers/GenericFunctions';
import { invoiceRecord } from '../../records';
import { shownAmount, sumOf, ZERO } from '../../records/money';
import { totalsOf, type LineTotals } from '../../records/totals';
import {
	billedIn,
	mayHavePayments,
	paymentsIn,
	showsAllPayments,
	showsPayments,
} from '../../records/invoicePayments';
import { rowOf } from '../../records/outputRecord';
import { inStatus, isDraft, shows } from '../../records/states';
import { bodiesFrom, decimalIn, textIn, type Body } from '../../xml/request';
import { dayIn, isInPeriod, withoutTime, type Period } from '../../xml/dates';
import { identityKey, isSameText } from '../../xml/identity';
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
import { reportShape } from '../../descriptions/options';
import { reportPeriod } from '../../descriptions/commonFields';
import { formField } from '../../descriptions/fields';
import type { Property } from '../../descriptions/property';

/** What decides whether an invoice counts. Strict, because another answer is another tax. */
const taxBasis = formField('Count By', {
	name: 'basis',
	type: 'options',
	options: [
		{ name: 'Invoice Date', value: 'invoiceDate' },
		{ name: 'Payments Received', value: 'payments', description: 'The share of the tax that was paid' },
	],
	default: 'invoiceDate',
	description: 'What has to be in the period: invoices for tax billed, or payments for tax collected',
	strict: true,
	element: false,
});

const shape: Property = {
	...reportShape,
	options: [
		{
			name: 'Per Invoice',
			value: 'invoices',
			description:
				'Booking export: an item per invoice, tax and rate, untaxed part and charge. A line with two taxes is in two bases, but in one total.',
		},
		...(reportShape.options ?? []),
	],
};

export const getTaxSummaryOperation = operation({
	option: {
		name: 'Get Tax Summary',
		value: 'getTaxSummary',
		action: 'Get tax summary of period',
		description:
			'Add up the sales tax of a period, billed or collected, by name and rate, or export it per invoice for booking. May take one more request per invoice.',
	},
	properties: [...reportPeriod, taxBasis, shape],
	run: getTaxSummary,
});

/** What decides whether an invoice counts in a period: its date, or its payments. */
type Basis = 'invoiceDate' | 'payments';

/** A tax, and what it is a part of, or a charge. */
interface TaxRow {
	readonly kind: 'tax' | 'untaxed' | 'charge' | 'unexplained';
	readonly name: string;
	readonly percent: Big | undefined;
	readonly base: Big;
	/** The part of the base that another tax of the same line has already. */
	readonly again: Big;
	readonly tax: Big;
}

/** What an invoice bills without its late fee, its taxes, each once, and its charges. */
interface Taxes {
	readonly total: Big;
	readonly rows: readonly TaxRow[];
}

/** An invoice of a period: the part of it that counts, or the field that can't be read. */
interface TaxedInvoice {
	readonly invoice: BillingRecord;
	readonly part: Taxes | string;
}

/** A row without values. */
export const EMPTY_TAX = {
	kind: '',
	base: null,
	tax: null,
	currency: '',
	tax_name: '',
	tax_percent: null,
	invoice_count: null,
	field: '',
	number: '',
	invoice_id: null,
};

/** A row of an invoice without values. */
const EMPTY_BOOKING = {
	number: '',
	date: '',
	client_organization: '',
	kind: '',
	tax_name: '',
	tax_percent: null,
	base: null,
	tax: null,
	total: null,
	currency: '',
	charge_name: '',
	field: '',
	invoice_id: null,
	client_id: null,
};

/**
 * The taxes of a period in each currency (see `taxSummaryOf`), as rows or as totals, or those of each invoice. Archived invoices count; drafts and canceled ones
 * don't. An invoice whose listed lines and charges don't explain its total and its tax is read on its own (§2.2).
 */
async function getTaxSummary(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const basis: Basis = item.values['basis'] === 'payments' ? 'payments' : 'invoiceDate';
	const isByDate = basis === 'invoiceDate';
	const { show } = item.values;
	const invoices = await recordsFor(item, invoiceRecord, {
		// A payment may be older than its invoice, so the invoices of all days are read for payments.
		filter: isByDate ? { date_from: period.from || undefined, date_to: period.to } : {},
		lists: inStatus('Active', 'Archived'),
		keep: (invoice) => !isDraft(invoice) && mayCount(invoice, period, basis),
		isEnough: (invoice) =>
			shows(invoice, ['number', 'date', 'invoice_status', 'currency']) &&
			(taxesIn(invoice)?.rows.every(isExplained) ?? false) &&
			(isByDate || showsPayments(invoice)) &&
			(show !== 'invoices' || showsClient(invoice)),
	});
	const taxed = invoices.map((invoice) => ({ invoice, part: partIn(invoice, period, basis) }));
	const summaries = taxSummaryOf(taxed, period);
	warnOfUnreadable(item, summaries);
	if (show === 'invoices') return bookingsOf(await addClients(item, taxed));
	return show === 'totals' ? summaries : taxRowsOf(summaries);
}

/** A list may leave out the name of a tax. */
const isExplained = ({ kind, name }: TaxRow): boolean =>
	kind === 'tax' ? name !== '' : kind !== 'unexplained';

function mayCount(invoice: BillingRecord, period: Period, basis: Basis): boolean {
	if (basis === 'invoiceDate') return isInPeriod(period, dayIn(invoice['date']));
	if (!mayHavePayments(invoice)) return false;
	return !showsAllPayments(invoice) || paymentsIn(invoice).some(({ day }) => isInPeriod(period, day));
}

const UNTAXED = { kind: 'untaxed', name: '', percent: undefined, again: ZERO, tax: ZERO } as const;

/**
 * The taxes of an invoice by name and percentage, as its lines have them after discounts (§2.2, §4.2). The base of a compound
 * tax includes the line's first tax. `untaxed` is what has no tax: lines. The interface shows none of a `charge`, either.
 * `unexplained` is what the invoice's own total and tax have beyond all of that, such as a tax on charges, other rounding,
 * or lines that can't be read.
 *
 * @returns undefined if its total or its tax can't be read
 */
export function taxesIn(invoice: BillingRecord): Taxes | undefined {
	const billed = billedIn(invoice);
	const tax = decimalOf(invoice['total_tax']);
	if (billed === undefined || tax === undefined) return undefined;
	const total = billed.minus(decimalOf(invoice['late_fee']) ?? ZERO);
	const items = bodiesFrom(invoice['items']);
	const { lines } = totalsOf({ items: { item: items } });
	const ofLines = lines.flatMap((line, index) => taxesOf(items[index] ?? {}, line));
	const ofCharges = bodiesFrom(invoice['additional_charges']).map((charge) => ({
		...UNTAXED,
		kind: 'charge' as const,
		name: textIn(charge, 'name'),
		base: totalsOf({ items: { item: items }, additional_charges: { additional_charge: charge } }).charges,
	}));
	const rows = [...eachOnce(ofLines), ...ofCharges.filter(({ base }) => !base.eq(0))];
	const unexplained = {
		...UNTAXED,
		kind: 'unexplained',
		base: total
			.minus(tax)
			.minus(sumOf(ofCharges.map(({ base }) => base)))
			.minus(sumOf(lines.map(netOf))),
		tax: tax.minus(sumOf(rows.map((row) => row.tax))),
	} as const;
	const isExplained = unexplained.base.eq(0) && unexplained.tax.eq(0);
	return { total, rows: isExplained ? rows : [...rows, unexplained] };
}

function taxesOf(line: Body, { tax1, tax2, ...totals }: LineTotals): TaxRow[] {
	const net = netOf(totals);
	const rows: TaxRow[] = [];
	const add = (field: 'tax1' | 'tax2', base: Big, tax: Big) => {
		const name = textIn(line, `${field}_name`);
		const percent = decimalIn(line, `${field}_percent`);
		// A rate of zero is a tax, too: its base has to be declared.
		const again = rows.length === 0 ? ZERO : base;
		if (name !== '' || !percent.eq(0)) rows.push({ kind: 'tax', name, percent, base, again, tax });
	};
	add('tax1', net, tax1);
	add('tax2', isSameText(line['tax2_type'], 'Compound') ? net.plus(tax1) : net, tax2);
	return rows.length > 0 ? rows : [{ ...UNTAXED, base: net }];
}

const netOf = ({ cost, discount }: Pick<LineTotals, 'cost' | 'discount'>): Big => cost.minus(discount);

const keyOf = ({ kind, name, percent }: TaxRow): string =>
	JSON.stringify([kind, identityKey('name', name), percent?.toFixed()]);

const added = (rows: readonly [TaxRow, ...TaxRow[]]): TaxRow => ({
	...rows[0],
	base: sumOf(rows.map(({ base }) => base)),
	again: sumOf(rows.map(({ again }) => again)),
	tax: sumOf(rows.map(({ tax }) => tax)),
});

const eachOnce = (rows: readonly TaxRow[]): TaxRow[] => [...groupBy(rows, keyOf).values()].map(added);

/**
 * The part of an invoice that counts in a period: all of it if its date is in the period, or the share that was paid in the
 * period. Payments count up to the total without the late fee, so they pay the fee last, and what is overpaid counts
 * nothing. A negative payment takes back. Each amount is what was paid for by the end of the period, rounded to two places,
 * halves away from zero, minus the same for the day before it. So periods that follow each other add up to the whole invoice,
 * to the cent.
 *
 * @returns the field that can't be read, if any
 */
export function partIn(invoice: BillingRecord, period: Period, basis: Basis): Taxes | string {
	const missing = ['currency', 'invoice_status'].find((field) => isAbsent(invoice[field]));
	if (missing !== undefined) return missing;
	const isByDate = basis === 'invoiceDate';
	if (isByDate && dayIn(invoice['date']) === undefined) return 'date';
	const payments = paymentsIn(invoice);
	const isClear = payments.every(({ amount, day }) => amount !== undefined && day !== undefined);
	if (!isByDate && !(isClear && showsAllPayments(invoice))) return 'transactions';
	const taxes = taxesIn(invoice);
	if (taxes === undefined) return decimalOf(invoice['total_tax']) === undefined ? 'total_tax' : 'net_balance';
	if (isByDate) return taxes;
	const { total, rows } = taxes;
	const paidIf = (isSo: (day: string) => boolean) => {
		const paid = payments.filter(({ day = '' }) => isSo(day)).map(({ amount = ZERO }) => amount);
		return within(total, sumOf(paid));
	};
	const before = paidIf((day) => day < period.from);
	const until = paidIf((day) => day <= period.to);
	const shareOf = (amount: Big, paid: Big) =>
		paid.eq(0) ? ZERO : amount.times(paid).div(total).round(2, Big.roundHalfUp);
	const partOf = (amount: Big) => shareOf(amount, until).minus(shareOf(amount, before));
	return {
		total: until.minus(before),
		rows: rows.map((row) => ({
			...row,
			base: partOf(row.base),
			again: partOf(row.again),
			tax: partOf(row.tax),
		})),
	};
}

/** What is paid of a total, at most all of it. The total of a credit is negative. */
function within(total: Big, paid: Big): Big {
	if (paid.times(total).lte(0)) return ZERO;
	return paid.abs().gt(total.abs()) ? total : paid;
}

/**
 * The taxes in each currency. The totals count each invoice once, but the bases of several taxes may overlap: the same line may
 * have two. The net amount is the total without all taxes. An invoice of which it can't be read what counts is in
 * `unreadable`.
 */
export function taxSummaryOf(invoices: readonly TaxedInvoice[], period: Period) {
	const groups = [...groupBy(invoices, ({ invoice }) => currencyCode(invoice['currency']))];
	groups.sort(([one], [other]) => one.localeCompare(other));
	return groups.map(([currency, group]) => {
		const parts: Taxes[] = [];
		const unreadable: Unreadable[] = [];
		for (const { invoice, part } of group) {
			if (typeof part !== 'string') parts.push(part);
			else unreadable.push(unreadableInvoice(invoice, part));
		}
		const rows = parts.flatMap((part) => eachOnce(part.rows.map(asUntaxed)));
		const total = sumOf(parts.map((part) => part.total));
		const tax = sumOf(rows.map((row) => row.tax));
		return {
			currency,
			net: shownAmount(total.minus(tax)),
			tax: shownAmount(tax),
			total: shownAmount(total),
			invoice_count: parts.length,
			...period,
			taxes: [...groupBy(rows, keyOf).values()].sort(byName).map((row) => ({ currency, ...rowOutput(row) })),
			unreadable,
		};
	});
}

/** The same as rows: each tax, then each invoice that can't be read. */
const taxRowsOf = (summaries: ReturnType<typeof taxSummaryOf>): IDataObject[] =>
	summaries.flatMap(({ currency, taxes, unreadable }) => {
		const left = unreadable.map(({ id, ...one }) => ({ ...one, invoice_id: id, kind: 'unreadable' }));
		return [...taxes, ...left].map((row) => rowOf(EMPTY_TAX, { ...row, currency }));
	});

/** A sum shows charges among what is untaxed. */
const asUntaxed = (row: TaxRow): TaxRow =>
	row.kind === 'charge' ? { ...row, kind: 'untaxed', name: '' } : row;

/**
 * What to book of each invoice. The taxes of all rows add up to those of the totals, and by date the totals of its rows to what it
 * bills; where a line has two taxes, it is in two bases.
 */
export const bookingsOf = (
	taxed: ReadonlyArray<TaxedInvoice & { readonly client: BilledClient }>,
): IDataObject[] =>
	taxed.flatMap(({ invoice, part, client }) => {
		const about = {
			...client,
			number: textOf(invoice['number']),
			date: withoutTime(invoice['date']),
			currency: currencyCode(invoice['currency']),
			invoice_id: Number(invoice[invoiceRecord.id]),
		};
		const rows = typeof part === 'string' ? [{ kind: 'unreadable', field: part }] : part.rows.map(bookingOf);
		return rows.map((row) => rowOf(EMPTY_BOOKING, { ...about, ...row }));
	});

function bookingOf(row: TaxRow): IDataObject {
	const booking = { ...rowOutput([row]), total: shownAmount(row.base.minus(row.again).plus(row.tax)) };
	return row.kind === 'charge' ? { ...booking, tax_name: '', charge_name: row.name } : booking;
}

type Rows = readonly [TaxRow, ...TaxRow[]];

const KINDS = ['tax', 'untaxed', 'unexplained'];

const byName = ([one]: Rows, [other]: Rows): number =>
	KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
	identityKey('name', one.name).localeCompare(identityKey('name', other.name)) ||
	(one.percent ?? ZERO).cmp(other.percent ?? ZERO);

/** An invoice has each tax only once, so there are as many invoices as rows. */
function rowOutput(rows: Rows): IDataObject {
	const { kind, name, percent, base, tax } = added(rows);
	return {
		tax_name: name,
		tax_percent: percent === undefined ? null : shownAmount(percent),
		base: shownAmount(base),
		tax: shownAmount(tax),
		invoice_count: rows.length,
		kind,
	};
}
