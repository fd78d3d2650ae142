import type { N8nClient } from '../../host/client.mts';
import type { Workflow } from '../../host/examples.mts';
import { waitFor } from './waiting.mts';

type Item = { json: Record<string, unknown> };

/** An execution as n8n's public API gives it. */
export interface Execution {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	data: {
		/** Nodes that are still to run. */
		executionData?: { nodeExecutionStack: Array<{ data: { main: Array<Item[] | null> } }> };
		resultData: {
			error?: { message: string };
			runData: Record<string, Array<{ data?: { main: Array<Item[] | null> } }>>;
		};
	};
}

/** n8n 1 lists executions without their status, and reports the end of an execution before it has stored its data. */
type Given = Omit<Execution, 'status' | 'data'> & Partial<Execution>;

export const UNFINISHED = ['new', 'running', 'waiting'];
const PAGE_SIZE = 250;

function hasEnded(execution: Given): execution is Execution {
	const { status, data } = execution;
	if (status === undefined || UNFINISHED.includes(status) || data === undefined) return false;
	return data.resultData.error !== undefined || Object.keys(data.resultData.runData).length > 0;
}

/** The output of a node in an execution, from one of its outputs. Empty if the node did not run. */
export function outputOf(execution: Execution, node: string, output = 0): Array<Record<string, unknown>> {
	const run = execution.data.resultData.runData[node]?.[0];
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

async function read<T>(path: string, response: Response): Promise<T> {
	if (!response.ok) throw new Error(`n8n answered ${path} with ${response.status}`);
	return (await response.json()) as T;
}

/** n8n's executions, read through its public API. */
export class Executions {
	private readonly client: N8nClient;
	private readonly key: string;

	private constructor(client: N8nClient, key: string) {
		this.client = client;
		this.key = key;
	}

	static async open(client: N8nClient): Promise<Executions> {
		const { rawApiKey } = await client.request<{ rawApiKey: string }>('POST', '/rest/api-keys', {
			label: 'end-to-end tests',
			expiresAt: null,
			scopes: ['execution:read', 'execution:list'],
		});
		return new Executions(client, rawApiKey);
	}

	/** The same executions, read through another n8n on the same database. */
	through(client: N8nClient): Executions {
		return new Executions(client, this.key);
	}

	/**
	 * Runs a workflow as the editor's button does, up to a node if one is named, and waits until it has ended, in success
	 * or not. A tool as that node runs without the agent that it is connected to, and without a model.
	 */
	async run(workflow: Workflow, trigger: string, upTo?: string): Promise<Execution> {
		// n8n 1.100 takes the node's name alone, and asks a pinned trigger's service unless it is told of no start nodes.
		const isEarly = await this.client.isBefore('1.123');
		const destinationNode = isEarly ? upTo : { nodeName: upTo, mode: 'inclusive' };
		const { executionId } = await this.client.request<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{
				workflowData: await this.client.request('GET', `/rest/workflows/${workflow.id}`),
				triggerToStartFrom: { name: trigger },
				...(isEarly && { startNodes: [] }),
				...(upTo !== undefined && { destinationNode }),
			},
		);
		return await waitFor(`the end of "${workflow.name}"`, async () => {
			const execution = await this.get<Given>(`/executions/${executionId}?includeData=true`);
			return hasEnded(execution) ? execution : undefined;
		});
	}

	/** The executions of a workflow that have ended, oldest first. */
	async of(workflow: Workflow): Promise<Execution[]> {
		return (await this.all(workflow)).filter(hasEnded);
	}

	/** All executions of a workflow, oldest first. */
	async all(workflow: Workflow): Promise<Execution[]> {
		const found: Execution[] = [];
		let cursor: string | null = null;
		do {
			const place: string = cursor === null ? '' : `&cursor=${cursor}`;
			const page: { data: Given[]; nextCursor: string | null } = await this.get(
				`/executions?workflowId=${workflow.id}&includeData=true&limit=${PAGE_SIZE}${place}`,
			);
			found.push(...(await Promise.all(page.data.map((listed) => this.complete(listed)))));
			cursor = page.nextCursor;
		} while (cursor !== null);
		return found.reverse();
	}

	/** Reads what a list omits. */
	private async complete(given: Given): Promise<Execution> {
		const { id, status, data } = given;
		return status === undefined || data === undefined
			? await this.get<Execution>(`/executions/${id}?includeData=true`)
			: { ...given, status, data };
	}

	/** One execution of any workflow; undefined if there is none. */
	async tryFind(id: string): Promise<Execution | undefined> {
		const path = `/executions/${id}?includeData=true`;
		const response = await this.ask(path);
		return response.status === 404 ? undefined : await read<Execution>(path, response);
	}

	private async get<T>(path: string): Promise<T> {
		return await read<T>(path, await this.ask(path));
	}

	private async ask(path: string): Promise<Response> {
		return await fetch(`${this.client.url}/api/v1${path}`, { headers: { 'X-N8N-API-KEY': this.key } });
	}
}
