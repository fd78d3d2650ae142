// `npm run reproduce`: builds and packs the last commit in two clones, each with packages of its own, and compares the
// tarballs byte for byte. `npm run reproduce -- 0.2.0` takes the tag of that version, and also compares with what npm has.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const [version] = process.argv.slice(2);
const commit = version === undefined ? 'HEAD' : `v${version}`;
const parent = mkdtempSync(join(tmpdir(), 'xml-billing-reproduce-'));

const output = (cwd, command, ...commandLine) =>
	execFileSync(command, commandLine, {
		cwd,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		shell: process.platform === 'win32',
	});

/** Builds and packs the commit in a new folder. Returns the hash of the tarball, as npm shows it. */
function pack(place) {
	const folder = join(parent, place);
	output(ROOT, 'git', 'clone', '--quiet', '--no-checkout', ROOT, folder);
	output(folder, 'git', 'checkout', '--quiet', '--detach', commit);
	output(folder, 'npm', 'ci');
	output(folder, 'npm', 'run', 'build');
	return JSON.parse(output(folder, 'npm', 'pack', '--json'))[0].integrity;
}

try {
	const hashes = { 'one folder': pack('a'), 'another folder': pack('another/folder') };
	if (version !== undefined)
		hashes['npm'] = output(ROOT, 'npm', 'view', `${name}@${version}`, 'dist.integrity').trim();
	for (const [where, hash] of Object.entries(hashes)) console.log(`${commit} in ${where}: ${hash}`);
	const isSame = new Set(Object.values(hashes)).size === 1;
	console.log(isSame ? 'The packages are the same, byte for byte.' : 'The packages DIFFER.');
	process.exitCode = isSame ? 0 : 1;
} finally {
	rmSync(parent, { recursive: true });
}
