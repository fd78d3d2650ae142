import type { DocumentKind } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { deleteLines } from './lines.ts';

/** Removes a document with its lines. */
export function deleteDocument(store: Store, document: DocumentKind, id: number): void {
	deleteLines(store, document, id);
	store.run(`DELETE FROM ${document} WHERE id = ?`, id);
}
