import { setTimeout as wait } from 'node:timers/promises';
import { QUIRKS, startSandbox, type FaultRule, type SandboxOptions } from '../../../../sandbox/index.mts';
import { RECORD_TYPES } from '../../../../nodes/XmlBilling/records';
import { FREQUENCIES, OTHER_FREQUENCIES, TAX_KINDS, UNITS } from '../../../sandbox/walk/vendor.mts';
import { containing, matching, TODAY, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

interface Row {
	readonly check: string;
	readonly found: string;
	readonly result: string;
	readonly handling: string;
}

const rowsOf = (output: unknown): Row[] => output as Row[]; // as its schema says

/** The checks as `check: result: found`, without what varies with the machine. */
const told = (output: unknown): string[] =>
	rowsOf(output)
		.filter(({ check: name }) => name !== 'Speed')
		.map(({ check: name, result, found }) => `${name}: ${result}: ${found}`);

type Billing = ReturnType<typeof useBilling>;

async function check({ outputOf, credential }: Billing, account = 'main'): Promise<string[]> {
	return told(await outputOf('settings', 'checkService', {}, { credential: credential(account) }));
}

const REPORT = { options: { reportForPasting: true } };

const NO_FEES = 'Amounts of invoices: as specified: total_paid and outstanding add up to net_balance';
const NONE_DELETED = 'Deleted documents: not tested: no canceled invoices seen';
const NO_PAYMENTS =
	'Payments and taxes of invoices: different but handled: single invoices show payments; lists show no payments; lines show their taxes';

/** What a quirk changes in the report, which otherwise stays the same. */
const WAYS: ReadonlyArray<readonly [way: SandboxOptions, changes: readonly unknown[]]> = [
	[
		{ quirks: ['bareRefusals'] },
		[
			'Unknown record: to look at: invoices: HTTP 404 without an answer of the interface; clients: HTTP 404 without an answer of the interface',
			'Failed requests: to look at: HTTP 404 without an answer of the interface: getInvoice, getClient',
		],
	],
	[
		{ quirks: ['groupedAmounts'] },
		[
			matching(
				/^Amounts: different but handled: plain, at most two places; clear thousands separators: .*invoices net_balance/,
			),
		],
	],
	[{ quirks: ['httpStatuses'] }, ['HTTP status: different but handled: equal to the status of the answer']],
	[
		{ quirks: ['lowerCaseStatuses'] },
		[
			containing(
				'Status words: different but handled: invoices invoice_status: in another case Auto-Failed, ',
			),
		],
	],
	// Only a write shows them.
	[{ quirks: ['marksNothing'] }, []],
	[{ quirks: ['namesDeleted'] }, []],
	[{ quirks: ['refusesEmpty'] }, []],
	[{ quirks: ['removesDeleted'] }, []],
	[{ quirks: ['padded'] }, ['Blanks around values: different but handled: around all values']],
	[
		{ quirks: ['threePlaces'] },
		[
			'Kinds of taxes: different but handled: taxes type: Normal, Compound, Group; percentages with more than two places; groups without a percentage',
		],
	],
	[{ quirks: ['timedDates'] }, ['Dates: as specified: day and time']],
	// The records of the sandbox have nothing to escape.
	[{ quirks: ['unescaped'] }, []],
	[
		{ quirks: ['vagueLists'] },
		[
			'Values in lists and single records: different but handled: invoices: transactions/transaction/method, transactions/transaction/notes',
		],
	],
	[
		{ listRecords: 'summary' },
		[
			containing('What lists show: different but handled: no client/address, invoice_title, '),
			NO_PAYMENTS,
			NO_FEES,
			containing('Units and frequencies: as specified: recurrings frequency: '),
		],
	],
	[
		{ listRecords: 'bare' },
		[
			containing('What lists show: to look at: identifiers only: invoices, estimates, '),
			NO_PAYMENTS,
			NONE_DELETED,
			NO_FEES,
			'Sorting of invoices: as specified: invoice_id is heeded',
			'Identifiers: as specified: unique',
			containing('Status words: as specified: invoices invoice_status: Paid; invoices status: Active; '),
			matching(
				/^Units and frequencies: as specified: recurrings frequency: [^,]*; services quantity: [^,]*$/,
			),
		],
	],
	[
		{ listOrder: 'newestFirst' },
		['Sorting of invoices: different but handled: invoice_id is ignored; date is ignored'],
	],
	[
		{ listOrder: 'oldestFirst' },
		[
			containing('Order of lists: different but handled: oldest first: invoices, estimates, '),
			'Sorting of invoices: different but handled: invoice_id is ignored; date is heeded',
		],
	],
	[
		{ listOrder: 'shuffled' },
		[
			containing('Order of lists: different but handled: not by identifier: invoices, estimates, '),
			'Sorting of invoices: different but handled: invoice_id is ignored; date is ignored',
		],
	],
];

/** Gives notes to all payments, so that lists can leave them out. */
const NOTES = `UPDATE payment SET notes = 'Thanks'`;

/** The report about a service that follows the interface. */
let plain: string[];
beforeAll(async () => {
	const sandbox = await startSandbox({ today: () => TODAY });
	sandbox.store.run(NOTES);
	const { outputs, error } = await engine.run({
		credential: { baseUrl: sandbox.url, token: sandbox.account('main').token },
		parameters: { resource: 'settings', operation: 'checkService' },
	});
	await sandbox.close();
	if (error) throw error;
	plain = told(outputs[0]?.map(({ json }) => json));
});

/** The part of the report that is specific to this service. */
async function changesIn(billing: Billing): Promise<string[]> {
	billing.sandbox.store.run(NOTES);
	const lines = await check(billing);
	expect(lines).toHaveLength(plain.length);
	return lines.filter((line) => !plain.includes(line));
}

describe('Check Service', () => {
	const billing = useBilling({ quirks: [] });

	it('finds a service that follows the interface as specified', async () => {
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		expect(rows.length).toBeGreaterThan(20);
		for (const row of rows) {
			expect(Object.keys(row)).toEqual(['check', 'found', 'result', 'handling']);
			expect(row.result).toBe('as specified');
		}
	});

	it('reports for pasting what it shows by check', async () => {
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		const reports = await billing.outputOf('settings', 'checkService', REPORT);
		const summary = `Interface 1.1. ${rows.length} checks: 0 to look at, 0 different but handled, 0 not tested, ${rows.length} as specified.`;
		expect(reports).toEqual([{ report: containing(summary) }]);
		const shown = rows
			.filter(({ check: name }) => name !== 'Speed')
			.map(
				({ check: name, found, result, handling }) => `\n| ${name} | ${found} | ${result} | ${handling} |`,
			);
		for (const row of shown) expect(reports[0]?.['report']).toContain(row);
	});

	it.each([
		['nothing', undefined, /^Nothing needs your attention\. \d+ as specified\.$/],
		['a status', 'Weird', /^Please look at "[^"]*tatus[^"]*"\. \d+ as specified\.$/],
	])('says above its output that %s needs attention', async (_, status, verdict) => {
		if (status !== undefined)
			billing.sandbox.store.run('UPDATE invoice SET invoice_status = ? WHERE id = 1', status);
		for (const parameters of [{}, REPORT]) {
			const { run } = await billing.run('settings', 'checkService', parameters, { items: [{}, {}] });
			const hints = run.data.resultData.runData['XML Billing']?.[0]?.hints ?? [];
			expect(hints.map(({ type, location }) => [type, location])).toEqual([['info', 'outputPane']]);
			expect(hints[0]?.message).toMatch(verdict);
		}
	});

	it('begins with what people should look at', async () => {
		billing.sandbox.store.run("UPDATE invoice SET invoice_status = 'Weird' WHERE id = 1");
		await billing.sandbox.setFaults([{ fault: 'http500', method: 'listStaff' }]);
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		const ORDER = ['to look at', 'different but handled', 'not tested', 'as specified'];
		const places = rows.map(({ result }) => ORDER.indexOf(result));
		expect(places).toEqual([...places].sort((one, other) => one - other));
		expect(new Set(places).size).toBeGreaterThan(2);
	});

	it('only reads, with at most 60 requests', async () => {
		// The first request of a day charges late fees.
		await billing.outputOf('settings', 'getInfo');
		const before = Buffer.from(billing.sandbox.store.database.serialize());
		await check(billing);
		expect(billing.writes()).toEqual([]);
		expect(billing.methods().length).toBeLessThanOrEqual(60);
		expect(Buffer.from(billing.sandbox.store.database.serialize()).equals(before)).toBe(true);
	});

	it('sends its requests once for all items', async () => {
		const output = await billing.outputOf('settings', 'checkService', REPORT, { items: [{}, {}, {}] });
		expect(output).toHaveLength(3);
		expect(billing.methods().length).toBeLessThanOrEqual(60);
	});

	it('has little to say about an account without records', async () => {
		const lines = await check(billing, 'empty');
		const tested = lines.filter((line) => !line.includes(': not tested: '));
		expect(tested).toEqual([
			'Account info: to look at: no account, status 404',
			'Unknown record: as specified: invoices: status 404; clients: status 404',
			'HTTP status: as specified: always 200',
			'Character set: as specified: HTTP header: utf-8; XML declaration: utf-8; text: ASCII only',
			'Failed requests: as specified: none',
		]);
	});

	it.each([
		['inactive', 'not active'],
		['noApi', 'API access'],
	])('fails as any operation with the token of the account %s', async (account, message) => {
		const credential = billing.credential(account);
		expect(await billing.errorOf('settings', 'checkService', {}, { credential })).toContain(message);
	});

	it('fails as any operation if the service cannot be reached', async () => {
		await billing.sandbox.setFaults([{ fault: 'refuse' }]);
		expect(await billing.errorOf('settings', 'checkService')).toContain('refused the connection');
	});
});

const elements = (fields: Readonly<Record<string, string | number>>): string =>
	Object.entries(fields)
		.map(([name, value]) => `<${name}>${value}</${name}>`)
		.join('');

const fieldsOf = (id: number) => ({
	client_id: id,
	number: id,
	date: `2026-01-0${id}`,
	work_date: `2026-01-0${id}`,
	project_id: id,
	project: `<project_id>${id}</project_id>`,
	invoice_status: ['', 'Paid', 'Sent', 'Draft'][id],
});

it('covers every quirk of the sandbox', () => {
	const covered = WAYS.flatMap(([{ quirks = [] }]) => quirks);
	expect([...covered].sort()).toEqual(Object.keys(QUIRKS).sort());
});

describe.each(WAYS)('A service with %j', (way, changes) => {
	const billing = useBilling({ quirks: [], ...way });

	it('differs from another one in this alone', async () => {
		expect(await changesIn(billing)).toEqual(changes);
		expect(billing.methods().length).toBeLessThanOrEqual(60);
	});
});

describe('Faults', () => {
	const billing = useBilling({ quirks: [] });
	const FAULTS: ReadonlyArray<readonly [rule: FaultRule, changes: readonly unknown[]]> = [
		[
			{ fault: 'otherCharset' },
			[
				'Character set: different but handled: HTTP header: windows-1252; XML declaration: windows-1252; text: not UTF-8',
			],
		],
		[
			{ fault: 'unknownCharset', method: 'getTask' },
			[
				'Character set: to look at: HTTP header: unknown and utf-8; XML declaration: unknown and utf-8; text: UTF-8',
				'Failed requests: to look at: HTTP 200 without an answer of the interface: getTask',
				containing('nothing to compare with: tasks'),
			],
		],
		[
			{ fault: 'http500', method: 'listStaff' },
			[
				'Failed requests: to look at: HTTP 500 without an answer of the interface: listStaff',
				'Filters: staff_users: not tested: no records to look for',
				containing('What lists show: '),
				containing('Order of lists: '),
				containing('Status words: '),
			],
		],
	];

	it.each(FAULTS)('%j is a finding', async (rule, changes) => {
		await billing.sandbox.setFaults([rule]);
		expect(await changesIn(billing)).toEqual(changes);
	});

	it.each([
		['http429', 'the service refused further requests for now'],
		['http503', 'the service refused further requests for now'],
	] as const)('with %s the check stops early and says so', async (fault, reason) => {
		await billing.sandbox.setFaults([{ fault, calls: [10] }]);
		const [output] = await billing.outputOf('settings', 'checkService', REPORT);
		expect(billing.methods()).toHaveLength(10);
		expect(output?.['report']).toContain(reason);
		expect(output?.['report']).toMatch(/[1-9]\d* not tested, /);
	});

	it('stops when the service stops answering', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetBefore', calls: [8, 9, 10, 11, 12] }]);
		const [output] = await billing.outputOf('settings', 'checkService', REPORT);
		expect(billing.methods()).toHaveLength(10);
		expect(output?.['report']).toContain('then the service stopped answering');
	});

	it('ends with the execution that is canceled', async () => {
		await billing.sandbox.setFaults([{ fault: 'hang', calls: [5] }]);
		const controller = new AbortController();
		const running = billing.errorOf('settings', 'checkService', {}, { signal: controller.signal });
		while (billing.methods().length < 5) await wait(5);
		controller.abort();
		expect(await running).toContain('canceled');
		expect(billing.methods()).toHaveLength(5);
	});

	it('continues after a first request that failed by chance', async () => {
		await billing.sandbox.setFaults([{ fault: 'resetBefore', calls: [1] }]);
		expect(await check(billing)).toContain('Failed requests: to look at: no answer: getAccountInfo');
	});
});

describe('What no sandbox does', () => {
	const service = useScriptedService();
	const checkScripted = async () => {
		const { outputs, error } = await engine.run({
			credential: service.credential(),
			parameters: { resource: 'settings', operation: 'checkService' },
		});
		if (error) throw error;
		return told(outputs[0]?.map(({ json }) => json));
	};
	const INVOICE = `<date>03/31/2026</date><net_balance>1,200.50</net_balance><total_tax>$ 5.00</total_tax>
		<total_paid>5</total_paid><total_discount>1.125</total_discount><invoice_status>Weird</invoice_status>
		<status>ACTIVE</status><items><item><name>A</name></item></items><transactions/>`;
	const page = (records: string) => `<invoices page="1" total="3">${records}</invoices>`;

	it('reports what no sandbox does', async () => {
		service.answer('getAccountInfo', '<account><company>A</company></account>');
		const records = [1, 3, 2].map((id) => `<invoice><invoice_id>${id}</invoice_id>${INVOICE}</invoice>`);
		service.answer('listInvoice', page(records.join('')));
		service.answer('getInvoice', (document) =>
			document.includes('2147483646') ? 'Nothing here' : `<invoice>${INVOICE}</invoice>`,
		);
		service.answer('listClient', '<clients total_pages="1"/>');
		service.answer('listStaff', 'No rights', 403);
		const lines = await checkScripted();
		expect(lines).toEqual(
			expect.arrayContaining([
				'Account info: to look at: without name, country_code, currency_code',
				'Pages: to look at: per_page_record is ignored; no total_pages; a page past the end has records',
				'Order of lists: different but handled: not by identifier: invoices',
				'Status words: to look at: invoices invoice_status: other words (Weird); invoices status: in another case Active',
				'Dates: to look at: other: invoices date',
				'Amounts: to look at: plain, at most two places; plain, more places: invoices total_discount; clear thousands separators: invoices net_balance; with a currency: invoices total_tax',
				'Payments and taxes of invoices: to look at: a paid invoice shows no payments; lists show no payments; lines show no taxes',
				'Elements that records leave out: to look at: invoices: no client, invoice_due_date, invoice_schedule_date, invoice_title, late_fee_id, notes, number, outstanding, po_number, terms',
				'Unknown record: to look at: invoices: status 200; clients: status 501',
				containing('status 403: listStaff'),
				'Character set: different but handled: HTTP header: none; XML declaration: missing; text: ASCII only',
			]),
		);
	});

	it.each([
		[
			'estimates',
			'estimate_status',
			['Accepted', 'Rejected', 'Expired'],
			'as specified',
			'Accepted, Expired, Rejected',
		],
		[
			'estimates',
			'estimate_status',
			['Sent', 'Declined'],
			'different but handled',
			'Sent, other words (Declined)',
		],
		['recurrings', 'recurring_status', ['Active', 'Stop'], 'as specified', 'Active, Stop'],
		['recurrings', 'recurring_status', ['Paused'], 'different but handled', 'other words (Paused)'],
	])('is the words of %s in %s: %j', async (wrapper, field, words, result, found) => {
		service.answer('getAccountInfo', '<account/>');
		const type = RECORD_TYPES.find((one) => one.wrapper === wrapper);
		if (type === undefined) throw new Error(`No kind ${wrapper}`);
		const records = words.map(
			(word, id) => `<${type.name}>${elements({ [type.id]: id + 1, [field]: word })}</${type.name}>`,
		);
		service.answer(type.list, listed(wrapper, records.join('')));
		expect(await checkScripted()).toContain(`Status words: ${result}: ${wrapper} ${field}: ${found}`);
	});

	it.each([
		['Active', 'Cancel', 'as specified: canceled invoices stay listed'],
		['Active', 'Active', 'not tested: no canceled invoices seen'],
		['Cancel', 'Cancel', 'to look at: among active ones: invoices; canceled invoices stay listed'],
	])('is deleted invoices, with %s among active and %s among canceled ones', async (active, other, found) => {
		service.answer('getAccountInfo', '<account/>');
		service.answer('listInvoice', (document) => {
			const status = document.includes('Cancel') ? other : active;
			return listed('invoices', `<invoice>${elements({ invoice_id: 1, status })}</invoice>`);
		});
		expect(await checkScripted()).toContain(`Deleted documents: ${found}`);
	});

	it('is also identifiers that do not grow, and pages that are kept back', async () => {
		service.answer('getAccountInfo', '<account/>');
		const task = (id: number, day: number) =>
			`<task><task_id>${id}</task_id><created_date>2026-01-0${day}</created_date></task>`;
		const tasks = [task(1, 3), task(2, 2), task(3, 1), task(3, 1)].join('');
		service.answer('listTask', `<tasks total_pages="1" total="9">${tasks}</tasks>`);
		expect(await checkScripted()).toEqual(
			expect.arrayContaining([
				'Identifiers: to look at: twice in tasks; not larger with later dates: tasks',
				containing('total_pages is too small'),
			]),
		);
	});

	it.each([
		['5', '15.50', '20.50', '0', 'as specified: total_paid and outstanding add up to net_balance'],
		[
			'5',
			'15.50',
			'18.50',
			'2.00',
			'as specified: total_paid and outstanding add up to net_balance and late_fee',
		],
		['5', '20.50', '20.50', '0', 'to look at: total_paid and outstanding add up to another amount'],
		['5', '', '20.50', '0', 'not tested: no invoice shows total_paid, outstanding and net_balance'],
	])('is %s paid and %s due of %s, with a fee of %s', async (paid, due, total, fee, found) => {
		service.answer('getAccountInfo', '<account/>');
		const amounts = { invoice_id: 1, total_paid: paid, outstanding: due, net_balance: total, late_fee: fee };
		service.answer('listInvoice', listed('invoices', `<invoice>${elements(amounts)}</invoice>`));
		expect(await checkScripted()).toContain(`Amounts of invoices: ${found}`);
	});

	it.each([
		[[['Normal', '20']], 'as specified: taxes type: Normal'],
		[
			[...TAX_KINDS.map((type) => [type, type === 'Group' ? '' : '5'] as const)],
			'as specified: taxes type: Normal, Compound, Group; groups without a percentage',
		],
		[[['compound', '5']], 'different but handled: taxes type: in another case Compound'],
		[[['Inclusive', '5']], 'to look at: taxes type: other words (Inclusive)'],
		[[['VAT of 12345678', '5']], 'to look at: taxes type: other words'],
		[
			[
				['Normal', ''],
				['', '5'],
			],
			'to look at: taxes type: Normal; taxes without a kind; taxes without a percentage',
		],
	] as const)('is taxes of the kinds and percentages %j', async (taxes, found) => {
		service.answer('getAccountInfo', '<account/>');
		const records = taxes.map(([type, value], id) => elements({ id, name: 'Secret', type, value }));
		service.answer('listTax', `<taxes>${records.map((record) => `<tax>${record}</tax>`).join('')}</taxes>`);
		expect(await checkScripted()).toContain(`Kinds of taxes: ${found}`);
	});

	it('is also units and frequencies that nobody documents', async () => {
		service.answer('getAccountInfo', '<account/>');
		const list = (kind: string, field: string, words: readonly string[]) =>
			words
				.map((word, id) => `<${kind}>${elements({ [`${kind}_id`]: id, [field]: word })}</${kind}>`)
				.join('');
		const units = [...UNITS, 'minutes', 'Piece', 'By 1.5 hours'];
		service.answer('listService', listed('services', list('service', 'quantity', units)));
		const others = OTHER_FREQUENCIES.slice(0, 6);
		const frequencies = [...Object.keys(FREQUENCIES), ...others];
		service.answer('listRecurring', listed('recurrings', list('recurring', 'frequency', frequencies)));
		const row = (await checkScripted()).find((line) => line.startsWith('Units and frequencies: ')) ?? '';
		const [recurrings = '', services = ''] = row.split('; ');
		expect(recurrings).toMatch(/^Units and frequencies: to look at: recurrings frequency: /);
		expect(recurrings).toContain(`, other words (${[...others].sort().slice(0, 5).join(', ')} and more)`);
		for (const frequency of Object.keys(FREQUENCIES)) expect(recurrings).toContain(` ${frequency},`);
		for (const unit of UNITS) expect(services).toMatch(new RegExp(`[ :]${unit},`));
		expect(services).toMatch(/, in another case Minutes, other words \(Piece and more\)$/);
	});

	it('never takes more than 60 requests', async () => {
		service.answer('getAccountInfo', '<account/>');
		for (const type of RECORD_TYPES) {
			const record = (id: number, fields: object) =>
				Object.entries({ ...fields, [type.id]: id }).map(([name, value]) => `<${name}>${value}</${name}>`);
			const list = (of: (id: number) => object) =>
				listed(
					type.wrapper,
					[1, 2, 3].map((id) => `<${type.name}>${record(id, of(id)).join('')}</${type.name}>`).join(''),
				);
			// Records found by a filter don't show why, so each filter takes several requests.
			const full = list((id) => ({ ...fieldsOf(id), email: `${id}@example.com`, product_name: id }));
			const bare = list(() => ({}));
			service.answer(type.list, (document) => (document.includes('<filter>') ? bare : full));
			service.answer(type.get ?? '', `<${type.name}>${record(1, fieldsOf(1)).join('')}</${type.name}>`);
		}
		const lines = await checkScripted();
		expect(service.methods()).toHaveLength(60);
		expect(lines).toContain('Filters: staff_users: not tested: the check sends no more than 60 requests');
	});

	it.each([
		['Invoice id is invalid.', 400, 'as specified: invoices: status 400, with the message of the interface'],
		['Somebody else has it.', 403, 'to look at: invoices: status 403'],
	])('An unknown record that is answered with %s', async (message, status, found) => {
		service.answer('getAccountInfo', '<account><company>A</company></account>');
		service.answer('getInvoice', message, status);
		service.answer('getClient', 'Not found', 404);
		expect(await checkScripted()).toContain(`Unknown record: ${found}; clients: status 404`);
	});
});
