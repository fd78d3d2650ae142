import { simplifiedSchemasOf } from '../../../tools/schemas.mts';
import { EVENT_KINDS, EVENTS, WATCHED_RESOURCES } from '../../../nodes/XmlBilling/trigger/events/events';
import { matching, some } from '../billing.mts';
import { EVENT_CAUSES, samplesOf, triggerOf } from './eventCauses.mts';

describe.each(EVENT_KINDS)('%s', (kind) => {
	it('is reported once, by itself and among all others, beginning with names and money', async () => {
		const { happen, first, says = {} } = EVENT_CAUSES[kind];
		const [id, ...fields] = first.split(' ');
		const triggers = [triggerOf({ events: [kind] }), triggerOf({ events: [...EVENT_KINDS] })];
		const poll = async () =>
			await Promise.all(
				triggers.map(async (trigger) =>
					((await trigger.poll()) ?? []).map(({ json }) => json).filter(({ event }) => event === kind),
				),
			);
		expect(await poll()).toEqual([[], []]);
		await happen();
		const [[alone = {}, ...more] = [], among] = await poll();
		expect(alone).toMatchObject({ event: kind, event_id: some(String), detected_at: matching(/^\d{4}-/) });
		expect(alone).toMatchObject(says);
		// Workflows drop repeated events by this identifier.
		const { event_id: known } = alone;
		expect(typeof known === 'string' && known.replace(/\d{4}(-\d\d){2}$/, 'DAY')).toBe(id);
		expect([more, among]).toMatchObject([[], [{ event_id: known, ...says }]]);
		expect(await poll()).toEqual([[], []]);

		const samples = await samplesOf({ events: [kind] });
		expect(samples.length).toBeGreaterThan(0);
		const { type } = WATCHED_RESOURCES[EVENTS[kind].resource];
		const listed = Object.keys(simplifiedSchemasOf(type));
		for (const shown of [alone, ...samples].map((event) => Object.keys(event))) {
			expect(shown.slice(0, fields.length)).toEqual(fields);
			expect(shown.slice(-2)).toEqual(['event_id', 'detected_at']);
			expect(shown.filter((field) => listed.includes(field))).toEqual(
				listed.filter((field) => shown.includes(field)),
			);
		}
	});
});
