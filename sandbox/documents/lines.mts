import type { Call } from '../call.mts';
import { LINES } from '../fields/lines.mts';
import { replaceCustomFields } from '../fields/groups.mts';
import type { DocumentKind, LineRow } from '../store/rows.mts';
import type { Store, Values } from '../store/store.mts';

/** The defaults of a line (§4.2). Its type is Product unless it bills time or an expense. */
export const EMPTY_LINE: Values = {
	name: '',
	type: 'Product',
	description: '',
	unit_cost: '0.00',
	quantity: '0.00',
	discount: '0.00',
	discount_type: 'Percent',
	tax1_name: '',
	tax1_percent: '0.00',
	tax2_name: '',
	tax2_percent: '0.00',
};

/** Adds lines to a document. Returns their identifiers, in order. */
export function addLines(
	store: Store,
	document: DocumentKind,
	document_id: number,
	lines: readonly Values[] = [],
): number[] {
	const owner = { document, document_id, tax1_type: 'Normal', tax2_type: 'Normal' };
	return lines.map((line) => store.insert('line', { ...EMPTY_LINE, ...owner, ...line }));
}

/** Gives a new document its lines. */
export function fillLines(
	{ store }: Call,
	document: DocumentKind,
	id: number,
	lines?: readonly Values[],
): void {
	addLines(store, document, id, lines);
}

/** The lines of a document, in order. */
export function linesOf(store: Store, document: DocumentKind, id: number): LineRow[] {
	const sql = 'SELECT * FROM line WHERE document = ? AND document_id = ? ORDER BY id';
	return store.all<LineRow>(sql, document, id);
}

/** Replaces the lines of a document by those of an update. Without new ones, it keeps its lines: §4.3 to §4.5 don't say. */
export function replaceLines({ store, groups }: Call, document: DocumentKind, id: number): void {
	const lines = groups[LINES] ?? [];
	if (lines.length === 0) return;
	deleteLines(store, document, id);
	addLines(store, document, id, lines);
}

/** What documents show once they are deleted: the vendor's own app sets and lists these words (§3). */
const DELETED: Readonly<Record<DocumentKind, Values>> = {
	invoice: { status: 'Cancel' },
	estimate: { status: 'Delete' },
	recurring: { recurring_status: 'Delete' },
};

/** Deletes a document: it keeps its number, under a status, unless the service removes it with its lines. */
export function deleteDocument({ store, quirks }: Call, document: DocumentKind, id: number): void {
	if (!quirks.includes('removesDeleted')) {
		store.update(document, id, DELETED[document]);
		return;
	}
	deleteLines(store, document, id);
	store.run(`DELETE FROM ${document} WHERE id = ?`, id);
	if (document !== 'invoice') return;
	for (const table of ['charge', 'payment']) store.run(`DELETE FROM ${table} WHERE invoice_id = ?`, id);
	replaceCustomFields(store, 'invoice', id, []);
}

function deleteLines(store: Store, document: DocumentKind, id: number): void {
	store.run('DELETE FROM line WHERE document = ? AND document_id = ?', document, id);
}
