import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Core from 'n8n-core';
import type * as Workflow from 'n8n-workflow';

// n8n-core reads these when it is loaded: its settings file goes to a folder that is gone when the process ends.
const userFolder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.on('exit', () => rmSync(userFolder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_LOG_LEVEL = 'silent';

// Required, not imported: an import would load n8n-workflow's ES modules beside the CommonJS ones that n8n-core uses,
// and with them a second copy of every class.
const require = createRequire(import.meta.url);

/** n8n-core and n8n-workflow, as the node under test meets them in n8n. */
export const core = require('n8n-core') as typeof Core;
export const workflow = require('n8n-workflow') as typeof Workflow;
