import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const HOMEPAGE = 'https://github.com/n8n-nodes-xml-billing/n8n-nodes-xml-billing';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const pages = globSync(['*.md', 'docs/*.md', 'sandbox/*.md'], { cwd: ROOT }).sort();

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

it('gives the editor links to headings of the README that exist', () => {
	const files = globSync('{credentials,nodes}/**/*.{ts,json}', { cwd: ROOT });
	const anchors = files.flatMap((file) =>
		[...read(file).matchAll(new RegExp(`${HOMEPAGE}#([\\w-]+)`, 'g'))].map(([, anchor = '']) => anchor),
	);
	expect(anchors).not.toEqual([]);
	// The code host shows the whole README under this name.
	const known = ['readme', ...anchorsOf('README.md')];
	expect(anchors.filter((anchor) => !known.includes(anchor))).toEqual([]);
});
