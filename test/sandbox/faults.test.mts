import { spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { readRule } from '../../sandbox/faults/rules.mts';
import {
	FAULTS,
	QUIRKS,
	startSandbox,
	type Certificate,
	type Fault,
	type FaultRule,
	type Sandbox,
} from '../../sandbox/index.mts';
import { basic, post } from './walk/service.mts';

// When faults strike, whether they process the request, and that nothing outlives the sandbox. What each does to an answer is
// proved where the node reads it: engine/faults, engine/transport/tls and engine/secrets.

const TOKEN = 'sandbox-token-main';
const CREATE = '<request method="createClient"><name>A</name><organization>B</organization></request>';
const ENDLESS = ['hang', 'slow', 'huge', 'manyElements', 'gzipBomb'] as const;
const EVERY_FAULT = Object.keys(FAULTS) as Fault[]; // Object.keys forgets which keys an object has.

let sandbox: Sandbox;
const start = async (rules: readonly FaultRule[] = [], certificate?: Certificate) => {
	sandbox = await startSandbox({ seed: false, certificate });
	await sandbox.setFaults(rules);
};
afterEach(() => sandbox.close());

const messageOf = (document: string) => {
	const form = new URLSearchParams({ xml_request: document }).toString();
	const head = ['POST /api/xml/1.1/ HTTP/1.0', 'Host: localhost', `Authorization: ${basic(TOKEN)}`];
	const type = 'Content-Type: application/x-www-form-urlencoded';
	return [...head, type, `Content-Length: ${form.length}`, '', form].join('\r\n');
};

/** Sends a request over a connection that nobody reads. */
function open(document: string): Socket {
	const socket = connect(sandbox.port, '127.0.0.1').on('error', () => undefined);
	socket.write(messageOf(document));
	return socket;
}

/** Waits for something that takes its own time in this process. */
async function until(isSo: () => boolean): Promise<void> {
	while (!isSo()) await new Promise(setImmediate);
}

/** The HTTP status and the body of an answer, or why there is none. */
async function ask(method: string): Promise<[number, string]> {
	const body = new URLSearchParams({ xml_request: `<request method="${method}"/>` });
	const headers = { authorization: basic(TOKEN), connection: 'close' };
	const answer = await fetch(`${sandbox.url}/xml/1.1/`, { method: 'POST', headers, body });
	return [answer.status, await answer.text()];
}

test.each(EVERY_FAULT)('what %s says of the request is so: it is processed, or not', async (fault) => {
	await start([{ fault, method: 'createClient' }]);
	const socket = open(CREATE);
	await until(() => sandbox.requests.length === 1);
	socket.destroy();
	const isProcessed = FAULTS[fault].isProcessed;
	const received = { method: 'createClient', fault, status: isProcessed ? 200 : undefined };
	expect(sandbox.requests).toMatchObject([{ ...received, request: { name: 'request' } }]);
	expect(sandbox.records('client')).toHaveLength(isProcessed ? 1 : 0);
});

test.each(EVERY_FAULT.filter((fault) => /^http\d|^html|^echo/.test(fault)))(
	'%s repeats the token and the request, as a careless service does',
	async (fault) => {
		await start([{ fault }]);
		const [status, text] = await ask('listTax');
		expect(status).toBe(Number(/\d+/.exec(fault)?.[0] ?? '200'));
		for (const part of [TOKEN, basic(TOKEN), 'listTax']) expect(text).toContain(part);
	},
);

test('rules count the calls of their method, or all; the first that applies wins; none end them', async () => {
	const rules = [
		{ fault: 'http500', method: 'listTax', calls: [2] },
		{ fault: 'http503', calls: [1, 4] },
		{ fault: 'http504', method: 'listLateFee' },
	] as const;
	await start();
	for (let round = 0; round < 2; round += 1) {
		await sandbox.setFaults(rules);
		const statuses = [];
		for (const method of ['getAccountInfo', 'listTax', 'listTax', 'listLateFee', 'listLateFee', 'listTax'])
			statuses.push((await ask(method))[0]);
		expect(statuses).toEqual([503, 200, 500, 503, 504, 200]);
	}
	const page = await (await fetch(`http://127.0.0.1:${sandbox.port}/requests`)).text();
	expect(page).toMatch(/<td[^>]*>http504</);
	await sandbox.setFaults([]);
	expect((await ask('listLateFee'))[0]).toBe(200);
});

test('connections are refused after the named call, or at once, until the faults end', async () => {
	await start([{ fault: 'refuse', calls: [2] }]);
	expect([(await ask('listTax'))[0], (await ask('listTax'))[0]]).toEqual([200, 200]);
	await expect(ask('listTax')).rejects.toThrow('fetch failed');
	await sandbox.setFaults([]);
	expect((await ask('listTax'))[0]).toBe(200);
	await sandbox.setFaults([{ fault: 'refuse' }]);
	await expect(ask('listTax')).rejects.toThrow('fetch failed');
});

test('the other server notes who follows a redirect there, and ends with the sandbox', async () => {
	await start([{ fault: 'redirectElsewhere' }]);
	expect((await post(sandbox, TOKEN, CREATE)).status).toBe(200);
	expect(sandbox.strays).toEqual([{ path: '/api/xml/1.1/', hasAuthorization: false }]);
	expect(sandbox.records('client')).toEqual([]);
});

test.each([
	['slow', { fault: 'slow' }],
	['createInvoice=http500', { fault: 'http500', method: 'createInvoice' }],
	['createInvoice#2=hang', { fault: 'hang', method: 'createInvoice', calls: [2] }],
	['#1,12=refuse', { fault: 'refuse', calls: [1, 12] }],
	['http5000', 'Faults: refuse, resetBefore'],
	['createInvoice', 'Faults: refuse'],
	['toString', 'Faults: refuse'],
	['createInvoise=hang', 'Methods: getAccountInfo'],
])('on the command line, %s is understood or refused', async (text, rule) => {
	await start();
	if (typeof rule === 'string') expect(() => readRule(text)).toThrow(rule);
	else expect(readRule(text)).toEqual(rule);
});

test('the command line lists all faults and quirks', async () => {
	await start();
	const program = join(__dirname, '../../sandbox/main.mts');
	const { stdout } = spawnSync(process.execPath, [program, '--help'], { encoding: 'utf8' });
	const shown = stdout.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
	for (const [name, { says, isProcessed }] of Object.entries(FAULTS))
		expect(shown).toContain(`${name} ${says}${isProcessed ? '' : ' (unprocessed)'}`);
	for (const [name, text] of Object.entries(QUIRKS)) expect(shown).toContain(`${name} ${text}`);
});

test('what is under way ends with the sandbox, and keeps no process alive', async () => {
	await start(ENDLESS.map((fault, index) => ({ fault, calls: [index + 1] })));
	const sockets: Socket[] = [];
	for (const [index] of ENDLESS.entries()) {
		sockets.push(open(CREATE));
		await until(() => sandbox.requests.length > index);
	}
	// It would never end if it waited for them.
	await sandbox.close();
	for (const socket of sockets) socket.resume();
	await until(() => sockets.every(({ destroyed }) => destroyed));
	const script = `
		import { connect } from 'node:net';
		import { startSandbox } from ${JSON.stringify(join(__dirname, '../../sandbox/index.mts'))};
		const sandbox = await startSandbox({ seed: false });
		for (const fault of ${JSON.stringify(ENDLESS)}) {
			await sandbox.setFaults([{ fault }]);
			const client = connect(sandbox.port, '127.0.0.1');
			client.write(${JSON.stringify(messageOf(CREATE))});
			while (sandbox.requests.at(-1)?.fault !== fault) await new Promise(setImmediate);
			client.destroy();
		}
		await sandbox.close();
		console.log('closed');`;
	const flags = ['--input-type=module', '--eval', script];
	const { status, stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 20_000 });
	expect([status, stdout]).toEqual([0, 'closed\n']);
});
