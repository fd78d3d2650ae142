import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An answer: the status and content of the document, and additions of HTTP. An HTTP status replaces the document by
 * text.
 */
export interface Answer {
	readonly status?: number;
	readonly body?: string;
	readonly http?: number;
	readonly retryAfter?: string;
}

/** A request as it arrived. */
export interface Arrived {
	readonly method: string;
	readonly ids: string[];
	/** The page of a list; 0 of anything else. */
	readonly page: number;
}

const ROUND_TRIPS = 10;

/** Resolves when what was sent by now has arrived: requests without content have been there and back since. */
export async function settledAt(url: string): Promise<void> {
	for (let trip = 0; trip < ROUND_TRIPS; trip += 1) await fetch(url, { method: 'HEAD' });
}

/** A service with scripted answers that counts concurrent requests. New for every test of a file. */
export function useRefusingService() {
	let server: Server;
	let arrived: Arrived[];
	let inFlight: number;
	let answer: (request: Arrived) => Answer | Promise<Answer>;

	beforeEach(async () => {
		[arrived, inFlight, answer] = [[], 0, () => ({})];
		server = createServer((incoming, response) => {
			if (incoming.method === 'HEAD') return void response.end();
			let form = '';
			inFlight += 1;
			incoming.on('data', (chunk: Buffer) => (form += chunk.toString()));
			incoming.on('end', () => {
				const document = new URLSearchParams(form).get('xml_request') ?? '';
				const method = /method="(\w+)"/.exec(document)?.[1] ?? '';
				const ids = [...document.matchAll(/<(?:\w+_id|name)>(.*?)</g)].map(([, id = '']) => id);
				const page = Number(/<page>(\d+)</.exec(document)?.[1] ?? 0);
				const request = { method, ids, page };
				arrived.push(request);
				void Promise.resolve(answer(request)).then(({ http, status = 200, body, retryAfter }) => {
					inFlight -= 1;
					response.writeHead(http ?? 200, retryAfter === undefined ? {} : { 'Retry-After': retryAfter });
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

	return {
		credential: () => ({ baseUrl: url(), token: 'refused' }),
		settled: async () => await settledAt(url()),
		answerWith: (given: typeof answer) => (answer = given),
		inFlight: () => inFlight,
		arrived: () => arrived,
		/** What each request of a method named: identifiers, or the name of a new record. */
		sent: (wanted: string) => arrived.filter(({ method }) => method === wanted).map(({ ids }) => ids),
	};
}

type RefusingService = ReturnType<typeof useRefusingService>;

/**
 * Answers in waves: as soon as so many requests are there, all of them. Then all others at once.
 *
 * @returns the most requests that were in flight in each wave
 */
export function answerInWaves(
	service: RefusingService,
	waves: ReadonlyArray<{ size: number; answer: (one: Arrived) => Answer }>,
	afterwards: (one: Arrived) => Answer,
): number[] {
	const left = [...waves];
	const most: number[] = [];
	const waiting: Array<() => void> = [];
	service.answerWith(async (request) => {
		const wave = left[0];
		if (wave === undefined) return afterwards(request);
		const released = new Promise<void>((resolve) => waiting.push(resolve));
		if (waiting.length === wave.size) {
			// One too many would be among them.
			await service.settled();
			most.push(service.inFlight());
			left.shift();
			for (const release of waiting.splice(0)) release();
		}
		await released;
		return wave.answer(request);
	});
	return most;
}
