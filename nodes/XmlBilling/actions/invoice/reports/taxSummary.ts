/** The taxes of invoices over a period. */
import Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { warnOfUnreadable, type ItemContext, type Unreadable } from '../../../engine/item/itemContext';
import { reportPeriodOf } from '../../../engine/reads/period';
import { recordsFor } from '../../../engine/reads/recordReads';
import { groupBy } from '../../../objects';
import { invoiceRecord } from '../../../records';
import { amountIn, shownAmount, sumOf } from '../../../records/amounts';
import {
	billedIn,
	mayHavePayments,
	paymentsIn,
	showsAllPayments,
	showsPayments,
} from '../../../records/invoicePayments';
import { rowOf } from '../../../records/outputRecord';
import { inStatus, isDraft, isValid, shows } from '../../../records/states';
import { totalsOf, type LineTotals } from '../../../records/totals';
import { bodyFrom } from '../../../xml/bodies';
import { dayIn, isInPeriod, type Period } from '../../../xml/days';
import type { Body } from '../../../xml/request';
import { isSameText, plainText, recordsIn, textOf, type BillingRecord, type Value } from '../../../xml/shape';
import { isAbsent } from '../../../xml/values';
import { addClients, currencyCode } from '../../documents/billedClients';

/** What decides whether an invoice counts in a period: its date, or its payments. */
export type Basis = 'invoiceDate' | 'payments';

/** A tax, and what it is a part of. */
export interface TaxRow {
	readonly kind: 'tax' | 'untaxed' | 'unexplained';
	readonly name: string;
	readonly percent: Big | undefined;
	readonly base: Big;
	readonly tax: Big;
}

/** What an invoice bills without its late fee, and its taxes, each once. */
interface Taxes {
	readonly total: Big;
	readonly rows: readonly TaxRow[];
}

/** An invoice of a period: the part of it that counts, or the field that can't be read. */
export interface TaxedInvoice {
	readonly invoice: BillingRecord;
	/** '' if it is not known, so that nothing is added up. */
	readonly currency: string;
	readonly part: Taxes | string;
}

/** A row without values. */
export const EMPTY_TAX = {
	currency: '',
	tax_name: '',
	tax_percent: null,
	base: null,
	tax: null,
	invoice_count: null,
	kind: '',
	field: '',
	number: '',
	invoice_id: null,
};

/**
 * The taxes of a period in each currency (see `taxSummaryOf`), as rows or as totals. Archived invoices count; drafts and canceled ones
 * don't. An invoice whose listed lines and charges don't explain its total and its tax is read on its own (§2.2).
 */
export async function getTaxSummary(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const basis: Basis = item.values['basis'] === 'payments' ? 'payments' : 'invoiceDate';
	const isByDate = basis === 'invoiceDate';
	const invoices = await recordsFor(item, invoiceRecord, {
		// A payment may be older than its invoice, so the invoices of all days are read for payments.
		filter: isByDate ? { date_from: period.from || undefined, date_to: period.to } : {},
		lists: inStatus('Active', 'Archived'),
		keep: (invoice) => isValid(invoice) && !isDraft(invoice) && mayCount(invoice, period, basis),
		isEnough: (invoice) =>
			shows(invoice, ['number', 'date', 'status', 'invoice_status', 'currency']) &&
			taxesIn(invoice)?.rows.every(isExplained) === true &&
			(isByDate || showsPayments(invoice)),
	});
	const taxed: Array<Omit<TaxedInvoice, 'currency'>> = [];
	for (const invoice of invoices) {
		const part = isAbsent(invoice['invoice_status']) ? 'invoice_status' : partIn(invoice, period, basis);
		if (part !== undefined) taxed.push({ invoice, part });
	}
	const summaries = taxSummaryOf(await withCurrencies(item, taxed), period);
	warnOfUnreadable(
		item,
		summaries.flatMap(({ unreadable }) => unreadable),
	);
	return item.values['show'] === 'totals' ? summaries : taxRowsOf(summaries);
}

/** A list may leave out the name of a tax. */
const isExplained = ({ kind, name }: TaxRow): boolean =>
	kind === 'untaxed' || (kind === 'tax' && name !== '');

function mayCount(invoice: BillingRecord, period: Period, basis: Basis): boolean {
	if (basis === 'invoiceDate') return isInPeriod(period, dayIn(invoice['date']));
	if (!mayHavePayments(invoice)) return false;
	return !showsAllPayments(invoice) || paymentsIn(invoice).some(({ day }) => isInPeriod(period, day));
}

/** Invoices with their currencies. Clients are read only for those that don't show theirs. */
async function withCurrencies(
	item: ItemContext,
	rows: ReadonlyArray<Omit<TaxedInvoice, 'currency'>>,
): Promise<TaxedInvoice[]> {
	const unsaid = rows.filter(({ invoice }) => isAbsent(invoice['currency']));
	const named = await addClients(item, unsaid);
	const currencies = new Map(named.map(({ invoice, client }) => [invoice, client.currency]));
	return rows.map((row) => ({
		...row,
		currency: currencies.get(row.invoice) ?? currencyCode(row.invoice['currency']),
	}));
}

const ZERO = new Big(0);
const UNTAXED = { kind: 'untaxed', name: '', percent: undefined, tax: ZERO } as const;

/**
 * The taxes of an invoice by name and percentage, as its lines have them after discounts (§2.2, §4.2). The base of a compound
 * tax includes the line's first tax. `untaxed` is what has no tax: lines, and charges, for which the interface shows none.
 * `unexplained` is what the invoice's own total and tax have beyond all of that, such as a tax on charges, other rounding,
 * or lines that can't be read.
 *
 * @returns undefined if its total or its tax can't be read
 */
export function taxesIn(invoice: BillingRecord): Taxes | undefined {
	const [billed, tax] = [billedIn(invoice), amountIn(invoice['total_tax'])];
	if (billed === undefined || tax === undefined) return undefined;
	const total = billed.minus(amountIn(invoice['late_fee']) ?? ZERO);
	const items = partsOf(invoice['items'], LINE_AMOUNTS);
	const charge = partsOf(invoice['additional_charges'], ['amount']);
	const { lines, charges } = totalsOf({
		items: { item: items },
		additional_charges: { additional_charge: charge },
	});
	const ofLines = lines.flatMap((line, index) => taxesOf(items[index] ?? {}, line));
	const ofCharges = charges.eq(0) ? [] : [{ ...UNTAXED, base: charges }];
	const rows = [...groupBy([...ofLines, ...ofCharges], keyOf).values()].map(added);
	const unexplained = {
		...UNTAXED,
		kind: 'unexplained',
		base: total
			.minus(tax)
			.minus(charges)
			.minus(sumOf(lines.map(netOf))),
		tax: tax.minus(sumOf(rows.map((row) => row.tax))),
	} as const;
	const isExplained = unexplained.base.eq(0) && unexplained.tax.eq(0);
	return { total, rows: isExplained ? rows : [...rows, unexplained] };
}

const LINE_AMOUNTS = ['unit_cost', 'quantity', 'discount', 'tax1_percent', 'tax2_percent'];

/** The lines or charges of an answer in the form of a request, without those that have an amount that can't be read. */
function partsOf(list: Value | undefined, amounts: readonly string[]): Body[] {
	return recordsIn(list).flatMap((part): Body[] => {
		const read = amounts.flatMap((field) => {
			const amount = isAbsent(part[field]) ? ZERO : amountIn(part[field]);
			return amount === undefined ? [] : [[field, amount.toFixed()] as const];
		});
		const words = WORDS.map(
			([field, word, other]) => [field, isSameText(part[field], word) ? word : other] as const,
		);
		return read.length < amounts.length
			? []
			: [{ ...bodyFrom(part), ...Object.fromEntries<string>([...read, ...words]) }];
	});
}

// What is empty is the second (§4.2, §4.3). Services may spell them in another case.
const WORDS = [
	['type', 'Fixed', 'Percent'],
	['discount_type', 'Fixed', 'Percent'],
	['tax2_type', 'Compound', 'Normal'],
] as const;

function taxesOf(line: Body, totals: LineTotals): TaxRow[] {
	const net = netOf(totals);
	const bases = { tax1: net, tax2: line['tax2_type'] === 'Compound' ? net.plus(totals.tax1) : net };
	const taxes = (['tax1', 'tax2'] as const).flatMap((tax): TaxRow[] => {
		const [name, percent] = [textOf(line[`${tax}_name`]).trim(), new Big(textOf(line[`${tax}_percent`]))];
		// A rate of zero is a tax, too: its base has to be declared.
		if (name === '' && percent.eq(0)) return [];
		return [{ kind: 'tax', name, percent, base: bases[tax], tax: totals[tax] }];
	});
	return taxes.length > 0 ? taxes : [{ ...UNTAXED, base: net }];
}

const netOf = ({ cost, discount }: LineTotals): Big => cost.minus(discount);

const keyOf = ({ kind, name, percent }: TaxRow): string =>
	JSON.stringify([kind, plainText(name), percent?.toFixed()]);

const added = (rows: readonly [TaxRow, ...TaxRow[]]): TaxRow => ({
	...rows[0],
	base: sumOf(rows.map(({ base }) => base)),
	tax: sumOf(rows.map(({ tax }) => tax)),
});

/**
 * The part of an invoice that counts in a period: all of it if its date is in the period, or the share that was paid in the
 * period. Payments count up to the total without the late fee, so they pay the fee last, and what is overpaid counts
 * nothing. A negative payment takes back. Each amount is what was paid for by the end of the period, rounded to two places,
 * halves away from zero, minus the same for the day before it. So periods that follow each other add up to the whole invoice,
 * to the cent.
 *
 * @returns undefined if nothing of it counts; the field that can't be read, if any
 */
export function partIn(invoice: BillingRecord, period: Period, basis: Basis): Taxes | string | undefined {
	const taxes =
		taxesIn(invoice) ?? (amountIn(invoice['total_tax']) === undefined ? 'total_tax' : 'net_balance');
	if (basis === 'invoiceDate') {
		const day = dayIn(invoice['date']);
		if (day === undefined) return 'date';
		return isInPeriod(period, day) ? taxes : undefined;
	}
	const payments = paymentsIn(invoice);
	const isClear = payments.every(({ amount, day }) => amount !== undefined && day !== undefined);
	if (!isClear || !showsAllPayments(invoice)) return 'transactions';
	if (!payments.some(({ day }) => isInPeriod(period, day))) return undefined;
	if (typeof taxes === 'string') return taxes;
	const { total, rows } = taxes;
	const paidIf = (isSo: (day: string) => boolean) =>
		within(total, sumOf(payments.flatMap(({ day = '', amount }) => (isSo(day) ? (amount ?? []) : []))));
	const [before, until] = [paidIf((day) => day < period.from), paidIf((day) => day <= period.to)];
	const shareOf = (amount: Big, paid: Big) =>
		paid.eq(0) ? ZERO : amount.times(paid).div(total).round(2, Big.roundHalfUp);
	const partOf = (amount: Big) => shareOf(amount, until).minus(shareOf(amount, before));
	return {
		total: until.minus(before),
		rows: rows.map((row) => ({ ...row, base: partOf(row.base), tax: partOf(row.tax) })),
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
	const groups = [...groupBy(invoices, ({ currency }) => currency)];
	groups.sort(([one], [other]) => one.localeCompare(other));
	return groups.map(([currency, group]) => {
		const parts: Taxes[] = [];
		const unreadable: Unreadable[] = [];
		for (const { invoice, part } of group) {
			const field = typeof part === 'string' ? part : 'currency';
			if (typeof part !== 'string' && currency !== '') parts.push(part);
			else unreadable.push({ id: Number(invoice['invoice_id']), number: textOf(invoice['number']), field });
		}
		const rows = parts.flatMap((part) => part.rows);
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

type Rows = readonly [TaxRow, ...TaxRow[]];

const KINDS = ['tax', 'untaxed', 'unexplained'];

const byName = ([one]: Rows, [other]: Rows): number =>
	KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
	plainText(one.name).localeCompare(plainText(other.name)) ||
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
