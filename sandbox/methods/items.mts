import { answer, element, repeated } from '../answer.mts';
import { addLines, EMPTY_LINE } from '../documents/lines.mts';
import { settleDocument } from '../documents/settlement.mts';
import { checked, field, target } from '../fields/kinds.mts';
import { LINES, linesOf } from '../fields/lines.mts';
import type { Call } from '../call.mts';
import type { Method, Methods } from '../method.mts';
import { labelOf, ownRecord } from '../ownership.mts';
import type { DocumentKind } from '../store/rows.mts';
import { parseIdentifier } from '../values/identifier.mts';

const DOCUMENTS = [
	['invoice', 'Invoice', '4.3'],
	['estimate', 'Estimate', '4.4'],
	['recurring', 'Recurring', '4.5'],
] as const;

type Name = (typeof DOCUMENTS)[number][1];

/** The methods of §4.3, §4.4 and §4.5 on the lines of a document. */
export const items: Methods = Object.fromEntries(
	DOCUMENTS.flatMap(([document, name, section]) => [
		[`add${name}Item`, addItems(document, name, section)],
		[`update${name}Item`, updateItems(document, name, section)],
		[`delete${name}Item`, deleteItems(document, section)],
	]),
);

/** Adds lines at the end. Answers with the identifiers of the document and of each line. */
function addItems(document: DocumentKind, name: Name, section: string): Method {
	const identifier = `${document}_id`;
	return {
		section,
		elements: [target(document, identifier, `{${document}}`), linesOf(`add${name}Item`)],
		answers: `${identifier} ${document}_items/${document}_item_id`,
		run: ({ store, id, groups, clock }) => {
			const added = addLines(store, document, id, groups[LINES]);
			settleDocument(store, document, id, clock.today());
			return answer(
				element(identifier, id),
				element(`${document}_items`, repeated(`${document}_item_id`, added)),
			);
		},
	};
}

/** Gives each line the values of the request; only the tax types stay, which these methods do not take (§4.2). */
function updateItems(document: DocumentKind, name: Name, section: string): Method {
	const message = `${labelOf(document)} item is invalid.`;
	const item = checked(
		`${document}_item_id`,
		`{${document}Item}`,
		{ message, wrong: '{unknown}' },
		(text, call) => lineAt(call, document, text, [call.id]),
		{ key: 'id', required: { message } },
	);
	return {
		section,
		elements: [
			target(document, `${document}_id`, `{${document}}`),
			linesOf(`update${name}Item`, LINES, [item]),
		],
		answers: '',
		run: ({ store, id, groups, clock }) => {
			for (const { id: line, ...values } of groups[LINES] ?? [])
				store.update('line', Number(line), { ...EMPTY_LINE, ...values });
			settleDocument(store, document, id, clock.today());
			return answer();
		},
	};
}

/** Removes lines of the documents that the request names. If a line is on none of them, the request is refused. */
function deleteItems(document: DocumentKind, section: string): Method {
	const required = (what: string) => ({ message: `${labelOf(document)} ${what} is invalid.` });
	const refusal = { ...required('item'), wrong: '{unknown}' };
	return {
		section,
		elements: [
			field(`${document}_id`, `{${document}}`, (text, call) => ownRecord(call, document, text).id, {
				required: required('id'),
				repeats: true,
			}),
			checked(
				`${document}_item_id`,
				`{${document}Item}`,
				refusal,
				(text, call) => lineAt(call, document, text, call.lists[`${document}_id`]?.map(Number) ?? []),
				{ required: required('item'), repeats: true },
			),
		],
		answers: '',
		run: ({ store, lists, clock }) => {
			for (const line of lists[`${document}_item_id`] ?? []) store.run('DELETE FROM line WHERE id = ?', line);
			for (const id of lists[`${document}_id`] ?? [])
				settleDocument(store, document, Number(id), clock.today());
			return answer();
		},
	};
}

/** The identifier of the line that a text names on one of the given documents, or undefined. */
function lineAt({ store }: Call, document: DocumentKind, text: string, ids: readonly number[]) {
	const sql = 'SELECT id, document_id FROM line WHERE id = ? AND document = ?';
	const line = store.one<{ id: number; document_id: number }>(sql, parseIdentifier(text) ?? 0, document);
	return line !== undefined && ids.includes(line.document_id) ? line.id : undefined;
}
