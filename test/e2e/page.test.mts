import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { importWorkflow, watchersAmong } from '../../host/examples.mts';
import { launchBrowser } from './editor.mts';
import { outputOf } from './executions.mts';
import { useInstallation } from './installation.mts';
import { pollingOften, untilFirstPoll } from './polling.mts';
import { waitFor } from './waiting.mts';
import { example } from './workflows.mts';

const inN8n = useInstallation();

/** Accessibility violations, by axe's rules. */
async function violationsOn(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>('axe.run()');
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test(
	'an invoice made on the page of the sandbox, with the keyboard alone, starts the workflow that the page names',
	inN8n(async ({ client, executions, n8n, sandbox }) => {
		const workflow = pollingOften(example(/^Report/));
		await importWorkflow(client, workflow);
		await untilFirstPoll(client, workflow);
		sandbox.showN8n({ url: n8n.url, watchers: watchersAmong([workflow], n8n.url) });
		const browser = await launchBrowser();
		try {
			const page = await browser.newPage();
			await page.goto(new URL('/', sandbox.url).href);
			await page.getByRole('link', { name: 'New Invoice' }).press('Enter');
			await page.getByLabel('Client').selectOption('Harbour & Pine Ltd (GBP)');
			await page.getByLabel('Number').fill('PAGE-1');
			const line = page.getByRole('group', { name: 'Line 1' });
			await line.getByLabel('Name').fill('Design');
			await line.getByLabel('Quantity').fill('3');
			await line.getByLabel('Unit Cost').fill('90');
			await page.getByRole('button', { name: 'Create Invoice' }).press('Enter');
			const notice = page.getByRole('status');
			expect(await notice.innerText()).toContain('The invoice is created.');
			const link = notice.getByRole('link', { name: workflow.name });
			expect(await link.getAttribute('href')).toBe(`${n8n.url}/workflow/${workflow.id}/executions`);
			const [execution] = await waitFor('the execution', async () => {
				const all = await executions.of(workflow);
				return all.length > 0 ? all : undefined;
			});
			expect(execution && outputOf(execution, 'XML Billing Trigger')).toMatchObject([
				{ event: 'invoiceCreated', number: 'PAGE-1', total: 270 },
			]);
		} finally {
			await browser.close();
		}
	}),
	180_000,
);

test(
	'the pages have labels, contrast and structure for everyone, light and dark, and refresh without a reload',
	inN8n(async ({ sandbox }) => {
		const at = (path: string) => new URL(path, sandbox.url).href;
		const id = (kind: 'invoice' | 'estimate' | 'mail') => `/main/${kind}/${sandbox.records(kind)[0]?.id}`;
		const paths = ['/', '/main/invoice/new', '/main/client/new', '/requests', '/tokens', '/nowhere'];
		paths.push(`${id('invoice')}?done=removed`, id('estimate'), id('mail'));
		const browser = await launchBrowser();
		try {
			for (const colorScheme of ['light', 'dark'] as const) {
				const page = await browser.newPage({ colorScheme });
				const errors: string[] = [];
				page.on('pageerror', ({ message }) => errors.push(message));
				for (const path of paths) {
					await page.goto(at(path));
					expect([path, await violationsOn(page)]).toEqual([path, []]);
				}
				await page.goto(at('/main/client'));
				await page.evaluate('window.isSame = true');
				await fetch(at('/main/client'), {
					method: 'POST',
					body: new URLSearchParams({ organization: `Fresh ${colorScheme}`, name: 'A', currency: 'GBP' }),
				});
				await page.getByRole('link', { name: `Fresh ${colorScheme}` }).waitFor();
				expect([await page.evaluate('window.isSame'), errors]).toEqual([true, []]);
			}
		} finally {
			await browser.close();
		}
	}),
	180_000,
);
