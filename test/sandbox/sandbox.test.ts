import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
	startSandbox,
	textAt as requestText,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox/index.ts';
import { at, leafPaths, textAt, textsAt } from './walk/answers.ts';
import { basic, post, startService, TODAY, type RunningService } from './walk/service.ts';

const running: Array<{ close(): Promise<void> }> = [];
const start = async (options: SandboxOptions = {}): Promise<RunningService> => {
	const service = await startService(options);
	running.push(service);
	return service;
};
afterEach(async () => {
	for (const one of running.splice(0)) await one.close();
});

describe('the seed', () => {
	test('has two accounts with clients and invoices in every status', async () => {
		const { sandbox } = await start();
		const count = (kind: 'client' | 'invoice', key: string) =>
			sandbox.records(kind).filter((row) => row.account_id === sandbox.account(key).id).length;
		// Those that the tests create for themselves come on top.
		expect([count('client', 'main'), count('client', 'second')]).toEqual([20 + 1, 5]);
		expect(count('invoice', 'main') + count('invoice', 'second')).toBe(120 + 1);
		expect(new Set(sandbox.records('invoice').map((row) => row.invoice_status)).size).toBe(13);
		expect(new Set(sandbox.records('invoice').map((row) => row.status))).toEqual(
			new Set(['Active', 'Archived', 'Cancel']),
		);
		expect(new Set(sandbox.records('client').map((row) => row.currency)).size).toBeGreaterThan(8);
	});

	test('is the same every time, and counts its dates from today', async () => {
		const dump = async (today: string) => {
			const sandbox = await startSandbox({ today: () => today });
			running.push(sandbox);
			return sandbox.records('invoice');
		};
		expect(await dump(TODAY)).toEqual(await dump(TODAY));
		const [first, later] = [await dump('2026-06-15'), await dump('2026-06-16')];
		expect(later[0]?.date).not.toBe(first[0]?.date);
		expect(later.at(-1)?.date.slice(0, 7)).toBe('2026-05');
	});

	test('adds up: what is paid and outstanding is what is due', async () => {
		const { sandbox } = await start();
		const cents = (text: string) => Math.round(Number(text) * 100);
		const wrong = sandbox
			.records('invoice')
			.filter(
				(row) =>
					cents(row.net_balance) + cents(row.late_fee) - cents(row.total_paid) !== cents(row.outstanding),
			);
		expect(wrong).toEqual([]);
	});

	test('has late-fee rules that are no longer active, which listLateFee does not show', async () => {
		const { sandbox, succeed } = await start({ seed: false });
		const { id } = sandbox.account('main');
		const rules = sandbox.records('lateFee').filter((rule) => rule.account_id === id);
		const active = rules.filter((rule) => rule.active === 1);
		expect(active.length).toBeLessThan(rules.length);
		const listed = textsAt(await succeed('listLateFee'), 'late_fees/late_fee/id');
		expect(listed).toEqual(active.map((rule) => String(rule.id)));
	});

	test('can be left out: there is what records choose from, and no record', async () => {
		const { sandbox, call } = await start({ seed: false });
		expect(sandbox.records('tax').length).toBeGreaterThan(0);
		expect([(await call('listClient')).status, (await call('listLateFee')).status]).toEqual([404, 200]);
	});
});

describe('the records in lists', () => {
	const fieldsOf = async (listRecords: SandboxOptions['listRecords'], method: string, path: string) => {
		const { succeed } = await start({ listRecords });
		return leafPaths(at(await succeed(method, { 'filter/per_page_record': '1' }), path));
	};

	test('are whole by default: those of the get method, and the identifier', async () => {
		const { succeed } = await start();
		const listed = at(await succeed('listInvoice', { 'filter/per_page_record': '1' }), 'invoices/invoice');
		const [identifier, ...fields] = listed.children;
		expect(identifier?.name).toBe('invoice_id');
		expect(fields).toEqual(
			at(await succeed('getInvoice', { invoice_id: identifier?.text ?? '' }), 'invoice').children,
		);
	});

	test('can be summaries, without lines and transactions', async () => {
		const fields = await fieldsOf('summary', 'listInvoice', 'invoices/invoice');
		expect(fields).toEqual(
			expect.arrayContaining([
				'invoice_id',
				'number',
				'client/client_id',
				'date',
				'invoice_status',
				'outstanding',
			]),
		);
		expect(fields.filter((path) => /items|transactions/.test(path))).toEqual([]);
		expect(await fieldsOf('summary', 'listClient', 'clients/client')).toEqual([
			'client_id',
			'name',
			'organization',
			'email',
		]);
	});

	test('can be bare identifiers', async () => {
		expect(await fieldsOf('bare', 'listInvoice', 'invoices/invoice')).toEqual(['invoice_id']);
		expect(await fieldsOf('bare', 'listClient', 'clients/client')).toEqual(['client_id']);
	});

	test.each([
		['newestFirst', (a: number, b: number) => b - a],
		['oldestFirst', (a: number, b: number) => a - b],
	] as const)('can come %s whatever is asked for', async (listOrder, compare) => {
		const { succeed } = await start({ listOrder });
		const ids = textsAt(
			await succeed('listInvoice', { 'filter/sort_column': 'organization' }),
			'invoices/invoice/invoice_id',
		).map(Number);
		expect(ids).toEqual([...ids].sort(compare));
	});

	test('can come shuffled, and still page without loss', async () => {
		const { succeed } = await start({ listOrder: 'shuffled' });
		const page = async (number: number) =>
			textsAt(
				await succeed('listInvoice', { 'filter/page': String(number), 'filter/per_page_record': '50' }),
				'invoices/invoice/invoice_id',
			);
		const ids = [...(await page(1)), ...(await page(2))].map(Number);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).not.toEqual([...ids].sort((a, b) => a - b));
		expect(ids).not.toEqual([...ids].sort((a, b) => b - a));
	});
});

describe('a database file', () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	afterAll(() => rmSync(folder, { recursive: true }));

	test('keeps its data, and is seeded only when it is new', async () => {
		const database = join(folder, 'kept.sqlite');
		const first = await startSandbox({ database, today: () => TODAY });
		await post(
			first,
			'sandbox-token-main',
			'<request method="createClient"><name>A</name><organization>Kept</organization></request>',
		);
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
	test('tells about each request, and holds its elements but no credentials', async () => {
		const { sandbox, succeed, lastRequest } = await start();
		sandbox.clearRequests();
		await succeed('getInvoice', { invoice_id: '{invoice}', colour: 'red' });
		expect(sandbox.requests).toHaveLength(1);
		const { request, ...entry } = lastRequest();
		expect(entry).toMatchObject({
			method: 'getInvoice',
			status: 200,
			account: 'main',
			concurrent: 1,
			unknownElements: ['colour'],
		});
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

test('an answer is held back as long as it is told to be', async () => {
	const { succeed, lastRequest } = await start({ seed: false, latencyMs: 60 });
	await succeed('getAccountInfo');
	expect(lastRequest().durationMs).toBeGreaterThan(50);
});

test('the sandbox listens on the loopback address only', async () => {
	const { sandbox } = await start({ seed: false });
	expect(new URL(sandbox.url).hostname).toBe('127.0.0.1');
});

test('closing the sandbox again is harmless, also while it closes', async () => {
	const { sandbox } = await start({ seed: false });
	await Promise.all([sandbox.close(), sandbox.close()]);
	await sandbox.close();
	await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
});

describe('the page for people', () => {
	const pageOf = async ({ port }: Sandbox) => await (await fetch(`http://127.0.0.1:${port}/`)).text();

	test('shows requests, the outbox and the records', async () => {
		const { sandbox, succeed } = await start();
		await succeed('sendInvoiceMail', { invoice_id: '{invoice}' });
		const page = await pageOf(sandbox);
		for (const text of ['sendInvoiceMail', 'Outbox', 'Invoices', '121 in all', 'Time entries'])
			expect(page).toContain(text);
	});

	test('shows what users wrote as text, never as markup', async () => {
		const { sandbox, succeed } = await start();
		await succeed('createClient', { name: '<script>alert(1)</script>', organization: '"><img src=x>' });
		const page = await pageOf(sandbox);
		expect(page).not.toMatch(/<script|<img/);
		expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
	});
});

test('what the totals of an invoice say is what its list record says', async () => {
	const { succeed } = await start({ listRecords: 'summary' });
	const listed = at(await succeed('listInvoice', { 'filter/per_page_record': '1' }), 'invoices/invoice');
	const record = at(await succeed('getInvoice', { invoice_id: textAt(listed, 'invoice_id') }), 'invoice');
	for (const name of ['net_balance', 'total_paid', 'outstanding'])
		expect(textAt(listed, name)).toBe(textAt(record, name));
});
