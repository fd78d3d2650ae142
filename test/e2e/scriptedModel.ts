import {
	ModelError,
	startModelServer,
	type Completion,
	type ModelMessage,
	type ModelServer,
} from '../../tools/requests/modelServer.ts';

/** Calls of tools, all at once, with what becomes of them. */
export interface Calls {
	calls: Array<[tool: string, input: object]>;
}

/** What the model does next: it says something or calls tools. A function of what the last tools answered decides late. */
export type Step = string | Calls | ((answers: unknown[]) => string | Calls);

export const call = (tool: string, input: object = {}): Calls => ({ calls: [[tool, input]] });

/** A local model that does as it is told, and remembers what it was told by n8n. */
export interface ScriptedModel extends ModelServer {
	/** Does these steps next, one for each time it is asked. */
	does(...steps: Step[]): void;
	/** What the tools answered that were called last, parsed. */
	answers(): unknown[];
}

// n8n sends the output of a tool as JSON, and other answers as text.
function parse(content: unknown): unknown {
	try {
		return JSON.parse(String(content));
	} catch {
		return content;
	}
}

// n8n gives back calls that were made at once as if one had followed the other.
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

export async function startScriptedModel(): Promise<ScriptedModel> {
	const script: Step[] = [];
	let asked = 0;
	const server = await startModelServer(({ model, messages }): Completion => {
		const next = script.shift();
		if (next === undefined) throw new ModelError(400, 'The script is at its end');
		const step = typeof next === 'function' ? next(lastAnswers(messages)) : next;
		const message = toMessage(step, asked++);
		const finish_reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
		const head = { id: `chatcmpl-${asked}`, object: 'chat.completion', created: 0, model };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return { ...head, choices: [{ index: 0, finish_reason, message }], usage };
	});
	return {
		...server,
		does: (...steps) => {
			script.splice(0, script.length, ...steps);
		},
		answers: () => lastAnswers(server.questions.at(-1)?.messages ?? []),
	};
}
