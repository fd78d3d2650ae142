import { Writable } from 'node:stream';
import type * as Backend from '@n8n/backend-common';
import type * as Di from '@n8n/di';
import { ofCore, ofWorkflow } from '../../../core/n8n.mts';

const { Container } = ofCore('@n8n/di') as typeof Di;
const { Logger } = ofCore('@n8n/backend-common') as typeof Backend;

/** Hands everything that n8n logs, at every level, to a listener. @returns what ends that */
export function listenToLogs(listener: (line: string) => void): () => void {
	const log = Container.get(Logger).getInternalLogger();
	const ear = new Writable({
		objectMode: true,
		write(entry: unknown, _, done) {
			listener(JSON.stringify(entry));
			done();
		},
	});
	log.pipe(ear);
	log.level = 'debug';
	log.silent = false;
	return () => {
		log.silent = true;
		log.unpipe(ear);
	};
}

const clock = ofWorkflow('@n8n/utils/sleep') as {
	sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
const { sleep } = clock;

/** From now on, n8n's `sleep`, with which the node waits before it tries again, takes a share of its time. */
export function setWaits(share: number): void {
	clock.sleep = async (ms, signal) => await sleep(ms * share, signal);
}

/** Hands the names of Node's warnings to a listener. @returns what ends that */
export function listenToWarnings(listener: (name: string) => void): () => void {
	const listen = ({ name }: Error) => listener(name);
	process.on('warning', listen);
	return () => void process.off('warning', listen);
}
