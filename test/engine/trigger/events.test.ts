import type { EventKind } from '../../../nodes/XmlBilling/trigger/rules/events';
import { matching, some } from '../billing.ts';
import { HAPPENINGS, reported, samplesOf, triggerOf } from './happenings.ts';

const KINDS = Object.keys(HAPPENINGS) as EventKind[]; // the keys of a literal record

describe.each(KINDS)('%s', (kind) => {
	it('is reported once, by itself and among all others', async () => {
		const { happen, says } = HAPPENINGS[kind];
		const all = triggerOf({ events: KINDS });
		await all.poll();
		const alone = await reported({ events: [kind] }, happen);
		const expected = { event: kind, event_id: some(String), detected_at: matching(/^\d{4}-/), ...says() };
		expect(alone).toMatchObject([expected]);
		const among = ((await all.poll()) ?? []).map(({ json }) => json).filter(({ event }) => event === kind);
		expect(among).toMatchObject([expected]);
		// Workflows drop repeated events by this identifier.
		expect(among[0]?.['event_id']).toBe(alone[0]?.['event_id']);
		const { event_id: id } = alone[0] ?? {};
		expect(typeof id === 'string' && id.replace(/\d{4}(-\d\d){2}$/, 'DAY')).toMatchSnapshot();
		expect(await all.poll()).toBeNull();
	});

	it('is shown by samples that look like it, with the fields that it has', async () => {
		const { happen } = HAPPENINGS[kind];
		const [event] = await reported({ events: [kind], simplify: false }, happen);
		const samples = await samplesOf({ events: [kind], simplify: false });
		expect(samples.length).toBeGreaterThan(0);
		expect(samples.length).toBeLessThanOrEqual(3);
		for (const sample of samples) {
			expect(sample['event']).toBe(kind);
			expect(Object.keys(sample)).toEqual(
				expect.arrayContaining(
					Object.keys(event ?? {}).filter((key) => key !== 'previous_status' || kind !== 'invoiceCreated'),
				),
			);
		}
	});
});
