/**
 * Takes the pictures of both nodes, of what is owed, of the sandbox, and of docs/examples.md: npm run pictures. The examples
 * run in a new n8n beside a new sandbox, so the pictures follow the forms and the examples. Needs Chromium.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { Browser, Locator, Page } from 'playwright-core';
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
import { ROOT } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { Problem, runScript, step } from '../host/terminal.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { launchBrowser, openEditor } from '../test/e2e/editor.mts';
import { install } from '../test/e2e/installation.mts';
import { loadEngine } from '../test/engine/harness/engine.mts';
import { post } from '../test/sandbox/walk/service.mts';

/** The folder of the docs' pictures. */
const PICTURES = join(ROOT, 'docs', 'pictures');

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** A picture at a third of the size of a PNG, in a format that Playwright does not offer. */
async function smallPicture(page: Page, box: Box, quality = 80): Promise<Buffer> {
	const browser = await page.context().newCDPSession(page);
	const clip = { ...box, scale: 1 };
	const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality, clip });
	return Buffer.from(data, 'base64');
}

type Node = Workflow['nodes'][number];
const THEMES = ['light', 'dark'] as const;
/** Wide enough for the form and a table of output, and high enough for a whole line. The pictures don't show the input. */
const WINDOW = { width: 2100, height: 978 };
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

/** The sandbox's pages. Their pictures are mostly text, and each must stay below 60 KB. */
const PAGE = { folder: join(PICTURES, 'sandbox'), width: 1150, height: 1400, quality: 62 };

/** Bills a client like a workflow would, so that there are requests to show. */
async function billClient(sandbox: Sandbox): Promise<void> {
	const { token } = sandbox.account('main');
	const ask = async (method: string, content = '') =>
		await post(sandbox, token, `<request method="${method}">${content}</request>`);
	await ask('listClient', '<filter><client_status>Active</client_status></filter>');
	await ask('listInvoice', '<filter><invoice_number>W-1</invoice_number></filter>');
	const line = '<name>Design</name><type>Service</type><unit_cost>90.00</unit_cost><quantity>12</quantity>';
	const header = '<client><client_id>1</client_id></client><number>W-1</number>';
	await ask('createInvoice', `${header}<items><item>${line}</item></items>`);
	const id = sandbox.records('invoice').at(-1)?.id;
	await ask('getInvoice', `<invoice_id>${id}</invoice_id>`);
	await ask('sendInvoiceMail', `<invoice_id>${id}</invoice_id>`);
	const payment = `<id>${id}</id><method>Bank Transfer</method><amount>80.00</amount>`;
	await ask('invoiceOfflinePayment', `<invoice>${payment}</invoice>`);
}

/** The pages, each with the name of its picture. */
function pagesOf(sandbox: Sandbox): Record<string, string> {
	const charged = sandbox.store.one<{ id: number }>(
		`SELECT invoice_id AS id FROM charge JOIN invoice ON invoice.id = invoice_id
		WHERE account_id = 1 AND invoice_status = 'Partial-Paid' ORDER BY invoice_id DESC`,
	);
	const sent = sandbox
		.records('estimate')
		.findLast((estimate) => estimate.estimate_status === 'Sent' && estimate.account_id === 1);
	const creation = sandbox.requests.find(({ method }) => method === 'createInvoice');
	if (!charged || !sent || !creation) throw new Problem('The sandbox lacks what a picture is to show.');
	return {
		invoices: '/main/client/3',
		invoice: `/main/invoice/${charged.id}`,
		'new-invoice': '/main/invoice/new',
		estimate: `/main/estimate/${sent.id}`,
		requests: '/requests',
		request: `/requests/${creation.place}`,
	};
}

async function takePicture(page: Page, url: string, name: string): Promise<void> {
	await page.goto(url);
	const content = await page.locator('.columns').boundingBox();
	if (content === null) throw new Problem('The page is empty.');
	const height = Math.min(Math.ceil(content.y + content.height), PAGE.height);
	const box = { x: 0, y: 0, width: PAGE.width, height };
	writeFileSync(join(PAGE.folder, `${name}.webp`), await smallPicture(page, box, PAGE.quality));
}

const EXAMPLE = '15-weekly-receivables.json';
const EMAIL_WIDTH = 760;
/** Those of several clients: enough to see what the bars mean, and few enough to see it at a glance. */
const CURRENCIES: readonly unknown[] = ['EUR', 'GBP'];

/** The email's HTML, as the example's Code node writes it of these items. */
function writeEmail(items: ReadonlyArray<{ json: unknown }>): string {
	const nodes = readExampleFiles().find(([file]) => file === EXAMPLE)?.[1].nodes ?? [];
	const code = nodes.find(({ type }) => type === 'n8n-nodes-base.code')?.parameters['jsCode'];
	if (typeof code !== 'string') throw new Problem(`${EXAMPLE} has no Code node.`);
	const surroundings = createContext({ $input: { all: () => items }, $now: DateTime.now() });
	const [email] = runInContext(`(() => {${code}})()`, surroundings) as Array<{ json: { html: string } }>; // as n8n demands
	if (email === undefined) throw new Problem(`The Code node of ${EXAMPLE} returns nothing.`);
	return email.json.html;
}

/** Takes the README's picture of what is owed: the email of an example, in light and dark. Needs a built package. */
async function takeChart(browser: Browser, sandbox: Sandbox): Promise<void> {
	const engine = await loadEngine(ROOT);
	const { outputs, error } = await engine.run({
		credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
		parameters: { resource: 'invoice', operation: 'getReceivables', filters: {}, options: {} },
	});
	if (error !== undefined) throw error;
	const html = writeEmail((outputs[0] ?? []).filter(({ json }) => CURRENCIES.includes(json['currency'])));
	for (const colorScheme of ['light', 'dark'] as const) {
		const page = await browser.newPage({ colorScheme, viewport: { width: EMAIL_WIDTH, height: 400 } });
		await page.setContent(
			`<meta name="color-scheme" content="light dark"><body style="margin:16px 24px">${html}`,
		);
		await page.screenshot({ path: `${PICTURES}/owed-${colorScheme}.png`, fullPage: true });
		await page.close();
	}
}

/** Takes the pictures of the sandbox's records, and those of its pages for docs/examples.md. None shows the page Tokens (SECURITY.md). */
async function takeSandboxPictures(): Promise<void> {
	mkdirSync(PAGE.folder, { recursive: true });
	const sandbox = await startSandbox();
	const browser = await launchBrowser();
	try {
		await takeChart(browser, sandbox);
		await billClient(sandbox);
		const page = await browser.newPage({
			colorScheme: 'light',
			viewport: { width: PAGE.width, height: PAGE.height },
		});
		for (const [name, path] of Object.entries(pagesOf(sandbox)))
			await takePicture(page, new URL(path, sandbox.url).href, name);
	} finally {
		await browser.close();
		await sandbox.close();
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
