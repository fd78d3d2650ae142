import type Big from 'big.js';
import { LINE_TAXES } from '../documents/lineFields';
import { linePath, withoutAbsent, type Line } from '../documents/lineRows';
import { elementsOf, rulesOf } from '../documents/lineRules';
import { encodeNew, linesOf, resentLine, withItems } from '../documents/lines';
import { estimateRecord, invoiceRecord, type DocumentRecord } from '../../records';
import { sameTexts, shownText, type KeptFields } from '../../records/keptFields';
import { sumOf } from '../../records/money';
import { CHARGES } from '../../records/methods';
import { totalIn } from '../../records/documentShape';
import { isByRounding, totalsOf } from '../../records/totals';
import { without } from '../../helpers/GenericFunctions';
import { bodiesAt, type Body } from '../../xml/request';
import type { Values } from '../../xml/encode';
import type { BillingRecord } from '../../xml/shape';
import { wantsMail } from '../documents/afterCreating';
import { decimalOf, isAbsent } from '../../xml/values';
import { createDocumentFrom, setsAddress } from '../documents/create';
import { CLIENT_ADDRESS, keepClient } from '../documents/update';
import { withKept, refuseUnfit } from '../common/updateKept';
import { collection, idOf, option, type ItemContext } from '../../execution/item';
import type { Prepared } from '../../execution/operation';

/**
 * Turns an estimate into an invoice. Despite its name, the method reads no estimate (§4.11), so the client, lines, title,
 * purchase order, notes and terms are read here. The taxes can't be read (§2.2), so the form asks for them.
 */
export async function createFromEstimate(item: ItemContext): Promise<Prepared> {
	const estimate = await item.api.get(estimateRecord, idOf(item, estimateRecord));
	const { tax1, tax2 } = item.values;
	const body = await carriedOver(item, estimateRecord, estimate, CARRIED, { tax1, tax2 });
	const { total } = totalsOf(body);
	const isAsked = wantsMail(item) && isAbsent(option(item, 'expectedTotal'));
	const own = isAsked && bodiesAt(body, CHARGES).length === 0 ? decimalOf(totalIn(estimate)) : undefined;
	if (own === undefined) return await createDocumentFrom(item, invoiceRecord, body);
	if (!isByRounding(total.minus(own), body))
		throw item.problem(
			"The invoice's total would differ from the estimate's, so it is not emailed",
			`The estimate comes to ${own.toFixed(2)}, the invoice to ${total.toFixed(2)}. Choose Keep as Draft under After Creating, correct the draft's taxes, and use Send.`,
		);
	const options = { ...collection(item, 'options'), expectedTotal: own.toFixed() };
	return await createDocumentFrom({ ...item, values: { ...item.values, options } }, invoiceRecord, body);
}

/**
 * The body of a new invoice with the client, the lines and other fields of a document, unless the form sets them. Throws if
 * something can't be sent as the service shows it, and warns of other taxes.
 *
 * @param taxes of every line, if the document doesn't show them
 */
export async function carriedOver(
	item: ItemContext,
	type: DocumentRecord,
	source: BillingRecord,
	carried: KeptFields,
	taxes: Values = {},
): Promise<Body> {
	// An answer may show more of a line than a request takes.
	const rules = rulesOf(item.method);
	const taken = elementsOf(rules);
	const lines = linesOf(source).map((values, index) => {
		refuseUnfit(item, type, source, taken, { name: `line ${index + 1}`, values });
		const line = withoutAbsent(resentLine(values, taken));
		return { path: linePath(index), values: { ...line, ...taxes } };
	});
	const encoded = await encodeNew(item, lines, rules);
	if (encoded.length === 0)
		throw item.problem(`The ${type.label} has no lines to carry over`, 'Add lines to it first.');
	const totalTax = decimalOf(source['total_tax']);
	refuseUnsaidTaxes(item, type, lines, totalTax);

	// A blank address means none, also if the document has one. The method takes no identifier.
	const cleared = setsAddress(item) ? [CLIENT_ADDRESS] : [];
	const withLines = withItems(without(item.body, type.id), encoded);
	const billed = keepClient(item, type, withLines, source, cleared);
	const body = withKept(item, type, billed, source, carried);
	// The lines of an estimate may have different taxes, which can't be read (§2.2).
	const charged = sumOf([...totalsOf(body).taxes.values()]);
	if (totalTax !== undefined && !charged.eq(totalTax))
		item.warn(
			`The ${type.label}'s taxes come to ${totalTax.toFixed()}, but the new invoice's come to ${charged.toFixed(2)}. Compare them before you send it.`,
		);
	return body;
}

/** The fields besides client and lines that an invoice takes from its estimate. */
const CARRIED: KeptFields = {
	invoice_title: shownText('estimate_title'),
	...sameTexts('po_number', 'notes', 'terms'),
};

/** Throws if a document may have taxes, but no line shows or gets one: the invoice would not charge them. */
function refuseUnsaidTaxes(
	item: ItemContext,
	{ label, showsTaxes }: DocumentRecord,
	lines: readonly Line[],
	total: Big | undefined,
): void {
	const isSaid = lines.some(({ values }) =>
		LINE_TAXES.some((tax) => !isAbsent(values[tax]) || !isAbsent(values[`${tax}_percent`])),
	);
	if (isSaid || total?.eq(0)) return;
	const shown = total === undefined ? 'Their total cannot be read.' : `They come to ${total.toFixed()}.`;
	throw item.problem(
		`The service does not show the taxes of the ${label} per line: ${showsTaxes ? 'use Create, and ' : ''}choose the Tax`,
		`${shown} Choose the tax for all lines and, if they have one, the second tax, or No Tax.`,
	);
}
