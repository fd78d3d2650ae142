import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The release script in a real repository with the files that it changes.

const SCRIPT = 'tools/release.mjs';
const PLACEHOLDERS = 'tools/placeholders.mjs';
const NAME = 'n8n-nodes-xml-billing';
// Put together, or this line would be a placeholder itself.
const addressOf = (organization: string) => `https://github.com/${organization}/${NAME}/issues`;
const NOTES = '### Output\n\n- Something changed.';
const OWNER = { name: 'Owner', email: 'owner@example.com' };
const env = {
	...process.env,
	GIT_CONFIG_GLOBAL: '',
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_AUTHOR_NAME: OWNER.name,
	GIT_AUTHOR_EMAIL: OWNER.email,
	GIT_COMMITTER_NAME: OWNER.name,
	GIT_COMMITTER_EMAIL: OWNER.email,
};

let folder: string;
const path = (file: string) => join(folder, file);
const read = (file: string) => readFileSync(path(file), 'utf8');
const git = (...commandLine: string[]) =>
	execFileSync('git', commandLine, { cwd: folder, env, encoding: 'utf8' }).trim();

function write(files: Record<string, unknown>): void {
	for (const [file, content] of Object.entries(files))
		writeFileSync(path(file), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
}

function run(script: string, ...commandLine: string[]) {
	const { status, stdout } = spawnSync(process.execPath, [path(script), ...commandLine], {
		cwd: folder,
		env,
		encoding: 'utf8',
	});
	return { status, stdout };
}

const release = (...commandLine: string[]) => run(SCRIPT, ...commandLine);

/** A repository whose tests pass, and that writes a file for each version. */
function prepare(scripts: Record<string, string> = {}): void {
	const own = { name: 'a', version: '0.1.0' };
	const all = { test: 'node --version', scan: 'node --version', ...scripts };
	write({
		'package.json': { ...own, scripts: all },
		'package-lock.json': { ...own, packages: { '': own, 'node_modules/b': { version: '0.1.0' } } },
		'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${NOTES}\n\n## 0.1.0 (2026-01-31)\n\nThe first.\n`,
	});
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Begin');
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-release-'));
	git('init', '--quiet', '--initial-branch', 'main');
	mkdirSync(path('tools'));
	for (const file of [SCRIPT, PLACEHOLDERS])
		copyFileSync(join(import.meta.dirname, '../../..', file), path(file));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('commits and tags the version, with the notes from the changelog', () => {
	prepare({ version: 'node -p process.env.npm_package_version > fixture' });
	expect(release('0.2.0')).toMatchObject({
		status: 0,
		stdout: expect.stringContaining('git push') as unknown,
	});

	expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
	expect(JSON.parse(read('package-lock.json'))).toMatchObject({
		version: '0.2.0',
		packages: { '': { version: '0.2.0' }, 'node_modules/b': { version: '0.1.0' } },
	});
	expect(read('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'today')).toBe(
		`# Changelog\n\n## Unreleased\n\n## 0.2.0 (today)\n\n${NOTES}\n\n## 0.1.0 (2026-01-31)\n\nThe first.\n`,
	);
	expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(`0.2.0\n\n${NOTES}`);
	expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
	expect(git('show', '--name-only', '--format=%s').split('\n').sort()).toEqual([
		'',
		'CHANGELOG.md',
		'Release 0.2.0',
		'fixture',
		'package-lock.json',
		'package.json',
	]);
	expect(read('fixture').trim()).toBe('0.2.0');
	expect(git('status', '--porcelain')).toBe('');
});

it('releases the version that the package begins with', () => {
	prepare();
	write({ 'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${NOTES}\n` });
	git('commit', '--all', '--quiet', '--message', 'Nothing was released yet');
	expect(release('0.1.0', '--tested').status).toBe(0);
	expect(git('tag', '--list')).toBe('v0.1.0');
	expect(git('show', '--name-only', '--format=%s').split('\n')).toEqual([
		'Release 0.1.0',
		'',
		'CHANGELOG.md',
	]);
	expect(read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 0\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n### Output$/m);
	expect(release('0.1.0', '--tested')).toMatchObject({ status: 1 });
});

it('releases only what names its owner, and says where it does not', () => {
	prepare();
	write({ 'page.md': `# A page\n\n[Issues](${addressOf(NAME)})\n` });
	git('add', '--all');
	git('commit', '--quiet', '--message', 'Add a page');
	const { status, stdout } = release('0.2.0', '--tested');
	expect(status).toBe(1);
	expect(stdout).toMatch(/1 places .*\npage\.md:3: .*organization on GitHub/);
	expect(git('tag', '--list')).toBe('');

	expect(run(PLACEHOLDERS, '--organization', 'acme').stdout).toBe('Nothing is open.\n');
	expect(read('page.md')).toContain(addressOf('acme'));
	git('commit', '--all', '--quiet', '--message', 'Name the owner');
	expect(release('0.2.0', '--tested').status).toBe(0);
});

it('shows what would change, and changes nothing', () => {
	prepare({ test: 'exit 1' });
	const { status, stdout } = release('0.2.0', '--dry-run');
	expect(status).toBe(0);
	expect(stdout).toMatch(/package\.json: "version": "0\.2\.0"[^]*CHANGELOG\.md: ## 0\.2\.0/);
	expect(git('status', '--porcelain') + git('tag')).toBe('');
});

it.each(['test', 'scan'])('releases nothing when "npm run %s" fails, unless it ran before', (script) => {
	prepare({ [script]: 'exit 1' });
	expect(release('0.2.0').status).toBe(1);
	expect(git('status', '--porcelain') + git('tag')).toBe('');
	expect(release('0.2.0', '--tested').status).toBe(0);
});

it.each<[what: string, version: string, spoil: () => unknown, reason: RegExp]>([
	['no version', '', () => undefined, /Name the version/],
	['a version with more than numbers', '0.2.0-rc.1', () => undefined, /Name the version/],
	['a version that was released', '0.1.0', () => undefined, /CHANGELOG\.md tells of 0\.1\.0 already/],
	['an earlier version', '0.0.9', () => undefined, /0\.0\.9 comes before 0\.1\.0/],
	['another branch', '0.2.0', () => git('checkout', '--quiet', '-b', 'other'), /branch main/],
	['uncommitted changes', '0.2.0', () => write({ new: '' }), /uncommitted/],
	['a tag that exists', '0.2.0', () => git('tag', 'v0.2.0'), /exists/],
	[
		'nothing to tell',
		'0.2.0',
		() => {
			write({ 'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n## 0.1.0\n\nThe first.\n' });
			git('commit', '--all', '--quiet', '--message', 'Empty');
		},
		/Nothing stands under Unreleased/,
	],
])('a release is refused: %s', (_what, version, spoil, reason) => {
	prepare();
	spoil();
	const before = git('rev-parse', 'HEAD');
	const { status, stdout } = release(version, '--tested');
	expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(reason) as unknown });
	expect(git('rev-parse', 'HEAD')).toBe(before);
});
