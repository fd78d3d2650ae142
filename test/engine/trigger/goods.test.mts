import { billing, EVENT_CAUSES, reported, samplesOf } from './eventCauses.mts';

it.each([
	['productCreated', 'getProduct'],
	['serviceCreated', 'getService'],
] as const)('%s has no description, as in lists and samples, and takes no read', async (event, get) => {
	const parameters = { events: [event] };
	const events = await reported(parameters, EVENT_CAUSES[event].happen);
	expect(events).toMatchObject([EVENT_CAUSES[event].says()]);
	expect(events[0]).not.toHaveProperty('description');
	const samples = await samplesOf(parameters);
	expect(samples.length).toBeGreaterThan(0);
	for (const sample of samples) expect(Object.keys(sample)).toEqual(Object.keys(events[0] ?? {}));
	expect(billing.methods()).not.toContain(get);
});
