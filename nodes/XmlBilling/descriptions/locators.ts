import type { INodePropertyMode } from 'n8n-workflow';
import type { Property } from './property';
import {
	categoryRecord,
	clientRecord,
	estimateRecord,
	expenseRecord,
	invoiceRecord,
	productRecord,
	projectRecord,
	serviceRecord,
	staffRecord,
	taskRecord,
	timeEntryRecord,
	type Key,
	keysOf,
	type PickableRecord,
} from '../records';
import { withArticle } from '../records/display';
import { camelCase } from '../xml/encode';
import { formField, optional } from './fields';

type Locator = Property & { modes: INodePropertyMode[] };

// Spread into modes, because n8n's linter mistakes an object with a name and a type for a field and demands a default.
const LIST = { type: 'list' } as const;
const TEXT = { type: 'string' } as const;

export const fromList = (search: string): INodePropertyMode => ({
	displayName: 'From List',
	name: 'list',
	...LIST,
	typeOptions: { searchListMethod: search, searchable: true },
});

/** The modes of a locator, with a different search for its list. */
export const searchedBy = (search: string, modes: readonly INodePropertyMode[] = []): INodePropertyMode[] =>
	modes.map((mode) => (mode.name === 'list' ? fromList(search) : mode));

// n8n shows the first 92 pixels of a mode.
const SHORT: Readonly<Record<string, string>> = { Number: 'Number', Organization: 'By Org' };

export const byText = (label: string, mode: string, example?: string): INodePropertyMode => ({
	displayName: SHORT[label] ?? `By ${label}`,
	name: mode,
	...TEXT,
	placeholder: example === undefined ? undefined : `e.g. ${example}`,
});

const titleCase = (text: string): string => text.replace(/\b\w/g, (letter) => letter.toUpperCase());

const byKey = ({ word, mode, example }: Key): INodePropertyMode => byText(titleCase(word), mode, example);

// n8n adds the anchors.
const byId = (type: PickableRecord): INodePropertyMode => {
	const [key] = keysOf(type);
	const meant = key?.word === 'number' ? 'a number on a document' : withArticle(key?.word ?? '');
	const errorMessage = key ? `For ${meant}, choose ${byKey(key).displayName}` : 'Enter a numeric ID';
	const properties = { regex: '\\s*[1-9]\\d*\\s*', errorMessage };
	return { ...byText('ID', 'id', type.picker.exampleId), validation: [{ type: 'regex', properties }] };
};

/** A field that selects a record: from a searchable list, by its identifier, or by its email, name or number. */
export const locator = (type: PickableRecord): Locator => ({
	displayName: type.picker.label ?? titleCase(type.label),
	name: camelCase(type.id),
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: `From the list, or by ${['ID', ...keysOf(type).map(({ word }) => word)].join(', ').replace(/, (\w+)$/, ' or $1')}`,
	modes: [fromList(type.picker.search), byId(type), ...keysOf(type).map(byKey)],
});

export const categoryLocator = locator(categoryRecord);
export const clientLocator = locator(clientRecord);
export const estimateLocator = locator(estimateRecord);
export const expenseLocator = locator(expenseRecord);
export const invoiceLocator = locator(invoiceRecord);
export const productLocator = locator(productRecord);
export const projectLocator = locator(projectRecord);
export const serviceLocator = locator(serviceRecord);
export const staffLocator = locator(staffRecord);
export const taskLocator = locator(taskRecord);
export const timeEntryLocator = locator(timeEntryRecord);

/** The client of a document, whose identifier is in an element of its own (§4.3). */
export const documentClient: Property = {
	...clientLocator,
	description: 'Client who is billed',
	element: 'client/client_id',
};

/** Another client for an existing document. */
export const changedClient = optional(clientLocator, {
	description: 'New client to bill',
	element: 'client/client_id',
});

/** The client whose records a list shows. */
export const clientFilter = optional(clientLocator, { description: 'Only records of this client' });

/** A field that selects a three-letter code (§2.1). */
const codeLocator = (
	kind: 'country' | 'currency',
	search: string,
	example: string,
	description: string,
): Property =>
	formField(titleCase(kind), {
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description,
		modes: [fromList(search), byText('Code', 'code', example)],
		kind,
	});

export const country = codeLocator(
	'country',
	'searchCountries',
	'USA',
	"Country of the client. A new client has the account's by default.",
);

export const currency = codeLocator(
	'currency',
	'searchCurrencies',
	'USD',
	"Currency to bill the client in. A new client has the account's by default. It cannot be changed once the client has an invoice that is not a draft.",
);
