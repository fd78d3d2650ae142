/**
 * The floor that the package is measured against: documents posted by n8n's own helper, so many at once, and nothing else.
 * The answers are neither checked nor read. It is a node of its own in the same engine, with the same credential. It takes
 * each document from its item, or from a field with an expression, as every node must that people fill in.
 */
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

export class Floor implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: 'Posts the document of each item',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'xmlBillingApi', required: true }],
		properties: [
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 1 },
			{ displayName: 'Is Read from Form', name: 'isReadFromForm', type: 'boolean', default: false },
			{ displayName: 'Document', name: 'document', type: 'string', default: '' },
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { baseUrl } = await this.getCredentials<{ baseUrl: string }>('xmlBillingApi');
		const isReadFromForm = this.getNodeParameter('isReadFromForm', 0) === true;
		const items = this.getInputData();
		const waiting = items.entries();
		const lane = async () => {
			for (const [index, { json }] of waiting) {
				const given = isReadFromForm ? this.getNodeParameter('document', index) : json['document'];
				const document = typeof given === 'string' ? given : '';
				const options: IHttpRequestOptions = {
					method: 'POST',
					url: `${baseUrl}/xml/1.1/`,
					headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
					body: new URLSearchParams({ xml_request: document }).toString(),
				};
				await this.helpers.httpRequestWithAuthentication.call(this, 'xmlBillingApi', options);
			}
		};
		await Promise.all(Array.from({ length: Number(this.getNodeParameter('atOnce', 0)) }, lane));
		return [[{ json: { documents: items.length } }]];
	}
}
