import { importWorkflow } from '../../host/examples.mts';
import { launchBrowser } from './editor.mts';
import { outputOf } from './executions.mts';
import { useInstallation } from './installation.mts';
import { pollingOften, pollOf, untilFirstPoll } from './polling.mts';
import { createInvoice } from './service.mts';
import { waitFor } from './waiting.mts';
import { example } from './workflows.mts';

const test = useInstallation();

test('a service that is down while a workflow is published does not silence its trigger, and each failed poll shows', async (installation) => {
	const { client, executions, sandbox } = installation;
	await sandbox.setFaults([{ fault: 'http500', method: 'getAccountInfo' }]);
	sandbox.clearRequests();
	const workflow = await importWorkflow(client, {
		...pollingOften(example(/^Report/)),
		id: 'publishedWhileDown',
		name: 'Published while down',
		active: false,
	});
	// n8n 1 reports it to the user who publishes the workflow, who tries again.
	if (await client.isBefore('2'))
		await expect(client.setActive(workflow, true)).rejects.toThrow('There was a problem activating');
	await client.setActive(workflow, true);
	const first = await waitFor('the first poll', () => sandbox.requests[0]);
	// n8n gives up on a trigger that fails five times within 15 seconds.
	const since = Date.parse(first.at) + 20_000;
	const late = () => sandbox.requests.filter(({ at }) => Date.parse(at) > since).length;
	await waitFor('polls after that', () => late() >= 2 || undefined);
	const failed = (await executions.of(workflow)).filter(({ status }) => status === 'error');
	expect(failed.length).toBeGreaterThanOrEqual(late());
	await sandbox.setFaults([]);
	sandbox.clearRequests();
	await waitFor('the baseline', () => sandbox.requests.find(({ method }) => method === 'listInvoice'));
	const now = pollOf(new Date().toISOString());
	await waitFor('the next poll', () => sandbox.requests.find(({ at }) => pollOf(at) > now));
	await createInvoice(sandbox, 'E2E-DOWN', 1, 1);
	const reported = await waitFor('the event', async () =>
		(await executions.of(workflow)).find(({ status }) => status === 'success'),
	);
	expect(outputOf(reported, 'XML Billing Trigger')).toMatchObject([
		{ event: 'invoiceCreated', number: 'E2E-DOWN' },
	]);
	await client.setActive(workflow, false);
});

test('an invoice made on the page of the sandbox, with the keyboard alone, starts a published workflow, as the page says', async (installation) => {
	const { client, executions, n8n, sandbox } = installation;
	const fromThePage = { ...pollingOften(example(/^Report/)), id: 'fromThePage', name: 'From the page' };
	// Versions of n8n before 2 choose the identifier themselves.
	const workflow = await importWorkflow(client, fromThePage);
	await untilFirstPoll(client, workflow);
	sandbox.showN8n({ url: n8n.url });
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage();
		await page.goto(new URL('/', sandbox.url).href);
		await page.getByRole('link', { name: 'New Invoice' }).press('Enter');
		await page.getByLabel('Client').selectOption('Harbour & Pine Ltd (GBP)');
		await page.getByLabel('Number').fill('PAGE-1');
		await page.getByLabel('Item').fill('Design');
		await page.getByLabel('Quantity').fill('3');
		await page.getByLabel('Unit Cost').fill('90');
		await page.getByRole('button', { name: 'Create Invoice' }).press('Enter');
		const notice = page.getByRole('status');
		expect(await notice.innerText()).toContain('The invoice is created. Your published workflows');
		const [execution] = await waitFor('the execution', async () => {
			const all = await executions.of(workflow);
			return all.length > 0 ? all : undefined;
		});
		expect(execution && outputOf(execution, 'XML Billing Trigger')).toMatchObject([
			{ event: 'invoiceCreated', number: 'PAGE-1', total: 270 },
		]);
	} finally {
		await browser.close();
		await client.setActive(workflow, false);
	}
});
