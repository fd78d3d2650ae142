// What npm's scripts run through: `node tools/run.mjs [--build] FILE [options …]`. Installs what package-lock.json names
// unless it is there, builds the package if asked to, and runs the file on the Node that .nvmrc names, or a newer one.
// Needs Node 20 and no package itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import '../host/endWithParent.mjs';

/** The platforms for which npm has a Node. */
const BROUGHT = ['linux-arm64', 'linux-x64', 'win-x64'];
/** Where it is put: outside `node_modules`, so that npm neither removes it nor prefers it for its own scripts. */
const BROUGHT_TO = '.data/node';
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

/** How to start npm: program, arguments and options. */
function npmWith(...commandLine) {
	const cli = process.env.npm_execpath;
	return cli?.endsWith('npm-cli.js')
		? [process.execPath, [cli, ...commandLine], {}]
		: ['npm', commandLine, { shell: isWindows }];
}

/** Stops, before anything is downloaded, if the disk is too small or npm does not reach its registry. */
function checkMachine() {
	const { bavail, bsize } = statfsSync(ROOT);
	const free = (bavail * bsize) / 1e9;
	if (free < NEEDED_GIGABYTES)
		stop(
			`The packages need ${NEEDED_GIGABYTES} GB of disk space, and ${free.toFixed(1)} GB are free: free some, ${AGAIN}`,
		);
	const [command, question, options] = npmWith('view', 'gulp', 'version', '--fetch-retries=0');
	if (spawnSync(command, question, { cwd: ROOT, stdio: 'ignore', ...options }).status !== 0)
		stop(`The npm registry was not reached: check the connection, and the proxy if there is one, ${AGAIN}`);
}

/** Runs npm, and says what for. */
async function npm(purpose, ...commandLine) {
	console.log(purpose);
	const since = Date.now();
	const show = (what) =>
		console.log(`npm ${commandLine[0]}: ${what} ${Math.round((Date.now() - since) / 1000)} s`);
	// On a terminal, npm shows its own progress.
	const ticking = process.stderr.isTTY ? undefined : setInterval(() => show('has run for'), TICK_MS);
	// Warnings about optional packages for a newer Node would look like failures.
	await run(...npmWith(...commandLine, '--loglevel=error', '--no-audit', '--no-fund'));
	clearInterval(ticking);
	show('done after');
}

/**
 * Has npm fill a folder, unless a file there says that it did. What an interrupted or older installation left is deleted
 * first: npm would take it for complete.
 */
async function ensure(folder, wanted, purpose, ...commandLine) {
	const done = `${ROOT}${folder}/.installed`;
	if (existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
	checkMachine();
	rmSync(`${ROOT}${folder}`, { recursive: true, force: true });
	await npm(purpose, ...commandLine);
	writeFileSync(done, wanted);
}

/** Installs what package-lock.json names. */
async function installPackages() {
	const lock = `${ROOT}package-lock.json`;
	const list = `${MODULES}.package-lock.json`;
	// npm deletes the file of `ensure`, and writes its own list once it has finished: somebody ran `npm ci` by hand.
	const isByHand = !existsSync(`${MODULES}.installed`) && existsSync(list);
	if (isByHand && statSync(list).mtimeMs >= statSync(lock).mtimeMs) return;
	const wanted = createHash('sha256').update(readFileSync(lock)).digest('hex');
	const purpose = 'Installing what package-lock.json names (once, 1 to 3 minutes)';
	await ensure('node_modules', wanted, purpose, 'ci');
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
	await ensure(
		BROUGHT_TO,
		needed,
		`Installing Node ${needed} in ${BROUGHT_TO}, because ${machine} (once; 190 MB)`,
		'install',
		`--prefix=${BROUGHT_TO}`,
		`node-${platform}@${needed}`,
	);
	const own = `${ROOT}${BROUGHT_TO}/node_modules/node-${platform}/bin/node${isWindows ? '.exe' : ''}`;
	// n8n starts its task runner as `node`.
	process.env.PATH = [dirname(own), process.env.PATH].join(delimiter);
	return own;
}

async function main() {
	if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
		stop(
			`This needs Node ${OLDEST_NODE} or newer, and Node ${process.versions.node} runs it (${process.execPath}): install a newer one (https://nodejs.org), ${AGAIN}`,
		);
	// npm's scripts would run on it, and it would be deleted while it runs.
	if (process.execPath.startsWith(`${ROOT}node_modules`))
		stop(`There is a Node in node_modules: delete node_modules, ${AGAIN}`);
	const isBuilt = process.argv[2] === '--build';
	const program = process.argv.slice(isBuilt ? 3 : 2);
	await installPackages();
	const node = await findNode();
	if (isBuilt) await run(node, [`${MODULES}gulp/bin/gulp.js`, 'build']);
	// package.json has no type because the build is CommonJS, while the node's own files are modules.
	const flags = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'];
	const ending = new URL('../host/endWithParent.mjs', import.meta.url).href;
	await run(node, [...flags, '--import', ending, ...program]);
}

try {
	await main();
} catch (error) {
	// Only the system's refusals have it: of a file, a folder or a program.
	if (error.syscall === undefined) throw error;
	stop(`${error.message}: if that is in node_modules or ${BROUGHT_TO}, delete that folder, ${AGAIN}`);
}
process.exit();
