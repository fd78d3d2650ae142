import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type * as N8nWorkflow from 'n8n-workflow';
import { NodeHelpers, type INodeType } from 'n8n-workflow';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { EVENTS } from '../../nodes/XmlBilling/trigger/events/events';
import { byId, useBilling } from './billing.mts';

const BUNDLE = `${process.cwd()}/dist/nodes/XmlBilling/bundle.js`;
const ofBundle = createRequire(BUNDLE);
const NODES = ['xmlBilling', 'xmlBillingTrigger'];

describe('the package in n8n', () => {
	it('loads beside an n8n-workflow of 1.82 or older, which has no NodeConnectionTypes', () => {
		const { NodeConnectionTypes, ...old } = ofBundle('n8n-workflow') as typeof N8nWorkflow;
		expect(NodeConnectionTypes.Main).toBe('main');
		const loaded = { exports: {} as Record<string, new () => INodeType> };
		const load = runInThisContext(`(module, exports, require) => {${readFileSync(BUNDLE, 'utf8')}}`) as (
			...given: unknown[]
		) => void;
		load(loaded, loaded.exports, (name: string) =>
			name === 'n8n-workflow' ? old : (ofBundle(name) as unknown),
		);
		for (const Type of Object.values(loaded.exports))
			expect(new Type().description.outputs).toEqual(['main']);
		expect(Object.keys(loaded.exports).sort()).toEqual(['XmlBilling', 'XmlBillingTrigger']);
	});

	it('brings an action node and a trigger with their credential', () => {
		for (const name of NODES) {
			const { description } = engine.nodeType(name);
			expect(description).toMatchObject({ name, credentials: [{ name: 'xmlBillingApi' }] });
			expect(String(description.version)).toBe('1');
			expect(description.communityNodePackageVersion).toMatch(/^\d+\.\d+\.\d+$/);
			expect(description.iconUrl).toEqual({
				light: 'icons/n8n-nodes-xml-billing/dist/icons/xmlBilling.svg',
				dark: 'icons/n8n-nodes-xml-billing/dist/icons/xmlBilling.dark.svg',
			});
		}
	});

	// The panel looks for the letters of a search, in their order, in the name and in each alias.
	it.each([
		...[
			'create invoice',
			'send invoice',
			'create invo',
			'record payment',
			'recurring invoice',
			'overdue inv',
		],
		// What people typed in vain, and others of their words.
		...['payment received', 'invoice paid', 'payment recorded', 'new payment', 'unpaid', 'receivables'],
		...['expense', 'time tracking', 'reminder', 'subscription', 'tax', 'bank', 'past due', 'aging report'],
		...['debtors', 'part payment', 'bank statement', 'reconciliation', 'vat', 'timesheet'],
		...['statement of account', 'quote to invoice'],
	])('is found by "%s"', (typed) => {
		const letters = new RegExp([...typed].join('.*'), 'i');
		for (const name of NODES) {
			const { displayName, codex } = engine.nodeType(name).description;
			expect([displayName, ...(codex?.alias ?? [])].filter((text) => letters.test(text))).not.toEqual([]);
		}
	});

	it('is found under the words of people who bill, and not of those who look for something else', () => {
		const found = 'Invoicera billing invoice invoicing recurring overdue payment estimate quote accounting';
		const elsewhere = 'task project staff offer product price';
		for (const name of NODES) {
			const alias = engine.nodeType(name).description.codex?.alias ?? [];
			expect(alias).toEqual(expect.arrayContaining(found.split(' ')));
			expect(alias.filter((word) => elsewhere.split(' ').some((other) => word.includes(other)))).toEqual([]);
		}
	});

	// The panel shows both as one entry, with the words of either.
	it('is found and described as one', () => {
		const [node, trigger] = NODES.map((name) => engine.nodeType(name).description);
		expect(trigger?.codex?.alias).toEqual(node?.codex?.alias);
		expect(trigger?.description).toMatch(/^Bill clients.* or start a workflow when /);
	});

	// n8n adds it where this holds (load-nodes-and-credentials), and the credential refuses what it points to.
	it('has no Custom API Call', () => {
		const { defaultVersion, version } = engine.nodeType('xmlBilling').description;
		expect(defaultVersion === undefined || defaultVersion === version).toBe(false);
	});

	it('begins with a new invoice', () => {
		const { properties } = engine.nodeType('xmlBilling').description;
		const { resource, operation } =
			NodeHelpers.getNodeParameters(properties, {}, true, false, { typeVersion: 1 }, null) ?? {};
		expect([resource, operation]).toEqual(['invoice', 'create']);
	});

	it('shows on the canvas each operation and each event in the words of the form', async () => {
		for (const { option, operations } of RESOURCES)
			for (const operation of operations) {
				const parameters = { resource: String(option.value), operation: String(operation.option.value) };
				const subtitle = `${option.name}: ${operation.option.name}`;
				expect(await engine.subtitleOf('xmlBilling', parameters)).toBe(subtitle);
			}
		for (const [event, { label }] of Object.entries(EVENTS))
			expect(await engine.subtitleOf('xmlBillingTrigger', { events: [event] })).toBe(label);
		const three = ['staffCreated', 'invoiceOverdue', 'taskCreated'];
		for (const [events, subtitle] of [
			[three.slice(0, 2), 'Staff Member Created, Invoice Overdue'],
			[three, '3 Events'],
		] as const)
			expect(await engine.subtitleOf('xmlBillingTrigger', { events: [...events] })).toBe(subtitle);
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
