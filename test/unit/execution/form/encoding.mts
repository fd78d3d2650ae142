/** Fields to fill in, and the bodies that come of them. */
import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';
import { bodyOf } from '../../../../nodes/XmlBilling/execution/form/tree';
import type { Property, PropertyGroup } from '../../../../nodes/XmlBilling/descriptions/property';
import type { Values } from '../../../../nodes/XmlBilling/xml/encode';

export const text = (name: string, more: Partial<Property> = {}): Property => ({
	name,
	displayName: name,
	type: 'string',
	default: '',
	...more,
});

class Refused extends Error {}

/** The body, or what an error says after an exclamation mark. */
export function outcome(fields: readonly Property[], values: Values, timeZone = 'UTC'): unknown {
	const refuse = (message: string) => new Refused(message);
	try {
		return bodyOf(readForm(fields, values, { raw: {}, timeZone, refuse }));
	} catch (error) {
		if (error instanceof Refused) return `!${error.message}`;
		throw error;
	}
}

export const collection = (name: string, options: Property[], more: Partial<Property> = {}): Property =>
	text(name, { type: 'collection', options, ...more });
export const group = (name: string, ...values: Property[]): PropertyGroup => ({
	name,
	displayName: name,
	values,
});
export const groups = (name: string, ...options: PropertyGroup[]): Property =>
	text(name, { type: 'fixedCollection', options });

export const clientId = text('clientId', {
	displayName: 'Client',
	type: 'resourceLocator',
	required: true,
	element: 'client/client_id',
});
export const address = text('address', { element: 'client/address' });
export const contacts: Property = {
	...groups(
		'additionalContacts',
		group('contact', text('aName', { displayName: 'Name', required: true }), text('aEmail')),
	),
	displayName: 'Additional Contacts',
};
