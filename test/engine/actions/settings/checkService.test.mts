import { QUIRKS, type SandboxOptions } from '../../../../sandbox/index.mts';
import { RECORD_TYPES } from '../../../../nodes/XmlBilling/records';
import { FREQUENCIES, TAX_KINDS, UNITS } from '../../../sandbox/walk/vendor.mts';
import { containing, matching, useBilling } from '../../billing.mts';
import { listed, useScriptedService } from '../../scripted.mts';

interface Row {
	readonly check: string;
	readonly found: string;
	readonly result: string;
	readonly handling: string;
}

const rowsOf = (output: unknown): Row[] => output as Row[]; // as its schema says

/** The checks as `check: result: found`, without those that find what is specified. */
const differencesIn = (output: unknown): string[] =>
	rowsOf(output)
		.filter(({ result }) => result !== 'as specified')
		.map(({ check, result, found }) => `${check}: ${result}: ${found}`);

const REPORT = { options: { reportForPasting: true } };

describe('Check Service', () => {
	const billing = useBilling({ quirks: [] });

	it('finds a service that follows the interface as specified', async () => {
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		expect(rows.map(({ check }) => check)).toEqual([
			...['Account', 'Unknown record', 'Fields', 'Order and count', 'Filters', 'Words'],
			...['Amounts, dates and texts', 'Requests'],
		]);
		for (const row of rows) {
			expect(Object.keys(row)).toEqual(['check', 'found', 'result', 'handling']);
			expect(row.result).toBe('as specified');
		}
		// Each kind of record is in it.
		const found = rows.map((row) => row.found).join();
		for (const { wrapper } of RECORD_TYPES) expect(found).toContain(wrapper);
	});

	it('reports for pasting what it shows by check', async () => {
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		const reports = await billing.outputOf('settings', 'checkService', REPORT);
		const summary = `Interface 1.1. ${rows.length} as specified.`;
		expect(reports).toEqual([{ report: containing(summary) }]);
		for (const { check, found, result, handling } of rows)
			expect(reports[0]?.['report']).toContain(`\n| ${check} | ${found} | ${result} | ${handling} |`);
	});

	it('begins with what people should look at', async () => {
		billing.sandbox.store.run("UPDATE invoice SET invoice_status = 'Weird' WHERE id = 1");
		billing.sandbox.store.run('DELETE FROM late_fee');
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		expect([...new Set(rows.map(({ result }) => result))]).toEqual([
			'to look at',
			'not tested',
			'as specified',
		]);
		expect(differencesIn(rows)).toEqual([
			'Words: to look at: unknown invoice_status Weird: invoices',
			'Records: not tested: none seen of late_fees',
		]);
	});

	it('only reads, with at most 60 requests for all items', async () => {
		// The first request of a day charges late fees.
		await billing.outputOf('settings', 'getInfo');
		const before = Buffer.from(billing.sandbox.store.database.serialize());
		const output = await billing.outputOf('settings', 'checkService', REPORT, { items: [{}, {}, {}] });
		expect(output).toHaveLength(3);
		expect(billing.writes()).toEqual([]);
		expect(billing.methods().length).toBeLessThanOrEqual(60);
		expect(Buffer.from(billing.sandbox.store.database.serialize()).equals(before)).toBe(true);
	});

	it.each([
		['inactive', 'not active'],
		['noApi', 'API access'],
		['empty', 'no company'],
	])('fails as any operation with the token of the account %s', async (account, message) => {
		const credential = billing.credential(account);
		expect(await billing.errorOf('settings', 'checkService', {}, { credential })).toContain(message);
	});

	it('fails as any operation if the service cannot be reached', async () => {
		await billing.sandbox.setFaults([{ fault: 'refuse' }]);
		expect(await billing.errorOf('settings', 'checkService')).toContain('cannot be reached');
	});

	it('names the reads that fail, and goes on', async () => {
		await billing.sandbox.setFaults([
			{ fault: 'http403', method: 'listStaff' },
			{ fault: 'unknownCharset', method: 'getTask' },
		]);
		expect(differencesIn(await billing.outputOf('settings', 'checkService'))).toEqual([
			'Requests: to look at: status 403: listStaff; no answer that can be read: getTask',
			'Records: not tested: none seen of staff_users',
			'Fields: not tested: nothing to compare with: tasks',
		]);
	});

	it('stops after three reads without an answer', async () => {
		const silent = ['getInvoice', 'listInvoice', 'listEstimate'];
		await billing.sandbox.setFaults(silent.map((method) => ({ fault: 'html200', method })));
		const rows = await billing.outputOf('settings', 'checkService');
		expect(billing.methods()).toEqual(['getAccountInfo', ...silent]);
		expect(differencesIn(rows)).toContain(
			`Requests: to look at: no answer that can be read: ${silent.join(', ')}`,
		);
	});
});

const UNLISTED = 'Fields: different but handled: the list lacks ';

/** What a way of a service changes in the report, which otherwise stays the same. */
const WAYS: ReadonlyArray<readonly [way: SandboxOptions, differences: readonly unknown[]]> = [
	[
		{ quirks: ['bareRefusals'] },
		[
			'Unknown record: to look at: neither status 404 nor "invoice id is invalid."',
			'Requests: to look at: status 404: getInvoice',
		],
	],
	[
		{ quirks: ['vagueLists'] },
		['Fields: different but handled: the list shows other transactions: invoices'],
	],
	[{ listRecords: 'summary' }, [matching(/^Fields: .*: the list lacks [^:]*\bitems\b[^:]*: invoices; /)]],
	[{ listRecords: 'bare' }, [containing(`${UNLISTED}number, `)]],
	[
		{ listOrder: 'oldestFirst' },
		[containing('Order and count: different but handled: not newest first: invoices, estimates, ')],
	],
	// Only a write shows the others, or they don't matter.
	[
		{
			quirks: Object.keys(QUIRKS).filter(
				(quirk): quirk is keyof typeof QUIRKS => !['bareRefusals', 'vagueLists'].includes(quirk),
			),
		},
		[],
	],
];

describe.each(WAYS)('A service with %j', (way, differences) => {
	const billing = useBilling({ quirks: [], ...way });

	it('differs from another one in this alone', async () => {
		// Lists can leave out notes.
		billing.sandbox.store.run(`UPDATE payment SET notes = 'Thanks'`);
		expect(differencesIn(await billing.outputOf('settings', 'checkService'))).toEqual(differences);
	});
});

describe('What no sandbox does', () => {
	const service = useScriptedService();
	const check = async () => {
		const { outputs, error } = await engine.run({
			credential: service.credential(),
			parameters: { resource: 'settings', operation: 'checkService' },
		});
		if (error) throw error;
		return rowsOf(outputs[0]?.map(({ json }) => json)).map(
			({ check: name, result, found }) => `${name}: ${result}: ${found}`,
		);
	};
	const element = (name: string, fields: object) =>
		`<${name}>${Object.entries(fields)
			.map(([field, value]) => `<${field}>${value}</${field}>`)
			.join('')}</${name}>`;
	beforeEach(() => service.answer('getAccountInfo', '<account><company>A</company></account>'));

	it('is found in all checks', async () => {
		const invoice = {
			date: '03/31/2026',
			net_balance: '1.200,50',
			total_tax: '$ 5.00',
			total_paid: '5',
			invoice_status: 'Weird',
			status: 'ACTIVE',
			items: '<item><name>A</name><quantity>two</quantity></item>',
			transactions: '',
		};
		const records = [1, 3, 3].map((id) => element('invoice', { invoice_id: id, ...invoice }));
		service.answer('listInvoice', `<invoices page="1" total="9">${records.join('')}<invoice/></invoices>`);
		service.answer('getInvoice', element('invoice', invoice));
		expect(await check()).toEqual(
			expect.arrayContaining([
				'Account: to look at: without name, country_code, currency_code',
				'Unknown record: to look at: another record',
				'Fields: to look at: the record lacks client, invoice_due_date, invoice_schedule_date, invoice_title, late_fee_id, notes, number, outstanding, po_number, terms: invoices; the record lacks its payments: invoices',
				'Order and count: to look at: records without an ID: invoices; a record twice: invoices; fewer records than announced: invoices',
				'Order and count: different but handled: not newest first: invoices',
				'Filters: to look at: ignores client_id, invoice_number, date_from, date_to, invoice_status, invoice_record_status: invoices',
				containing('status 501: listEstimate, '),
				'Words: to look at: unknown invoice_status Weird: invoices',
				'Words: as specified: known status: invoices',
				'Amounts, dates and texts: to look at: unreadable date, total_tax, items/quantity, net_balance: invoices',
			]),
		);
	});

	it.each([
		['listTax', 'taxes', 'tax', 'type', TAX_KINDS],
		['listService', 'services', 'service', 'quantity', UNITS],
		['listRecurring', 'recurrings', 'recurring', 'frequency', Object.keys(FREQUENCIES)],
	])(
		'is other words than those that the vendor documents for %s',
		async (method, wrapper, name, field, known) => {
			const id = RECORD_TYPES.find((type) => type.wrapper === wrapper)?.id ?? '';
			const answerWith = (words: readonly string[]) =>
				service.answer(
					method,
					listed(
						wrapper,
						words.map((word, index) => element(name, { [id]: index + 1, [field]: word })).join(''),
					),
				);
			answerWith(known);
			expect(await check()).toContain(`Words: as specified: known ${field}: ${wrapper}`);
			answerWith([...known, 'E', 'D', 'C', 'B', 'A', 'F', 'VAT of 12345678']);
			expect(await check()).toContain(
				`Words: to look at: unknown ${field} A, B, C, D, E, others: ${wrapper}`,
			);
		},
	);
});
