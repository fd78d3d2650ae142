import type { Property } from './property';

// Text fields that many records share. Spread one to add to it.

export const name: Property = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	required: true,
	default: '',
};

export const email: Property = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. office@example.com',
	kind: 'email',
};

export const address: Property = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'Postal address. New documents take it over.',
};

export const description: Property = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'Becomes the description of lines that bill it',
};

export const notes: Property = {
	displayName: 'Notes',
	name: 'notes',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	description: 'Notes shown on the document',
};

/** A text of a recurring profile, with what the vendor fills in on each invoice (§4.5), and n8n takes for an expression. */
export const withPlaceholders = (text: Property): Property => ({
	...text,
	description:
		"The service should fill in {{month}} and the like, here and in lines. In expressions, write {{ '{{' }}month}}.",
});
