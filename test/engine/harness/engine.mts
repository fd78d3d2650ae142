import { randomUUID } from 'node:crypto';
import type {
	IBinaryKeyData,
	IDataObject,
	ILoadOptionsFunctions,
	INode,
	INodeParameters,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { core, workflow as n8n } from '../../../core/n8n.mts';
import {
	loadPackage,
	nodeTypesOf,
	SOURCE_TYPE,
	surroundings,
	withDefaults,
	type Credential,
	type Expressions,
} from '../../../core/server.mts';
import { listenToLogs, listenToWarnings, setWaits } from './n8n.mts';

const CREDENTIAL_TYPE = 'xmlBillingApi';
const NODE_NAME = 'XML Billing';
/**
 * Settings of n8n's expressions that spare time: its older engine, which evaluates them without an isolate for each
 * execution, or, by night, its default one, whose isolates are made when the first expression needs them, from compiled code.
 */
export const SPARING: Expressions = {
	engine: process.env.N8N_EXPRESSION_ENGINE === 'vm' ? 'vm' : 'legacy',
	lazyAcquire: true,
	compileCache: true,
};

/** A node in a workflow. Omitted parameters have their defaults; the time zone is UTC by default. */
interface NodeOptions {
	parameters?: INodeParameters;
	credential?: Credential;
	timezone?: string;
	/** Settings other than parameters: `onError`, `retryOnFail`, ... */
	settings?: Partial<INode>;
	workflowId?: string;
	/** Another package's node and credential. This package's by default. */
	type?: string;
	credentialType?: string;
}

/** The input of an execution besides the node: one item per object, and a signal that cancels as a user does. */
export interface RunOptions extends NodeOptions {
	items?: IDataObject[];
	/** Files that every item has. */
	binary?: IBinaryKeyData;
	mode?: WorkflowExecuteMode;
	signal?: AbortSignal;
	/** Whether the node runs as an agent's tool. */
	isTool?: boolean;
	/** How often the source passes its items to the node, which then runs as often in one execution. */
	runs?: number;
}

interface PollOptions {
	mode?: 'trigger' | 'manual';
	activation?: WorkflowActivateMode;
	budgetMs?: number;
	/** How far the clock of the node is ahead. */
	aheadMs?: number;
}

/** A method of the node's description. Only list searches use the other options. */
interface ListOptions extends NodeOptions {
	method: string;
	filter?: string;
	paginationToken?: string;
}

export type Engine = Awaited<ReturnType<typeof loadEngine>>;

/**
 * Loads a built package with n8n's own loader.
 *
 * @param packagePath the folder with the package's package.json
 * @param expressions settings of the expression engine that differ from n8n's own
 * @returns everything that n8n can do with the package's nodes
 */
export async function loadEngine(packagePath: string, expressions: Expressions = {}) {
	const loader = await loadPackage(packagePath, expressions);
	const nodeTypes = nodeTypesOf(loader);
	let executions = 0;
	const nodeType = (name: string) => nodeTypes.getByNameAndVersion(`${loader.packageName}.${name}`);

	/** A workflow with the source and the node. */
	function workflowOf(type: string, options: NodeOptions, staticData: IDataObject = {}, runs = 1) {
		const node: INode = {
			...{ id: 'node', name: NODE_NAME, type: `${loader.packageName}.${type}` },
			...{ typeVersion: Math.max(...[nodeType(type).description.version].flat()), position: [200, 0] },
			parameters: options.parameters ?? {},
			credentials: options.credential && {
				[options.credentialType ?? CREDENTIAL_TYPE]: { id: '1', name: 'Account' },
			},
			...options.settings,
		};
		const source: INode = { ...node, id: 'source', name: 'Source', type: SOURCE_TYPE, parameters: {} };
		const toNode = { node: NODE_NAME, type: 'main' as const, index: 0 };
		const data = {
			id: options.workflowId ?? randomUUID(),
			name: 'Engine test',
			nodes: [source, node],
			connections: { Source: { main: [Array.from({ length: runs }, () => ({ ...toNode }))] } },
			active: false,
			settings: { executionOrder: 'v1' as const, timezone: options.timezone ?? 'UTC' },
			staticData: { [`node:${NODE_NAME}`]: staticData },
		};
		return { data, node, workflow: new n8n.Workflow({ ...data, nodeTypes }) };
	}

	/** Executes the action node. `outputs` are its items, output by output; `run` is all that n8n would store. */
	async function run({ items = [{}], binary, mode = 'trigger', signal, runs = 1, ...options }: RunOptions) {
		const type = options.type ?? (options.isTool === true ? 'xmlBillingTool' : 'xmlBilling');
		const { data, workflow } = workflowOf(type, options, {}, runs);
		const executionId = String((executions += 1));
		const stored = { createdAt: new Date(), updatedAt: new Date(), isArchived: false, activeVersionId: null };
		const hooks = new core.ExecutionLifecycleHooks(mode, executionId, { ...data, ...stored });
		const additional = surroundings(loader, options.credential, { hooks, executionId });
		const execution = new core.WorkflowExecute(additional, mode).run({
			workflow,
			startNode: workflow.nodes.Source,
			pinData: { Source: items.map((json) => ({ json, binary })) },
		});
		signal?.addEventListener('abort', () => execution.cancel());
		const finished = await execution;
		const { runData, error } = finished.data.resultData;
		const task = runData[NODE_NAME]?.at(-1);
		const outputs = (task?.data?.main ?? []).map((output) => output ?? []);
		const warnings = (task?.hints ?? []).filter(({ type }) => type === 'warning');
		const hints = warnings.map(({ message }) => message);
		return { outputs, error: task?.error ?? error, hints, run: finished };
	}

	/**
	 * Creates an active trigger node. Its workflow stays in memory between polls, including the static data, which
	 * start as given. A poll returns what the node emits, or null, and throws what the node throws.
	 */
	function trigger({ staticData, ...options }: NodeOptions & { staticData?: IDataObject }) {
		const { workflow, node } = workflowOf('xmlBillingTrigger', options, staticData);
		const additional = surroundings(loader, options.credential);
		const unused = [undefined, undefined, undefined, undefined, undefined] as const;
		// As in n8n: all polls of an activation share one context.
		const contexts = new Map<string, InstanceType<typeof core.PollContext>>();
		let budget = 0;
		async function poll({
			mode = 'trigger',
			activation = 'activate',
			budgetMs = 300_000,
			aheadMs = 0,
		}: PollOptions = {}) {
			const clock = Date.now;
			if (aheadMs > 0) Date.now = () => clock() + aheadMs;
			budget = budgetMs;
			const key = `${mode} ${activation}`;
			const context =
				contexts.get(key) ??
				new core.PollContext(workflow, node, additional, mode, activation, ...unused, () => budget);
			contexts.set(key, context);
			// As in n8n: when two polls overlap, the first one to end takes the isolate away from the other.
			await workflow.expression.acquireIsolate();
			try {
				const emitted = await nodeType('xmlBillingTrigger').poll?.call(context);
				return emitted?.[0] ?? null;
			} finally {
				Date.now = clock;
				await workflow.expression.releaseIsolate();
			}
		}
		return { poll, staticData: workflow.getStaticData('node', node) };
	}

	function inEditor<T>(
		options: NodeOptions,
		call: (context: ILoadOptionsFunctions) => Promise<T>,
	): Promise<T> {
		const { workflow, node } = workflowOf('xmlBilling', options);
		const additional = surroundings(loader, options.credential, { currentNodeParameters: node.parameters });
		const context = new core.LoadOptionsContext(workflow, node, additional, '');
		return workflow.expression.withIsolate(() => call(context));
	}

	/** What the canvas shows below the name of a node. */
	function subtitleOf(type: string, parameters: INodeParameters) {
		const { workflow, node } = workflowOf(type, { parameters });
		const { subtitle } = nodeType(type).description;
		const { expression } = workflow;
		return expression.withIsolate(() =>
			Promise.resolve(expression.getSimpleParameterValue(node, subtitle, 'internal', {})),
		);
	}

	/** Loads a dropdown of the action node, like the editor. */
	function loadOptions({ method, ...options }: ListOptions) {
		const load = named(nodeType('xmlBilling').methods?.loadOptions, method);
		return inEditor(options, (context) => load.call(context));
	}

	/** Loads one page of a resource locator's list, like the editor. */
	function searchList({ method, filter, paginationToken, ...options }: ListOptions) {
		const search = named(nodeType('xmlBilling').methods?.listSearch, method);
		return inEditor(options, (context) => search.call(context, filter, paginationToken));
	}

	/** Tests a credential, like its form. */
	function testCredential(credential: Credential) {
		const { methods, description } = nodeType('xmlBilling');
		const { testedBy } = description.credentials?.find(({ name }) => name === CREDENTIAL_TYPE) ?? {};
		const context = new core.CredentialTestContext(surroundings(loader, credential));
		const data = withDefaults(loader, CREDENTIAL_TYPE, credential);
		const test = named(methods?.credentialTest, typeof testedBy === 'string' ? testedBy : '');
		return test.call(context, { id: '1', name: 'Account', type: CREDENTIAL_TYPE, data });
	}

	return {
		...{ nodeType, subtitleOf, run, trigger, loadOptions, searchList, testCredential },
		...{ listenToLogs, listenToWarnings, setWaits },
	};
}

function named<T>(methods: Record<string, T> | undefined, name: string): T {
	const method = methods?.[name];
	if (method === undefined) throw new Error(`The node has no method "${name}"`);
	return method;
}
