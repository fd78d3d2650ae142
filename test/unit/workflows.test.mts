import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const GITHUB = join(import.meta.dirname, '../../.github');
const FOLDER = join(GITHUB, 'workflows');
const FILES = readdirSync(FOLDER);
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	permissions?: Record<string, string>;
	'timeout-minutes': number;
	strategy?: { matrix: Record<string, unknown[] | string> & { include?: Array<{ run?: string }> } };
	steps: Step[];
}

interface Workflow {
	on: {
		push?: { branches: string[] };
		pull_request?: unknown;
		schedule?: Array<{ cron: string }>;
		release?: unknown;
	};
	permissions: unknown;
	jobs: Record<string, Job>;
}

const read = (name: string) => parse(textOf(name)) as Workflow; // the tests say which parts it has to have
const isAction = ({ uses = '' }: Step, action: string): boolean => uses.startsWith(`${action}@`);
const rightsOf = ({ permissions = {} }: Job): string[] =>
	Object.keys(permissions).filter((name) => permissions[name] === 'write');
/** What a job does, step by step, whatever the version of an action. */
const named = ({ steps }: Job): string[] =>
	steps.flatMap(({ uses, run }) => run ?? uses?.replace(/@.*/, '') ?? []);
describe.each(FILES)('%s', (file) => {
	const { permissions, jobs, on } = read(file);
	const all = Object.entries(jobs);

	it('names each action by its commit, with the version', () => {
		const used = textOf(file).match(/\buses:.*/g) ?? [];
		expect(
			used.filter((one) => !/^uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one)),
		).toEqual([]);
	});

	it('may read the repository only, unless a job says otherwise', () => {
		expect(permissions).toEqual({ contents: 'read' });
		expect(Object.keys(on).filter((event) => /^(pull_request_target|workflow_run)$/.test(event))).toEqual([]);
		expect(all.filter(([, job]) => typeof (job.permissions ?? {}) === 'string')).toEqual([]);
	});

	it('leaves no token behind where it checks the repository out', () => {
		const checkouts = all
			.flatMap(([, { steps }]) => steps)
			.filter((step) => isAction(step, 'actions/checkout'));
		expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
	});

	it('runs nothing of the repository in a job that may write or sign', () => {
		const atRisk = all.filter(
			([, job]) =>
				rightsOf(job).some((right) => right !== 'security-events') &&
				job.steps.some((step) => isAction(step, 'actions/checkout')) &&
				job.steps.some(({ run }) => run !== undefined),
		);
		expect(atRisk.map(([name]) => name)).toEqual([]);
	});
});

describe('Publishing', () => {
	const { pack, ...others } = read('publish.yml').jobs;

	it('lets one job sign and one write, which install nothing and do with the packed file only this', () => {
		expect(pack && rightsOf(pack)).toEqual([]);
		expect(Object.values(others).map((job) => [rightsOf(job), named(job)])).toEqual([
			[
				['id-token'],
				[
					...['actions/setup-node', 'actions/download-artifact'],
					'npm publish ./*.tgz --ignore-scripts --provenance --access public',
				],
			],
			[
				['contents'],
				['actions/download-artifact', 'gh release upload "$TAG" sbom.cdx.json --repo "$GITHUB_REPOSITORY"'],
			],
		]);
	});

	it('comes after everything was tested and packed', () => {
		const order = ['.ci/run', 'npm pack', 'actions/upload-artifact'];
		expect(pack && named(pack).filter((step) => order.includes(step))).toEqual([...order, order[2]]);
	});
});

it.each(['.ci/run', '$E2E', 'npm run mutation'])('%s runs on main and each night', (command) => {
	const runs = ({ steps, strategy }: Job) =>
		[...steps, ...(strategy?.matrix.include ?? [])].some(({ run }) => run?.startsWith(command));
	const events = FILES.map(read).filter(
		({ on, jobs }) => !('release' in on) && Object.values(jobs).some(runs),
	);
	expect(events).not.toEqual([]);
	for (const { on } of events) {
		expect(on.push).toEqual({ branches: ['main'] });
		expect(on.schedule?.[0]?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
	}
});

test('updates are sought in every folder with its own packages', () => {
	const { updates } = parse(readFileSync(join(GITHUB, 'dependabot.yml'), 'utf8')) as {
		updates: Array<{ directories?: string[] }>;
	};
	const root = join(GITHUB, '..');
	const foldersIn = (folder: string): string[] =>
		readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && !/^\.|node_modules/.test(entry.name))
			.map(({ name }) => `${folder}/${name}`);
	const locks = ['', ...foldersIn('').flatMap((folder) => [folder, ...foldersIn(folder)])]
		.filter((folder) => existsSync(join(root, folder, 'package-lock.json')))
		.map((folder) => folder || '/');
	expect(locks).toContain('/host');
	const sought = updates.flatMap(({ directories = [] }) => directories);
	expect(locks.filter((folder) => !sought.includes(folder))).toEqual([]);
});
