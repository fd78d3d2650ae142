import { spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The runner of npm's scripts in a temporary repository, with an npm that only records its calls.

const ROOT = join(import.meta.dirname, '../../..');
const QUIET = '--loglevel=error --no-audit --no-fund';
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
	const { status, stdout, stderr } = spawnSync(process.execPath, [path('tools/run.mjs'), ...commandLine], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, npm_execpath: path('npm-cli.js') },
	});
	return {
		status,
		stdout,
		stderr,
		asked: existsSync(path('asked')) ? readFileSync(path('asked'), 'utf8') : undefined,
	};
}

function prepare(installed?: object, npmEndsWith = 0, node = '1.0.0'): void {
	writeFileSync(path('.nvmrc'), node);
	writeFileSync(path('package-lock.json'), JSON.stringify({ packages: WANTED }));
	if (installed !== undefined)
		writeFileSync(path('node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
	const npm = `require('node:fs').writeFileSync('asked', process.argv.slice(2).join(' ')); process.exit(${npmEndsWith});`;
	writeFileSync(path('npm-cli.js'), npm);
	writeFileSync(path('program.mjs'), 'console.log("ran", process.argv[2]); process.exitCode = 3;');
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-run-'));
	mkdirSync(path('node_modules'));
	for (const file of ['tools/run.mjs', 'host/endWithParent.mjs']) cpSync(join(ROOT, file), path(file));
});

afterEach(() => rmSync(folder, { recursive: true }));

it.each([
	['nothing is installed', undefined],
	['a version is another', OLDER],
	['a package is missing', LESS],
])('installs first if %s, and says so', (_what, installed) => {
	prepare(installed);
	const { stdout, asked } = run('program.mjs', '--option');
	expect(asked).toBe(`ci ${QUIET}`);
	expect(stdout).toMatch(/^Installing .*\nnpm ci: done after \d+ s\nran --option\n$/);
});

it.each([
	['what the lock file names', INSTALLED],
	['more than that', MORE],
])('installs nothing if there is %s, and ends as the program does', (_what, installed) => {
	prepare(installed);
	expect(run('program.mjs')).toMatchObject({ status: 3, stdout: 'ran undefined\n', asked: undefined });
});

// npm has no Node for the others.
(process.platform === 'linux' ? it : it.skip)(
	'brings a Node along only if the current one is too old',
	() => {
		prepare(INSTALLED, 0, '99.1.2');
		const platform = `${process.platform}-${process.arch}`;
		const brought = path(`node_modules/node-${platform}/bin`);
		// The npm of this test installs nothing.
		expect(run('program.mjs')).toMatchObject({
			asked: `install --no-save node-${platform}@99.1.2 ${QUIET}`,
		});
		rmSync(path('asked'));
		mkdirSync(brought, { recursive: true });
		symlinkSync(process.execPath, join(brought, 'node'));
		expect(run('program.mjs')).toMatchObject({ status: 3, stdout: 'ran undefined\n', asked: undefined });
	},
);

it('installs and runs nothing if npm does not reach its registry, and says so', () => {
	prepare(undefined, 1);
	const { status, stdout, stderr, asked } = run('program.mjs');
	expect({ status, stdout, asked }).toEqual({
		status: 1,
		stdout: '',
		asked: 'view gulp version --fetch-retries=0',
	});
	expect(stderr).toMatch(/^The npm registry was not reached: check .*, then run the same command again\.\n$/);
});

it('runs nothing if the installation fails', () => {
	prepare(undefined, 0);
	writeFileSync(path('npm-cli.js'), "process.exit(process.argv[2] === 'ci' ? 1 : 0);");
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
