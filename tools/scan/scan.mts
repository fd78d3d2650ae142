import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_NAME, packPackage, unpack } from '../../host/package.mts';
import { ROOT } from '../../host/paths.mts';
import { npm, runProgram } from '../../host/processes.mts';
import { runScript, step } from '../../host/terminal.mts';

type Verdict = { passed: boolean; message?: string; details?: string };

interface Scanner {
	analyzePackage: (folder: string, patterns: string[]) => Promise<Verdict>;
	SOURCE_FILE_PATTERNS: string[];
}

const FOLDER = import.meta.dirname;
/** The files of the published package that n8n scans. For the sources, its scanner exports the patterns. */
const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** Installs n8n's scanner, unless what its lock file names is there. */
async function installScanner(log: string): Promise<void> {
	const installed = join(FOLDER, 'node_modules', '.package-lock.json');
	const wanted = join(FOLDER, 'package-lock.json');
	if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
	const run = () => runProgram(npm(['ci'], { folder: FOLDER, log }));
	await step("Installing n8n's scanner (once; 220 MB)", run);
}

/** Runs n8n's linter, and its community package scan on the sources and on the packed package, without asking a registry. */
async function scan(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-scan-'));
	const log = join(folder, 'npm.log');
	try {
		await installScanner(log);
		const module = join(FOLDER, 'node_modules', '@n8n', 'scan-community-package', 'scanner', 'scanner.mjs');
		// The scanner has no types; it exports these two for this use.
		const { analyzePackage, SOURCE_FILE_PATTERNS } = (await import(module)) as Scanner;
		// As n8n does with what it gets from the registry.
		const unpacked = join(folder, PACKAGE_NAME);
		await unpack(await packPackage(folder, log), unpacked, log);
		const linter = join(ROOT, 'node_modules', '@n8n', 'node-cli', 'bin', 'n8n-node.mjs');
		const linted = once(spawn(process.execPath, [linter, 'lint'], { cwd: ROOT, stdio: 'inherit' }), 'close');
		const verdicts = await Promise.all([
			analyzePackage(ROOT, SOURCE_FILE_PATTERNS),
			analyzePackage(unpacked, PUBLISHED_FILE_PATTERNS),
		]);
		for (const [index, { passed, message, details = message }] of verdicts.entries()) {
			const what = ['sources', 'packed package'][index];
			console.log(`scan of the ${what}: ${passed ? 'passed' : `FAILED\n${details}`}`);
		}
		const [code] = (await linted) as [code: number | null];
		console.log(`n8n's linter: ${code === 0 ? 'passed' : 'FAILED'}`);
		if (code !== 0 || !verdicts.every(({ passed }) => passed)) process.exitCode = 1;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

await runScript(scan);
