import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintOf, SOURCES } from '../../host/package.mts';
import { HOST, ROOT } from '../../host/paths.mts';
import { freePort } from '../../host/ports.mts';
import { endProgram, endPrograms, startProgram } from '../../host/processes.mts';
import { waitFor } from './waiting.mts';

// What `npm start` runs, in a data folder of its own.

const folder = mkdtempSync(join(tmpdir(), 'xml-billing-start-'));
const log = join(folder, 'terminal.log');
const said = () => readFileSync(log, 'utf8');
// The tests beside this one pack what is bundled already, so it must not be cleared away under them.
writeFileSync(join(folder, 'bundled-sources'), fingerprintOf(SOURCES));

afterAll(async () => {
	await endPrograms();
	rmSync(folder, { recursive: true });
});

/** Starts, waits until it is ready, and returns what the sandbox's first page shows and how to end it. */
async function start(environment: NodeJS.ProcessEnv = {}) {
	const [n8n, sandbox, mailbox] = [await freePort(17_100), await freePort(17_200), await freePort(17_300)];
	const child = startProgram({
		command: process.execPath,
		arguments: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', 'host/start.mts'],
		folder: ROOT,
		log,
		graceMs: 30_000,
		environment: {
			...process.env,
			BILLING_DATA: folder,
			N8N_PORT: String(n8n),
			SANDBOX_PORT: String(sandbox),
			MAILBOX_PORT: String(mailbox),
			...environment,
		},
	});
	await waitFor('the start', () => {
		if (child.exitCode !== null) throw new Error(said());
		return said().includes('Ready after') || undefined;
	});
	const address = `http://127.0.0.1:${sandbox}/`;
	const page = await (await fetch(address)).text();
	return { page, addresses: [address, `http://127.0.0.1:${n8n}/`], end: () => endProgram(child) };
}

test('a start bills a first invoice with the node, once, opens n8n at the first example, and leaves nothing running', async () => {
	const first = await start();
	expect(said()).toMatch(/Open http:\S+: it says what happens now, and what comes next\.\n(.*\n)*/);
	expect(said()).toMatch(
		/Create client +Lantern Tea, .*\n +Create invoice +FIRST-1 over 456\.00 GBP\n +Send invoice +to ada@.*\n +Record payment +456\.00 GBP by Bank Transfer, 0\.00 GBP left\n/,
	);
	expect(said()).toMatch(/\n\n {2}Open +http:\S+\/workflow\/xmlBillingBill01 /);
	expect(first.page).toMatch(
		/Record payment: 456\.00 GBP .*<a href="\/main\/invoice\/\d+">Invoice FIRST-1</s,
	);
	expect(first.page).toMatch(
		/Your Turn <[^\n]+→ now<.*<a href="http:\S+\/workflow\/xmlBillingBill01">Bill a client/s,
	);
	await first.end();
	for (const address of first.addresses) await expect(fetch(address)).rejects.toThrow('fetch failed');

	// The n8n in host/, as the one that the machine has already.
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	symlinkSync(join(HOST, 'node_modules', 'n8n', 'bin', 'n8n'), join(bin, 'n8n'));
	symlinkSync(process.execPath, join(bin, 'node'));
	const second = await start({ PATH: `${bin}:${process.env['PATH']}` });
	expect(said()).not.toContain('Create invoice');
	expect(said()).toMatch(/Starting n8n [\d.]+ \(this machine’s own\)/);
	expect(second.page).toContain('>Invoice FIRST-1<');
	await second.end();
});
