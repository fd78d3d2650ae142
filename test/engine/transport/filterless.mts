import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A service that ignores filters: it forwards requests to another one, without those filters. Closed after each test.
 */
export function useFilterless() {
	let server: Server | undefined;
	afterEach(() => {
		server?.close().closeAllConnections();
		server = undefined;
	});

	/** @returns the base URL of a service that ignores the filters */
	return async (url: string, ...filters: string[]): Promise<string> => {
		const opened = createServer((request, response) => {
			let form = '';
			request.on('data', (chunk: Buffer) => (form += chunk.toString()));
			request.on('end', () => {
				const document = new URLSearchParams(form).get('xml_request') ?? '';
				void passOn(url, request.headers.authorization, without(document, filters)).then((answer) =>
					response.end(answer),
				);
			});
		});
		server = opened;
		await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
		const { port } = opened.address() as AddressInfo; // it listens on a port
		return `http://127.0.0.1:${port}`;
	};
}

const without = (document: string, filters: readonly string[]): string =>
	filters.reduce(
		(text, name) => text.replace(new RegExp(`(<filter>.*)<${name}>[^<]*</${name}>`), '$1'),
		document,
	);

async function passOn(url: string, authorization = '', document: string): Promise<string> {
	const body = new URLSearchParams({ xml_request: document });
	const answer = await fetch(`${url}/xml/1.1/`, { method: 'POST', headers: { authorization }, body });
	return await answer.text();
}
