import type { Property } from '../../descriptions/property';
import {
	DAY,
	additionalFields,
	chosenFromList,
	optional,
	rowTitle,
	formField,
} from '../../descriptions/fields';
import { expenseLocator, searchedBy, timeEntryLocator } from '../../descriptions/locators';
import { expectedTotal, ifNumberExists, optionsOfWrite, returnField } from '../../descriptions/options';
import { dateFrom, projectFilter } from '../../descriptions/commonFields';
import { invoiceHeader, lateFee } from '../documents/headerFields';
import { entryChanges } from '../documents/lineFields';
import { JSON_FIELD } from '../documents/lineForms';

const entriesFrom = (label: string, all: string, select: string, description: string): Property => ({
	displayName: `${label} From`,
	name: 'entriesFrom',
	type: 'options',
	options: [
		{ name: 'All Unbilled', value: 'all', description: all },
		JSON_FIELD,
		{ name: 'Selected Below', value: 'chosen', description: select },
	],
	default: 'all',
	description,
	element: false,
});

export const timeEntriesFrom = entriesFrom(
	'Time Entries',
	"All of the client's time entries that are not billed yet",
	'Select each time entry',
	'All Unbilled skips non-billable tasks and projects billed flat, with a warning',
);

export const expensesFrom = entriesFrom(
	'Expenses',
	"All of the client's active expenses that are not invoiced yet",
	'Select each expense',
	'Which expenses to bill',
);

// The usual limit of a bill. Strict, because without it everything would be billed.
const until = (displayName: string, what: string): Property => ({
	displayName,
	name: 'until',
	...DAY,
	description: `Last day of the ${what} to bill (YYYY-MM-DD). To set a first day, use Filters › Date From. If empty, there is no last day.`,
	displayOptions: { show: { entriesFrom: ['all'] } },
	strict: true,
});

export const workUntil = until('Work Until', 'work');
export const expensesUntil = until('Expenses Until', 'expenses');

/** Narrows a client's unbilled records: those to bill, and those that the lists offer. */
export const unbilledFilters = formField('Filters', {
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Narrow down the records to bill, or those to choose from below',
	displayOptions: { show: { entriesFrom: ['all', 'chosen'] } },
	strict: true,
	options: [
		optional(dateFrom, { description: 'Only work or expenses dated on or after this day (YYYY-MM-DD)' }),
		projectFilter,
	],
	element: 'filter',
});

const entriesJson = formField('Entries (JSON)', {
	name: 'entriesJson',
	type: 'json',
	description:
		'One or a list, such as {"timelog_id": 301, "unit_cost": 95}. Each has its timelog_id or expense_id and the values to bill instead of its own: name, description, unit_cost, quantity, discount, discount_type (Percent or Fixed), tax1, tax2 ("none" removes a tax).',
	displayOptions: { show: { entriesFrom: ['json'] } },
	element: false,
});

/** The records to bill, in rows and as JSON. */
const entries = (
	plural: Pick<Property, 'displayName' | 'name'>,
	{ displayName, modes }: Property,
	search: string,
	description: string,
): Property[] => [
	{
		...plural,
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: `Add ${displayName}`,
			...rowTitle('row.id?.cachedResultName'),
		},
		default: {},
		placeholder: `Add ${displayName}`,
		required: true,
		displayOptions: { show: { entriesFrom: ['chosen'] } },
		options: [
			{
				displayName,
				name: 'entry',
				values: [
					{
						displayName,
						name: 'id',
						type: 'resourceLocator',
						typeOptions: { loadOptionsDependsOn: ['clientId.value'] },
						default: { mode: 'list', value: '' },
						description,
						modes: searchedBy(search, modes),
					},
					entryChanges,
				],
			},
		],
		element: false,
	},
	entriesJson,
];

/** The time entries that an invoice is made from (§4.11). */
export const timeEntries = entries(
	{ displayName: 'Time Entries', name: 'timeEntries' },
	timeEntryLocator,
	'searchUnbilledTimeEntries',
	'A time entry that is not billed yet',
);

/** The expenses that an invoice is made from (§4.11). */
export const expenseEntries = entries(
	{ displayName: 'Expenses', name: 'expenses' },
	expenseLocator,
	'searchUnbilledExpenses',
	'An active expense for the client that is not invoiced yet',
);

const timeTax = (name: 'timeTax1' | 'timeTax2', tax: string): Property =>
	chosenFromList('getAccountTaxes', tax, {
		name,
		description: `${tax} on every time entry, unless JSON sets another`,
		strict: true,
		element: false,
	});

/** The taxes of all time entries, which have none of their own. A compound tax may be the second without a first. */
export const timeTaxes = [timeTax('timeTax1', 'Tax'), timeTax('timeTax2', 'Second Tax')];

/** Optional fields of an invoice made from expenses (§4.11). */
export const expenseInvoiceFields = additionalFields(...invoiceHeader, lateFee);

const ifNothing = formField('If Nothing to Bill', {
	name: 'ifNothing',
	type: 'options',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop with an error' },
		{ name: 'Return Nothing', value: 'skip', description: 'Continue without output for the item' },
	],
	default: 'fail',
	description: 'What to do if All Unbilled finds nothing to bill',
	element: false,
});

const ifStayUnbilled = formField('If Entries Stay Unbilled', {
	name: 'ifStayUnbilled',
	type: 'options',
	options: [
		{ name: 'Mark as Billed', value: 'mark', description: 'So that they are not billed again' },
		{ name: 'Warn', value: 'warn', description: 'Leave them as they are' },
	],
	default: 'mark',
	description: 'What to do if the service still lists billed entries as unbilled',
	element: false,
});

const shared = [expectedTotal, ifNothing, ifNumberExists('invoice'), returnField];
export const billingOptions = optionsOfWrite(...shared);
export const timeBillingOptions = optionsOfWrite(...shared, ifStayUnbilled);
