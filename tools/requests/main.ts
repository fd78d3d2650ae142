/**
 * Asks the billing assistant twelve things in plain words, with a model of your choice, and shows which tools it called:
 * npm run requests -- --url http://127.0.0.1:11434/v1 --model qwen3. The key is taken from the environment variable
 * MODEL_KEY, if the model needs one; it is not printed, and n8n never gets it. MODEL_URL and MODEL_NAME replace the arguments.
 * Starts a sandbox and an n8n of its own, declines whatever the assistant asks a person, and leaves nothing behind. Ends
 * with 1 when a request led to other calls.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Chat } from '../../host/chat.ts';
import { importWorkflow } from '../../host/examples.ts';
import { endPrograms } from '../../host/processes.ts';
import { Problem, runScript, step } from '../../host/terminal.ts';
import { startSandbox } from '../../sandbox/index.ts';
import { install } from '../../test/e2e/installation.ts';
import { example } from '../../test/e2e/workflows.ts';
import { areRight, type MadeCall } from './compare.ts';
import { ModelError, startModelServer, withModel, type Completion, type Question } from './modelServer.ts';
import { REQUESTS } from './requests.ts';

const LIMIT_MS = 120_000;
const DECLINE = 'Decline';
const { MODEL_KEY: key = '', MODEL_NAME: name, MODEL_URL: address } = process.env;
const { values } = parseArgs({ options: { model: { type: 'string' }, url: { type: 'string' } } });
const [model, url] = [values.model ?? name, values.url ?? address];

interface Row {
	request: string;
	expected: string;
	made: string;
	result: 'right' | 'wrong';
}

const made: MadeCall[] = [];

/** Passes a question on to the model, and keeps the calls that it answers with. */
async function passOn(question: Question): Promise<Completion> {
	const response = await fetch(`${url?.replace(/\/+$/, '')}/chat/completions`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(key !== '' && { authorization: `Bearer ${key}` }) },
		body: JSON.stringify(question),
		signal: AbortSignal.timeout(LIMIT_MS),
	});
	const text = await response.text();
	// A service may repeat the key in its answer.
	if (!response.ok) throw new ModelError(response.status, key === '' ? text : text.replaceAll(key, '…'));
	const completion = JSON.parse(text) as Completion;
	for (const { message } of completion.choices)
		for (const call of message.tool_calls ?? [])
			made.push({ tool: call.function.name, input: JSON.parse(call.function.arguments || '{}') });
	return completion;
}

/** Says something in a new chat, and declines what it asks. Returns why there was no answer, if so. */
async function ask(chat: Chat, words: string): Promise<string> {
	try {
		let message = await chat.say(words);
		while (message.buttons.has(DECLINE)) message = await chat.press(message, DECLINE);
		await chat.end();
		return '';
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

const namesOf = (calls: ReadonlyArray<{ tool: string }>): string =>
	calls.length === 0 ? 'none' : calls.map(({ tool }) => tool).join(', ');

async function askAll(folder: string): Promise<Row[]> {
	const sandbox = await startSandbox();
	const server = await startModelServer(passOn);
	try {
		const { client } = await step('Starting n8n', () => install(folder, sandbox));
		const assistant = await withModel(client, server, example(/^Billing assistant/), model);
		const workflow = await importWorkflow(client, assistant);
		const rows: Row[] = [];
		for (const { words, calls } of REQUESTS) {
			made.length = 0;
			const problem = await step(words, () => ask(new Chat(client, workflow), words));
			if (problem !== '') console.log(`  ${problem}`);
			const result = problem === '' && areRight(calls, made) ? 'right' : 'wrong';
			if (result === 'wrong') for (const call of made) console.log(`  ${JSON.stringify(call)}`);
			rows.push({ request: words, expected: namesOf(calls), made: namesOf(made), result });
		}
		return rows;
	} finally {
		await endPrograms();
		await Promise.all([server.close(), sandbox.close()]);
	}
}

await runScript(async () => {
	if (model === undefined || url === undefined)
		throw new Problem('Name a model: npm run requests -- --url http://127.0.0.1:11434/v1 --model qwen3');
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-requests-'));
	try {
		const rows = await askAll(folder);
		console.table(rows);
		const right = rows.filter(({ result }) => result === 'right').length;
		console.log(`${right} of ${rows.length} requests led to the right calls.`);
		process.exitCode = right === rows.length ? 0 : 1;
	} finally {
		rmSync(folder, { recursive: true });
	}
});
