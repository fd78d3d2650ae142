import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FaultRule, SandboxOptions } from '../../sandbox/index.mts';

/** A sandbox in another process, so that this one measures only the node. */
export interface ServiceProcess {
	/** For the nodes: the account with the records. */
	credential: { baseUrl: string; token: string };
	/** The number of requests since the last call: 20,000 at most. */
	readonly served: () => Promise<number>;
	/** Replaces the faults, and restarts the count of calls. */
	setFaults(rules: readonly FaultRule[]): Promise<void>;
	close(): Promise<void>;
}

/** Starts a sandbox in another process, on a free port. */
export async function startService(options: SandboxOptions): Promise<ServiceProcess> {
	const child = fork(join(import.meta.dirname, 'serve.mts'), [JSON.stringify(options)]);
	const heard = async <Message,>(): Promise<Message> => {
		const [message] = (await once(child, 'message')) as [Message]; // it only sends what it was asked for
		return message;
	};
	const ask = async (what: { faults?: readonly FaultRule[] }) => {
		child.send(what);
		return await heard<number>();
	};
	return {
		credential: await heard<ServiceProcess['credential']>(),
		served: async () => await ask({}),
		setFaults: async (faults) => void (await ask({ faults })),
		close: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}
