import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { N8nClient } from '../../host/client.mts';
import type { Workflow } from '../../host/examples.mts';

const NODE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** A model's tool call. `arguments` is JSON. */
interface ToolCall {
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
}

interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: unknown;
	tool_calls?: ToolCall[];
	/** The call that a tool's message answers. */
	tool_call_id?: string;
}

/** A tool as described to a model. `parameters` is a JSON schema. */
interface Tool {
	type: 'function';
	function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** The request to a model, as far as it is used here (OpenAI's chat completions). */
interface Question {
	model: string;
	messages: ModelMessage[];
	tools?: Tool[];
}

/** Parallel tool calls with their results. */
export interface Calls {
	calls: Array<[tool: string, input: object]>;
}

/** The model's next step: a message or tool calls. A function decides late, from the last tool results. */
export type Step = string | Calls | ((answers: unknown[]) => string | Calls);

export const call = (tool: string, input: object = {}): Calls => ({ calls: [[tool, input]] });

/** A local model that follows a script and remembers what n8n sends it. */
export interface ScriptedModel {
	/** The base URL for n8n's credential. */
	url: string;
	/** The requests, oldest first. */
	questions: Question[];
	/** Sets the next steps, one per request. */
	does(...steps: Step[]): void;
	/** The answers of the tools called last, parsed. */
	answers(): unknown[];
	close(): Promise<void>;
}

// n8n sends the output of a tool as JSON, and other answers as text.
function parse(content: unknown): unknown {
	try {
		return JSON.parse(String(content));
	} catch {
		return content;
	}
}

// n8n returns parallel calls as if they had been sequential.
function lastAnswers(messages: readonly ModelMessage[]): unknown[] {
	const answers = messages.filter(({ role }) => role === 'tool');
	const batchOf = ({ tool_call_id: id = '' }: ModelMessage) => id.split('_')[1];
	const last = answers.at(-1);
	return answers
		.filter((answer) => last !== undefined && batchOf(answer) === batchOf(last))
		.map(({ content }) => parse(content));
}

function toMessage(step: string | Calls, number: number): ModelMessage {
	if (typeof step === 'string') return { role: 'assistant', content: step };
	const calls = step.calls.map(([name, input], index) => ({
		id: `call_${number}_${index}`,
		type: 'function' as const,
		function: { name, arguments: JSON.stringify(input) },
	}));
	return { role: 'assistant', content: null, tool_calls: calls };
}

/** Starts such a model on the loopback address. An error, such as a script at its end, is its answer. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const script: Step[] = [];
	const questions: Question[] = [];
	const answer = (question: Question): object => {
		questions.push(question);
		const { model, messages } = question;
		const next = script.shift();
		if (next === undefined) throw new Error('The script is at its end');
		const step = typeof next === 'function' ? next(lastAnswers(messages)) : next;
		const message = toMessage(step, questions.length);
		const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
		const head = { id: `chatcmpl-${questions.length}`, object: 'chat.completion', created: 0, model };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return { ...head, choices: [{ index: 0, finish_reason, message }], usage };
	};
	const server = createServer((request, response) => {
		void json(request)
			.then((question) => [200, answer(question as Question)] as const) // n8n sends no other
			.catch((error: unknown) => [400, { error: { message: String(error) } }] as const)
			.then(([status, body]) => {
				response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
			});
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		questions,
		does: (...steps) => {
			script.splice(0, script.length, ...steps);
		},
		answers: () => lastAnswers(questions.at(-1)?.messages ?? []),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A workflow whose models ask a server on this machine. */
export async function withModel(
	client: N8nClient,
	{ url }: ScriptedModel,
	workflow: Workflow,
): Promise<Workflow> {
	const openAiApi = await client.addCredential('openAiApi', 'Model', { apiKey: 'none', url });
	const own = {
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, responsesApiEnabled: false },
		credentials: { openAiApi },
	};
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => (node.type === NODE ? { ...node, ...own } : node)),
	};
}
