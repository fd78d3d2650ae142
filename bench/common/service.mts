import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FaultRule, SandboxOptions } from '../../sandbox/index.mts';
import type { ServedRequest } from './serve.mts';

/** A service in another process, so that this one measures only the node. */
export interface Child<Hello, Served> {
	/** Its first message. */
	hello: Hello;
	/** Asks it for something: by default for what it has served since the last call. */
	served(what?: object): Promise<Served>;
	close(): Promise<void>;
}

/** Starts a script of this folder with options, which are its only argument, as JSON. */
export async function startChild<Hello, Served>(
	script: string,
	options: object,
): Promise<Child<Hello, Served>> {
	const child = fork(join(import.meta.dirname, script), [JSON.stringify(options)]);
	const heard = async <Message,>(): Promise<Message> => {
		const [message] = (await once(child, 'message')) as [Message]; // it only sends what it was asked for
		return message;
	};
	return {
		hello: await heard<Hello>(),
		served: async (what = {}) => {
			child.send(what);
			return await heard<Served>();
		},
		close: async () => {
			const ended = once(child, 'exit');
			child.disconnect();
			await ended;
		},
	};
}

/** A sandbox in another process. */
export interface ServiceProcess {
	/** For the nodes: the account with the records. */
	credential: { baseUrl: string; token: string };
	/** The requests since the last call: the latest 20,000 at most. */
	served(): Promise<ServedRequest[]>;
	/** Replaces the faults, and restarts the count of calls. */
	setFaults(rules: readonly FaultRule[]): Promise<void>;
	/** Sends a write. Throws unless it succeeds as a whole. */
	write(method: string, body: string): Promise<string>;
	close(): Promise<void>;
}

/** Starts a sandbox in another process, on a free port. */
export async function startService(options: SandboxOptions): Promise<ServiceProcess> {
	const { hello: credential, ...child } = await startChild<ServiceProcess['credential'], ServedRequest[]>(
		'serve.mts',
		options,
	);
	return {
		credential,
		...child,
		setFaults: async (faults) => void (await child.served({ faults })),
		write: async (method, body) => await write(credential, method, body),
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
