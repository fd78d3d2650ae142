import type { Property } from '../../engine/property';

/** What a write returns. */
export const returnField: Property = {
	displayName: 'Return',
	name: 'return',
	type: 'options',
	options: [
		{ name: 'Full Record', value: 'record', description: 'Read the record back and return all of it' },
		{ name: 'Only the ID', value: 'id', description: 'Save one request per item' },
	],
	default: 'record',
	description: 'What to return after the write',
	element: false,
};

/** What to do with a new record whose email or name an active one has; the service itself does not mind. */
export const ifKnown = (by: 'Email' | 'Name', record: string, otherwise: 'create' | 'fail'): Property => {
	const title = record.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return {
		displayName: `If ${by} Exists`,
		name: 'ifExists',
		type: 'options',
		options: [
			{ name: 'Create Anyway', value: 'create', description: 'Do not look' },
			{ name: 'Fail', value: 'fail', description: `Stop with an error that names the ${record}` },
			{ name: `Return the Existing ${title}`, value: 'existing', description: 'Create nothing' },
		],
		default: otherwise,
		description: `What to do when an active ${record} has the same ${by.toLowerCase()}`,
		element: false,
	};
};

export const keepUnchanged: Property = {
	displayName: 'Keep Other Values',
	name: 'keepUnchanged',
	type: 'boolean',
	default: true,
	description:
		'Whether to read the record first and send along what you do not change. Without this, the service may erase values that are left out.',
	element: false,
};

export const preview: Property = {
	displayName: 'Preview',
	name: 'preview',
	type: 'boolean',
	default: true,
	strict: true,
	description:
		'Whether to send nothing and return what would be sent: the request, its totals per line and tax, and warnings',
	element: false,
};

/** For documents with lines. */
export const expectedTotal: Property = {
	displayName: 'Expected Total',
	name: 'expectedTotal',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1200.50',
	description:
		'What the lines of this request must come to, with discounts, taxes and charges. Otherwise nothing is sent.',
	kind: 'decimal',
	strict: true,
	element: false,
};

export const fullRecords: Property = {
	displayName: 'Read Full Records',
	name: 'fullRecords',
	type: 'boolean',
	default: true,
	description:
		'Whether to read each record on its own as well, because a list may leave fields out. This takes one more request per record.',
	element: false,
};

/** Options of an operation that lists records. */
export const listOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [fullRecords],
};

/** Options of an operation that writes one record. */
export const writeOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [preview, returnField],
};

/** Options of an update. */
export const updateOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [keepUnchanged, preview, returnField],
};

/** Options of an operation that writes lines. */
export const lineOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [expectedTotal, preview, returnField],
};

/** Options of an update of a document with lines. */
export const updateDocumentOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [expectedTotal, keepUnchanged, preview, returnField],
};

/** Options of a write that returns no record. */
export const previewOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [preview],
};
