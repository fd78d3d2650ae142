import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nClient } from './client.ts';
import { ROOT } from './paths.ts';

/** The credential that the examples name. */
const CREDENTIAL = { name: 'XML Billing sandbox', type: 'xmlBillingApi' };

export interface Workflow {
	id: string;
	name: string;
	active: boolean;
	nodes: Node[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
}

interface Node {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [x: number, y: number];
	parameters: Record<string, unknown>;
	/** By type. n8n finds one without an identifier by its name. */
	credentials?: Record<string, { id: string | null; name: string }>;
}

/** The workflows in `examples/`, in the order of their file names. */
export function readExamples(): Workflow[] {
	const folder = join(ROOT, 'examples');
	return readdirSync(folder)
		.sort()
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Workflow);
}

/** Makes the credential of the examples, or points it to the sandbox's address of today. */
export async function ensureCredential(
	client: N8nClient,
	access: { baseUrl: string; token: string },
): Promise<void> {
	const all = await client.request<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
	const id = all.find(({ name }) => name === CREDENTIAL.name)?.id;
	if (id === undefined) await client.request('POST', '/rest/credentials', { ...CREDENTIAL, data: access });
	else {
		// n8n gives secrets as placeholders here, and puts them back when it reads the same placeholders again.
		const { data } = await client.request<{ data: Record<string, unknown> }>(
			'GET',
			`/rest/credentials/${id}?includeData=true`,
		);
		if (data.baseUrl === access.baseUrl) return;
		const moved = { ...CREDENTIAL, data: { ...data, baseUrl: access.baseUrl } };
		await client.request('PATCH', `/rest/credentials/${id}`, moved);
	}
}

/** Imports a workflow and, where its file says so, makes it active. n8n finds the credential by its name. */
export async function importWorkflow(client: N8nClient, workflow: Workflow): Promise<void> {
	const { versionId } = await client.request<{ versionId: string }>('POST', '/rest/workflows', {
		...workflow,
		active: false,
	});
	if (workflow.active) await client.request('POST', `/rest/workflows/${workflow.id}/activate`, { versionId });
}

/** Imports the examples that are not there; those that are stay as their user left them. */
export async function ensureExamples(client: N8nClient): Promise<void> {
	const present = await client.request<Array<{ id: string }>>('GET', '/rest/workflows');
	const missing = readExamples().filter((example) => !present.some(({ id }) => id === example.id));
	// One after the other, so that n8n lists them in this order.
	for (const workflow of missing) await importWorkflow(client, workflow);
}
