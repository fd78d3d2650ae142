// What npm's scripts run through: `node tools/run.mjs [--build] FILE [options …]`. Installs missing packages of
// package-lock.json, builds the package if asked to, and runs the file on the Node that .nvmrc names, or a newer one.
// Needs Node 20 and no package itself.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import '../host/endWithParent.mjs';

/** The platforms for which npm has a Node. */
const BROUGHT = ['linux-arm64', 'linux-x64', 'win-x64'];
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

/** Runs npm, and says what for. */
async function npm(purpose, ...commandLine) {
	console.log(purpose);
	const since = Date.now();
	const show = (what) =>
		console.log(`npm ${commandLine[0]}: ${what} ${Math.round((Date.now() - since) / 1000)} s`);
	// On a terminal, npm shows its own progress.
	const ticking = process.stderr.isTTY ? undefined : setInterval(() => show('has run for'), TICK_MS);
	const cli = process.env.npm_execpath;
	if (cli?.endsWith('npm-cli.js')) await run(process.execPath, [cli, ...commandLine]);
	else await run('npm', commandLine, { shell: isWindows });
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
		console.error(
			`This needs Node ${major}, and ${machine}. npm has none to bring along for ${platform}: ` +
				`install Node ${major} (https://nodejs.org) and try again.`,
		);
		process.exit(1);
	}
	const own = `${MODULES}node-${platform}/bin/node${isWindows ? '.exe' : ''}`;
	if (!existsSync(own)) {
		const title = `Installing Node ${needed} in node_modules, because ${machine} (once; 190 MB)`;
		await npm(title, 'install', '--no-save', `node-${platform}@${needed}`);
	}
	return own;
}

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
