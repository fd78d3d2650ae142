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
import { ensureCredential, importWorkflow, readExampleFiles, type Workflow } from '../host/examples.mts';
import { installN8n } from '../host/install.mts';
import { ROOT } from '../host/paths.mts';
import { endPrograms } from '../host/processes.mts';
import { Problem, runScript, step } from '../host/terminal.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { launchBrowser, openEditor } from '../test/e2e/editor.mts';
import { install } from '../test/e2e/installation.mts';
import { askService, createInvoice, pay } from '../test/e2e/service.mts';
import { example } from '../test/e2e/workflows.mts';
import { loadEngine } from '../test/engine/harness/engine.mts';

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

/** The last one remains for the examples. */
const THEMES = ['dark', 'light'] as const;
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

/** Each starts in one way only. */
const BILLING: Workflow = example(/^Bill a client/);
const WATCHING: Workflow = { ...example(/^Report new invoices/), active: false };

/** The smallest box around everything that a locator matches. */
async function boxAround(...locators: readonly Locator[]): Promise<Box> {
	const found = (await Promise.all(locators.map((locator) => locator.all()))).flat();
	const boxes = (await Promise.all(found.map((one) => one.boundingBox()))).filter((box) => box !== null);
	if (boxes.length === 0) throw new Problem('The editor does not show what a picture is to be of.');
	const x = Math.min(...boxes.map((box) => box.x));
	const y = Math.min(...boxes.map((box) => box.y));
	const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
	return { x, y, width, height: Math.max(...boxes.map((box) => box.y + box.height)) - y };
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

async function openNode(page: Page, name: string): Promise<void> {
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

async function takePictures(page: Page, { url }: N8nClient, theme: string): Promise<void> {
	const shoot = async (name: string, clip: Box) =>
		await page.screenshot({ path: join(PICTURES, `${name}-${theme}.png`), clip });
	await page.setViewportSize(WINDOW);
	await page.goto(url);
	await page.evaluate((chosen) => localStorage.setItem('N8N_THEME', chosen), theme);

	await openWorkflow(page, url, BILLING);
	await execute(page, 'execute-workflow-button');
	await openNode(page, 'Create invoice');
	await shoot('node', await boxOfNode(page));

	await openWorkflow(page, url, WATCHING);
	await openNode(page, 'XML Billing Trigger');
	await execute(page, 'node-execute-button');
	await shoot('trigger', await boxOfNode(page));
}

/** Takes one picture of each example, with its notes. */
async function takeExamples(page: Page, client: N8nClient): Promise<void> {
	await page.setViewportSize(EXAMPLE_WINDOW);
	for (const [file, one] of readExampleFiles()) {
		const workflow = await importWorkflow(client, { ...one, id: `picture-${file}`, active: false });
		await openWorkflow(page, client.url, workflow);
		const clip = await boxOfCanvas(page);
		await page.addStyleTag({ content: PLAIN_CANVAS });
		const path = join(PICTURES, 'examples', file.replace('.json', '.webp'));
		writeFileSync(path, await smallPicture(page, clip));
	}
}

/** The sandbox's pages. Their pictures are mostly text, and each must stay below 60 KB. */
const PAGE = { folder: join(PICTURES, 'sandbox'), width: 1150, height: 1400, quality: 62 };

/** Bills a client like a workflow would, so that there are requests to show. Returns the pages, by the names of their pictures. */
async function billClient(sandbox: Sandbox): Promise<Record<string, string>> {
	await askService(sandbox, 'listClient', '<filter><client_status>Active</client_status></filter>');
	await createInvoice(sandbox, 'W-1', 90, 12);
	await askService(sandbox, 'listInvoice', '<filter><invoice_number>W-1</invoice_number></filter>');
	const { id } = sandbox.records('invoice').at(-1) ?? { id: 0 };
	await askService(sandbox, 'getInvoice', `<invoice_id>${id}</invoice_id>`);
	await askService(sandbox, 'sendInvoiceMail', `<invoice_id>${id}</invoice_id>`);
	await pay(sandbox, id, '80.00', 'Bank Transfer');
	const isSent = (estimate: { estimate_status: string; account_id: number }) =>
		estimate.estimate_status === 'Sent' && estimate.account_id === 1;
	const creation = sandbox.requests.find(({ method }) => method === 'createInvoice');
	return {
		invoices: '/main/client/3',
		invoice: `/main/invoice/${id}`,
		'new-invoice': '/main/invoice/new',
		estimate: `/main/estimate/${sandbox.records('estimate').findLast(isSent)?.id}`,
		requests: '/requests',
		request: `/requests/${creation?.place}`,
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
		const { width, height } = PAGE;
		const page = await browser.newPage({ colorScheme: 'light', viewport: { width, height } });
		for (const [name, path] of Object.entries(await billClient(sandbox)))
			await takePicture(page, new URL(path, sandbox.url).href, name);
	} finally {
		await browser.close();
		await sandbox.close();
	}
}

async function run(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-pictures-'));
	mkdirSync(join(PICTURES, 'examples'), { recursive: true });
	await installN8n();
	const first = await startSandbox();
	try {
		const { client } = await step('Starting n8n', () => install(folder, first));
		for (const workflow of [BILLING, WATCHING]) await importWorkflow(client, workflow);
		const editor = await openEditor(client);
		const { page } = await editor.newTab();
		for (const theme of THEMES) {
			// Some examples run completely only once.
			const sandbox = await startSandbox();
			await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
			await step(`Pictures, ${theme}`, () => takePictures(page, client, theme));
			await sandbox.close();
		}
		await step('Pictures of the examples', () => takeExamples(page, client));
		await editor.close();
		await step('Pictures of the sandbox', takeSandboxPictures);
	} finally {
		await endPrograms();
		await first.close();
		rmSync(folder, { recursive: true });
	}
}

await runScript(run);
