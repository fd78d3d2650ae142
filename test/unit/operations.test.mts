import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { fieldsOf, type FormField } from '../../tools/forms.mts';
import { describeOperations, type Samples } from '../../tools/operations.mts';

const DOCS = join(import.meta.dirname, '../../docs');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');
const pages = new Map(
	readdirSync(join(DOCS, 'operations')).map((page) => [page, read(`operations/${page}`)]),
);
const samples = JSON.parse(read('samples.json')) as Samples; // written by samples.test.mts

const bulletsOf = (text: string): string[] => text.match(/^ *- .*$/gm) ?? [];

/** The names of fields in a bullet, before what it says about the first: `- **Client**, Simplify`. */
const namesIn = (bullet: string): string[] =>
	bullet
		.replace(/^ *- (_[\w ]+_: ?)?/, '')
		.replaceAll('**', '')
		.split(', ');

const isDescribedIn = (bullets: readonly string[], name: string): boolean =>
	bullets.some((bullet) => {
		const text = bullet.replace(/^ *- /, '').replaceAll('**', '');
		return text.startsWith(name) && /^(?: `| \((?!JSON)|:|$)/.test(text.slice(name.length));
	});

describe('The reference of the operations', () => {
	it('is that of the present forms', () => {
		const isCurrent = isSame(pages, describeOperations(RESOURCES, samples));
		expect(isCurrent ? '' : 'docs/operations is out of date: run "npm run docs"').toBe('');
	});

	it('names every field of each operation where it stands, and describes each field on its page or the index', () => {
		const shared = bulletsOf(pages.get('README.md') ?? '');
		const everywhere = shared.filter((bullet) => bullet.includes(' (every write'));
		for (const { option, operations } of RESOURCES) {
			const page = pages.get(`${option.name.toLowerCase().replaceAll(' ', '-')}.md`) ?? '';
			const described = [...shared, ...bulletsOf(page)];
			for (const operation of operations) {
				const section = page.split(`\n## ${operation.option.name}\n`)[1]?.split('\n## ')[0] ?? '';
				const fields = fieldsOf(operation).map((field) => ({
					path: field.label
						.replace(/^(Additional Fields|Filters|Options|Sort|Update Fields) › /, '')
						.split(' › '),
					isAlwaysShown: isAlwaysShown(field),
					text: field.field.description ?? field.field.hint ?? '',
				}));
				const here = bulletsOf(section);
				const named = here.flatMap(namesIn);
				const unnamed = fields
					.filter(({ isAlwaysShown, path }) => isAlwaysShown && path.length === 1)
					.map(({ path: [name = ''] }) => name)
					.filter((name) => !named.includes(name) && !isDescribedIn(here, name))
					.filter((name) => operation.run !== undefined || !isDescribedIn(everywhere, name));
				expect({ operation: operation.option.name, unnamed }).toEqual({
					operation: operation.option.name,
					unnamed: [],
				});
				const unknown = fields
					.filter(({ text }) => text !== '')
					.map(({ path }) => path.at(-1) ?? '')
					.filter((name) => !isDescribedIn(described, name));
				expect({ operation: operation.option.name, unknown }).toEqual({
					operation: operation.option.name,
					unknown: [],
				});
			}
		}
	});
});

// Output takes the place of Simplify in an agent's tool.
const isAlwaysShown = ({ conditions, names }: FormField): boolean =>
	conditions.length === 0 && names.length < 3;

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean =>
	one.size === other.size && [...other].every(([page, text]) => one.get(page) === text);
