import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { isGood, itemsOf, react, situations, type Situation } from './batchService.mts';
import { IS_ALL, SEED } from '../../share.mts';
import { byId } from '../billing.mts';

const RUNS = { seed: SEED, numRuns: IS_ALL ? 100 : 10 };

let server: Server;
let situation: Situation;
/** All records that were requested, and all that were acted on, with repetitions. */
let asked: number[];
let acted: number[];
let requests: number;
/** How many requests followed one that ended with an error. */
let requestsAfterError: number;
let isOver: boolean;

beforeAll(async () => {
	server = createServer((request, response) => {
		let form = '';
		request.on('data', (chunk: Buffer) => (form += chunk.toString()));
		request.on('end', () => {
			const document = new URLSearchParams(form).get('xml_request') ?? '';
			const { http = 200, body } = document.includes(`method="${situation.method}"`)
				? act(document)
				: { body: isCheck(document) ? UNPAID : accountInfo() };
			if (body === undefined) response.destroy();
			else response.writeHead(http).end(body);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close().closeAllConnections());

function act(document: string) {
	const ids = document.matchAll(new RegExp(`<${situation.id}>(\\d+)</`, 'g'));
	const records = [...ids].map(([, id]) => Number(id));
	const reaction = react(situation, situation.mishaps[requests] ?? 'none', records, acted);
	if (isOver) requestsAfterError += 1;
	requests += 1;
	asked.push(...records);
	acted.push(...reaction.acted);
	isOver = reaction.isError;
	return reaction;
}

// An invoice is read before any is sent. After that, none can be read back.
const isCheck = (document: string): boolean => document.includes('method="getInvoice"') && requests === 0;
const UNPAID = '<response status="200"><invoice><terms/></invoice></response>';

// A token that is refused for one method is refused for all.
const accountInfo = (): string =>
	situation.mishaps[requests - 1] === 'tokenRefusedBefore'
		? '<response status="403">Token is not recognised.</response>'
		: '<response status="200"><account><company>Acme</company></account></response>';

async function run(given: Situation, onError?: 'continueRegularOutput') {
	situation = given;
	[asked, acted, requests, requestsAfterError, isOver] = [[], [], 0, 0, false];
	const { resource, operation } = given;
	return await engine.run({
		credential: {
			// A server that listens on a port has an address of this form.
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			token: 'scripted',
		},
		parameters: {
			resource,
			operation,
			[`${resource}Id`]: byId('={{ $json.id }}'),
		},
		items: itemsOf(given),
		settings: onError === undefined ? {} : { onError },
	});
}

/** The output or error of each item, and the record that it asked for. */
async function toldBy(given: Situation) {
	const { outputs } = await run(given, 'continueRegularOutput');
	expect(outputs[0]).toHaveLength(given.wanted.length);
	return given.wanted.map(({ record }, index) => {
		const { error, ...output } = outputs[0]?.[index]?.json ?? {};
		return { record, output, error: typeof error === 'string' ? error : '' };
	});
}

const UNKNOWN = /It is unknown whether (.+) (?:was|were) (?:deleted|sent)\.$/;
const idsIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);
const expectNothingTwice = () => expect(acted).toHaveLength(new Set(acted).size);

it('acts on no record twice, and tells each item the outcome of its own record, when the run continues', async () => {
	await fc.assert(
		fc.asyncProperty(situations(true), async (given) => {
			for (const { record, output, error } of await toldBy(given)) {
				const inDoubt = UNKNOWN.exec(error)?.[1];
				if (inDoubt !== undefined) expect(idsIn(inDoubt)).toEqual([record]);
				else expect(acted.includes(record)).toBe(error === '');
				if (error === '') expect(output).toEqual({ [given.id]: record, [given.done]: true });
			}
			expectNothingTwice();
		}),
		RUNS,
	);
});

it('acts on every record that can be acted on, where every answer is clear', async () => {
	await fc.assert(
		fc.asyncProperty(situations(false), async (given) => {
			for (const { record, error } of await toldBy(given)) {
				// Whether a service that rejects a request with 404 has deleted a part of it is unknowable.
				const isUnsaid = given.done === 'deleted' && given.turnsAwayWith === 404;
				const refusal = new RegExp(
					`^The \\w+ with ID ${record} (was not ${given.done}\\.${isUnsaid ? '|was not found: .+ may have deleted it\\.' : ''})`,
				);
				expect(error).toMatch(isGood(given, record) ? /^$/ : refusal);
				expect(acted.includes(record)).toBe(isGood(given, record));
			}
			expectNothingTwice();
		}),
		RUNS,
	);
});

it('sends nothing after an error where the run ends with it, and says what is done, in doubt and not tried', async () => {
	await fc.assert(
		fc.asyncProperty(situations(true), async (given) => {
			const { error } = await run(given);
			const records = given.wanted.map(({ record }) => record);
			const carriedOut = records.filter((record) => acted.includes(record));
			expectNothingTwice();
			expect(requestsAfterError).toBe(0);
			if (error === undefined) return void expect(carriedOut).toEqual(records);
			const inDoubt = UNKNOWN.exec(error.message)?.[1] ?? '';
			// Of many, the message names the first ten.
			const unnamed = Number(/and (\d+) more$/.exec(inDoubt)?.[1] ?? 0);
			const certain = countIn(error.description ?? '', 'carried out');
			const most = carriedOut.filter((record) => !idsIn(inDoubt).includes(record)).length;
			expect(certain).toBeLessThanOrEqual(most);
			const repeated = records.length - new Set(records).size;
			expect(certain).toBeGreaterThanOrEqual(most - unnamed - repeated);
			// A record may have been requested in vain, together with one for which the request was rejected.
			const untried = countIn(error.description ?? '', 'not tried');
			expect(untried).toBeGreaterThanOrEqual(records.filter((record) => !asked.includes(record)).length);
			expect(untried).toBeLessThan(records.length - certain);
		}),
		RUNS,
	);
});

it('never says that a deleted record was not deleted, even for a service that deletes some and then answers 404', async () => {
	const [first] = fc.sample(situations(false), 1);
	const given: Situation = {
		...(first as Situation), // one was asked for
		...{ resource: 'client', operation: 'delete', method: 'deleteClient', id: 'client_id', done: 'deleted' },
		standings: ['good', 'good', 'foreign', 'good', 'good', 'good', 'good', 'good'],
		turnsAwayWith: 404,
		isHasty: true,
		wanted: [1, 2, 3, 4].map((record) => ({ record, spelling: 'number' })),
	};
	const told = await toldBy(given);
	const gone = (record: number) =>
		`The client with ID ${record} was not found: an earlier, rejected request for several records may have deleted it. It is unknown whether the client with ID ${record} was deleted.`;
	expect(told.map(({ error }) => error)).toEqual([gone(1), gone(2), gone(3), '']);
	const ended = await run(given);
	expect(ended.error?.message).toMatch(
		/It is unknown whether the clients with the IDs 1, 2, 3 and 4 were deleted\.$/,
	);
	const alone = await toldBy({ ...given, wanted: [{ record: 3, spelling: 'number' }] });
	expect(alone[0]?.error).toMatch(/^The client with ID 3 was not deleted\./);
});

/** How many items a description counts: `One other item was carried out.` */
function countIn(description: string, what: string): number {
	const [, count] = new RegExp(`(One|\\d+) other items? (?:was|were) ${what}`).exec(description) ?? [];
	if (count === undefined) return 0;
	return count === 'One' ? 1 : Number(count);
}
