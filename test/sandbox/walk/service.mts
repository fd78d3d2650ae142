import {
	startSandbox,
	type ReceivedRequest,
	type RecordKind,
	type RecordRows,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/index.mts';
import { readAnswer, type AnswerElement } from './answers.mts';
import { writeRequest, type Values } from './documents.mts';
import { createRecords } from './placeholders.mts';

/** The answer to a request. */
export interface Reply {
	status: number;
	/** The text inside `response`. */
	text: string;
	response: AnswerElement;
}

/** A sandbox accessed over HTTP. */
export interface RunningService {
	sandbox: Sandbox;
	/** Sends values with the token of an account (main by default). Placeholders such as `{client}` are filled in. */
	call: (method: string, values?: Values, account?: string) => Promise<Reply>;
	/** As call, for requests that have to succeed: throws when the status is not 200. */
	succeed: (method: string, values?: Values, account?: string) => Promise<AnswerElement>;
	/** As call: the status and the text of the answer. */
	reply: (method: string, values?: Values, account?: string) => Promise<[status: number, text: string]>;
	/** What is stored under an identifier. */
	rowOf: <Kind extends RecordKind>(kind: Kind, id: string) => RecordRows[Kind] | undefined;
	/** A text with its placeholders filled in. */
	fill: (text: string) => string;
	/** The log's entry of the last request. */
	lastRequest: () => ReceivedRequest;
	close: () => Promise<void>;
}

/** The tests' date: calculations of the service must not depend on when they run. */
export const TODAY = '2026-06-15';

interface Filled {
	database: Uint8Array;
	records: Record<string, string>;
}

/** The databases with the records behind placeholders, by day: copying one is much faster than creating it. */
const filled = new Map<string, Promise<Filled>>();

async function fillDatabase(today: string): Promise<Filled> {
	const service = connectTo(await startSandbox({ today: () => today }));
	const records = await createRecords(service.sandbox, service.succeed);
	const database = service.sandbox.store.database.serialize();
	await service.close();
	return { database, records };
}

/** Starts a sandbox with the records behind placeholders, unless it must be empty. */
export async function startService(options: SandboxOptions = {}): Promise<RunningService> {
	const { today = () => TODAY, seed = true } = options;
	if (!seed) return connectTo(await startSandbox({ today, ...options }));
	const copied = filled.get(today()) ?? fillDatabase(today());
	filled.set(today(), copied);
	const { database, records } = await copied;
	return connectTo(await startSandbox({ today, database, ...options }), records);
}

function connectTo(sandbox: Sandbox, records: Readonly<Record<string, string>> = {}): RunningService {
	const fill = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => records[name] ?? unknown(name));
	const call: RunningService['call'] = async (method, values = {}, account = 'main') => {
		const filled = Object.fromEntries(Object.entries(values).map(([path, text]) => [path, fill(text)]));
		return await post(sandbox, sandbox.account(account).token, writeRequest(method, filled));
	};
	const succeed: RunningService['succeed'] = async (method, values, account) => {
		const { status, text, response } = await call(method, values, account);
		if (status !== 200) throw new Error(`${method}: ${status} ${text}`);
		return response;
	};
	const reply: RunningService['reply'] = async (...request) => {
		const { status, text } = await call(...request);
		return [status, text];
	};
	const rowOf: RunningService['rowOf'] = (kind, id) =>
		sandbox.records(kind).find((row) => 'id' in row && String(row.id) === id);
	const lastRequest = () => sandbox.requests.at(-1) ?? unknown('request');
	return { sandbox, call, succeed, reply, rowOf, fill, lastRequest, close: () => sandbox.close() };
}

/** A new service for each test of a file (or one for all of them), closed afterwards. */
export function useService(options: SandboxOptions = {}, isShared = false): RunningService {
	let running: RunningService | undefined;
	const current = () => running ?? unknown('service');
	(isShared ? beforeAll : beforeEach)(async () => void (running = await startService(options)));
	(isShared ? afterAll : afterEach)(() => current().close());
	return {
		get sandbox() {
			return current().sandbox;
		},
		call: (...request) => current().call(...request),
		succeed: (...request) => current().succeed(...request),
		reply: (...request) => current().reply(...request),
		rowOf: (kind, id) => current().rowOf(kind, id),
		fill: (text) => current().fill(text),
		lastRequest: () => current().lastRequest(),
		close: () => current().close(),
	};
}

/** Posts a document as the interface requires (§4.1). */
export async function post(sandbox: Sandbox, token: string, document: string): Promise<Reply> {
	const answer = await fetch(`${sandbox.url}/xml/1.1/`, {
		method: 'POST',
		// On a busy machine, the sandbox may close a kept connection just when it is used again.
		headers: { authorization: basic(token), connection: 'close' },
		body: new URLSearchParams({ xml_request: document }),
	});
	return replyOf(await answer.text());
}

/** The answer in a body. */
export function replyOf(body: string): Reply {
	const response = readAnswer(body);
	if (response.name !== 'response') throw new TypeError(`The root element is ${response.name}`);
	return { status: Number(response.attributes['status']), text: response.text, response };
}

/** The Authorization header for a token. */
export function basic(token: string, password = 'x'): string {
	return `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;
}

function unknown(name: string): never {
	throw new RangeError(`There is no ${name}`);
}
