/** Fields to encode, and what comes of them. */
import { encode, type Field, type Values } from '../../../nodes/XmlBilling/xml/encode';

export const text = (name: string, more: Partial<Field> = {}): Field => ({
	name,
	displayName: name,
	type: 'string',
	...more,
});

/** The body, or the field and the problem after an exclamation mark. */
export function outcome(fields: readonly Field[], values: Values, timeZone = 'UTC'): unknown {
	const encoded = encode(fields, values, timeZone);
	return encoded.ok ? encoded.body : `!${encoded.field}: ${encoded.problem}`;
}

export const collection = (name: string, options: Field[], more: Partial<Field> = {}): Field =>
	text(name, { type: 'collection', options, ...more });
export const group = (name: string, ...values: Field[]) => ({ name, displayName: name, values });
export const groups = (name: string, ...options: Array<ReturnType<typeof group>>): Field =>
	text(name, { type: 'fixedCollection', options });

export const clientId = text('clientId', {
	displayName: 'Client',
	type: 'resourceLocator',
	required: true,
	element: 'client/client_id',
});
export const address = text('address', { element: 'client/address' });
export const contacts: Field = {
	...groups(
		'additionalContacts',
		group('contact', text('aName', { displayName: 'Name', required: true }), text('aEmail')),
	),
	displayName: 'Additional Contacts',
};
