import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { N8nClient } from '../../host/client.mts';
import { PATIENCE_MS } from './waiting.mts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const QUIET = ['background-networking', 'component-update', 'sync', 'quic'].map((one) => `--disable-${one}`);

/** The editor's requests for a node: its lists, the fields of its output, its icon, and its description. */
const ABOUT_NODES = /^\/(rest\/dynamic-node-parameters|schemas|icons|types)\//;
/** The browser's message for every error answer. The answer itself shows which request it was. */
const REPEATED = 'Failed to load resource';

/** A tab of n8n's editor. */
interface Tab {
	page: Page;
	/** The addresses outside this machine that the browser tried to open. */
	foreignRequests: string[];
	/** What n8n answered when the editor asked about nodes: status and path. */
	answers: string[];
	/** Errors in the browser's console, and those among the answers. */
	errors: string[];
}

/** n8n's editor in a headless browser. Its tabs share what the browser has loaded. */
export interface Editor {
	newTab: () => Promise<Tab>;
	close: () => Promise<void>;
}

/** A headless browser that contacts only the pages it opens. */
export async function launchBrowser(): Promise<Browser> {
	if (!existsSync(CHROMIUM)) {
		throw new Error(
			`There is no Chromium at ${CHROMIUM}. Install it ("apt-get install chromium"), or name another with CHROMIUM_PATH.`,
		);
	}
	return await chromium.launch({
		executablePath: CHROMIUM,
		args: ['--no-sandbox', '--disable-gpu', '--no-first-run', ...QUIET],
	});
}

/** Opens an empty tab, and collects what goes on in it. */
async function newTab(context: BrowserContext): Promise<Tab> {
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	const foreignRequests: string[] = [];
	const answers: string[] = [];
	const errors: string[] = [];
	page.on('request', (request) => {
		const { protocol, hostname } = new URL(request.url());
		if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreignRequests.push(request.url());
	});
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (entry) => {
		if (entry.type() === 'error' && !entry.text().startsWith(REPEATED)) errors.push(entry.text());
	});
	page.on('response', (response) => {
		const { pathname } = new URL(response.url());
		if (!ABOUT_NODES.test(pathname)) return;
		const answer = `${response.status()} ${pathname}`;
		answers.push(answer);
		if (response.status() >= 400) errors.push(answer);
	});
	return { page, foreignRequests, answers, errors };
}

/** Opens the editor, signed in as the user of a client. */
export async function openEditor(client: N8nClient): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
	const [name = '', value = ''] = client.headers['cookie']?.split('=') ?? [];
	await context.addCookies([{ name, value, url: client.url }]);
	return { newTab: () => newTab(context), close: () => browser.close() };
}
