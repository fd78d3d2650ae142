import { answer, element, repeated, type Answer } from '../answer.ts';
import { addLines, LINE_RULES, linePaths, readLine, readLines } from '../documents/lines.ts';
import { settleInvoice } from '../documents/settlement.ts';
import { elementsAt, textsAt, wordAt } from '../element.ts';
import type { Call, Methods } from '../method.ts';
import { ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { InvoiceRow, LineRow } from '../store/rows.ts';
import { parseIdentifier } from '../values/identifier.ts';

/** The methods of §4.3 on the lines of an invoice. */
export const invoiceItems: Methods = {
	addInvoiceItem: {
		elements: ['invoice_id', ...linePaths('items/item', LINE_RULES.addInvoiceItem)],
		answer: addInvoiceItems,
	},
	updateInvoiceItem: {
		elements: [
			'invoice_id',
			'items/item/invoice_item_id',
			...linePaths('items/item', LINE_RULES.updateInvoiceItem),
		],
		answer: updateInvoiceItems,
	},
	deleteInvoiceItem: { elements: ['invoice_id', 'invoice_item_id'], answer: deleteInvoiceItems },
};

function addInvoiceItems(call: Call): Answer {
	const { store, request, clock } = call;
	const invoice = ownRecord<InvoiceRow>(call, 'invoice', wordAt(request, 'invoice_id'));
	const added = addLines(
		store,
		'invoice',
		invoice.id,
		readLines(request, 'items/item', LINE_RULES.addInvoiceItem),
	);
	settleInvoice(store, invoice.id, clock.today());
	return answer(
		element('invoice_id', invoice.id),
		element('invoice_items', repeated('invoice_item_id', added)),
	);
}

/** Each line gets the values that the request gives; only the tax types stay, which the method does not take (§4.2). */
function updateInvoiceItems(call: Call): Answer {
	const { store, request, clock } = call;
	const invoice = ownRecord<InvoiceRow>(call, 'invoice', wordAt(request, 'invoice_id'));
	for (const item of elementsAt(request, 'items/item')) {
		const { id, tax1_type, tax2_type } = lineOf(call, [invoice], wordAt(item, 'invoice_item_id'));
		store.update('line', id, readLine(item, LINE_RULES.updateInvoiceItem, { tax1_type, tax2_type }));
	}
	settleInvoice(store, invoice.id, clock.today());
	return answer();
}

/** Removes lines of the invoices that the request names. One line that is on none of them refuses the request. */
function deleteInvoiceItems(call: Call): Answer {
	const { store, request, clock } = call;
	const invoices = textsAt(request, 'invoice_id').map((text) =>
		ownRecord<InvoiceRow>(call, 'invoice', text.trim()),
	);
	const items = new Set(textsAt(request, 'invoice_item_id').map((text) => text.trim()));
	if (invoices.length === 0) reject('Invoice id is invalid.');
	if (items.size === 0) reject('Invoice item is invalid.');
	const lines = [...items].map((text) => lineOf(call, invoices, text));
	for (const line of lines) store.run('DELETE FROM line WHERE id = ?', line.id);
	for (const invoice of invoices) settleInvoice(store, invoice.id, clock.today());
	return answer();
}

function lineOf({ store }: Call, invoices: readonly InvoiceRow[], text: string): LineRow {
	const line = store.one<LineRow>(
		`SELECT * FROM line WHERE id = ? AND document = 'invoice'`,
		parseIdentifier(text) ?? 0,
	);
	const isTheirs = invoices.some((invoice) => invoice.id === line?.document_id);
	return line !== undefined && isTheirs ? line : reject('Invoice item is invalid.');
}
