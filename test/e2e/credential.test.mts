import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { PACKAGE_NAME } from '../../host/package.mts';
import { useInstallation, type Installation } from './installation.mts';
import { node, START, workflowOf, type Credential, type Node } from './workflows.mts';

const test = useInstallation();
const CREDENTIAL_TYPE = 'xmlBillingApi';
const OWN_NODES = ['xmlBilling', 'xmlBillingTrigger', 'xmlBillingTool'].map(
	(name) => `${PACKAGE_NAME}.${name}`,
);
const HTTP_REQUEST = ['n8n-nodes-base.httpRequest', 'n8n-nodes-base.httpRequestTool'];
/** n8n's own nodes that take any type of credential. */
const GENERAL_NODES = [
	...HTTP_REQUEST,
	'@n8n/n8n-nodes-langchain.toolHttpRequest',
	'n8n-nodes-base.graphql',
	'n8n-nodes-base.graphqlTool',
];

/** A new credential for the sandbox with something else, or wrong. */
async function save({ client, sandbox }: Installation, wrong: object = {}) {
	const data = { baseUrl: sandbox.url, token: sandbox.account('main').token, ...wrong };
	return { ...(await client.addCredential(CREDENTIAL_TYPE, 'Tried', data)), type: CREDENTIAL_TYPE, data };
}

/** n8n's response to saving a credential: the status of its test, and the message. */
async function testCredential(installation: Installation, wrong?: object): Promise<string> {
	const credentials = await save(installation, wrong);
	const { status, message } = await installation.client.request<{ status: string; message: string }>(
		'POST',
		'/rest/credentials/test',
		{ credentials },
	);
	return `${status}: ${message}`;
}

test('the test of a credential succeeds, or says what is wrong with the token or the address', async (installation) => {
	expect(await testCredential(installation)).toBe('OK: Connection successful');
	expect(await testCredential(installation, { token: 'wrong' })).toMatch(
		/^Error: Token is not recogni[sz]ed\. Check the token in the credential\./,
	);
	expect(await testCredential(installation, { baseUrl: 'https://billing.invalid/api' })).toMatch(
		/^Error: The host billing\.invalid cannot be reached/,
	);
	expect(await testCredential(installation, { baseUrl: 'billing.example.com' })).toMatch(
		/^Error: .*must be a web address, such as https:\/\/www\.invoicera\.com\/app\/api/,
	);
});

/** One of n8n's own nodes that would delete an invoice. */
function deletion(credential: Credential, type: string, url: string, authentication: string): Node {
	const value = '<request method="deleteInvoice"><invoice_id>1</invoice_id></request>';
	const parameters = {
		...{ method: 'POST', url: `${url}/xml/1.1/`, authentication, nodeCredentialType: CREDENTIAL_TYPE },
		...{ sendBody: true, contentType: 'form-urlencoded' },
		bodyParameters: { parameters: [{ name: 'xml_request', value }] },
	};
	return node(credential, 'Request', '', parameters, { type, typeVersion: 4.2 });
}

/** A workflow that runs a node, or gives it to an agent as a tool. */
function workflowWith(id: string, tried: Node): Workflow {
	if (!tried.type.endsWith('Tool')) return workflowOf(id, [tried]);
	const type = '@n8n/n8n-nodes-langchain.agent';
	const agent: Node = { ...tried, id: 'Agent', name: 'Agent', type, typeVersion: 3, parameters: {} };
	const { nodes, connections, ...rest } = workflowOf(id, [{ ...agent, credentials: {} }]);
	const toAgent = { ai_tool: [[{ node: agent.name, type: 'ai_tool', index: 0 }]] };
	return { ...rest, nodes: [...nodes, tried], connections: { ...connections, [tried.name]: toAgent } };
}

/** Runs a node; a tool runs without an agent. Returns the message of the error that ended it. */
async function errorOf({ executions }: Installation, workflow: Workflow, tried: Node) {
	const { data } = await executions.run(workflow, START, tried.name);
	return data.resultData.error?.message;
}

/** The first n8n that keeps a credential's limits from its own nodes. */
const FIRST_TO_RESTRICT = '2.41';

test('from 2.41 on, n8n saves no workflow in which one of its general nodes uses the credential', async (installation) => {
	const { client, sandbox } = installation;
	const credential = await save(installation, { readOnly: true });
	const isFree = await client.isBefore(FIRST_TO_RESTRICT);
	for (const type of GENERAL_NODES) {
		const tried = deletion(credential, type, sandbox.url, 'predefinedCredentialType');
		const saved = importWorkflow(client, workflowWith('general', tried));
		if (isFree) await expect(saved).resolves.toHaveProperty('id');
		else await expect(saved).rejects.toThrow(`it is restricted to: ${OWN_NODES.join(', ')}.`);
	}
});

test('from 2.41 on, HTTP Request, also as a tool, is refused the credential in a workflow that was saved before; earlier it deletes', async (installation) => {
	const { client, sandbox, userFolder } = installation;
	const credential = await save(installation, { readOnly: true });
	const isFree = await client.isBefore(FIRST_TO_RESTRICT);
	sandbox.clearRequests();
	// Before 2, n8n runs no tool without an agent.
	const tried = isFree ? HTTP_REQUEST.slice(0, 1) : HTTP_REQUEST;
	for (const [index, type] of tried.entries()) {
		const one = deletion(credential, type, sandbox.url, 'none');
		const workflow = await importWorkflow(client, workflowWith(`earlier${index}`, one));
		const database = new DatabaseSync(join(userFolder, '.n8n/database.sqlite'), { timeout: 10_000 });
		const change = database.prepare(
			`UPDATE workflow_entity SET nodes = replace(nodes, '"none"', '"predefinedCredentialType"') WHERE id = ?`,
		);
		expect(change.run(workflow.id).changes).toBe(1);
		database.close();
		const refusal = `Credential type "${CREDENTIAL_TYPE}" is restricted to specific nodes`;
		const error = (await errorOf(installation, workflow, one)) ?? '';
		expect(error).toContain(isFree ? '' : refusal);
	}
	expect(sandbox.requests.map(({ method }) => method)).toEqual(isFree ? ['deleteInvoice'] : []);
});
