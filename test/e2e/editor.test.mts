import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page, Response } from 'playwright-core';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { PACKAGE_NAME } from '../../host/package.mts';
import type { Sandbox } from '../../sandbox/index.mts';
import { openEditor, type Editor } from './editor.mts';
import { useInstallation } from './installation.mts';
import { inTurn, node, SANDBOX, workflowOf, type Node } from './workflows.mts';
import { waitFor } from './waiting.mts';

const test = useInstallation();

/** Nodes that follow each other, side by side. */
const inRow = (id: string, nodes: Node[]): Workflow => ({
	...workflowOf(id, []),
	nodes: nodes.map((one, at) => ({ ...one, position: [220 * at, 0] })),
	connections: inTurn(nodes),
});

const billing = (id: string, parameters: object, ...next: Node[]): Workflow =>
	inRow(id, [...workflowOf(id, []).nodes, node(SANDBOX, 'XML Billing', 'xmlBilling', parameters), ...next]);

const WATCHING = node(SANDBOX, 'XML Billing Trigger', 'xmlBillingTrigger', {
	pollTimes: { item: [{ mode: 'everyMinute' }] },
	events: ['invoiceOverdue', 'paymentRecorded'],
	daysOverdue: '7',
	filters: { clientId: { __rl: true, mode: 'list', value: '' } },
});

let editor: Editor | undefined;
afterAll(() => editor?.close());

/** Opens the last node of a workflow, and saves a screenshot of the editor if the work fails. */
const inEditor = (
	title: string,
	workflow: Workflow,
	work: (page: Page, known: { sandbox: Sandbox; answers: string[] }) => Promise<void>,
) =>
	test(title, async ({ client, n8n, sandbox }) => {
		const { id } = await importWorkflow(client, workflow);
		editor ??= await openEditor(client);
		const { page, foreignRequests, answers, errors } = await editor.newTab();
		try {
			await page.goto(`${n8n.url}/workflow/${id}`);
			await page
				.locator(`[data-test-id="canvas-node"][data-node-name="${workflow.nodes.at(-1)?.name}"]`)
				.dblclick();
			await page.getByTestId('node-parameters').waitFor();
			await work(page, { sandbox, answers });
			expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
		} catch (error) {
			const picture = join(tmpdir(), 'xml-billing-editor.png');
			await page.screenshot({ path: picture });
			if (error instanceof Error) error.message += `\n\nWhat the editor showed: ${picture}`;
			throw error;
		} finally {
			await page.close();
		}
	});

async function chooseFromList(page: Page, locator: string, text: string): Promise<void> {
	await page.getByTestId(`resource-locator-${locator}`).getByTestId('rlc-input-container').click();
	await page.getByTestId('rlc-item').filter({ hasText: text }).click();
}

async function chooseOption(page: Page, parameter: string, option: string): Promise<void> {
	await page.getByTestId(`parameter-input-${parameter}`).last().click();
	await page.getByRole('option', { name: option, exact: true }).click();
}

const enter = async (page: Page, parameter: string, text: string) =>
	await page.getByTestId(`parameter-input-${parameter}`).last().locator('input').fill(text);

/** The labels of a collection's fields in the editor. The switch to an expression follows the label. */
async function labelsIn(page: Page, collection: string): Promise<string[]> {
	const labels = await page.getByTestId(collection).getByTestId('input-label').allInnerTexts();
	return labels.map((label) => label.trim().split('\n')[0] ?? '');
}

/** The texts of the editor from top to bottom; its elements are in another order. */
async function textsFromTop(shown: Locator): Promise<string[]> {
	const texts = await Promise.all(
		(await shown.all()).map(async (one) => ({
			text: await one.innerText(),
			y: (await one.boundingBox())?.y ?? NaN,
		})),
	);
	return texts.sort((one, other) => one.y - other.y).map(({ text }) => text);
}

const clientOf = (sandbox: Sandbox) =>
	sandbox.records('client').find(({ organization }) => organization === 'Harbour & Pine Ltd');

inEditor(
	'in the editor the node opens, its dropdowns fill from the service, and it creates an invoice',
	billing('invoiceAClient', { resource: 'invoice', operation: 'create' }),
	async (page, { sandbox }) => {
		await chooseFromList(page, 'clientId', 'Harbour & Pine Ltd');
		await page.getByRole('button', { name: 'Add Line', exact: true }).click();
		expect(await labelsIn(page, 'fixed-collection-lineItems')).toEqual([
			...['What to Bill', 'Name', 'Unit Cost', 'Quantity', 'Tax Name or ID', 'Additional Fields'],
		]);
		await enter(page, 'name', 'Shop website');
		await enter(page, 'unitCost', '84.00');
		await enter(page, 'quantity', '12.5');
		await chooseOption(page, 'tax1', 'VAT 20%');
		const lines = page.getByTestId('fixed-collection-lineItems');
		await lines.getByTestId('collection-parameter-add').click();
		await page.getByRole('option', { name: 'Discount Percent', exact: true }).click();
		await enter(page, 'discountPercent', '10');

		const before = sandbox.records('invoice').length;
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText('1 item', { exact: true }).waitFor();

		const invoices = sandbox.records('invoice');
		expect(invoices).toHaveLength(before + 1);
		expect(invoices.at(-1)).toMatchObject({
			client_id: clientOf(sandbox)?.id,
			net_balance: '1134.00',
			total_tax: '189.00',
		});
		await output.getByTestId('radio-button-json').click();
		await output.getByText(String(invoices.at(-1)?.number)).waitFor();
	},
);

inEditor(
	'in the editor a step of an imported workflow runs once more with the data of the steps before it',
	billing('runAgain', { resource: 'client', operation: 'getAll', limit: 2 }),
	async (page) => {
		for (const _ of ['first', 'again']) {
			const asked = page.waitForResponse((response) => response.url().endsWith('/run'));
			await page.getByTestId('node-execute-button').click();
			expect((await asked).status()).toBe(200);
			await page.getByText('Node executed successfully').last().waitFor();
		}
	},
);

inEditor(
	'in the editor the trigger offers clients to filter by, and shows real invoices and payments as samples',
	inRow('watchInvoices', [WATCHING]),
	async (page, { sandbox }) => {
		await chooseFromList(page, 'clientId', 'Harbour & Pine Ltd');
		await page.getByTestId('node-execute-button').click();
		const output = page.getByTestId('output-panel');
		await output.getByText(/^\d items$/).waitFor();
		await output.getByTestId('radio-button-json').click();

		const numbers = sandbox
			.records('invoice')
			.filter(({ client_id: client }) => client === clientOf(sandbox)?.id)
			.map(({ number }) => number);
		expect(numbers).not.toEqual([]);
		// The editor needs some time to show them as JSON.
		await output
			.getByText(new RegExp(`"(${numbers.join('|')})"`))
			.first()
			.waitFor();
	},
);

const INVOICE_FIELDS = [
	...['number', 'client_organization', 'invoice_status', 'net', 'tax', 'total', 'outstanding', 'currency'],
	...['invoice_due_date', 'date', 'client_email', 'invoice_id'],
];

inEditor(
	'in the editor a node shows the fields of the node before it, which has not run yet',
	billing(
		'mapInvoices',
		{ resource: 'invoice', operation: 'getAll' },
		node(SANDBOX, 'Next', '', {}, { type: 'n8n-nodes-base.noOp', credentials: {} }),
	),
	async (page, { answers }) => {
		const input = page.getByTestId('ndv-input-panel');
		await input.getByText('Usually outputs the following fields.').waitFor();
		// The editor moves the fields to their places while it draws them.
		await waitFor('the fields in their order', async () => {
			const fields = await textsFromTop(input.getByTestId('run-data-schema-item'));
			return isDeepStrictEqual(fields, INVOICE_FIELDS) ? true : undefined;
		});
		expect(answers).toContain(`200 /schemas/${PACKAGE_NAME}.xmlBilling/1.0.0/invoice/getAll.json`);
	},
);

/** The requests for the choices of a list. */
const loads =
	(method: string) =>
	(response: Response): boolean =>
		(response.request().postData() ?? '').includes(`"methodName":"${method}"`);

inEditor(
	'a list of lines is empty, and shows no error in the editor, while the invoice is missing',
	billing('changeLines', { resource: 'invoice', operation: 'updateItems' }),
	async (page) => {
		await page.getByRole('button', { name: 'Add Line', exact: true }).click();
		const answer = page.waitForResponse(loads('searchLines'));
		await page.getByTestId('resource-locator-invoiceItemId').getByTestId('rlc-input-container').click();
		expect((await answer).status()).toBe(200);
		await page.getByText('No results', { exact: true }).filter({ visible: true }).first().waitFor();
		expect(await page.getByTestId('rlc-error-container').count()).toBe(0);
	},
);

inEditor(
	'a dropdown of lines is empty, and shows no error in the editor, while the invoice is missing',
	billing('deleteLines', { resource: 'invoice', operation: 'deleteItems' }),
	async (page) => {
		const empty = page.getByText('No data', { exact: true }).filter({ visible: true }).first();
		// A list that is opened before its choices have loaded stays blank until it is opened again.
		await waitFor('the empty list', async () => {
			await page.getByTestId('parameter-input-invoiceItemId').click();
			return await empty.waitFor({ timeout: 3_000 }).then(
				() => true,
				() => undefined,
			);
		});
	},
);
