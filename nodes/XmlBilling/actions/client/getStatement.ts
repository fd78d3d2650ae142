import type { IDataObject } from 'n8n-workflow';
import { clientRecord, invoiceRecord } from '../../records';
import { nameOf } from '../../records/display';
import { rowOf } from '../../records/outputRecord';
import { recordsIn, textOf, type BillingRecord } from '../../xml/shape';
import { warnAbout, type Doubt, idOf, type ItemContext } from '../../engine/item/itemContext';
import { readAmount, shownAmount, sumOf } from '../../records/amounts';
import { shownClient, currencyCode, ofClient } from '../documents/billedClients';
import { withoutTime, type Period } from '../../xml/days';
import { hasUnclearFee, mayHavePayments, paymentsAddUp } from '../../records/invoicePayments';
import { inStatus } from '../../records/states';
import { groupBy } from '../../objects';
import { amount, asListed, unless } from '../../reads/question';
import { recordsFor } from '../../engine/reads/recordReads';
import { reportPeriodOf } from '../../engine/reads/period';
import { leftOut, movementsOf, showsMovements } from './movements';
import { accountOf, uncountedIn } from './statement';

/** A row without values. */
export const EMPTY_ENTRY = {
	date: '',
	kind: '',
	number: '',
	amount: null,
	balance: null,
	currency: '',
	reason: '',
	client_organization: '',
	invoice_due_date: '',
	method: '',
	reference: '',
	invoice_id: null,
	client_name: '',
	client_email: '',
	client_id: null,
};

/**
 * A client's account in each currency, that of the client first: as rows, from its opening balance on, or as totals. Archived invoices count. Drafts and canceled
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
	warnAbout(item, invoices, ...doubtsOf(period));
	const own = currencyCode(client['currency']);
	const inCurrency = groupBy(invoices, (invoice) => invoice.client.currency ?? own);
	const others = [...inCurrency.keys()].filter((currency) => currency !== own).sort();
	const { credits, total: creditsTotal } = creditsOf(item, client);
	const isOwnShown = others.length === 0 || credits.length > 0 || inCurrency.has(own);
	const accounts = [...(isOwnShown ? [own] : []), ...others].map((currency) => {
		const ofCurrency = inCurrency.get(currency) ?? [];
		const { entries, not_counted, ...totals } = accountOf(
			ofCurrency.flatMap(({ movements }) => movements),
			period,
		);
		const isOwn = currency === own;
		return {
			client_organization: textOf(client['organization']),
			currency,
			...totals,
			outstanding: shownAmount(
				sumOf(
					ofCurrency.flatMap(({ isCounted, outstanding }) => (isCounted ? (outstanding.amount ?? []) : [])),
				),
			),
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
	if (item.values['show'] === 'totals') return accounts;
	return accounts.flatMap(({ entries, not_counted, credits: held, ...account }) => {
		const opening = { date: account.from, kind: 'opening', balance: account.opening_balance };
		const apart = not_counted.map((row) => ({ ...row, kind: 'not_counted' }));
		const ofCredits = held.map((credit) => ({ ...credit, kind: 'credit' }));
		return [opening, ...entries, ...apart, ...ofCredits].map((row) =>
			rowOf(EMPTY_ENTRY, { ...account, ...row }),
		);
	});
}

const invoicesOf = async (item: ItemContext, id: number, period: Period) =>
	await recordsFor(item, invoiceRecord, {
		filter: { client_id: String(id) },
		lists: inStatus('Active', 'Archived', 'Cancel'),
		where: [
			ofClient(String(id)),
			unless((invoice) => leftOut(invoice) !== undefined && !mayHavePayments(invoice)),
		],
		needs: {
			client: shownClient,
			movements: { isShown: (invoice) => showsMovements(invoice, period), of: movementsOf },
			outstanding: amount('outstanding'),
			isCounted: asListed((invoice) => leftOut(invoice) === undefined),
			addUp: asListed(paymentsAddUp),
			hasUnclearFee: asListed(hasUnclearFee),
		},
	});

function creditsOf(item: ItemContext, client: BillingRecord) {
	const read = recordsIn(client['credits']).map((credit) => ({ credit, ...readAmount(credit['amount']) }));
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

type Invoice = Awaited<ReturnType<typeof invoicesOf>>[number];

function doubtsOf(period: Period): Array<Doubt<Invoice>> {
	const hasUncounted = ({ movements }: Invoice) => uncountedIn(movements, period).length > 0;
	return [
		[
			({ addUp }) => !addUp,
			(names) =>
				`The payments that these invoices show do not add up to their total paid, so the balance may be wrong: ${names}.`,
		],
		[
			({ isCounted, hasUnclearFee }) => isCounted && hasUnclearFee,
			(names) =>
				`What is paid and outstanding on these invoices does not show whether their total includes the late fee, so the fee was added, and the balance may be wrong: ${names}.`,
		],
		[
			(invoice) => invoice.isCounted && hasUncounted(invoice),
			(names) => `Amounts or dates cannot be read on these invoices, so they are in not_counted: ${names}.`,
		],
		[
			(invoice) => !invoice.isCounted && hasUncounted(invoice),
			(names) =>
				`These invoices are drafts or canceled, so their payments are in not_counted: ${names}. Check what became of the money.`,
		],
		[
			({ isCounted, outstanding }) => isCounted && outstanding.amount === undefined,
			(names) =>
				`The outstanding amounts of these invoices cannot be read, so they are not in outstanding: ${names}.`,
		],
	];
}
