import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

// The rules between layers (docs/architecture.md), so that a change that breaks one is seen at once.

const NODES = join(import.meta.dirname, '../../nodes/XmlBilling');

/** The layers, lowest first. A file imports from its own layer and from lower layers. */
const LAYERS =
	'helpers xml records descriptions transport limits lookup execution actions methods trigger .'.split(' ');

const ROOT = join(import.meta.dirname, '../..');

/** What each file of a folder imports from the same folder. */
function importsIn(folder: string): Map<string, string[]> {
	const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
		(file) => /\.m?ts$/.test(file) && !file.includes('node_modules'),
	);
	const known = new Set(files);
	return new Map(
		files.map((file) => {
			const text = readFileSync(join(folder, file), 'utf8');
			const imports = [...text.matchAll(/ from '(\.[^']*)'/g)].flatMap(([, path = '']) => {
				const base = normalize(join(dirname(file), path));
				return [base, `${base}.ts`, join(base, 'index.ts')].filter((candidate) => known.has(candidate));
			});
			return [file, imports];
		}),
	);
}

/** The files that a file reaches through its imports. */
function reachedFrom(imports: ReadonlyMap<string, readonly string[]>, file: string): Set<string> {
	const reached = new Set(imports.get(file));
	// A set also goes through what is added meanwhile.
	for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next);
	return reached;
}

function floorOf(file: string): number {
	const layer = file.includes('/') ? (file.split('/')[0] ?? '') : '.';
	return LAYERS.findIndex((one) => one === file || one === layer);
}

it.each(['nodes/XmlBilling', 'host', 'sandbox', 'tools', 'bench'])(
	'no file in %s imports itself through others',
	(folder) => {
		const imports = importsIn(join(ROOT, folder));
		expect(imports.size).toBeGreaterThan(0);
		expect([...imports.keys()].filter((file) => reachedFrom(imports, file).has(file))).toEqual([]);
	},
);

it('has no two folders that import each other', () => {
	const imports = importsIn(NODES);
	// A file at the top that is a layer of its own is no folder.
	const folderOf = (file: string) => (LAYERS.includes(file) ? file : dirname(file));
	const arrows = new Set(
		[...imports].flatMap(([file, targets]) =>
			targets.map((target) => `${folderOf(file)} -> ${folderOf(target)}`),
		),
	);
	const circles = [...arrows].filter((arrow) => {
		const [from = '', to = ''] = arrow.split(' -> ');
		return from !== to && arrows.has(`${to} -> ${from}`);
	});
	expect(circles).toEqual([]);
	expect(arrows.size).toBeGreaterThan(0);
});

it('imports from the same layer and from lower layers only', () => {
	const imports = importsIn(NODES);
	const upwards = [...imports].flatMap(([file, targets]) =>
		targets.filter((target) => floorOf(target) > floorOf(file)).map((target) => `${file} -> ${target}`),
	);
	expect(upwards).toEqual([]);
	expect([...imports.keys()].filter((file) => floorOf(file) < 0)).toEqual([]);
});

it.each(['architecture.md', 'decisions.md'])('shows only files that exist in %s', (page) => {
	const paths = readFileSync(join(ROOT, 'docs', page), 'utf8').match(/(?:[\w-]+\/)+(?:[\w.-]+\.\w+)?/g) ?? [];
	const missing = paths.filter((path) => ![NODES, ROOT].some((folder) => existsSync(join(folder, path))));
	expect(paths.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});
