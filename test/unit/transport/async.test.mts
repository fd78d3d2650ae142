import { getEventListeners } from 'node:events';
import { orAborted } from '../../../nodes/XmlBilling/helpers/async';
import { pause } from '../../../nodes/XmlBilling/transport/retry';

describe('a wait', () => {
	const cancel = new AbortController();
	const { signal } = cancel;
	const never = new Promise(() => undefined);

	it('ends with its promise, or at the signal, and leaves nothing on it', async () => {
		await pause(1, signal);
		expect(await orAborted(Promise.resolve(7), signal)).toBe(7);
		await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
		const waiting = Array.from({ length: 20 }, async () => await orAborted(never, signal));
		// Node 20 warns of more than ten.
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		cancel.abort();
		for (const one of waiting) await expect(one).rejects.toThrow('stopped');
		await expect(orAborted(never, signal)).rejects.toThrow('stopped');
		await pause(60_000, signal);
	});
});
