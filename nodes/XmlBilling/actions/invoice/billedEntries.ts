import type { Property } from '../../engine/property';
import {
	additionalCharges,
	address,
	documentDate,
	documentNumber,
	dueDate,
	invoiceTitle,
	lateFee,
	newInvoiceStatus,
	notes,
	purchaseOrder,
	scheduleDate,
	terms,
} from '../documents/headerFields';
import { ifNumberExists } from './forms';
import { expenseOverrides, timeEntryOverrides } from '../documents/lineFields';
import { idFormat } from '../common/locators';
import { expectedTotal, preview, returnField } from '../common/options';
import { projectFilter } from '../common/projectFields';

/** Which time entries are billed. */
export const timeEntriesFrom: Property = {
	displayName: 'Time Entries From',
	name: 'entriesFrom',
	type: 'options',
	options: [
		{
			name: 'All Unbilled Ones',
			value: 'all',
			description: 'Every time entry of the client that is not billed yet',
		},
		{ name: 'Chosen Below', value: 'chosen', description: 'Choose each time entry' },
	],
	default: 'chosen',
	description:
		'Which time entries are billed. All Unbilled Ones leaves out those whose task is not billable, and says so.',
	element: false,
};

/** Which expenses are billed. */
export const expensesFrom: Property = {
	displayName: 'Expenses From',
	name: 'entriesFrom',
	type: 'options',
	options: [
		{
			name: 'All Unbilled Ones',
			value: 'all',
			description: 'Every active expense of the client that is not invoiced yet',
		},
		{ name: 'Chosen Below', value: 'chosen', description: 'Choose each expense' },
	],
	default: 'chosen',
	description: 'Which expenses are billed',
	element: false,
};

/** What narrows the unbilled time entries or expenses of a client: those that are billed, and those that are offered. */
export const unbilledFilters: Property = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which of the unbilled ones are billed, or offered in the lists below',
	strict: true,
	options: [
		{
			displayName: 'Date From',
			name: 'dateFrom',
			type: 'dateTime',
			default: '',
			description: 'Only what is of this day or later',
		},
		{
			displayName: 'Date To',
			name: 'dateTo',
			type: 'dateTime',
			default: '',
			description: 'Only what is of this day or earlier',
		},
		projectFilter,
	],
	element: false,
};

/** The time entries that an invoice is made from (§4.11). */
export const timeEntries: Property = {
	displayName: 'Time Entries',
	name: 'timeEntries',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Time Entry' },
	default: {},
	placeholder: 'Add Time Entry',
	required: true,
	displayOptions: { show: { entriesFrom: ['chosen'] } },
	options: [
		{
			displayName: 'Time Entry',
			name: 'entry',
			values: [
				{
					displayName: 'Time Entry',
					name: 'id',
					type: 'resourceLocator',
					typeOptions: { loadOptionsDependsOn: ['clientId.value'] },
					default: { mode: 'list', value: '' },
					description: 'A time entry that is not billed yet',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							typeOptions: { searchListMethod: 'searchUnbilledTimeEntries', searchable: true },
						},
						{
							displayName: 'By ID',
							name: 'id',
							type: 'string',
							placeholder: 'e.g. 301',
							validation: [idFormat],
						},
					],
				},
				timeEntryOverrides,
			],
		},
	],
	element: false,
};

/** The expenses that an invoice is made from (§4.11). */
export const expenseEntries: Property = {
	displayName: 'Expenses',
	name: 'expenses',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Expense' },
	default: {},
	placeholder: 'Add Expense',
	required: true,
	displayOptions: { show: { entriesFrom: ['chosen'] } },
	options: [
		{
			displayName: 'Expense',
			name: 'entry',
			values: [
				{
					displayName: 'Expense',
					name: 'id',
					type: 'resourceLocator',
					typeOptions: { loadOptionsDependsOn: ['clientId.value'] },
					default: { mode: 'list', value: '' },
					description: 'An active expense of the client that is not invoiced yet',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							typeOptions: { searchListMethod: 'searchUnbilledExpenses', searchable: true },
						},
						{
							displayName: 'By ID',
							name: 'id',
							type: 'string',
							placeholder: 'e.g. 15',
							validation: [idFormat],
						},
					],
				},
				expenseOverrides,
			],
		},
	],
	element: false,
};

/** The taxes of all time entries, which bring none along. */
export const timeTaxes: Property[] = [
	{
		displayName: 'Tax 1 on Time Name or ID',
		name: 'timeTax1',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getAccountTaxes' },
		default: '',
		description:
			'The first tax on every time entry, unless its row says another. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		strict: true,
		element: false,
	},
	{
		displayName: 'Tax 2 on Time Name or ID',
		name: 'timeTax2',
		type: 'options',
		typeOptions: { loadOptionsMethod: 'getAccountTaxes' },
		default: '',
		description:
			'The second tax on every time entry. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		strict: true,
		element: false,
	},
];

/** What an invoice made from time entries can have (§4.11). */
export const timeInvoiceFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		additionalCharges,
		address,
		documentDate,
		dueDate,
		notes,
		documentNumber,
		purchaseOrder,
		scheduleDate,
		newInvoiceStatus,
		terms,
		invoiceTitle,
	],
};

/** What an invoice made from expenses can have (§4.11). */
export const expenseInvoiceFields: Property = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [
		additionalCharges,
		address,
		documentDate,
		dueDate,
		lateFee,
		notes,
		documentNumber,
		purchaseOrder,
		scheduleDate,
		newInvoiceStatus,
		terms,
		invoiceTitle,
	],
};

/** Options of an invoice that is made from what was recorded before. */
export const billingOptions: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		expectedTotal,
		{
			displayName: 'If Nothing to Bill',
			name: 'ifNothing',
			type: 'options',
			options: [
				{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
				{ name: 'Return Nothing', value: 'skip', description: 'Go on without an output for the item' },
			],
			default: 'fail',
			description: 'What to do when all unbilled ones are to be billed and there are none',
			element: false,
		},
		ifNumberExists,
		preview,
		returnField,
	],
};
