import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

export class XmlBillingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'XML Billing Trigger',
		name: 'xmlBillingTrigger',
		icon: { light: 'file:../../icons/xmlBilling.svg', dark: 'file:../../icons/xmlBilling.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{$parameter["events"].join(", ")}}',
		description:
			'Start a workflow when something happens in a billing service, such as a payment being recorded',
		defaults: { name: 'XML Billing Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'xmlBillingApi', required: true, testedBy: 'xmlBillingApiTest' }],
		properties: [
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				options: [
					{ name: 'Invoice Created', value: 'invoiceCreated' },
					{ name: 'Payment Recorded', value: 'paymentRecorded' },
				],
				default: ['invoiceCreated', 'paymentRecorded'],
				required: true,
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return null;
	}
}
