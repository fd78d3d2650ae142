import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../host/paths.mts';
import { endPrograms, startProgram } from '../../host/processes.mts';
import { waitFor } from '../e2e/waiting.mts';
import type { Credential } from '../../core/server.mts';

/**
 * A sandbox in a process of its own for all tests of a file, because the Node under test may be too old for it.
 *
 * @param faults what goes wrong, as the sandbox's command line takes it
 * @returns what gives the credential for it
 */
export function useSandboxProcess(...faults: string[]): () => Credential {
	const folder = mkdtempSync(join(tmpdir(), 'xml-billing-node-'));
	const log = join(folder, 'sandbox.log');
	let baseUrl = '';
	beforeAll(async () => {
		const options = ['--port', '0', ...faults.flatMap((fault) => ['--fault', fault])];
		const commandLine = ['tools/run.mjs', 'sandbox/main.mts', ...options];
		startProgram({ command: process.execPath, arguments: commandLine, folder: ROOT, log });
		baseUrl = await waitFor('the sandbox', () => /Base URL\s+(\S+)/.exec(readFileSync(log, 'utf8'))?.[1]);
	});
	afterAll(async () => {
		await endPrograms();
		rmSync(folder, { recursive: true });
	});
	return () => ({ baseUrl, token: 'sandbox-token-main' });
}
