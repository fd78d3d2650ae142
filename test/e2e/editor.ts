import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser, type Page } from 'playwright-core';
import type { Login } from '../../host/client.ts';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const QUIET = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-quic',
];

/** n8n's editor in a headless browser. */
export interface Editor {
	page: Page;
	/** The addresses outside of this machine that the browser was asked to open. */
	foreignRequests: string[];
	close: () => Promise<void>;
}

async function launch(): Promise<Browser> {
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

/** Opens the editor and signs in. */
export async function openEditor(url: string, { email, password }: Login): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await launch();
	const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
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
	return { page, foreignRequests, close: () => browser.close() };
}
