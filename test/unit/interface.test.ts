import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESOURCES } from '../../nodes/XmlBilling/actions';
import { accountShape, RECORD_TYPES } from '../../nodes/XmlBilling/records';
import { METHODS } from '../../nodes/XmlBilling/records/methods';
import { describeInterface, flatten } from '../../tools/interface.ts';
import { ANSWERS, REQUIRED, UNSPECIFIED_FIELDS } from '../../tools/interfaceText.ts';

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
const headings = [...reference.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);

describe('The reference of the interface', () => {
	it('is that of the present tables', () => {
		const isCurrent = reference === describeInterface(RESOURCES);
		expect(isCurrent ? '' : 'docs/interface.md is out of date: run "npm run docs"').toBe('');
	});

	it('shows every method', () => {
		expect(METHODS.filter(({ name }) => !reference.includes(`\n| \`${name}\``))).toEqual([]);
	});

	it('names only methods, records and fields that exist, and each field once', () => {
		const methods = METHODS.map(({ name }) => name);
		const shapes = new Map(RECORD_TYPES.map(({ name, shape }) => [name, flatten(shape)]));
		const fieldsOf = (kind: string) => (shapes.get(kind) ?? flatten(accountShape)).map(([path]) => path);
		const kinds = Object.keys(UNSPECIFIED_FIELDS);
		expect(
			[...Object.keys(REQUIRED), ...Object.keys(ANSWERS)].filter((one) => !methods.includes(one)),
		).toEqual([]);
		expect(kinds.filter((kind) => kind !== 'account' && !shapes.has(kind))).toEqual([]);
		for (const [kind, fields] of Object.entries(UNSPECIFIED_FIELDS))
			expect(fields.filter((path) => !fieldsOf(kind).includes(path))).toEqual([]);
	});

	it('has a heading for every section that code and docs cite', () => {
		const numbers = headings.map((title) => title.split(' ')[0]);
		const files = filesIn('').filter((file) => /\.(md|mjs|ts)$/.test(file));
		const cited = files.flatMap((file) =>
			[...read(file).matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, number]) => ({ file, number })),
		);
		expect(cited.length).toBeGreaterThan(400);
		expect(cited.filter(({ number }) => !numbers.includes(number))).toEqual([]);
	});

	it('has no link that leads nowhere', () => {
		const anchors = new Map(
			['interface.md', 'operations.md', 'trigger.md'].map((page) => [page, anchorsOf(read(`docs/${page}`))]),
		);
		const links = [...reference.matchAll(/\]\(([\w.]*)(?:#([\w-]+))?\)/g)];
		const dead = links.filter(([, page, anchor]) => {
			const known = anchors.get(page === '' || page === undefined ? 'interface.md' : page);
			return known === undefined || (anchor !== undefined && !known.includes(anchor));
		});
		expect(dead.map(([link]) => link)).toEqual([]);
	});
});

const anchorsOf = (page: string): string[] =>
	[...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replaceAll(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);
