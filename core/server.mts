import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { core, workflow as n8n } from './n8n.mts';

// What n8n's server, which is not part of n8n-core, passes to the engine: node types, credentials, and the
// environment.

/**
 * The settings of n8n's default expression engine, with more time for a busy machine. A Node that can't load it gets
 * the older engine, as in n8n.
 */
const EXPRESSIONS = {
	engine: process.env.N8N_EXPRESSION_ENGINE === 'legacy' ? ('legacy' as const) : ('vm' as const),
	poolSize: 2,
	maxCodeCacheSize: 1024,
	bridgeTimeout: 60_000,
	bridgeMemoryLimit: 128,
};

/** Settings of the expression engine that differ from n8n's own. */
export type Expressions = Partial<Parameters<typeof n8n.Expression.initExpressionEngine>[0]>;

/** Loads the built package in a folder, which has its package.json, with n8n's own loader. */
export async function loadPackage(
	path: string,
	expressions: Expressions = {},
): Promise<PackageDirectoryLoader> {
	const loader = new core.PackageDirectoryLoader(path);
	await loader.loadAll();
	await n8n.Expression.initExpressionEngine({ ...EXPRESSIONS, ...expressions });
	return loader;
}

export type Credential = Record<string, string | number | boolean | null>;

/** The node that feeds the first node. Its output is always pinned, so it never runs. */
export const SOURCE_TYPE = 'engine.source';

const source: INodeType = {
	description: {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Feeds items to the first node',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: ['main'],
		properties: [],
	},
};

/** The package's node types by full name (`<package>.<node>`), and the source. */
export function nodeTypesOf(loader: PackageDirectoryLoader): INodeTypes {
	const find = (fullName: string) => {
		if (fullName === SOURCE_TYPE) return source;
		const name = fullName.replace(`${loader.packageName}.`, '');
		const { type } = loader.getNode(name.replace(/Tool$/, ''));
		// As in n8n, by its name: the form of an agent's tool.
		const description = { value: { ...type.description, name } };
		return name.endsWith('Tool') ? (Object.create(type, { description }) as typeof type) : type;
	};
	return {
		getByName: find,
		getByNameAndVersion: (fullName, version) => n8n.NodeHelpers.getVersionedNodeType(find(fullName), version),
		getKnownTypes: () => loader.known.nodes,
	};
}

/** The credential as a node receives it: with the defaults of the properties that are not given. */
export function withDefaults(loader: PackageDirectoryLoader, type: string, credential: Credential) {
	const { properties } = loader.getCredential(type).type;
	const filled = n8n.NodeHelpers.getNodeParameters(properties, credential, true, false, null, null);
	// As in n8n, expressions are evaluated after defaults are applied, and may result in null.
	const nothing = Object.entries(credential).filter(([, value]) => value === null);
	return { ...filled, ...Object.fromEntries(nothing) } as ICredentialDataDecryptedObject; // plain values
}

/** One credential, for every node that asks for it. */
function credentialsHelper(loader: PackageDirectoryLoader, credential: Credential): ICredentialsHelper {
	const typeOf = (name: string) => loader.getCredential(name).type;
	const unsupported = () => Promise.reject(new Error('No credentials are stored here'));
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (name) => typeOf(name).properties,
		getDecrypted: (_data, _details, name) => Promise.resolve(withDefaults(loader, name, credential)),
		preAuthentication: () => Promise.resolve(undefined),
		runPreAuthentication: () => Promise.resolve(undefined),
		getCredentials: unsupported,
		updateCredentials: unsupported,
		updateCredentialsOauthTokenData: unsupported,
		async authenticate(data, name, options) {
			const request = options as IHttpRequestOptions; // the other type is that of the old request helper
			const { authenticate } = typeOf(name);
			if (typeof authenticate !== 'function') throw new Error(`${name} does not sign in by a function`);
			return await authenticate(data, request);
		},
	};
}

/** The environment of a node in an execution, in a poll or in the editor. The addresses are never used. */
export function surroundings(
	loader: PackageDirectoryLoader,
	credential: Credential = {},
	more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
	const given: Partial<IWorkflowExecuteAdditionalData> = {
		credentialsHelper: credentialsHelper(loader, credential),
		currentNodeExecutionIndex: 0,
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		variables: {},
		...more,
	};
	return given as IWorkflowExecuteAdditionalData; // the rest serves webhooks, agents and sub-workflows
}
