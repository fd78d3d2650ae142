import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { N8nClient } from '../../host/client.ts';
import type { Workflow } from '../../host/examples.ts';

const NODE = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/** What a model asks for. `arguments` is JSON. */
export interface ToolCall {
	id: string;
	type: 'function';
	function: { name: string; arguments: string };
}

export interface ModelMessage {
	role: 'system' | 'user' | 'assistant' | 'tool';
	content?: unknown;
	tool_calls?: ToolCall[];
	/** The call that a tool's message answers. */
	tool_call_id?: string;
}

/** A tool as a model is told about it. `parameters` is a JSON schema. */
export interface Tool {
	type: 'function';
	function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** What a model is asked, as far as it matters here (OpenAI's chat completions). */
export interface Question {
	model: string;
	messages: ModelMessage[];
	tools?: Tool[];
}

/** What a model answers, and what else is sent along. */
export interface Completion {
	choices: Array<{ message: ModelMessage; [more: string]: unknown }>;
	[more: string]: unknown;
}

/** An answer of another status than 200. */
export class ModelError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

export interface ModelServer {
	/** The base URL for n8n's credential. */
	url: string;
	/** What was asked, oldest first. */
	questions: Question[];
	/** The `Authorization` headers that came with them. */
	keys: Set<string>;
	close(): Promise<void>;
}

/** Serves a model on the loopback address, with OpenAI's protocol for chat completions. What `answer` throws is an answer, too. */
export async function startModelServer(
	answer: (question: Question) => Completion | Promise<Completion>,
): Promise<ModelServer> {
	const questions: Question[] = [];
	const keys = new Set<string>();
	const respond = async (body: string) => {
		try {
			const question = JSON.parse(body) as Question;
			questions.push(question);
			return { status: 200, json: await answer(question) };
		} catch (error) {
			const message = error instanceof Error ? error.message : String(error);
			return { status: error instanceof ModelError ? error.status : 400, json: { error: { message } } };
		}
	};
	const server = createServer((request, response) => {
		keys.add(request.headers.authorization ?? '');
		void readText(request)
			.then(respond)
			.then(({ status, json }) => {
				response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
			});
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;
	const close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return { url: `http://127.0.0.1:${port}/v1`, questions, keys, close };
}

/** A workflow whose models ask a server on this machine. It gets no key: the server adds one if it needs it. */
export async function withModel(
	client: N8nClient,
	{ url }: Pick<ModelServer, 'url'>,
	workflow: Workflow,
	model = 'scripted',
): Promise<Workflow> {
	const openAiApi = await client.addCredential('openAiApi', 'Model', { apiKey: 'none', url });
	const own = {
		parameters: { model: { __rl: true, mode: 'id', value: model }, responsesApiEnabled: false },
		credentials: { openAiApi },
	};
	return {
		...workflow,
		nodes: workflow.nodes.map((node) => (node.type === NODE ? { ...node, ...own } : node)),
	};
}
