import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The status and content of a document, and what HTTP adds. An HTTP status replaces the document by text. */
export interface Answer {
	readonly status?: number;
	readonly body?: string;
	readonly http?: number;
	readonly retryAfter?: string;
	readonly location?: string;
}

/** A request as it arrived. */
export interface Arrived {
	readonly method: string;
	/** What it names: identifiers, or the name of a new record. */
	readonly ids: string[];
	/** The page of a list; 0 of anything else. */
	readonly page: number;
	readonly document: string;
}

const UNKNOWN: Answer = { status: 501, body: 'Method is not recognised.' };
const ROUND_TRIPS = 10;

/** Resolves when what was sent by now has arrived: requests without content have been there and back since. */
export async function settledAt(url: string): Promise<void> {
	for (let trip = 0; trip < ROUND_TRIPS; trip += 1) await fetch(url, { method: 'HEAD' });
}

/** A service with scripted answers, new for every test of a file. It does not know methods without one. */
export function useScriptedService() {
	let server: Server;
	let arrived: Arrived[];
	let inFlight: number;
	let answerTo: (request: Arrived) => Answer | Promise<Answer>;
	const answers = new Map<string, typeof answerTo>();

	beforeEach(async () => {
		[arrived, inFlight] = [[], 0];
		answers.clear();
		answerTo = (request) => answers.get(request.method)?.(request) ?? UNKNOWN;
		server = createServer((incoming, response) => {
			if (incoming.method === 'HEAD') return void response.end();
			let form = '';
			inFlight += 1;
			incoming.on('data', (chunk: Buffer) => (form += chunk.toString()));
			incoming.on('end', () => {
				const request = readFrom(new URLSearchParams(form).get('xml_request') ?? '');
				arrived.push(request);
				void Promise.resolve(answerTo(request)).then(({ http, status = 200, body, retryAfter, location }) => {
					inFlight -= 1;
					response.writeHead(http ?? 200, {
						...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
						...(location !== undefined && { Location: location }),
					});
					response.end(
						http === undefined
							? `<response status="${status}">${body ?? ''}</response>`
							: (body ?? 'Not now'),
					);
				});
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => server.close().closeAllConnections());
	const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
	const of = (method: string) => arrived.filter((request) => request.method === method);

	return {
		credential: () => ({ baseUrl: url(), token: 'scripted' }),
		/** Sets the answer of a method, which may depend on the request, and come later. The default status is success. */
		answer: (method: string, body: string | ((document: string) => string | Promise<string>), status = 200) =>
			answers.set(method, async ({ document }) => ({
				status,
				body: typeof body === 'string' ? body : await body(document),
			})),
		/** Sets the answers of all methods. */
		answerWith: (given: typeof answerTo) => (answerTo = given),
		/** The elements of each request of a method, as text, without their wrapper. */
		sent: (method: string) =>
			of(method).map(({ document }) => document.replace(/^.*<request[^>]*>(.*)<\/request>$/s, '$1')),
		/** What each request of a method named. */
		named: (method: string) => of(method).map(({ ids }) => ids),
		methods: () => arrived.map(({ method }) => method),
		arrived: () => arrived,
		inFlight: () => inFlight,
		settled: async () => await settledAt(url()),
	};
}

const readFrom = (document: string): Arrived => ({
	document,
	method: /method="(\w+)"/.exec(document)?.[1] ?? '',
	ids: [...document.matchAll(/<(?:\w+_id|name)>(.*?)</g)].map(([, id = '']) => id),
	page: Number(/<page>(\d+)</.exec(document)?.[1] ?? 0),
});

/** An element with others that have texts. */
export const xml = (name: string, fields: object): string =>
	`<${name}>${Object.entries(fields)
		.map(([field, value]) => `<${field}>${value}</${field}>`)
		.join('')}</${name}>`;

/** A page of a list with these records. */
export const listed = (wrapper: string, records: string): string =>
	`<${wrapper} page="1" per_page_record="100" total_pages="1" total_records="1">${records}</${wrapper}>`;
