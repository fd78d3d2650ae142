import { createRequire } from 'node:module';
import { join } from 'node:path';
import { importWorkflow, type Workflow } from '../../host/examples.mts';
import { HOST } from '../../host/paths.mts';
import { Chat, follow } from './chat.mts';
import { useInstallation, type Installation } from './installation.mts';
import { call, startScriptedModel, withModel, type ScriptedModel, type Step } from './scriptedModel.mts';
import { waitFor } from './waiting.mts';
import { example, node, START, workflowOf, type Credential } from './workflows.mts';

const test = useInstallation();
/** The tools that no person has to approve: they write nothing but drafts. */
const UNGATED = ['Draft_invoice', 'Find_clients', 'Get_invoice', 'List_unpaid_invoices', 'Who_owes_how_much'];
const DESIGN = { client_id: 1, lines: [{ name: 'Design', unit_cost: 90, quantity: 3 }] };

let model: ScriptedModel;
beforeAll(async () => (model = await startScriptedModel()));
afterAll(() => model.close());

/** All records and mails of an account. */
const everything = ({ sandbox }: Installation) =>
	JSON.stringify([
		(['client', 'invoice', 'line', 'payment'] as const).map((kind) => sandbox.records(kind)),
		sandbox.outbox,
	]);

/** A call of a tool that a person has to approve. */
const gated = (tool: string, toolParameters: object) => call(tool, { toolParameters, hitlParameters: {} });

async function openChat({ client }: Installation): Promise<Chat> {
	const id = `assistant${Date.now()}`;
	const assistant = { ...example(/^Billing assistant/), id };
	// As imported by `npm start`: users add the model's credential later.
	await importWorkflow(client, { ...assistant, id: `${id}Bare` });
	return new Chat(client, await importWorkflow(client, await withModel(client, model, assistant)));
}

test('the assistant looks up, previews and drafts by itself, and sends once, after a person has approved it in the chat', async (installation) => {
	const { executions, sandbox } = installation;
	const chat = await openChat(installation);
	const mails = sandbox.outbox.length;
	const drafts = sandbox.records('invoice').length;
	const seen: unknown[] = [];
	/** Calls a tool, and keeps what the one before it has answered. */
	const then =
		(tool: string, input: object): Step =>
		(answers) => {
			seen.push(...answers);
			return call(tool, input);
		};
	model.does(
		call('Find_clients', { organization: 'harbour & pine ltd' }),
		then('List_unpaid_invoices', { date_to: '2026-09-30' }),
		then('Preview_invoice', DESIGN),
		(answers) => {
			seen.push(...answers, sandbox.records('invoice').length - drafts);
			return call('Draft_invoice', DESIGN);
		},
		([drafted]) => gated('Send_invoice', { invoice_number: (drafted as [{ number: string }])[0].number }),
		'Sent.',
	);
	const question = await chat.say('Bill Harbour & Pine for 3 hours of design at 90, and send it');

	const draft = sandbox.records('invoice').at(-1);
	expect(draft).toMatchObject({ client_id: 1, net_balance: '270.00', invoice_status: 'Draft' });
	const [clients, unpaid, previews, created] = seen;
	expect(clients).toMatchObject([{ client_id: 1, organization: 'Harbour & Pine Ltd', currency: 'GBP' }]);
	expect(unpaid).toContainEqual(expect.objectContaining({ number: '00014', outstanding: 2412.31 }));
	expect(previews).toMatchObject([{ total: 270, preview: true }]);
	expect(created).toBe(0);

	expect(question.text).toBe(`**Send_invoice**: {"invoice_number":"${draft?.number}"}`);
	expect([...question.buttons.keys()].sort()).toEqual(['Approve', 'Decline']);
	expect((await executions.tryFind(chat.executionId))?.status).toBe('waiting');
	expect(sandbox.outbox).toHaveLength(mails);

	expect((await chat.press(question, 'Approve')).text).toBe('Sent.');
	expect(model.answers()).toMatchObject([[{ sent: true, number: draft?.number, invoice_status: 'Sent' }]]);
	await chat.end();
	expect((await executions.tryFind(chat.executionId))?.status).toBe('success');
	await follow(question.buttons.get('Approve') ?? '');
	expect(sandbox.outbox.slice(mails)).toMatchObject([{ kind: 'invoice', record_id: draft?.id }]);
});

test('what a person declines, or answers in words, is neither sent nor recorded, and the model hears of it', async (installation) => {
	const chat = await openChat(installation);
	const before = everything(installation);
	const ask = async (tool: string, input: object) => {
		model.does(gated(tool, input), 'As you like.');
		return await chat.say('Do it');
	};
	const sending = await ask('Send_invoice', { invoice_number: '00085' });
	expect((await chat.press(sending, 'Decline')).text).toBe('As you like.');
	expect(JSON.stringify(model.answers())).toContain('User rejected the tool call');
	await chat.end();
	const payment = { invoice_number: '00085', amount: '5', method: 'Cash' };
	expect((await ask('Record_payment', payment)).text).toContain('"amount":"5"');
	expect((await chat.type('Yes, approved, go ahead')).text).toBe('As you like.');
	expect(JSON.stringify(model.answers())).toContain('Yes, approved, go ahead');
	await chat.end();
	expect(everything(installation)).toBe(before);

	const ungated = (model.questions.at(-1)?.tools ?? []).flatMap(({ function: { name, parameters } }) =>
		JSON.stringify(parameters).includes('hitl') ? [] : [name],
	);
	expect(ungated.sort()).toEqual([...UNGATED, 'Preview_invoice'].sort());
});

test('the examples in what a model reads about lines are calls that draft', async (installation) => {
	const chat = await openChat(installation);
	model.does('Hello.');
	await chat.say('Hello');
	await chat.end();
	const tools = model.questions.at(-1)?.tools ?? [];
	const tool = tools.find(({ function: { name } }) => name === 'Draft_invoice');
	const { lines } = tool?.function.parameters['properties'] as { lines: { description: string } }; // n8n's schema
	const examples = [...lines.description.matchAll(/\[\{.*?\}\]/g)].map(
		([text]) => JSON.parse(text) as object,
	);
	model.does({ calls: examples.map((rows) => ['Draft_invoice', { client_id: 1, lines: rows }]) }, 'Done.');
	await chat.say('Bill both');
	expect(model.answers()).toMatchObject([
		[{ invoice_status: 'Draft', total: 241 }],
		[{ invoice_status: 'Draft', total: 39.9 }],
	]);
	await chat.end();
});

/** A field that the model fills in with any value. */
const filled = (key: string) => `={{ $fromAI('${key}', '', 'json', '') }}`;
const byModel = (mode: string, key: string) => ({ __rl: true, mode, value: filled(key) });
const invoice = (operation: string, more: object = {}) => ({
	resource: 'invoice',
	operation,
	invoiceId: byModel('id', 'invoice_id'),
	...more,
});

/** More power than an assistant should have: the model decides every value that these tools write. */
const TOOLS = {
	Create: {
		...invoice('create', { linesFrom: 'json', linesJson: filled('lines') }),
		clientId: byModel('id', 'client_id'),
	},
	Pay: invoice('recordPayment', {
		amount: filled('amount'),
		paymentMethod: 'Cash',
		options: { allowOverpayment: true, ifExists: 'create' },
	}),
	Delete: invoice('delete'),
	Custom: {
		resource: 'settings',
		operation: 'customRequest',
		requestMethod: byModel('methodName', 'method'),
		requestBody: filled('body'),
	},
};

/** An agent with those tools. The settings are theirs. */
function agentWith(credential: Credential, settings: object): Workflow {
	const langchain = (name: string, type: string, typeVersion: number, parameters: object) =>
		node(credential, name, '', parameters, {
			type: `@n8n/n8n-nodes-langchain.${type}`,
			typeVersion,
			credentials: {},
		});
	const options = { maxIterations: 50 };
	const agent = langchain('Agent', 'agent', 3.1, { promptType: 'define', text: 'Try', options });
	const parts = [
		langchain('Model', 'lmChatOpenAi', 1.3, {}),
		...Object.entries(TOOLS).map(([name, form]) => node(credential, name, 'xmlBillingTool', form, settings)),
	];
	const { nodes, connections, ...workflow } = workflowOf(`limits${Date.now()}`, [agent]);
	const toAgent = parts.map(({ name }, at) => {
		const type = at === 0 ? 'ai_languageModel' : 'ai_tool';
		return [name, { [type]: [[{ node: agent.name, type, index: 0 }]] }] as const;
	});
	return {
		...workflow,
		nodes: [...nodes, ...parts],
		connections: { ...connections, ...Object.fromEntries(toAgent) },
	};
}

/** Has a model call those tools through a credential with a limit. Returns the answers that it gets. */
async function attempt(
	{ client, executions, sandbox }: Installation,
	limit: object,
	calls: Array<[string, object]>,
	settings: object = {},
) {
	const data = { baseUrl: sandbox.url, token: sandbox.account('main').token, ...limit };
	const credential = await client.addCredential('xmlBillingApi', JSON.stringify(limit), data);
	const agent = await withModel(client, model, agentWith(credential, settings));
	model.does({ calls }, 'I tried.');
	const execution = await executions.run(await importWorkflow(client, agent), START);
	return { error: execution.data.resultData.error?.message, answers: model.answers() };
}

const PAID = { invoice_id: 14 };
const billing = (...lines: object[]): [string, object] => [
	'Create',
	{ client_id: 1, lines: lines.map((line) => ({ name: 'Work', unit_cost: 900, ...line })) },
];
const pay = (amount: number): [string, object] => ['Pay', { ...PAID, amount }];
const custom = (method: string, body: object): [string, object] => ['Custom', { method, body }];

/** What a model might try against each limit. */
const ATTEMPTS: Array<[limit: object, calls: Array<[string, object]>]> = [
	[{ readOnly: true }, [billing({}), pay(1), ['Delete', PAID], custom('deleteInvoice', PAID)]],
	[
		{ maximumAmount: '500' },
		[
			billing({}),
			billing({ unit_cost: '9e2' }),
			billing({ unit_cost: 100, quantity: 9 }),
			billing({}, { unit_cost: -300 }),
			billing({ unit_cost: 450, tax1_name: 'X', tax1_percent: 50 }),
			pay(900),
			pay(-900),
			custom('invoiceOfflinePayment', { invoice: { id: 14, amount: 900, method: 'Cash' } }),
			custom('payInvoice', { ...PAID, amount: 900 }),
		],
	],
	[{ allowDeleting: 'nothing' }, [['Delete', PAID], custom('deleteInvoice', { invoice_id: [14] })]],
];

for (const [limit, calls] of ATTEMPTS)
	test(`no attempt of a model gets around ${JSON.stringify(limit)}, and the model learns what to do instead`, async (installation) => {
		const before = everything(installation);
		const { error, answers } = await attempt(installation, limit, calls);
		expect(error).toBeUndefined();
		expect(answers).toHaveLength(calls.length);
		for (const [index, answer] of answers.entries())
			expect({ tried: calls[index], told: JSON.stringify(answer) }).toEqual({
				tried: calls[index],
				told: expect.stringMatching(
					/Nothing was \w+\. .*(credential|Spell|Correct)|takes a plain number|must not be negative/,
				) as unknown,
			});
		expect(everything(installation)).toBe(before);
	});

test('an amount split over several calls gets around the limit, and a tool that stops the workflow tells the model nothing', async (installation) => {
	const { sandbox } = installation;
	const count = sandbox.records('payment').length;
	const limit = { maximumAmount: '500' };
	const split = await attempt(installation, limit, [pay(450), pay(450)]);
	expect(split.answers).toMatchObject([[{ result: 'created' }], [{ result: 'created' }]]);
	const paid = sandbox.records('payment').slice(count);
	expect(paid.map(({ amount }) => amount)).toEqual(['450.00', '450.00']);

	const asked = model.questions.length;
	const stopped = await attempt(installation, limit, [pay(900)], { onError: 'stopWorkflow' });
	expect(stopped.error).toBe('The amount is more than the credential allows.');
	expect(model.questions).toHaveLength(asked + 1);
});

/** The parts of n8n's own MCP package that are used here. */
interface McpClient {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string }> }>;
	callTool(call: { name: string; arguments: object }): Promise<{ content: Array<{ text: string }> }>;
	close(): Promise<void>;
}

async function connect(url: string, token: string): Promise<McpClient> {
	const load = createRequire(join(HOST, 'package.json'));
	const { Client } = load('@modelcontextprotocol/sdk/client') as { Client: new (info: object) => McpClient };
	const { StreamableHTTPClientTransport: Transport } = load(
		'@modelcontextprotocol/sdk/client/streamableHttp.js',
	) as { StreamableHTTPClientTransport: new (url: URL, options: object) => object };
	const client = new Client({ name: 'test', version: '1' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(new Transport(new URL(url), { requestInit: { headers } }));
	return client;
}

test("over MCP, the token's owner gets small answers and can draft, and the workflow is not published without a token", async (installation) => {
	const { client, sandbox } = installation;
	const tools = { ...example(/^Billing tools/), active: true };
	await expect(importWorkflow(client, { ...tools, id: 'mcpOpen' })).rejects.toThrow(
		'Missing required credential: httpBearerAuth',
	);
	const httpBearerAuth = await client.addCredential('httpBearerAuth', 'For MCP', { token: 'mcp-token' });
	const nodes = tools.nodes.map((node) =>
		node.type.endsWith('.mcpTrigger') ? { ...node, credentials: { httpBearerAuth } } : node,
	);
	const workflow = await importWorkflow(client, { ...tools, nodes, id: 'mcpClosed' });
	const url = `${client.url}/mcp/xml-billing`;
	const mcp = await waitFor('the MCP server', () => connect(url, 'mcp-token').catch(() => undefined));
	await expect(connect(url, 'another')).rejects.toThrow('Authorization data is wrong!');

	expect((await mcp.listTools()).tools.map((tool) => tool.name).sort()).toEqual(UNGATED);
	const ask = async (tool: string, input: object = {}) => {
		const { content } = await mcp.callTool({ name: tool, arguments: input });
		return content.map(({ text }) => text).join('');
	};
	const invoice = await ask('Get_invoice', { invoice_number: '00085' });
	expect(JSON.parse(invoice)).toMatchObject([{ client_organization: 'Fennel Kitchen Group' }]);
	expect(invoice.length).toBeLessThan(1_500);
	for (const list of ['List_unpaid_invoices', 'Who_owes_how_much']) {
		const text = await ask(list);
		const rows = JSON.parse(text) as unknown[];
		expect(rows.length).toBeGreaterThan(10);
		expect(text.length / rows.length).toBeLessThan(300);
	}
	expect(await ask('Get_invoice', { invoice_number: 'X-404' })).toContain('Check the spelling');
	const drafted = JSON.parse(await ask('Draft_invoice', DESIGN)) as unknown;
	expect(drafted).toMatchObject([{ invoice_status: 'Draft', total: 270 }]);
	expect(sandbox.records('invoice').at(-1)).toMatchObject({ invoice_status: 'Draft' });
	await mcp.close();
	await client.setActive(workflow, false);
});
