/**
 * Takes the pictures of both nodes, of what is owed, and of docs/examples.md: npm run pictures. The examples
 * run in a new n8n beside a new sandbox, so the pictures follow the forms and the examples. Needs Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { N8nClient } from '../host/client.mts';
import {
	ensureCredential,
	importWorkflow,
	readExampleFiles,
	readExamples,
	type Workflow,
} from '../host/examples.mts';
import { installHost } from '../host/install.mts';
import { PACKAGE_NAME } from '../host/package.mts';
import { endPrograms } from '../host/processes.mts';
import { Problem, runScript, step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { openEditor } from '../test/e2e/editor.mts';
import { install } from '../test/e2e/installation.mts';
import { PICTURES, smallPicture, takeSandboxPictures, type Box } from './sandboxPictures.mts';

type Node = Workflow['nodes'][number];
const THEMES = ['light', 'dark'] as const;
/** Wide enough for the form and a table of output. The pictures don't show the input. */
const WINDOW = { width: 2100, height: 800 };
/** Large enough that the widest example is about as wide as a page. */
const EXAMPLE_WINDOW = { width: 1150, height: 960 };
/**
 * Without the grid, a picture needs half the space. The red marks ask people to choose accounts, which the page
 * explains.
 */
const PLAIN_CANVAS = `.vue-flow__background, .vue-flow__panel, [class*=executionButtons], [class*=nodeButtonsWrapper],
	[data-test-id=node-issues] { display: none }`;
/** The margin around the nodes on the canvas, for their starting icon, their end, and the labels below. */
const MARGIN = { left: 24, right: 96, top: 24, bottom: 56 };
/** Where the next node shows at the edge of the open one. */
const NEIGHBOR = 20;
/** The editor ignores smaller moves of the canvas. */
const REST_MS = 1000;

const START = 'n8n-nodes-base.manualTrigger';
const NOTE = 'n8n-nodes-base.stickyNote';
const TRIGGER = `${PACKAGE_NAME}.xmlBillingTrigger`;

/** The first example with such a node, inactive, without its notes and with one way to start, and the node. */
function findNode(fits: (node: Node, all: readonly Node[]) => boolean): { workflow: Workflow; node: Node } {
	for (const workflow of readExamples()) {
		const node = workflow.nodes.find((one) => fits(one, workflow.nodes));
		if (node === undefined) continue;
		const isShown = (one: Node) => one.type !== NOTE && (one.type !== TRIGGER || one === node);
		const nodes = workflow.nodes.filter(isShown);
		const connections = Object.fromEntries(
			Object.entries(workflow.connections).filter(([from]) => nodes.some(({ name }) => name === from)),
		);
		return { workflow: { ...workflow, nodes, connections, active: false }, node };
	}
	throw new Problem('No example has the node that a picture is to show.');
}

const billing = findNode(
	({ type, parameters: { resource, operation } }) =>
		type === `${PACKAGE_NAME}.xmlBilling` && resource === 'invoice' && operation === 'create',
);
const watching = findNode(({ type }, all) => type === TRIGGER && !all.some((other) => other.type === START));

/** The smallest box around everything that a locator matches. */
async function boxAround(...locators: readonly Locator[]): Promise<Box> {
	const found = (await Promise.all(locators.map((locator) => locator.all()))).flat();
	const boxes = (await Promise.all(found.map((one) => one.boundingBox()))).filter((box) => box !== null);
	if (boxes.length === 0) throw new Problem('The editor does not show what a picture is to be of.');
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	return {
		x,
		y,
		width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
		height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
	};
}

async function openWorkflow(page: Page, url: string, { id }: Workflow): Promise<void> {
	await page.goto(`${url}/workflow/${id}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Presses a button that runs something, and waits until the editor's message about it is gone. */
async function execute(page: Page, button: string): Promise<void> {
	const success = page.getByText(/^(Workflow|Node) executed successfully$/);
	await page.getByTestId(button).click();
	await success.waitFor();
	await success.waitFor({ state: 'hidden' });
}

async function boxOfCanvas(page: Page): Promise<Box> {
	await page.getByTestId('zoom-to-fit').click();
	await page.waitForTimeout(REST_MS);
	const { x, y, width, height } = await boxAround(
		page.getByTestId('canvas-node'),
		page.getByTestId('sticky'),
	);
	const canvas = await boxAround(page.locator('.vue-flow'));
	const top = y - MARGIN.top;
	return {
		x: x - MARGIN.left,
		y: top,
		width: width + MARGIN.left + MARGIN.right,
		// Notes may reach the end of the canvas.
		height: Math.min(height + MARGIN.top + MARGIN.bottom, canvas.y + canvas.height - top),
	};
}

async function openNode(page: Page, { name }: Node): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.getByTestId('node-parameters').waitFor();
}

/** The form of the open node and its output as a table. */
async function boxOfNode(page: Page): Promise<Box> {
	const output = page.getByTestId('output-panel');
	await output.getByTestId('radio-button-table').click();
	await page.waitForTimeout(REST_MS);
	const box = await boxAround(page.getByTestId('node-parameters'), output);
	return { ...box, width: box.width - NEIGHBOR };
}

async function takePictures(client: N8nClient, theme: (typeof THEMES)[number]): Promise<void> {
	const { url } = client;
	const editor = await openEditor(client);
	const { page } = await editor.newTab();
	const shoot = async (name: string, clip: Box) =>
		await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`), clip });
	try {
		await page.setViewportSize(WINDOW);
		await page.goto(url);
		await page.evaluate((chosen) => localStorage.setItem('N8N_THEME', chosen), theme);

		await openWorkflow(page, url, billing.workflow);
		await execute(page, 'execute-workflow-button');
		await openNode(page, billing.node);
		await shoot('node', await boxOfNode(page));

		await openWorkflow(page, url, watching.workflow);
		await openNode(page, watching.node);
		await execute(page, 'node-execute-button');
		await shoot('trigger', await boxOfNode(page));
	} finally {
		await editor.close();
	}
}

/** Takes one picture of each example, with its notes. */
async function takeExamples(client: N8nClient): Promise<void> {
	const editor = await openEditor(client);
	const { page } = await editor.newTab();
	try {
		await page.setViewportSize(EXAMPLE_WINDOW);
		for (const [file, example] of readExampleFiles()) {
			const workflow = await importWorkflow(client, { ...example, id: `picture-${file}`, active: false });
			await openWorkflow(page, client.url, workflow);
			const clip = await boxOfCanvas(page);
			await page.addStyleTag({ content: PLAIN_CANVAS });
			const path = join(PICTURES, 'examples', file.replace('.json', '.webp'));
			writeFileSync(path, await smallPicture(page, clip));
		}
	} finally {
		await editor.close();
	}
}

/** Points the examples to a new sandbox, because some run completely only once. */
async function withSandbox(client: N8nClient, work: () => Promise<void>): Promise<void> {
	const sandbox = await startSandbox();
	try {
		await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
		await work();
	} finally {
		await sandbox.close();
	}
}

async function run(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-pictures-'));
	mkdirSync(join(PICTURES, 'examples'), { recursive: true });
	await installHost();
	const first = await startSandbox();
	try {
		const { client } = await step('Starting n8n', () => install(folder, first));
		await importWorkflow(client, billing.workflow);
		await importWorkflow(client, watching.workflow);
		for (const theme of THEMES)
			await step(`Pictures, ${theme}`, () =>
				withSandbox(client, async () => await takePictures(client, theme)),
			);
		await step('Pictures of the examples', () => takeExamples(client));
		await step('Pictures of the sandbox', takeSandboxPictures);
	} finally {
		await endPrograms();
		await first.close();
		rmSync(folder, { recursive: true });
	}
}

await runScript(run);
