import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The runner of npm's scripts in a temporary repository, with an npm that only records its calls.

const ROOT = join(import.meta.dirname, '../../..');
const WANTED = {
	'': { version: '1.0.0' },
	'node_modules/a': { version: '1.0.0' },
	'node_modules/b': { version: '2.0.0', optional: true },
	'node_modules/own': { link: true },
};
const { '': _root, 'node_modules/b': _ofAnotherPlatform, ...INSTALLED } = WANTED;
const OLDER = { ...INSTALLED, 'node_modules/a': { version: '0.9.0' } };
const { 'node_modules/own': _link, ...LESS } = INSTALLED;
const MORE = { ...INSTALLED, 'node_modules/c': { version: '1.0.0' } };

let folder: string;
const path = (file: string) => join(folder, file);

function run(...commandLine: string[]) {
	const { status, stdout } = spawnSync(process.execPath, [path('tools/run.mjs'), ...commandLine], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, npm_execpath: path('npm-cli.js') },
	});
	return { status, stdout, isInstalled: existsSync(path('asked')) };
}

function prepare(installed?: object, npmEndsWith = 0): void {
	writeFileSync(path('package-lock.json'), JSON.stringify({ packages: WANTED }));
	if (installed !== undefined)
		writeFileSync(path('node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
	const npm = `require('node:fs').writeFileSync('asked', process.argv[2]); process.exit(${npmEndsWith});`;
	writeFileSync(path('npm-cli.js'), npm);
	writeFileSync(path('program.mjs'), 'console.log("ran", process.argv[2]); process.exitCode = 3;');
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-run-'));
	mkdirSync(path('node_modules'));
	for (const file of ['tools/run.mjs', 'host/endWithParent.mjs']) cpSync(join(ROOT, file), path(file));
	// Older Nodes also run this test, and the runner needs the Node that npm installed.
	const brought = `node_modules/node-${process.platform}-${process.arch}`;
	if (existsSync(join(ROOT, brought))) symlinkSync(join(ROOT, brought), path(brought));
});

afterEach(() => rmSync(folder, { recursive: true }));

it.each([
	['nothing is installed', undefined],
	['a version is another', OLDER],
	['a package is missing', LESS],
])('installs first if %s, and says so', (_what, installed) => {
	prepare(installed);
	const { stdout, isInstalled } = run('program.mjs', '--option');
	expect(isInstalled).toBe(true);
	expect(stdout).toMatch(/^Installing .*\nnpm ci: done after \d+ s\nran --option\n$/);
});

it.each([
	['what the lock file names', INSTALLED],
	['more than that', MORE],
])('installs nothing if there is %s, and ends as the program does', (_what, installed) => {
	prepare(installed);
	expect(run('program.mjs')).toEqual({ status: 3, stdout: 'ran undefined\n', isInstalled: false });
});

it('runs nothing if npm fails', () => {
	prepare(undefined, 1);
	const { status, stdout } = run('program.mjs');
	expect({ status, stdout }).toEqual({
		status: 1,
		stdout: expect.stringMatching(/^Installing .*\n$/) as unknown,
	});
});

it('builds with the installed gulp if asked to', () => {
	prepare(INSTALLED);
	mkdirSync(path('node_modules/gulp/bin'), { recursive: true });
	writeFileSync(path('node_modules/gulp/bin/gulp.js'), 'console.log("gulp", process.argv[2]);');
	expect(run('--build', 'program.mjs', '--build').stdout).toBe('gulp build\nran --build\n');
});
