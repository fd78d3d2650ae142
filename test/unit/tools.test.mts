import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

// The runner of npm's scripts and the release, each in a temporary repository.

const ROOT = join(import.meta.dirname, '../..');
const RELEASE = 'tools/release.mjs';
const [NAME, EMAIL] = ['Owner', 'owner@example.com'];
const env = {
	...{ ...process.env, GIT_CONFIG_GLOBAL: '', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: NAME },
	...{ GIT_AUTHOR_EMAIL: EMAIL, GIT_COMMITTER_NAME: NAME, GIT_COMMITTER_EMAIL: EMAIL },
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
	const npm = existsSync(path('npm-cli.js')) ? { npm_execpath: path('npm-cli.js') } : {};
	const options = { cwd: folder, env: { ...env, ...npm }, encoding: 'utf8' } as const;
	return spawnSync(process.execPath, [path(script), ...commandLine], options);
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-tools-'));
	for (const file of ['tools/run.mjs', RELEASE, 'host/endWithParent.mjs'])
		cpSync(join(ROOT, file), path(file));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('A script of npm', () => {
	const QUIET = '--loglevel=error --no-audit --no-fund';
	const LOCK = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });
	const start = (...commandLine: string[]) => run('tools/run.mjs', ...commandLine);

	/** An npm that only notes what it was asked, fills a folder, and does what is given. */
	function letNpm(work = '', fills = 'node_modules'): void {
		const npm = `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
			if (process.argv[2] !== 'view') {
				appendFileSync('asked', process.argv.slice(2).join(' '));
				mkdirSync('${fills}', { recursive: true });
			}
			${work}`;
		write({ 'npm-cli.js': npm });
	}

	const asked = () => {
		const text = existsSync(path('asked')) ? read('asked') : undefined;
		rmSync(path('asked'), { force: true });
		return text;
	};

	/** What an installation by hand leaves: npm's list, which is as old as the lock file or newer. */
	function installByHand(): void {
		mkdirSync(path('node_modules'));
		write({ 'node_modules/.package-lock.json': '{}' });
	}

	beforeEach(() => {
		const program = 'console.log("ran", process.argv[2]); process.exitCode = 3;';
		write({ '.nvmrc': '1.0.0', 'package-lock.json': LOCK, 'program.mjs': program });
		letNpm();
	});

	it('installs what the lock file names, says so, and ends as the program does; again only for another lock file', () => {
		const { status, stdout } = start('program.mjs', '--option');
		expect(asked()).toBe(`ci ${QUIET}`);
		expect(stdout).toMatch(/^Installing .*\nnpm ci: done after \d+ s\nran --option\n$/);
		expect(status).toBe(3);
		expect(start('program.mjs')).toMatchObject({ status: 3, stdout: 'ran undefined\n' });
		expect(asked()).toBeUndefined();
		write({ 'package-lock.json': LOCK.replace('1.0.0', '1.0.1') });
		start('program.mjs');
		expect(asked()).toBe(`ci ${QUIET}`);
	});

	it('leaves alone what was installed by hand from the current lock file, and builds if asked to', () => {
		installByHand();
		mkdirSync(path('node_modules/gulp/bin'), { recursive: true });
		write({ 'node_modules/gulp/bin/gulp.js': 'console.log("gulp", process.argv[2]);' });
		expect(start('--build', 'program.mjs', '--build').stdout).toBe('gulp build\nran --build\n');
		expect(asked()).toBeUndefined();
		const later = new Date(Date.now() + 60_000);
		utimesSync(path('package-lock.json'), later, later);
		start('program.mjs');
		expect(asked()).toBe(`ci ${QUIET}`);
	});

	it('runs nothing if the installation fails, and starts afresh the next time', () => {
		letNpm("if (process.argv[2] === 'ci') { writeFileSync('node_modules/half', ''); process.exit(1); }");
		const { status, stdout } = start('program.mjs');
		expect([status, stdout.split('\n').length]).toEqual([1, 2]);
		letNpm();
		expect(start('program.mjs').status).toBe(3);
		expect(existsSync(path('node_modules/half'))).toBe(false);
	});

	it('brings a Node along, outside node_modules, only if the current one is too old', () => {
		installByHand();
		const name = `node-${process.platform}-${process.arch}`;
		const brought = `.data/node/node_modules/${name}/bin`;
		const link = `require('node:fs').symlinkSync(process.execPath, '${brought}/node')`;
		letNpm(`if (process.argv[2] === 'install') ${link};`, brought);
		write({ '.nvmrc': '99.1.2', 'program.mjs': 'console.log(process.env.PATH);' });
		const [first] = start('program.mjs').stdout.split('\n').at(-2)?.split(delimiter) ?? [];
		expect(asked()).toBe(`install --prefix=.data/node ${name}@99.1.2 ${QUIET}`);
		expect(first).toBe(path(brought));
		expect(start('program.mjs').stdout).not.toContain('Installing');
		expect(asked()).toBeUndefined();
	});

	it('installs and runs nothing if npm does not reach its registry, and says so', () => {
		letNpm("process.exit(process.argv[2] === 'view' ? 1 : 0);");
		const { status, stdout, stderr } = start('program.mjs');
		expect({ status, stdout, asked: asked() }).toEqual({ status: 1, stdout: '', asked: undefined });
		expect(stderr).toMatch(/^The npm registry was not reached: .* run the same command again\.\n$/);
	});
});

describe('A release', () => {
	const PACKAGE = 'n8n-nodes-xml-billing';
	// Put together, or this line would be a placeholder itself.
	const addressOf = (organization: string) => `https://github.com/${organization}/${PACKAGE}/issues`;
	const NOTES = '### Output\n\n- Something changed.';
	const release = (...commandLine: string[]) => run(RELEASE, ...commandLine);
	const commit = (message: string) => {
		git('add', '--all');
		git('commit', '--quiet', '--message', message);
	};

	/** A repository whose tests pass. */
	function prepare(scripts: Record<string, string> = {}): void {
		const own = { name: 'a', version: '0.1.0' };
		const all = { test: 'node --version', scan: 'node --version', ...scripts };
		git('init', '--quiet', '--initial-branch', 'main');
		write({
			'package.json': { ...own, scripts: all },
			'package-lock.json': { ...own, packages: { '': own, 'node_modules/b': { version: '0.1.0' } } },
			'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${NOTES}\n\n## 0.1.0 (2026-01-31)\n\nThe first.\n`,
		});
		commit('Begin');
	}

	it('commits and tags the version, with the notes from the changelog', () => {
		prepare();
		const { status, stdout } = release('0.2.0');
		expect([status, stdout]).toEqual([0, expect.stringContaining('git push')]);
		const locked = { '': { version: '0.2.0' }, 'node_modules/b': { version: '0.1.0' } };
		expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
		expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '0.2.0', packages: locked });
		expect(read('CHANGELOG.md').replace(/\d{4}-\d\d-\d\d/, 'today')).toBe(
			`# Changelog\n\n## Unreleased\n\n## 0.2.0 (today)\n\n${NOTES}\n\n## 0.1.0 (2026-01-31)\n\nThe first.\n`,
		);
		expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(`0.2.0\n\n${NOTES}`);
		expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
		const changed = ['CHANGELOG.md', 'package-lock.json', 'package.json'];
		expect(git('show', '--name-only', '--format=%s').split('\n')).toEqual(['Release 0.2.0', '', ...changed]);
		expect(git('status', '--porcelain')).toBe('');
	});

	it('may be of the version that the package begins with, once', () => {
		prepare();
		write({ 'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\n${NOTES}\n` });
		commit('Nothing was released yet');
		expect(release('0.1.0').status).toBe(0);
		expect(git('tag', '--list')).toBe('v0.1.0');
		expect(release('0.1.0').status).toBe(1);
	});

	it('is only of what names its owner, and says where it does not', () => {
		prepare();
		write({ 'page.md': `# A page\n\n[Issues](${addressOf(PACKAGE)})\n` });
		commit('Add a page');
		const { status, stdout } = release('0.2.0');
		expect([status, git('tag', '--list')]).toEqual([1, '']);
		expect(stdout).toMatch(/1 places .*\npage\.md:3: .*organization on GitHub/);
		expect(release('--organization', 'acme').stdout).toBe('Nothing is open.\n');
		expect(read('page.md')).toContain(addressOf('acme'));
		commit('Name the owner');
		expect(release('0.2.0').status).toBe(0);
	});

	it.each(['test', 'scan'])('is none when "npm run %s" fails', (script) => {
		prepare({ [script]: 'exit 1' });
		expect(release('0.2.0').status).toBe(1);
		expect(git('status', '--porcelain') + git('tag')).toBe('');
	});

	it.each<[what: string, version: string, spoil: () => unknown, reason: RegExp]>([
		['a version with more than numbers', '0.2.0-rc.1', () => undefined, /Name the version/],
		['an earlier version', '0.0.9', () => undefined, /0\.0\.9 comes before 0\.1\.0/],
		['another branch', '0.2.0', () => git('checkout', '--quiet', '-b', 'other'), /branch main/],
		['uncommitted changes', '0.2.0', () => write({ new: '' }), /uncommitted/],
		['a tag that exists', '0.2.0', () => git('tag', 'v0.2.0'), /exists/],
	])('is refused for %s', (_what, version, spoil, reason) => {
		prepare();
		spoil();
		const before = git('rev-parse', 'HEAD');
		const { status, stdout } = release(version);
		expect([status, stdout, git('rev-parse', 'HEAD')]).toEqual([1, expect.stringMatching(reason), before]);
	});
});

// What the release asks the owner for, in this repository. These pass before and after it is filled in.
describe('The owner', () => {
	const linesOf = (command: string, ...commandLine: string[]) =>
		execFileSync(command, commandLine, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
	const isText = (file: string) => /\.(\w+ts|[cm]?[jt]s|json|md|ya?ml|snap|svg)$|(^|\/)[^.]+$/.test(file);
	const lines = linesOf('git', 'ls-files')
		.filter((file) => ![RELEASE, 'test/unit/tools.test.mts'].includes(file) && isText(file))
		.flatMap((file) => {
			const texts = readFileSync(join(ROOT, file), 'utf8').split('\n');
			return texts.map((text, index) => ({ at: `${file}:${index + 1}`, text }));
		});
	const open = linesOf(process.execPath, RELEASE).flatMap(
		(line) => /^(\S+):(\d+): /.exec(line)?.slice(1, 3).join(':') ?? [],
	);

	it('is asked to replace each address, author and email, and the page for the owner lists their files', () => {
		const placeholder = /founders|@n8n-nodes|xml-billing\.example|([:/]n8n-nodes-xml-billing){2}/i;
		const found = lines.filter(({ text }) => placeholder.test(text)).map(({ at }) => at);
		expect(found.filter((at) => !open.includes(at))).toEqual([]);
		const page = readFileSync(join(ROOT, 'PUBLISHING.md'), 'utf8');
		const [, listed = ''] = /^## 1\. (.*?)^## 2\. /ms.exec(page) ?? [];
		const files = open.map((at) => at.split(':')[0] ?? '');
		expect(files.filter((file) => !listed.includes(`\`${file}\``))).toEqual([]);
	});

	it('is one in all addresses', () => {
		const address = /github\.com[:/]([\w.-]+)\/n8n-nodes-xml-billing\b/g;
		const owners = lines.flatMap(({ text }) => [...text.matchAll(address)].map(([, owner]) => owner));
		expect(owners.length).toBeGreaterThan(10);
		expect(new Set(owners).size).toBe(1);
	});
});
