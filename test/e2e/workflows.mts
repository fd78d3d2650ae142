import { CREDENTIAL, readExamples, type Workflow } from '../../host/examples.mts';
import { PACKAGE_NAME } from '../../host/package.mts';

/** A credential without an identifier is found by its name when a workflow is imported. */
export type Credential = { id: string | null; name: string };
export type Node = Workflow['nodes'][number];

/** The credential that every installation has. */
export const SANDBOX: Credential = { id: null, name: CREDENTIAL.name };

/** The node that starts a workflow by hand. */
export const START = 'Start';

/** A node of this package with its credential. `more` overrides its properties. */
export function node(
	credential: Credential,
	name: string,
	type: string,
	parameters: object,
	more: object = {},
): Node {
	return {
		...{ id: name, name, type: `${PACKAGE_NAME}.${type}`, typeVersion: 1, position: [0, 0] },
		...{ parameters: { ...parameters }, credentials: { xmlBillingApi: credential } },
		...more,
	};
}

/** A workflow that starts manually and then runs each of its nodes. */
export const workflowOf = (id: string, nodes: Node[]): Workflow => ({
	id,
	name: id,
	active: false,
	nodes: [node(SANDBOX, START, '', {}, { type: 'n8n-nodes-base.manualTrigger', credentials: {} }), ...nodes],
	connections: { [START]: { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] } },
	settings: { executionOrder: 'v1' },
});

/** Connections in which each node follows the one before it. */
export const inTurn = (nodes: readonly Node[]): Workflow['connections'] =>
	Object.fromEntries(
		nodes.slice(1).map(({ name }, before) => {
			const to = { node: name, type: 'main', index: 0 };
			return [nodes[before]?.name ?? '', { main: [[to]] }];
		}),
	);

/** The example with a matching name. Throws if there is none. */
export function example(name: RegExp): Workflow {
	const found = readExamples().find((workflow) => name.test(workflow.name));
	if (found === undefined) throw new Error(`No example is called ${name}`);
	return found;
}

/** A workflow with other samples pinned to a node. `change` gets those that it has, as JSON. */
export function repinned(workflow: Workflow, pinned: string, change: (samples: string) => string): Workflow {
	const samples = workflow.pinData?.[pinned];
	if (samples === undefined) throw new Error(`Nothing is pinned to ${pinned}`);
	const changed = JSON.parse(change(JSON.stringify(samples))) as typeof samples;
	return { ...workflow, pinData: { ...workflow.pinData, [pinned]: changed } };
}

/** The samples that are pinned to a node of an example. */
export const samplesOf = ({ pinData = {} }: Workflow, node: string): Array<Record<string, unknown>> =>
	(pinData[node] ?? []).map(({ json }) => json);

/** A workflow without the samples of some nodes, by default of all, so that n8n asks the services, which it has no credentials for. */
export const unpinned = (workflow: Workflow, id: string, ...nodes: string[]): Workflow => ({
	...workflow,
	id,
	name: id,
	pinData: Object.fromEntries(
		Object.entries(workflow.pinData ?? {}).filter(([node]) => nodes.length > 0 && !nodes.includes(node)),
	),
});
