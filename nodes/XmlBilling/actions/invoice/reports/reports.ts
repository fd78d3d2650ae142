import { operation } from '../../../engine/item/operation';
import { reportPeriod } from '../../../forms/periodFields';
import { reportShape } from '../../../forms/options';
import { paging } from '../../../forms/paging';
import { proposeAllocation, allocationSchemas } from '../matching/proposeAllocation';
import { matchPayment, matchSchemas } from '../matching/matchPayment';
import { getPayments, paymentSchemas } from './getPayments';
import { getReceivables } from './getReceivables';
import { paymentToAllocate, receivedPayment } from '../payments/paymentForms';
import { receivableSchemas } from './receivables';
import { getTaxSummary } from './getTaxSummary';
import {
	paymentFilters,
	paymentListOptions,
	receivableFilters,
	receivableOptions,
	taxBasis,
} from './reportForms';
import { taxSummarySchemas } from './taxSummary';

export const proposeAllocationOperation = operation({
	option: {
		name: 'Propose Allocation',
		value: 'proposeAllocation',
		action: 'Propose allocation of payment to invoices',
		description: 'Propose how a payment is divided among the invoices of a client. Records nothing.',
	},
	output: allocationSchemas,
	returns:
		'One item per invoice, of the `kind` `invoice`, with the `invoice_id`, `amount` and `reference` for Record Payment, and one of the kind `rest` for what is left over, with the `reason`',
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
	output: matchSchemas,
	returns:
		'One item per payment: `match` is `certain`, `possible`, `none` or `recorded`, with `invoice_id` if it is certain or recorded, the `reason`, and the `candidates`',
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
	output: paymentSchemas,
	returns: 'One item per payment',
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
	output: receivableSchemas,
	returns:
		'One item per client and currency, the largest `total` of a currency first, with `not_due`, `days_1_30` to `days_over_90`, and `credit`: what is overpaid and not in the total',
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
	output: taxSummarySchemas,
	returns:
		'One item per currency, tax and rate; their bases may overlap. What has a `reason` is not counted. Totals: one item per currency, with `taxes` and `not_counted`; `net`, `tax` and `total` count each invoice once',
	properties: [...reportPeriod, taxBasis, reportShape],
	run: getTaxSummary,
});
