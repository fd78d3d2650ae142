import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** n8n-core and n8n-workflow, as a node meets them in n8n. */
export const core = require('n8n-core') as typeof Core;
export const workflow = require('n8n-workflow') as typeof Workflow;

/** These require a package as n8n-core and n8n-workflow do: their own copy, since there may be others. */
export const ofCore = createRequire(require.resolve('n8n-core'));
export const ofWorkflow = createRequire(require.resolve('n8n-workflow'));

// n8n limits regular expressions to 250 ms, which harmless ones exceed on a busy machine.
workflow.setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) => [...input.matchAll(new RegExp(pattern, flags))],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
