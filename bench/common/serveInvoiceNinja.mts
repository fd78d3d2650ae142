// A JSON service that n8n's Invoice Ninja node can talk to, as a process of its own. Run by invoiceNinja.mts. Every invoice is
// the same record, and every new client gets an identifier.
import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Options for starting it. */
export interface InvoiceNinjaOptions {
	latencyMs: number;
	/** The answer for every invoice. */
	invoice: Readonly<Record<string, unknown>>;
}

const { latencyMs, invoice } = JSON.parse(process.argv[2] ?? '{}') as InvoiceNinjaOptions; // invoiceNinja.mts writes it
let requests = 0;

function answer(method: string, path: string, body: Buffer, response: ServerResponse): void {
	const [collection = '', id = ''] = path.split('/').slice(-2);
	const data =
		method === 'GET'
			? { ...invoice, id }
			: { ...invoice, ...(JSON.parse(body.toString()) as object), id: requests };
	const isKnown = /^(invoices|clients)$/.test(method === 'GET' ? collection : id);
	response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
	response.end(JSON.stringify({ data }));
}

const server = createServer((request, response) => {
	void (async () => {
		requests += 1;
		const body = await buffer(request);
		await wait(latencyMs);
		answer(request.method ?? '', new URL(request.url ?? '/', 'http://localhost').pathname, body, response);
	})();
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('message', () => {
	process.send?.(requests);
	requests = 0;
});
process.once('disconnect', () => {
	server.close();
	server.closeAllConnections();
});
