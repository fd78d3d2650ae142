import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..');
/** The folder of n8n itself, with a package.json and a lock file of its own. */
export const HOST = import.meta.dirname;
/** What `npm start` keeps from one start to the next. Git ignores it. `BILLING_DATA` names another folder. */
export const DATA = process.env.BILLING_DATA ?? join(ROOT, '.data');

/** The path of a program of this machine, if it has it. npm puts the repository's own programs first: these don't count. */
export const onPath = (program: string): string | undefined =>
	(process.env.PATH ?? '')
		.split(delimiter)
		.filter((folder) => !folder.startsWith(ROOT))
		.map((folder) => join(folder, program))
		.find((file) => existsSync(file));
