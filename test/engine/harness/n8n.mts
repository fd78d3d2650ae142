import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type * as Backend from '@n8n/backend-common';
import type * as Di from '@n8n/di';
import type * as Core from 'n8n-core';
import type * as Workflow from 'n8n-workflow';

// n8n-core reads these when it is loaded: they put its settings file into a folder that is deleted when the process
// ends.
const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';

// Required, not imported: an import would load n8n-workflow's ES modules in addition to the CommonJS ones that
// n8n-core uses, and thus a second copy of every class.
const require = createRequire(import.meta.url);

/** n8n-core and n8n-workflow, as the node under test meets them in n8n. */
export const core = require('n8n-core') as typeof Core;
export const workflow = require('n8n-workflow') as typeof Workflow;

// n8n limits regular expressions to 250 ms, which harmless ones exceed on a busy machine.
workflow.setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

// n8n-core's own copy, since there may be others.
const ofCore = createRequire(require.resolve('n8n-core'));
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

/** Hands the names of Node's warnings to a listener. @returns what ends that */
export function listenToWarnings(listener: (name: string) => void): () => void {
	const listen = ({ name }: Error) => listener(name);
	process.on('warning', listen);
	return () => void process.off('warning', listen);
}

/** Counts how often action nodes read a parameter from now on. @returns what ends that and says how often */
export function countParameterReads(): () => number {
	const context = core.ExecuteContext.prototype;
	const READ = '_getNodeParameter'; // behind the public one, which every context makes for itself
	const read: unknown = Reflect.get(context, READ);
	if (typeof read !== 'function') throw new Error('This n8n reads parameters in another way');
	let reads = 0;
	const counting = function (this: unknown, ...given: unknown[]): unknown {
		reads += 1;
		return Reflect.apply(read, this, given);
	};
	Object.defineProperty(context, READ, { value: counting, configurable: true });
	return () => {
		Reflect.deleteProperty(context, READ);
		return reads;
	};
}
