import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Element, Sandbox, SandboxOptions } from '../../sandbox/index.mts';
import type { RunOptions } from './harness/engine.mts';
import { startSandbox } from './harness/service.mts';

/** Today's date in every test sandbox. */
export const TODAY = '2026-03-10';

/** A request document as plain values: text, or elements by name. Repeated elements are a list. */
type Document = string | { [element: string]: Document | Document[] };

type Options = Omit<RunOptions, 'parameters'>;

/** Whether a record of the sandbox is neither deleted nor canceled. */
export const isThere = (row: {
	readonly id: number;
	readonly status?: string;
	readonly recurring_status?: string;
}): boolean =>
	!['Deleted', 'Delete', 'Cancel'].includes(row.status ?? '') && row.recurring_status !== 'Delete';

/** Changes the records of a sandbox once. @returns what starts sandboxes with copies of these records */
export function copiesOf(change: (sandbox: Sandbox) => Promise<void>): () => Promise<Sandbox> {
	let database: Promise<Uint8Array> | undefined;
	const make = async () => {
		const sandbox = await startSandbox({ today: () => TODAY });
		await change(sandbox);
		const bytes = sandbox.store.database.serialize();
		await sandbox.close();
		return bytes;
	};
	return async () => await startSandbox({ today: () => TODAY, database: await (database ??= make()) });
}

/** A new sandbox for every test of a file, and the action node that uses it. */
export function useBilling(options: SandboxOptions = {}) {
	let sandbox: Sandbox;
	let hints: string[] = [];
	beforeEach(async () => (sandbox = await startSandbox({ today: () => TODAY, ...options })));
	afterEach(() => sandbox.close());

	const credential = (account = 'main') => ({ baseUrl: sandbox.url, token: sandbox.account(account).token });

	/** Executes an operation; its parameters may be expressions over the items. */
	async function run(
		resource: string,
		operation: string,
		parameters: INodeParameters = {},
		more: Options = {},
	) {
		const inAll = { resource, operation, ...parameters };
		const ended = await engine.run({ credential: credential(), ...more, parameters: inAll });
		({ hints } = ended);
		return ended;
	}

	/** Executes an operation that has to succeed. @returns the data of its items */
	async function outputOf(...operation: Parameters<typeof run>): Promise<IDataObject[]> {
		const { outputs, error } = await run(...operation);
		if (error) throw error;
		return (outputs[0] ?? []).map(({ json }) => json);
	}

	/** Executes an operation that has to fail. @returns what the user reads: the message and the description */
	async function errorOf(...operation: Parameters<typeof run>): Promise<string> {
		const { error } = await run(...operation);
		if (!error) throw new Error('The operation succeeded');
		return `${error.message} ${error.description ?? ''}`.trim();
	}

	return {
		get sandbox() {
			return sandbox;
		},
		credential,
		/** The warnings of the last operation. */
		warnings: () => hints.join('\n'),
		run,
		outputOf,
		errorOf,
		/** The lines of an invoice, an estimate or a recurring profile in the sandbox. */
		linesOf: (document: 'invoice' | 'estimate' | 'recurring', id: unknown) =>
			sandbox.records('line').filter((line) => line.document === document && line.document_id === id),
		/** The methods that were called, oldest first. */
		methods: () => sandbox.requests.map(({ method }) => method),
		/** The methods called that write. */
		writes: () =>
			sandbox.requests.map(({ method }) => method).filter((method) => !/^(get|list)/.test(method)),
		/** The request documents of a method, oldest first. */
		sent: (method: string) =>
			sandbox.requests.flatMap(({ method: called, request }) =>
				called === method && request !== undefined ? [toDocument(request)] : [],
			),
	};
}

/** A resource locator as the editor saves it. */
export const locator = (mode: string, value: string | number) => ({ __rl: true as const, mode, value });

export const byId = (id: string | number) => locator('id', id);

/** An expression that says that it gives an identifier, which is not compared with numbers. */
export const byExpression = (id: string | number) => byId(`={{ ({ id: ${id} }).id }}`);

/** The invoice that an item names. */
export const EACH = { invoiceId: byId('={{ $json.id }}') };
/** Settings with which a node goes on after an item that fails, and with which n8n runs it again. */
export const GOES_ON = { onError: 'continueRegularOutput' as const };
export const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Jest's matchers, without the `any` that they are typed as. */
export const containing = (text: string): unknown => expect.stringContaining(text);
export const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
export const including = (part: object): unknown => expect.objectContaining(part);
export const some = (type: typeof String | typeof Number | typeof Array): unknown => expect.any(type);

/** A request document as plain values. */
function toDocument({ text, children }: Element): Document {
	if (children.length === 0) return text;
	const names = [...new Set(children.map(({ name }) => name))];
	return Object.fromEntries(
		names.map((name) => {
			const [first, ...others] = children.filter((child) => child.name === name).map(toDocument);
			return [name, others.length === 0 && first !== undefined ? first : [first ?? '', ...others]];
		}),
	);
}
