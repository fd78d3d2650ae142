// `npm run release -- 0.2.0`: creates the commit and the tag of a release. It pushes and publishes nothing, and says
// what to do next. `--tested` skips the tests, for a commit on which .ci/run passed. The first release has the version that
// package.json begins with. Without a version, it lists what only the owner can fill in, and fills in what is given:
// `npm run release -- --organization acme --name "Acme Ltd" --email billing@acme.com`.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const pathOf = (file) => new URL(`../${file}`, import.meta.url);
const read = (file) => readFileSync(pathOf(file), 'utf8');
const MANIFEST = 'package.json';
const LOCK = 'package-lock.json';
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';
/** The package's name on npm, which may stay. The texts are put together, so that this file is no place itself. */
const PACKAGE = 'n8n-nodes-xml-billing';

/** Each text that stands for something open: what it is, what belongs there, and the option that fills it in. */
const PLACEHOLDERS = [
	{
		text: `github.com/${PACKAGE}/`,
		what: 'the organization on GitHub',
		instead: 'yours, or your user name',
		option: 'organization',
		filledIn: (organization) => `github.com/${organization}/`,
	},
	{
		text: `The ${PACKAGE} founders`,
		what: 'the author and license holder',
		instead: "your name or your company's",
		option: 'name',
		filledIn: (name) => name,
	},
	{
		text: `founders@${PACKAGE}.example`,
		what: "the author's email",
		instead: 'a mailbox that you read: n8n sends the proof of ownership there',
		option: 'email',
		filledIn: (email) => email,
	},
	{
		text: ['**not', 'on', 'npm', 'yet**'].join(' '),
		what: 'a sentence that the release makes untrue',
		instead: 'nothing: delete the sentence',
	},
];

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
	const options = { cwd, stdio: 'inherit', shell: process.platform === 'win32' };
	const { status } = spawnSync('npm', ['run', name], options);
	need(
		status === 0,
		`"npm run ${name}" failed. Nothing is committed. "git restore ." undoes what was written.`,
	);
}

/** The places of placeholders in the files that Git tracks, in the order of these. */
function openPlaces() {
	return PLACEHOLDERS.flatMap((placeholder) => {
		const search = ['grep', '--line-number', '-I', '--fixed-strings', '-e', placeholder.text];
		const { status, stdout } = spawnSync('git', search, { cwd, encoding: 'utf8' });
		// It ends with 1 when it finds nothing.
		need(status === 0 || status === 1, '"git grep" failed: is this a clone of the repository?');
		const lines = stdout.split('\n').filter((line) => line !== '');
		return lines.map((line) => ({ at: line.split(':', 2), placeholder }));
	});
}

/** Says for each place what it is and what belongs there. */
const describePlaces = (places) =>
	places
		.map(
			({ at, placeholder: { text, what, instead } }) =>
				`${at.join(':')}: "${text}" is ${what}. Put there: ${instead}.`,
		)
		.join('\n');

function fillIn(values) {
	for (const { at, placeholder } of openPlaces()) {
		const value = values[placeholder.option];
		if (value === undefined) continue;
		const text = read(at[0]).replaceAll(placeholder.text, () => placeholder.filledIn(value));
		writeFileSync(pathOf(at[0]), text);
	}
	const places = openPlaces();
	console.log(places.length === 0 ? 'Nothing is open.' : describePlaces(places));
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

function release(version, isTested) {
	const { version: current, scripts } = JSON.parse(read(MANIFEST));
	checkState(version, current);
	const notes = notesIn(read(CHANGELOG));
	const changes = changesFor(version, current);
	// The tests include the linters.
	if (!isTested) for (const name of ['test', 'scan']) runScript(name);
	for (const [file, text] of Object.entries(changes)) writeFileSync(pathOf(file), text);
	// As "npm version" does: updates other files that contain the version.
	if (scripts?.version !== undefined) runScript('version');
	git(['add', '--all']);
	git(['commit', '--quiet', '--message', `Release ${version}`]);
	// Verbatim: git would drop headings as comments.
	git(['tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--file=-'], `${version}\n\n${notes}\n`);
	console.log(`Committed and tagged v${version}. Nothing is pushed or published yet. Look at it with "git show", then:
  git push origin main v${version}
  gh release create v${version} --verify-tag --notes-from-tag
The second publishes: the workflow Publish tests everything again, then sends the package to npm. Before the first release,
npm has to trust that workflow: PUBLISHING.md.
To undo before pushing: git tag --delete v${version} && git reset --hard HEAD~1`);
}

try {
	const options = Object.fromEntries(
		PLACEHOLDERS.flatMap(({ option }) => (option === undefined ? [] : [[option, { type: 'string' }]])),
	);
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { ...options, tested: { type: 'boolean' } },
	});
	if (positionals.length === 0) fillIn(values);
	else release(positionals[0], values.tested);
} catch (error) {
	if (!(error instanceof Refusal)) throw error;
	console.log(`No release: ${error.message}`);
	process.exitCode = 1;
}
