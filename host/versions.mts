import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST } from './paths.mts';

/** An n8n version that the package must support, and what it needs. */
export interface Version {
	n8n: string;
	/** The Node that runs it, which npm brings along; without it, the one that runs the scripts of this repository. */
	node?: string;
	/** Overrides for npm, for dependencies that come from another host or are in no registry. */
	overrides: Readonly<Record<string, string>>;
	/** The peer dependencies of n8n's packages. npm is told to skip them, because resolving them takes many minutes. */
	peers?: Readonly<Record<string, string>>;
	/** Settings that it needs there. */
	environment?: Readonly<Record<string, string>>;
}

type Versions = Record<string, string>;
type Manifest = { dependencies: { n8n: string } & Versions; overrides: Versions };

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
		// n8n 1 refuses to start if it is told to skip a module that it does not know.
		N8N_DISABLED_MODULES: '',
	},
};

/** The n8n in `host/`, which all other tests use. */
export const HOST_VERSION: Version = { n8n: hostN8n, overrides, peers };

/** Oldest first. The last one is the newest that can be installed. */
export const VERSIONS: readonly Version[] = [
	{ n8n: '1.100.1', ...ON_NODE_20 },
	{ n8n: '1.123.81', ...ON_NODE_20 },
	HOST_VERSION,
];

/** The oldest n8n that the package runs on. */
export const OLDEST = VERSIONS[0]?.n8n ?? HOST_VERSION.n8n;

/** Negative if the first is older, zero if they are equal. Takes versions such as 1.123. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** A version of n8n with its needs. One that is not in the table needs the same as the one before it. */
export function versionOf(n8n: string): Version {
	const before = VERSIONS.findLast((version) => compareVersions(version.n8n, n8n) <= 0) ?? VERSIONS[0];
	return { ...(before ?? HOST_VERSION), n8n };
}
