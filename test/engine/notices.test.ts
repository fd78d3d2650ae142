import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const NOTICES = 'dist/THIRD_PARTY_NOTICES.md';

/** The folders of the packages in a bundle, by the comment that esbuild writes before each file. */
const packagesIn = (bundle: string): string[] =>
	[...bundle.matchAll(/^\s*\/\/ (.*node_modules\/(?:@[^/]+\/)?[^/]+)/gm)].map(([, folder = '']) => folder);

const folders = new Set(
	globSync('dist/**/*.js', { cwd: ROOT }).flatMap((file) =>
		packagesIn(readFileSync(join(ROOT, file), 'utf8')),
	),
);
const sections = readFileSync(join(ROOT, NOTICES), 'utf8').split(/^## /m).slice(1);

function noticeOf(folder: string): { title: string; license: string } {
	const path = join(ROOT, folder);
	const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
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

	it('are in the tarball', () => {
		const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
			cwd: ROOT,
			encoding: 'utf8',
			shell: process.platform === 'win32',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		expect(listing).toContain(`"${NOTICES}"`);
	});
});
