// What the read-backs of new records cost: 200 new clients with the full record, beside the same with only the ID, and
// beside custom requests, which are one request each. All run in n8n's engine in this process; the service, a sandbox,
// runs in another and holds every answer back for 20 ms. Medians of five rounds. Needs Node 24 and a built package.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { loadEngine } from '../test/engine/harness/engine.ts';
import { startService } from './poll/service.ts';

const ITEMS = 200;
const ROUNDS = 5;
const LATENCY_MS = 20;

const CLIENT = {
	resource: 'client',
	operation: 'create',
	name: '={{ $json.name }}',
	organization: '={{ $json.name }}',
};
const WAYS = {
	'custom request': {
		resource: 'account',
		operation: 'customRequest',
		requestMethod: 'createClient',
		requestBody: '={{ { name: $json.name, organization: $json.name } }}',
	},
	'ID only': { ...CLIENT, options: { ifExists: 'create', return: 'id' } },
	'full record': { ...CLIENT, options: { ifExists: 'create' } },
};

const engine = await loadEngine(process.env.PACKAGE_PATH ?? join(import.meta.dirname, '..'));
const service = await startService({ database: ':memory:', latencyMs: LATENCY_MS });
const seconds = new Map<string, number[]>();
try {
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const [way, parameters] of Object.entries(WAYS)) {
			const items = Array.from({ length: ITEMS }, (_, item) => ({ name: `${way} ${round} ${item}` }));
			await service.served();
			const begun = performance.now();
			const { outputs, error } = await engine.run({ credential: service.credential, parameters, items });
			const took = (performance.now() - begun) / 1000;
			assert.equal(error, undefined);
			assert.equal(outputs[0]?.length, ITEMS);
			seconds.set(way, [...(seconds.get(way) ?? []), took]);
			if (round === 0) console.log(`${way}: ${(await service.served()).length} requests`);
		}
	}
	const medianOf = (way: string) =>
		seconds.get(way)?.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
	for (const way of Object.keys(WAYS))
		console.log(
			`${way}: ${medianOf(way).toFixed(2)} s, ${(medianOf(way) / medianOf('custom request')).toFixed(2)} times a custom request`,
		);
} finally {
	await service.close();
}
