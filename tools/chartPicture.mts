/**
 * Takes the README's picture of what is owed: the email of an example, written from the sandbox's records, in light and
 * dark. Part of npm run pictures. Needs a built package and Chromium.
 */
import { createContext, runInContext } from 'node:vm';
import { DateTime } from 'luxon';
import { readExampleFiles } from '../host/examples.mts';
import { ROOT } from '../host/paths.mts';
import { Problem, runScript, step } from '../host/terminal.mts';
import { startSandbox } from '../sandbox/index.mts';
import { launchBrowser } from '../test/e2e/editor.mts';
import { loadEngine } from '../test/engine/harness/engine.mts';
import { PICTURES } from './sandboxPictures.mts';

const EXAMPLE = '15-weekly-receivables.json';
const WIDTH = 760;
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

async function run(): Promise<void> {
	const sandbox = await startSandbox();
	const browser = await launchBrowser();
	try {
		const engine = await loadEngine(ROOT);
		const { outputs, error } = await engine.run({
			credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
			parameters: { resource: 'invoice', operation: 'getReceivables', filters: {}, options: {} },
		});
		if (error !== undefined) throw error;
		const html = writeEmail((outputs[0] ?? []).filter(({ json }) => CURRENCIES.includes(json['currency'])));
		for (const colorScheme of ['light', 'dark'] as const) {
			const page = await browser.newPage({ colorScheme, viewport: { width: WIDTH, height: 400 } });
			await page.setContent(
				`<meta name="color-scheme" content="light dark"><body style="margin:16px 24px">${html}`,
			);
			await page.screenshot({ path: `${PICTURES}/owed-${colorScheme}.png`, fullPage: true });
			await page.close();
		}
	} finally {
		await browser.close();
		await sandbox.close();
	}
}

await runScript(() => step('Picture of what is owed', run));
