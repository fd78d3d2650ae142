/**
 * Proves the packed package on the versions of n8n in `host/versions.mts`: npm run compat [-- 1.123.81 …] [-- --newest].
 * Any version can be named; --newest is the one that npm has as the latest at this moment. Installs each n8n once, with its
 * Node, in `.data/`, and runs end-to-end tests in it. Ends with 1 when one fails or can't be installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installVersion } from '../host/install.mts';
import { DATA, ROOT } from '../host/paths.mts';
import { npm, runProgram } from '../host/processes.mts';
import { Problem, runScript } from '../host/terminal.mts';
import { compareVersions, VERSIONS, versionOf, type Version } from '../host/versions.mts';

/** Loading, the trigger, all examples, a credential's test, a restart, and a retry. */
const EVERYWHERE = ['billing', 'examples', 'month', 'reminders', 'setbacks'];
/** Forms in the editor, whose elements every version names in its own way. */
const ON_THE_NEWEST = ['editor'];

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { newest: { type: 'boolean', default: false } },
});

/** The part of Jest's report that is used. */
interface Counts {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
}

interface Row {
	n8n: string;
	node: string;
	files: string;
	passed: number;
	failed: string;
	minutes: string;
}

/** The version that npm installs when none is named. */
async function newestOfNpm(): Promise<string> {
	const log = join(DATA, 'newest.log');
	mkdirSync(DATA, { recursive: true });
	await runProgram(npm(['view', 'n8n', 'version', '--json', '--loglevel=error'], { folder: ROOT, log }));
	const [, version] = /^"?(\d+\.\d+\.\d+)"?$/m.exec(readFileSync(log, 'utf8')) ?? [];
	if (version === undefined) throw new Problem(`npm did not name n8n's latest version: ${log}`);
	return version;
}

async function wanted(): Promise<Version[]> {
	const named = [...positionals, ...(values.newest ? [await newestOfNpm()] : [])];
	return named.length === 0 ? [...VERSIONS] : named.map(versionOf);
}

const isNewest = ({ n8n }: Version): boolean => compareVersions(n8n, VERSIONS.at(-1)?.n8n ?? n8n) >= 0;

/** Runs tests in an n8n that is installed. */
function test({ n8n }: Version, files: readonly string[]): { passed: number; failed: string } {
	const results = join(DATA, `compat-${n8n}.json`);
	rmSync(results, { force: true });
	const paths = files.map((file) => `test/e2e/${file}.test.mts`);
	const jest = [
		'--import',
		'./host/endWithParent.mjs',
		join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
		'--runTestsByPath',
		...paths,
	];
	const options = ['--selectProjects', 'e2e', '--runInBand', '--json', `--outputFile=${results}`];
	const { status } = spawnSync(process.execPath, [...jest, ...options], {
		cwd: ROOT,
		env: { ...process.env, N8N_VERSION: n8n },
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (!existsSync(results)) return { passed: 0, failed: 'did not run' };
	const counts = JSON.parse(readFileSync(results, 'utf8')) as Counts;
	const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
	return { passed: counts.numPassedTests, failed: String(status === 0 ? failed : Math.max(failed, 1)) };
}

/** Installs an n8n and runs its tests. A failed installation is a result too, and the other versions continue. */
async function prove(version: Version): Promise<Row> {
	const files = isNewest(version) ? [...EVERYWHERE, ...ON_THE_NEWEST] : EVERYWHERE;
	const since = Date.now();
	const row = { n8n: version.n8n, node: version.node ?? process.versions.node, files: files.join(' ') };
	console.log(`\n== n8n ${row.n8n} on Node ${row.node}`);
	try {
		await installVersion(version);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		console.error(error.message);
		return { ...row, passed: 0, failed: 'not installed', minutes: '' };
	}
	const result = test(version, files);
	return { ...row, ...result, minutes: ((Date.now() - since) / 60_000).toFixed(1) };
}

function report(rows: readonly Row[]): void {
	const heading = {
		n8n: 'n8n',
		node: 'Node',
		passed: 'passed',
		failed: 'failed',
		minutes: 'minutes',
		files: 'tests',
	};
	console.log('');
	for (const { n8n, node, passed, failed, minutes, files } of [heading, ...rows]) {
		const cells = [
			n8n.padEnd(10),
			node.padEnd(9),
			String(passed).padEnd(7),
			failed.padEnd(14),
			minutes.padEnd(8),
		];
		console.log(cells.join(' ') + files);
	}
}

await runScript(async () => {
	const rows: Row[] = [];
	// Sequential: two n8n at once would slow each other down.
	for (const version of await wanted()) rows.push(await prove(version));
	report(rows);
	if (rows.some(({ failed }) => failed !== '0')) process.exitCode = 1;
});
