import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST } from './paths.ts';

/** An n8n that the package is to work on, and what is needed to have it. */
export interface Version {
	n8n: string;
	/** The Node that runs it, which npm brings along; without it, the one that runs the scripts of this repository. */
	node?: string;
	/** What npm is to install instead of what n8n names: that comes from another host, or is in no registry. */
	overrides: Readonly<Record<string, string>>;
	/** What n8n's packages expect beside them. npm is told not to look at that, because it would look for many minutes. */
	peers?: Readonly<Record<string, string>>;
	/** Settings that it needs there. */
	environment?: Readonly<Record<string, string>>;
}

interface Manifest {
	dependencies: { n8n: string } & Record<string, string>;
	overrides: Record<string, string>;
}

const { dependencies, overrides } = JSON.parse(readFileSync(join(HOST, 'package.json'), 'utf8')) as Manifest;
const { n8n: hostN8n, ...peers } = dependencies;

/** What n8n 1 needs. Node 20 is the oldest that runs it. */
const ON_NODE_20 = {
	node: '20.20.2',
	overrides: { linkedom: '0.18.12', xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.1' },
	peers: { ...peers, ajv: '8.20.0' },
	environment: {
		// The other engine needs a newer Node.
		N8N_EXPRESSION_ENGINE: 'legacy',
		// n8n 1 refuses to start when it does not know a module that it is told to leave out.
		N8N_DISABLED_MODULES: '',
	},
};

/** The n8n in `host/`, which the other tests run on. */
export const HOST_VERSION: Version = { n8n: hostN8n, overrides, peers };

/** Oldest first. The last one is the newest that installs. */
export const VERSIONS: readonly Version[] = [
	{ n8n: '1.100.1', ...ON_NODE_20 },
	{ n8n: '1.123.81', ...ON_NODE_20 },
	HOST_VERSION,
];

/** Below zero when the first is the older one, zero when they are the same. Takes numbers with points between, such as 1.123. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** A version of n8n with what it needs. One that is not in the table needs what the one before it does. */
export function versionOf(n8n: string): Version {
	const before = VERSIONS.findLast((version) => compareVersions(version.n8n, n8n) <= 0) ?? VERSIONS[0];
	return { ...(before ?? HOST_VERSION), n8n };
}
