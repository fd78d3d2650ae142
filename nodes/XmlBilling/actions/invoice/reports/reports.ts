import { operation } from '../../../engine/item/operation';
import { reportPeriod } from '../../../forms/periodFields';
import { reportShape } from '../../../forms/options';
import { paging } from '../../../forms/paging';
import { proposeAllocation } from '../matching/proposeAllocation';
import { matchPayment } from '../matching/matchPayment';
import { getPayments } from './getPayments';
import { paymentToAllocate, receivedPayment } from '../payments/paymentForms';
import { getReceivables } from './receivables';
import { getTaxSummary } from './taxSummary';
import {
	paymentFilters,
	paymentListOptions,
	receivableFilters,
	receivableOptions,
	taxBasis,
} from './reportForms';

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
