import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { accountAnswer, paymentMethodRecord, RECORD_TYPES } from '../../nodes/XmlBilling/records';
import { UNSUPPORTED_METHODS } from '../../nodes/XmlBilling/records/methods';
import type { Shape } from '../../nodes/XmlBilling/xml/shape';
import { fieldsOf } from '../../tools/forms.mts';
import { SPECIFICATION, type MethodRow } from '../sandbox/walk/specification.mts';

// docs/interface.md is written by hand. This compares it with the tables of the node and of the sandbox.

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const reference = read('docs/interface.md');
const isOfOthers = (name: string) => name.startsWith('.') || ['dist', 'node_modules'].includes(name);
const filesIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder), { withFileTypes: true })
		.filter(({ name }) => !isOfOthers(name))
		.flatMap((entry) => {
			const path = join(folder, entry.name);
			return entry.isDirectory() ? filesIn(path) : [path];
		});
/** The text of a section, by its number. */
const sectionOf = (number: string): string =>
	new RegExp(`^#+ ${number} [^]*?(?=^#+ \\d)`, 'm').exec(`${reference}\n## 0`)?.[0] ?? '';

const headings = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);

/** The row of a method, in its own section. */
const rowOf = ({ method, section }: MethodRow): string =>
	sectionOf(section)
		.split('\n')
		.find((line) => line.startsWith(`| \`${method}\``)) ?? '';

const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);
const KINDS = [...RECORD_TYPES, paymentMethodRecord, accountAnswer];

/** The paths of the elements that a method takes. What the node writes without a field of its own, only the sandbox knows. */
const elementsOf = (method: string): string[] => [
	...OPERATIONS.filter((one) => one.method === method)
		.flatMap(fieldsOf)
		.flatMap(({ elements }) => elements),
	...SPECIFICATION.filter((row) => row.method === method)
		.flatMap(({ elements }) => elements)
		.map(({ path }) => path),
];

/** The paths of a shape, with what each is read as. */
function flatten(shape: Shape, above = ''): Array<readonly [path: string, kind: string]> {
	return Object.entries(shape).flatMap(([element, kind]) => {
		const path = `${above}${element}`;
		if (typeof kind === 'string') return [[path, kind] as const];
		if ('fields' in kind) return flatten(kind.fields, `${path}/`);
		const each = `${path}/${kind.each}`;
		return typeof kind.of === 'string' ? [[each, kind.of] as const] : flatten(kind.of, `${each}/`);
	});
}

describe('The page of the interface', () => {
	it('shows every method in its section, once', () => {
		const rows = reference
			.split('\n')
			.flatMap((line) => /^\| `(\w+)`<br>|^\| `(get|list)(\w+)` \|/.exec(line)?.[0] ?? []);
		expect(SPECIFICATION.filter((specified) => rowOf(specified) === '')).toEqual([]);
		expect(rows.length).toBe(SPECIFICATION.length);
	});

	it.each(SPECIFICATION)('shows what $method takes, and what repeats in it', (specified) => {
		const row = rowOf(specified);
		// Lines and paging have their own section (§4.2, §4.1), and an identifier may have its own element.
		const names = elementsOf(specified.method)
			.filter((path) => !/^(items|time_entries|expenses)\/|^filter\/(page|per_page_record)$/.test(path))
			.flatMap((path) => path.split('/'));
		const missing = names.filter((name) => !new RegExp(`\\b${name}\\b`).test(row));
		expect({ 'missing in docs/interface.md': missing }).toEqual({ 'missing in docs/interface.md': [] });
		const repeatable = specified.elements.flatMap(
			({ path, group, repeats }) => group ?? (repeats === true ? path : []),
		);
		const repeated = repeatable.filter(
			(path) =>
				![path, path.replace(/^.*\//, '')].some(
					(name) => row.includes(`\`${name}\`…`) || row.includes(`\`${name}\`**…`),
				),
		);
		expect(repeated).toEqual([]);
	});

	it('names the methods that the service recognizes and does not support', () => {
		expect(UNSUPPORTED_METHODS.filter((name) => !sectionOf('4.11').includes(`\`${name}\``))).toEqual([]);
	});

	it.each(KINDS)('shows the fields of $name, and how each is read', ({ name, shape }) => {
		const [, block = ''] = sectionOf('2.2').split(`(\`${name}\`, from `);
		const [own = ''] = block.split('\n**', 1);
		const missing = flatten(shape).filter(
			([path, kind]) =>
				!own.includes(`| \`${path}\` | ${kind} |`) &&
				!(/^Also understood.*$/m.exec(own)?.[0] ?? '').includes(`\`${path}\``),
		);
		expect({ 'missing in docs/interface.md': missing }).toEqual({ 'missing in docs/interface.md': [] });
	});

	it('quotes only messages that the sandbox answers with', () => {
		const source = filesIn('sandbox')
			.filter((file) => file.endsWith('.mts'))
			.map(read)
			.join('\n');
		// A template covers all messages that it can produce.
		const known = [...source.matchAll(/(['`])((?:(?!\1).)*\.)\1/g)].map(
			([, , text = '']) =>
				new RegExp(
					`^${text
						.replace(/\$\{[^}]*\}/g, '\0')
						.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')
						.replaceAll('\0', '.+')}$`,
				),
		);
		const quoted = sectionOf('7.1')
			.split('\n')
			.flatMap((line) =>
				[...(line.split(' | ')[0] ?? '').matchAll(/`([^`]*\.)`/g)].map(([, text = '']) => text),
			);
		expect(quoted.length).toBeGreaterThan(60);
		expect(quoted.filter((message) => !known.some((one) => one.test(message)))).toEqual([]);
	});

	it('has a heading for every section that code and docs cite', () => {
		const numbers = headings.map((title) => title.split(' ')[0]);
		const files = filesIn('').filter((file) => /\.(md|mjs|m?ts)$/.test(file));
		const cited = files.flatMap((file) =>
			[...read(file).matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => ({ file, number })),
		);
		expect(cited.length).toBeGreaterThan(400);
		expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
	});
});
