import { collection, type ItemContext } from '../../execution/item';
import { dayAfter, today, type Period } from '../../xml/dates';
import { INVOICE_STATUSES, isActive, isMarkedPaid, isUnpaid } from '../../records/states';
import { snakeCase } from '../../xml/encode';
import { isAbsent } from '../../xml/values';
import { allOf, onFields, type Condition } from '../../lookup/readList';
import { customFields, dateFrom, dateTo, notes, olderThanDays } from '../../descriptions/commonFields';
import { documentPeriod, periodOf, toPeriod, type Narrowed } from '../../execution/period';
import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	asChoices,
	chosenFromList,
	filters,
	sort,
	updateFields,
	formField,
	switchField,
} from '../../descriptions/fields';
import { changedClient, clientFilter } from '../../descriptions/locators';
import { expectedTotal, ifNumberExists, optionsOfWrite, returnField } from '../../descriptions/options';
import {
	additionalCharges,
	billingAddress,
	changedDate,
	changedNumber,
	dueDate,
	invoiceHeader,
	invoiceTitle,
	lateFee,
	purchaseOrder,
	scheduleDate,
	sortBy,
	sortOrder,
	terms,
} from '../documents/headerFields';

/** Optional fields of a new invoice (§4.3). */
export const invoiceFields = additionalFields(...invoiceHeader, customFields, lateFee);

/** Optional fields of an invoice made from an estimate or from time entries (§4.11). */
export const sourcedInvoiceFields = additionalFields(...invoiceHeader);

export const createInvoiceOptions = optionsOfWrite(expectedTotal, ifNumberExists('invoice'), returnField);

const NOT_SENT = { strict: true, element: false } as const;

export const estimateTaxes = [
	chosenFromList('getEstimateTaxes', 'Tax', {
		...{ name: 'tax1', ...NOT_SENT },
		description: "Tax on every line. The estimate's own taxes cannot be read",
	}),
	chosenFromList('getEstimateTaxes', 'Second Tax', {
		...{ name: 'tax2', ...NOT_SENT },
		description: 'Second tax on every line',
		displayOptions: { hide: { tax1: ['', 'none'] } },
	}),
];

const dueDay = (displayName: string, name: string, when: string): Property => ({
	...dateFrom,
	displayName,
	name,
	description: `Only invoices due on or ${when} this day (YYYY-MM-DD). Slow on large accounts.`,
	element: false,
});

const dueFrom = dueDay('Due From', 'dueFrom', 'after');
const dueTo = dueDay('Due To', 'dueTo', 'before');

/** Filters of a list of invoices (§4.3). */
export const invoiceFilters = filters(
	clientFilter,
	dateFrom,
	dateTo,
	dueFrom,
	dueTo,
	formField('Number', {
		name: 'invoiceNumber',
		placeholder: 'e.g. INV-0042',
		description: 'Only the invoice with exactly this number',
		kind: 'word',
	}),
	olderThanDays,
	switchField('Overdue Only', {
		description:
			'Whether to return only active, unpaid invoices that were due before today. Slow on large accounts.',
		element: false,
	}),
	{
		displayName: 'Record Status',
		name: 'invoiceRecordStatus',
		type: 'options',
		options: [
			{ name: 'Active', value: 'Active' },
			{ name: 'Archived', value: 'Archived' },
			{ name: 'Canceled', value: 'Cancel' },
		],
		default: 'Active',
		description: 'Only invoices in this state. Defaults to active invoices.',
	},
	{
		displayName: 'Status',
		name: 'invoiceStatus',
		type: 'options',
		options: asChoices(INVOICE_STATUSES),
		default: 'Sent',
		description: 'Only invoices with this status. To find all unpaid invoices, use Unpaid Only.',
	},
	switchField('Unpaid Only', {
		description:
			'Whether to return only invoices with an outstanding balance, excluding drafts. Slow on large accounts.',
		element: false,
	}),
);

/** How to sort a list of invoices (§4.3). */
export const invoiceSort = sort(sortBy('invoice_id'), sortOrder);

const ERASED = [billingAddress, dueDate, lateFee, notes, purchaseOrder, scheduleDate, terms, invoiceTitle];

/** Values that an update erases by omitting their elements (§4.3), by the names of their fields. */
export const clearFields = {
	displayName: 'Clear Fields',
	name: 'clearFields',
	type: 'multiOptions',
	options: ERASED.map(({ displayName, name, element }) => ({
		name: displayName.replace(/ Name or ID$/, ''),
		value: element || snakeCase(name),
	})),
	default: [],
	description: 'Values to erase. Leaving a field empty does not erase it.',
	element: false,
} satisfies Property;

/** Fields besides lines that an update of an invoice can change (§4.3). */
export const invoiceChanges = updateFields(
	additionalCharges,
	billingAddress,
	changedClient,
	changedDate,
	changedNumber,
	clearFields,
	dueDate,
	invoiceTitle,
	lateFee,
	notes,
	purchaseOrder,
	scheduleDate,
	formField('Status', {
		type: 'options',
		options: [
			{ name: 'Draft', value: 'draft' },
			{ name: 'Paid', value: 'paid' },
			{ name: 'Partial-Paid', value: 'partial-paid' },
			{ name: 'Sent', value: 'sent' },
			{ name: 'Viewed', value: 'viewed' },
		],
		default: 'sent',
		description: 'New status. To set one that is not listed, use an expression.',
		open: true,
	}),
	terms,
);

const DUE_DATE = 'invoice_due_date';

const unpaidOnly = onFields(['outstanding', 'invoice_status'], isUnpaid);

/** As for an event of the trigger: what is archived, canceled or marked as paid is not overdue, whatever its balance. */
const openOnly = onFields(
	['status', 'invoice_status'],
	(invoice) => isActive(invoice) && !isMarkedPaid(invoice),
);

/** Invoices that are due in a period. One without a due date is due on no day. */
const dueIn =
	(period: Period): Condition =>
	(invoice, isListed) =>
		isAbsent(invoice[DUE_DATE]) && !isListed ? false : toPeriod(DUE_DATE, period)(invoice, isListed);

/** Selects invoices by their dates and balances. The service can't filter by due dates and balances (§4.3). */
export function byDatesAndBalance(item: ItemContext): Narrowed {
	const values = collection(item, 'filters');
	const due = periodOf(item, values, 'Filters › ', [dueFrom, dueTo]);
	const beforeToday = { from: '', to: dayAfter(today(item), -1) };
	const conditions: Condition[] = [];
	if (due.from !== '' || due.to !== '') conditions.push(dueIn(due));
	if (values['unpaidOnly'] === true) conditions.push(unpaidOnly);
	if (values['overdueOnly'] === true) conditions.push(unpaidOnly, openOnly, dueIn(beforeToday));
	return { ...documentPeriod(item), keep: conditions.length === 0 ? undefined : allOf(...conditions) };
}
