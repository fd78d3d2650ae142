import type { Call } from './method.ts';
import { NOT_FOUND, reject } from './rejection.ts';
import { parseIdentifier } from './values/identifier.ts';

/** The kinds of record that a request names by identifier: their table, and their name in messages (§7.1). */
const KINDS = {
	client: { table: 'client', label: 'Client' },
	estimate: { table: 'estimate', label: 'Estimate' },
	expense: { table: 'expense', label: 'Expense' },
	invoice: { table: 'invoice', label: 'Invoice' },
	task: { table: 'task', label: 'Task' },
	timeEntry: { table: 'time_entry', label: 'Timelog' },
} as const;

export type Kind = keyof typeof KINDS;

/**
 * The account's own record that a text identifies. Throws a Rejection: status 400 when the text is no identifier, 404 when
 * no such record exists, 403 when it is another account's (§5).
 */
export function ownRecord<Row extends { account_id: number }>(call: Call, kind: Kind, text: string): Row {
	const { table, label } = KINDS[kind];
	const id = parseIdentifier(text) ?? reject(`${label} id is invalid.`);
	const row = call.store.one<Row>(`SELECT * FROM ${table} WHERE id = ?`, id) ?? reject(NOT_FOUND, 404);
	if (row.account_id !== call.account.id) reject(`${label} is not associated with your account.`, 403);
	return row;
}

/** The account's own record that a text identifies, or undefined when there is none: for the methods that report it in their own words. */
export function findOwnRecord<Row extends { account_id: number }>(
	call: Call,
	kind: Kind,
	text: string,
): Row | undefined {
	const id = parseIdentifier(text);
	if (id === undefined) return undefined;
	return call.store.one<Row>(
		`SELECT * FROM ${KINDS[kind].table} WHERE id = ? AND account_id = ?`,
		id,
		call.account.id,
	);
}
