import type { Call } from '../method.ts';
import { findOwnRecord } from '../ownership.ts';
import type { DocumentKind } from '../store/rows.ts';
import { deleteLines } from './lines.ts';

/** Removes a document of the account with its lines. Returns its identifier, or undefined when it was not there. */
export function deleteDocument(call: Call, document: DocumentKind, text: string): number | undefined {
	const id = findOwnRecord<{ id: number; account_id: number }>(call, document, text)?.id;
	if (id === undefined) return undefined;
	deleteLines(call.store, document, id);
	call.store.run(`DELETE FROM ${document} WHERE id = ?`, id);
	return id;
}
