import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountAnswer, RECORD_TYPES } from '../../nodes/XmlBilling/records';
import type { Shape } from '../../nodes/XmlBilling/xml/shape';
import { FIELDS } from '../sandbox/walk/fields.mts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const isOfOthers = (name: string) => name.startsWith('.') || ['dist', 'node_modules'].includes(name);
const filesIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter(({ name }) => !isOfOthers(name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? filesIn(path) : [path];
		});

/** The paths of the elements of a shape. */
function flatten(shape: Shape, above = ''): string[] {
	return Object.entries(shape).flatMap(([element, kind]) => {
		const path = `${above}${element}`;
		if (typeof kind === 'string') return path;
		if ('fields' in kind) return flatten(kind.fields, `${path}/`);
		const each = `${path}/${kind.each}`;
		return typeof kind.of === 'string' ? each : flatten(kind.of, `${each}/`);
	});
}

it.each([...RECORD_TYPES, accountAnswer])(
	'the node reads each field of $name that the sandbox shows (§2.2)',
	({ name, shape }) => {
		const shown = FIELDS[name]?.match(/[\w/]+/g) ?? [];
		const known = flatten(shape);
		expect(shown).not.toEqual([]);
		expect(shown.filter((path) => !known.includes(path))).toEqual([]);
	},
);

it('has a heading for every section of the interface that code and docs cite', () => {
	const numbers = [...read('docs/interface.md').matchAll(/^#+ (\S+)/gm)].map(([, number]) => number);
	const files = filesIn('').filter((file) => /\.(md|mjs|m?ts)$/.test(file));
	const cited = files.flatMap((file) =>
		[...read(file).matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => ({ file, number })),
	);
	expect(cited.length).toBeGreaterThan(400);
	expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});
