import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

// The rules between rooms (docs/architecture.md), so that a change that breaks one is seen at once.

const NODES = join(import.meta.dirname, '../../nodes/XmlBilling');

/** The rooms, lowest first. A file imports from its own room and from lower ones. */
const ROOMS = [
	'objects.ts',
	'xml',
	'records',
	'forms',
	'transport',
	'guards',
	'engine',
	'actions',
	'editor',
	'trigger',
	'.',
];

const FILES = readdirSync(NODES, { encoding: 'utf8', recursive: true }).filter((file) =>
	file.endsWith('.ts'),
);
const TEXTS = new Map(FILES.map((file) => [file, readFileSync(join(NODES, file), 'utf8')]));
const IMPORTS = new Map([...TEXTS].map(([file, text]) => [file, importsOf(file, text)]));

function importsOf(file: string, text: string): string[] {
	return [...text.matchAll(/ from '(\.[^']*)'/g)].flatMap(([, path = '']) => {
		const base = normalize(join(dirname(file), path));
		return [`${base}.ts`, join(base, 'index.ts')].filter((candidate) => TEXTS.has(candidate));
	});
}

function floorOf(file: string): number {
	const room = file.includes('/') ? (file.split('/')[0] ?? '') : '.';
	return ROOMS.findIndex((one) => one === file || one === room);
}

/** The files that a file reaches through its imports. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
	for (const next of IMPORTS.get(file) ?? []) {
		if (reached.has(next)) continue;
		reached.add(next);
		reachedFrom(next, reached);
	}
	return reached;
}

it('has no file that imports itself through others', () => {
	expect(FILES.filter((file) => reachedFrom(file).has(file))).toEqual([]);
});

it('imports from the same room and from lower ones only', () => {
	const upwards = [...IMPORTS].flatMap(([file, imports]) =>
		imports.filter((target) => floorOf(target) > floorOf(file)).map((target) => `${file} -> ${target}`),
	);
	expect(upwards).toEqual([]);
	expect(FILES.filter((file) => floorOf(file) < 0)).toEqual([]);
});

it.each(['architecture.md', 'decisions.md'])('shows only files that exist in %s', (page) => {
	const root = join(import.meta.dirname, '../..');
	const paths = readFileSync(join(root, 'docs', page), 'utf8').match(/(?:[\w-]+\/)+(?:[\w.-]+\.\w+)?/g) ?? [];
	const missing = paths.filter((path) => ![NODES, root].some((folder) => existsSync(join(folder, path))));
	expect(paths.length).toBeGreaterThan(0);
	expect(missing).toEqual([]);
});
