import { lateFeeRecord, paymentMethodRecord, taxRecord } from '../interface/records';
import { timeLimit } from '../fields/options';
import { operation, type Call, type Property, type Resource } from './operation';
import { listTable } from './standard';

const options: Property = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [timeLimit],
};

const getInfo = async (call: Call) => [await call.service.account()];

export const account: Resource = {
	option: { name: 'Account', value: 'account' },
	operations: [
		operation({
			option: {
				name: 'Get Info',
				value: 'getInfo',
				action: 'Get account info',
				description: 'Read the company, owner, country and base currency',
			},
			method: 'getAccountInfo',
			properties: [options],
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
			properties: [options],
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
			properties: [options],
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
			properties: [options],
			run: listTable(taxRecord),
		}),
	],
};
