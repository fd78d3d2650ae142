import { readExamples, type Workflow } from '../../host/examples.ts';
import { PACKAGE_NAME } from '../../host/package.ts';

export type Credential = { id: string; name: string };
export type Node = Workflow['nodes'][number];

/** The node that starts a workflow by hand. */
export const START = 'Start';

/** A node of this package with its credential, or whatever `more` makes of it. */
export function node(
	credential: Credential,
	name: string,
	type: string,
	parameters: object,
	more: object = {},
): Node {
	return {
		id: name,
		name,
		type: `${PACKAGE_NAME}.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: { ...parameters },
		credentials: { xmlBillingApi: credential },
		...more,
	};
}

/** A workflow that starts by hand, and then carries out each of its nodes. */
export const workflowOf = (id: string, nodes: Node[]): Workflow => ({
	id,
	name: id,
	active: false,
	nodes: [
		{
			id: START,
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		...nodes,
	],
	connections: { [START]: { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] } },
	settings: { executionOrder: 'v1' },
});

/** The example whose name fits. Throws if none does. */
export function example(name: RegExp): Workflow {
	const found = readExamples().find((workflow) => name.test(workflow.name));
	if (found === undefined) throw new Error(`No example is called ${name}`);
	return found;
}
