import type { AccountRow } from '../store/rows.mts';
import type { Store } from '../store/store.mts';
import type { Choices } from './html.mts';

/** What an account is called. The interface allows one without a company. */
export const nameOf = ({ company }: AccountRow): string => company || 'Unnamed Account';

const choicesOf =
	(sql: string) =>
	(store: Store, { id }: AccountRow) =>
		store.arrays(sql, id).map(([value = '', text = '']): Choices[number] => [String(value), String(text)]);

/** The active clients of an account. */
export const clientsOf = choicesOf(
	`SELECT id, organization || ' (' || currency || ')' FROM client WHERE account_id = ? AND status = 'Active' ORDER BY 2 COLLATE NOCASE`,
);

/** The taxes of an account that any line can have: their names with their percentages. */
export const taxesOf = choicesOf(
	"SELECT name, value FROM tax WHERE account_id = ? AND type = 'Normal' ORDER BY id",
);

/** The payment methods of an account. */
export const paymentMethodsOf = choicesOf(
	'SELECT name, name AS text FROM payment_method WHERE account_id = ? ORDER BY 1',
);
