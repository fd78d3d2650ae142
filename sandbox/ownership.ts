import { textsAt } from './element.ts';
import type { Call } from './method.ts';
import { NOT_FOUND, reject } from './rejection.ts';
import { tableOf, type RecordKind } from './store/tables.ts';
import { parseIdentifier } from './values/identifier.ts';

/** The kinds of record that a request names by identifier, with their names in messages (§7.1). */
const LABELS = {
	client: 'Client',
	estimate: 'Estimate',
	expense: 'Expense',
	expenseCategory: 'Expense category',
	invoice: 'Invoice',
	product: 'Product',
	project: 'Project',
	recurring: 'Recurring',
	service: 'Service',
	staff: 'Staff',
	task: 'Task',
	tax: 'Tax',
	timeEntry: 'Timelog',
} as const satisfies Partial<Record<RecordKind, string>>;

export type Kind = keyof typeof LABELS;

/** The name of a kind of record in messages. */
export function labelOf(kind: Kind): string {
	return LABELS[kind];
}

/** What every such record has. One whose status is Deleted is as good as gone (§3). */
interface Owned {
	account_id: number;
	status?: string;
}

/**
 * The account's own record that a text identifies. Throws a Rejection: status 400 when the text is no identifier, 404 when
 * no such record exists or it is deleted, 403 when it is another account's (§5).
 */
export function ownRecord<Row extends Owned>(call: Call, kind: Kind, text: string): Row {
	const label = LABELS[kind];
	const id = parseIdentifier(text) ?? reject(`${label} id is invalid.`);
	const row = call.store.one<Row>(`SELECT * FROM ${tableOf(kind)} WHERE id = ?`, id) ?? reject(NOT_FOUND, 404);
	if (row.account_id !== call.account.id) reject(`${label} is not associated with your account.`, 403);
	return row.status === 'Deleted' ? reject(NOT_FOUND, 404) : row;
}

/** The account's own record that a text identifies, or undefined when there is none: for the methods that report it in their own words. */
export function findOwnRecord<Row extends Owned>(call: Call, kind: Kind, text: string): Row | undefined {
	const id = parseIdentifier(text);
	if (id === undefined) return undefined;
	const row = call.store.one<Row>(
		`SELECT * FROM ${tableOf(kind)} WHERE id = ? AND account_id = ?`,
		id,
		call.account.id,
	);
	return row?.status === 'Deleted' ? undefined : row;
}

/** The identifier of the account's own record that a text names, or the fallback when it is empty. Throws a Rejection with the message when there is no such record. */
export function ownIdOr<Fallback>(
	call: Call,
	kind: Kind,
	text: string,
	fallback: Fallback,
	message: string,
): number | Fallback {
	if (text === '') return fallback;
	return findOwnRecord<Owned & { id: number }>(call, kind, text)?.id ?? reject(message);
}

/** What a repeatable element names, each once: the identifiers of the account's own records, and the texts that identify none. */
export function ownIdsAt(call: Call, kind: Kind, path: string): { ids: number[]; invalid: string[] } {
	const texts = [...new Set(textsAt(call.request, path).map((text) => text.trim()))];
	const found = texts.map((text) => ({
		text,
		id: findOwnRecord<Owned & { id: number }>(call, kind, text)?.id,
	}));
	return {
		ids: found.flatMap(({ id }) => id ?? []),
		invalid: found.flatMap(({ text, id }) => (id === undefined ? text : [])),
	};
}
