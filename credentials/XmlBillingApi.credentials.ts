import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_CONCURRENT_REQUESTS,
	DEFAULT_TIMEOUT,
	MAX_TIMEOUT_SECONDS,
	MAX_CONCURRENT_REQUESTS,
} from '../nodes/XmlBilling/transport/endpoint';

/** The service's address, the account's token (§5), and limits. The node tests it, because a credential can't read XML answers. */
export class XmlBillingApi implements ICredentialType {
	name = 'xmlBillingApi';

	// n8n searches credentials by this name alone, and people search for the service.
	displayName = 'XML Billing (Invoicera) API';

	documentationUrl = 'https://github.com/n8n-nodes-xml-billing/n8n-nodes-xml-billing#the-credential';

	icon: Icon = { light: 'file:../icons/xmlBilling.svg', dark: 'file:../icons/xmlBilling.dark.svg' };

	// Only this package's nodes enforce the limits below, so no other node may use the credential (from n8n 2.41).
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://www.invoicera.com/app/api',
			description:
				'The address of the billing service, starting with https://. Invoicera documents https://www.invoicera.com/app/api. Your account may have an address of its own, such as https://your-account.invoicera.com/app/api.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The API token of the account. The account owner finds it in the billing service under Settings, My Account, API. Changing the account password resets it.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether these nodes can only read. Changes are refused, but can be previewed. Before n8n 2.41, other nodes such as HTTP Request bypass this, Allow Deleting and Maximum Amount.',
		},
		{
			displayName: 'Allow Deleting',
			name: 'allowDeleting',
			type: 'options',
			options: [
				{ name: 'Anything', value: 'anything', description: 'All records and lines' },
				{
					name: 'Drafts Only',
					value: 'drafts',
					description: 'Only invoices and estimates that are drafts, and their lines',
				},
				{ name: 'Nothing', value: 'nothing', description: 'No records and no lines' },
			],
			default: 'anything',
			description:
				'What nodes that use this credential can delete. Anything else is rejected before anything is sent, but can still be previewed. Updates that replace lines are still allowed.',
		},
		{
			displayName: 'Maximum Amount',
			name: 'maximumAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5000',
			description:
				'The limit for one invoice, recurring profile or payment. A larger amount is rejected before anything is sent. Only the numbers are compared, whatever the currency. Leave empty for no limit.',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_TIMEOUT_SECONDS },
			default: DEFAULT_TIMEOUT,
			description: 'How long one request may take. Lists in the editor and triggers may use shorter limits.',
		},
		{
			displayName: 'Max Concurrent Requests',
			name: 'maxConcurrentRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENT_REQUESTS },
			default: DEFAULT_CONCURRENT_REQUESTS,
			description:
				'How many requests one node may send at the same time. Lower it if the service has a rate limit.',
		},
	];

	// Only the token matters; any short password will do (§5). This is a function, because n8n may discard the evaluator of
	// expressions while an earlier poll of the same workflow is still reading.
	authenticate: IAuthenticate = ({ token }, request) =>
		Promise.resolve({
			...request,
			auth: { username: typeof token === 'string' ? token.trim() : '', password: 'x' },
		});
}
