import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { onPath } from './paths.mts';
import { Problem } from './terminal.mts';
import { compareVersions, OLDEST, versionOf } from './versions.mts';

/** The oldest Node of a range such as `>=24.0.0` or `>=20.19 <= 24.x`. */
const oldestNode = (range = ''): string => />=\s*(\S+)/.exec(range)?.[1] ?? '0';

/** Whether a Node runs and has a version or a newer one. */
const isAtLeast = (node: string, oldest: string): boolean => {
	const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
	return typeof stdout === 'string' && compareVersions(stdout.trim().replace(/^v/, ''), oldest) >= 0;
};

type Manifest = { name?: string; version?: string; engines?: { node?: string } };

/** The n8n whose program is at a path, or undefined if that is none of npm's. */
function n8nAt(program: string) {
	if (!existsSync(program)) return undefined;
	const root = resolve(realpathSync(program), '../..');
	const manifest = join(root, 'package.json');
	if (!existsSync(manifest)) return undefined;
	const { name, version = '', engines } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
	if (name !== 'n8n') return undefined;
	// The Node beside it is the one that it was installed with.
	const beside = join(dirname(program), 'node');
	const installedWith = existsSync(beside) ? beside : onPath('node');
	const isNewEnough = installedWith !== undefined && isAtLeast(installedWith, oldestNode(engines?.node));
	const node = isNewEnough ? installedWith : process.execPath;
	const { environment } = versionOf(version);
	return { folder: resolve(root, '../..'), node, version, environment };
}

/**
 * The n8n that this machine has already: the program that `N8N_BIN` names, or `n8n` on the path if its version is
 * supported. An empty `N8N_BIN` means none. Throws a Problem if `N8N_BIN` names something else.
 */
export function findOwnN8n() {
	const named = process.env.N8N_BIN;
	const program = named ?? onPath('n8n');
	if (program === undefined || program === '') return undefined;
	const found = n8nAt(program);
	const isSupported = found !== undefined && compareVersions(found.version, OLDEST) >= 0;
	if (isSupported) return found;
	if (named === undefined) return undefined;
	throw new Problem(
		found === undefined
			? `N8N_BIN is ${named}, which is no n8n that npm installed: name its program, such as /usr/local/bin/n8n, or leave it out.`
			: `N8N_BIN names n8n ${found.version}, and this needs ${OLDEST} or newer: update it, or leave N8N_BIN out.`,
	);
}
