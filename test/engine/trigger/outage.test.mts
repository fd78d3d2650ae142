/** A day on which the service is down for the trigger, in simulated time, while people keep billing by other means. */
import type { Fault } from '../../../sandbox/index.mts';
import { createInvoice, pay } from '../../e2e/service.mts';
import { billing, triggerOf } from './eventCauses.mts';

const MINUTE_MS = 60_000;
/** Requests are retried within n8n's time for a poll: here it is too short for a second attempt. */
const NO_RETRIES_MS = 400;
const INVOICES = 6;
const PAYMENTS_EACH = 4;
/** At first the host refuses connections, then a proxy answers instead of the service. */
const FAULTS: readonly Fault[] = ['refuse', 'http503', 'http503RetryAfter'];
/** After errors that may pass, n8n polls in the end every half hour. */
const TIMES_MS = Array.from({ length: 48 }, (_, nth) => (nth + 1) * 30 * MINUTE_MS);

/** What people do meanwhile: bill, or record another equal payment. Yields the identifiers of the events. */
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
	for (const [index, aheadMs] of TIMES_MS.entries()) {
		await billing.sandbox.setFaults([]);
		const change = index % 2 === 0 ? undefined : await changing.next();
		if (change?.done === false) happened.push(change.value);
		const fault = FAULTS[Math.floor((index / TIMES_MS.length) * FAULTS.length)];
		await billing.sandbox.setFaults(fault === undefined ? [] : [{ fault }]);
		// n8n paces its polls only after errors with this cause.
		await expect(trigger.poll({ aheadMs, budgetMs: NO_RETRIES_MS })).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	}
	await billing.sandbox.setFaults([]);
	for await (const event of changing) happened.push(event);

	const reported: unknown[] = [];
	for (const minutes of [1, 2, 3, 4]) {
		const items = (await trigger.poll({ aheadMs: (24 * 60 + minutes) * MINUTE_MS })) ?? [];
		reported.push(...items.map(({ json }) => json['event_id']));
	}
	expect(happened).toHaveLength(INVOICES * (1 + PAYMENTS_EACH));
	expect(reported.sort()).toEqual(happened.sort());
});
