import type { Property } from '../../../../nodes/XmlBilling/descriptions/property';
import { readForm } from '../../../../nodes/XmlBilling/execution/form/read';

/** A field whose label is its name in capitals. */
export const text = (name: string, more: Partial<Property> = {}): Property => ({
	displayName: name.toUpperCase(),
	name,
	type: 'string',
	default: '',
	...more,
});

export const collection = (name: string, options: Property[], more: Partial<Property> = {}): Property =>
	text(name, { type: 'collection', options, ...more });

/** Rows of fields, of one group. */
export const rows = (
	name: string,
	group: string,
	values: Property[],
	more: Partial<Property> = {},
): Property =>
	text(name, { type: 'fixedCollection', options: [{ displayName: group, name: group, values }], ...more });

export class Refused extends Error {}

export const read = (fields: readonly Property[], values: object, raw: object = values) =>
	readForm(
		fields,
		{ ...values },
		{ raw: { ...raw }, timeZone: 'utc', refuse: (message) => new Refused(message) },
	);

/** What comes of a form, or why it is refused, after an exclamation mark. */
export function orRefused(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		if (error instanceof Refused) return `!${error.message}`;
		throw error;
	}
}
