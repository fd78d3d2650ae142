// `npm run audit`: known vulnerabilities of the packages that are in the bundle. Others never reach a user, and
// Dependabot updates them. Given the name of a file, reads npm's answer from there instead of asking.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SBOM, purlOf } from './sbom.mjs';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

/** Asks the registry. npm exits with 1 if it knows of vulnerabilities, so the answer decides. */
function ask() {
	const { stdout } = spawnSync('npm', ['audit', '--json'], {
		cwd,
		encoding: 'utf8',
		maxBuffer: 1e9,
		shell: process.platform === 'win32',
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	return stdout;
}

function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return { message: 'npm gave no JSON' };
	}
}

/**
 * The advisories for bundled packages. npm also lists packages that are affected only through a dependency; the
 * dependency has its own entry, and matters only if it is bundled too.
 */
function findings({ vulnerabilities }) {
	const bundled = new Set(read(SBOM).components.map(({ purl }) => purl));
	const { packages } = read('package-lock.json');
	return Object.values(vulnerabilities)
		.filter(({ name, nodes }) => nodes.some((node) => bundled.has(purlOf(name, packages[node]?.version))))
		.flatMap(({ name, via }) =>
			via
				.filter((each) => typeof each === 'object')
				.map(({ severity, title, range, url }) => `${name} ${range}: ${title} (${severity}, ${url})`),
		);
}

const [file] = process.argv.slice(2);
const answer = parse(file === undefined ? ask() : readFileSync(file, 'utf8'));
if (answer.auditReportVersion !== 2) {
	console.log(
		`The registry could not be asked: ${answer.message ?? answer.error?.summary ?? 'unknown answer'}`,
	);
	// CI expects an answer, so no answer is a failure there.
	process.exitCode = process.env.GITHUB_ACTIONS === 'true' ? 1 : 0;
} else {
	const found = findings(answer);
	for (const finding of found) console.log(finding);
	console.log(
		found.length === 0
			? 'No known vulnerability is in what is bundled.'
			: `${found.length} known vulnerabilities are in what is bundled.`,
	);
	process.exitCode = found.length === 0 ? 0 : 1;
}
