import type { INodeParameters } from 'n8n-workflow';
import type { RunOptions } from '../../test/engine/harness/engine.ts';
import type { ServiceProcess } from '../poll/service.ts';
import type { StandIn } from './standIn.ts';

// How n8n's own nodes are told to do what this package does.

/** n8n's Invoice Ninja node, with a stand-in for the service. */
export const invoiceNinja = ({ url }: StandIn, parameters: INodeParameters): RunOptions => ({
	type: 'invoiceNinja',
	credentialType: 'invoiceNinjaApi',
	credential: { url, apiToken: 'token' },
	parameters: { apiVersion: 'v5', ...parameters },
});

/** n8n's QuickBooks node. It knows the address of the stand-in (packages.ts). */
export const quickBooks = (parameters: INodeParameters): RunOptions => ({
	type: 'quickbooks',
	credentialType: 'quickBooksOAuth2Api',
	credential: {},
	parameters,
});

/** n8n's HTTP Request node, which posts the document of each item to the service of this package. */
export const httpRequest = ({ credential }: ServiceProcess): RunOptions => ({
	type: 'httpRequest',
	credentialType: 'httpBasicAuth',
	credential: { user: credential.token, password: 'x' },
	parameters: {
		method: 'POST',
		url: `${credential.baseUrl}/xml/1.1/`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpBasicAuth',
		sendBody: true,
		contentType: 'form-urlencoded',
		bodyParameters: { parameters: [{ name: 'xml_request', value: '={{ $json.document }}' }] },
		options: { response: { response: { responseFormat: 'text', outputPropertyName: 'data' } } },
	},
});

/** n8n's XML node, which reads the answers of HTTP Request. */
export const xmlNode: RunOptions = { type: 'xml', parameters: { mode: 'xmlToJson' } };
