/** A day on which the service is down for the trigger, in simulated time, while people keep billing by other means. */
import type { Fault } from '../../../sandbox/index.mts';
import { createInvoice, pay } from '../../e2e/service.mts';
import { billing, triggerOf } from './eventCauses.mts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 30 * MINUTE_MS;
/** Requests are retried within n8n's time for a poll: here it is too short for a second attempt. */
const NO_RETRIES_MS = 400;
const INVOICES = 6;
const PAYMENTS_EACH = 4;
/** At first the host refuses connections, then a proxy answers instead of the service. */
const FAULTS: readonly Fault[] = ['refuse', 'http503', 'http503RetryAfter'];

/**
 * When n8n polls during the day: after each error that may pass, it waits twice as long, from 5 seconds to half an hour, and
 * then for the next full minute. In milliseconds from the first error.
 */
function pollTimes(): number[] {
	const times: number[] = [];
	let waitMs = 5_000;
	for (let at = 0; at < DAY_MS;) {
		at = Math.ceil((at + waitMs) / MINUTE_MS) * MINUTE_MS;
		waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
		times.push(at);
	}
	return times;
}

/**
 * Changes that people make, alternately: bill, or record another equal payment. Yields the identifiers of the events.
 */
async function* changes(): AsyncGenerator<string> {
	for (let count = 1; count <= INVOICES; count += 1) {
		await createInvoice(billing.sandbox, `DAY-${count}`, 100, 10);
		const id = billing.sandbox.records('invoice').at(-1)?.id ?? 0;
		yield `invoice:${id}:created`;
		for (let nth = 1; nth <= PAYMENTS_EACH; nth += 1) {
			await pay(billing.sandbox, id, 10);
			yield `payment:${id}:10.00:${nth}`;
		}
	}
}

it('A service that is down for a day gives one error per poll, and then every event once', async () => {
	const trigger = triggerOf({ events: ['invoiceCreated', 'paymentRecorded'] });
	expect(await trigger.poll()).toBeNull();
	const before = JSON.stringify(trigger.staticData);
	const changing = changes();
	const happened: string[] = [];
	const times = pollTimes();
	expect(times).toHaveLength(56);

	for (const [index, aheadMs] of times.entries()) {
		await billing.sandbox.setFaults([]);
		const change = index % 2 === 0 ? undefined : await changing.next();
		if (change?.done === false) happened.push(change.value);
		const fault = FAULTS[Math.floor((index / times.length) * FAULTS.length)];
		await billing.sandbox.setFaults(fault === undefined ? [] : [{ fault }]);
		// n8n waits as above only after errors with this cause.
		await expect(trigger.poll({ aheadMs, budgetMs: NO_RETRIES_MS })).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	}
	await billing.sandbox.setFaults([]);
	for await (const event of changing) happened.push(event);

	const reported: unknown[] = [];
	for (let poll = 1; poll <= 4; poll += 1) {
		const items = (await trigger.poll({ aheadMs: DAY_MS + LONGEST_WAIT_MS + poll * MINUTE_MS })) ?? [];
		reported.push(...items.map(({ json }) => json['event_id']));
	}
	expect(happened).toHaveLength(INVOICES * (1 + PAYMENTS_EACH));
	expect(reported.sort()).toEqual(happened.sort());
});
