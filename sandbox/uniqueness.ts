import type { Call } from './method.ts';
import { tableOf, type RecordKind } from './store/tables.ts';

/** True when another record of the account holds the text in a column. Upper and lower case are the same, and deleted records do not count. */
export function isTaken(
	{ store, account }: Call,
	kind: RecordKind,
	column: string,
	text: string,
	ownId = 0,
): boolean {
	const sql = `SELECT 1 FROM ${tableOf(kind)}
		WHERE account_id = ? AND ${column} = ? COLLATE NOCASE AND id <> ? AND status <> 'Deleted'`;
	return store.one(sql, account.id, text, ownId) !== undefined;
}
