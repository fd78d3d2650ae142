import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { importWorkflow, type Workflow } from '../../host/examples.ts';
import { openEditor } from './editor.ts';
import { LOGIN, useInstallation } from './installation.ts';

const inN8n = useInstallation();
/** Where the picture of the README goes, when it is to be taken anew. */
const PICTURE = process.env['PICTURE'];

const workflow: Workflow = {
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
				lineItems: { line: [{ name: 'Shop website', type: 'Service', unitCost: '84.00', quantity: '12.5' }] },
			},
		},
	],
	connections: { Start: { main: [[{ node: 'XML Billing', type: 'main', index: 0 }]] } },
	settings: {},
};

/** The form from its beginning, without the notice that covers the output for a while. */
async function takePicture(page: Page, path: string): Promise<void> {
	await page.getByTestId('parameter-input-resource').scrollIntoViewIfNeeded();
	await page.getByText('Node executed successfully').waitFor({ state: 'hidden' });
	await page.screenshot({ path });
}

test(
	'in the editor the node opens, its dropdowns fill from the service, and it creates an invoice',
	inN8n(async ({ client, n8n, sandbox }) => {
		await importWorkflow(client, workflow);
		const { page, foreignRequests, close } = await openEditor(n8n.url, LOGIN);
		try {
			await page.goto(`${n8n.url}/workflow/${workflow.id}`);
			await page.locator('[data-test-id="canvas-node"][data-node-name="XML Billing"]').dblclick();
			await page.getByTestId('node-parameters').waitFor();

			await page.getByTestId('resource-locator-clientId').getByTestId('rlc-input-container').click();
			await page.getByTestId('rlc-item').filter({ hasText: 'Harbour & Pine Ltd' }).click();
			await page.getByTestId('parameter-input-tax1').click();
			await page.getByRole('option', { name: 'VAT (20 %)' }).click();

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
			expect(foreignRequests).toEqual([]);
			if (PICTURE !== undefined) await takePicture(page, PICTURE);
		} catch (error) {
			const picture = join(tmpdir(), 'xml-billing-editor.png');
			await page.screenshot({ path: picture });
			if (error instanceof Error) error.message += `\n\nWhat the editor showed: ${picture}`;
			throw error;
		} finally {
			await close();
		}
	}),
	120_000,
);
