import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMemory } from '../../../nodes/XmlBilling/transport/processMemory';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag gives to every new context

describe('A memory', () => {
	afterEach(() => jest.useRealTimers());

	it('drops what has expired on any access, and keeps the rest', async () => {
		jest.useFakeTimers({ doNotFake: ['setImmediate'] });
		const memory = createMemory<object>(1_000, 50);
		const remember = (key: string) => new WeakRef(memory.set(key, { key }));
		const early = remember('early');
		jest.setSystemTime(Date.now() + 600);
		const late = remember('late');
		jest.setSystemTime(Date.now() + 600);
		expect(memory.get('another')).toBeUndefined();
		// A value that was just looked at stays until the turn ends.
		await new Promise((resolve) => setImmediate(resolve));
		collectGarbage();
		expect([early.deref(), late.deref()]).toEqual([undefined, { key: 'late' }]);
		expect(memory.get('late')).toEqual({ key: 'late' });
	});

	it('drops what was kept longest ago if there is too much', () => {
		const memory = createMemory<number>(1_000, 2);
		for (const [key, kept] of Object.entries({ first: 1, second: 2 })) memory.set(key, kept);
		memory.set('first', 1);
		memory.set('third', 3);
		expect(['first', 'second', 'third'].map((key) => memory.get(key))).toEqual([1, undefined, 3]);
	});
});
