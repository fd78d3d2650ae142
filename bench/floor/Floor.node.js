/**
 * The floor that the package is measured against: documents posted by n8n's own helper, so many at once, and nothing else.
 * The answers are neither checked nor read. It is a node in the same engine, with the same credential, and takes each document
 * from a field with an expression, as every node must that people fill in.
 */
exports.Floor = class Floor {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: 'Posts the document of each item',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'floorApi', required: true }],
		properties: [
			{ displayName: 'At Once', name: 'atOnce', type: 'number', default: 1 },
			{ displayName: 'Document', name: 'document', type: 'string', default: '' },
		],
	};

	async execute() {
		const { baseUrl } = await this.getCredentials('floorApi');
		const items = this.getInputData();
		const waiting = items.keys();
		const lane = async () => {
			for (const index of waiting) {
				const options = {
					method: 'POST',
					url: `${baseUrl}/xml/1.1/`,
					headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' },
					body: new URLSearchParams({ xml_request: this.getNodeParameter('document', index) }).toString(),
				};
				await this.helpers.httpRequestWithAuthentication.call(this, 'floorApi', options);
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('atOnce', 0) }, lane));
		return [[{ json: { documents: items.length } }]];
	}
};
