import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { RECORD_TYPES, type RecordType } from '../../../nodes/XmlBilling/records';
import { byId, containing, matching, useBilling } from '../billing.mts';
import { useScriptedService } from '../scripted.mts';

/**
 * Two items of a run that a guard considers the same record, with different bodies, and a service whose lists show
 * nothing yet: the second item is recognized from the run alone.
 */
const scripted = useScriptedService();
const billing = useBilling();
const slow = useBilling({ latencyMs: 20 });
const ID = 7;

interface Guarded {
	readonly operation: readonly [resource: string, operation: string];
	readonly type: RecordType['name'];
	readonly method: string;
	readonly parameters: INodeParameters;
	/** A different spelling that the guard considers equal. */
	readonly key: readonly [first: unknown, second: unknown];
}

const KEY = '={{ $json.key }}';
const NOTES = '={{ "Notes " + $itemIndex }}';
const lines = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unit_cost": 1 }]' };
const numbered = (resource: string, method: string): Guarded => ({
	operation: [resource, 'create'],
	type: resource,
	method,
	parameters: { clientId: byId(1), ...lines, number: KEY, additionalFields: { notes: NOTES, address: '' } },
	key: ['R-1', ' r-1'],
});
const EMAILS = ['A@same.example', ' a@Same.example'] as const;
const named = (resource: string, method: string, more: INodeParameters = {}): Guarded => ({
	operation: [resource, 'create'],
	type: resource,
	method,
	parameters: { name: KEY, additionalFields: { description: NOTES }, ...more },
	key: ['Relaunch', 'RELAUNCH '],
});
const goods = (kind: 'product' | 'service', operation: string): Guarded => ({
	...named(kind, `create${operation}`),
	operation: ['productOrService', `create${operation}`],
});
const payment = {
	operation: ['invoice', 'recordPayment'] as const,
	type: 'invoice',
	method: 'invoiceOfflinePayment',
};
const paid = {
	invoiceId: byId(4),
	paymentMethod: KEY,
	additionalFields: { date: '2026-03-09', notes: NOTES },
};

const GUARDED: Readonly<Record<string, Guarded>> = {
	'Invoice > Create': numbered('invoice', 'createInvoice'),
	'Estimate > Create': numbered('estimate', 'createEstimate'),
	'Client > Create': {
		operation: ['client', 'create'],
		type: 'client',
		method: 'createClient',
		parameters: { name: NOTES, organization: 'B', email: KEY },
		key: EMAILS,
	},
	'Client > Create without an email': {
		operation: ['client', 'create'],
		type: 'client',
		method: 'createClient',
		parameters: { name: KEY, organization: 'B', additionalFields: { address: NOTES } },
		key: ['Ada', ' ADA'],
	},
	'Client > Create or Update': {
		operation: ['client', 'upsert'],
		type: 'client',
		method: 'createClient',
		parameters: { name: NOTES, organization: 'B', email: KEY },
		key: EMAILS,
	},
	'Staff > Create': {
		operation: ['staff', 'create'],
		type: 'staff',
		method: 'createStaff',
		parameters: { name: NOTES, username: NOTES, email: KEY },
		key: EMAILS,
	},
	'Project > Create': named('project', 'createProject', { billingMethod: 'flat', budget: '1' }),
	'Task > Create': named('task', 'createTask'),
	'Product > Create': goods('product', 'Product'),
	'Service > Create': goods('service', 'Service'),
	'Expense > Create': {
		operation: ['expense', 'create'],
		type: 'expense',
		method: 'createExpense',
		parameters: {
			categoryId: byId(2),
			amount: '61.10',
			date: '2026-03-02',
			additionalFields: { vendor: KEY, notes: NOTES },
		},
		key: ['Print', 'print '],
	},
	'Time Entry > Create': {
		operation: ['timeEntry', 'create'],
		type: 'timelog',
		method: 'createTimeLog',
		parameters: {
			projectId: byId(1),
			taskId: byId(2),
			workDate: '2026-03-09',
			hoursWorked: KEY,
			additionalFields: { billed: '={{ $itemIndex === 1 }}' },
		},
		key: ['1.50', 1.5],
	},
	'Invoice > Record Payment of an amount': {
		...payment,
		parameters: { ...paid, amount: '10.0' },
		key: ['Cash', 'cash'],
	},
	'Invoice > Record Payment of the rest': { ...payment, parameters: paid, key: ['Cash', 'cash'] },
};
const all = Object.entries(GUARDED).map(([name, guarded]) => ({ name, ...guarded }));

/** A service that does not show what it has just created. */
function beStale({ type: name, method }: Guarded, isDone: boolean): void {
	const type = RECORD_TYPES.find((known) => known.name === name);
	if (type === undefined) throw new RangeError(`There is no ${name}`);
	scripted.answer(type.list, 'Data not found.', 404);
	const shown =
		method === 'invoiceOfflinePayment' ? '<outstanding>10</outstanding>' : `<${type.id}>${ID}</${type.id}>`;
	scripted.answer(type.get ?? '', `<${name}>${shown}</${name}>`);
	scripted.answer(method, isDone ? `<${type.id}>${ID}</${type.id}>` : 'Later', isDone ? 200 : 500);
	for (const update of ['updateClient', 'updateProduct']) scripted.answer(update, String(ID));
}

async function run(
	{ operation: [resource, operation], parameters, key }: Guarded,
	ifExists: string,
	settings: Partial<INode> = {},
) {
	const { outputs } = await engine.run({
		credential: scripted.credential(),
		parameters: { resource, operation, ...parameters, options: { ifExists } },
		items: key.map((value) => ({ key: value })) as IDataObject[], // they are JSON
		settings: { onError: 'continueRegularOutput', ...settings },
	});
	return (outputs[0] ?? []).map(({ json }) => json);
}

const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const UNKNOWN = / It is unknown whether .+ was (created|recorded)\.$/;
const DOUBT = new RegExp(
	`^This was not sent, because an earlier item of the run is the same\\.${UNKNOWN.source}`,
);

describe.each(all)('$name', (guarded) => {
	const { method } = guarded;
	const sent = () => scripted.sent(method).length;

	it('sends nothing for an item that is the same as one in doubt, also when n8n tries again', async () => {
		beStale(guarded, false);
		for (const settings of [{}, RETRIED]) {
			const before = sent();
			const output = await run(guarded, 'existing', settings);
			expect(output).toMatchObject([
				{ error: matching(UNKNOWN) },
				{ error: matching(DOUBT), message: containing('Before you run this again') },
			]);
			expect(sent() - before).toBe(1);
		}
	});

	it('is written once by two executions of one process at the same moment', async () => {
		const { operation, parameters, key } = guarded;
		const items = [{ key: key[0] }] as IDataObject[]; // it is JSON
		const runs = key.map(async () => {
			const once = { ...parameters, options: { ifExists: 'existing' } };
			return await slow.outputOf(...operation, once, { items });
		});
		const results = (await Promise.all(runs)).flat().map(({ result }) => result);
		expect(results.sort()).toEqual(['created', 'existing']);
		expect(slow.sent(method)).toHaveLength(1);
	});
});

it.each(['Client > Create', 'Invoice > Create', 'Invoice > Record Payment of an amount', 'Expense > Create'])(
	'%s sends every item if its user wants duplicates',
	async (name) => {
		const guarded = GUARDED[name];
		if (guarded === undefined) throw new RangeError(name);
		for (const isDone of [true, false]) {
			beStale(guarded, isDone);
			await run(guarded, 'create');
		}
		expect(scripted.sent(guarded.method)).toHaveLength(4);
	},
);

it('A later try sends nothing for an item that is the same as one in doubt', async () => {
	const page = { fault: 'html200' as const, method: 'listClient', calls: [2] };
	await billing.sandbox.setFaults([{ fault: 'resetBefore', method: 'createClient', calls: [1] }, page]);
	const client = { name: 'Ada', organization: KEY, email: 'a@rerun.example' };
	const { outputs } = await billing.run('client', 'create', client, {
		items: [{ key: 'One' }, { key: 'Two' }],
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueRegularOutput' },
	});
	expect(outputs[0]?.map(({ json }) => json['error'])).toEqual([matching(UNKNOWN), matching(UNKNOWN)]);
	expect(billing.sent('createClient')).toHaveLength(1);
});
