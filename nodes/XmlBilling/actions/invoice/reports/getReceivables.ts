import type { IDataObject } from 'n8n-workflow';
import { invoiceRecord } from '../../../records';
import { textOf } from '../../../xml/shape';
import {
	checkedValue,
	NOTHING_READ,
	warnAbout,
	option,
	type ItemContext,
} from '../../../engine/item/itemContext';
import { amountIn } from '../../../records/amounts';
import { addClients, shownClient, ofClient } from '../../documents/billedClients';
import { isInPeriod, today } from '../../../xml/days';
import { inStatus, isActive, isDraft, isMarkedPaid, shows } from '../../../records/states';
import { filtersOf, recordsFor } from '../../../engine/reads/recordReads';
import { amount, day, ifShown, onFields, text } from '../../../reads/question';
import { readLimits, receivablesOf } from './receivables';
import { without } from '../../../objects';

const NEEDS = {
	number: text('number'),
	outstanding: amount('outstanding'),
	due: day('invoice_due_date'),
	date: ifShown(day('date')),
	status: text('invoice_status'),
	client: shownClient,
};

/**
 * What each client owes in each currency, by age. Balances are those of now; only ages depend on the day. Open invoices
 * are active, no drafts, and show an amount other than zero (§2.2, §3). A paid one may be overpaid.
 */
export async function getReceivables(item: ItemContext): Promise<IDataObject[]> {
	const asOf = checkedValue(item, 'Options › As Of', option(item, 'asOf'), 'date') || today(item);
	const read = readLimits(option(item, 'bucketLimits'));
	if (!read.ok) throw item.problem(`Options › Bucket Limits ${read.problem}`, NOTHING_READ);
	const filter = filtersOf(item);
	const invoices = await recordsFor(item, invoiceRecord, {
		filter,
		lists: inStatus('Active'),
		where: [ofClient(textOf(filter['client_id'])), OPEN],
		needs: NEEDS,
	});
	const isPast = asOf < today(item);
	const issued = isPast
		? invoices.filter(({ date }) => isInPeriod({ from: '', to: asOf }, date?.day))
		: invoices;
	if (isPast)
		item.warn(
			`The amounts are what is owed now: what was paid since ${asOf} is missing, and invoices dated later are left out. For what a client owed on a past day, use Client › Get Statement.`,
		);
	const open = await addClients(item, issued);
	warnAbout(
		item,
		issued,
		[
			({ outstanding }) => outstanding.amount === undefined,
			(names) =>
				`The outstanding amounts of these invoices cannot be read, so they are in not_counted: ${names}.`,
		],
		[
			({ due }) => due.day === undefined && due.shown.trim() !== '',
			(names) => `The due dates of these invoices cannot be read, so they count as not due: ${names}.`,
		],
	);
	const report = receivablesOf(open, asOf, read.limits);
	return option(item, 'includeInvoices') === true
		? report
		: report.map((debtor) => without(debtor, 'invoices'));
}

// A paid invoice may be overpaid, but only its own record can say so.
const OPEN = onFields(
	['status', 'invoice_status', 'outstanding'],
	(invoice, isListed) =>
		isActive(invoice) &&
		!isDraft(invoice) &&
		amountIn(invoice['outstanding'])?.eq(0) !== true &&
		(isListed || !isMarkedPaid(invoice) || shows(invoice, ['outstanding'])),
);
