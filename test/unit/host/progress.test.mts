import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Arrivals, sentenceOf } from '../../../host/progress.mts';

const COUNT = 100;
let folder: string;

const arrive = (from: number, to: number) => {
	for (let index = from; index < to; index++) {
		const own = join(folder, 'node_modules', `p${index}`);
		mkdirSync(own, { recursive: true });
		writeFileSync(join(own, 'package.json'), '{}');
	}
};

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'xml-billing-progress-'));
	const packages: Record<string, object> = { '': {}, 'node_modules/elsewhere': { optional: true } };
	for (let index = 0; index < COUNT; index++) packages[`node_modules/p${index}`] = {};
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
});

afterEach(() => rmSync(folder, { recursive: true }));

const sentences = (looks: Array<readonly [seconds: number, arrived: number]>): string[] => {
	const arrivals = new Arrivals(folder);
	let before = 0;
	return looks.map(([seconds, arrived]) => {
		arrive(before, arrived);
		before = arrived;
		return sentenceOf(arrivals.look(seconds * 1000), 2);
	});
};

it('tells what has arrived, how much there is, and how long the rest takes at its pace', () => {
	expect(
		sentences([
			[0, 0],
			[5, 10],
			[10, 11],
			[25, 20],
			[45, 90],
			[50, 91],
			[60, 100],
		]),
	).toEqual([
		'npm checks what is missing',
		'██░░░░░░░░░░░░░░░░░░ 10 of 100 packages, 0.2 of 2.0 GB',
		'██░░░░░░░░░░░░░░░░░░ 11 of 100 packages, 0.2 of 2.0 GB',
		'████░░░░░░░░░░░░░░░░ 20 of 100 packages, 0.4 of 2.0 GB, about 3 minutes left',
		'██████████████████░░ 90 of 100 packages, 1.8 of 2.0 GB, about 10 seconds left',
		'██████████████████░░ 91 of 100 packages, 1.8 of 2.0 GB; the large ones come last',
		'all packages are there; npm is finishing',
	]);
});

it('counts the time from what an earlier installation left', () => {
	expect(
		sentences([
			[0, 50],
			[30, 80],
		]).at(-1),
	).toBe('████████████████░░░░ 80 of 100 packages, 1.6 of 2.0 GB, about 20 seconds left');
});

it('follows the pace of the last half minute, and tells no time when hardly anything arrives', () => {
	expect(
		sentences([
			[0, 1],
			[10, 81],
			[40, 85],
			[70, 86],
		]).map((sentence) => /about .* left/.exec(sentence)?.[0]),
	).toEqual([undefined, 'about 10 seconds left', 'about 2 minutes left', undefined]);
});
