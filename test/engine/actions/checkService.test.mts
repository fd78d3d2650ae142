import { QUIRKS, type Quirk, type SandboxOptions } from '../../../sandbox/index.mts';
import { RECORD_TYPES } from '../../../nodes/XmlBilling/records';
import { FREQUENCIES, TAX_KINDS, UNITS } from '../../sandbox/walk/vendor.mts';
import { containing, matching, useBilling } from '../billing.mts';
import { listed, useScriptedService, xml } from '../scripted.mts';

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

	it('finds a service that follows the interface as specified, and only reads, at most 60 times for all items', async () => {
		// The first request of a day charges late fees.
		await billing.outputOf('settings', 'getInfo');
		const before = Buffer.from(billing.sandbox.store.database.serialize());
		billing.sandbox.clearRequests();
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
		const once = billing.methods().length;
		expect(once).toBeLessThanOrEqual(60);
		const reports = await billing.outputOf('settings', 'checkService', REPORT, { items: [{}, {}] });
		const report = containing(`Interface 1.1. ${rows.length} as specified.`);
		expect(reports).toEqual([{ report }, { report }]);
		for (const { check, found: shown, result, handling } of rows)
			expect(reports[0]?.['report']).toContain(`\n| ${check} | ${shown} | ${result} | ${handling} |`);
		expect(billing.methods().length).toBe(2 * once);
		expect(billing.writes()).toEqual([]);
		expect(Buffer.from(billing.sandbox.store.database.serialize()).equals(before)).toBe(true);
	});

	it('begins with what people should look at, names the reads that fail, and goes on', async () => {
		billing.sandbox.store.run("UPDATE invoice SET invoice_status = 'Weird' WHERE id = 1");
		billing.sandbox.store.run('DELETE FROM late_fee');
		const unread = { fault: 'unknownCharset', method: 'getTask' } as const;
		await billing.sandbox.setFaults([{ fault: 'http403', method: 'listStaff' }, unread]);
		const rows = rowsOf(await billing.outputOf('settings', 'checkService'));
		const results = new Set(rows.map(({ result }) => result));
		expect([...results]).toEqual(['to look at', 'not tested', 'as specified']);
		expect(differencesIn(rows)).toEqual([
			'Words: to look at: unknown invoice_status Weird: invoices',
			'Requests: to look at: status 403: listStaff; no answer that can be read: getTask',
			'Records: not tested: none seen of staff_users, late_fees',
			'Fields: not tested: nothing to compare with: tasks',
		]);
	});

	it('fails as any operation without an account, and stops after three reads without an answer', async () => {
		const refused = { inactive: 'not active', noApi: 'API access', empty: 'no company' };
		for (const [account, message] of Object.entries(refused)) {
			const credential = billing.credential(account);
			expect(await billing.errorOf('settings', 'checkService', {}, { credential })).toContain(message);
		}
		billing.sandbox.clearRequests();
		const silent = ['getInvoice', 'listInvoice', 'listEstimate'];
		await billing.sandbox.setFaults(silent.map((method) => ({ fault: 'html200', method })));
		const differences = differencesIn(await billing.outputOf('settings', 'checkService')).join();
		expect(billing.methods()).toEqual(['getAccountInfo', ...silent]);
		expect(differences).toContain(`to look at: no answer that can be read: ${silent.join(', ')}`);
		await billing.sandbox.setFaults([{ fault: 'refuse' }]);
		expect(await billing.errorOf('settings', 'checkService')).toContain('cannot be reached');
	});
});

const BARE = 'Unknown record: to look at: neither status 404 nor "invoice id is invalid."';
const HANDLED = 'different but handled';
/** What only a write shows, or what doesn't matter. */
const OTHERS = (Object.keys(QUIRKS) as Quirk[]).filter((one) => !/bareRefusals|vagueLists/.test(one));

/** What a way of a service changes in the report, which otherwise stays the same. */
const WAYS: ReadonlyArray<readonly [way: SandboxOptions, differences: readonly unknown[]]> = [
	[{ quirks: ['bareRefusals'] }, [BARE, 'Requests: to look at: status 404: getInvoice']],
	[{ quirks: ['vagueLists'] }, [`Fields: ${HANDLED}: the list shows other transactions: invoices`]],
	[{ listRecords: 'summary' }, [matching(/^Fields: .*: the list lacks [^:]*\bitems\b[^:]*: invoices; /)]],
	[{ listRecords: 'bare' }, [containing(`Fields: ${HANDLED}: the list lacks number, `)]],
	[{ listOrder: 'oldestFirst' }, [containing(`${HANDLED}: not newest first: invoices, estimates, `)]],
	[{ quirks: OTHERS }, []],
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
	const billing = useBilling();
	const check = async () => {
		const more = { credential: service.credential() };
		const rows = rowsOf(await billing.outputOf('settings', 'checkService', {}, more));
		return rows.map(({ check: name, result, found }) => `${name}: ${result}: ${found}`);
	};
	beforeEach(() => service.answer('getAccountInfo', '<account><company>A</company></account>'));

	it('is found in all checks', async () => {
		const invoice = {
			...{ date: '03/31/2026', net_balance: '1.200,50', total_tax: '$ 5.00', total_paid: '5' },
			...{ invoice_status: 'Weird', status: 'ACTIVE', transactions: '' },
			items: '<item><name>A</name><quantity>two</quantity></item>',
		};
		const records = [1, 3, 3].map((id) => xml('invoice', { invoice_id: id, ...invoice }));
		service.answer('listInvoice', `<invoices page="1" total="9">${records.join('')}<invoice/></invoices>`);
		service.answer('getInvoice', xml('invoice', invoice));
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

	it('is other words than those that the vendor documents', async () => {
		const LISTS = [
			['listTax', 'taxes', 'tax', 'type', TAX_KINDS],
			['listService', 'services', 'service', 'quantity', UNITS],
			['listRecurring', 'recurrings', 'recurring', 'frequency', Object.keys(FREQUENCIES)],
		] as const;
		const checkWith = async (others: readonly string[]) => {
			for (const [method, wrapper, name, field, known] of LISTS) {
				const id = RECORD_TYPES.find((type) => type.wrapper === wrapper)?.id ?? '';
				const records = [...known, ...others].map((word, index) =>
					xml(name, { [id]: index + 1, [field]: word }),
				);
				service.answer(method, listed(wrapper, records.join('')));
			}
			return (await check()).join();
		};
		const [known, unknown] = [await checkWith([]), await checkWith([...'EDCBAF', 'VAT of 12345678'])];
		for (const [, wrapper, , field] of LISTS) {
			expect(known).toMatch(new RegExp(`Words: as specified: [^,]*known ${field}: ${wrapper}`));
			expect(unknown).toContain(`unknown ${field} A, B, C, D, E, others: ${wrapper}`);
		}
	});
});

// People paste the report into a public issue, so it must show nothing of any record.
describe('What people paste', () => {
	const MARK = 'Kupferdraht';
	const billing = useBilling();
	const service = useScriptedService();

	it('has none of the words of a service that writes unexpected things', async () => {
		const record = `<${MARK} a="${MARK}">${MARK}</${MARK}><invoice_id>7654321</invoice_id><date>${MARK}</date>
			<invoice_status>${MARK} &amp; 12</invoice_status><status>${MARK}, paid</status><net_balance>${MARK} 7654.32</net_balance>
			<transactions><transaction><${MARK}/><date>76/54/3210</date></transaction></transactions>`;
		const second = record.replace('7654321', '7654322');
		service.answer('getAccountInfo', `<account><company>${MARK}</company><${MARK}>A</${MARK}></account>`);
		service.answer('getInvoice', `<invoice>${record}<number>${MARK}</number></invoice>`);
		const invoices = `<invoice>${record}</invoice><invoice>${second}</invoice>`;
		const counts = `${MARK}="${MARK}" total_pages="7654" total="7654"`;
		service.answer('listInvoice', `<invoices ${counts}>${invoices}</invoices>`);
		service.answer('listTask', `<tasks total_pages="${MARK}"><task><billed>${MARK}</billed></task></tasks>`);
		const staff = xml('staff', { staff_id: 7654323, access_own_record: MARK });
		service.answer('listStaff', `<staff_users>${staff}</staff_users>`);
		service.answer('getStaff', `${MARK} 7654323`, 400);
		const sold = xml('service', { service_id: 3, service_name: MARK, quantity: `7654 ${MARK}` });
		service.answer('listService', `<services>${sold}</services>`);
		service.answer('listClient', MARK, 426);
		const tax = `<${MARK}/><id>7654324</id><name>${MARK}</name><type>${MARK} 5%</type><value>76.54</value>`;
		service.answer('listTax', `${MARK}<taxes ${MARK}=""><tax>${tax}</tax></taxes>`);
		const logged: string[] = [];
		const stopListening = engine.listenToLogs((line) => logged.push(line));
		const credential = service.credential();
		const output = await billing.outputOf('settings', 'checkService', {}, { credential });
		stopListening();
		expect(output.length).toBeGreaterThan(7);
		const lines = logged.filter((line) => /service/i.test(line));
		const messages = lines.map((line) => (JSON.parse(line) as { message: string }).message);
		const seen = JSON.stringify([output, billing.warnings(), messages]);
		expect(seen).toContain('others');
		expect(seen).not.toMatch(/127\.0\.0\.1|localhost|scripted/);
		expect(seen).not.toContain(MARK);
		expect(seen).not.toMatch(/76[,.]?54|76\/54/);
	});
});
