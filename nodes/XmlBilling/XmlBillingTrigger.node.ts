import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { readTriggerOptions } from './triggerOptions';
import { xmlBillingApiTest } from './options/credentialTest';
import { pollService } from './polling';

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
					{
						name: 'Invoice Created',
						value: 'invoiceCreated',
						description: 'An invoice was made. A draft counts once it is sent.',
					},
					{
						name: 'Payment Recorded',
						value: 'paymentRecorded',
						description: 'A payment was recorded on an invoice, in full or in part',
					},
				],
				default: ['invoiceCreated'],
				required: true,
				description: 'What starts the workflow',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					{
						displayName: 'Full Payment Only',
						name: 'fullPaymentOnly',
						type: 'boolean',
						default: false,
						description: 'Whether to report a payment only when nothing is left to pay after it',
					},
					{
						displayName: 'Include Drafts',
						name: 'includeDrafts',
						type: 'boolean',
						default: false,
						description: 'Whether a draft counts as created at once instead of when it is sent',
					},
					{
						displayName: 'Max Events per Poll',
						name: 'maxEvents',
						type: 'number',
						typeOptions: { minValue: 1 },
						default: 1000,
						description: 'How many events one poll may report. The rest comes with the next polls.',
					},
					{
						displayName: 'Start From',
						name: 'startFrom',
						type: 'dateTime',
						default: '',
						description:
							'Report what is dated on this day or later when the trigger starts for the first time. Only what happens from now on when left out.',
					},
				],
			},
		],
	};

	methods = { credentialTest: { xmlBillingApiTest } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollService(this, readTriggerOptions(this));
	}
}
