import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox/index.mts';
import { QUIRKS, type Quirk } from '../../../sandbox/quirks.mts';
import { isTried } from '../../share.mts';
import { byId, TODAY } from '../billing.mts';
import { startSandbox } from '../harness/service.mts';

// Whatever asks for records finds the same ones, however a service lists them.

/** The lists with the filters that the node checks itself, whole and limited, and the reports. */
const CASES: ReadonlyMap<string, INodeParameters> = new Map(
	[
		...(
			[
				['client', { contains: 'co' }],
				['client', { organization: 'Brightwater Analytics' }],
				['estimate', { olderThanDays: 60 }],
				['estimate', { status: 'Sent' }],
				['expense', { dateFrom: '2026-02-05', dateTo: '2026-02-20' }],
				['invoice', { dueFrom: '2026-01-01', dueTo: '2026-02-28' }],
				['invoice', { overdueOnly: true }],
				['invoice', { unpaidOnly: true }],
				['recurringProfile', { dateFrom: '2025-06-01' }],
				['timeEntry', { dateFrom: '2026-02-10', dateTo: '2026-02-20' }],
				['timeEntry', { workDate: '2026-02-14' }],
			] as const
		).flatMap(([resource, filters]) => [
			[resource, 'getAll', { returnAll: true, filters }] as const,
			[resource, 'getAll', { limit: 2, filters }] as const,
		]),
		...([
			['client', 'getStatement', { clientId: byId(1), dateTo: TODAY }],
			['client', 'getStatement', { clientId: byId(2), dateFrom: '2025-10-01', dateTo: '2026-01-31' }],
			['invoice', 'getPayments', { returnAll: true }],
			['invoice', 'getPayments', { returnAll: true, filters: { paymentMethod: 'cash' } }],
			['invoice', 'getReceivables', { options: { includeInvoices: true } }],
			['invoice', 'getTaxSummary', { dateTo: TODAY }],
			['invoice', 'getTaxSummary', { dateTo: TODAY, show: 'invoices' }],
			['invoice', 'getTaxSummary', { basis: 'payments', dateFrom: '2025-09-01', dateTo: '2025-12-31' }],
			['timeEntry', 'getUnbilledSummary', { filters: { dateFrom: '2026-02-10' } }],
		] as const),
	].map(([resource, operation, parameters]) => [
		`${resource} ${operation} ${JSON.stringify(parameters)}`,
		{ resource, operation, ...parameters },
	]),
);

const isReport = ({ operation }: INodeParameters) => operation !== 'getAll';

/** Each run tries one in this many cases with each manner. */
const ONE_IN = 6;

/** What should not matter at all. */
const TOGETHER: readonly Quirk[] = ['bareRefusals', 'marksNothing', 'removesDeleted'];

// The keys of a literal record are its type's keys.
const OTHERS = (Object.keys(QUIRKS) as Quirk[]).filter((quirk) => !TOGETHER.includes(quirk));

const MANNERS: ReadonlyArray<readonly [SandboxOptions]> = [
	[{ listRecords: 'summary' }],
	[{ listRecords: 'bare' }],
	[{ quirks: TOGETHER }],
	...OTHERS.map((quirk) => [{ quirks: [quirk] }] as const),
];

/** Notes are as vague lists show them, unless Full Records is set. */
const isExpected = (quirks: readonly Quirk[], title: string) =>
	quirks.includes('vagueLists') && title.startsWith('invoice getPayments {"returnAll":true}');

/** Texts as people read them: a service may write them with blanks, in capitals and with a time. */
const readable = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
		typeof inner === 'string'
			? inner
					.trim()
					.toLowerCase()
					.replace(/ 00:00:00$/, '')
			: inner,
	);

// A list shows of its records what the service shows.
const idIn = (output: IDataObject) => Object.entries(output).find(([name]) => /^[a-z]+_id$/.test(name));

async function outcomesIn(options: SandboxOptions, cases: typeof CASES): Promise<Map<string, unknown>> {
	const sandbox = await startSandbox({ today: () => TODAY, quirks: [], ...options });
	try {
		const credential = { baseUrl: sandbox.url, token: sandbox.account('main').token };
		const outcomes = new Map<string, unknown>();
		for (const [title, parameters] of cases) {
			const { outputs, error, hints } = await engine.run({ credential, parameters });
			const output = (outputs[0] ?? []).map(({ json }) => (isReport(parameters) ? json : idIn(json)));
			outcomes.set(title, readable({ output, hints, error: error?.message }));
		}
		return outcomes;
	} finally {
		await sandbox.close();
	}
}

let plain: Map<string, unknown>;
beforeAll(async () => (plain = await outcomesIn({}, CASES)));

it.each(MANNERS)('lists and reports find the same where a service is %j', async (options) => {
	const { quirks = [] } = options;
	const tried = [...CASES].filter(([title]) => isTried(ONE_IN, JSON.stringify(options), title));
	for (const [title, outcome] of await outcomesIn(options, new Map(tried))) {
		if (isExpected(quirks, title)) expect([title, outcome]).not.toEqual([title, plain.get(title)]);
		else expect([title, outcome]).toEqual([title, plain.get(title)]);
	}
});

it('each of them finds something', () => {
	const found = [...plain].filter(([, outcome]) => !JSON.stringify(outcome).startsWith('{"output":[]'));
	expect(found.map(([title]) => title)).toEqual([...CASES.keys()]);
});
