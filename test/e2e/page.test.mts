import { importWorkflow, watchersAmong } from '../../host/examples.mts';
import { launchBrowser } from './editor.mts';
import { outputOf } from './executions.mts';
import { useInstallation } from './installation.mts';
import { pollingOften, untilFirstPoll } from './polling.mts';
import { waitFor } from './waiting.mts';
import { example } from './workflows.mts';

const inN8n = useInstallation();

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
);
