import type { Call } from './call.mts';
import { NOT_FOUND, reject } from './rejection.mts';
import { tableOf, type RecordKind, type RecordRows } from './tables.mts';
import { capitalized, parseIdentifier } from './values.mts';

/** The kinds of record that a request names by identifier. */
export type Kind = Exclude<
	RecordKind,
	'account' | 'charge' | 'credit' | 'lateFee' | 'line' | 'mail' | 'payment' | 'paymentMethod'
>;

/** What messages call a kind of record (§7.1). */
export const labelOf = (kind: Kind): string =>
	kind === 'timeEntry' ? 'Timelog' : capitalized(tableOf(kind).replaceAll('_', ' '));

/** What says that a record is removed (§3). */
interface State {
	status?: unknown;
	recurring_status?: unknown;
}

type Owned<Name extends Kind> = RecordRows[Name] & State & { id: number; account_id: number };

function rowOf<Name extends Kind>({ store }: Call, kind: Name, id: number) {
	return store.one<Owned<Name>>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id);
}

export const isDeleted = ({ recurring_status, status = recurring_status }: State): boolean =>
	status === 'Deleted' || status === 'Delete';

/**
 * The account's own record that a text identifies. Throws a Rejection: status 400 when the text isn't an identifier, 404 when
 * no such record exists or it is deleted, 403 when it is another account's (§5).
 */
export function ownRecord<Name extends Kind>(call: Call, kind: Name, text: string): Owned<Name> {
	const id = parseIdentifier(text) ?? reject(`${labelOf(kind)} id is invalid.`);
	const row = rowOf(call, kind, id) ?? reject(NOT_FOUND, 404);
	if (row.account_id !== call.account.id)
		reject(`${labelOf(kind)} is not associated with your account.`, 403);
	return isDeleted(row) ? reject(NOT_FOUND, 404) : row;
}

/** The account's own record that a text identifies, or undefined: for methods that refuse it with a message of their own. */
export function findOwnRecord<Name extends Kind>(call: Call, kind: Name, text: string) {
	const id = parseIdentifier(text);
	const row = id === undefined ? undefined : rowOf(call, kind, id);
	return row?.account_id !== call.account.id || isDeleted(row) ? undefined : row;
}

/** True when another record of the account holds the text in a column. Case is ignored, and so are deleted records. */
export function isTaken({ store, account, id }: Call, kind: Kind, column: string, text: string): boolean {
	const sql = `SELECT 1 FROM ${tableOf(kind)}
		WHERE account_id = ? AND ${column} = ? COLLATE NOCASE AND id <> ? AND status <> 'Deleted'`;
	return store.one(sql, account.id, text, id) !== undefined;
}
