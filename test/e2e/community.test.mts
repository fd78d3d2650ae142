import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { N8nClient } from '../../host/client.mts';
import { ensureCredential, importWorkflow } from '../../host/examples.mts';
import { startN8n, type N8n } from '../../host/n8n.mts';
import { PACKAGE_NAME, packageVersion, packPackage } from '../../host/package.mts';
import { freePort } from '../../host/ports.mts';
import { endPrograms, lastLines } from '../../host/processes.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { byId } from '../engine/billing.mts';
import { EventSource, pollsSince, tally, WATCHING } from '../../bench/watching.mts';
import { openEditor, type Editor } from './editor.mts';
import { Executions, outputOf } from './executions.mts';
import { LOGIN } from './installation.mts';
import { untilFirstPoll } from './polling.mts';
import { repackAs, startRegistry, type Registry } from './registry.mts';
import { PATIENCE_MS, waitFor } from './waiting.mts';
import { node, SANDBOX, START, workflowOf } from './workflows.mts';

const NODE = 'XML Billing';
const TYPES = ['xmlBilling', 'xmlBillingTool', 'xmlBillingTrigger'].map((name) => `${PACKAGE_NAME}.${name}`);
const READING = workflowOf('readAnInvoice', [
	node(SANDBOX, NODE, 'xmlBilling', { resource: 'invoice', operation: 'get', invoiceId: byId(1) }),
]);

const version = packageVersion();
const folder = mkdtempSync(join(tmpdir(), 'xml-billing-community-'));
let sandbox: Sandbox;
let registry: Registry;
let tarball: string;
let port: number;
let n8n: N8n;
let client: N8nClient;
let editor: Editor | undefined;

/** Starts n8n as a user has it: without packages, and polling with its default engine. */
async function start(): Promise<N8n> {
	return await startN8n({
		...{ userFolder: folder, port, logFile: join(folder, 'n8n.log'), timeZone: 'UTC' },
		environment: { ...registry.environment, N8N_UNVERIFIED_PACKAGES_ENABLED: 'true' },
	});
}

beforeAll(async () => {
	sandbox = await startSandbox();
	registry = await startRegistry(join(folder, 'registry'));
	tarball = await packPackage(folder, join(folder, 'pack.log'));
	registry.publish(tarball);
	port = await freePort(0);
	n8n = await start();
	client = new N8nClient(n8n.url);
	await client.signIn(LOGIN);
});

afterAll(async () => {
	await editor?.close();
	await endPrograms();
	registry.close();
	await sandbox.close();
	rmSync(folder, { recursive: true });
});

/** Works on the page Settings, Community nodes. On a failure, saves a screenshot and shows the end of n8n's log. */
async function inSettings(work: (page: Page) => Promise<void>): Promise<void> {
	editor ??= await openEditor(client);
	const { page } = await editor.newTab();
	try {
		// The page shows how many packages npm has.
		await page.route(
			({ hostname }) => hostname !== '127.0.0.1',
			(route) => route.abort(),
		);
		await page.goto(`${n8n.url}/settings/community-nodes`);
		await work(page);
	} catch (error) {
		const picture = join(tmpdir(), 'xml-billing-community.png');
		await page.screenshot({ path: picture });
		if (error instanceof Error)
			error.message += `\n\nWhat the browser showed: ${picture}\n\n${lastLines(n8n.logFile)}`;
		throw error;
	} finally {
		await page.close();
	}
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The card of the package, once the page lists it in this version. */
async function listed(page: Page, version: string) {
	const card = page.getByTestId('community-package-card').filter({ hasText: PACKAGE_NAME });
	await card.getByText(`v${version}`, { exact: true }).waitFor({ timeout: PATIENCE_MS });
	return card;
}

/** The names of the package's nodes that n8n knows. */
async function types(): Promise<string[]> {
	const response = await fetch(`${n8n.url}/types/nodes.json`, { headers: client.headers });
	const all = (await response.json()) as Array<{ name: string }>; // n8n's own file
	return all.flatMap(({ name }) => (name.startsWith(`${PACKAGE_NAME}.`) ? [name] : [])).sort();
}

/** Waits until this many polls have started. */
async function untilPolled(count: number): Promise<void> {
	const since = Date.now();
	await waitFor('some polls', () => (pollsSince(since, sandbox.requests) >= count ? true : undefined));
}

/** Tallies what the trigger reported, once everything is reported and two more polls are over. */
async function reported(source: EventSource, executions: Executions) {
	const count = async () => tally(source.names(), await executions.of(WATCHING));
	await waitFor('every event', async () => ((await count()).lost.length === 0 ? true : undefined));
	await untilPolled(2);
	const { events, doubled, invented } = await count();
	return { events, doubled, invented };
}

/** Creates some more events. */
async function createEvents(source: EventSource, count: number): Promise<void> {
	for (let index = 0; index < count; index++) await source.createEvent();
}

/** The number of the invoice that the node reads in a workflow. */
async function numberRead(executions: Executions): Promise<unknown> {
	return outputOf(await executions.run(READING, START), NODE)[0]?.['number'];
}

test('installed, updated and uninstalled in the browser: workflows run on, and the trigger reports each event once', async () => {
	const next = version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
	const number = sandbox.records('invoice')[0]?.number;
	await inSettings(async (page) => {
		await press(page, 'Install a community node');
		await page.getByTestId('package-name-input').fill(PACKAGE_NAME);
		await page.getByTestId('user-agreement-checkbox').click();
		await page.getByTestId('install-community-package-button').click();
		await listed(page, version);
	});
	expect(await types()).toEqual(TYPES);

	await ensureCredential(client, { baseUrl: sandbox.url, token: sandbox.account('main').token });
	await importWorkflow(client, READING);
	await importWorkflow(client, WATCHING);
	const executions = await Executions.open(client);
	await untilFirstPoll(client, WATCHING);
	const source = new EventSource(sandbox);
	await createEvents(source, 5);
	expect(await reported(source, executions)).toEqual({ events: 5, doubled: [], invented: [] });
	expect(await numberRead(executions)).toBe(number);

	registry.publish(await repackAs(next, tarball, join(folder, 'next')));
	await inSettings(async (page) => {
		const card = await listed(page, version);
		await card.getByRole('button', { name: 'Update' }).click();
		// No poll can report what is created now until the next version polls. A poll does not retry after this
		// refusal; a retry of the previous version could otherwise report it when the faults end.
		await sandbox.setFaults([{ fault: 'http401', method: 'listInvoice' }]);
		await createEvents(source, 2);
		await press(page, 'Confirm update');
		await listed(page, next);
	});
	await untilPolled(2);
	await sandbox.setFaults([]);
	expect(await types()).toEqual(TYPES);
	expect(await numberRead(executions)).toBe(number);
	await createEvents(source, 5);
	expect(await reported(source, executions)).toEqual({ events: 12, doubled: [], invented: [] });

	// Only a new process has nothing from the previous version but its stored state.
	await n8n.stop();
	await createEvents(source, 2);
	n8n = await start();
	expect(await reported(source, executions)).toEqual({ events: 14, doubled: [], invented: [] });

	await inSettings(async (page) => {
		const card = await listed(page, next);
		await card.getByTestId('action-toggle').click();
		await page.getByText('Uninstall package', { exact: true }).click();
		await press(page, 'Confirm uninstall');
		await card.waitFor({ state: 'detached', timeout: PATIENCE_MS });
	});
	expect(await types()).toEqual([]);
});
