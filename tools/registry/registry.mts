import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installFolder } from '../../host/install.mts';
import { unpack } from '../../host/package.mts';
import { freePort } from '../../host/ports.mts';
import { lastLines, npm, runProgram, startProgram } from '../../host/processes.mts';
import { Problem } from '../../host/terminal.mts';

const FOLDER = import.meta.dirname;
const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 200;

/** Anyone can publish and read, and no other registry is contacted. */
const CONFIGURATION = `
storage: ./storage
packages:
  '**':
    access: $all
    publish: $all
    unpublish: $all
log: { type: stdout, format: pretty, level: warn }
`;

/** A registry on the loopback address that serves only what was published to it. */
export interface Registry {
	url: string;
	/** Publishes a tarball or a folder with a package, as npm does. Throws a Problem if the registry refuses it. */
	publish(packed: string): Promise<void>;
	/**
	 * With these settings, n8n installs from this registry, whatever its command line names, and contacts no other
	 * host.
	 */
	environment: NodeJS.ProcessEnv;
}

/**
 * Creates a folder with an `npm` that ignores the registry it is given. n8n allows other registries only with a
 * license, so it always passes npm's own on the command line.
 */
function redirectNpm(folder: string, url: string): string {
	const bin = join(folder, 'bin');
	mkdirSync(bin, { recursive: true });
	const script = `#!/bin/sh
PATH="\${PATH#*:}"
for given do
	shift
	case "$given" in --registry=*) given=--registry=${url} ;; esac
	set -- "$@" "$given"
done
exec npm "$@"
`;
	writeFileSync(join(bin, 'npm'), script, { mode: 0o755 });
	return bin;
}

/** Keeps a program's requests on this machine: a proxy that does not exist. */
const STAYING_HERE = {
	HTTP_PROXY: 'http://127.0.0.1:9',
	HTTPS_PROXY: 'http://127.0.0.1:9',
	NO_PROXY: '127.0.0.1,localhost',
};

/**
 * Starts an empty registry on a free port, with its files in a folder. It ends with the other programs
 * (`endPrograms`). Installs the registry itself first if necessary. Throws a Problem if it doesn't start.
 */
export async function startRegistry(folder: string): Promise<Registry> {
	mkdirSync(folder, { recursive: true });
	const npmLog = join(folder, 'npm.log');
	await installFolder(FOLDER, 'Installing a local registry (once; 65 MB)', npmLog);
	const configuration = join(folder, 'config.yaml');
	writeFileSync(configuration, CONFIGURATION);
	const address = `127.0.0.1:${await freePort(0)}`;
	const url = `http://${address}`;
	const log = join(folder, 'registry.log');
	const program = join(FOLDER, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
	const commandLine = [program, '--config', configuration, '--listen', address];
	startProgram({ command: process.execPath, arguments: commandLine, folder, log });
	await untilAnswering(`${url}/-/ping`, log);
	return {
		url,
		publish: (packed) => {
			// npm requires a token, and this registry accepts any.
			const options = [`--registry=${url}`, `--//${address}/:_authToken=any`, '--ignore-scripts'];
			return runProgram(npm(['publish', packed, ...options], { folder, log: npmLog }));
		},
		environment: {
			...STAYING_HERE,
			PATH: [redirectNpm(folder, url), process.env.PATH].join(delimiter),
			// For the commands in which n8n names no registry.
			npm_config_registry: url,
			npm_config_cache: join(folder, 'cache'),
		},
	};
}

async function untilAnswering(address: string, log: string): Promise<void> {
	const deadline = Date.now() + START_LIMIT_MS;
	while (Date.now() < deadline) {
		const isUp = await fetch(address).then(
			({ ok }) => ok,
			() => false,
		);
		if (isUp) return;
		await sleep(LOOK_EVERY_MS);
	}
	throw new Problem(`The registry did not start:\n\n${existsSync(log) ? lastLines(log) : ''}`);
}

/** Unpacks a tarball into a folder and changes the version of the package, like its next release. */
export async function repackAs(version: string, tarball: string, folder: string): Promise<string> {
	await unpack(tarball, folder, `${folder}.log`);
	const file = join(folder, 'package.json');
	const content = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	writeFileSync(file, JSON.stringify({ ...content, version }));
	return folder;
}
