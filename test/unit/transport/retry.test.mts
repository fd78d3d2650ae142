import type { Exchanged } from '../../../nodes/XmlBilling/transport/exchange';
import { connectionFailure } from '../../../nodes/XmlBilling/transport/failure';
import { withRetries } from '../../../nodes/XmlBilling/transport/retry';
import { createStop } from '../../../nodes/XmlBilling/transport/stop';

/** How often a read is tried whose service is away, and asks to wait so long. */
async function attempts(retryAfterMs: number, msLeft: number): Promise<number> {
	let count = 0;
	const failure = { ...connectionFailure('ECONNREFUSED', 'billing.example'), retryAfterMs };
	const exchange = async (): Promise<Exchanged> => {
		count += 1;
		return await Promise.resolve({ ok: false, failure });
	};
	const stop = createStop();
	const result = await withRetries(exchange, { isRead: true, deadline: Date.now() + msLeft, stop });
	expect(result).toEqual({ ok: false, failure });
	return count;
}

it('A read is tried four times if there is time for the waits', async () => {
	expect(await attempts(1, 60_000)).toBe(4);
});

it('No attempt begins whose wait would end after the deadline, although the deadline itself is still ahead', async () => {
	expect(await attempts(300, 200)).toBe(1);
});

it('A stop ends the wait, and no attempt follows', async () => {
	const stop = createStop();
	let count = 0;
	const exchange = async (): Promise<Exchanged> => {
		count += 1;
		const failure = { ...connectionFailure('ECONNREFUSED', 'billing.example'), retryAfterMs: 5_000 };
		return await Promise.resolve({ ok: false, failure });
	};
	let hasEnded = false;
	void withRetries(exchange, { isRead: true, deadline: Infinity, stop }).then(() => (hasEnded = true));
	await new Promise(setImmediate);
	expect([count, hasEnded]).toEqual([1, false]);
	stop.stop();
	await new Promise(setImmediate);
	expect([count, hasEnded]).toEqual([1, true]);
});
