import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import type { Operation } from '../../nodes/XmlBilling/execution/operation';
import { fieldsOf, type FormField } from '../../tools/forms.mts';
import { describeOperations, type Samples } from '../../tools/operations.mts';

const DOCS = join(import.meta.dirname, '../../docs');
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');
const pages = new Map(
	readdirSync(join(DOCS, 'operations')).map((page) => [page, read(`operations/${page}`)]),
);
const samples = JSON.parse(read('samples.json')) as Samples; // written by samples.test.mts

const index = pages.get('README.md') ?? '';
const [, shared = ''] = index.split(/^## (?:Shared fields|Lines)$/m);

/** The fields of an operation, with the names of the sets around them. Collections such as Options are not named. */
const fieldsIn = (operation: Operation) =>
	fieldsOf(operation).map((field) => ({
		path: field.label.replace(/^(Additional Fields|Filters|Options|Sort|Update Fields) › /, '').split(' › '),
		isAlwaysShown: isAlwaysShown(field),
		isExplained: field.field.type !== 'json' && /^(?:Options › )?[^›]+$/.test(field.label),
		hasChoices: field.field.options?.some((option) => 'value' in option) === true,
		text: field.field.description ?? field.field.hint ?? '',
	}));

/** Whether a bullet names a field, before its element, the fields inside it, or what it says of it. */
const isNamedIn = (text: string, name: string): boolean =>
	new RegExp(`^ *- (?:.*[ (*])?${name.replaceAll(/[()]/g, '\\$&')}(?:$|[,:)*]| [(\`])`, 'm').test(text);

/** The sentences of a description that say more than the name and the choices, without what the index says of all fields. */
const sentencesIn = ({ hasChoices, text }: ReturnType<typeof fieldsIn>[number]): string[] =>
	text
		.replaceAll(/<[^>]*>|, such as \d(?:[\d.]*\d)?(?=\.?(?: |$))| \(YYYY-MM-DD\)/g, '')
		.split(/(?<=\.) /)
		.map((sentence) => sentence.trim().replace(/\.$/, ''))
		.filter(
			(sentence) => !/^(?:Choose from the list, or|From the list, or by)|use an expression$/.test(sentence),
		)
		.filter((sentence, position) => position > 0 || sentence.split(' ').length > (hasChoices ? 12 : 8));

describe('The reference of the operations', () => {
	it('is that of the present forms', () => {
		const isCurrent = isDeepStrictEqual(pages, new Map(describeOperations(RESOURCES, samples)));
		expect(isCurrent ? '' : 'docs/operations is out of date: run "npm run docs"').toBe('');
	});

	it('names the fields that a form shows at once, for its operation or for all', () => {
		for (const { option, operations } of RESOURCES) {
			const page = pages.get(pageOf(option.name)) ?? '';
			for (const operation of operations) {
				const section = page.split(`\n## ${operation.option.name}\n`)[1]?.split('\n## ')[0] ?? '';
				const unnamed = fieldsIn(operation)
					.filter((field) => field.isAlwaysShown && field.path.length === 1)
					.map(({ path: [name = ''] }) => name)
					.filter((name) => !isNamedIn(`${section}${shared}`, name));
				expect([option.name, operation.option.name, ...unnamed]).toEqual([
					option.name,
					operation.option.name,
				]);
			}
		}
	});

	it('names every field, and explains what the form shows at once and its options', () => {
		for (const { option, operations } of RESOURCES) {
			const text = `${index}\n${pages.get(pageOf(option.name)) ?? ''}`;
			const fields = operations.flatMap(fieldsIn);
			const unnamed = fields.map(({ path }) => path.at(-1) ?? '').filter((name) => !isNamedIn(text, name));
			const untold = fields
				.filter(({ isExplained }) => isExplained)
				.flatMap(sentencesIn)
				.filter((told) => !text.includes(told));
			expect({ [option.name]: [...new Set([...unnamed, ...untold])] }).toEqual({ [option.name]: [] });
		}
	});
});

const pageOf = (resource: string): string => `${resource.toLowerCase().replaceAll(' ', '-')}.md`;

// Output takes the place of Simplify in an agent's tool.
const isAlwaysShown = ({ conditions, names }: FormField): boolean =>
	conditions.length === 0 && names.length < 3;
