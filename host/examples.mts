import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { N8nClient } from './client.mts';
import { ROOT } from './paths.mts';

/** The credential that the examples name. */
export const CREDENTIAL = { name: 'XML Billing sandbox', type: 'xmlBillingApi' };
/**
 * The credential for the examples' emails. The examples don't name it: an n8n that lacks a named credential refuses
 * even runs that end before the email, and shows its owner no red mark.
 */
const MAIL_CREDENTIAL = { name: 'Local mailbox', type: 'smtp' };
const EMAIL_NODE = 'n8n-nodes-base.emailSend';

export interface Workflow {
	id: string;
	name: string;
	active: boolean;
	nodes: Node[];
	connections: Record<string, unknown>;
	settings: Record<string, unknown>;
	/** What the workflow is for. Folders need a registered n8n; tags don't. */
	tags?: Array<{ name: string }>;
	/** Sample data by node name. n8n uses it when the editor runs the workflow. */
	pinData?: Record<string, Array<{ json: Record<string, unknown> }>>;
}

interface Node {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [x: number, y: number];
	parameters: Record<string, unknown>;
	/** By type. One without an identifier is found by its name. */
	credentials?: Record<string, { id: string | null; name: string }>;
	/** The path of a form. */
	webhookId?: string;
	disabled?: boolean;
}

/** The workflows in `examples/` with their file names, ordered by number. */
export function readExampleFiles(): Array<readonly [file: string, workflow: Workflow]> {
	const folder = join(ROOT, 'examples');
	return readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.sort((one, other) => Number.parseInt(one) - Number.parseInt(other))
		.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow] as const);
}

/** The workflows in `examples/`, in that order. */
export const readExamples = (): Workflow[] => readExampleFiles().map(([, workflow]) => workflow);

/** Creates a credential, or updates its address. Keeps everything else that the user changed. */
async function ensure(
	client: N8nClient,
	{ name, type }: typeof CREDENTIAL,
	address: Readonly<Record<string, unknown>>,
	more: Readonly<Record<string, unknown>>,
): Promise<void> {
	const all = await client.request<Named[]>('GET', '/rest/credentials');
	const id = all.find((credential) => credential.name === name)?.id;
	if (id === undefined) await client.addCredential(type, name, { ...address, ...more });
	else {
		// n8n returns secrets as placeholders here, and restores them when it gets the same placeholders back.
		const { data } = await client.request<{ data: Record<string, unknown> }>(
			'GET',
			`/rest/credentials/${id}?includeData=true`,
		);
		if (Object.entries(address).every(([key, value]) => data[key] === value)) return;
		await client.request('PATCH', `/rest/credentials/${id}`, { name, type, data: { ...data, ...address } });
	}
}

/** Creates the examples' credential for the billing service, or updates it to the sandbox's current address. */
export async function ensureCredential(
	client: N8nClient,
	{ baseUrl, token }: { baseUrl: string; token: string },
): Promise<void> {
	await ensure(client, CREDENTIAL, { baseUrl }, { token });
}

/** Creates the credential for the examples' emails, or updates it to the local mailbox's current port. */
export async function ensureMailCredential(client: N8nClient, port: number): Promise<void> {
	const address = { host: '127.0.0.1', port, secure: false, disableStartTls: true };
	await ensure(client, MAIL_CREDENTIAL, address, { user: '', password: '' });
}

type Named = { id: string; name: string };

/** What n8n has that workflows name. Tags that are made are added. */
interface Known {
	credentials: Named[];
	tags: Named[];
}

async function readKnown(client: N8nClient): Promise<Known> {
	const credentials = await client.request<Named[]>('GET', '/rest/credentials');
	return { credentials, tags: await client.request<Named[]>('GET', '/rest/tags') };
}

/**
 * The nodes with the identifiers of their credentials, which not every n8n resolves by name. Nodes that email use the
 * local mailbox if n8n has its credential.
 */
function withCredentials(all: readonly Named[], nodes: readonly Node[]): Node[] {
	const find = ({ id, name }: { id: string | null; name: string }) => ({
		id: id ?? all.find((credential) => credential.name === name)?.id ?? null,
		name,
	});
	const mailbox = find({ id: null, name: MAIL_CREDENTIAL.name });
	return nodes.map((node) => {
		const emails = node.type === EMAIL_NODE && mailbox.id !== null;
		const credentials = emails ? { [MAIL_CREDENTIAL.type]: mailbox, ...node.credentials } : node.credentials;
		if (credentials === undefined) return node;
		const named = Object.entries(credentials).map(([type, one]) => [type, find(one)] as const);
		return { ...node, credentials: Object.fromEntries(named) };
	});
}

/** The identifiers of the tags with these names. Creates missing ones. */
async function tagsOf(client: N8nClient, { tags }: Known, names: readonly string[]): Promise<string[]> {
	const missing = names.filter((name) => !tags.some((tag) => tag.name === name));
	for (const name of missing) tags.push(await client.request<Named>('POST', '/rest/tags', { name }));
	return tags.filter(({ name }) => names.includes(name)).map(({ id }) => id);
}

/**
 * Imports a workflow with its tags and credentials, and activates it if its file says so. Returns the workflow as n8n
 * saved it: n8n 1 assigns its own identifier.
 */
export async function importWorkflow(
	client: N8nClient,
	workflow: Workflow,
	given?: Known,
): Promise<Workflow> {
	const known = given ?? (await readKnown(client));
	const { id } = await client.request<{ id: string }>('POST', '/rest/workflows', {
		...workflow,
		// Without pinned data, n8n fails to run a step after another one was run.
		pinData: workflow.pinData ?? {},
		nodes: withCredentials(known.credentials, workflow.nodes),
		tags: await tagsOf(
			client,
			known,
			(workflow.tags ?? []).map(({ name }) => name),
		),
		active: false,
	});
	const imported = { ...workflow, id };
	if (workflow.active) await client.setActive(imported, true);
	return imported;
}

/**
 * Imports the missing examples. Existing ones stay as their user left them. Returns all with the identifiers that they
 * have in n8n.
 */
export async function ensureExamples(client: N8nClient): Promise<Workflow[]> {
	const present = await client.request<Named[]>('GET', '/rest/workflows');
	// Read once: each request takes as long as an import.
	const known = await readKnown(client);
	const ensured: Workflow[] = [];
	// Sequential, and the first one last: n8n lists the newest first.
	for (const example of readExamples().reverse()) {
		const there = present.find(({ id, name }) => id === example.id || name === example.name);
		ensured.unshift(there ? { ...example, id: there.id } : await importWorkflow(client, example, known));
	}
	return ensured;
}
