import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { createStop, orStop, type Stop } from '../../../nodes/XmlBilling/transport/stop';
import { pause } from '../../../nodes/XmlBilling/transport/retry';

/** A stop that counts the callbacks that it still has. */
function counting(stop: Stop) {
	const held = new Set<object>();
	const onStop: Stop['onStop'] = (callback) => {
		const mark = {};
		const release = stop.onStop(callback);
		held.add(mark);
		return () => {
			held.delete(mark);
			release();
		};
	};
	return { held, stop: { isStopped: stop.isStopped, onStop } };
}

describe('a stop', () => {
	it('calls back once the callbacks that were not removed, and later ones at once', () => {
		const step = fc.oneof(
			fc.constant('stop' as const),
			fc.constant('add' as const),
			fc.record({ release: fc.nat(9) }),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				const stop = createStop();
				const calls: number[] = [];
				const expected: number[] = [];
				const releases: Array<() => void> = [];
				for (const one of steps) {
					if (one === 'stop') stop.stop();
					else if (one === 'add') {
						const index = calls.push(0) - 1;
						expected.push(stop.isStopped ? 1 : 0);
						releases.push(stop.onStop(() => (calls[index] = (calls[index] ?? 0) + 1)));
					} else {
						const index = one.release;
						if (index < releases.length && calls[index] === 0) expected[index] = -1;
						releases[index]?.();
					}
					if (one === 'stop') expected.forEach((count, index) => count === 0 && (expected[index] = 1));
				}
				expect(calls).toEqual(expected.map((count) => Math.max(0, count)));
			}),
		);
	});

	it('follows a signal, and leaves nothing on it', () => {
		const cancel = new AbortController();
		const [canceled, closed] = [createStop(cancel.signal), createStop(cancel.signal)];
		closed.stop();
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(1);
		cancel.abort();
		expect(canceled.isStopped).toBe(true);
		expect(getEventListeners(cancel.signal, 'abort')).toHaveLength(0);
		expect(createStop(cancel.signal).isStopped).toBe(true);
	});
});

describe('a wait', () => {
	it('leaves nothing behind, whether it ends, fails or is stopped', async () => {
		const cancel = createStop();
		const { held, stop } = counting(cancel);
		await pause(1, stop);
		await orStop(Promise.resolve(), stop);
		await expect(orStop(Promise.reject(new Error('failed')), stop)).rejects.toThrow('failed');
		expect(held.size).toBe(0);
		const waiting = orStop(new Promise(() => undefined), stop);
		expect(held.size).toBe(1);
		cancel.stop();
		await waiting;
		expect(held.size).toBe(0);
	});
});
