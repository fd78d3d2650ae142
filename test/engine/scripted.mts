import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service with a scripted answer for each method, new for every test of a file. It does not know other methods. */
export function useScriptedService() {
	let server: Server;
	let documents: string[];
	const answers = new Map<string, (document: string) => string | Promise<string>>();

	beforeEach(async () => {
		documents = [];
		answers.clear();
		server = createServer((request, response) => {
			let form = '';
			request.on('data', (chunk: Buffer) => (form += chunk.toString()));
			request.on('end', () => {
				const document = new URLSearchParams(form).get('xml_request') ?? '';
				documents.push(document);
				const answer = answers.get(methodOf(document)) ?? (() => UNKNOWN);
				void Promise.resolve(answer(document)).then((text) => response.end(text));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => server.close().closeAllConnections());

	return {
		credential: () => ({
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
			token: 'scripted',
		}),
		/** Sets the answer of a method, which may depend on the request, and come later. The default status is success. */
		answer: (method: string, body: string | ((document: string) => string | Promise<string>), status = 200) =>
			answers.set(method, async (document) => {
				const content = typeof body === 'string' ? body : await body(document);
				return `<response status="${status}">${content}</response>`;
			}),
		/** Whole answers by method; of several, each is given once. */
		answerWith: (documents: Readonly<Record<string, string | string[]>>) => {
			for (const [method, given] of Object.entries(documents))
				answers.set(method, () => (typeof given === 'string' ? given : (given.shift() ?? '')));
		},
		/** The elements of each request of a method, as text, without their wrapper. */
		sent: (method: string) =>
			documents
				.filter((document) => methodOf(document) === method)
				.map((document) => document.replace(/^.*<request[^>]*>(.*)<\/request>$/s, '$1')),
		methods: () => documents.map(methodOf),
	};
}

const UNKNOWN = '<response status="501">Method is not recognised.</response>';

/** A page of a list with these records. */
export const listed = (wrapper: string, records: string): string =>
	`<${wrapper} page="1" per_page_record="100" total_pages="1" total_records="1">${records}</${wrapper}>`;

const methodOf = (document: string): string => /method="(\w+)"/.exec(document)?.[1] ?? '';
