import type { IDataObject } from 'n8n-workflow';
import { warnAbout, type ItemContext } from '../../../engine/item/itemContext';
import { reportPeriodOf } from '../../../engine/reads/period';
import { invoiceRecord } from '../../../records';
import { dayIn, isInPeriod, type Period } from '../../../xml/days';
import {
	mayHavePayments,
	paymentsIn,
	showsAllPayments,
	showsPayments,
} from '../../../records/invoicePayments';
import { inStatus, isDraft, isValid, shows } from '../../../records/states';
import { isAbsent } from '../../../xml/values';
import type { BillingRecord } from '../../../xml/shape';
import { recordsFor } from '../../../engine/reads/recordReads';
import { amount, day, ifShown, text, unless, type Need } from '../../../reads/question';
import { addClients, shownClient, type WithClient } from '../../documents/billedClients';
import {
	partIn,
	taxesIn,
	taxRowsOf,
	taxSummaryOf,
	type Basis,
	type TaxedInvoice,
	type TaxRow,
} from './taxSummary';

/**
 * The taxes of a period in each currency (see `taxSummaryOf`), as rows or as totals. Archived invoices count; drafts and canceled ones
 * don't. An invoice whose listed lines and charges don't explain its total and its tax is read on its own (§2.2).
 */
export async function getTaxSummary(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const basis: Basis = item.values['basis'] === 'payments' ? 'payments' : 'invoiceDate';
	const part: Need<TaxedInvoice['part'] | undefined> = {
		isShown: (invoice) =>
			shows(invoice, ['status', 'invoice_status']) &&
			taxesIn(invoice)?.rows.every(isExplained) === true &&
			(basis === 'invoiceDate' || showsPayments(invoice)),
		of: (invoice) =>
			isAbsent(invoice['invoice_status']) ? 'unknown status' : partIn(invoice, period, basis),
	};
	const invoices = await recordsFor(item, invoiceRecord, {
		// A payment may be older than its invoice, so the invoices of all days are read for payments.
		filter: basis === 'payments' ? {} : { date_from: period.from || undefined, date_to: period.to },
		lists: inStatus('Active', 'Archived'),
		where: [unless((invoice) => !isValid(invoice) || isDraft(invoice) || !mayCount(invoice, period, basis))],
		needs: { ...NEEDS, part },
	});
	const taxed = await withCurrencies(
		item,
		invoices.flatMap((invoice) => (invoice.part === undefined ? [] : [{ ...invoice, part: invoice.part }])),
	);
	warnAbout(
		item,
		taxed,
		[
			({ part, currency }) => typeof part === 'string' || currency === '',
			(names) =>
				`These invoices are in not_counted, each with its reason: ${names}. Their taxes are missing.`,
		],
		[
			({ part }) => typeof part !== 'string' && part.rows.some(({ kind }) => kind === 'unexplained'),
			(names) =>
				`The lines and charges of these invoices do not add up to their total and tax, so the difference is unexplained: ${names}.`,
		],
	);
	const summaries = taxSummaryOf(taxed, period);
	return item.values['show'] === 'totals' ? summaries : taxRowsOf(summaries);
}

const NEEDS = {
	number: text('number'),
	date: day('date'),
	tax: ifShown(amount('total_tax')),
	client: { ...shownClient, isShown: (invoice: BillingRecord) => shows(invoice, ['currency']) },
};

/** A list may leave out the name of a tax. */
const isExplained = ({ kind, name }: TaxRow): boolean =>
	kind === 'untaxed' || (kind === 'tax' && name !== '');

function mayCount(invoice: BillingRecord, period: Period, basis: Basis): boolean {
	if (basis === 'invoiceDate') return isInPeriod(period, dayIn(invoice['date']));
	if (!mayHavePayments(invoice)) return false;
	return !showsAllPayments(invoice) || paymentsIn(invoice).some(({ day }) => isInPeriod(period, day));
}

/** Invoices with their currencies. Clients are read only for those that don't show theirs. */
async function withCurrencies<Row extends WithClient>(item: ItemContext, rows: readonly Row[]) {
	const unsaid = rows.filter(({ client }) => client.currency === undefined);
	const ofClients = new Map(
		(await addClients(item, unsaid)).map(({ client }, index) => [unsaid[index], client.currency]),
	);
	return rows.map((row) => ({ ...row, currency: row.client.currency ?? ofClients.get(row) ?? '' }));
}
