import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// How tools/audit.mjs handles npm's answers, which have the form of `npm audit --json`, version 2.

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'xml-billing-audit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function audit(answer: unknown, env: Record<string, string> = {}) {
	const file = join(folder, 'answer.json');
	writeFileSync(file, JSON.stringify(answer));
	const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'tools/audit.mjs'), file], {
		encoding: 'utf8',
		env: { ...process.env, GITHUB_ACTIONS: '', ...env },
	});
	return { status, stdout };
}

const advisory = (name: string) => ({
	source: 1,
	name,
	dependency: name,
	title: 'Reads too much',
	url: 'https://github.com/advisories/GHSA-0000-0000-0000',
	severity: 'high',
	range: '<=99.0.0',
});

const affected = (name: string, via: unknown[], nodes = [`node_modules/${name}`]) => ({
	auditReportVersion: 2,
	vulnerabilities: {
		[name]: {
			name,
			severity: 'high',
			isDirect: false,
			via,
			effects: [],
			range: '*',
			nodes,
			fixAvailable: true,
		},
	},
	metadata: {},
});

it('fails, and says why, for an advisory of a bundled package', () => {
	const { status, stdout } = audit(affected('saxes', [advisory('saxes')]));
	expect(status).toBe(1);
	expect(stdout).toContain('saxes <=99.0.0: Reads too much (high, https://github.com/advisories/GHSA-');
});

it.each([
	['nothing', { auditReportVersion: 2, vulnerabilities: {}, metadata: {} }],
	['a package that only builds or tests', affected('gulp', [advisory('gulp')])],
	[
		'another version of a bundled package',
		affected(
			'fast-xml-parser',
			[advisory('fast-xml-parser')],
			['node_modules/@aws-sdk/core/node_modules/fast-xml-parser'],
		),
	],
	['a dependency that is left out of the bundle', affected('saxes', ['gulp'])],
])('passes when npm knows of %s', (_what, answer) => {
	expect(audit(answer)).toEqual({ status: 0, stdout: 'No known vulnerability is in what is bundled.\n' });
});

it.each([
	['', 0],
	['true', 1],
])('says that the registry did not answer, with GITHUB_ACTIONS=%s and exit code %i', (onHost, status) => {
	const answer = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
	const result = audit(answer, { GITHUB_ACTIONS: onHost });
	expect(result.status).toBe(status);
	expect(result.stdout).toContain('could not be asked: 405');
});
