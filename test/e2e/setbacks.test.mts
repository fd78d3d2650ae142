import { importWorkflow } from '../../host/examples.mts';
import { outputOf } from './executions.mts';
import { useInstallation, type Installation } from './installation.mts';
import { inTurn, node, START, workflowOf } from './workflows.mts';

const inN8n = useInstallation();

/** A new credential for the sandbox with something wrong. */
async function save({ client, sandbox }: Installation, wrong: object = {}) {
	const data = { baseUrl: sandbox.url, token: sandbox.account('main').token, ...wrong };
	const type = 'xmlBillingApi';
	return { ...(await client.addCredential(type, 'Tried', data)), type, data };
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

test(
	'the test of a credential succeeds, or says what is wrong with the token or the address',
	inN8n(async (installation) => {
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
	}),
);

test(
	'a retry after the service broke the connection bills each item once, although the item in doubt was carried out',
	inN8n(async (installation) => {
		const { client, executions, sandbox } = installation;
		const { id, name } = await save(installation);
		const credential = { id, name };
		const list = { resource: 'client', operation: 'getAll', returnAll: false, limit: 3 };
		const creation = {
			resource: 'invoice',
			operation: 'create',
			clientId: { __rl: true, mode: 'id', value: '={{ $json.client_id }}' },
			number: '=RETRY-{{ $itemIndex }}',
			options: { ifExists: 'existing' },
			lineItems: { line: [{ name: 'Advice', unitCost: '10' }] },
		};
		const clients = node(credential, 'Clients', 'xmlBilling', list);
		const { nodes, connections, ...rest } = workflowOf('retry', [clients]);
		const billing = node(credential, 'Bill', 'xmlBilling', creation, {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 100,
		});
		const workflow = await importWorkflow(client, {
			...rest,
			nodes: [...nodes, billing],
			connections: { ...connections, ...inTurn([clients, billing]) },
		});
		await sandbox.setFaults([{ fault: 'resetAfter', method: 'createInvoice', calls: [2] }]);
		const before = sandbox.records('invoice').length;
		const execution = await executions.run(workflow, START);
		await sandbox.setFaults([]);

		expect(execution.data.resultData.error).toBeUndefined();
		const billed = sandbox.records('invoice').slice(before);
		expect(billed.map(({ number }) => number)).toEqual(['RETRY-0', 'RETRY-1', 'RETRY-2']);
		// What the first attempt created is remembered, and what it left in doubt is found.
		expect(outputOf(execution, 'Bill')).toMatchObject([
			{ invoice_id: billed[0]?.id, result: 'created' },
			{ invoice_id: billed[1]?.id, result: 'existing' },
			{ invoice_id: billed[2]?.id, result: 'created' },
		]);
	}),
);
