import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../.github/workflows');
const FILES = readdirSync(FOLDER);

/** A CI workflow: its text, the part before its jobs, and the steps of each job that run or use something. */
function read(name: string) {
	const text = readFileSync(join(FOLDER, name), 'utf8');
	const [head = '', jobs = ''] = text.split(/^jobs:\n/m);
	return {
		text,
		head,
		jobs: [...jobs.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n|\n)*)/gm)].map(([, job = '', body = '']) => ({
			job,
			// A matrix of one list makes a job of each of its values.
			count: /^ {8}\w+: \[(.*)\]$/m.exec(body)?.[1]?.split(',').length ?? 1,
			minutes: Number(/^ {4}timeout-minutes: (\d+)$/m.exec(body)?.[1]),
			maySign: body.includes('id-token: write'),
			mayWrite: /^ {6}[\w-]+: write$/m.test(body),
			steps: [...body.matchAll(/^ {6}[- ] ((?:run|uses): .*)$/gm)].map(([, step = '']) => step),
		})),
	};
}

const isAction = (step: string, action: string): boolean => step.startsWith(`uses: ${action}@`);
const ACTION = /^uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

describe.each(FILES)('%s', (file) => {
	const { text, head, jobs } = read(file);
	const steps = jobs.flatMap((job) => job.steps);

	it('names each action by its commit, with the version', () => {
		const used = [...text.matchAll(/\buses: .*$/gm)].map(([step]) => step);
		expect(used.filter((step) => !ACTION.test(step))).toEqual([]);
		expect(steps.filter((step) => step.startsWith('uses:'))).toEqual(used);
	});

	it('may read the repository only, unless a job says otherwise', () => {
		expect(/^permissions:\n((?: +.*\n)*)/m.exec(head)?.[1]).toBe('  contents: read\n');
		expect(text).not.toMatch(/pull_request_target|workflow_run|write-all/);
	});

	it('leaves no token behind where it checks the repository out', () => {
		const checkouts = text.split(/^ {6}- /m).filter((step) => isAction(step, 'actions/checkout'));
		expect(checkouts).toHaveLength(steps.filter((step) => isAction(step, 'actions/checkout')).length);
		expect(checkouts.filter((step) => !/^ {10}persist-credentials: false$/m.test(step))).toEqual([]);
	});

	it('runs nothing of the repository in a job that may write or sign', () => {
		const atRisk = jobs.filter(
			(job) =>
				(job.mayWrite || job.maySign) &&
				job.steps.some((step) => isAction(step, 'actions/checkout')) &&
				job.steps.some((step) => step.startsWith('run:')),
		);
		expect(atRisk.map(({ job }) => job)).toEqual([]);
	});
});

it('uses one version of each action everywhere', () => {
	const used = FILES.flatMap((file) => [...read(file).text.matchAll(/uses: (\S+)@(.*)$/gm)]);
	// The parts of GitHub's own analysis are one action.
	const versions = new Map<string, Set<string>>();
	for (const [, action = '', version = ''] of used) {
		const repository = action.split('/', 2).join('/');
		versions.set(repository, (versions.get(repository) ?? new Set()).add(version));
	}
	expect([...versions].filter(([, of]) => of.size > 1)).toEqual([]);
});

describe('Publishing', () => {
	const { jobs } = read('publish.yml');
	const stepsOf = (name: string): string[] =>
		(jobs.find(({ job }) => job === name)?.steps ?? []).map((step) => step.replace(/@.*/, ''));

	it('lets one job sign, which installs nothing and publishes the packed file', () => {
		expect(jobs.filter(({ maySign }) => maySign).map(({ job }) => job)).toEqual(['publish']);
		expect(stepsOf('publish')).toEqual([
			'uses: actions/setup-node',
			'uses: actions/download-artifact',
			'run: npm publish ./*.tgz --ignore-scripts --provenance --access public',
		]);
	});

	it('lets one job write, which attaches what the build listed', () => {
		expect(jobs.filter(({ job, mayWrite }) => mayWrite && job !== 'publish').map(({ job }) => job)).toEqual([
			'attach',
		]);
		expect(stepsOf('attach')).toEqual([
			'uses: actions/download-artifact',
			'run: gh release upload "$TAG" sbom.cdx.json --repo "$GITHUB_REPOSITORY"',
		]);
	});

	it('packs on the Node on which anyone can repeat it', () => {
		expect(read('publish.yml').text).toMatch(/node-version-file: \.nvmrc(.*\n)+.*run: npm pack\n/);
		expect(read('ci.yml').text).toContain('run: npm run reproduce\n');
	});

	it('comes after everything was tested and packed', () => {
		const order = ['run: .ci/run', 'run: npm pack', 'uses: actions/upload-artifact'];
		expect(stepsOf('pack').filter((step) => order.includes(step))).toEqual([...order, order[2]]);
	});
});

it('lets a pull request wait for at most five jobs of at most 15 minutes', () => {
	const jobs = FILES.map(read).flatMap(({ head, jobs }) => (head.includes('pull_request:') ? jobs : []));
	expect(jobs.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(5);
	expect(jobs.filter(({ minutes }) => !(minutes <= 15))).toEqual([]);
});

it.each(['run: .ci/run', 'run: npm run compat', 'run: npm run mutation'])(
	'%s runs on main and each night',
	(run) => {
		const heads = FILES.map(read).filter(({ text }) => text.includes(run) && !text.includes('release:'));
		expect(heads).not.toEqual([]);
		for (const { head } of heads)
			expect(head).toMatch(/push:\n {4}branches: \[main\]\n(.*\n)*.*cron: '\d+ \d+ \* \* \*'/);
	},
);

test('older Nodes are tried without npm, which would try Node 24 in their place', () => {
	const older = read('ci.yml').jobs.find(({ job }) => job === 'node');
	expect(older?.steps.at(-1)).toBe('run: node tools/onThisNode.mjs ${{ matrix.node }}');
});

test('updates are sought in every folder with its own packages', () => {
	const updates = readFileSync(join(FOLDER, '../dependabot.yml'), 'utf8');
	const root = join(FOLDER, '../..');
	const foldersIn = (folder: string): string[] =>
		readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && !/^\.|node_modules/.test(entry.name))
			.map(({ name }) => `${folder}/${name}`);
	const locks = ['', ...foldersIn('').flatMap((folder) => [folder, ...foldersIn(folder)])]
		.filter((folder) => existsSync(join(root, folder, 'package-lock.json')))
		.map((folder) => `'${folder || '/'}'`);
	expect(locks).toContain("'/host'");
	expect(locks.filter((folder) => !updates.includes(folder))).toEqual([]);
});
