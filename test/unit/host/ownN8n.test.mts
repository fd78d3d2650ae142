import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwnN8n } from '../../../host/ownN8n.mts';

const before = { ...process.env };
let folder: string;

/** An n8n as `npm install --global` lays it out. Returns the folder of its program. */
function install(version: string, name = 'n8n', node = 'v24.1.0'): string {
	const root = join(folder, 'lib', 'node_modules', name);
	mkdirSync(join(root, 'bin'), { recursive: true });
	writeFileSync(join(root, 'package.json'), JSON.stringify({ name, version, engines: { node: '>=24.0.0' } }));
	writeFileSync(join(root, 'bin', 'n8n'), '');
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	symlinkSync(join(root, 'bin', 'n8n'), join(bin, 'n8n'));
	writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${node}\n`, { mode: 0o755 });
	return bin;
}

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'xml-billing-own-')));
	process.env['PATH'] = '';
	delete process.env['N8N_BIN'];
});

afterEach(() => {
	process.env = { ...before };
	rmSync(folder, { recursive: true });
});

it('takes the n8n on the path, with the Node beside it', () => {
	const bin = install('2.41.1');
	process.env['PATH'] = bin;
	expect(findOwnN8n()).toMatchObject({
		version: '2.41.1',
		folder: join(folder, 'lib'),
		node: join(bin, 'node'),
	});
});

it("runs it on this process's Node if the one beside it is too old for it", () => {
	process.env['PATH'] = install('2.41.1', 'n8n', 'v20.20.2');
	expect(findOwnN8n()).toMatchObject({ version: '2.41.1', node: process.execPath });
});

it('takes the n8n that N8N_BIN names', () => {
	process.env['N8N_BIN'] = join(install('1.123.81'), 'n8n');
	expect(findOwnN8n()).toMatchObject({ version: '1.123.81' });
});

it('leaves an n8n on the path alone that is too old', () => {
	process.env['PATH'] = install('1.99.0');
	expect(findOwnN8n()).toBeUndefined();
});

it('finds none where there is none', () => expect(findOwnN8n()).toBeUndefined());

it.each([
	[
		'1.99.0',
		'n8n',
		/names n8n 1\.99\.0, and this needs 1\.100\.1 or newer: update it, or leave N8N_BIN out\.$/,
	],
	['2.0.0', 'other', /, which is no n8n that npm installed: name its program, .*, or leave it out\.$/],
])('says what to do if N8N_BIN names %s of %s', (version, name, message) => {
	process.env['N8N_BIN'] = join(install(version, name), 'n8n');
	expect(findOwnN8n).toThrow(message);
});
