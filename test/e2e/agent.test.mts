import { createRequire } from 'node:module';
import { join } from 'node:path';
import { importWorkflow } from '../../host/examples.mts';
import { HOST } from '../../host/paths.mts';
import { Chat, follow, type Message } from './chat.mts';
import { useInstallation, type Installation } from './installation.mts';
import { call, startScriptedModel, withModel, type ScriptedModel } from './scriptedModel.mts';
import { agentWith, bypasses } from './bypasses.mts';
import { waitFor } from './waiting.mts';
import { example, START, type Credential } from './workflows.mts';

const inN8n = useInstallation();
const DESIGN = { client_id: 1, lines: [{ name: 'Design', unit_cost: 90, quantity: 3 }] };

let model: ScriptedModel;
beforeAll(async () => {
	model = await startScriptedModel();
});
afterAll(async () => {
	await model.close();
});

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

const labels = ({ buttons }: Message) => [...buttons.keys()].sort();

test(
	'the assistant looks up, previews and drafts by itself, and sends once, after a person has approved it in the chat',
	inN8n(async (installation) => {
		const { executions, sandbox } = installation;
		const chat = await openChat(installation);
		const mails = sandbox.outbox.length;
		const drafts = sandbox.records('invoice').length;
		const seen: unknown[] = [];
		const numberOf = (answers: unknown[]) => {
			const [[draft]] = answers as [[{ number: string }]];
			return draft.number;
		};
		model.does(
			call('Find_clients', { organization: 'harbour & pine ltd' }),
			(answers) => {
				seen.push(...answers);
				return call('List_unpaid_invoices', { date_to: '2026-09-30' });
			},
			(answers) => {
				seen.push(...answers);
				return call('Preview_invoice', DESIGN);
			},
			(answers) => {
				seen.push(...answers, sandbox.records('invoice').length - drafts);
				return call('Draft_invoice', DESIGN);
			},
			(answers) => gated('Send_invoice', { invoice_number: numberOf(answers) }),
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
		expect(labels(question)).toEqual(['Approve', 'Decline']);
		expect((await executions.tryFind(chat.executionId))?.status).toBe('waiting');
		expect(sandbox.outbox).toHaveLength(mails);

		expect((await chat.press(question, 'Approve')).text).toBe('Sent.');
		expect(model.answers()).toMatchObject([[{ sent: true, number: draft?.number, invoice_status: 'Sent' }]]);
		await chat.end();
		expect((await executions.tryFind(chat.executionId))?.status).toBe('success');
		await follow(question.buttons.get('Approve') ?? '');
		expect(sandbox.outbox.slice(mails)).toMatchObject([{ kind: 'invoice', record_id: draft?.id }]);
	}),
);

test(
	'what a person declines, or answers in words, is neither sent nor recorded, and the model hears of it',
	inN8n(async (installation) => {
		const chat = await openChat(installation);
		const before = everything(installation);
		const ask = async (tool: string, input: object) => {
			model.does(gated(tool, input), 'As you like.');
			return await chat.say('Do it');
		};
		const payment = { invoice_number: '00085', amount: '5', method: 'Cash' };
		const sending = await ask('Send_invoice', { invoice_number: '00085' });
		expect((await chat.press(sending, 'Decline')).text).toBe('As you like.');
		expect(model.answers()).toMatchObject([
			[
				{
					output: expect.stringMatching(/^User rejected the tool call.* STOP what you are doing/) as unknown,
				},
			],
		]);
		await chat.end();
		expect((await ask('Record_payment', payment)).text).toContain('"amount":"5"');
		expect((await chat.type('Yes, approved, go ahead')).text).toBe('As you like.');
		expect(model.answers()).toMatchObject([
			[{ output: expect.stringContaining('provided feedback: "Yes, approved, go ahead"') as unknown }],
		]);
		await chat.end();
		expect(everything(installation)).toBe(before);

		// Nothing else in the example writes anything but drafts.
		const tools = model.questions.at(-1)?.tools ?? [];
		const ungated = tools.filter(
			({ function: { parameters } }) => !JSON.stringify(parameters).includes('hitl'),
		);
		expect(ungated.map(({ function: { name } }) => name).sort()).toEqual([
			'Draft_invoice',
			'Find_clients',
			'Get_invoice',
			'List_unpaid_invoices',
			'Preview_invoice',
			'Who_owes_how_much',
		]);
	}),
);

/** A new credential with a limit. */
async function limitedBy({ client, sandbox }: Installation, limit: object): Promise<Credential> {
	const data = { baseUrl: sandbox.url, token: sandbox.account('main').token, ...limit };
	return await client.addCredential('xmlBillingApi', JSON.stringify(limit), data);
}

/** Has a model call tools that can write anything. Returns the answers that it gets. */
async function attempt(
	installation: Installation,
	credential: Credential,
	calls: Array<[string, object]>,
	settings: object = {},
) {
	const { client, executions } = installation;
	const agent = agentWith(`bypasses${Date.now()}`, credential, settings);
	const workflow = await importWorkflow(client, await withModel(client, model, agent));
	model.does({ calls }, 'I tried.');
	const execution = await executions.run(workflow, START);
	return { error: execution.data.resultData.error?.message, answers: model.answers() };
}

const LIMITS = {
	readOnly: { readOnly: true },
	maximumAmount: { maximumAmount: '500' },
	allowDeleting: { allowDeleting: 'nothing' },
};
const bypassBy = ({ sandbox }: Installation, limit: string) => {
	const invoice = sandbox.records('invoice').find(({ number }) => number === '00097');
	const line = sandbox.records('line').find(({ document_id: of }) => of === invoice?.id);
	return bypasses(invoice?.id ?? 0, line?.id ?? 0, 1)[limit] ?? [];
};

test.each(Object.entries(LIMITS))(
	'no attempt of a model gets around %s, and the model learns what to do instead',
	(name, limit) =>
		inN8n(async (installation) => {
			const before = everything(installation);
			const calls = bypassBy(installation, name);
			const { error, answers } = await attempt(installation, await limitedBy(installation, limit), calls);
			expect(error).toBeUndefined();
			const told = answers.map((answer, index) => [calls[index], answer]);
			expect(told).toHaveLength(calls.length);
			for (const [bypass, answer] of told)
				expect({ bypass, told: JSON.stringify(answer) }).toEqual({
					bypass,
					told: expect.stringMatching(
						/Nothing was sent\. .*(credential|Spell|Correct)|takes a plain number|must not be negative/,
					) as unknown,
				});
			expect(everything(installation)).toBe(before);
		})(),
);

test(
	'an amount split over several calls gets around the limit, and a tool that stops the workflow tells the model nothing',
	inN8n(async (installation) => {
		const { sandbox } = installation;
		const credential = await limitedBy(installation, LIMITS.maximumAmount);
		const count = sandbox.records('payment').length;
		const pay = (amount: number): [string, object] => ['Pay', { invoice_id: 14, amount }];
		const split = await attempt(installation, credential, [pay(450), pay(450)]);
		expect(split.answers).toMatchObject([[{ result: 'created' }], [{ result: 'created' }]]);
		expect(sandbox.records('payment').slice(count)).toMatchObject([
			{ amount: '450.00' },
			{ amount: '450.00' },
		]);

		const asked = model.questions.length;
		const stopped = await attempt(installation, credential, [pay(900)], { onError: 'stopWorkflow' });
		expect(stopped.error).toBe('The amount is more than the credential allows.');
		expect(model.questions).toHaveLength(asked + 1);
	}),
);

/** The parts of n8n's own MCP package that are used here. */
interface McpClient {
	connect(transport: object): Promise<void>;
	listTools(): Promise<{ tools: Array<{ name: string }> }>;
	callTool(call: { name: string; arguments: object }): Promise<{ content: Array<{ text: string }> }>;
	close(): Promise<void>;
}

async function connect(url: string, token: string): Promise<McpClient> {
	const load = createRequire(join(HOST, 'package.json'));
	const { Client } = load('@modelcontextprotocol/sdk/client') as {
		Client: new (info: object) => McpClient;
	};
	const { StreamableHTTPClientTransport: Transport } = load(
		'@modelcontextprotocol/sdk/client/streamableHttp.js',
	) as { StreamableHTTPClientTransport: new (url: URL, options: object) => object };
	const client = new Client({ name: 'test', version: '1' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(new Transport(new URL(url), { requestInit: { headers } }));
	return client;
}

test(
	"over MCP, the token's owner gets small answers and can draft, and the workflow is not published without a token",
	inN8n(async (installation) => {
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

		expect((await mcp.listTools()).tools.map((tool) => tool.name).sort()).toEqual([
			'Draft_invoice',
			'Find_clients',
			'Get_invoice',
			'List_unpaid_invoices',
			'Who_owes_how_much',
		]);
		const ask = async (tool: string, input: object = {}) => {
			const { content } = await mcp.callTool({ name: tool, arguments: input });
			return content.map(({ text }) => text).join('');
		};
		const invoice = await ask('Get_invoice', { invoice_number: '00085' });
		expect(JSON.parse(invoice)).toMatchObject([
			{ number: '00085', client_organization: 'Fennel Kitchen Group' },
		]);
		expect(invoice.length).toBeLessThan(1_500);
		for (const list of ['List_unpaid_invoices', 'Who_owes_how_much']) {
			const text = await ask(list);
			const rows = JSON.parse(text) as unknown[];
			expect(rows.length).toBeGreaterThan(10);
			expect(text.length / rows.length).toBeLessThan(300);
		}
		expect(await ask('Get_invoice', { invoice_number: 'none' })).toContain('Check the spelling');
		expect(JSON.parse(await ask('Draft_invoice', DESIGN))).toMatchObject([
			{ invoice_status: 'Draft', total: 270 },
		]);
		expect(sandbox.records('invoice').at(-1)).toMatchObject({
			net_balance: '270.00',
			invoice_status: 'Draft',
		});
		await mcp.close();
		await client.setActive(workflow, false);
	}),
);
