import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_NAME, packageVersion, packPackage } from '../../host/package.mts';
import { step } from '../../host/terminal.mts';
import { startRegistry } from '../../tools/registry/registry.mts';
import { bill, prepare, untilDone } from './run.mts';
import { startCluster } from './cluster.mts';
import { outcomeOf } from './tally.mts';

const CALLS = 20;

/** Which instances have the package in the end, and how many of the calls the workers could bill with it. */
interface Installed {
	installed: string[];
	invoices: number;
	calls: number;
}

const installedIn = (userFolder: string): boolean =>
	existsSync(join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME, 'package.json'));

/**
 * Starts a main, two workers and a main that replaces the first, each on an empty disk, with nothing but n8n's settings
 * to tell them of the package. Returns who has it then, and whether the workers can bill with it.
 */
export async function installFromSettings(folder: string): Promise<Installed> {
	const registry = await startRegistry(join(folder, 'registry'));
	const tarball = await packPackage(folder, join(folder, 'pack.log'));
	await registry.publish(tarball);
	// npm's integrity hash of the package.
	const checksum = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
	const wanted = [{ name: PACKAGE_NAME, version: packageVersion(), checksum }];
	const environment = {
		...registry.environment,
		N8N_COMMUNITY_PACKAGES_MANAGED_BY_ENV: 'true',
		N8N_COMMUNITY_PACKAGES: JSON.stringify(wanted),
		// The first main to start installs them. Others find them noted in the database, but not on their disks.
		N8N_REINSTALL_MISSING_PACKAGES: 'true',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	};
	const cluster = await step('Starting one main and two workers without the package', () =>
		startCluster({ folder, workers: 2, environment, withPackage: false }),
	);
	try {
		await prepare(cluster);
		const calls = await bill(cluster, { calls: CALLS, prefix: 'SETTINGS', kills: [] });
		await untilDone(cluster, Date.now());
		const { invoices } = await outcomeOf(cluster, calls);
		await cluster.startNewMain();
		const names = ['main', 'worker-1', 'worker-2', 'main-2'];
		return { installed: names.filter((name) => installedIn(join(folder, name))), invoices, calls: CALLS };
	} finally {
		await cluster.close();
	}
}
