/** The movements of a statement, as invoices show them. Pure. */
import { textOf, type BillingRecord } from '../../xml/shape';
import { amountIn, readAmount, shownAmount } from '../../records/amounts';
import { dayIn, isInPeriod, withoutTime, type Period } from '../../xml/days';
import { askedIn, billedIn, paymentsIn, showsPayments } from '../../records/invoicePayments';
import { invoiceIdOf, isDraft, isValid, shows } from '../../records/states';
import { clientIdOf } from '../documents/billedClients';
import type { Movement } from './statement';
import { without } from '../../objects';

/** Whether a listed invoice shows all that its movements need. Only entries of the period show due dates. */
export function showsMovements(invoice: BillingRecord, period: Period): boolean {
	const { outstanding, late_fee: fee, invoice_due_date: due, date } = invoice;
	const [net, asked] = [amountIn(invoice['net_balance']), askedIn(invoice)];
	return (
		shows(invoice, ['number', 'date', 'invoice_status', 'status', 'currency']) &&
		clientIdOf(invoice) !== undefined &&
		amountIn(outstanding) !== undefined &&
		showsPayments(invoice) &&
		net !== undefined &&
		(fee !== undefined || asked?.eq(net) === true) &&
		(due !== undefined || !isInPeriod(period, dayIn(date)))
	);
}

/** Whether an invoice is left out, and only its payments are shown apart. */
export const leftOut = (invoice: BillingRecord): Movement['leftOut'] => {
	if (!isValid(invoice)) return 'canceled invoice';
	return isDraft(invoice) ? 'draft' : undefined;
};

/** An invoice and its payments. Of one that is left out, only the payments. */
export function movementsOf(invoice: BillingRecord): Movement[] {
	const reason = leftOut(invoice);
	const common = {
		number: textOf(invoice['number']),
		invoice_id: invoiceIdOf(invoice),
		leftOut: reason,
	};
	const payments = paymentsIn(invoice).map((payment): Movement => ({
		...without(payment, 'notes'),
		...common,
		kind: 'payment',
		invoice_due_date: '',
	}));
	return reason === undefined ? [{ ...common, ...issueOf(invoice) }, ...payments] : payments;
}

function issueOf(invoice: BillingRecord): Omit<Movement, 'number' | 'invoice_id'> {
	const amount = billedIn(invoice);
	return {
		kind: 'invoice',
		day: dayIn(invoice['date']),
		date: textOf(invoice['date']),
		amount,
		shown: amount === undefined ? readAmount(invoice['net_balance']).shown : shownAmount(amount),
		invoice_due_date: withoutTime(invoice['invoice_due_date']),
		method: '',
		reference: '',
	};
}
