import type { INodePropertyModeValidation } from 'n8n-workflow';
import type { Property } from '../resources/operation';

const idFormat: INodePropertyModeValidation = {
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

export const invoiceLocator: Property = {
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
};

export const estimateLocator: Property = {
	displayName: 'Estimate',
	name: 'estimateId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The estimate whose client, lines, notes and terms the invoice takes over',
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
	],
};
