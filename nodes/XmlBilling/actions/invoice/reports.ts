import { operation } from '../../execution/operation';
import { DAY, chosenFromList, filters, optional, options } from '../../descriptions/fields';
import { clientFilter } from '../../descriptions/locators';
import { fullRecords, paging, reportShape } from '../../descriptions/options';
import { dateFrom, dateTo, reportPeriod } from '../../descriptions/commonFields';
import type { Property } from '../../descriptions/property';
import { matchPayment } from './matchPayment';
import { proposeAllocation } from './proposeAllocation';
import { paymentToAllocate, receivedPayment } from './paymentForms';
import { getPayments } from './getPayments';
import { getReceivables } from './receivables';
import { getTaxSummary } from './taxSummary';

/** Filters of a list of payments. */
const paymentFilters = filters(
	optional(clientFilter, { description: 'Only payments of this client' }),
	{ ...dateFrom, description: 'Only payments made on or after this day (YYYY-MM-DD)', element: false },
	{
		...dateTo,
		description:
			'Only payments made on or before this day (YYYY-MM-DD). A payment that is older than its invoice may be missing.',
		element: 'date_to',
	},
	chosenFromList('getPaymentMethods', {
		displayName: 'Payment Method Name or ID',
		name: 'paymentMethod',
		description: 'Only payments made this way',
		element: false,
	}),
	{
		displayName: 'Reference Contains',
		name: 'referenceContains',
		type: 'string',
		default: '',
		placeholder: 'e.g. TX-47',
		description:
			'Only payments with this text in their reference, in any case. May take one more request per invoice.',
		element: false,
	},
);

const paymentListOptions = options({
	...fullRecords,
	description:
		'Whether to read every invoice with a matching payment on its own, because lists may omit notes. Takes one more request per invoice.',
});

const receivableFilters = filters(optional(clientFilter, { description: 'Only what this client owes' }));

const asOf: Property = {
	displayName: 'As Of',
	name: 'asOf',
	...DAY,
	description:
		'Count days overdue as of this day (YYYY-MM-DD). Defaults to today. The amounts are always what is owed now; invoices dated later than a past day are left out.',
	strict: true,
	element: false,
};

const bucketLimits: Property = {
	displayName: 'Bucket Limits',
	name: 'bucketLimits',
	type: 'string',
	default: '30, 60, 90',
	description:
		'Last day overdue of each aging bucket. The output fields are named after them, such as days_1_30.',
	strict: true,
	element: false,
};

const receivableOptions = options(asOf, bucketLimits, {
	displayName: 'Include Invoices',
	name: 'includeInvoices',
	type: 'boolean',
	default: true,
	description: 'Whether to list the invoices behind the amounts, with their days overdue',
	element: false,
});

/** What decides whether an invoice counts. Strict, because another answer is another tax. */
const taxBasis: Property = {
	displayName: 'Count By',
	name: 'basis',
	type: 'options',
	options: [
		{ name: 'Invoice Date', value: 'invoiceDate' },
		{ name: 'Payments Received', value: 'payments', description: 'The share of the tax that was paid' },
	],
	default: 'invoiceDate',
	description: 'What has to be in the period: invoices for tax billed, or payments for tax collected',
	strict: true,
	element: false,
};

export const proposeAllocationOperation = operation({
	option: {
		name: 'Propose Allocation',
		value: 'proposeAllocation',
		action: 'Propose allocation of payment to invoices',
		description: 'Propose how a payment is divided among the invoices of a client. Records nothing.',
	},
	properties: paymentToAllocate,
	run: proposeAllocation,
});

export const matchPaymentOperation = operation({
	option: {
		name: 'Match Payment to Invoice',
		value: 'matchPayment',
		action: 'Match payment to invoice',
		description:
			'Find the open invoice that a payment is for, and record nothing. Reads all active invoices once per run.',
	},
	properties: receivedPayment,
	run: matchPayment,
});

export const getPaymentsOperation = operation({
	option: {
		name: 'Get Many Payments',
		value: 'getPayments',
		action: 'Get many payments',
		description:
			'Retrieve a list of payments across invoices, newest first. May take one more request per invoice.',
	},
	properties: [...paging, paymentFilters, paymentListOptions],
	run: getPayments,
});

export const getReceivablesOperation = operation({
	option: {
		name: 'Get Receivables',
		value: 'getReceivables',
		action: 'Get receivables by days overdue',
		description: 'Show what clients owe, by days overdue. May take one more request per invoice.',
	},
	properties: [receivableFilters, receivableOptions],
	run: getReceivables,
});

export const getTaxSummaryOperation = operation({
	option: {
		name: 'Get Tax Summary',
		value: 'getTaxSummary',
		action: 'Get tax summary of period',
		description:
			'Add up the sales tax of a period, billed or collected, by name and rate. May take one more request per invoice.',
	},
	properties: [...reportPeriod, taxBasis, reportShape],
	run: getTaxSummary,
});
