import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SandboxOptions } from '../../sandbox/index.ts';
import type { ServedRequest } from './serve.ts';

/** A sandbox in another process. */
export interface ServiceProcess {
	/** For the nodes: the account with the records. */
	credential: { baseUrl: string; token: string };
	/** The requests since the last time that this was asked, up to the 20,000 latest. */
	served(): Promise<ServedRequest[]>;
	/** Sends a write. Throws unless all of it was carried out. */
	write(method: string, body: string): Promise<string>;
	/** Lets it hang: it takes connections and answers nothing until it is resumed. */
	pause(): void;
	resume(): void;
	close(): Promise<void>;
}

/** Starts a sandbox in another process, on a free port. */
export async function startService(options: SandboxOptions): Promise<ServiceProcess> {
	const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), [JSON.stringify(options)]);
	const heard = async <Message>(): Promise<Message> => {
		const [message] = (await once(child, 'message')) as [Message]; // serve.ts says only what it is asked for
		return message;
	};
	const credential = await heard<ServiceProcess['credential']>();
	return {
		credential,
		served: async () => {
			child.send('served');
			return await heard<ServedRequest[]>();
		},
		write: async (method, body) => await write(credential, method, body),
		pause: () => void child.kill('SIGSTOP'),
		resume: () => void child.kill('SIGCONT'),
		close: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

async function write(
	{ baseUrl, token }: ServiceProcess['credential'],
	method: string,
	body: string,
): Promise<string> {
	const response = await fetch(`${baseUrl}/xml/1.1/`, {
		method: 'POST',
		headers: { Authorization: `Basic ${btoa(`${token}:x`)}` },
		body: new URLSearchParams({ xml_request: `<request method="${method}">${body}</request>` }),
	});
	const answer = await response.text();
	if (!answer.includes('<response status="200"')) throw new Error(`${method}: ${answer}`);
	return answer;
}
