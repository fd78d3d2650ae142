import Big from 'big.js';
import type { ItemContext } from '../../engine/itemContext';
import type { Prepared } from '../../engine/operation';
import { estimateRecord } from '../../records';
import { sameTexts, shownText, type ResentFields } from '../../records/resent';
import type { Body } from '../../xml/request';
import type { BillingRecord } from '../../xml/shape';
import { totalsOf } from '../../xml/totals';
import { check, isAbsent } from '../../xml/values';
import { keep, refuseUnfit } from '../common/resendUnchanged';
import { withElement } from '../common/standard';
import { linesOf } from '../documents/changeLines';
import { createOf } from '../documents/create';
import { LINE_RULES, withoutAbsent } from '../documents/lineRules';
import { encodeLines, toLines } from '../documents/readLines';
import { INVOICE } from '../documents/types';
import { keepClient } from '../documents/update';

/**
 * Turns an estimate into an invoice. The method of that name takes no estimate (§4.11), so the node reads it and copies
 * its client, lines, title, purchase order, notes and terms. Its taxes cannot be read (§2.2): the form has to set them.
 */
export async function createFromEstimate(call: ItemContext): Promise<Prepared> {
	const { [estimateRecord.id]: id, ...given } = call.body;
	const estimate = await call.api.get(estimateRecord, Number(id));
	const { tax1, tax2 } = call.values;
	refuseUnsaidTaxes(call, estimate);
	const items = linesOf(estimate);
	// An answer may show more of a line than a request takes.
	const taken: readonly string[] = LINE_RULES.createInvoiceFromEstimate.elements;
	for (const [index, item] of items.entries())
		refuseUnfit(call, estimateRecord, estimate, taken, { name: `line ${index + 1}`, values: item });
	const rows = items.map((item) => ({
		// On an existing line, a value that is not shown is 0.
		unit_cost: 0,
		quantity: 0,
		...withoutAbsent(Object.fromEntries(Object.entries(item).filter(([name]) => taken.includes(name)))),
		tax1,
		tax2,
	}));
	const lines = await toLines(call, rows, 'Line');
	const encoded = encodeLines(call, lines, LINE_RULES.createInvoiceFromEstimate, 'Line');
	if (encoded.length === 0) throw call.problem('The estimate has no lines to carry over');

	const billed = keepClient(call, estimateRecord, withElement(given, 'items/item', encoded), estimate);
	const body = keep(call, estimateRecord, billed, estimate, CARRIED);
	warnOfOtherTax(call, estimate, body);
	return await createOf(call, INVOICE, body);
}

// The fields of the estimate that the invoice copies besides client and lines.
const CARRIED: ResentFields = {
	invoice_title: shownText('estimate_title'),
	...sameTexts('po_number', 'notes', 'terms'),
};

function refuseUnsaidTaxes(item: ItemContext, estimate: BillingRecord): void {
	const { tax1, tax2 } = item.values;
	const { total_tax: total } = estimate;
	if (total === 0 || !isAbsent(tax1) || !isAbsent(tax2)) return;
	const shown = typeof total === 'number' ? `The taxes come to ${total}.` : 'Their total cannot be read.';
	throw item.problem(
		`The estimate ${typeof total === 'number' ? 'has' : 'may have'} taxes, which the service does not show per line: choose Tax 1 and Tax 2`,
		`Nothing was sent. ${shown} Choose the taxes that every line is to have, or No Tax.`,
	);
}

// The lines of an estimate may have different taxes, which cannot be read.
function warnOfOtherTax(item: ItemContext, estimate: BillingRecord, body: Body): void {
	const before = check(estimate['total_tax'], 'decimal', item.timeZone);
	const after = [...totalsOf(body).taxes.values()].reduce((sum, tax) => sum.plus(tax), new Big(0));
	if (!before.ok || before.text === undefined || after.eq(before.text)) return;
	item.warn(
		`The taxes of the estimate come to ${before.text}, those of the invoice to ${after.toFixed(2)}. Compare them.`,
	);
}
