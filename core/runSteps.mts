import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { core, workflow as n8n } from './n8n.mts';
import { loadPackage, nodeTypesOf, SOURCE_TYPE, surroundings, type Credential } from './server.mts';

/** A node of a chain. Its parameters may be expressions over what the one before it returned. */
export interface Step {
	name: string;
	/** The node's type in the package. */
	type: string;
	parameters: INodeParameters;
}

/** A package, and the credential that all of its nodes use. */
export interface Account {
	packagePath: string;
	credentialType: string;
	credential: Credential;
}

/**
 * Runs nodes of a built package one after another, as one execution of n8n's own engine in this process. Tells of each
 * step when it is done, with the first item of its output. Throws the error of the node that fails.
 */
export async function runSteps(
	{ packagePath, credentialType, credential }: Account,
	steps: readonly Step[],
	onDone: (step: string, output: IDataObject) => void,
): Promise<void> {
	const loader = await loadPackage(packagePath);
	const nodes = steps.map(({ name, type, parameters }, index): INode => ({
		id: String(index),
		name,
		type: `${loader.packageName}.${type}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: { [credentialType]: { id: '1', name: 'Account' } },
	}));
	const chain = [SOURCE, ...nodes];
	const connections = nodes.map(({ name: node }, index) => [
		chain[index]?.name ?? '',
		{ main: [[{ node, type: 'main' as const, index: 0 }]] },
	]);
	const data = {
		id: randomUUID(),
		name: 'Steps',
		nodes: chain,
		connections: Object.fromEntries(connections) as Record<string, { main: [] }>,
		active: false,
		// n8n's own default is New York, where it may still be yesterday.
		settings: {
			executionOrder: 'v1' as const,
			timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		},
	};
	const stored = { createdAt: new Date(), updatedAt: new Date(), isArchived: false, activeVersionId: null };
	const hooks = new core.ExecutionLifecycleHooks('manual', data.id, { ...data, ...stored });
	hooks.addHandler('nodeExecuteAfter', (step, { data: output }) => {
		const [item] = output?.main?.[0] ?? [];
		if (item && step !== SOURCE.name) onDone(step, item.json);
	});
	const additional = surroundings(loader, credential, { hooks, executionId: data.id });
	const workflow = new n8n.Workflow({ ...data, nodeTypes: nodeTypesOf(loader) });
	const pinData = { [SOURCE.name]: [{ json: {} }] };
	const run = new core.WorkflowExecute(additional, 'manual').run({ workflow, startNode: SOURCE, pinData });
	const { error } = (await run).data.resultData;
	if (error) throw error;
}

const SOURCE: INode = {
	id: 'source',
	name: 'Source',
	type: SOURCE_TYPE,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
