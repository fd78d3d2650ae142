import { createServer, type AddressInfo } from 'node:net';
import { Problem } from './terminal.mts';

const TRIES = 50;

/** The port itself when it is free on the loopback address, else null. Port 0 gives any free port. */
function tryPort(port: number): Promise<number | null> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(null));
		server.listen(port, '127.0.0.1', () => {
			// A server that listens on a port has an address with one.
			const found = (server.address() as AddressInfo).port;
			server.close(() => resolve(found));
		});
	});
}

/** The wanted port, or the next free one; 0 gives any. Throws a Problem if none of 50 is free. */
export async function freePort(wanted: number): Promise<number> {
	for (let port = wanted; port < wanted + TRIES; port++) {
		// Sequential: the first free one wins.
		const found = await tryPort(port);
		if (found !== null) return found;
	}
	throw new Problem(
		`The ports ${wanted} to ${wanted + TRIES - 1} are all taken. End what listens there and try again.`,
	);
}
