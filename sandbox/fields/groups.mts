import { reject } from '../rejection.mts';
import type { Store, Values } from '../store/store.mts';
import type { Group } from './field.mts';
import { checked, decimal, email, text } from './kinds.mts';

/** Additional charges of an invoice (§4.3). */
export const CHARGES: Group = {
	group: 'additional_charges/additional_charge',
	skipsEmpty: true,
	fields: [
		text('name', 'Shipping'),
		checked('type', 'Fixed', { message: 'Charge type is invalid.', wrong: 'percent' }, (found) =>
			['Percent', 'Fixed'].find((one) => one === found),
		),
		decimal('amount', '7.25', 'Charge amount is invalid.'),
	],
};

/** Custom fields, which no method returns (§4.3, §4.6). */
export const CUSTOM_FIELDS: Group = {
	group: 'custom_fields/custom_field',
	skipsEmpty: true,
	fields: [text('label', 'Cost centre', { returned: null }), text('value', '0042', { returned: null })],
};

/** Additional contacts of a client, which no method returns (§4.6). */
export const CONTACTS: Group = {
	group: 'additional_contacts/contact',
	skipsEmpty: true,
	fields: [
		text('a_name', 'Second Contact', { key: 'name', returned: null }),
		email('a_email', 'second@ships.example', { key: 'email', returned: null }),
	],
};

/** Refuses more than the four custom fields that a record may have (§8). */
export function assertCustomFields(fields: readonly Values[]): void {
	if (fields.length > 4) reject('Custom fields are limited to four.');
}

/** Replaces the custom fields of a record. */
export function replaceCustomFields(
	store: Store,
	owner: 'client' | 'invoice',
	owner_id: number,
	fields: readonly Values[],
): void {
	store.run('DELETE FROM custom_field WHERE owner = ? AND owner_id = ?', owner, owner_id);
	for (const field of fields)
		store.insert('custom_field', { owner, owner_id, label: '', value: '', ...field });
}

/** Replaces the additional contacts of a client. */
export function replaceContacts(store: Store, client_id: number, contacts: readonly Values[]): void {
	store.run('DELETE FROM contact WHERE client_id = ?', client_id);
	for (const contact of contacts) store.insert('contact', { client_id, name: '', email: '', ...contact });
}
