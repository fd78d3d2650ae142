import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { searchesOf } from './methods/listSearch';
import { clientRecord } from './records';
import { xmlBillingApiTest } from './methods/credentialTest';
import { pollService } from './trigger/pollService';
import { MAIN, toForm } from './descriptions/property';
import { eventsSubtitle } from './descriptions/buildProperties';
import { EVENTS } from './trigger/events/events';
import { triggerForm } from './trigger/form';

export class XmlBillingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'XML Billing Trigger',
		name: 'xmlBillingTrigger',
		icon: { light: 'file:../../icons/xmlBilling.svg', dark: 'file:../../icons/xmlBilling.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle(EVENTS),
		// n8n's panel shows this text for both nodes, which it joins in one entry (n8n's editor).
		description:
			'Bill clients, record payments and get reports; or start a workflow when an invoice, a payment or another record is new or changes, in Invoicera or another XML billing service',
		defaults: { name: 'XML Billing Trigger' },
		builderHint: {
			searchHint:
				'Polls Invoicera or another service with this interface, and reports each event once. Do not list records on a schedule instead.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-xml-billing.xmlBilling',
					relationHint: 'Reads and changes the records of the events, and sends documents',
				},
			],
		},
		polling: true,
		inputs: [],
		outputs: [MAIN],
		credentials: [{ name: 'xmlBillingApi', required: true, testedBy: 'xmlBillingApiTest' }],
		properties: triggerForm.map(toForm),
	};

	methods = {
		credentialTest: { xmlBillingApiTest },
		listSearch: searchesOf([clientRecord]),
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollService(this);
	}
}
