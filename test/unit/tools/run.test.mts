import { spawnSync } from 'node:child_process';
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

// The runner of npm's scripts in a temporary repository, with an npm that only records its calls.

const ROOT = join(import.meta.dirname, '../../..');
const QUIET = '--loglevel=error --no-audit --no-fund';
const LOCK = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });

let folder: string;
const path = (file: string) => join(folder, file);

function run(...commandLine: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [path('tools/run.mjs'), ...commandLine], {
		cwd: folder,
		encoding: 'utf8',
		env: { ...process.env, npm_execpath: path('npm-cli.js') },
	});
	return { status, stdout, stderr };
}

/** Lets npm do nothing but what is given, in the folder that it fills, and note what it was asked. */
function letNpm(work = '', folderOfIt = 'node_modules'): void {
	const npm = `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
		if (process.argv[2] !== 'view') {
			appendFileSync('asked', process.argv.slice(2).join(' '));
			mkdirSync('${folderOfIt}', { recursive: true });
		}
		${work}`;
	writeFileSync(path('npm-cli.js'), npm);
}

const asked = () => {
	const text = existsSync(path('asked')) ? readFileSync(path('asked'), 'utf8') : undefined;
	rmSync(path('asked'), { force: true });
	return text;
};

/** What an installation by hand leaves: npm's list, which is as old as the lock file or newer. */
function installByHand(): void {
	mkdirSync(path('node_modules'));
	writeFileSync(path('node_modules/.package-lock.json'), '{}');
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-run-'));
	for (const file of ['tools/run.mjs', 'host/endWithParent.mjs']) cpSync(join(ROOT, file), path(file));
	writeFileSync(path('.nvmrc'), '1.0.0');
	writeFileSync(path('package-lock.json'), LOCK);
	writeFileSync(path('program.mjs'), 'console.log("ran", process.argv[2]); process.exitCode = 3;');
	letNpm();
});

afterEach(() => rmSync(folder, { recursive: true }));

it('installs what the lock file names, says so, and ends as the program does', () => {
	const { status, stdout } = run('program.mjs', '--option');
	expect(asked()).toBe(`ci ${QUIET}`);
	expect(stdout).toMatch(/^Installing .*\nnpm ci: done after \d+ s\nran --option\n$/);
	expect(status).toBe(3);
});

it('installs again only for another lock file', () => {
	run('program.mjs');
	asked();
	expect(run('program.mjs')).toMatchObject({ status: 3, stdout: 'ran undefined\n' });
	expect(asked()).toBeUndefined();
	writeFileSync(path('package-lock.json'), LOCK.replace('1.0.0', '1.0.1'));
	run('program.mjs');
	expect(asked()).toBe(`ci ${QUIET}`);
});

it('leaves alone what was installed by hand from the current lock file', () => {
	installByHand();
	expect(run('program.mjs')).toMatchObject({ status: 3, stdout: 'ran undefined\n' });
	expect(asked()).toBeUndefined();
	const later = new Date(Date.now() + 60_000);
	utimesSync(path('package-lock.json'), later, later);
	run('program.mjs');
	expect(asked()).toBe(`ci ${QUIET}`);
});

it('runs nothing if the installation fails, and starts afresh the next time', () => {
	letNpm("if (process.argv[2] === 'ci') { writeFileSync('node_modules/half', ''); process.exit(1); }");
	const { status, stdout } = run('program.mjs');
	expect({ status, stdout }).toEqual({
		status: 1,
		stdout: expect.stringMatching(/^Installing .*\n$/) as unknown,
	});
	letNpm();
	expect(run('program.mjs').status).toBe(3);
	expect(existsSync(path('node_modules/half'))).toBe(false);
});

// npm has no Node for the others.
(process.platform === 'linux' ? it : it.skip)(
	'brings a Node along, outside node_modules, only if the current one is too old',
	() => {
		installByHand();
		writeFileSync(path('.nvmrc'), '99.1.2');
		const name = `node-${process.platform}-${process.arch}`;
		const brought = `.data/node/node_modules/${name}/bin`;
		letNpm(
			`if (process.argv[2] === 'install') require('node:fs').symlinkSync(process.execPath, '${brought}/node');`,
			brought,
		);
		mkdirSync(path('.data/node/half'), { recursive: true });
		writeFileSync(path('program.mjs'), 'console.log(process.env.PATH);');
		const [path0] = run('program.mjs').stdout.split('\n').at(-2)?.split(delimiter) ?? [];
		expect(asked()).toBe(`install --prefix=.data/node ${name}@99.1.2 ${QUIET}`);
		expect(path0).toBe(path(brought));
		expect(existsSync(path('.data/node/half'))).toBe(false);
		expect(run('program.mjs').stdout).not.toContain('Installing');
		expect(asked()).toBeUndefined();
	},
);

it('installs and runs nothing if npm does not reach its registry, and says so', () => {
	letNpm("process.exit(process.argv[2] === 'view' ? 1 : 0);");
	const { status, stdout, stderr } = run('program.mjs');
	expect({ status, stdout, asked: asked() }).toEqual({ status: 1, stdout: '', asked: undefined });
	expect(stderr).toMatch(/^The npm registry was not reached: check .*, then run the same command again\.\n$/);
});

it('says in one sentence what the system refused', () => {
	letNpm('', 'elsewhere');
	const { status, stderr } = run('program.mjs');
	expect(status).toBe(1);
	expect(stderr).toMatch(/^ENOENT: .*: if that is in node_modules .*, then run the same command again\.\n$/);
});

it('builds with the installed gulp if asked to', () => {
	installByHand();
	mkdirSync(path('node_modules/gulp/bin'), { recursive: true });
	writeFileSync(path('node_modules/gulp/bin/gulp.js'), 'console.log("gulp", process.argv[2]);');
	expect(run('--build', 'program.mjs', '--build').stdout).toBe('gulp build\nran --build\n');
});
