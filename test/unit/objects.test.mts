import { createMemory } from '../../nodes/XmlBilling/helpers/GenericFunctions';

describe('A memory', () => {
	afterEach(() => jest.useRealTimers());

	it('forgets what has expired, and keeps the rest', () => {
		jest.useFakeTimers();
		const memory = createMemory<number>(1_000, 50);
		memory.set('early', 1);
		jest.setSystemTime(Date.now() + 600);
		memory.set('late', 2);
		jest.setSystemTime(Date.now() + 600);
		expect(['early', 'late'].map((key) => memory.get(key))).toEqual([undefined, 2]);
	});

	it('drops what was kept longest ago if there is too much', () => {
		const memory = createMemory<number>(1_000, 2);
		for (const [key, kept] of Object.entries({ first: 1, second: 2 })) memory.set(key, kept);
		memory.set('first', 1);
		memory.set('third', 3);
		expect(['first', 'second', 'third'].map((key) => memory.get(key))).toEqual([1, undefined, 3]);
	});
});
