import type { IDataObject, INode } from 'n8n-workflow';
import { byId, containing, matching, useBilling } from '../billing.mts';
import { cloning, useContext } from '../contexts.mts';
import { GUARDED, INVOICE_LINES as lines, type Guarded } from '../guarded.mts';

useContext(cloning);

/** A workflow that runs again after its writes may have been carried out, with its operation's guard on. */
const billing = useBilling();
/** The same without any error. */
const calm = useBilling();

type Guard = 'fail' | 'existing';
interface Variant {
	readonly items: IDataObject[];
	readonly guard: Guard;
	readonly settings?: Partial<INode>;
}

const run = (
	{ resource, operation, parameters }: Guarded,
	{ items, guard, settings = {} }: Variant,
	on = billing,
) => on.run(resource, operation, { ...parameters, options: { ifExists: guard } }, { items, settings });

/** The records of a service, without the times of day at which they were written. */
function stored({ kinds }: Guarded, { sandbox } = billing): unknown {
	const rows = kinds.map((kind) => sandbox.records(kind));
	return JSON.parse(JSON.stringify(rows).replaceAll(/ \d\d:\d\d:\d\d"/g, '"'));
}

const sentOf = ({ method }: Guarded) =>
	billing.sandbox.requests.filter((request) => request.method === method);

/** The records of a service after a run without errors. */
async function undisturbed(guarded: Guarded, items: IDataObject[]) {
	const { outputs } = await run(guarded, { items, guard: 'existing' }, calm);
	expect(resultsOf(outputs)).toEqual(items.map(() => 'created'));
	return stored(guarded, calm);
}

const tally = { reruns: 0, unseen: 0, doubled: 0 };

/** Compares the records with those of a service without faults. */
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

/** The first attempt of each item's write is carried out, but its answer never arrives. */
const befall = async ({ method, items }: Guarded) =>
	await billing.sandbox.setFaults([
		{ fault: 'resetAfter', method, calls: items.map((_, index) => index + 1) },
	]);

const UNKNOWN = matching(/It is unknown whether .+ was (created|recorded)\.$/);
const resultsOf = (outputs: Awaited<ReturnType<typeof run>>['outputs']) =>
	(outputs[0] ?? []).map(({ json }) => json['result'] ?? json['error']);

describe.each(GUARDED)('$name, run again after each first try was carried out unseen', (guarded) => {
	const { items, refusal, check } = guarded;

	const continuesOnFail = { onError: 'continueRegularOutput' as const };
	const tried = { retryOnFail: true, maxTries: items.length + 1, waitBetweenTries: 1 };

	it.each([
		['the run ends with each error', {}, [...items.map(() => 'stops'), 'goes on']],
		['the run goes on after each error', continuesOnFail, ['tells each', 'goes on']],
		['n8n itself runs the node again', tried, ['goes on']],
	])('creates nothing twice, when %s', async (_, settings, runs) => {
		const wanted = await undisturbed(guarded, items);
		await befall(guarded);
		for (const ending of runs) {
			const { outputs, error } = await run(guarded, { items, guard: 'existing', settings });
			// Payments go several at once, so that one run may meet several faults.
			if (ending === 'stops' && error !== undefined) {
				expect(error.message).toEqual(UNKNOWN);
				continue;
			}
			expect(error).toBeUndefined();
			if (ending === 'stops') continue;
			expect(resultsOf(outputs)).toEqual(items.map(() => (ending === 'goes on' ? 'existing' : UNKNOWN)));
		}
		expectUndoubled(guarded, wanted);
		expect(sentOf(guarded)).toHaveLength(items.length);
	});

	it('ends with an error that names the record, where that is chosen, also when n8n runs it again', async () => {
		const wanted = await undisturbed(guarded, items.slice(0, 1));
		await befall(guarded);
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

it('A payment without a date is recognized later by the date that the error names', async () => {
	await billing.sandbox.setFaults([{ fault: 'resetAfter', method: 'invoiceOfflinePayment' }]);
	const payment = { invoiceId: byId(4), amount: '10', paymentMethod: 'Cash' };
	const message = await billing.errorOf('invoice', 'recordPayment', payment);
	const { date } = billing.sandbox.records('payment').at(-1) ?? {};
	expect(message).toContain(`again after tomorrow, fill in ${date} as the Date`);
	const dated = await billing.errorOf('invoice', 'recordPayment', {
		...payment,
		amount: '11',
		additionalFields: { date: '2026-03-01' },
	});
	expect(dated).not.toContain('after tomorrow');
});

it('An existing document is returned, and compared with the one that would have been created', async () => {
	const create = (unitCost: string, options = {}) => ({
		...{ clientId: byId(1), number: '1001', options: { ifExists: 'existing', ...options } },
		lineItems: { line: [{ name: 'Order', unitCost, quantity: '1' }] },
	});
	await billing.outputOf('invoice', 'create', create('99'));
	expect(await billing.outputOf('invoice', 'create', create('99'))).toMatchObject([{ result: 'existing' }]);
	expect(billing.warnings()).toBe('');
	expect(await billing.outputOf('invoice', 'create', create('250'))).toMatchObject([
		{ result: 'existing', total: 99 },
	]);
	expect(billing.warnings()).toContain('total of 99.00 GBP, and is not changed to 250.00 GBP.');
	const expected = await billing.errorOf('invoice', 'create', create('250', { expectedTotal: '250' }));
	expect(expected).toContain('The total is 99.00, and 250.00 was expected.');
});

it.each([
	['number', '=ORD-{{ $json.order }}', 'ORD-'],
	['number', '=ORD-{{ String($json.order) }}', 'ORD-undefined'],
	['number', '={{ String({}) }}', '[object Object]'],
	['number', '=RENT-{{ DateTime.fromISO($json.day).toFormat("yyyyMM") }}', 'RENT-Invalid DateTime'],
	['number', '={{ "R-" + Number($json.day) }}', 'R-NaN'],
])(
	'A %s of %s, which evaluates to %s, is refused before anything is sent',
	async (field, expression, value) => {
		const parameters = {
			clientId: byId(1),
			...lines,
			[field]: expression,
			options: { ifExists: 'existing' },
		};
		expect(await billing.errorOf('invoice', 'create', parameters)).toContain(
			`Number came out as '${value}', because its expression returned no value`,
		);
		expect(billing.writes()).toEqual([]);
	},
);

it('A payment whose reference lacks its variable part is refused', async () => {
	const payment = { invoiceId: byId(4), amount: '10', paymentMethod: 'Cash' };
	const error = await billing.errorOf('invoice', 'recordPayment', {
		...payment,
		reference: '=TX {{ $json.transfer }}',
		additionalFields: { reference: '=TX {{ $json.transfer }}' },
	});
	expect(error).toContain("Reference came out as 'TX'");
});

it('An existing document that is not active is returned with a warning', async () => {
	const cancelled = billing.sandbox
		.records('invoice')
		.find(({ status, account_id }) => status !== 'Active' && account_id === 1);
	const [output] = await billing.outputOf('invoice', 'create', {
		clientId: byId(cancelled?.client_id ?? 0),
		...lines,
		number: cancelled?.number ?? '',
		options: { ifExists: 'existing' },
	});
	expect(output).toMatchObject({
		invoice_id: cancelled?.id,
		result: 'existing',
	});
	expect(billing.warnings()).toContain(
		`already exists, but is not active: its status is '${cancelled?.status}'.`,
	);
});
