import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { PACKAGE_NAME, unpack } from '../../host/package.mts';
import { npm, runProgram } from '../../host/processes.mts';

/** A registry on the loopback address that has nothing but the published tarballs of the package. */
export interface Registry {
	publish(tarball: string): void;
	/**
	 * With these settings, n8n installs from this registry, whatever its command line names, and contacts no other
	 * host.
	 */
	environment: NodeJS.ProcessEnv;
	close(): void;
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

/** Starts an empty registry on a free port. The folder is for npm's cache and for its replacement. */
export async function startRegistry(folder: string): Promise<Registry> {
	const tarballs = new Map<string, Buffer>();
	const about = { name: PACKAGE_NAME, 'dist-tags': { latest: '' }, versions: {} as Record<string, object> };
	const server = createServer(({ url: path = '' }, response) => {
		const answer = path === `/${PACKAGE_NAME}` ? JSON.stringify(about) : tarballs.get(path);
		response.writeHead(answer === undefined ? 404 : 200).end(answer ?? '{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
	return {
		publish: (tarball) => {
			const packed = readFileSync(tarball);
			const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
			const manifest = JSON.parse(text) as { version: string };
			const path = `/${manifest.version}.tgz`;
			const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
			tarballs.set(path, packed);
			about.versions[manifest.version] = { ...manifest, dist: { tarball: url + path, integrity } };
			about['dist-tags'].latest = manifest.version;
		},
		environment: {
			...STAYING_HERE,
			PATH: [redirectNpm(folder, url), process.env.PATH].join(delimiter),
			// For the commands in which n8n names no registry.
			npm_config_registry: url,
			npm_config_cache: join(folder, 'cache'),
		},
		close: () => server.close().closeAllConnections(),
	};
}

/** Packs a tarball of the package again with another version, like its next release. Returns the path of the new one. */
export async function repackAs(version: string, tarball: string, folder: string): Promise<string> {
	const log = `${folder}.log`;
	await unpack(tarball, folder, log);
	const file = join(folder, 'package.json');
	const content = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
	writeFileSync(file, JSON.stringify({ ...content, version }));
	await runProgram(npm(['pack', '--ignore-scripts'], { folder, log }));
	return join(folder, `${PACKAGE_NAME}-${version}.tgz`);
}
