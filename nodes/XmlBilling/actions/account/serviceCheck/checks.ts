import {
	findAccount,
	findEmpty,
	findEncoding,
	findFailures,
	findHttp,
	findInside,
	findSpeed,
	findUnknownMethod,
	findUnknownRecord,
} from './answerChecks';
import type { Check } from './check';
import { FILTERED, findFilters } from './filterChecks';
import { findAmountForms, findBlanks, findDates, findStatuses, findSwitches } from './formatChecks';
import {
	findAmounts,
	findDifferences,
	findGrowth,
	findOrder,
	findShown,
	findSorting,
	findUnnamed,
} from './listChecks';
import { findCounts, findPages } from './pageChecks';
import type { Survey } from './survey';

/** What is checked, in order. The last ones look at all requests. */
export const CHECKS: readonly Check[] = [
	{
		check: 'Account info',
		handled: 'The trigger recognizes the account by company and name. If both are empty, it fails.',
		find: findAccount,
	},
	{ check: 'Records, roughly', handled: 'The node reads lists of any length.', find: findAmounts },
	{
		check: 'What lists show',
		handled: 'Where a list shows too little, the node reads records one by one, which takes more requests.',
		find: findShown,
	},
	{
		check: 'Elements that the interface does not name',
		handled: 'The raw output shows them. The node uses them for nothing.',
		find: findUnnamed,
	},
	{
		check: 'Values in lists and single records',
		handled: 'The trigger tells payments apart by amount. Updates and payments read the single record.',
		find: findDifferences,
	},
	{
		check: 'Payments and taxes of invoices',
		handled: 'The trigger and Record Payment read the payments of single invoices.',
		find: findInside,
	},
	{
		check: 'Order of lists',
		handled: 'The trigger reads lists in any other order whole. Get Many returns the order of the service.',
		find: findOrder,
	},
	{
		check: 'Sorting of invoices',
		handled: 'The trigger checks the order that it gets. Get Many returns the order of the service.',
		find: findSorting,
	},
	{
		check: 'Identifiers',
		handled: 'The trigger takes a record with a larger identifier than before for a new one.',
		find: findGrowth,
	},
	{
		check: 'Pages',
		handled: 'The node reads as many pages as the service names, and each record once.',
		find: findPages,
	},
	{ check: 'Count of records', handled: 'The node takes either name.', find: findCounts },
	{
		check: 'Status words',
		handled: 'The node ignores the case of statuses and shows other words as they are.',
		find: findStatuses,
	},
	{
		check: 'Dates',
		handled: 'The node takes the first ten characters as the day. It shows other forms as they are.',
		find: findDates,
	},
	{
		check: 'Amounts',
		handled:
			'The node takes plain numbers for amounts. It shows others as text and does not calculate with them.',
		find: findAmountForms,
	},
	{ check: 'Yes and no', handled: 'The node shows other words as they are.', find: findSwitches },
	{
		check: 'Blanks around values',
		handled: 'The node removes them, except around free text.',
		find: findBlanks,
	},
	{
		check: 'Unknown record',
		handled:
			'For the node, a record is missing with status 404 or "... id is invalid." Anything else is an error.',
		find: findUnknownRecord,
	},
	{
		check: 'Unknown method',
		handled: 'For the node, any status but 200 is an error.',
		find: findUnknownMethod,
	},
	...FILTERED.map((many) => ({
		check: `Filters: ${many}`,
		handled:
			'The node checks the records before it bills, pays or reports, and the days of a period itself. Else, Get Many returns what the service lists.',
		find: async (survey: Survey) => await findFilters(survey, many),
	})),
	{ check: 'Empty list', handled: 'For the node, both are an empty list.', find: findEmpty },
	{
		check: 'HTTP status',
		handled: 'The status in the answer counts. The HTTP status counts only without an answer.',
		find: findHttp,
	},
	{
		check: 'Character set',
		handled: 'If header and declaration differ, text that is valid UTF-8 is read as UTF-8.',
		find: findEncoding,
	},
	{
		check: 'Failed requests',
		handled: 'Reads are sent again after passing faults. Others are errors.',
		find: findFailures,
	},
	{
		check: 'Speed',
		handled: 'Max Concurrent Requests and Timeout in the credential suit the node to the service.',
		find: findSpeed,
	},
];
