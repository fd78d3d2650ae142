import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NOTICES = 'dist/THIRD_PARTY_NOTICES.md';
const SBOM = 'dist/sbom.cdx.json';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The folders of the packages in a bundle, by the comment that esbuild writes before each file. */
const packagesIn = (bundle: string): string[] =>
	[...bundle.matchAll(/^\s*\/\/ (.*node_modules\/(?:@[^/]+\/)?[^/]+)/gm)].map(([, folder = '']) => folder);

const folders = new Set(
	globSync('dist/**/*.js', { cwd: ROOT }).flatMap((file) =>
		packagesIn(readFileSync(join(ROOT, file), 'utf8')),
	),
);
const sections = readFileSync(join(ROOT, NOTICES), 'utf8').split(/^## /m).slice(1);

interface Manifest {
	name: string;
	version: string;
	license: string;
}

const manifestOf = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Manifest;

function noticeOf(folder: string): { title: string; license: string } {
	const path = join(ROOT, folder);
	const { name, version } = manifestOf(folder);
	const [file] = readdirSync(path).filter((each) => /^(licen[sc]e|copying)/i.test(each));
	const kept = join(ROOT, 'tools/licenses', `${name}@${version}.txt`);
	const license = file === undefined ? kept : join(path, file);
	return { title: `${name} ${version}\n`, license: existsSync(license) ? readFileSync(license, 'utf8') : '' };
}

describe('The notices of the built package', () => {
	it('are of as many packages as are bundled', () => {
		expect([...folders]).toContain('node_modules/saxes');
		expect(sections).toHaveLength(folders.size);
	});

	it.each([...folders])('have the name, the version and the whole license of %s', (folder) => {
		const { title, license } = noticeOf(folder);
		expect(license).toMatch(/Copyright[^]*Permission/i);
		expect(sections.find((section) => section.startsWith(title))).toContain(license.trim());
	});

	it('the notices of bundled packages are in the tarball', () => {
		const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
			shell: process.platform === 'win32',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		expect(listing).toContain(`"${NOTICES}"`);
		expect(listing).toContain(`"${SBOM}"`);
	});
});

describe('The bill of materials of the built package', () => {
	const sbom = JSON.parse(read(SBOM)) as { components: Array<{ name: string; purl: string }> };

	it('is of this version, and lists what is bundled', () => {
		const { name, version } = manifestOf('.');
		expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
		expect(sbom).toMatchObject({ metadata: { component: { purl: `pkg:npm/${name}@${version}` } } });
		expect(sbom.components).toHaveLength(folders.size);
	});

	it('has the packages that CONTRIBUTING.md calls bundled, and besides them only what those bring along', () => {
		const { devDependencies } = JSON.parse(read('package.json')) as {
			devDependencies: Record<string, string>;
		};
		const bundled = sbom.components.map(({ name }) => name).filter((name) => name in devDependencies);
		const [bundling = ''] = /^- Bundled: [^]*?(?=^- )/m.exec(read('CONTRIBUTING.md')) ?? [];
		const told = [...bundling.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
		expect(told.toSorted()).toEqual(bundled.toSorted());
	});

	it.each([...folders])('has the version, the license and the hash of %s', (folder) => {
		const { name, version, license } = manifestOf(folder);
		const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { integrity: string }> };
		const integrity = lock.packages[folder]?.integrity.replace('sha512-', '') ?? '';
		expect(sbom.components.find((each) => each.name === name)).toMatchObject({
			type: 'library',
			version,
			purl: `pkg:npm/${name}@${version}`,
			licenses: [{ license: { id: license } }],
			hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
		});
	});
});
