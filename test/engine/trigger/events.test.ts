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

	it.each([true, false])(
		'has the fields of other outputs after its own, where Simplify is %j',
		async (simplify) => {
			const { type } = RESOURCES[EVENTS[kind].resource];
			const { resource = '', operation = '' } =
				OPERATIONS.find(({ method }) => method === type.get)?.parameters ?? {};
			const locator = findOperation(resource, operation)?.properties[0]?.name ?? '';
			const [event = {}] = await reported({ events: [kind], simplify }, HAPPENINGS[kind].happen);
			const parameters = { [locator]: byId(Number(event[type.id])), simplify };
			const [record = {}] = await billing.outputOf(resource, operation, parameters);
			const lists = simplify ? Object.keys(type.simplifiedLists ?? {}) : [];
			const own = Object.keys(event).filter((field) => OWN.includes(field));
			const shown = Object.keys(record).filter((field) => !lists.includes(field));
			expect(Object.keys(event)).toEqual([...own, ...shown]);
		},
	);

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
