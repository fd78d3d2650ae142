import type { INodePropertyModeValidation } from 'n8n-workflow';
import type { Property } from './property';

export const idFormat: INodePropertyModeValidation = {
	type: 'regex',
	properties: { regex: '^\\s*[0-9]+\\s*$', errorMessage: 'An ID is a whole number, such as 42' },
};

export const clientLocator = {
	displayName: 'Client',
	name: 'clientId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The client to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchClients', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 42',
			validation: [idFormat],
		},
		{ displayName: 'By Email', name: 'email', type: 'string', placeholder: 'e.g. office@example.com' },
	],
} satisfies Property;

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

export const invoiceLocator = {
	displayName: 'Invoice',
	name: 'invoiceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The invoice to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchInvoices', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1042',
			validation: [idFormat],
		},
		{ displayName: 'By Number', name: 'number', type: 'string', placeholder: 'e.g. INV-0042' },
	],
} satisfies Property;

export const estimateLocator = {
	displayName: 'Estimate',
	name: 'estimateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The estimate to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchEstimates', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 77',
			validation: [idFormat],
		},
		{ displayName: 'By Number', name: 'estimateNumber', type: 'string', placeholder: 'e.g. EST-0042' },
	],
} satisfies Property;

export const recurringLocator = {
	displayName: 'Recurring Profile',
	name: 'recurringId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The recurring profile to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchRecurring', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 12',
			validation: [idFormat],
		},
		{ displayName: 'By Number', name: 'profileNumber', type: 'string', placeholder: 'e.g. 00012' },
	],
} satisfies Property;

export const staffLocator = {
	displayName: 'Staff Member',
	name: 'staffId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The staff member to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchStaff', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 3',
			validation: [idFormat],
		},
		{ displayName: 'By Email', name: 'staffEmail', type: 'string', placeholder: 'e.g. alex@example.com' },
	],
} satisfies Property;

export const productLocator = {
	displayName: 'Product',
	name: 'productId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The product to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchProducts', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 21',
			validation: [idFormat],
		},
		{ displayName: 'By Name', name: 'productName', type: 'string', placeholder: 'e.g. Poster A2' },
	],
} satisfies Property;

export const serviceLocator = {
	displayName: 'Service',
	name: 'serviceId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The service to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchServices', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 8',
			validation: [idFormat],
		},
		{ displayName: 'By Name', name: 'serviceName', type: 'string', placeholder: 'e.g. Consulting' },
	],
} satisfies Property;

export const expenseLocator = {
	displayName: 'Expense',
	name: 'expenseId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The expense to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchExpenses', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 15',
			validation: [idFormat],
		},
	],
} satisfies Property;

export const categoryLocator = {
	displayName: 'Category',
	name: 'categoryId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The expense category to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchCategories', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 4',
			validation: [idFormat],
		},
	],
} satisfies Property;

export const projectLocator = {
	displayName: 'Project',
	name: 'projectId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The project to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchProjects', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 5',
			validation: [idFormat],
		},
		{ displayName: 'By Name', name: 'projectName', type: 'string', placeholder: 'e.g. Website relaunch' },
	],
} satisfies Property;

export const taskLocator = {
	displayName: 'Task',
	name: 'taskId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The task to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTasks', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 9',
			validation: [idFormat],
		},
		{ displayName: 'By Name', name: 'taskName', type: 'string', placeholder: 'e.g. Design' },
	],
} satisfies Property;

export const timeEntryLocator = {
	displayName: 'Time Entry',
	name: 'timelogId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The time entry to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod: 'searchTimeEntries', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 301',
			validation: [idFormat],
		},
	],
} satisfies Property;

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
