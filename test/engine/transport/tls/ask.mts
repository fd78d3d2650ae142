// Makes everything that sends the token contact a service, in a process with its own environment, and reports what
// users read to the parent process. Arguments: the package's folder, the base URL, the token.
import { loadEngine, SPARING } from '../../harness/engine.mts';
import { users } from './users.mts';

const [, , folder = '', baseUrl = '', token = ''] = process.argv;
const engine = await loadEngine(folder, SPARING);
const read: Record<string, string> = {};
for (const [name, ask] of Object.entries(users(engine))) read[name] = await ask({ baseUrl, token });
// Proves that the environment affects other clients.
read['fetch'] = await fetch(baseUrl).then(
	() => '',
	(error: unknown) => String(error),
);
process.send?.(read);
