/** A client's account over a period. */
import type Big from 'big.js';
import type { IDataObject } from 'n8n-workflow';
import { idOf, warnOfUnreadable, type ItemContext, type Unreadable } from '../../execution/item';
import { reportPeriodOf } from '../../execution/period';
import { recordsFor } from '../../execution/recordReads';
import { groupBy } from '../../helpers/GenericFunctions';
import { clientRecord, invoiceRecord } from '../../records';
import { readAmount, shownAmount, sumOf, ZERO } from '../../records/money';
import {
	billedIn,
	mayHavePayments,
	showsAllPayments,
	paymentsIn,
	showsPayments,
} from '../../records/invoicePayments';
import { rowOf } from '../../records/outputRecord';
import { inStatus, isDraft, isValid, shows } from '../../records/states';
import { dayIn, isInPeriod, withoutTime, type Period } from '../../xml/dates';
import { recordsIn, textOf, type BillingRecord } from '../../xml/shape';
import { decimalOf, isAbsent } from '../../xml/values';
import { currencyCode, showsClient, unreadableInvoice } from '../documents/billedClients';

/** A row without values. */
export const EMPTY_ENTRY = {
	date: '',
	kind: '',
	number: '',
	amount: null,
	balance: null,
	currency: '',
	field: '',
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
 * A client's account in each currency, that of the client first: as rows, from its opening balance on, or as totals. Archived
 * invoices count. Drafts and canceled invoices don't: the interface doesn't say what became of payments for them. Credits are
 * those of now, and not subtracted (§2.2).
 */
export async function getStatement(item: ItemContext): Promise<IDataObject[]> {
	const period = reportPeriodOf(item);
	const id = idOf(item, clientRecord);
	const client = await item.api.get(clientRecord, id);
	const invoices = await recordsFor(item, invoiceRecord, {
		filter: { client_id: String(id) },
		lists: inStatus('Active', 'Archived', 'Cancel'),
		keep: (invoice) => isCounted(invoice) || mayHavePayments(invoice),
		isEnough: (invoice) => shows(invoice, NEEDED) && showsClient(invoice) && showsPayments(invoice),
	});
	const own = currencyCode(client['currency']);
	const inCurrency = groupBy(invoices, (invoice) => currencyCode(invoice['currency']) || own);
	const others = [...inCurrency.keys()].filter((currency) => currency !== own).sort();
	const held = recordsIn(client['credits']);
	const isOwnShown = others.length === 0 || held.length > 0 || inCurrency.has(own);
	const currencies = isOwnShown ? [own, ...others] : others;
	const accounts = currencies.map((currency) => {
		const { entries, unreadable, ...totals } = accountOf(inCurrency.get(currency) ?? [], period);
		const credits = (currency === own ? held : []).map((credit) => ({
			amount: readAmount(credit['amount']).shown,
			date: withoutTime(credit['credit_date']),
			method: textOf(credit['payment_method']),
			note: textOf(credit['payment_note']),
		}));
		const amounts = credits.map(({ amount }) => decimalOf(amount));
		if (amounts.includes(undefined)) unreadable.push({ id, field: 'credits' });
		return {
			client_organization: textOf(client['organization']),
			currency,
			...totals,
			credits_total: shownAmount(sumOf(amounts.filter((amount) => amount !== undefined))),
			...period,
			client_name: textOf(client['name']),
			client_email: textOf(client['email']),
			client_id: id,
			entries,
			unreadable,
			credits,
		};
	});
	warnOfUnreadable(item, accounts);
	if (item.values['show'] === 'totals') return accounts;
	return accounts.flatMap(({ entries, unreadable, credits, ...account }) => {
		const opening = { date: account.from, kind: 'opening', balance: account.opening_balance };
		const left = unreadable.map(({ number, field, id: invoice_id }) => ({
			kind: 'unreadable',
			number,
			field,
			invoice_id: field === 'credits' ? null : invoice_id,
		}));
		const ofCredits = credits.map((credit) => ({ ...credit, kind: 'credit' }));
		return [opening, ...entries, ...left, ...ofCredits].map((row) =>
			rowOf(EMPTY_ENTRY, { ...account, ...row }),
		);
	});
}

const NEEDED = [
	...['number', 'date', 'invoice_due_date', 'invoice_status', 'status'],
	...['net_balance', 'late_fee', 'total_paid', 'outstanding'],
];

const isCounted = (invoice: BillingRecord): boolean => isValid(invoice) && !isDraft(invoice);

/** An invoice or a payment. */
interface Movement {
	readonly kind: 'invoice' | 'payment';
	readonly day: string;
	readonly amount: Big;
	readonly invoice: BillingRecord;
	readonly method: string;
	readonly reference: string;
}

/**
 * The account over a period: opening balance plus invoiced minus paid is the closing balance, which is also the balance of
 * the last entry. Entries are in order of days; on the same day, invoices come first. An invoice with a field that can't be
 * read is left out with its payments, and is in `unreadable`.
 */
export function accountOf(invoices: readonly BillingRecord[], period: Period) {
	const unreadable: Unreadable[] = [];
	const counted: BillingRecord[] = [];
	for (const invoice of invoices) {
		const field = unreadableIn(invoice, period);
		if (field !== undefined) unreadable.push(unreadableInvoice(invoice, field));
		else if (isCounted(invoice)) counted.push(invoice);
	}
	const movements = counted.flatMap(movementsOf).sort(byDay);
	const opening = sumOf(movements.filter(({ day }) => day < period.from).map(signed));
	const within = movements.filter(({ day }) => isInPeriod(period, day));
	let balance = opening;
	const entries = within.map((movement) => {
		balance = balance.plus(signed(movement));
		return entryOf(movement, balance);
	});
	const totalOf = (kind: Movement['kind']) =>
		shownAmount(sumOf(within.filter((movement) => movement.kind === kind).map(({ amount }) => amount)));
	return {
		opening_balance: shownAmount(opening),
		invoiced: totalOf('invoice'),
		paid: totalOf('payment'),
		closing_balance: shownAmount(balance),
		outstanding: shownAmount(sumOf(counted.map((invoice) => decimalOf(invoice['outstanding']) ?? ZERO))),
		entries,
		unreadable,
	};
}

/** The field of an invoice that can't be read; of one that doesn't count, the state, if it was paid in the period. */
function unreadableIn(invoice: BillingRecord, period: Period): string | undefined {
	const payments = paymentsIn(invoice);
	if (!isCounted(invoice)) {
		const isPaid = payments.length === 0 || payments.some(({ day }) => isInPeriod(period, day));
		if (!isPaid) return undefined;
		return isValid(invoice) ? 'invoice_status' : 'status';
	}
	if (isAbsent(invoice['currency'])) return 'currency';
	if (dayIn(invoice['date']) === undefined) return 'date';
	if (billedIn(invoice) === undefined) return 'net_balance';
	if (decimalOf(invoice['outstanding']) === undefined) return 'outstanding';
	const isClear = payments.every(({ amount, day }) => amount !== undefined && day !== undefined);
	return isClear && showsAllPayments(invoice) ? undefined : 'transactions';
}

/** An invoice that can be read, and its payments. */
function movementsOf(invoice: BillingRecord): Movement[] {
	const issued: Movement = {
		kind: 'invoice',
		day: dayIn(invoice['date']) ?? '',
		amount: billedIn(invoice) ?? ZERO,
		invoice,
		method: '',
		reference: '',
	};
	const payments = paymentsIn(invoice).map(({ day = '', amount = ZERO, method, reference }): Movement => ({
		kind: 'payment',
		day,
		amount,
		invoice,
		method,
		reference,
	}));
	return [issued, ...payments];
}

const byDay = (one: Movement, other: Movement): number =>
	one.day.localeCompare(other.day) ||
	one.kind.localeCompare(other.kind) ||
	Number(one.invoice[invoiceRecord.id]) - Number(other.invoice[invoiceRecord.id]);

const signed = ({ kind, amount }: Movement): Big => (kind === 'invoice' ? amount : amount.neg());

const entryOf = ({ kind, day, amount, invoice, method, reference }: Movement, balance: Big): IDataObject => ({
	date: day,
	kind,
	number: textOf(invoice['number']),
	amount: shownAmount(amount),
	balance: shownAmount(balance),
	invoice_due_date: kind === 'invoice' ? withoutTime(invoice['invoice_due_date']) : '',
	method,
	reference,
	invoice_id: Number(invoice[invoiceRecord.id]),
});
