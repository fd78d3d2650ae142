// What npm's scripts run through: `node tools/run.mjs [--build] FILE [options …]`. Installs missing packages of
// package-lock.json, builds the package if asked to, and runs the file on the Node that .nvmrc names, or a newer one.
// Needs Node 20 and no package itself.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '../host/endWithParent.mjs';

/** The platforms for which npm has a Node. */
const BROUGHT = ['linux-arm64', 'linux-x64', 'win-x64'];
const OLDEST_NODE = 20;
/** For the packages, and npm's cache of them. */
const NEEDED_GIGABYTES = 1.5;
const AGAIN = 'then run the same command again.';
const TICK_MS = 10_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = `${ROOT}node_modules/`;
const isWindows = process.platform === 'win32';

/** The running program. It and this process end together. */
let child;
// Ctrl-C in a terminal reaches both, and the program decides how to end.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal));

/** Runs a program until it ends, and exits with its exit code unless that is 0. */
async function run(command, args, options = {}) {
	child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
	const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
	if (code !== 0) process.exit(code ?? 1);
}

/** Ends with a sentence that says what to do. */
function stop(sentence) {
	console.error(sentence);
	process.exit(1);
}

const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * Whether everything that the lock file names is installed. Only optional packages may be missing: those of other
 * platforms.
 */
function isInstalled() {
	// npm writes it when it has finished.
	const list = `${MODULES}.package-lock.json`;
	if (!existsSync(list)) return false;
	const installed = packagesIn(list);
	return Object.entries(packagesIn(`${ROOT}package-lock.json`)).every(
		([path, { version, optional }]) =>
			path === '' || (path in installed ? installed[path].version === version : optional === true),
	);
}

/** npm's program with its first arguments, and how to start it. */
function npmProgram() {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js')
		? { command: process.execPath, first: [cli], options: {} }
		: { command: 'npm', first: [], options: { shell: isWindows } };
}

/** Stops, before anything is downloaded, if the disk is too small or npm does not reach its registry. */
function checkMachine() {
	const { bavail, bsize } = statfsSync(ROOT);
	const free = (bavail * bsize) / 1e9;
	if (free < NEEDED_GIGABYTES)
		stop(
			`The packages need ${NEEDED_GIGABYTES} GB of disk space, and ${free.toFixed(1)} GB are free: free some, ${AGAIN}`,
		);
	const { command, first, options } = npmProgram();
	const question = [...first, 'view', 'gulp', 'version', '--fetch-retries=0'];
	if (spawnSync(command, question, { cwd: ROOT, stdio: 'ignore', ...options }).status !== 0)
		stop(`The npm registry was not reached: check the connection, and the proxy if there is one, ${AGAIN}`);
}

/** Runs npm, and says what for. */
async function npm(purpose, ...commandLine) {
	checkMachine();
	console.log(purpose);
	const since = Date.now();
	const show = (what) =>
		console.log(`npm ${commandLine[0]}: ${what} ${Math.round((Date.now() - since) / 1000)} s`);
	// On a terminal, npm shows its own progress.
	const ticking = process.stderr.isTTY ? undefined : setInterval(() => show('has run for'), TICK_MS);
	const { command, first, options } = npmProgram();
	// Warnings about optional packages for a newer Node would look like failures.
	await run(command, [...first, ...commandLine, '--loglevel=error', '--no-audit', '--no-fund'], options);
	clearInterval(ticking);
	show('done after');
}

/** The current Node if it is new enough for n8n and the sandbox, or else one that npm installs as a package. */
async function findNode() {
	const needed = readFileSync(`${ROOT}.nvmrc`, 'utf8').trim();
	const [major, current] = [needed, process.versions.node].map((version) => Number(version.split('.')[0]));
	if (current >= major) return process.execPath;
	const machine = `Node ${process.versions.node} runs this (${process.execPath})`;
	const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
	if (!BROUGHT.includes(platform)) {
		stop(
			`This needs Node ${major}, and ${machine}. npm has none to bring along for ${platform}: ` +
				`install Node ${major} (https://nodejs.org), ${AGAIN}`,
		);
	}
	const own = `${MODULES}node-${platform}/bin/node${isWindows ? '.exe' : ''}`;
	if (!existsSync(own)) {
		const title = `Installing Node ${needed} in node_modules, because ${machine} (once; 190 MB)`;
		await npm(title, 'install', '--no-save', `node-${platform}@${needed}`);
	}
	return own;
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
	stop(
		`This needs Node ${OLDEST_NODE} or newer, and Node ${process.versions.node} runs it (${process.execPath}): install a newer one (https://nodejs.org), ${AGAIN}`,
	);
const [first, ...rest] = process.argv.slice(2);
const isBuilt = first === '--build';
const program = isBuilt ? rest : [first, ...rest];
if (!isInstalled()) await npm('Installing what package-lock.json names (once, 1 to 3 minutes)', 'ci');
const node = await findNode();
if (isBuilt) await run(node, [`${MODULES}gulp/bin/gulp.js`, 'build']);
const flags = [
	// package.json has no type because the build is CommonJS, while the node's own files are modules.
	'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
	'--import',
	new URL('../host/endWithParent.mjs', import.meta.url).href,
];
await run(node, [...flags, ...program]);
process.exit();
