// Lets everything that sends the token ask a service, in a process with an environment of its own, and sends what its users
// read to the process that forked it. Arguments: the package's folder, the base URL, the token.
import { loadEngine } from '../../harness/engine.ts';
import { users } from './users.ts';

const [, , folder = '', baseUrl = '', token = ''] = process.argv;
const engine = await loadEngine(folder);
const read: Record<string, string> = {};
for (const [name, ask] of Object.entries(users(engine))) read[name] = await ask({ baseUrl, token });
// What shows that the environment has an effect on others.
read['fetch'] = await fetch(baseUrl).then(
	() => '',
	(error: unknown) => String(error),
);
process.send?.(read);
