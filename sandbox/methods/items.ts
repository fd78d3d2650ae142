import { answer, element, repeated } from '../answer.ts';
import { addLines, LINE_RULES, linePaths, readLine, readLines, type LineRules } from '../documents/lines.ts';
import { settleDocument } from '../documents/settlement.ts';
import { elementsAt, textsAt, wordAt } from '../element.ts';
import type { Call, Method, Methods } from '../method.ts';
import { labelOf, ownRecord } from '../ownership.ts';
import { reject } from '../rejection.ts';
import type { DocumentKind, LineRow } from '../store/rows.ts';
import { parseIdentifier } from '../values/identifier.ts';

/** The methods of §4.3, §4.4 and §4.5 on the lines of a document. */
export const items: Methods = {
	addInvoiceItem: addItems('invoice', LINE_RULES.addInvoiceItem),
	updateInvoiceItem: updateItems('invoice', LINE_RULES.updateInvoiceItem),
	deleteInvoiceItem: deleteItems('invoice'),
	addEstimateItem: addItems('estimate', LINE_RULES.addEstimateItem),
	updateEstimateItem: updateItems('estimate', LINE_RULES.updateEstimateItem),
	deleteEstimateItem: deleteItems('estimate'),
	addRecurringItem: addItems('recurring', LINE_RULES.addRecurringItem),
	updateRecurringItem: updateItems('recurring', LINE_RULES.updateRecurringItem),
	deleteRecurringItem: deleteItems('recurring'),
};

/** Adds lines at the end. Answers with the document's identifier and one for each line. */
function addItems(document: DocumentKind, rules: LineRules): Method {
	return {
		elements: [`${document}_id`, ...linePaths('items/item', rules)],
		answer: (call) => {
			const id = documentIdAt(call, document, wordAt(call.request, `${document}_id`));
			const added = addLines(call.store, document, id, readLines(call.request, 'items/item', rules));
			settleDocument(call.store, document, id, call.clock.today());
			return answer(
				element(`${document}_id`, id),
				element(`${document}_items`, repeated(`${document}_item_id`, added)),
			);
		},
	};
}

/** Gives each line the values of the request; only the tax types stay, which these methods do not take (§4.2). */
function updateItems(document: DocumentKind, rules: LineRules): Method {
	return {
		elements: [`${document}_id`, `items/item/${document}_item_id`, ...linePaths('items/item', rules)],
		answer: (call) => {
			const id = documentIdAt(call, document, wordAt(call.request, `${document}_id`));
			for (const item of elementsAt(call.request, 'items/item')) {
				const line = lineOf(call, document, [id], wordAt(item, `${document}_item_id`));
				const { tax1_type, tax2_type } = line;
				call.store.update('line', line.id, readLine(item, rules, { tax1_type, tax2_type }));
			}
			settleDocument(call.store, document, id, call.clock.today());
			return answer();
		},
	};
}

/** Removes lines of the documents that the request names. One line that is on none of them refuses the request. */
function deleteItems(document: DocumentKind): Method {
	return {
		elements: [`${document}_id`, `${document}_item_id`],
		answer: (call) => {
			const { store, request, clock } = call;
			const ids = textsAt(request, `${document}_id`).map((text) => documentIdAt(call, document, text.trim()));
			const texts = new Set(textsAt(request, `${document}_item_id`).map((text) => text.trim()));
			if (ids.length === 0) reject(`${labelOf(document)} id is invalid.`);
			if (texts.size === 0) reject(`${labelOf(document)} item is invalid.`);
			const lines = [...texts].map((text) => lineOf(call, document, ids, text));
			for (const line of lines) store.run('DELETE FROM line WHERE id = ?', line.id);
			for (const id of ids) settleDocument(store, document, id, clock.today());
			return answer();
		},
	};
}

function documentIdAt(call: Call, document: DocumentKind, text: string): number {
	return ownRecord<{ id: number; account_id: number }>(call, document, text).id;
}

/** The line that a text identifies, on one of the given documents. */
function lineOf({ store }: Call, document: DocumentKind, ids: readonly number[], text: string): LineRow {
	const line = store.one<LineRow>(
		'SELECT * FROM line WHERE id = ? AND document = ?',
		parseIdentifier(text) ?? 0,
		document,
	);
	const isTheirs = ids.some((id) => id === line?.document_id);
	return line !== undefined && isTheirs ? line : reject(`${labelOf(document)} item is invalid.`);
}
