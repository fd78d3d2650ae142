import {
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { xmlBillingApiTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { findOperation, operationName, RESOURCES } from './actions';
import { buildProperties, subtitleOf } from './descriptions/buildProperties';
import { MAIN } from './descriptions/property';
import { logFailure } from './execution/errors';
import { runItems } from './execution/runItems';
import { asError } from './transport/failures';

export class XmlBilling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'XML Billing',
		name: 'xmlBilling',
		icon: { light: 'file:../../icons/xmlBilling.svg', dark: 'file:../../icons/xmlBilling.dark.svg' },
		group: ['transform'],
		// As a list, so that n8n adds no "Custom API Call": the HTTP Request node may not use this credential (n8n's loader).
		version: [1],
		defaultVersion: 1,
		subtitle: subtitleOf(RESOURCES),
		description:
			'Work with invoices, estimates, payments and clients in Invoicera or another XML billing service',
		defaults: { name: 'XML Billing' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Invoicing with Invoicera or another service with this interface. If an agent's tool sends, deletes, records payments or makes custom requests, require a person's approval. Tell the model formats in $fromAI descriptions: dates as YYYY-MM-DD, amounts like 120.50, IDs from Get Many. To react to events, use the trigger.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-xml-billing.xmlBillingTrigger',
					relationHint: 'Starts a workflow when a record is new, paid, overdue or changed',
				},
			],
			extraTypeDefContent: [
				{
					displayOptions: { show: { resource: ['invoice', 'estimate'], operation: ['create', 'addItems'] } },
					content:
						"<patterns>\n<pattern title=\"Lines from data\">\nlinesFrom: 'json',\nlinesJson: expr('{{ $json.lines }}'), // [{ name, unit_cost, quantity }]\n</pattern>\n</patterns>",
				},
			],
		},
		inputs: [MAIN],
		outputs: [MAIN],
		credentials: [{ name: 'xmlBillingApi', required: true, testedBy: 'xmlBillingApiTest' }],
		properties: buildProperties(RESOURCES),
	};

	methods = { credentialTest: { xmlBillingApiTest }, listSearch, loadOptions };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const resource = this.getNodeParameter('resource', 0);
		const operation = this.getNodeParameter('operation', 0);
		const chosen = findOperation(resource, operation);
		if (chosen === undefined)
			throw new NodeOperationError(this.getNode(), `There is no operation '${operation}' for '${resource}'`, {
				description: 'Choose a resource and an operation from the lists.',
			});
		try {
			return [await runItems(this, chosen)];
		} catch (thrown) {
			const error = asError(thrown);
			logFailure(this, operationName(resource, chosen), error);
			throw error;
		}
	}
}
