import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A workflow of the code host: what stands before its jobs, and the steps of each job that run or use something. */
function read(name: string) {
	const text = readFileSync(join(import.meta.dirname, '../../.github/workflows', name), 'utf8');
	const [head = '', jobs = ''] = text.split(/^jobs:\n/m);
	return {
		head,
		jobs: [...jobs.matchAll(/^ {2}(\w+):\n((?: {4}.*\n|\n)*)/gm)].map(([, job, body = '']) => ({
			job,
			maySign: body.includes('id-token: write'),
			steps: [...body.matchAll(/^ {6}[- ] ((?:run|uses): .*)$/gm)].map(([, step = '']) => step),
		})),
	};
}

describe('Publishing', () => {
	const { head, jobs } = read('publish.yml');

	it('lets one job sign, which installs nothing and publishes the packed file', () => {
		expect(head).not.toContain('id-token');
		expect(jobs.filter(({ maySign }) => maySign)).toEqual([
			{
				job: 'publish',
				maySign: true,
				steps: [
					'uses: actions/setup-node@v4',
					'uses: actions/download-artifact@v4',
					'run: npm publish ./*.tgz --ignore-scripts --provenance --access public',
				],
			},
		]);
	});

	it('comes after everything was tested and packed', () => {
		const packing = jobs.find(({ job }) => job === 'pack')?.steps ?? [];
		const order = ['run: .ci/run', 'run: npm pack', 'uses: actions/upload-artifact@v4'];
		expect(packing.filter((step) => order.includes(step))).toEqual(order);
	});
});

test('older Nodes are tried without npm, which would try Node 24 in their place', () => {
	const older = read('ci.yml').jobs.find(({ job }) => job === 'node');
	expect(older?.steps.at(-1)).toBe('run: node tools/onThisNode.mjs ${{ matrix.node }}');
});
