import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startSandbox, type SandboxOptions } from '../sandbox/index.mts';

/** A sandbox in another process, so that this one measures only the node. */
export interface Service {
	/** For the nodes: the account with the records. */
	credential: { baseUrl: string; token: string };
	/** The number of requests since the last call: 20,000 at most. */
	served(): Promise<number>;
	close(): Promise<void>;
}

/** Starts a sandbox in another process, on a free port. */
export async function startService(options: SandboxOptions): Promise<Service> {
	const child = fork(import.meta.filename, [JSON.stringify(options)]);
	const heard = async <Message,>(): Promise<Message> => {
		const [message] = (await once(child, 'message')) as [Message]; // it only sends what it was asked for
		return message;
	};
	return {
		credential: await heard(),
		served: async () => {
			child.send('served');
			return await heard();
		},
		close: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

/** What the other process does. */
async function serve(options: SandboxOptions): Promise<void> {
	const sandbox = await startSandbox(options);
	process.on('message', () => {
		const { length } = sandbox.requests;
		sandbox.clearRequests();
		process.send?.(length);
	});
	process.once('disconnect', () => void sandbox.close());
	process.send?.({ baseUrl: sandbox.url, token: sandbox.account('main').token });
}

if (process.argv[1] === import.meta.filename)
	await serve(JSON.parse(process.argv[2] ?? '{}') as SandboxOptions);
