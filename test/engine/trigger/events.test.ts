import { EVENTS, type EventKind } from '../../../nodes/XmlBilling/trigger/events';
import { findOperation } from '../../../nodes/XmlBilling/actions';
import { RESOURCES } from '../../../nodes/XmlBilling/trigger/resources';
import { byId, matching, some } from '../billing.ts';
import { OPERATIONS } from '../operations.ts';
import { billing, HAPPENINGS, reported, samplesOf, triggerOf } from './happenings.ts';

const OWN = 'event event_id detected_at previous_status new_status payment days_overdue balance_left'.split(
	' ',
);
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
		expect(among[0]?.['event_id']).toBe(alone[0]?.['event_id']);
		expect(await all.poll()).toBeNull();
	});

	it('has the fields and names of other outputs, after its own', async () => {
		const { happen } = HAPPENINGS[kind];
		const { type } = RESOURCES[EVENTS[kind].resource];
		const read = OPERATIONS.find(({ method }) => method === type.get)?.parameters;
		const locator = findOperation(read?.resource ?? '', read?.operation ?? '')?.properties[0]?.name ?? '';
		for (const simplify of [true, false]) {
			const [event = {}] = await reported({ events: [kind], simplify }, happen);
			const parameters = { [locator]: byId(Number(event[type.id])), simplify };
			const [record = {}] = await billing.outputOf(read?.resource ?? '', read?.operation ?? '', parameters);
			const about = Object.keys(event).filter((field) => OWN.includes(field));
			expect(Object.keys(event).slice(0, about.length)).toEqual(about);
			const lists = simplify ? Object.keys(type.simplifiedLists ?? {}) : [];
			const shown = Object.keys(record).filter((field) => !lists.includes(field));
			expect(Object.keys(event).slice(about.length)).toEqual(shown);
		}
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
