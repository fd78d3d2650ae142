import { setTimeout as wait } from 'node:timers/promises';
import { byId } from '../billing.mts';
import { REFUSALS, useRefusingService, type Answer, type Arrived } from '../refusing.mts';

const service = useRefusingService();
/** One service for each refusal, so that their waits of a second run in parallel. */
const services = REFUSALS.map(([words, no]) => ({ words, no, service: useRefusingService() }));
const found = ({ ids }: Arrived): Answer => ({ body: `<client><client_id>${ids[0]}</client_id></client>` });
const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));

const getClients = (count: number, maxConcurrentRequests: number, from = service) =>
	engine.run({
		credential: { ...from.credential(), maxConcurrentRequests },
		parameters: { resource: 'client', operation: 'get', clientId: byId('={{ $json.id }}') },
		items: items(count),
	});

const createClients = (count: number, from: typeof service) =>
	engine.run({
		credential: from.credential(),
		parameters: {
			resource: 'client',
			operation: 'create',
			name: '={{ $json.id }}',
			organization: 'A',
			options: { ifExists: 'create', return: 'id' },
		},
		items: items(count),
		settings: { onError: 'continueRegularOutput' },
	});

/**
 * Answers in waves: as soon as so many requests are there, all of them.
 *
 * @returns the most requests that were in flight from each wave to the next
 */
function answerInWaves(
	waves: ReadonlyArray<{ size: number; answer: (one: Arrived, index: number) => Answer }>,
	from = service,
) {
	const left = [...waves];
	const most: number[] = [];
	let waiting: Array<(index: number) => void> = [];
	from.answerWith(async (request) => {
		const wave = left[0];
		if (wave === undefined) return found(request);
		const index = new Promise<number>((resolve) => waiting.push(resolve));
		if (waiting.length === wave.size) {
			// One too many would come now.
			await wait(100);
			most.push(from.inFlight());
			left.shift();
			const all = waiting;
			waiting = [];
			for (const [position, answer] of all.entries()) answer(position);
		}
		return wave.answer(request, await index);
	});
	return most;
}

it.each(REFUSALS)(
	'%s halves what is in flight, once for requests that were in flight together, and successes raise it again',
	async (_, no) => {
		const refusal = { ...no, retryAfter: '0' };
		const most = answerInWaves([
			{ size: 8, answer: () => refusal },
			{ size: 4, answer: found },
			{ size: 5, answer: (one, index) => (index === 0 ? refusal : found(one)) },
			{ size: 2, answer: () => refusal },
			{ size: 1, answer: () => refusal },
			{ size: 1, answer: found },
			{ size: 2, answer: found },
		]);
		const { outputs } = await getClients(16, 8);
		expect(outputs[0]?.map(({ json }) => json['client_id'])).toEqual(items(16).map(({ id }) => id));
		expect(most).toEqual([8, 4, 5, 2, 1, 1, 2]);
	},
);

it('no request of a run begins before the wait that comes with a refusal is over', async () => {
	const check = async ({ words, no, service: from }: (typeof services)[number]) => {
		let refusedAt = 0;
		const answer = (request: Arrived, index: number) => {
			if (index > 0) return found(request);
			refusedAt = Date.now();
			return { ...no, retryAfter: '1' };
		};
		answerInWaves([{ size: 4, answer }], from);
		const { outputs } = await getClients(12, 4, from);
		const later = from.arrived().slice(4);
		const waitedMs = Math.min(...later.map(({ at }) => at)) - refusedAt;
		return { words, found: outputs[0]?.length, later: later.length, isLate: waitedMs >= 1000 };
	};
	expect(await Promise.all(services.map(check))).toEqual(
		REFUSALS.map(([words]) => ({ words, found: 12, later: 9, isLate: true })),
	);
});

it('a write is not sent again after a refusal, and the next one waits', async () => {
	const check = async ({ words, no, service: from }: (typeof services)[number]) => {
		from.answerWith(({ ids }) =>
			ids[0] === '2' ? { ...no, retryAfter: '1' } : { body: `<client_id>${ids[0]}</client_id>` },
		);
		const { outputs } = await createClients(3, from);
		const [, second, third] = from.arrived();
		const isLate = (third?.at ?? 0) - (second?.at ?? 0) >= 1000;
		const created = outputs[0]?.map(({ json }) => json['client_id'] ?? 'error');
		return { words, created, sent: from.sent('createClient'), isLate };
	};
	expect(await Promise.all(services.map(check))).toEqual(
		REFUSALS.map(([words]) => ({
			words,
			created: [1, 'error', 3],
			sent: [['1'], ['2'], ['3']],
			isLate: true,
		})),
	);
});
