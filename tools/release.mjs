// `npm run release -- 0.2.0`: tests, and creates the commit and the tag of a release. It pushes and publishes nothing, and says
// what to do next. The first release has the version that package.json begins with. Without a version, it lists what only
// the owner can fill in, and fills in what is given:
// `npm run release -- --organization acme --name "Acme Ltd" --email billing@acme.com`.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const pathOf = (file) => new URL(`../${file}`, import.meta.url);
const read = (file) => readFileSync(pathOf(file), 'utf8');
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';
/** The package's name on npm, which may stay. The texts are put together, so that this file is no place itself. */
const PACKAGE = 'n8n-nodes-xml-billing';

/** Each text that stands for something open: what it is, and the option that fills it in. */
const PLACEHOLDERS = [
	{
		text: `github.com/${PACKAGE}/`,
		what: 'the organization on GitHub: put yours there, or your user name',
		option: 'organization',
		filledIn: (organization) => `github.com/${organization}/`,
	},
	{
		text: `The ${PACKAGE} founders`,
		what: "the author and license holder: put your name there, or your company's",
		option: 'name',
		filledIn: (name) => name,
	},
	{
		text: `founders@${PACKAGE}.example`,
		what: "the author's email: put a mailbox there that you read, for n8n's proof of ownership",
		option: 'email',
		filledIn: (email) => email,
	},
	{
		text: ['**not', 'on', 'npm', 'yet**'].join(' '),
		what: 'what the release makes untrue: delete the sentence',
	},
];

/** Why a release is refused. */
class Refusal extends Error {}

function need(condition, reason) {
	if (!condition) throw new Refusal(reason);
}

const git = (...commandLine) => execFileSync('git', commandLine, { cwd, encoding: 'utf8' }).trim();

function npm(...commandLine) {
	const options = { cwd, stdio: 'inherit', shell: process.platform === 'win32' };
	const { status } = spawnSync('npm', commandLine, options);
	need(
		status === 0,
		`"npm ${commandLine.join(' ')}" failed. Nothing is committed. "git restore ." undoes what was written.`,
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

const describePlaces = (places) =>
	places.map(({ at, placeholder: { text, what } }) => `${at.join(':')}: "${text}" is ${what}.`).join('\n');

function fillIn(values) {
	for (const { at, placeholder } of openPlaces()) {
		const value = values[placeholder.option];
		if (value === undefined) continue;
		const text = read(at[0]).replaceAll(placeholder.text, () => placeholder.filledIn(value));
		writeFileSync(pathOf(at[0]), text);
	}
	console.log(describePlaces(openPlaces()) || 'Nothing is open.');
}

function release(version) {
	const { version: current } = JSON.parse(read('package.json'));
	const places = openPlaces();
	const [before, after = ''] = read(CHANGELOG).split(UNRELEASED);
	const notes = after.split(/^## /m)[0].trim();
	need(
		places.length === 0,
		`${places.length} places (PUBLISHING.md) wait for what only the owner knows.\n${describePlaces(places)}`,
	);
	need(/^\d+\.\d+\.\d+$/.test(version), 'Name the version, such as "npm run release -- 0.2.0".');
	need(
		new Intl.Collator('en', { numeric: true }).compare(version, current) >= 0,
		`${version} comes before ${current}, the version in package.json.`,
	);
	need(!after.includes(`\n## ${version} (`), `${CHANGELOG} tells of ${version} already.`);
	need(git('branch', '--show-current') === 'main', 'Releases come from the branch main.');
	need(git('status', '--porcelain') === '', 'There are uncommitted changes.');
	need(git('tag', '--list', `v${version}`) === '', `The tag v${version} exists.`);
	need(notes !== '', `Nothing stands under Unreleased in ${CHANGELOG}.`);
	// The tests include the linters.
	for (const name of ['test', 'scan']) npm('run', name);
	npm('version', version, '--no-git-tag-version', '--allow-same-version');
	const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})\n`;
	writeFileSync(pathOf(CHANGELOG), `${before}${UNRELEASED}\n${heading}${after}`);
	git('commit', '--quiet', '--all', '--message', `Release ${version}`);
	// Verbatim: git would drop headings as comments.
	git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '--message', `${version}\n\n${notes}\n`);
	console.log(`Committed and tagged v${version}. Nothing is pushed or published yet. Look at it with "git show", then:
  git push origin main v${version}
  gh release create v${version} --verify-tag --notes-from-tag
The second publishes: the workflow Publish tests everything again, then sends the package to npm. Before the first release,
npm has to trust that workflow: PUBLISHING.md.
To undo before pushing: git tag --delete v${version} && git reset --hard HEAD~1`);
}

try {
	const given = PLACEHOLDERS.flatMap(({ option }) => option ?? []);
	const options = Object.fromEntries(given.map((option) => [option, { type: 'string' }]));
	const { positionals, values } = parseArgs({ allowPositionals: true, options });
	if (positionals.length === 0) fillIn(values);
	else release(positionals[0]);
} catch (error) {
	if (!(error instanceof Refusal)) throw error;
	console.log(`No release: ${error.message}`);
	process.exitCode = 1;
}
