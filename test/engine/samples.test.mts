import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byId, useBilling } from './billing.mts';

// docs/operations shows one output of each resource. To write them anew: UPDATE_SAMPLES=1 npx jest engine/samples

const FILE = join(import.meta.dirname, '../../docs/samples.json');
const billing = useBilling();

/** An operation of each resource that shows one record, and the record: one that has much to show. */
const READ: ReadonlyArray<readonly [resource: string, operation: string, field: string, id: number]> = [
	['client', 'get', 'clientId', 2],
	['estimate', 'get', 'estimateId', 3],
	['expense', 'get', 'expenseId', 2],
	['invoice', 'get', 'invoiceId', 4],
	['productOrService', 'getProduct', 'productId', 1],
	['project', 'get', 'projectId', 1],
	['recurringProfile', 'get', 'recurringId', 1],
	['staff', 'get', 'staffId', 1],
	['task', 'get', 'taskId', 1],
	['timeEntry', 'get', 'timelogId', 1],
];

it('the reference shows what operations return', async () => {
	const samples: Record<string, object> = {};
	for (const [resource, operation, field, id] of READ)
		[samples[resource] = {}] = await billing.outputOf(resource, operation, { [field]: byId(id) });
	if (process.env['UPDATE_SAMPLES'] === '1')
		writeFileSync(FILE, `${JSON.stringify(samples, undefined, '\t')}\n`);
	expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(samples);
});
