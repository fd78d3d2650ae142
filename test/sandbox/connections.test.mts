import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { call, GET, messageOf, open, until, useSandboxes } from './walk/bareClient.mts';

const start = useSandboxes();

describe('connections', () => {
	test.each([undefined, 'trusted'] as const)('are reset (certificate: %s)', async (certificate) => {
		const sandbox = await start(certificate);
		for (const fault of ['resetBefore', 'resetAfter'] as const) {
			await sandbox.setFaults([{ fault }]);
			const { body, code } = await call(sandbox);
			expect([body.length, code]).toEqual([0, 'ECONNRESET']);
		}
	});

	test.each([undefined, 'trusted'] as const)(
		'are refused after the call that is named, until the faults end (certificate: %s)',
		async (certificate) => {
			const sandbox = await start(certificate);
			await sandbox.setFaults([{ fault: 'refuse', method: 'getAccountInfo', calls: [2] }]);
			const [first, second] = [await call(sandbox), await call(sandbox)];
			expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
			for (let count = 0; count < 2; count += 1) expect((await call(sandbox)).code).toBe('ECONNREFUSED');
			await sandbox.setFaults([]);
			expect((await call(sandbox)).status).toBe(200);
		},
	);

	test('are refused at once, when no call is named, for people too', async () => {
		const sandbox = await start();
		await sandbox.setFaults([{ fault: 'refuse' }]);
		expect((await call(sandbox)).code).toBe('ECONNREFUSED');
		await expect(fetch(`http://127.0.0.1:${sandbox.port}/`)).rejects.toThrow();
		await sandbox.setFaults([{ fault: 'refuse' }]);
		expect((await call(sandbox)).code).toBe('ECONNREFUSED');
		expect(sandbox.requests).toEqual([]);
	});

	/** Everything that one more request over a connection returns. */
	async function oneMore(socket: Socket): Promise<string> {
		let text = '';
		socket.write(messageOf(GET, '1.1'));
		try {
			for await (const chunk of socket) text += String(chunk);
		} catch {
			// It was closed while the request was written.
		}
		return text;
	}

	test('end with the last answer, and when they are idle', async () => {
		const sandbox = await start();
		const idle = open(sandbox, GET, '1.1');
		await once(idle, 'data');
		await sandbox.setFaults([{ fault: 'refuse', calls: [1] }]);
		expect((await call(sandbox, GET, '1.1')).headers.connection).toBe('close');
		expect(await oneMore(idle)).toBe('');
	});

	test('end only when what is being answered on them is answered', async () => {
		const sandbox = await start();
		await sandbox.setFaults([
			{ fault: 'huge', calls: [1] },
			{ fault: 'refuse', calls: [2] },
		]);
		const busy = open(sandbox, GET, '1.1');
		await until(() => sandbox.requests.length === 1);
		await call(sandbox);
		let [size, end] = [0, ''];
		const note = (chunk: Buffer) => {
			size += chunk.length;
			end = (end + chunk.toString('latin1')).slice(-7);
		};
		busy.on('data', note);
		await until(() => end === '\r\n0\r\n\r\n');
		busy.off('data', note);
		expect(size).toBeGreaterThan(100_000_000);
		expect(await oneMore(busy)).toBe('');
	});
});

describe('what is under way', () => {
	const endless = ['hang', 'slow', 'huge', 'manyElements', 'gzipBomb'] as const;

	test.each([undefined, 'trusted'] as const)(
		'ends with the sandbox (certificate: %s)',
		async (certificate) => {
			const sandbox = await start(certificate);
			await sandbox.setFaults(endless.map((fault, index) => ({ fault, calls: [index + 1] })));
			const sockets: Socket[] = [];
			for (const [index] of endless.entries()) {
				// They are not read, so that those with long answers wait.
				sockets.push(open(sandbox).on('error', () => undefined));
				await until(() => sandbox.requests.length > index);
			}
			// It would never end if it waited for them.
			await sandbox.close();
			for (const socket of sockets) socket.resume();
			await until(() => sockets.every(({ destroyed }) => destroyed));
		},
	);

	test('ends with the client, and keeps no process alive', () => {
		const script = `
			import { connect } from 'node:net';
			import { startSandbox } from ${JSON.stringify(join(__dirname, '../../sandbox/index.mts'))};
			const sandbox = await startSandbox({ seed: false });
			for (const fault of ${JSON.stringify(endless)}) {
				await sandbox.setFaults([{ fault }]);
				const client = connect(sandbox.port, '127.0.0.1');
				client.write(${JSON.stringify(messageOf(GET, '1.0'))});
				while (sandbox.requests.at(-1)?.fault !== fault) await new Promise(setImmediate);
				client.destroy();
			}
			await sandbox.close();
			console.log('closed');`;
		const flags = ['--input-type=module', '--eval', script];
		const { status, stdout } = spawnSync(process.execPath, flags, { encoding: 'utf8', timeout: 20_000 });
		expect([status, stdout]).toEqual([0, 'closed\n']);
	});
});
