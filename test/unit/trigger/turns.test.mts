import { Bench, optionsFor } from './bench.mts';

const EVENTS = ['clientCreated', 'projectCreated', 'taskCreated'] as const;
const RESOURCES = ['client', 'project', 'task'] as const;

/** A trigger with room for one event, which therefore stops in every poll once something is new. */
async function benchWithRoomForOne(): Promise<Bench> {
	const bench = new Bench({ ...optionsFor(...EVENTS), maxEvents: 1 });
	await bench.poll();
	return bench;
}

const addOneOfEach = ({ service }: Bench): void =>
	RESOURCES.forEach((resource) => void service.add(resource));

describe('lists that compete for the room in a poll', () => {
	it.each(RESOURCES)(
		'get it in turns, so that none waits for ever while there is always a new %s',
		async (busy) => {
			const bench = await benchWithRoomForOne();
			addOneOfEach(bench);
			const reported: string[] = [];
			for (let count = 0; count < EVENTS.length; count++) {
				reported.push(...(await bench.poll()).map(({ event }) => event));
				bench.service.add(busy);
			}
			expect(reported).toEqual(EVENTS);
		},
	);

	it.each([1, 2, 3])('are all read, each once, after a poll that stopped: %s times', async (times) => {
		const bench = await benchWithRoomForOne();
		for (let count = 0; count < times; count++) {
			addOneOfEach(bench);
			await bench.poll();
		}
		bench.options = { ...bench.options, maxEvents: 1000 };
		const late = RESOURCES.map((resource) => `${resource}:${bench.service.add(resource).id}:created`);
		expect(await bench.ids()).toEqual(expect.arrayContaining(late));
		// Those that wait for a single read had been listed before.
		expect(bench.service.requests.page).toBe(RESOURCES.length);
	});
});
