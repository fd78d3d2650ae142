import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Fault, RecordKind } from '../../../sandbox/index.ts';
import { byId, containing, matching, useBilling } from '../billing.ts';
import { cloning, useContext } from '../contexts.ts';

useContext(cloning);

/** A workflow that runs again after its writes may have been carried out, with the guard of its operation on. */
const billing = useBilling();
/** The same, where nothing goes wrong. */
const calm = useBilling();

interface Guarded {
	readonly name: string;
	readonly resource: string;
	readonly operation: string;
	readonly method: string;
	/** What it writes, in the sandbox. */
	readonly kinds: readonly RecordKind[];
	readonly parameters: INodeParameters;
	readonly items: IDataObject[];
	/** What the error of the guard says, which names the record that is there. */
	readonly refusal: RegExp;
	/** What the error of an unknown outcome says in its description: how to find the record. */
	readonly check: string;
}

const lines = { linesFrom: 'json', linesJson: '[{ "name": "Design", "unitCost": 120.5, "quantity": 2 }]' };
const invoice = {
	resource: 'invoice',
	operation: 'recordPayment',
	method: 'invoiceOfflinePayment',
	kinds: ['invoice', 'payment', 'mail'] as const,
	check: 'get invoice 4 and look for the payment of ',
};
const paid = { invoiceId: byId('={{ $json.id }}'), paymentMethod: 'Cash' };

const GUARDED: readonly Guarded[] = [
	{
		name: 'Invoice > Create with a number',
		resource: 'invoice',
		operation: 'create',
		method: 'createInvoice',
		kinds: ['invoice', 'line'],
		parameters: { clientId: byId(1), ...lines, additionalFields: { number: '={{ $json.number }}' } },
		items: [{ number: 'R-1' }, { number: 'R-2' }, { number: 'R-3' }],
		refusal: /An invoice with this number exists already: ID \d+/,
		check: "look for the invoice with the number 'R-1' among the invoices",
	},
	{
		name: 'Estimate > Create with a number',
		resource: 'estimate',
		operation: 'create',
		method: 'createEstimate',
		kinds: ['estimate', 'line'],
		parameters: { clientId: byId(1), ...lines, additionalFields: { number: '={{ $json.number }}' } },
		items: [{ number: 'R-1' }, { number: 'R-2' }, { number: 'R-3' }],
		refusal: /An estimate with this number exists already: ID \d+/,
		check: "look for the estimate with the number 'R-1' among the estimates",
	},
	{
		name: 'Client > Create with an email',
		resource: 'client',
		operation: 'create',
		method: 'createClient',
		kinds: ['client'],
		parameters: {
			name: 'Ada',
			organization: 'Engine Ltd',
			additionalFields: { email: '={{ $json.email }}' },
		},
		items: [{ email: 'a@rerun.example' }, { email: 'b@rerun.example' }, { email: 'c@rerun.example' }],
		refusal: /A client with this email exists already: ID \d+/,
		check: "look for the client with the email 'a@rerun.example' among the clients",
	},
	{
		...invoice,
		name: 'Invoice > Record Payment of an amount',
		parameters: { ...paid, amount: '={{ $json.amount }}' },
		items: [
			{ id: 4, amount: 10 },
			{ id: 6, amount: 20.5 },
			{ id: 4, amount: 30 },
		],
		refusal: /Invoice 4 has an equal payment already/,
	},
	{
		...invoice,
		name: 'Invoice > Record Payment on a day',
		parameters: { ...paid, amount: '10', additionalFields: { date: '={{ $json.date }}' } },
		items: [
			{ id: 4, date: '2026-03-01' },
			{ id: 6, date: '2026-03-01' },
			{ id: 4, date: '2026-03-02' },
		],
		refusal: /Invoice 4 has an equal payment already/,
	},
	{
		...invoice,
		name: 'Invoice > Record Payment of the rest',
		parameters: { ...paid, additionalFields: { clientNotification: true } },
		items: [{ id: 4 }, { id: 6 }],
		refusal: /Invoice 4 has an equal payment already/,
	},
	{
		name: 'Expense > Create',
		resource: 'expense',
		operation: 'create',
		method: 'createExpense',
		kinds: ['expense'],
		parameters: { categoryId: byId(2), amount: '={{ $json.amount }}', date: '2026-03-02' },
		items: [{ amount: 61.1 }, { amount: 61.2 }, { amount: 61.3 }],
		refusal: /An equal expense exists already: ID \d+/,
		check: 'look for the expense of 61.10 on 2026-03-02 among the expenses',
	},
	{
		name: 'Time Entry > Create',
		resource: 'timeEntry',
		operation: 'create',
		method: 'createTimeLog',
		kinds: ['timeEntry'],
		parameters: {
			projectId: byId(1),
			taskId: byId(2),
			workDate: '2026-03-09',
			hoursWorked: '={{ $json.hours }}',
		},
		items: [{ hours: 1.5 }, { hours: 2.5 }, { hours: 3.5 }],
		refusal: /An equal time entry exists already: ID \d+/,
		check: 'look for the time entry of 1.5 hours on 2026-03-09 among the time entries',
	},
	{
		name: 'Project > Create with a name',
		resource: 'project',
		operation: 'create',
		method: 'createProject',
		kinds: ['project'],
		parameters: { name: '={{ $json.name }}', billingMethod: 'flat', budget: '1200.50' },
		items: [{ name: 'Rerun 1' }, { name: 'Rerun 2' }, { name: 'Rerun 3' }],
		refusal: /A project with this name exists already: ID \d+/,
		check: "look for the project named 'Rerun 1' among the projects",
	},
	{
		name: 'Task > Create with a name',
		resource: 'task',
		operation: 'create',
		method: 'createTask',
		kinds: ['task'],
		parameters: { name: '={{ $json.name }}' },
		items: [{ name: 'Rerun 1' }, { name: 'Rerun 2' }, { name: 'Rerun 3' }],
		refusal: /A task with this name exists already: ID \d+/,
		check: "look for the task named 'Rerun 1' among the tasks",
	},
	{
		name: 'Staff > Create with an email',
		resource: 'staff',
		operation: 'create',
		method: 'createStaff',
		kinds: ['staff'],
		parameters: { name: 'Ada', username: '={{ $json.name }}', email: '={{ $json.name }}@rerun.example' },
		items: [{ name: 'rerun1' }, { name: 'rerun2' }, { name: 'rerun3' }],
		refusal: /A staff member with this email exists already: ID \d+/,
		check: "look for the staff member with the email 'rerun1@rerun.example' among the staff members",
	},
];

type Guard = 'fail' | 'existing';
interface Variant {
	readonly items: IDataObject[];
	readonly guard: Guard;
	readonly settings?: Partial<INode>;
	readonly timeout?: number;
}

const run = (
	{ resource, operation, parameters }: Guarded,
	{ items, guard, settings = {}, timeout = 60 }: Variant,
	on = billing,
) =>
	on.run(
		resource,
		operation,
		{ ...parameters, options: { ifExists: guard } },
		{ items, settings, credential: { ...on.credential(), timeout } },
	);

/** What a service holds, without the times of day at which it was written. */
function stored({ kinds }: Guarded, { sandbox } = billing): unknown {
	const rows = kinds.map((kind) => sandbox.records(kind));
	return JSON.parse(JSON.stringify(rows).replaceAll(/ \d\d:\d\d:\d\d"/g, '"'));
}

const sentOf = ({ method }: Guarded) =>
	billing.sandbox.requests.filter((request) => request.method === method);

/** What a service holds where nothing went wrong. */
async function undisturbed(guarded: Guarded, items: IDataObject[]) {
	const { outputs } = await run(guarded, { items, guard: 'existing' }, calm);
	expect(resultsOf(outputs)).toEqual(items.map(() => 'created'));
	return stored(guarded, calm);
}

const tally = { reruns: 0, unseen: 0, doubled: 0 };

/** Holds what there is against what a calm service holds. */
function expectUndoubled(guarded: Guarded, wanted: unknown): void {
	const processed = billing.sandbox.requests.filter(
		({ fault, status }) => fault !== undefined && status !== undefined,
	);
	const countOf = (on: typeof billing) => guarded.kinds.flatMap((kind) => on.sandbox.records(kind)).length;
	tally.reruns += 1;
	tally.unseen += processed.length;
	tally.doubled += countOf(billing) - countOf(calm);
	expect(stored(guarded)).toEqual(wanted);
}

afterAll(() => {
	process.stdout.write(
		`${GUARDED.length} operations, ${tally.reruns} ways to run them again, ${tally.unseen} writes carried out unseen: ${tally.doubled} records doubled\n`,
	);
});

/** The first try of each item's write is carried out, and its answer never comes. */
const befall = async ({ method }: Guarded, fault: Fault, tries: number) =>
	await billing.sandbox.setFaults([
		{ fault, method, calls: Array.from({ length: tries }, (_, index) => index + 1) },
	]);

const UNKNOWN = matching(/It is unknown whether .+ was (created|recorded)\.$/);
const resultsOf = (outputs: Awaited<ReturnType<typeof run>>['outputs']) =>
	(outputs[0] ?? []).map(({ json }) => json['result'] ?? json['error']);

describe.each(GUARDED)('$name, run again after each first try was carried out unseen', (guarded) => {
	const { items, refusal, check } = guarded;

	it('creates nothing twice, when the run ends with each error', async () => {
		const wanted = await undisturbed(guarded, items);
		await befall(guarded, 'resetAfter', items.length);
		for (const _ of items) {
			const { error } = await run(guarded, { items, guard: 'existing' });
			expect(error?.message).toEqual(UNKNOWN);
		}
		const { outputs } = await run(guarded, { items, guard: 'existing' });
		expect(resultsOf(outputs)).toEqual(items.map(() => 'existing'));
		expectUndoubled(guarded, wanted);
		expect(sentOf(guarded)).toHaveLength(items.length);
	});

	it('creates nothing twice, when the run goes on after each error', async () => {
		const wanted = await undisturbed(guarded, items);
		await befall(guarded, 'resetAfter', items.length);
		const settings = { onError: 'continueRegularOutput' as const };
		const first = await run(guarded, { items, guard: 'existing', settings });
		expect(resultsOf(first.outputs)).toEqual(items.map(() => UNKNOWN));
		const second = await run(guarded, { items, guard: 'existing', settings });
		expect(resultsOf(second.outputs)).toEqual(items.map(() => 'existing'));
		expectUndoubled(guarded, wanted);
		expect(sentOf(guarded)).toHaveLength(items.length);
	});

	it('creates nothing twice, when n8n itself runs the node again', async () => {
		const wanted = await undisturbed(guarded, items);
		await befall(guarded, 'resetAfter', items.length);
		const settings = { retryOnFail: true, maxTries: items.length + 1, waitBetweenTries: 1 };
		const { outputs, error } = await run(guarded, { items, guard: 'existing', settings });
		expect(error).toBeUndefined();
		expect(resultsOf(outputs)).toEqual(items.map(() => 'existing'));
		expectUndoubled(guarded, wanted);
		expect(sentOf(guarded)).toHaveLength(items.length);
	});

	it('creates nothing twice, when the service does not answer in time', async () => {
		const [item = {}] = items;
		const wanted = await undisturbed(guarded, [item]);
		await befall(guarded, 'hang', 1);
		const variant: Variant = { items: [item], guard: 'existing', timeout: 1 };
		const { error } = await run(guarded, variant);
		expect(error?.message).toEqual(UNKNOWN);
		const { outputs } = await run(guarded, variant);
		expect(resultsOf(outputs)).toEqual(['existing']);
		expectUndoubled(guarded, wanted);
	});

	it('ends with an error that names the record, where that is chosen, also when n8n runs it again', async () => {
		const wanted = await undisturbed(guarded, items.slice(0, 1));
		await befall(guarded, 'resetAfter', items.length);
		const { error } = await run(guarded, { items, guard: 'fail' });
		expect(error).toMatchObject({ message: UNKNOWN, description: containing(check) });
		expect(error?.description).toContain('keeps it from being done twice');
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const again = await run(guarded, { items, guard: 'fail', settings });
		expect(again.error?.message).toMatch(refusal);
		expect(again.error?.description).toMatch(/other items? (was|were) not tried\.$/);
		expectUndoubled(guarded, wanted);
		expect(sentOf(guarded)).toHaveLength(1);
	});
});

it('A write that is in doubt is not sent again for another item of the run, which a guard may not see yet', async () => {
	await billing.sandbox.setFaults([{ fault: 'resetBefore', method: 'createClient' }]);
	const client = {
		name: 'Ada',
		organization: 'Engine Ltd',
		additionalFields: { email: '={{ $json.email }}' },
	};
	const items = [{ email: 'a@rerun.example' }, { email: 'a@rerun.example' }, { email: 'b@rerun.example' }];
	const { outputs } = await billing.run('client', 'create', client, {
		items,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(resultsOf(outputs)).toEqual(items.map(() => UNKNOWN));
	expect(billing.sent('createClient')).toMatchObject([
		{ email: 'a@rerun.example' },
		{ email: 'b@rerun.example' },
	]);
});

it('A payment without a date is recognized later by the date that the error names', async () => {
	await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
	const payment = { invoiceId: byId(4), amount: '10', paymentMethod: 'Cash' };
	const message = await billing.errorOf('invoice', 'recordPayment', payment);
	const { date } = billing.sandbox.records('payment').at(-1) ?? {};
	expect(message).toContain(`Later than tomorrow, fill in the Date ${date} as well`);
	const dated = await billing.errorOf('invoice', 'recordPayment', {
		...payment,
		amount: '11',
		additionalFields: { date: '2026-03-01' },
	});
	expect(dated).not.toContain('Later than tomorrow');
});

it('An existing document that is not active is returned with a warning', async () => {
	const cancelled = billing.sandbox
		.records('invoice')
		.find(({ status, account_id }) => status !== 'Active' && account_id === 1);
	const [output] = await billing.outputOf('invoice', 'create', {
		clientId: byId(1),
		...lines,
		additionalFields: { number: cancelled?.number ?? '' },
		options: { ifExists: 'existing' },
	});
	expect(output).toMatchObject({
		invoice_id: cancelled?.id,
		result: 'existing',
	});
	expect(billing.warnings()).toContain(
		`exists already, but is not active: its status is '${cancelled?.status}'.`,
	);
});
