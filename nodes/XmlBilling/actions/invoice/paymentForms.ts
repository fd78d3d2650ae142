import type { Property } from '../../descriptions/property';
import {
	additionalFields,
	chosenFromList,
	optional,
	formField,
	switchField,
} from '../../descriptions/fields';
import {
	clientFilter,
	currency,
	documentClient,
	invoiceLocator,
	searchedBy,
} from '../../descriptions/locators';
import { optionsOfWrite, returnField } from '../../descriptions/options';
import { documentDate } from '../documents/headerFields';

const reference = formField('Reference', { placeholder: 'e.g. ch_3Nx0Qz2eZvKYlo2C', element: false });

/** The list shows what is outstanding on each, instead of its total. */
export const invoiceToPay: Property = {
	...invoiceLocator,
	modes: searchedBy('searchInvoicesToPay', invoiceLocator.modes),
};

/** The main fields of a payment (§4.11). */
export const paymentToRecord: Property[] = [
	formField('Amount', {
		placeholder: 'Full outstanding balance',
		description:
			"Amount paid, in the invoice's currency, such as 500.00. Defaults to the full outstanding balance.",
		kind: 'positiveMoney',
		strict: true,
	}),
	optional(documentDate, { description: 'Date of the payment (YYYY-MM-DD). Defaults to today.' }),
	chosenFromList('getPaymentMethods', 'Payment Method', {
		required: true,
		description: 'How the invoice was paid',
		element: 'method',
	}),
	{
		...reference,
		description:
			"Your ID for this payment. It is added to the payment's notes, and keeps a second run from recording it again, if the service shows notes.",
		strict: true,
	},
];

/** Optional fields of a payment (§4.11). */
export const paymentFields = additionalFields(
	formField('Notes', {
		placeholder: 'e.g. Check 1042',
		description: 'Remark about the payment. A Reference is added to it.',
	}),
	switchField('Notify Client', {
		name: 'clientNotification',
		description: 'Whether the service emails the client about the payment',
		flag: ['1', ''],
	}),
);

export const paymentOptions = optionsOfWrite(
	switchField('Allow Overpayment', {
		description: 'Whether the amount may exceed the outstanding balance',
		element: false,
	}),
	{
		displayName: 'If Payment Exists',
		name: 'ifExists',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Use it if it has the same Reference, and fail if it only looks the same',
			},
			{ name: 'Fail', value: 'fail', description: 'Stop with an error, even if it has the same Reference' },
			{ name: 'Record Anyway', value: 'create', description: 'Record a second payment' },
			{ name: 'Use the Existing Payment', value: 'existing', description: 'Record nothing' },
		],
		default: 'existing',
		description:
			'What to do if the invoice has a payment with this Reference, or with the same amount, method and date (within a day if you leave out the date)',
		element: false,
	},
	returnField,
);

const amountReceived = formField('Amount', {
	required: true,
	placeholder: 'e.g. 500.00',
	description: 'Amount received, such as 500.00',
	kind: 'positiveMoney',
	element: false,
});

const dateReceived = optional(documentDate, {
	description: 'Date of the payment (YYYY-MM-DD), which the output passes on',
	element: false,
});

/** A payment to divide among a client's invoices. */
export const paymentToAllocate: Property[] = [
	{ ...documentClient, description: 'Client who paid', element: 'filter/client_id' },
	amountReceived,
	dateReceived,
	{
		...currency,
		required: true,
		description: 'Currency of the amount received',
		element: false,
	},
	{
		...reference,
		required: true,
		description: 'Your ID for this payment, so that no part of it is allocated twice',
	},
	formField('Allocate To', {
		type: 'options',
		options: [
			{ name: 'Invoices in Text', value: 'named', description: 'Those that Payment Text names' },
			{ name: 'Oldest Due First', value: 'oldest', description: "The client's open invoices" },
		],
		default: 'named',
		description: 'Which invoices the payment is divided among',
		element: false,
	}),
	formField('Payment Text', {
		name: 'text',
		placeholder: 'e.g. INV-0042, INV-0043',
		description:
			'Numbers of the invoices to pay, such as INV-0042, INV-0043 or Invoices 1042, 1043. If it has other digits, or a word such as Refund or Chargeback, nothing is allocated, so that a person can decide.',
		element: false,
	}),
];

/** What is known about a payment whose invoice is to be found. */
export const receivedPayment: Property[] = [
	{
		...amountReceived,
		description:
			'Amount received, such as 500.00. A negative amount is money returned, and never a certain match.',
		kind: 'money',
	},
	dateReceived,
	formField('Payment Text', {
		name: 'text',
		placeholder: 'e.g. ACME INC INV-0042',
		description:
			'Line of a bank statement, searched for an invoice number, such as INV-0042 or Invoice 1042, and a client. If it has digits other than a date or the amount, or a word such as Refund or Chargeback, no match is certain.',
		element: false,
	}),
	additionalFields(
		{ ...clientFilter, description: 'Client who paid', element: false, strict: true },
		{ ...currency, description: 'Currency of the amount received', element: false, strict: true },
		{
			...reference,
			description:
				'Your ID for this payment. If the invoice in the text already has it with this amount, the output says recorded.',
		},
	),
];
