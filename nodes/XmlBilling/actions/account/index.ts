import { lateFeeRecord, paymentMethodRecord, taxRecord } from '../../records';
import { previewOptions } from '../common/options';
import { customRequest } from './customRequest';
import { operation, type Resource } from '../../engine/operation';
import type { ItemContext } from '../../engine/itemContext';
import { listTable } from '../common/standard';

const getInfo = async (item: ItemContext) => [await item.api.account()];

export const account: Resource = {
	option: { name: 'Account', value: 'account' },
	preferred: 'getInfo',
	operations: [
		operation({
			option: {
				name: 'Custom Request',
				value: 'customRequest',
				action: 'Send a custom request',
				description: 'Call any method of the interface with a body of your own',
			},
			returns: 'The answer, with its `status`',
			properties: [
				{
					displayName: 'Method Name',
					name: 'requestMethod',
					type: 'string',
					default: '',
					required: true,
					placeholder: 'e.g. listInvoice',
					description: "The name of the method in the interface's documentation; upper and lower case matter",
					element: false,
				},
				{
					displayName: 'Body (JSON)',
					name: 'requestBody',
					type: 'json',
					default: '{}',
					placeholder: '{ "filter": { "client_id": 42 } }',
					description:
						'The elements of the request by name. An element that repeats is a list. Values are sent as they are, so that they must be as the interface takes them.',
					element: false,
				},
				previewOptions,
			],
			prepare: customRequest,
		}),
		operation({
			option: {
				name: 'Get Info',
				value: 'getInfo',
				action: 'Get account info',
				description: 'Read the company, owner, country and base currency',
			},
			method: 'getAccountInfo',
			returns: 'The account',
			properties: [],
			run: getInfo,
		}),
		operation({
			option: {
				name: 'Get Late Fees',
				value: 'getLateFees',
				action: 'Get late fees',
				description: 'List the rules for late fees',
			},
			method: 'listLateFee',
			returns: 'One item per rule',
			properties: [],
			run: listTable(lateFeeRecord),
		}),
		operation({
			option: {
				name: 'Get Payment Methods',
				value: 'getPaymentMethods',
				action: 'Get payment methods',
				description: 'List the methods that a payment can be recorded with',
			},
			method: 'listOfflinePaymentMethod',
			returns: 'One item per method, with its `name`',
			properties: [],
			run: listTable(paymentMethodRecord),
		}),
		operation({
			option: {
				name: 'Get Taxes',
				value: 'getTaxes',
				action: 'Get taxes',
				description: 'List the taxes that lines can carry, with their rates',
			},
			method: 'listTax',
			returns: 'One item per tax',
			properties: [],
			run: listTable(taxRecord),
		}),
	],
};
