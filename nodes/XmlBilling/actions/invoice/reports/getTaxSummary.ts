import type { IDataObject } from 'n8n-workflow';
import type { ItemContext } from '../../../engine/itemContext';
import { reportPeriodOf } from '../../../engine/reads/period';
import { warnOf } from '../../../engine/warnOf';
import { invoiceRecord } from '../../../records';
import { dayIn, isInPeriod, type Period } from '../../../xml/days';
import { briefName } from '../../../records/display';
import {
	mayHavePayments,
	paymentsIn,
	showsAllPayments,
	showsPayments,
} from '../../../records/invoicePayments';
import { isDraft, isValid, shows } from '../../../records/states';
import { isAbsent } from '../../../xml/values';
import type { BillingRecord } from '../../../xml/shape';
import { addClients, currencyCode } from '../../documents/billedClients';
import { readInvoices } from '../../documents/readInvoices';
import { partIn, taxesIn, taxSummaryOf, type Basis, type TaxedInvoice, type TaxRow } from './taxSummary';

const NEEDED = ['number', 'date', 'invoice_status', 'status', 'currency'];

/**
 * The taxes of a period, one item per currency (see `taxSummaryOf`). Archived invoices count; drafts and canceled ones
 * don't. An invoice whose listed lines and charges don't explain its total and its tax is read on its own (§2.2).
 */
export async function getTaxSummary(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const basis: Basis = item.values['basis'] === 'payments' ? 'payments' : 'invoiceDate';
	const invoices = await readInvoices(item, {
		// A payment may be older than its invoice, so the invoices of all days are read for payments.
		filter: basis === 'payments' ? {} : { date_from: period.from || undefined, date_to: period.to },
		statuses: ['Active', 'Archived'],
		mayMatter: (invoice) => isValid(invoice) && !isDraft(invoice) && mayCount(invoice, period, basis),
		isEnough: (invoice) =>
			shows(invoice, NEEDED) &&
			taxesIn(invoice)?.rows.every(isExplained) === true &&
			(basis === 'invoiceDate' || showsPayments(invoice)),
		because: 'lists do not show all of their taxes',
	});
	const taxed = invoices.flatMap((invoice): TaxedInvoice[] => {
		const part = isAbsent(invoice['invoice_status']) ? 'unknown status' : partIn(invoice, period, basis);
		return part === undefined ? [] : [{ invoice, part }];
	});
	const currencies = await currenciesOf(item, taxed);
	const currencyOf = (invoice: BillingRecord) => currencies.get(invoice) ?? '';
	warnOfGaps(item, taxed, currencyOf);
	return taxSummaryOf(taxed, currencyOf, period);
}

/** A list may leave out the name of a tax. */
const isExplained = ({ kind, name }: TaxRow): boolean =>
	kind === 'untaxed' || (kind === 'tax' && name !== '');

function mayCount(invoice: BillingRecord, period: Period, basis: Basis): boolean {
	if (basis === 'invoiceDate') return isInPeriod(period, dayIn(invoice['date']));
	if (!mayHavePayments(invoice)) return false;
	return !showsAllPayments(invoice) || paymentsIn(invoice).some(({ day }) => isInPeriod(period, day));
}

/** The currencies of invoices. Clients are read only for those that don't show theirs. */
async function currenciesOf(
	item: ItemContext,
	taxed: readonly TaxedInvoice[],
): Promise<ReadonlyMap<BillingRecord, string>> {
	const unsaid = await addClients(
		item,
		taxed.filter(({ invoice }) => currencyCode(invoice['currency']) === ''),
	);
	const ofClients = new Map(unsaid.map(({ invoice, client }) => [invoice, client.currency]));
	return new Map(
		taxed.map(({ invoice }) => [invoice, ofClients.get(invoice) ?? currencyCode(invoice['currency'])]),
	);
}

function warnOfGaps(
	item: ItemContext,
	taxed: readonly TaxedInvoice[],
	currencyOf: (invoice: BillingRecord) => string,
): void {
	const namesWhere = (isSo: (taxed: TaxedInvoice) => boolean) =>
		taxed.filter(isSo).map(({ invoice }) => briefName(invoiceRecord, invoice));
	warnOf(
		item,
		namesWhere(({ invoice, part }) => typeof part === 'string' || currencyOf(invoice) === ''),
		(names) => `These invoices are in not_counted, each with its reason: ${names}. Their taxes are missing.`,
	);
	warnOf(
		item,
		namesWhere(
			({ part }) => typeof part !== 'string' && part.rows.some(({ kind }) => kind === 'unexplained'),
		),
		(names) =>
			`The lines and charges of these invoices do not add up to their total and tax, so the difference is unexplained: ${names}.`,
	);
}
