import type { INodePropertyMode, INodePropertyModeValidation } from 'n8n-workflow';
import type { Property } from '../../engine/property';

export const idFormat: INodePropertyModeValidation = {
	type: 'regex',
	properties: { regex: '^\\s*[0-9]+\\s*$', errorMessage: 'An ID is a whole number, such as 42' },
};

/** How a record is chosen: from a searchable list, by its identifier, or by what people know it by. */
interface Chosen {
	readonly label: string;
	/** The identifier's element in camel case. */
	readonly name: string;
	readonly description: string;
	/** The search that fills the list. */
	readonly search: string;
	readonly exampleId: string;
	/** What people know it by: the label of the mode, its name in `resolve.ts`, and an example. */
	readonly knownBy?: readonly [label: string, mode: string, example: string];
}

type Locator = Property & { modes: INodePropertyMode[] };

const TEXT = { type: 'string' } as const;

const knownByMode = (label: string, mode: string, example: string): INodePropertyMode => ({
	displayName: label,
	name: mode,
	...TEXT,
	placeholder: `e.g. ${example}`,
});

const locator = ({ label, name, description, search, exampleId, knownBy }: Chosen): Locator => ({
	displayName: label,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: `e.g. ${exampleId}`,
			validation: [idFormat],
		},
		...(knownBy === undefined ? [] : [knownByMode(...knownBy)]),
	],
});

export const clientLocator = locator({
	label: 'Client',
	name: 'clientId',
	description: 'The client to work with',
	search: 'searchClients',
	exampleId: '42',
	knownBy: ['By Email', 'email', 'office@example.com'],
});

/** The client of a document, which stands inside an element of its own (§4.3). */
export const documentClient: Property = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The client that is billed',
	modes: clientLocator.modes,
	element: 'client/client_id',
};

/** Another client for a document that exists. */
export const changedClient: Property = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The client that is billed from now on',
	modes: clientLocator.modes,
	element: 'client/client_id',
};

/** The client whose records a list shows. */
export const clientFilter: Property = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'Only records of this client',
	modes: clientLocator.modes,
};

export const invoiceLocator = locator({
	label: 'Invoice',
	name: 'invoiceId',
	description: 'The invoice to work with',
	search: 'searchInvoices',
	exampleId: '1042',
	knownBy: ['By Number', 'number', 'INV-0042'],
});

export const estimateLocator = locator({
	label: 'Estimate',
	name: 'estimateId',
	description: 'The estimate to work with',
	search: 'searchEstimates',
	exampleId: '77',
	knownBy: ['By Number', 'estimateNumber', 'EST-0042'],
});

export const recurringLocator = locator({
	label: 'Recurring Profile',
	name: 'recurringId',
	description: 'The recurring profile to work with',
	search: 'searchRecurring',
	exampleId: '12',
	knownBy: ['By Number', 'profileNumber', '00012'],
});

export const staffLocator = locator({
	label: 'Staff Member',
	name: 'staffId',
	description: 'The staff member to work with',
	search: 'searchStaff',
	exampleId: '3',
	knownBy: ['By Email', 'staffEmail', 'alex@example.com'],
});

export const productLocator = locator({
	label: 'Product',
	name: 'productId',
	description: 'The product to work with',
	search: 'searchProducts',
	exampleId: '21',
	knownBy: ['By Name', 'productName', 'Poster A2'],
});

export const serviceLocator = locator({
	label: 'Service',
	name: 'serviceId',
	description: 'The service to work with',
	search: 'searchServices',
	exampleId: '8',
	knownBy: ['By Name', 'serviceName', 'Consulting'],
});

export const expenseLocator = locator({
	label: 'Expense',
	name: 'expenseId',
	description: 'The expense to work with',
	search: 'searchExpenses',
	exampleId: '15',
});

export const categoryLocator = locator({
	label: 'Category',
	name: 'categoryId',
	description: 'The expense category to work with',
	search: 'searchCategories',
	exampleId: '4',
});

export const projectLocator = locator({
	label: 'Project',
	name: 'projectId',
	description: 'The project to work with',
	search: 'searchProjects',
	exampleId: '5',
	knownBy: ['By Name', 'projectName', 'Website relaunch'],
});

export const taskLocator = locator({
	label: 'Task',
	name: 'taskId',
	description: 'The task to work with',
	search: 'searchTasks',
	exampleId: '9',
	knownBy: ['By Name', 'taskName', 'Design'],
});

export const timeEntryLocator = locator({
	label: 'Time Entry',
	name: 'timelogId',
	description: 'The time entry to work with',
	search: 'searchTimeEntries',
	exampleId: '301',
});

/** A country by its name; the service takes its three-letter code (§2.1). */
export const country: Property = {
	displayName: 'Country',
	name: 'country',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: "The client's country. That of the account for a new client when left out.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCountries', searchable: true },
		},
		{ displayName: 'By Code', name: 'code', type: 'string', placeholder: 'e.g. USA' },
	],
	kind: 'text',
};

/** A currency by its name; the service takes its three-letter code (§2.1). */
export const currency: Property = {
	displayName: 'Currency',
	name: 'currency',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		'The currency that the client is billed in. That of the account for a new client when left out; fixed once the client has invoices.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCurrencies', searchable: true },
		},
		{ displayName: 'By Code', name: 'code', type: 'string', placeholder: 'e.g. USD' },
	],
	kind: 'text',
};
