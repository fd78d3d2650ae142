import type { INodePropertyOptions } from 'n8n-workflow';
import type { Property } from './property';
import { options, switchField, formField } from './fields';

export const returnField = formField('Return', {
	type: 'options',
	options: [
		{ name: 'Full Record', value: 'record', description: 'As the service saved it' },
		{ name: 'ID Only', value: 'id', description: 'Usually saves one request per item' },
	],
	default: 'record',
	description: 'What to return once the record is saved',
	element: false,
});

interface Existing {
	/** The label of the value that both records have: `Email`. */
	readonly label: string;
	/** The kind of record, in lower case: `staff member`. */
	readonly record: string;
	/** The rest of a sentence that starts with "What to do if". */
	readonly condition: string;
}

const EXISTING = 'existing';
const CREATE_ANYWAY: INodePropertyOptions[] = [
	{ name: 'Create Anyway', value: 'create', description: 'Skip the check' },
];

/** The option for a new record that would duplicate an existing one. */
export function ifExists({ label, record, condition }: Existing, create = CREATE_ANYWAY): Property {
	const title = record.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
	return {
		displayName: `If ${label} Exists`,
		name: 'ifExists',
		type: 'options',
		options: [
			...create,
			{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
			{ name: `Return the Existing ${title}`, value: EXISTING, description: 'Create nothing' },
		],
		// Without the option, it fails: whoever adds it wants something else (people).
		default: EXISTING,
		description: `What to do if ${condition}`,
		element: false,
	};
}

/** The option for an email or a name that an active record already has. The service itself allows duplicates. */
export const ifKnown = (by: 'Email' | 'Name', record: string, create?: INodePropertyOptions[]): Property =>
	ifExists(
		{ label: by, record, condition: `an active ${record} already has this ${by.toLowerCase()}` },
		create,
	);

/** The same for a number that is in use. The document gets another one (§4.3, §4.4). */
export const ifNumberExists = (record: 'estimate' | 'invoice'): Property =>
	ifExists({ label: 'Number', record, condition: `an ${record} already has this number` }, [
		{
			name: 'Create With the Next Number',
			value: 'create',
			description: 'Create a second one, under the next number',
		},
	]);

const keepUnchanged = switchField('Keep Other Values', {
	name: 'keepUnchanged',
	description:
		'Whether to first read and resend the values you do not change. Otherwise, the service may erase them.',
	element: false,
});

const preview = switchField('Preview', {
	strict: true,
	description:
		'Whether to only show totals and warnings (and the request, if Simplify is off). Nothing is saved or emailed.',
	element: false,
});

/** The options of a write: its own ones, and its preview. */
export const optionsOfWrite = (...fields: Property[]): Property => options(preview, ...fields);

/** What a report with totals returns. Rows by default, because a list within an item fills n8n's table. */
export const reportShape = formField('Show', {
	type: 'options',
	options: [
		{ name: 'Rows', value: 'rows', description: 'One item per entry or tax' },
		{ name: 'Totals', value: 'totals', description: 'One item per currency, with its rows in a list' },
	],
	default: 'rows',
	description: 'What each output item represents',
	strict: true,
	element: false,
});

export const expectedTotal = formField('Expected Total', {
	placeholder: 'e.g. 1200.50',
	description:
		'Total you expect, including taxes and charges, such as 1200.50. If the total differs by more than rounding, nothing is saved. If it differs at all, nothing is emailed.',
	kind: 'money',
	strict: true,
	element: false,
});

export const fullRecords = switchField('Read Full Records', {
	name: 'fullRecords',
	description:
		'Whether to also read each record on its own, because a list may omit fields. Takes one more request per record.',
	element: false,
});

export const listOptions = options(fullRecords);

/** Options of a write that returns no record. */
export const previewOptions = optionsOfWrite();

export const writeOptions = optionsOfWrite(returnField);

export const updateOptions = optionsOfWrite(keepUnchanged, returnField);

export const lineOptions = optionsOfWrite(expectedTotal, returnField);

export const updateDocumentOptions = optionsOfWrite(expectedTotal, keepUnchanged, returnField);

/** How many records a list returns. The transport handles pages. */
export const paging: Property[] = [
	switchField('Return All', {
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		element: false,
	}),
	formField('Limit', {
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
		element: false,
	}),
];
