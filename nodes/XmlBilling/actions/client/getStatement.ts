import type { IDataObject } from 'n8n-workflow';
import { clientRecord, invoiceRecord } from '../../records';
import { briefName, nameOf } from '../../records/display';
import { NUMBER, TEXT, arrayOf, objectOf, type Schemas } from '../../records/outputSchema';
import { isRecord, textOf, type BillingRecord } from '../../xml/shape';
import { idOf, type ItemContext } from '../../engine/itemContext';
import { amountIn, readAmount, shownAmount, sumOf } from '../../records/amounts';
import { clientIdOf, contactSchemas, currencyCode } from '../documents/billedClients';
import { withoutTime, type Period } from '../../xml/days';
import {
	hasUnclearFee,
	mayHavePayments,
	paymentsAddUp,
	PAYMENTS_UNLISTED,
} from '../../records/invoicePayments';
import { reportPeriodOf } from '../../engine/reads/period';
import { readInvoices } from '../documents/readInvoices';
import { warnOf } from '../../engine/warnOf';
import { leftOut, movementsOf, showsMovements } from './movements';
import { accountOf, entrySchemas, totalSchemas, uncountedIn } from './statement';

export const statementSchemas: Schemas = {
	client_organization: TEXT,
	currency: TEXT,
	...totalSchemas,
	outstanding: NUMBER,
	credits_total: NUMBER,
	from: TEXT,
	to: TEXT,
	...contactSchemas,
	...entrySchemas,
	credits: arrayOf(objectOf({ amount: NUMBER, date: TEXT, method: TEXT, note: TEXT })),
};

/**
 * A client's account, one item per currency: that of the client first. Archived invoices count. Drafts and canceled
 * invoices don't, and their payments are shown apart, because the interface doesn't say what became of the money. Credits
 * are those of now, and not subtracted (§2.2).
 */
export async function getStatement(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const id = idOf(item, clientRecord);
	const [client, invoices] = await Promise.all([
		item.api.get(clientRecord, id),
		invoicesOf(item, id, period),
	]);
	warnOfGaps(item, invoices, period);
	const own = currencyCode(client['currency']);
	const currencyOf = (invoice: BillingRecord) => currencyCode(invoice['currency']) || own;
	const others = [...new Set(invoices.map(currencyOf))].filter((currency) => currency !== own).sort();
	const { credits, total: creditsTotal } = creditsOf(item, client);
	const isOwnShown =
		others.length === 0 || credits.length > 0 || invoices.some((one) => currencyOf(one) === own);
	return [...(isOwnShown ? [own] : []), ...others].map((currency) => {
		const ofCurrency = invoices.filter((invoice) => currencyOf(invoice) === currency);
		const { entries, not_counted, ...totals } = accountOf(ofCurrency.flatMap(movementsOf), period);
		const isOwn = currency === own;
		return {
			client_organization: textOf(client['organization']),
			currency,
			...totals,
			outstanding: outstandingOf(ofCurrency),
			credits_total: isOwn ? creditsTotal : 0,
			...period,
			client_name: textOf(client['name']),
			client_email: textOf(client['email']),
			client_id: id,
			entries,
			not_counted,
			credits: isOwn ? credits : [],
		};
	});
}

const invoicesOf = async (item: ItemContext, id: number, period: Period): Promise<BillingRecord[]> =>
	await readInvoices(item, {
		filter: { client_id: String(id) },
		statuses: ['Active', 'Archived', 'Cancel'],
		mayMatter: (invoice) =>
			(clientIdOf(invoice) ?? id) === id && (leftOut(invoice) === undefined || mayHavePayments(invoice)),
		isEnough: (invoice) => showsMovements(invoice, period),
		because: PAYMENTS_UNLISTED,
	});

const outstandingOf = (invoices: readonly BillingRecord[]) =>
	shownAmount(
		sumOf(
			invoices.flatMap((invoice) =>
				leftOut(invoice) === undefined ? (amountIn(invoice['outstanding']) ?? []) : [],
			),
		),
	);

function creditsOf(item: ItemContext, client: BillingRecord) {
	const credits = (Array.isArray(client['credits']) ? client['credits'] : []).filter(isRecord);
	const read = credits.map((credit) => ({ credit, ...readAmount(credit['amount']) }));
	if (read.some(({ amount }) => amount === undefined))
		item.warn(
			`Credits of ${nameOf(clientRecord, client)} have amounts that cannot be read. They are shown, but not in credits_total.`,
		);
	return {
		total: shownAmount(sumOf(read.flatMap(({ amount }) => amount ?? []))),
		credits: read.map(({ credit, shown }) => ({
			amount: shown,
			date: withoutTime(credit['credit_date']),
			method: textOf(credit['payment_method']),
			note: textOf(credit['payment_note']),
		})),
	};
}

function warnOfGaps(item: ItemContext, invoices: readonly BillingRecord[], period: Period): void {
	const warnAbout = (isSo: (invoice: BillingRecord) => boolean, textFor: (names: string) => string) =>
		warnOf(
			item,
			invoices.filter(isSo).map((invoice) => briefName(invoiceRecord, invoice)),
			textFor,
		);
	const hasUncounted = (invoice: BillingRecord) => uncountedIn(movementsOf(invoice), period).length > 0;
	const isCounted = (invoice: BillingRecord) => leftOut(invoice) === undefined;
	warnAbout(
		(invoice) => !paymentsAddUp(invoice),
		(names) =>
			`The payments that these invoices show do not add up to their total paid, so the balance may be wrong: ${names}.`,
	);
	warnAbout(
		(invoice) => isCounted(invoice) && hasUnclearFee(invoice),
		(names) =>
			`What is paid and outstanding on these invoices does not show whether their total includes the late fee, so the fee was added, and the balance may be wrong: ${names}.`,
	);
	warnAbout(
		(invoice) => isCounted(invoice) && hasUncounted(invoice),
		(names) => `Amounts or dates cannot be read on these invoices, so they are in not_counted: ${names}.`,
	);
	warnAbout(
		(invoice) => !isCounted(invoice) && hasUncounted(invoice),
		(names) =>
			`These invoices are drafts or canceled, so their payments are in not_counted: ${names}. Check what became of the money.`,
	);
	warnAbout(
		(invoice) => isCounted(invoice) && amountIn(invoice['outstanding']) === undefined,
		(names) =>
			`The outstanding amounts of these invoices cannot be read, so they are not in outstanding: ${names}.`,
	);
}
