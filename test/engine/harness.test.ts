import { byId, useBilling } from './billing.ts';

describe('the package in n8n', () => {
	it('brings an action node and a trigger with their credential', () => {
		for (const name of ['xmlBilling', 'xmlBillingTrigger']) {
			const { description } = engine.nodeType(name);
			expect(description).toMatchObject({ name, version: 1, credentials: [{ name: 'xmlBillingApi' }] });
			expect(description.communityNodePackageVersion).toMatch(/^\d+\.\d+\.\d+$/);
			expect(description.iconUrl).toEqual({
				light: 'icons/n8n-nodes-xml-billing/dist/icons/xmlBilling.svg',
				dark: 'icons/n8n-nodes-xml-billing/dist/icons/xmlBilling.dark.svg',
			});
		}
	});

	it('is found under the words that users search for', () => {
		const words = 'billing invoice payment overdue recurring subscription quote expense accounting Invoicera';
		for (const name of ['xmlBilling', 'xmlBillingTrigger'])
			expect(engine.nodeType(name).description.codex?.alias).toEqual(
				expect.arrayContaining([...words.split(' '), 'time sheet']),
			);
	});

	it.each([
		['xmlBilling', { resource: 'invoice', operation: 'recordPayment' }, 'Invoice: Record Payment'],
		['xmlBilling', { resource: 'client', operation: 'upsert' }, 'Client: Create or Update'],
		[
			'xmlBillingTrigger',
			{ events: ['staffCreated', 'invoiceOverdue'] },
			'Staff Member Created, Invoice Overdue',
		],
		['xmlBillingTrigger', { events: ['staffCreated', 'invoiceOverdue', 'taskCreated'] }, '3 Events'],
	])('shows on the canvas what %s does: %j', async (name, parameters, subtitle) => {
		expect(await engine.subtitleOf(name, parameters)).toBe(subtitle);
	});

	it('offers the action node, and not the trigger, as a tool for agents', () => {
		expect(engine.nodeType('xmlBilling').description.usableAsTool).toBe(true);
		expect(engine.nodeType('xmlBillingTrigger').description.usableAsTool).toBeUndefined();
	});
});

const FILE = { data: { data: 'QQ==', mimeType: 'text/plain', fileName: 'a.txt' } };

describe('the engine', () => {
	const billing = useBilling();

	it('passes no files of input items on, as the nodes of n8n do not', async () => {
		const output = await billing.run('client', 'get', { clientId: byId(1) }, { binary: FILE });
		expect(output.outputs[0]?.[0]).toMatchObject({ json: { client_id: 1 }, pairedItem: { item: 0 } });
		expect(output.outputs[0]?.[0]).not.toHaveProperty('binary');
	});

	it('recognises the errors of the node', async () => {
		const { error } = await billing.run('client', 'get', { clientId: byId(99_999) });
		expect(error).toMatchObject({ name: 'NodeApiError', node: { name: 'XML Billing' } });
	});
});
