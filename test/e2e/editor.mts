import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import type { Login } from '../../host/client.mts';
import { PATIENCE_MS } from './waiting.mts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const QUIET = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-quic',
];

/** The editor's requests for a node: its lists, the fields of its output, its icon, and its description. */
const ABOUT_NODES = /^\/(rest\/dynamic-node-parameters|schemas|icons|types)\//;
/** The browser's message for every error answer. The answer itself shows which request it was. */
const REPEATED = 'Failed to load resource';

/** n8n's editor in a headless browser. */
export interface Editor {
	page: Page;
	/** The addresses outside this machine that the browser tried to open. */
	foreignRequests: string[];
	/** What n8n answered when the editor asked about nodes: status and path. */
	answers: string[];
	/** Errors in the browser's console, and those among the answers. */
	errors: string[];
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

/** Collects the answers and errors of the page from now on. */
function watch(page: Page): Pick<Editor, 'answers' | 'errors'> {
	const answers: string[] = [];
	const errors: string[] = [];
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
	return { answers, errors };
}

/** Opens the editor and signs in. */
export async function openEditor(url: string, { email, password }: Login): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launchBrowser();
	const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
	page.setDefaultTimeout(PATIENCE_MS);
	const watched = watch(page);
	const foreignRequests: string[] = [];
	page.on('request', (request) => {
		const { protocol, hostname } = new URL(request.url());
		if (protocol.startsWith('http') && hostname !== '127.0.0.1') foreignRequests.push(request.url());
	});
	await page.goto(`${url}/signin`);
	await page.locator('input[name=emailOrLdapLoginId]').fill(email);
	await page.locator('input[name=password]').fill(password);
	await page.getByTestId('form-submit-button').click();
	await page.waitForURL(({ pathname }) => !pathname.startsWith('/signin'));
	return { page, foreignRequests, ...watched, close: () => browser.close() };
}
