import { Bench, optionsFor } from './bench.mts';

it('A list without an order that grows while it is read is read again, since a record may have moved to a page before', async () => {
	const bench = new Bench(optionsFor('clientCreated'), 'full', 'number', 2);
	const { service } = bench;
	const known = Array.from({ length: 6 }, () => service.add('client'));
	// The second client comes first, so that the list is in no order.
	const places = new Map([[known[1]!.id, 0]]);
	service.rank = (id) => places.get(id) ?? id;
	await bench.poll();
	const third = service.add('client');
	places.set(third.id, known[0]!.id + 0.5);
	const added = [third];
	let reads = 0;
	const reader = service.reader(() => {
		reads += 1;
		if (reads !== 2) return;
		// It moves to page 1, which has been read, and the list is longer all the same.
		service.setThing(known[0]!, { isDeleted: true });
		added.push(service.add('client'), service.add('client'));
	});
	expect((await bench.ids(reader)).sort()).toEqual(added.map(({ id }) => `client:${id}:created`).sort());
});
