import Big from 'big.js';
import type { Body } from '../../xml/request';
import {
	elementsOf,
	encodeNew,
	linePath,
	linesOf,
	resentLine,
	rulesOf,
	withItems,
	withoutAbsent,
} from '../documents/lines';
import { estimateRecord, invoiceRecord } from '../../records';
import { sameTexts, shownText, type KeptFields } from '../../records/keptFields';
import type { BillingRecord } from '../../xml/shape';
import { totalsOf } from '../../records/totals';
import { decimalOf, isAbsent } from '../../xml/values';
import { createOf, setsAddress } from '../documents/create';
import { CLIENT_ADDRESS, keepClient } from '../documents/update';
import { keep, refuseUnfit } from '../../engine/writes/resendUnchanged';
import type { ItemContext } from '../../engine/item/itemContext';
import type { Prepared } from '../../engine/item/operation';

/**
 * Turns an estimate into an invoice. Despite its name, the method reads no estimate (§4.11), so the client, lines, title,
 * purchase order, notes and terms are read here. The taxes can't be read (§2.2), so the form asks for them.
 */
export async function createFromEstimate(item: ItemContext): Promise<Prepared> {
	// The method takes no estimate.
	const { [estimateRecord.id]: id, ...given } = item.body;
	const estimate = await item.api.get(estimateRecord, Number(id));
	const { tax1, tax2 } = item.values;
	refuseUnsaidTaxes(item, estimate);
	const items = linesOf(estimate);
	// An answer may show more of a line than a request takes.
	const rules = rulesOf(item);
	const taken = elementsOf(rules);
	for (const [index, values] of items.entries())
		refuseUnfit(item, estimateRecord, estimate, taken, { name: `line ${index + 1}`, values });
	const lines = items.map((line, index) => ({
		path: linePath(index),
		values: { ...withoutAbsent(resentLine(line, taken)), tax1, tax2 },
	}));
	const encoded = await encodeNew(item, lines, rules);
	if (encoded.length === 0)
		throw item.problem('The estimate has no lines to carry over', 'Nothing was sent. Add lines to it first.');

	// A blank address means none, also if the estimate has one.
	const cleared = setsAddress(item) ? [CLIENT_ADDRESS] : [];
	const withLines = withItems(given, encoded);
	const billed = keepClient(item, estimateRecord, withLines, estimate, cleared);
	const body = keep(item, estimateRecord, billed, estimate, CARRIED);
	warnOfOtherTax(item, estimate, body);
	return await createOf(item, invoiceRecord, body);
}

/** The fields besides client and lines that an invoice takes from its estimate. */
const CARRIED: KeptFields = {
	invoice_title: shownText('estimate_title'),
	...sameTexts('po_number', 'notes', 'terms'),
};

function refuseUnsaidTaxes(item: ItemContext, estimate: BillingRecord): void {
	const { tax1, tax2 } = item.values;
	const { total_tax: total } = estimate;
	if (total === 0 || !isAbsent(tax1) || !isAbsent(tax2)) return;
	const shown = typeof total === 'number' ? `The taxes come to ${total}.` : 'Their total cannot be read.';
	throw item.problem(
		`The estimate ${typeof total === 'number' ? 'has' : 'may have'} taxes, which the service does not show per line: choose the Tax`,
		`Nothing was sent. ${shown} Choose the tax for all lines and, if they have one, the second tax, or No Tax.`,
	);
}

// The lines of an estimate may have different taxes, which cannot be read.
function warnOfOtherTax(item: ItemContext, estimate: BillingRecord, body: Body): void {
	const before = decimalOf(estimate['total_tax']);
	const after = [...totalsOf(body).taxes.values()].reduce((sum, tax) => sum.plus(tax), new Big(0));
	if (before === undefined || after.eq(before)) return;
	item.warn(
		`The estimate's taxes come to ${before.toFixed()}, but the invoice's come to ${after.toFixed(2)}. Compare them.`,
	);
}
