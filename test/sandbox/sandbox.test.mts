import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
	startSandbox,
	textAt as requestText,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox/index.mts';
import { at, leafPaths, textsAt } from './walk/answers.mts';
import { list } from './walk/records.mts';
import { basic, post, startService, TODAY, type RunningService } from './walk/service.mts';

const running: Array<{ close(): Promise<void> }> = [];
const start = async (options: SandboxOptions = {}): Promise<RunningService> => {
	const service = await startService(options);
	running.push(service);
	return service;
};
const startBare = async (today = TODAY) => {
	const sandbox = await startSandbox({ today: () => today });
	running.push(sandbox);
	return sandbox;
};
afterEach(async () => {
	for (const one of running.splice(0)) await one.close();
});

const CREATE = '<request method="createClient"><name>A</name><organization>Kept</organization></request>';

describe('the seed', () => {
	test('has two accounts with clients, and invoices in every status that add up', async () => {
		const sandbox = await startBare();
		const count = (kind: 'client' | 'invoice', key: string) =>
			sandbox.records(kind).filter((row) => row.account_id === sandbox.account(key).id).length;
		expect([count('client', 'main'), count('client', 'second')]).toEqual([20, 5]);
		expect([count('invoice', 'main'), count('invoice', 'second')]).toEqual([100, 20]);
		const invoices = sandbox.records('invoice');
		expect(new Set(invoices.map((row) => row.invoice_status)).size).toBe(13);
		expect(new Set(invoices.map((row) => row.status))).toEqual(new Set(['Active', 'Archived', 'Cancel']));
		expect(new Set(sandbox.records('client').map((row) => row.currency)).size).toBeGreaterThan(8);
		const cents = (text: string) => Math.round(Number(text) * 100);
		const due = invoices.map((row) => cents(row.net_balance) + cents(row.late_fee) - cents(row.total_paid));
		expect(due).toEqual(invoices.map((row) => cents(row.outstanding)));
	});

	test('is the same every time, counts its dates from today, and is its own copy', async () => {
		const [one, two, later] = [await startBare(), await startBare(), await startBare('2026-06-16')];
		const everything = ({ store }: Sandbox) =>
			store
				.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
				.map(({ name }) => store.all(`SELECT * FROM ${name}`));
		const before = everything(two);
		expect(everything(one)).toEqual(before);
		await post(one, 'sandbox-token-main', CREATE);
		expect(everything(one)).not.toEqual(before);
		expect(everything(two)).toEqual(before);
		expect(everything(await startBare())).toEqual(before);
		expect(later.records('invoice')[0]?.date).not.toBe(one.records('invoice')[0]?.date);
		expect(later.records('invoice').at(-1)?.date.slice(0, 7)).toBe('2026-05');
	});

	test('has details and choices for accounts; lists omit late-fee rules that are not active', async () => {
		const { sandbox, succeed, call } = await start({ seed: false });
		const info = at(await succeed('getAccountInfo'), 'account').children.map(({ text }) => text);
		expect(info).toEqual(['Northwind Studio Ltd', 'Morgan Hale', 'GBR', 'GBP']);
		const taxes = at(await succeed('listTax'), 'taxes').children.map(({ children }) =>
			children
				.slice(1)
				.map(({ text }) => text)
				.join(),
		);
		expect(taxes).toEqual([
			...['VAT,Normal,20.00', 'VAT reduced,Normal,5.50', 'GST,Normal,18.00'],
			...[
				'Service tax,Normal,2.50',
				'PST,Compound,10.00',
				'GST and service tax,Group,',
				'Zero-rated,Normal,0.00',
			],
		]);
		expect(textsAt(await succeed('listLateFee'), 'late_fees/late_fee/name')).toEqual([
			'5 percent after due date',
			'Reminder fee 15.00',
		]);
		expect(sandbox.records('lateFee').some(({ active }) => active === 0)).toBe(true);
		expect((await call('listClient')).status).toBe(404);
		for (const method of ['getAccountInfo', 'listTax', 'listLateFee', 'listOfflinePaymentMethod'])
			expect((await call(method, {}, 'empty')).status).toBe(404);
	});
});

describe('the records in lists', () => {
	test('are whole by default: those of the get method, and the identifier', async () => {
		const { succeed } = await start();
		const listed = at(await succeed('listInvoice', { 'filter/per_page_record': '1' }), 'invoices/invoice');
		const [identifier, ...fields] = listed.children;
		expect(identifier?.name).toBe('invoice_id');
		const whole = await succeed('getInvoice', { invoice_id: identifier?.text ?? '' });
		expect(fields).toEqual(at(whole, 'invoice').children);
	});

	test.each([
		[
			'summary',
			'listInvoice',
			'invoices/invoice',
			'invoice_id client/client_id number date net_balance total_paid outstanding invoice_status status currency',
		],
		[
			'summary',
			'listEstimate',
			'estimates/estimate',
			'client/client_id client/organization client/address estimate_id estimate_status number date',
		],
		['bare', 'listInvoice', 'invoices/invoice', 'invoice_id'],
	] as const)('can be %s records of %s', async (listRecords, method, path, fields) => {
		const { succeed } = await start({ listRecords });
		const record = at(await succeed(method, { 'filter/per_page_record': '1' }), path);
		expect(leafPaths(record)).toEqual(fields.split(' '));
	});

	test('can show the oldest first, whatever the request says', async () => {
		const service = await start({ listOrder: 'oldestFirst' });
		const ids = (await list(service, 'listInvoice', { sort_column: 'organization' })).map(Number);
		expect(ids).toEqual([...ids].sort((a, b) => a - b));
	});
});

describe('a database file', () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	test('keeps its data, and is seeded only when it is new', async () => {
		const database = join(folder, 'kept.sqlite');
		const first = await startSandbox({ database, today: () => TODAY });
		expect(first.records('client')).toHaveLength(25);
		await post(first, 'sandbox-token-main', CREATE);
		const before = first.records('client');
		await first.close();
		const second = await startSandbox({ database, today: () => TODAY });
		running.push(second);
		expect(second.records('client')).toEqual(before);
	});

	test('of another version is refused', async () => {
		const database = join(folder, 'other.sqlite');
		const other = new DatabaseSync(database);
		other.exec('PRAGMA user_version = 99');
		other.close();
		await expect(startSandbox({ database })).rejects.toThrow('another version');
	});
});

describe('the log of requests', () => {
	test('records each request with its elements, but without credentials', async () => {
		const { sandbox, succeed, lastRequest } = await start();
		sandbox.clearRequests();
		await succeed('getInvoice', { invoice_id: '{invoice}', colour: 'red' });
		expect(sandbox.requests).toHaveLength(1);
		const { request, ...entry } = lastRequest();
		const told = { method: 'getInvoice', status: 200, account: 'main', concurrent: 1 };
		expect(entry).toMatchObject({ ...told, unknownElements: ['colour'] });
		expect(request && requestText(request, 'colour')).toBe('red');
		const log = JSON.stringify(sandbox.requests);
		expect(log).not.toContain('sandbox-token');
		expect(log).not.toContain(basic('sandbox-token-main'));
	});

	test('keeps the elements of the last thousand requests only', async () => {
		const { sandbox, call } = await start({ seed: false });
		for (let count = 0; count < 1001; count += 1) await call('getAccountInfo');
		const [oldest, next] = sandbox.requests;
		expect([oldest?.request, next?.request?.name]).toEqual([undefined, 'request']);
	});
});

test('an answer is delayed for the configured time', async () => {
	const { succeed, lastRequest } = await start({ seed: false, latencyMs: 60 });
	await succeed('getAccountInfo');
	expect(lastRequest().durationMs).toBeGreaterThan(50);
});

test('the sandbox listens on the loopback address only, and closing it again is harmless', async () => {
	const { sandbox } = await start({ seed: false });
	expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
	await Promise.all([sandbox.close(), sandbox.close()]);
	await sandbox.close();
	await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
});
