import type { IAuthenticate, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import {
	DEFAULT_CONCURRENT_REQUESTS,
	DEFAULT_TIMEOUT,
	LONGEST_TIMEOUT,
	MOST_CONCURRENT_REQUESTS,
} from '../nodes/XmlBilling/transport/connectionSettings';

/** Where the service is and the account's token (§5). The node tests it, because only it understands the answers. */
export class XmlBillingApi implements ICredentialType {
	name = 'xmlBillingApi';

	displayName = 'XML Billing API';

	documentationUrl = 'https://github.com/n8n-nodes-xml-billing/n8n-nodes-xml-billing#the-credential';

	icon: Icon = { light: 'file:../icons/xmlBilling.svg', dark: 'file:../icons/xmlBilling.dark.svg' };

	// The guards below are kept by this package's nodes, so no other node may have the credential (n8n 2.41; older ones ignore this).
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://billing.example.com/api',
			description: 'The address of the billing service. It must start with https://.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The API token of the account, from the API tab of its settings. Changing the account password resets it.',
		},
		{
			displayName: 'Read Only',
			name: 'readOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether nodes with this credential may only read. A write is refused before anything is sent; a preview of it works. The XML Billing nodes keep to this. n8n 2.41 lets no other node use the credential; older versions let HTTP Request write with it.',
		},
		{
			displayName: 'Greatest Amount',
			name: 'greatestAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. 5000',
			description:
				'The most that one invoice, one recurring profile or one payment may come to, in whichever currency it is. More is refused before anything is sent. No limit when left empty. The XML Billing nodes keep to this. n8n 2.41 lets no other node use the credential; older versions let HTTP Request exceed the limit.',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LONGEST_TIMEOUT },
			default: DEFAULT_TIMEOUT,
			description: 'How many seconds one request may take. Lists in the editor and triggers may wait less.',
		},
		{
			displayName: 'Max Concurrent Requests',
			name: 'maxConcurrentRequests',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MOST_CONCURRENT_REQUESTS },
			default: DEFAULT_CONCURRENT_REQUESTS,
			description:
				'How many requests one node may send at the same time. Lower it if the service limits the rate.',
		},
	];

	// Only the token counts; any short password does (§5). Not as expressions: n8n may have let go of what evaluates them
	// while an earlier poll of the same workflow is still reading.
	authenticate: IAuthenticate = async ({ token }, request) =>
		await Promise.resolve({
			...request,
			auth: { username: typeof token === 'string' ? token.trim() : '', password: 'x' },
		});
}
