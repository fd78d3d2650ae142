import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { stripVTControlCharacters } from 'node:util';
import type { N8nClient } from '../../host/client.mts';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { PACKAGE_NAME } from '../../host/package.mts';
import { FAULTS, type Fault, type FaultRule } from '../../sandbox/index.mts';
import { filledOperations, type FilledOperation } from '../engine/secrets/forms.mts';
import { MARKS, markRecords, TOKEN } from '../engine/secrets/marks.mts';
import { searchIn } from '../engine/secrets/search.mts';
import type { Executions } from './executions.mts';
import { useInstallation } from './installation.mts';
import { pollingOften, untilFirstPoll } from './polling.mts';
import { node, START, workflowOf, type Credential, type Node } from './workflows.mts';

const ALL_FAULTS = Object.keys(FAULTS) as Fault[]; // as declared
/** How often each operation runs, each time under another fault. */
const ROUNDS = 2;
/** How many workflows share the operations. They run in parallel. */
const WORKFLOWS = 8;
const MOST_SHOWN = 20;

const test = useInstallation({
	sandbox: { today: () => '2026-03-10' },
	environment: {
		N8N_LOG_LEVEL: 'debug',
		N8N_LOG_OUTPUT: 'console,file',
		EXECUTIONS_DATA_SAVE_ON_PROGRESS: 'true',
	},
});

function operationNode(credential: Credential, { name, forms }: FilledOperation, more: object): Node {
	const [form = {}] = forms;
	return node(credential, name, 'xmlBilling', form, more);
}

/**
 * Runs all operations, each under its own fault, in workflows that continue on errors, and some in workflows that
 * stop.
 */
async function makeWorkflows(
	client: N8nClient,
	credential: Credential,
	operations: readonly FilledOperation[],
): Promise<Workflow[]> {
	const going = Array.from({ length: WORKFLOWS }, (_, share) =>
		workflowOf(
			`goesOn${share}`,
			operations
				.filter((_operation, index) => index % WORKFLOWS === share)
				.map((operation) => operationNode(credential, operation, { onError: 'continueErrorOutput' })),
		),
	);
	const stopping = operations
		.filter((_, index) => index % WORKFLOWS === 0)
		.map((operation, index) => workflowOf(`stops${index}`, [operationNode(credential, operation, {})]));
	for (const workflow of [...going, ...stopping]) await importWorkflow(client, workflow);
	return [...going, ...stopping];
}

/** A fault for each method, a different one each turn. */
const rulesOf = (operations: readonly FilledOperation[], turn: number): FaultRule[] =>
	operations.flatMap(({ method }, index) => {
		const fault = ALL_FAULTS[(index + turn * 11) % ALL_FAULTS.length];
		return method === '' || fault === undefined ? [] : { method, fault };
	});

/** Loads what the editor shows in lists and dropdowns, ignoring failures. */
async function useEditor(client: N8nClient, credential: Credential): Promise<number> {
	const requests = [
		['resource-locator-results', 'searchClients'],
		['resource-locator-results', 'searchInvoices'],
		['options', 'getTaxes'],
		['options', 'getProjects'],
	] as const;
	const asked = requests.map(([path, methodName]) =>
		client.request('POST', `/rest/dynamic-node-parameters/${path}`, {
			path: 'parameters.field',
			nodeTypeAndVersion: { name: `${PACKAGE_NAME}.xmlBilling`, version: 1 },
			currentNodeParameters: {},
			methodName,
			credentials: { xmlBillingApi: credential },
		}),
	);
	const tested = client.request('POST', '/rest/credentials/test', {
		credentials: { ...credential, type: 'xmlBillingApi', data: { baseUrl: '', token: '' } },
	});
	return (await Promise.allSettled([...asked, tested])).filter(({ status }) => status === 'fulfilled').length;
}

/** Publishes a trigger that polls every ten seconds, and waits until n8n has stored what it remembers. */
async function startTrigger(client: N8nClient, credential: Credential): Promise<void> {
	const events = ['clientCreated', 'invoiceCreated', 'invoiceStatusChanged', 'paymentRecorded'];
	const trigger = node(credential, 'Trigger', 'xmlBillingTrigger', { events, startFrom: '2026-01-01' });
	const workflow = pollingOften({ ...workflowOf('polls', []), nodes: [trigger], connections: {} });
	await untilFirstPoll(client, await importWorkflow(client, workflow));
}

async function runAll(executions: Executions, workflows: readonly Workflow[]): Promise<string[]> {
	const all = await Promise.all(workflows.map((workflow) => executions.run(workflow, START)));
	return all.map(({ status }) => status);
}

/** What n8n has written into a folder, except its installed packages and its editor. */
const filesIn = (folder: string): Array<{ path: string; content: Buffer }> =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((path) => !/node_modules|^\.cache|\.tgz$/.test(path) && statSync(join(folder, path)).isFile())
		.map((path) => ({ path, content: readFileSync(join(folder, path)) }));

/** The columns of a database, and what their cells hold. */
function columnsOf(file: string): Map<string, string[]> {
	const columns = new Map<string, string[]>();
	const database = new DatabaseSync(file, { readOnly: true });
	for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()) {
		for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).all()) {
			for (const [column, value] of Object.entries(row)) {
				const key = `${String(name)}.${column}`;
				columns.set(key, [...(columns.get(key) ?? []), String(value)]);
			}
		}
	}
	database.close();
	return columns;
}

/**
 * At debug level, n8n logs complete errors, including the node's form. The form is excluded from the search. In CI,
 * n8n colors them.
 */
const searchLog = (content: Buffer): string[] =>
	stripVTControlCharacters(content.toString())
		.split('\n')
		.flatMap((line) => {
			const start = line.indexOf('{');
			const isEntry = start >= 0 && line.endsWith('}');
			return searchIn(isEntry ? [line.slice(0, start), JSON.parse(line.slice(start))] : line);
		});

/** Where n8n stores forms: in the workflow itself, and as a copy in each execution. */
const FORMS = ['execution_data.workflowData', 'workflow_entity.nodes', 'workflow_history.nodes'];
const ITEMS = 'execution_data.data';

test('the token stands in no file of n8n, and values only in forms and in the data of items, whatever fails', async (installation) => {
	const { client, executions, sandbox, n8n, userFolder } = installation;
	await markRecords(sandbox);
	const data = { baseUrl: sandbox.url, token: TOKEN, timeout: 1 };
	const credential = await client.addCredential('xmlBillingApi', 'Marked', data);
	const operations = filledOperations(sandbox);
	const workflows = await makeWorkflows(client, credential, operations);
	await startTrigger(client, credential);

	const statuses: string[] = [];
	for (let turn = 0; turn < ROUNDS; turn += 1) {
		await sandbox.setFaults(rulesOf(operations, turn));
		const [ended] = await Promise.all([runAll(executions, workflows), useEditor(client, credential)]);
		statuses.push(...ended);
	}
	await sandbox.setFaults([]);
	const patient = await client.addCredential('xmlBillingApi', 'Patient', { ...data, timeout: 60 });
	expect(await useEditor(client, patient)).toBe(5);
	statuses.push(...(await runAll(executions, workflows)));
	expect(new Set(statuses)).toEqual(new Set(['success', 'error']));
	await n8n.stop();

	const files = filesIn(userFolder);
	const names = files.map(({ path }) => path);
	const written = ['.n8n/database.sqlite', '.n8n/n8nEventLog.log', '.n8n/logs/n8n.log', 'n8n-0.log'];
	expect(names).toEqual(expect.arrayContaining(written));
	// Byte by byte, including data deleted in the database.
	const withToken = files.filter(({ content }) => MARKS.token.test(content.toString('latin1')));
	expect(withToken.map(({ path }) => path)).toEqual([]);
	const logs = files.filter(({ path }) => path.endsWith('.log'));
	expect(logs.flatMap(({ content }) => searchLog(content)).slice(0, MOST_SHOWN)).toEqual([]);

	const columns = columnsOf(join(userFolder, '.n8n/database.sqlite'));
	const columnsWith = (mark: RegExp) =>
		[...columns].filter(([, texts]) => texts.some((text) => mark.test(text))).map(([column]) => column);
	expect(columnsWith(MARKS.records)).toEqual([ITEMS]);
	expect(columnsWith(MARKS.raw)).toEqual([]);
	expect(columnsWith(MARKS.typed).filter((column) => ![ITEMS, ...FORMS].includes(column))).toEqual([]);
});
