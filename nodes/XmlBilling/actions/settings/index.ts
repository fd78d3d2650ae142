import { accountAnswer, lateFeeRecord, paymentMethodRecord, taxRecord, type RecordType } from '../../records';
import { byText, fromList } from '../../descriptions/locators';
import { options, switchField, formField } from '../../descriptions/fields';
import { previewOptions } from '../../descriptions/options';
import { checkService } from './checkService';
import { customRequest, methodIn } from './customRequest';
import { operation, type Operation, type Resource } from '../../execution/operation';
import { isRead } from '../../records/methods';
import { capitalized } from '../../records/display';

/** The operation that reads a table of the account. */
const tableOf = (shows: RecordType, value: string, name: string, description: string): Operation =>
	operation({
		option: { name, value, action: capitalized(name.toLowerCase()), description },
		method: shows.list,
		shows,
		properties: [],
		run: (item) => item.api.list(shows, {}, Infinity),
	});

export const settings: Resource = {
	option: { name: 'Settings', value: 'settings' },
	preferred: 'getInfo',
	operations: [
		operation({
			option: {
				name: 'Check Service',
				value: 'checkService',
				action: 'Check billing service',
				description:
					'Report where your service differs from the documented interface. Only reads, with up to 60 requests.',
			},
			properties: [
				formField(
					'Sends up to 60 requests and changes nothing. The report contains no names, amounts or document numbers.',
					{
						name: 'checkServiceNotice',
						type: 'notice',
						element: false,
					},
				),
				options(
					switchField('Report for Pasting', {
						description: 'Whether to return all checks as one text, to paste into an issue',
						element: false,
					}),
				),
			],
			run: checkService,
		}),
		operation({
			option: {
				name: 'Custom Request',
				value: 'customRequest',
				action: 'Send custom request with any method',
				description: 'Call any method of the interface with your own request body',
			},
			properties: [
				formField('Method Name', {
					name: 'requestMethod',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					required: true,
					description:
						"Method to call. By name, spell it as in the interface's documentation (case-sensitive).",
					modes: [fromList('searchMethods'), byText('Name', 'methodName', 'listInvoice')],
					element: false,
				}),
				formField('Body (JSON)', {
					name: 'requestBody',
					type: 'json',
					placeholder: '{ "filter": { "client_id": 42 } }',
					description:
						'Elements by name, such as {"client_id": 42}, with a list for an element that repeats. Values are sent unchanged, so use the interface\'s formats. Never send card data: n8n would store it.',
					element: false,
				}),
				previewOptions,
			],
			onlyReads: (valueOf) => isRead(methodIn(valueOf('requestMethod'))),
			prepare: customRequest,
		}),
		operation({
			option: {
				name: 'Get Info',
				value: 'getInfo',
				action: 'Get account info',
				description: 'Retrieve the company, owner, country and base currency of the account',
			},
			method: 'getAccountInfo',
			properties: [],
			run: async (item) => [await item.api.read(accountAnswer, item.body)],
		}),
		tableOf(lateFeeRecord, 'getLateFees', 'Get Late Fees', 'Retrieve the late fee rules'),
		tableOf(
			paymentMethodRecord,
			'getPaymentMethods',
			'Get Payment Methods',
			'Retrieve the methods for recording payments',
		),
		tableOf(taxRecord, 'getTaxes', 'Get Taxes', 'Retrieve the taxes and their rates'),
	],
};
