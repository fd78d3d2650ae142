import { numberOf } from '../../records/display';
import type { BillingApi } from '../../transport/billingApi';
import { findByKey } from '../../reads/findByKey';
import type { PreparedItem } from '../item/itemContext';

/**
 * Throws if an identifier that may be meant as a number is that of another active document: people know documents by their
 * numbers, and another client's would be paid, sent or changed. Leading zeros make no difference.
 */
export async function refuseNumber(api: BillingApi, item: PreparedItem): Promise<void> {
	if (item.perhapsNumber === undefined) return;
	const { type, id } = item.perhapsNumber;
	// Whether a record that can't be read stops a write is the operation's to say.
	const record = await api.find(type, id).catch(() => undefined);
	const own = numberOf(type, record ?? {});
	if (own === undefined || Number(own) === id) return;
	// The filter is exact, so that the number needs the zeros of this account.
	const number = /^\d+$/.test(own) ? String(id).padStart(own.length, '0') : String(id);
	const found = await findByKey(api, type, number);
	if (found.every((other) => other[type.id] === id)) return;
	throw item.problem(
		`ID ${id} is ${type.label} ${own}, but ${type.label} ${number} is another one`,
		`Nothing was sent. For ${type.label} ${number}, choose By Number. For ${type.label} ${own}, choose From List, or an expression that ends in ${type.id}.`,
	);
}
