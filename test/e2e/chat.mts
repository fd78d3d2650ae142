import { randomUUID } from 'node:crypto';
import type { N8nClient } from '../../host/client.mts';
import type { Workflow } from '../../host/examples.mts';
import { waitFor } from './waiting.mts';

const CHAT_TRIGGER = '@n8n/n8n-nodes-langchain.chatTrigger';
/** n8n answers programs that only preview links with an empty page, and does not count that as a decision. */
const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const [HEARTBEAT, CONTINUE] = ['n8n|heartbeat', 'n8n|continue'];

/** A message as n8n shows it in a chat. */
export interface Message {
	text: string;
	/** The links behind its buttons, by their labels; empty unless n8n waits for a decision. */
	buttons: ReadonlyMap<string, string>;
}

interface Started {
	executionId: string;
	resumeToken?: string;
}

type Shown = { text: string; buttons?: Array<{ text: string; link: string }> };

// An answer is plain text, a question with buttons is JSON.
function toMessage(data: string): Message {
	const shown = data.startsWith('{') ? (JSON.parse(data) as Shown) : { text: data };
	return { text: shown.text, buttons: new Map(shown.buttons?.map(({ text, link }) => [text, link])) };
}

/** Opens the link behind a button, as the chat does. */
export async function follow(link: string): Promise<void> {
	const response = await fetch(link, { headers: { 'user-agent': BROWSER } });
	const page = await response.text();
	if (!response.ok || page === '')
		throw new Error(`n8n answered the button with ${response.status}: ${page}`);
}

/** A conversation with a workflow, through the addresses and the socket that the editor's own chat uses. */
export class Chat {
	private readonly client: N8nClient;
	private readonly workflow: Workflow;
	readonly sessionId = randomUUID();
	/** The execution that answers the last message. */
	executionId = '';
	private socket: WebSocket | undefined;
	private readonly unread: Message[] = [];
	private isOver = true;

	constructor(client: N8nClient, workflow: Workflow) {
		this.client = client;
		this.workflow = workflow;
	}

	/**
	 * Sends a message, which starts an execution. Returns what n8n shows next: the answer, or a question with
	 * buttons.
	 */
	async say(text: string): Promise<Message> {
		const path = `/rest/workflows/${this.workflow.id}`;
		const trigger = this.workflow.nodes.find(({ type }) => type === CHAT_TRIGGER);
		await this.client.request('POST', `${path}/run`, {
			workflowData: await this.client.request('GET', path),
			triggerToStartFrom: { name: trigger?.name },
			chatSessionId: this.sessionId,
		});
		const response = await fetch(`${this.client.url}/webhook-test/${this.workflow.id}/${this.sessionId}`, {
			method: 'POST',
			headers: this.client.headers,
			body: JSON.stringify({ action: 'sendMessage', sessionId: this.sessionId, chatInput: text }),
		});
		const answer = await response.text();
		if (!response.ok) throw new Error(`n8n's chat answered ${response.status}: ${answer}`);
		this.listen(JSON.parse(answer) as Started);
		return await this.next();
	}

	/** Presses a button of a question. Returns what n8n shows next. */
	async press({ buttons, text }: Message, label: string): Promise<Message> {
		const link = buttons.get(label);
		if (link === undefined) throw new Error(`There is no button ${label} under: ${text}`);
		await follow(link);
		return await this.next();
	}

	/** Answers a question in words instead. Returns what n8n shows next. */
	async type(text: string): Promise<Message> {
		this.socket?.send(JSON.stringify({ action: 'sendMessage', sessionId: this.sessionId, chatInput: text }));
		return await this.next();
	}

	/** Waits until the execution has ended. */
	async end(): Promise<void> {
		await waitFor('the end of the execution', () => this.isOver || undefined);
	}

	private listen({ executionId, resumeToken = '' }: Started): void {
		this.executionId = executionId;
		this.isOver = false;
		const query = new URLSearchParams({ sessionId: this.sessionId, executionId, token: resumeToken });
		const socket = new WebSocket(`${this.client.url.replace(/^http/, 'ws')}/chat?${query.toString()}`);
		this.socket = socket;
		socket.onmessage = ({ data }) => {
			const text = String(data);
			if (text === HEARTBEAT) socket.send(`${HEARTBEAT}-ack`);
			else if (text !== CONTINUE) this.unread.push(toMessage(text));
		};
		socket.onclose = () => {
			this.isOver = true;
		};
	}

	private async next(): Promise<Message> {
		return await waitFor('an answer', () => {
			const message = this.unread.shift();
			if (message === undefined && this.isOver)
				throw new Error(`Execution ${this.executionId} ended without an answer`);
			return message;
		});
	}
}
