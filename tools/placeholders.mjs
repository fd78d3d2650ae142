// What only the owner can fill in. `node tools/placeholders.mjs` lists where it is still open. With
// `--organization acme --name "Acme Ltd" --email billing@acme.com`, fills these in everywhere. `npm run release` refuses
// while anything is open.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The package's name on npm, which may stay. The texts are put together, so that this file is no place itself. */
const PACKAGE = 'n8n-nodes-xml-billing';

/** Each text that stands for something open: what it is, what belongs there, and the option that fills it in. */
export const PLACEHOLDERS = [
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

/** The places in the files that Git tracks, in the order of the placeholders. */
export function openPlaces() {
	return PLACEHOLDERS.flatMap((placeholder) => {
		const search = ['grep', '--line-number', '-I', '--fixed-strings', '-e', placeholder.text];
		const { status, stdout } = spawnSync('git', search, { cwd: ROOT, encoding: 'utf8' });
		// It ends with 1 when it finds nothing.
		if (status !== 0 && status !== 1)
			throw new Error('"git grep" failed: is this a clone of the repository?');
		return stdout
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => {
				const [file, number] = line.split(':');
				return { file, line: Number(number), placeholder };
			});
	});
}

/** Says for each place what it is and what belongs there. */
export const describePlaces = (places) =>
	places
		.map(
			({ file, line, placeholder: { text, what, instead } }) =>
				`${file}:${line}: "${text}" is ${what}. Put there: ${instead}.`,
		)
		.join('\n');

function fillIn(values) {
	for (const { file, placeholder } of openPlaces()) {
		const value = values[placeholder.option];
		if (value === undefined) continue;
		const path = join(ROOT, file);
		writeFileSync(
			path,
			readFileSync(path, 'utf8').replaceAll(placeholder.text, () => placeholder.filledIn(value)),
		);
	}
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
	const options = PLACEHOLDERS.flatMap(({ option }) =>
		option === undefined ? [] : [[option, { type: 'string' }]],
	);
	fillIn(parseArgs({ options: Object.fromEntries(options) }).values);
	const places = openPlaces();
	console.log(places.length === 0 ? 'Nothing is open.' : describePlaces(places));
}
