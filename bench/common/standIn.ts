import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { StandInOptions } from './serveStandIn.ts';

/** JSON services for n8n's own nodes, in another process: they answer as late as the sandbox, and with as much. */
export interface StandIn {
	url: string;
	/** How many requests there were since the last time that this was asked. */
	served(): Promise<number>;
	close(): Promise<void>;
}

/** Starts the stand-in for Invoice Ninja and QuickBooks, on a free port. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
	const child = fork(fileURLToPath(new URL('serveStandIn.ts', import.meta.url)), [JSON.stringify(options)]);
	const heard = async <Message>(): Promise<Message> => {
		const [message] = (await once(child, 'message')) as [Message]; // serveStandIn.ts says only what it is asked for
		return message;
	};
	const { port } = await heard<AddressInfo>();
	return {
		url: `http://127.0.0.1:${port}`,
		served: async () => {
			child.send('served');
			return await heard<number>();
		},
		close: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}
