import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwnN8n } from '../../host/ownN8n.mts';
import { arrivalsIn } from '../../host/install.mts';

let folder: string;
beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'xml-billing-host-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('An n8n that the user has', () => {
	const before = { ...process.env };

	/** An n8n as `npm install --global` lays it out. Returns the folder of its program. */
	function install(version: string, name = 'n8n', node = 'v24.1.0'): string {
		const root = join(folder, 'lib', 'node_modules', name);
		mkdirSync(join(root, 'bin'), { recursive: true });
		const about = { name, version, engines: { node: '>=24.0.0' } };
		writeFileSync(join(root, 'package.json'), JSON.stringify(about));
		writeFileSync(join(root, 'bin', 'n8n'), '');
		const bin = join(folder, 'bin');
		mkdirSync(bin);
		symlinkSync(join(root, 'bin', 'n8n'), join(bin, 'n8n'));
		writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${node}\n`, { mode: 0o755 });
		return bin;
	}

	beforeEach(() => {
		process.env['PATH'] = '';
		delete process.env['N8N_BIN'];
	});
	afterEach(() => {
		process.env = { ...before };
	});

	it('is taken from the path, with the Node beside it', () => {
		expect(findOwnN8n()).toBeUndefined();
		const bin = install('2.41.1');
		process.env['PATH'] = bin;
		const own = { version: '2.41.1', folder: join(folder, 'lib'), node: join(bin, 'node') };
		expect(findOwnN8n()).toMatchObject(own);
	});

	it("runs on this process's Node if the one beside it is too old for it", () => {
		process.env['PATH'] = install('2.41.1', 'n8n', 'v20.20.2');
		expect(findOwnN8n()).toMatchObject({ version: '2.41.1', node: process.execPath });
	});

	it('is the one that N8N_BIN names, and on the path is left alone if it is too old', () => {
		const bin = install('1.123.81');
		process.env['N8N_BIN'] = join(bin, 'n8n');
		expect(findOwnN8n()).toMatchObject({ version: '1.123.81' });
		rmSync(bin, { recursive: true });
		delete process.env['N8N_BIN'];
		process.env['PATH'] = install('1.99.0');
		expect(findOwnN8n()).toBeUndefined();
	});

	it.each([
		['1.99.0', 'n8n', /names n8n 1\.99\.0, and this needs 1\.100\.1 or newer: update it, or leave/],
		['2.0.0', 'other', /, which is no n8n that npm installed: name its program, .*, or leave it out\.$/],
	])('is not %s of %s, even if N8N_BIN names it', (version, name, message) => {
		process.env['N8N_BIN'] = join(install(version, name), 'n8n');
		expect(findOwnN8n).toThrow(message);
	});
});

it('An installation of n8n tells how much has arrived', () => {
	const elsewhere = { 'node_modules/elsewhere': { optional: true } };
	const packages = { '': {}, ...elsewhere, 'node_modules/a': {}, 'node_modules/b': {} };
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
	const look = arrivalsIn(folder);
	expect(look()).toBe('0 of 2 packages');
	mkdirSync(join(folder, 'node_modules/b'), { recursive: true });
	writeFileSync(join(folder, 'node_modules/b/package.json'), '{}');
	expect(look()).toBe('1 of 2 packages');
});
