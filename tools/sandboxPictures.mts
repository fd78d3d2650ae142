import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { Browser, Page } from 'playwright-core';
import { readExampleFiles } from '../host/examples.mts';
import { ROOT } from '../host/paths.mts';
import { Problem } from '../host/terminal.mts';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { launchBrowser } from '../test/e2e/editor.mts';
import { loadEngine } from '../test/engine/harness/engine.mts';
import { post } from '../test/sandbox/walk/service.mts';

/** The folder of the docs' pictures. */
export const PICTURES = join(ROOT, 'docs', 'pictures');

export type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** A picture at a third of the size of a PNG, in a format that Playwright does not offer. */
export async function smallPicture(page: Page, box: Box, quality = 80): Promise<Buffer> {
	const browser = await page.context().newCDPSession(page);
	const clip = { ...box, scale: 1 };
	const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality, clip });
	return Buffer.from(data, 'base64');
}

const FOLDER = join(PICTURES, 'sandbox');
const WIDTH = 1150;
const HIGHEST = 1400;
/** They are mostly text, and each must stay below 60 KB. */
const QUALITY = 65;

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
		invoices: '/main/invoice?search=Harbour',
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
	const height = Math.min(Math.ceil(content.y + content.height), HIGHEST);
	const box = { x: 0, y: 0, width: WIDTH, height };
	writeFileSync(join(FOLDER, `${name}.webp`), await smallPicture(page, box, QUALITY));
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
export async function takeSandboxPictures(): Promise<void> {
	mkdirSync(FOLDER, { recursive: true });
	const sandbox = await startSandbox();
	const browser = await launchBrowser();
	try {
		await takeChart(browser, sandbox);
		await billClient(sandbox);
		const page = await browser.newPage({ colorScheme: 'light', viewport: { width: WIDTH, height: HIGHEST } });
		for (const [name, path] of Object.entries(pagesOf(sandbox)))
			await takePicture(page, new URL(path, sandbox.url).href, name);
	} finally {
		await browser.close();
		await sandbox.close();
	}
}
