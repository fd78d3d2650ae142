import { operation } from '../../../engine/item/operation';
import { reportPeriod } from '../../../forms/periodFields';
import { reportShape } from '../../../forms/options';
import { paging } from '../../../forms/paging';
import { allocatePayment, allocationSchemas } from '../matching/allocatePayment';
import { findForPayment, foundForPayment } from '../matching/findForPayment';
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

export const allocatePaymentOperation = operation({
	option: {
		name: 'Allocate Payment',
		value: 'allocatePayment',
		action: 'Allocate payment to invoices',
		description: 'Propose how a payment pays several invoices of a client, and record nothing',
	},
	output: allocationSchemas,
	returns:
		'One item per invoice, of the `kind` `invoice`, with the `invoice_id`, `amount` and `reference` for Record Payment, and one of the kind `rest` for what is left over, with the `reason`',
	properties: paymentToAllocate,
	run: allocatePayment,
});

export const findForPaymentOperation = operation({
	option: {
		name: 'Find for Payment',
		value: 'findForPayment',
		action: 'Match payment to invoice',
		description:
			'Find the open invoice that a payment is for, and record nothing. Reads all active invoices once per run.',
	},
	output: foundForPayment,
	returns:
		'One item per payment: `match` is `certain`, `possible`, `none` or `recorded`, with `invoice_id` if it is certain or recorded, the `reason`, and the `candidates`',
	properties: receivedPayment,
	run: findForPayment,
});

export const getPaymentsOperation = operation({
	option: {
		name: 'Get Many Payments',
		value: 'getPayments',
		action: 'Get many payments',
		description:
			'List payments across invoices, newest first. Where lists show no payments, this takes one more request for each invoice with a payment.',
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
		description:
			'Show what clients owe, by days overdue. Where lists show too little, this takes one more request for each invoice.',
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
			'Add up the sales tax of a period, billed or collected, by name and rate. Where lists show too little, this takes one more request for each invoice.',
	},
	output: taxSummarySchemas,
	returns:
		'One item per currency, tax and rate; their bases may overlap. What has a `reason` is not counted. Totals: one item per currency, with `taxes` and `not_counted`; `net`, `tax` and `total` count each invoice once',
	properties: [...reportPeriod, taxBasis, reportShape],
	run: getTaxSummary,
});
