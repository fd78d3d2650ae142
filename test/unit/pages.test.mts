import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { readExampleFiles } from '../../host/examples.mts';

const ROOT = join(import.meta.dirname, '../..');
const HOMEPAGE = 'https://github.com/n8n-nodes-xml-billing/n8n-nodes-xml-billing';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = ['.', 'bench', 'docs', 'docs/operations', 'sandbox'].flatMap((folder) =>
	readdirSync(join(ROOT, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join(folder, file)),
);

const anchorsOf = (page: string): string[] =>
	[...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
		title
			.toLowerCase()
			.replaceAll(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);

const isDead = (page: string, target: string): boolean => {
	const [path = '', anchor] = target.split('#');
	const file = path === '' ? page : normalize(join(dirname(page), path));
	if (!existsSync(join(ROOT, file))) return true;
	return anchor !== undefined && !anchorsOf(file).includes(anchor);
};

it.each(pages)('%s links only to files and headings that exist', (page) => {
	const text = read(page);
	const targets = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)].map(
		([, link, picture]) => link ?? picture ?? '',
	);
	const own = targets.filter((target) => !/^\w+:/.test(target));
	expect(own.filter((target) => isDead(page, target))).toEqual([]);
});

const markdownIn = (folder: string): string[] =>
	readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.md') && file !== 'README.md');

it('leads from the README to the operations of each resource', () => {
	const readme = read('README.md');
	const resources = markdownIn('docs/operations');
	expect(resources).toHaveLength(11);
	expect(resources.filter((page) => !readme.includes(`](docs/operations/${page})`))).toEqual([]);
});

it('leads from the index of the docs to each page', () => {
	const index = read('docs/README.md');
	expect(markdownIn('docs').filter((page) => !index.includes(`](${page})`))).toEqual([]);
	const above = ['README.md', ...markdownIn('.')].filter((page) => !/LICENSE/.test(page));
	expect(above.filter((page) => !index.includes(`](../${page})`))).toEqual([]);
});

it('shows each picture of the docs on a page', () => {
	const texts = pages.map(read).join('\n');
	const pictures = readdirSync(join(ROOT, 'docs/pictures')).filter((file) => file.endsWith('.png'));
	expect(pictures.filter((file) => !texts.includes(`pictures/${file}"`))).toEqual([]);
});

const SECTION =
	/^### (.+)\n\n.+\]\(\.\.\/examples\/(.+)\.json\)\n[^]*?\]\(pictures\/examples\/(.+)\.webp\)/gm;

it('shows each example on their page, under its tag and with its picture, and no other', () => {
	const shown = read('docs/examples.md')
		.split(/^## /m)
		.flatMap((part) => {
			const [tag = ''] = part.split('\n');
			return [...part.matchAll(SECTION)].map(([, name, file, picture]) => ({ tag, name, file, picture }));
		});
	const examples = readExampleFiles().map(([path, { name, tags }]) => {
		const file = path.replace('.json', '');
		return { tag: tags?.[0]?.name, name, file, picture: file };
	});
	expect(shown).toHaveLength(examples.length);
	expect(shown).toEqual(expect.arrayContaining(examples));
	const pictures = readdirSync(join(ROOT, 'docs/pictures/examples'));
	expect(pictures.sort()).toEqual(examples.map(({ file }) => `${file}.webp`).sort());
});

it('gives the editor links to headings of the README that exist', () => {
	const files = ['credentials', 'nodes'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.(ts|json)$/.test(file))
			.map((file) => join(folder, file)),
	);
	const anchors = files.flatMap((file) =>
		[...read(file).matchAll(new RegExp(`${HOMEPAGE}#([\\w-]+)`, 'g'))].map(([, anchor = '']) => anchor),
	);
	expect(anchors).not.toEqual([]);
	// The code host shows the whole README under this name.
	const known = ['readme', ...anchorsOf('README.md')];
	expect(anchors.filter((anchor) => !known.includes(anchor))).toEqual([]);
});
