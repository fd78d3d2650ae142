// Makes everything that sends the token contact services, in a process with its own environment, and reports what
// users read to the parent process. Arguments: the package's folder, and base URLs with tokens as JSON.
import { loadEngine, SPARING } from '../../harness/engine.mts';
import { users } from './users.mts';

const [, , folder = '', services = ''] = process.argv;
const engine = await loadEngine(folder, SPARING);

async function readFrom(baseUrl: string, token: string): Promise<Record<string, string>> {
	const read: Record<string, string> = {};
	for (const [name, ask] of Object.entries(users(engine))) read[name] = await ask({ baseUrl, token });
	// Proves that the environment affects other clients.
	read['fetch'] = await fetch(baseUrl).then(
		() => '',
		(error: unknown) => String(error),
	);
	return read;
}

const given = JSON.parse(services) as Array<[baseUrl: string, token: string]>; // as tls.test.mts writes it
const read: Array<Record<string, string>> = [];
for (const service of given) read.push(await readFrom(...service));
process.send?.(read);
