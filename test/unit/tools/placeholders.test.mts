import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What the release asks the owner for, in this repository. Filling it in is in release.test.mts. These pass before and after.

const ROOT = join(import.meta.dirname, '../../..');
const TOOL = 'tools/placeholders.mjs';
const OWN = 'test/unit/tools/placeholders.test.mts';
const run = (command: string, ...commandLine: string[]) =>
	execFileSync(command, commandLine, { cwd: ROOT, encoding: 'utf8' });
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const files = run('git', 'ls-files')
	.trim()
	.split('\n')
	.filter(
		(file) =>
			file !== TOOL && file !== OWN && /\.(\w+ts|[cm]?[jt]s|json|md|ya?ml|snap|svg)$|(^|\/)[^.]+$/.test(file),
	);
const lines = files.flatMap((file) =>
	read(file)
		.split('\n')
		.map((text, index) => ({ at: `${file}:${index + 1}`, file, text })),
);
const open = run(process.execPath, TOOL)
	.split('\n')
	.flatMap((line) => /^(\S+):(\d+): /.exec(line)?.slice(1, 3).join(':') ?? []);

it('names every line with an address, an author or an email that the owner has to replace', () => {
	const placeholder =
		/founders|@n8n-nodes|xml-billing\.example|[:/]n8n-nodes-xml-billing\/n8n-nodes-xml-billing/i;
	const found = lines.filter(({ text }) => placeholder.test(text)).map(({ at }) => at);
	expect(found.filter((at) => !open.includes(at))).toEqual([]);
});

it('leaves one owner of the repository in all addresses', () => {
	const owners = lines.flatMap(({ text }) => [
		...text.matchAll(/github\.com[:/]([\w.-]+)\/n8n-nodes-xml-billing\b/g),
	]);
	expect(owners.length).toBeGreaterThan(10);
	expect(new Set(owners.map(([, owner]) => owner)).size).toBe(1);
});

it('asks for what the page for the owner lists, in each file', () => {
	const [, listed = ''] = /^## 1\. (.*?)^## 2\. /ms.exec(read('PUBLISHING.md')) ?? [];
	const missing = open.map((at) => at.split(':')[0] ?? '').filter((file) => !listed.includes(`\`${file}\``));
	expect(missing).toEqual([]);
});
