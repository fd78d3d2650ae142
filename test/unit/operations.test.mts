import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { fieldsOf } from '../../tools/forms.mts';
import { describeOperations, type Samples } from '../../tools/operations.mts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8');
const reference = read('operations.md');
const samples = JSON.parse(read('samples.json')) as Samples; // written by samples.test.mts

describe('The reference of the operations', () => {
	it('is that of the present forms', () => {
		const isCurrent = reference === describeOperations(RESOURCES, samples);
		expect(isCurrent ? '' : 'docs/operations.md is out of date: run "npm run docs"').toBe('');
	});

	it('lists every field of each operation, and describes each field that is sent', () => {
		const sections = new Map(
			reference
				.split(/^(?=##+ )/m)
				.map((section) => [section.split('\n', 1)[0]?.replace(/^##+ /, '') ?? '', section]),
		);
		const tables = reference.match(/^\| .*$/gm)?.join('\n') ?? '';
		for (const { option, operations } of RESOURCES) {
			for (const operation of operations) {
				const section = sections.get(`${option.name}: ${operation.option.name}`) ?? '';
				const fields = fieldsOf(operation).map(({ elements, label }) => ({
					path: label.replace(/^(Additional Fields|Filters|Options|Sort|Update Fields) › /, '').split(' › '),
					isSent: elements.length > 0,
				}));
				const listed = fields.map(({ path: [outer = ''] }) => outer);
				expect(listed.filter((label) => !isListed(section, label))).toEqual([]);
				const described = fields.filter(({ isSent }) => isSent).map(({ path }) => path);
				expect(described.filter((path) => !isDescribed(tables, path))).toEqual([]);
			}
		}
	});
});

const isListed = (section: string, label: string): boolean =>
	section.split('\n').some((line) =>
		line
			.replace(/^- [\w ]+: /, '')
			.replaceAll('**', '')
			.split(', ')
			.includes(label),
	);

// What a field of another set shares with that of a line is said of the line alone.
function isDescribed(tables: string, path: readonly string[]): boolean {
	const name = path.at(-1) ?? '';
	const inLine = [
		'',
		'Additional Fields › ',
		'Additional Fields › Custom Tax › ',
		'Additional Fields › Second Tax › ',
	].map((inside) => `Lines › ${inside}${name}`);
	return [path.join(' › '), ...(path.length > 1 ? inLine : [])].some(
		(label) => tables.includes(`| ${label} |`) || tables.includes(`| ${label} (`),
	);
}
