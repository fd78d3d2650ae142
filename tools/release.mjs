// `npm run release -- 0.2.0`: creates the commit and the tag of a release. It pushes and publishes nothing, and says
// what to do next. `--dry-run` shows what would change. `--tested` skips the tests, for a commit on which .ci/run
// passed. The first release has the version that package.json begins with.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describePlaces, openPlaces } from './placeholders.mjs';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const MANIFEST = 'package.json';
const LOCK = 'package-lock.json';
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';

/** Why a release is refused. */
class Refusal extends Error {}

function need(condition, reason) {
	if (!condition) throw new Refusal(reason);
}

const git = (commandLine, input) =>
	execFileSync('git', commandLine, {
		cwd,
		input,
		encoding: 'utf8',
		stdio: ['pipe', 'pipe', 'inherit'],
	}).trim();

function runScript(name) {
	const { status } = spawnSync('npm', ['run', name], {
		cwd,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	need(
		status === 0,
		`"npm run ${name}" failed. Nothing is committed. "git restore ." undoes what was written.`,
	);
}

/** Whether one version is later than another. Both are three numbers, the only form that this package uses. */
function isLater(version, than) {
	const [a, b] = [version, than].map((each) => each.split('.').map(Number));
	const at = a.findIndex((number, index) => number !== b[index]);
	return at >= 0 && a[at] > b[at];
}

/** The text under Unreleased, up to the next heading of that level. */
function notesIn(changelog) {
	const [, rest] = changelog.split(UNRELEASED);
	return rest?.split(/^## /m)[0].trim() ?? '';
}

function checkState(version, current) {
	const places = openPlaces();
	need(
		places.length === 0,
		`${places.length} places (PUBLISHING.md) wait for what only the owner knows.\n${describePlaces(places)}`,
	);
	need(/^\d+\.\d+\.\d+$/.test(version), 'Name the version, such as "npm run release -- 0.2.0".');
	need(!isLater(current, version), `${version} comes before ${current}, the version in ${MANIFEST}.`);
	need(!read(CHANGELOG).includes(`\n## ${version} (`), `${CHANGELOG} tells of ${version} already.`);
	need(git(['branch', '--show-current']) === 'main', 'Releases come from the branch main.');
	need(git(['status', '--porcelain']) === '', 'There are uncommitted changes.');
	need(git(['tag', '--list', `v${version}`]) === '', `The tag v${version} exists.`);
	need(notesIn(read(CHANGELOG)) !== '', `Nothing stands under Unreleased in ${CHANGELOG}.`);
}

/** The files that a release changes, with their new texts. */
function changesFor(version, current) {
	const day = new Date().toISOString().slice(0, 10);
	const versionLine = new RegExp(`("version": )"${current.replaceAll('.', '\\.')}"`);
	const raise = (text) => text.replace(versionLine, `$1"${version}"`);
	const changes = {
		[MANIFEST]: raise(read(MANIFEST)),
		// The package appears there twice: at the top, and as the first of the packages.
		[LOCK]: raise(raise(read(LOCK))),
		[CHANGELOG]: read(CHANGELOG).replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`),
	};
	const lock = JSON.parse(changes[LOCK]);
	const written = [JSON.parse(changes[MANIFEST]).version, lock.version, lock.packages[''].version];
	need(
		written.every((each) => each === version),
		`${MANIFEST} and ${LOCK} don't have the same version. "npm install --package-lock-only" repairs that.`,
	);
	return changes;
}

function showChanges(changes) {
	for (const [path, text] of Object.entries(changes)) {
		const before = new Set(read(path).split('\n'));
		for (const line of text.split('\n')) if (!before.has(line)) console.log(`${path}: ${line.trim()}`);
	}
}

function commit(version, notes) {
	git(['add', '--all']);
	git(['commit', '--quiet', '--message', `Release ${version}`]);
	// Verbatim: git would drop headings as comments.
	git(['tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--file=-'], `${version}\n\n${notes}\n`);
}

function release() {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { 'dry-run': { type: 'boolean' }, tested: { type: 'boolean' } },
	});
	const [version = ''] = positionals;
	const { version: current, scripts } = JSON.parse(read(MANIFEST));
	checkState(version, current);
	const notes = notesIn(read(CHANGELOG));
	const changes = changesFor(version, current);
	if (values['dry-run']) return showChanges(changes);

	// The tests include the linters.
	if (!values.tested) for (const name of ['test', 'scan']) runScript(name);
	for (const [path, text] of Object.entries(changes))
		writeFileSync(new URL(`../${path}`, import.meta.url), text);
	// As "npm version" does: updates other files that contain the version.
	if (scripts?.version !== undefined) runScript('version');
	commit(version, notes);
	console.log(`Committed and tagged v${version}. Nothing is pushed or published yet. Look at it with "git show", then:
  git push origin main v${version}
  gh release create v${version} --verify-tag --notes-from-tag
The second publishes: the workflow Publish tests everything again, then sends the package to npm. Before the first release,
npm has to trust that workflow: PUBLISHING.md.
To undo before pushing: git tag --delete v${version} && git reset --hard HEAD~1`);
}

try {
	release();
} catch (error) {
	if (!(error instanceof Refusal)) throw error;
	console.log(`No release: ${error.message}`);
	process.exitCode = 1;
}
