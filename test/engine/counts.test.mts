import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, useBilling } from './billing.mts';

/** The cost of an operation. No part of it depends on the machine. */
interface Counts {
	/** The requests, by method. */
	requests: Readonly<Record<string, number>>;
	/** The bytes of all requests, without headers. */
	sent: number;
	/** The bytes of all answers, without headers. */
	received: number;
	/** How often the node asks n8n for a parameter. */
	reads: number;
}

interface Operation {
	parameters: INodeParameters;
	items?: IDataObject[];
}

const each = byId('={{ $json.id }}');
const THREE = [{ id: 1 }, { id: 2 }, { id: 3 }];
const PEOPLE = ['Ada', 'Ben', 'Cleo'].map((name, index) => ({
	id: index + 1,
	name,
	organization: `${name} Ltd`,
}));
const NAMES = { name: '={{ $json.name }}', organization: '={{ $json.organization }}' };
const LINES = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 120.5, "quantity": 2 }]' };
/** The cost of operations. A change that raises it has to say why. */
const TABLE = join(import.meta.dirname, 'counts.json');
const UPDATE = 'UPDATE_COUNTS=1 npx jest engine/counts --selectProjects engine';
const NONE: Counts = { requests: {}, sent: 0, received: 0, reads: 0 };

/** The operations whose counts are in the table. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
	'3 invoices read': {
		parameters: { resource: 'invoice', operation: 'get', invoiceId: each },
		items: THREE,
	},
	'3 invoices read, 2 of them the same, without names': {
		parameters: {
			resource: 'invoice',
			operation: 'get',
			invoiceId: each,
			options: { includeNames: false },
		},
		items: [{ id: 1 }, { id: 2 }, { id: 1 }],
	},
	'all invoices': {
		parameters: { resource: 'invoice', operation: 'getAll', returnAll: true },
	},
	'3 clients created': {
		parameters: { resource: 'client', operation: 'create', ...NAMES },
		items: PEOPLE,
	},
	'3 clients updated': {
		parameters: { resource: 'client', operation: 'update', clientId: each, updateFields: NAMES },
		items: PEOPLE,
	},
	'3 invoices created': {
		parameters: { resource: 'invoice', operation: 'create', clientId: each, ...LINES },
		items: THREE,
	},
	'3 input items as lines of 2 invoices': {
		parameters: {
			...{ resource: 'invoice', operation: 'create', clientId: byId(1), linesFrom: 'items' },
			...{
				groupBy: '={{ $json.id % 2 }}',
				lineItems: { line: [{ name: '={{ $json.id }}', unitCost: '5' }] },
			},
		},
		items: THREE,
	},
	'lines added to 3 invoices': {
		parameters: { resource: 'invoice', operation: 'addItems', invoiceId: each, ...LINES },
		items: THREE,
	},
	'3 invoices deleted': {
		parameters: { resource: 'invoice', operation: 'delete', invoiceId: each },
		items: THREE,
	},
	'3 invoices mailed': {
		parameters: { resource: 'invoice', operation: 'send', invoiceId: each, options: { sendPaid: true } },
		items: THREE,
	},
	'a payment recorded': {
		parameters: {
			...{ resource: 'invoice', operation: 'recordPayment', invoiceId: byId(4) },
			...{ amount: 1, paymentMethod: 'Cash' },
		},
	},
};

const billing = useBilling();

/** Runs an operation against a new sandbox and measures its cost. */
async function countsOf({ parameters, items }: Operation): Promise<Counts> {
	const endCounting = engine.countParameterReads();
	const { error } = await engine.run({ credential: billing.credential(), parameters, items });
	const reads = endCounting();
	expect(error).toBeUndefined();
	const { requests } = billing.sandbox;
	const sum = (what: 'requestBytes' | 'responseBytes') =>
		requests.reduce((total, request) => total + request[what], 0);
	const methods = requests.map(({ method }) => method);
	const timesOf = (wanted: string) => methods.filter((method) => method === wanted).length;
	return {
		requests: Object.fromEntries([...new Set(methods)].sort().map((method) => [method, timesOf(method)])),
		sent: sum('requestBytes'),
		received: sum('responseBytes'),
		reads,
	};
}

const flat = ({ requests, ...others }: Counts): Readonly<Record<string, number>> => ({
	...requests,
	...others,
});

/** The differences from the table, in words. */
function differences(counts: Counts, table: Counts): string[] {
	const [now, before] = [flat(counts), flat(table)];
	return Object.keys({ ...before, ...now }).flatMap((what) => {
		const [one = 0, other = 0] = [now[what], before[what]];
		if (one === other) return [];
		const verdict = one > other ? 'more than before' : `less than before: update the table by ${UPDATE}`;
		return [`${what}: ${one} instead of ${other}, ${verdict}`];
	});
}

const table = JSON.parse(readFileSync(TABLE, 'utf8')) as Readonly<Record<string, Counts>>; // written below
const found: Record<string, Counts> = {};

afterAll(() => {
	if (process.env.UPDATE_COUNTS !== undefined) writeFileSync(TABLE, `${JSON.stringify(found, null, 2)}\n`);
});

it.each(Object.entries(OPERATIONS))(
	'%s: no more requests, bytes or reads of the form',
	async (name, operation) => {
		const counts = await countsOf(operation);
		found[name] = counts;
		expect(differences(counts, table[name] ?? NONE)).toEqual([]);
	},
);

it('has no counts of anything else', () => {
	expect(Object.keys(table)).toEqual(Object.keys(OPERATIONS));
});
