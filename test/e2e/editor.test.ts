import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { importWorkflow, type Workflow } from '../../host/examples.ts';
import { openEditor } from './editor.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { LOGIN, useInstallation } from './installation.ts';

const inN8n = useInstallation();
/** Where the pictures of the documentation go, when they are to be taken anew. */
const PICTURE = process.env['PICTURE'];
const TRIGGER_PICTURE = process.env['TRIGGER_PICTURE'];

const invoicing: Workflow = {
	id: 'editorWorkflow01',
	name: 'Invoice a client',
	active: false,
	nodes: [
		{
			id: 'b0000000-0000-4000-8000-000000000001',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'b0000000-0000-4000-8000-000000000002',
			name: 'XML Billing',
			type: 'n8n-nodes-xml-billing.xmlBilling',
			typeVersion: 1,
			position: [220, 0],
			credentials: { xmlBillingApi: { id: null, name: 'XML Billing sandbox' } },
			parameters: {
				resource: 'invoice',
				operation: 'create',
				lineItems: { line: [{ name: 'Shop website', unitCost: '84.00', quantity: '12.5' }] },
			},
		},
	],
	connections: { Start: { main: [[{ node: 'XML Billing', type: 'main', index: 0 }]] } },
	settings: {},
};

const watching: Workflow = {
	id: 'editorWorkflow02',
	name: 'Watch invoices',
	active: false,
	nodes: [
		{
			id: 'b0000000-0000-4000-8000-000000000003',
			name: 'XML Billing Trigger',
			type: 'n8n-nodes-xml-billing.xmlBillingTrigger',
			typeVersion: 1,
			position: [0, 0],
			credentials: { xmlBillingApi: { id: null, name: 'XML Billing sandbox' } },
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				events: ['invoiceOverdue', 'paymentRecorded'],
				overdueDays: 7,
				filters: { clientId: { __rl: true, mode: 'list', value: '' } },
			},
		},
	],
	connections: {},
	settings: {},
};

/** Opens a node of a workflow, and keeps a picture of what the editor showed if the work fails. */
const inEditor = (workflow: Workflow, node: string, work: (page: Page, sandbox: Sandbox) => Promise<void>) =>
	inN8n(async ({ client, n8n, sandbox }) => {
		await importWorkflow(client, workflow);
		const { page, foreignRequests, close } = await openEditor(n8n.url, LOGIN);
		try {
			await page.goto(`${n8n.url}/workflow/${workflow.id}`);
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${node}"]`).dblclick();
			await page.getByTestId('node-parameters').waitFor();
			await work(page, sandbox);
			expect(foreignRequests).toEqual([]);
		} catch (error) {
			const picture = join(tmpdir(), 'xml-billing-editor.png');
			await page.screenshot({ path: picture });
			if (error instanceof Error) error.message += `\n\nWhat the editor showed: ${picture}`;
			throw error;
		} finally {
			await close();
		}
	});

/** The form from its beginning, without the notice that covers the output for a while. */
async function takePicture(page: Page, first: string, path: string): Promise<void> {
	await page.getByTestId(`parameter-input-${first}`).scrollIntoViewIfNeeded();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await page.screenshot({ path });
}

test(
	'in the editor the node opens, its dropdowns fill from the service, and it creates an invoice',
	inEditor(invoicing, 'XML Billing', async (page, sandbox) => {
		await page.getByTestId('resource-locator-clientId').getByTestId('rlc-input-container').click();
		await page.getByTestId('rlc-item').filter({ hasText: 'Harbour & Pine Ltd' }).click();
		await page.getByTestId('parameter-input-tax1').click();
		await page.getByRole('option', { name: 'VAT (20%)' }).click();

		const before = sandbox.records('invoice').length;
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item', { exact: true }).waitFor();

		const invoices = sandbox.records('invoice');
		const harbour = sandbox
			.records('client')
			.find(({ organization }) => organization === 'Harbour & Pine Ltd');
		expect(invoices).toHaveLength(before + 1);
		expect(invoices.at(-1)).toMatchObject({
			client_id: harbour?.id,
			net_balance: '1260.00',
			total_tax: '210.00',
		});
		await output.getByTestId('radio-button-json').click();
		await output.getByText(String(invoices.at(-1)?.number)).waitFor();
		if (PICTURE !== undefined) await takePicture(page, 'resource', PICTURE);
	}),
	120_000,
);

test(
	'in the editor the trigger offers clients to filter by, and shows real invoices and payments as samples',
	inEditor(watching, 'XML Billing Trigger', async (page, sandbox) => {
		await page.getByTestId('resource-locator-clientId').getByTestId('rlc-input-container').click();
		await page.getByTestId('rlc-item').filter({ hasText: 'Harbour & Pine Ltd' }).click();
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText(/^\d items$/).waitFor();
		await output.getByTestId('radio-button-json').click();

		const harbour = sandbox
			.records('client')
			.find(({ organization }) => organization === 'Harbour & Pine Ltd');
		const numbers = sandbox
			.records('invoice')
			.filter(({ client_id: client }) => client === harbour?.id)
			.map(({ number }) => number);
		expect(numbers).not.toEqual([]);
		// The editor takes its time to show them as JSON.
		await output
			.getByText(new RegExp(`"(${numbers.join('|')})"`))
			.first()
			.waitFor();
		if (TRIGGER_PICTURE !== undefined) await takePicture(page, 'events', TRIGGER_PICTURE);
	}),
	120_000,
);
