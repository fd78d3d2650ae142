import { SaxesParser } from 'saxes';
import {
	startSandbox,
	type RecordKind,
	type RecordRows,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/index.mts';
import { createRecords } from './placeholders.mts';

/** An element of an answer. `text` is its own character data. */
export interface AnswerElement {
	name: string;
	attributes: Record<string, string>;
	text: string;
	children: AnswerElement[];
}

/** Reads an answer. Throws when it is not a well-formed document. */
function readAnswer(xml: string): AnswerElement {
	const outside: AnswerElement = { name: '', attributes: {}, text: '', children: [] };
	const open = [outside];
	const current = () => open.at(-1) ?? outside;
	const parser = new SaxesParser();
	parser.on('opentag', ({ name, attributes }) => {
		const element = { name, attributes, text: '', children: [] };
		current().children.push(element);
		open.push(element);
	});
	parser.on('closetag', () => void open.pop());
	parser.on('text', (text) => void (current().text += text));
	parser.write(xml).close();
	return outside.children[0] ?? unknown('root element');
}

/** The elements at a path below an element. */
export function allAt(element: AnswerElement, path: string): AnswerElement[] {
	const step = (found: AnswerElement[], name: string) =>
		found.flatMap((one) => one.children.filter((child) => child.name === name));
	return path.split('/').reduce(step, [element]);
}

/** The text of the one element at a path. Throws when there are none or several. */
export function textAt(element: AnswerElement, path: string): string {
	const [found, ...others] = allAt(element, path);
	return found === undefined || others.length > 0 ? unknown(`single ${path}`) : found.text;
}

/** The texts of all elements at a path, in order. */
export const textsAt = (element: AnswerElement, path: string): string[] =>
	allAt(element, path).map(({ text }) => text);

/** The texts of some fields of a record. */
export const fields = (record: AnswerElement, names: string): string[] =>
	names.split(' ').map((name) => textAt(record, name));

/** The paths of all elements without children below an element, each once, in order of appearance. */
export function leafPaths(element: AnswerElement): string[] {
	const visit = (one: AnswerElement, path: string): string[] =>
		one.children.length === 0
			? [path]
			: one.children.flatMap((child) => visit(child, path === '' ? child.name : `${path}/${child.name}`));
	return [...new Set(visit(element, ''))];
}

/**
 * The elements of a request: texts by path. A path may repeat an element with an index (`items/item[1]/name`); an element
 * without an index is the first.
 */
export type Values = Readonly<Record<string, string>>;

interface Branch {
	name: string;
	text: string;
	children: Map<string, Branch>;
}

/** The XML document of a request. */
export function writeRequest(method: string, values: Values): string {
	const root: Branch = { name: 'request', text: '', children: new Map() };
	for (const [path, text] of Object.entries(values)) path.split('/').reduce(childOf, root).text = text;
	const content = [...root.children.values()].map(writeBranch).join('');
	return `<?xml version="1.0" encoding="utf-8"?><request method="${method}">${content}</request>`;
}

function childOf(parent: Branch, step: string): Branch {
	const name = step.replace(/\[\d+\]$/, '');
	const child = parent.children.get(step) ?? { name, text: '', children: new Map() };
	parent.children.set(step, child);
	return child;
}

function writeBranch({ name, text, children }: Branch): string {
	const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return `<${name}>${escaped}${[...children.values()].map(writeBranch).join('')}</${name}>`;
}

/** A group of elements as often as there are values for it. */
export const groups = (path: string, wanted: readonly Values[]): Record<string, string> =>
	Object.fromEntries(
		wanted.flatMap((values, index) =>
			Object.entries(values).map(([name, text]) => [`${path}[${index}]/${name}`, text] as const),
		),
	);

/** A line over 1.00, with every element that an add or update item method asks for, and changes of it. */
export const lines = (...wanted: readonly Values[]): Record<string, string> =>
	groups(
		'items/item',
		wanted.map((line) => ({
			...{ name: 'Line', type: 'Product', unit_cost: '1', quantity: '1', discount: '0' },
			...{ discount_type: 'Percent', ...line },
		})),
	);

/** An element as often as there are texts for it. */
export const repeated = (name: string, texts: readonly string[]): Record<string, string> =>
	Object.fromEntries(texts.map((text, index) => [`${name}[${index}]`, text]));

/** The client of the documents that tests create. */
export const CLIENT: Values = { 'client/client_id': '{client}' };

/** The answer to a request. */
interface Reply {
	status: number;
	/** The text inside `response`. */
	text: string;
	response: AnswerElement;
}

/** A sandbox accessed over HTTP. */
export type RunningService = ReturnType<typeof connectTo>;

/** The tests' date: calculations of the service must not depend on when they run. */
export const TODAY = '2026-06-15';

interface Filled {
	database: Uint8Array;
	records: Record<string, string>;
}

/** The databases with the records behind placeholders, by day: copying one is much faster than creating it. */
const filled = new Map<string, Promise<Filled>>();

async function fillDatabase(today: string): Promise<Filled> {
	const sandbox = await startSandbox({ today: () => today });
	const service = connectTo(() => ({ sandbox, records: {} }));
	const records = await createRecords(sandbox, service.create);
	const database = sandbox.store.database.serialize();
	await service.close();
	return { database, records };
}

/** A sandbox with the records behind placeholders. */
interface Started {
	sandbox: Sandbox;
	records: Readonly<Record<string, string>>;
}

async function start(options: SandboxOptions): Promise<Started> {
	const { today = () => TODAY, seed = true } = options;
	if (!seed) return { sandbox: await startSandbox({ today, ...options }), records: {} };
	const copied = filled.get(today()) ?? fillDatabase(today());
	filled.set(today(), copied);
	const { database, records } = await copied;
	return { sandbox: await startSandbox({ today, database, ...options }), records };
}

/** Starts a sandbox with the records behind placeholders, unless it must be empty. */
export async function startService(options: SandboxOptions = {}): Promise<RunningService> {
	const started = await start(options);
	return connectTo(() => started);
}

/** A new service for each test of a file. The functions are those of the current one. */
export function useService(options: SandboxOptions = {}): RunningService {
	let started: Started | undefined;
	beforeEach(async () => void (started = await start(options)));
	afterEach(() => started?.sandbox.close());
	return connectTo(() => started ?? unknown('service'));
}

function connectTo(current: () => Started) {
	const fill = (text: string) =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => current().records[name] ?? unknown(name));
	const call = async (method: string, values: Values = {}, account = 'main') => {
		const texts = Object.fromEntries(Object.entries(values).map(([path, text]) => [path, fill(text)]));
		const { sandbox } = current();
		return await post(sandbox, sandbox.account(account).token, writeRequest(method, texts));
	};
	type Request = Parameters<typeof call>;
	const succeed = async (...request: Request) => {
		const { status, text, response } = await call(...request);
		if (status !== 200) throw new Error(`${request[0]}: ${status} ${text}`);
		return response;
	};
	return {
		get sandbox() {
			return current().sandbox;
		},
		/** Sends values with the token of an account (main by default). Placeholders such as `{client}` are filled in. */
		call,
		/** As call, for requests that have to succeed: throws when the status is not 200. */
		succeed,
		/** As call: the status and the text of the answer. */
		reply: async (...request: Request): Promise<[status: number, text: string]> => {
			const { status, text } = await call(...request);
			return [status, text];
		},
		/** Creates a record, and returns its identifier, which is the first element of the answer (§4.1). */
		create: async (...request: Request) => (await succeed(...request)).children[0]?.text ?? '',
		/** The record that a get method returns. */
		read: async (...request: Request) => (await succeed(...request)).children[0] ?? unknown('record'),
		/** The identifiers in a list with these filters, in its order; none for status 404. */
		list: async (method: string, filters: Values = {}) => {
			const named = Object.entries(filters).map(([name, text]): [string, string] => [`filter/${name}`, text]);
			const { status, text, response } = await call(method, Object.fromEntries(named));
			if (status !== 200 && status !== 404) throw new Error(`${method}: ${status} ${text}`);
			const listed = response.children[0]?.children ?? [];
			return listed.map(({ children }) => children.find(({ name }) => name.endsWith('_id'))?.text ?? '');
		},
		/** What is stored under an identifier. */
		rowOf: <Kind extends RecordKind>(kind: Kind, id: string): RecordRows[Kind] | undefined =>
			current()
				.sandbox.records(kind)
				.find((row) => 'id' in row && String(row.id) === id),
		fill,
		/** The elements of the last request that its method does not take. */
		ignored: () => current().sandbox.requests.at(-1)?.unknownElements ?? [],
		close: () => current().sandbox.close(),
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
export const basic = (token: string, password = 'x'): string =>
	`Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`;

function unknown(name: string): never {
	throw new RangeError(`There is no ${name}`);
}
