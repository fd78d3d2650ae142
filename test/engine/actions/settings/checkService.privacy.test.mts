import {
	startSandbox,
	type FaultRule,
	type Sandbox,
	type SandboxOptions,
} from '../../../../sandbox/index.mts';
import { TODAY } from '../../billing.mts';
import { useScriptedService } from '../../scripted.mts';
import { MARKS, markRecords, TOKEN } from '../../secrets/marks.mts';

// People paste the report into a public issue, so it must show nothing of any record.

const MARK = 'Kupferdraht';
const SHIFT = 7_000_000;

/** Values of records that the interface names (§2.2, §3), or that are ordinary words. */
const PUBLIC = new Set(
	`Active Archived Archive Cancel Draft Sent Viewed Outstanding Paid Unpaid Disputed Auto-Paid Retry Failed Resolved
	Auto-Failed Partial-Paid Yes Service task Normal Compound`.split(/\s+/),
);
/** Columns whose words the report may name: they are the service's, not the account's. */
const NAMED: Readonly<Record<string, string>> = {
	estimate: 'estimate_status',
	recurring: 'frequency',
	service: 'quantity',
	tax: 'type',
};
/** Columns of the sandbox that no method shows. */
const HIDDEN = ['key', 'state', 'kind', 'document', 'owner'];

const tablesIn = ({ store }: Sandbox): string[] =>
	store
		.all<{ name: string }>(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'counter' AND name NOT LIKE 'sqlite%'`,
		)
		.map(({ name }) => name);

/** Gives all records identifiers that can't be confused with other values. */
function markIdentifiers(sandbox: Sandbox): void {
	const { store } = sandbox;
	for (const table of tablesIn(sandbox)) {
		const columns = store.all<{ name: string }>(`PRAGMA table_info(${table})`);
		for (const { name } of columns.filter((column) => /^id$|_id$|^tax[12]$/.test(column.name)))
			store.run(`UPDATE ${table} SET ${name} = ${name} + ${SHIFT} WHERE ${name} > 0`);
	}
}

/** All values in the tables, except those too short to recognize. */
function valuesIn(sandbox: Sandbox): string[] {
	const values = tablesIn(sandbox).flatMap((table) =>
		sandbox.store
			.all<Record<string, unknown>>(`SELECT * FROM ${table}`)
			.flatMap((row) =>
				Object.entries(row).flatMap(([column, value]) =>
					HIDDEN.includes(column) || NAMED[table] === column ? [] : String(value).trim(),
				),
			),
	);
	return [...new Set(values)].filter((value) => value.length > 2 && value !== 'null' && !PUBLIC.has(value));
}

/** The values that a text contains as whole words. */
const repeatedIn = (text: string, values: readonly string[]): string[] =>
	values.filter((value) => {
		const escaped = value.replace(/[^\w\s]/g, '\\$&');
		return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text);
	});

let logged: string[];
let stopListening: () => void;
beforeEach(() => {
	logged = [];
	stopListening = engine.listenToLogs((line) => logged.push(line));
});
afterEach(() => stopListening());

/** Everything that a check shows people: its output, its hints and its log lines. */
async function seenOf(credential: { baseUrl: string; token: string }): Promise<string> {
	const { outputs, hints, error } = await engine.run({
		credential,
		parameters: { resource: 'settings', operation: 'checkService' },
	});
	if (error) throw error;
	const lines = logged.filter((line) => /service/i.test(line));
	const output = outputs[0]?.map(({ json }) => json);
	expect(output?.length).toBeGreaterThan(7);
	return JSON.stringify([
		output,
		hints,
		lines.map((line) => (JSON.parse(line) as { message: string }).message),
	]);
}

describe.each<[SandboxOptions, FaultRule[]]>([
	[{}, []],
	[{ listRecords: 'summary', quirks: ['lowerCaseStatuses'] }, []],
	[{ listRecords: 'bare', quirks: ['httpStatuses'] }, []],
	// The service repeats requests with their token.
	[
		{},
		[
			{ fault: 'echo', method: 'getInvoice' },
			{ fault: 'echo', method: 'listStaff' },
		],
	],
	[{}, [{ fault: 'http500', method: 'getClient' }]],
])('The report about a service with %j and %j', (options, faults) => {
	it('shows no value of any record, no token and no address', async () => {
		const sandbox = await startSandbox({ today: () => TODAY, ...options });
		try {
			await markRecords(sandbox);
			markIdentifiers(sandbox);
			await sandbox.setFaults(faults);
			const seen = await seenOf({ baseUrl: sandbox.url, token: TOKEN });
			const values = valuesIn(sandbox);
			expect(values.length).toBeGreaterThan(1000);
			expect(repeatedIn(seen, values)).toEqual([]);
			expect(seen).not.toMatch(MARKS.records);
			expect(seen).not.toMatch(MARKS.token);
			expect(seen).not.toMatch(/\b70\d{5}\b|127\.0\.0\.1|localhost/);
			// Proves that the test finds what it looks for.
			expect(repeatedIn(`${seen} ${values[20]} and 1250.00`, values)).toEqual(
				expect.arrayContaining([values[20], '1250.00']),
			);
		} finally {
			await sandbox.close();
		}
	});
});

describe('The report about a service that writes unexpected things', () => {
	const service = useScriptedService();

	it('shows none of its words', async () => {
		const record = `<${MARK} a="${MARK}">${MARK}</${MARK}><invoice_id>7654321</invoice_id><date>${MARK}</date>
			<invoice_status>${MARK} &amp; 12</invoice_status><status>${MARK}, paid</status><net_balance>${MARK} 7654.32</net_balance>
			<transactions><transaction><${MARK}/><date>76/54/3210</date></transaction></transactions>`;
		const second = record.replace('7654321', '7654322');
		service.answer(
			'getAccountInfo',
			`<account><company>${MARK}</company><${MARK}>${MARK}</${MARK}></account>`,
		);
		service.answer('getInvoice', `<invoice>${record}<number>${MARK}</number></invoice>`);
		service.answer(
			'listInvoice',
			`<invoices ${MARK}="${MARK}" total_pages="7654" total="7654"><invoice>${record}</invoice><invoice>${second}</invoice></invoices>`,
		);
		service.answer('listTask', `<tasks total_pages="${MARK}"><task><billed>${MARK}</billed></task></tasks>`);
		service.answer(
			'listStaff',
			`<staff_users><staff><staff_id>7654323</staff_id><access_own_record>${MARK}</access_own_record></staff></staff_users>`,
		);
		service.answer('getStaff', `${MARK} 7654323`, 400);
		const service3 = `<service_id>3</service_id><service_name>${MARK}</service_name><quantity>7654 ${MARK}</quantity>`;
		service.answer('listService', `<services><service>${service3}</service></services>`);
		service.answer('listClient', MARK, 426);
		const tax = `<${MARK}/><id>7654324</id><name>${MARK}</name><type>${MARK} 5%</type><value>76.54</value>`;
		service.answerWith({
			listTax: `<response status="200" ${MARK}="">${MARK}<taxes><tax>${tax}</tax></taxes></response>`,
		});
		const seen = await seenOf(service.credential());
		expect(seen).toContain('others');
		expect(seen).not.toContain(MARK);
		expect(seen).not.toMatch(/76[,.]?54|76\/54/);
	});
});
