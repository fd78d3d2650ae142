import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox, textAt as requestText, type Sandbox } from '../../sandbox/index.mts';
import { RequestLog } from '../../sandbox/requestLog.mts';
import {
	basic,
	fields,
	post,
	replyOf,
	startService,
	textsAt,
	TODAY,
	type RunningService,
} from './walk/service.mts';

// HTTP, tokens, documents, the seed, the file and the log: what is around the methods (§4.1, §5, §7).

const TOKEN = 'sandbox-token-main';
const GET = '<request method="getAccountInfo"/>';

describe('a service', () => {
	let service: RunningService;
	beforeAll(async () => void (service = await startService({ seed: false })));
	afterAll(() => service.close());

	const send = async (init: RequestInit, path = '/api/xml/1.1/') =>
		await fetch(`http://127.0.0.1:${service.sandbox.port}${path}`, { method: 'POST', ...init });

	test.each([
		['there is no Authorization header', undefined, 400, 'Token is required.'],
		['the user name is empty', basic(''), 400, 'Token is required.'],
		['the token is unknown', basic('sandbox-token-nobody'), 403, 'Token is not recognised.'],
		['the token is the password', basic('x', TOKEN), 403, 'Token is not recognised.'],
		['the account is not active', basic('sandbox-token-inactive'), 401, 'Account is not active.'],
		[
			'the plan has no API',
			basic('sandbox-token-noApi'),
			403,
			'Your plan does not include access to the API.',
		],
		['the header is of another scheme', `Bearer ${TOKEN}`, 403, 'Authentication failed'],
		['the header has no colon', `Basic ${btoa(TOKEN)}`, 403, 'Authentication failed'],
		['all is well, with any password', basic(TOKEN, 'a:b'), 200, ''],
	])('answers as §5 says where %s', async (_, authorization, status, text) => {
		const headers = authorization === undefined ? {} : { authorization };
		const answer = await send({ headers, body: new URLSearchParams({ xml_request: GET }) });
		expect([answer.status, replyOf(await answer.text())]).toMatchObject([200, { status, text }]);
	});

	test.each([
		[`<?xml version="1.0" encoding="utf-8"?>${GET}`, 200],
		['', 400],
		['<request method="getAccountInfo">', 400],
		['<request method="getClient"><client_id>1 & 2</client_id></request>', 400],
		['<request method="getClient"><client_id>1\u0001</client_id></request>', 400],
		[`<!DOCTYPE request [<!ENTITY x "y">]>${GET}`, 400],
		['<xml method="getAccountInfo"/>', 400],
		['<request/>', 501],
	])('answers the document %p with status %i', async (document, status) => {
		expect((await post(service.sandbox, TOKEN, document)).status).toBe(status);
	});

	const FORM = 'application/x-www-form-urlencoded';

	test.each([
		['text/xml', GET],
		[FORM, 'xml=1'],
		[FORM, 'xml_request=%3Crequest%2'],
		[FORM, 'xml_request=%3Crequest method="getAccountInfo">%FF%3C%2Frequest%3E'],
	])('refuses a body of the type %s that is no form with a document: %p', async (type, body) => {
		const answer = await send({ headers: { authorization: basic(TOKEN), 'content-type': type }, body });
		expect([answer.status, replyOf(await answer.text()).status]).toEqual([200, 400]);
	});

	test('is at one path, for what is posted', async () => {
		const headers = { authorization: basic(TOKEN) };
		for (const path of ['/xml/1.1/', '/api/xml/1.1', '/api/xml/1.0/'])
			expect((await send({ headers }, path)).status).toBe(404);
		expect(replyOf(await (await send({ method: 'GET', headers })).text()).status).toBe(400);
	});

	test('returns text as it was sent, and each account its own', async () => {
		const name = `<b>"Ann" & 'Bob'</b> ]]> \t\n é€ 漢字 😀 0 false null`;
		const client_id = await service.create('createClient', { name, organization: name });
		expect(fields(await service.read('getClient', { client_id }), 'name organization')).toEqual([name, name]);
		const second = await service.succeed('getAccountInfo', {}, 'second');
		expect(textsAt(second, 'account/company')).toEqual([service.sandbox.account('second').company]);
		for (const method of ['getAccountInfo', 'listTax', 'listLateFee', 'listOfflinePaymentMethod'])
			expect((await service.reply(method, {}, 'empty'))[0]).toBe(404);
	});
});

const everything = ({ store }: Sandbox) =>
	store
		.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
		.map(({ name }) => store.all(`SELECT * FROM ${name}`));
const CREATE = '<request method="createClient"><name>A</name><organization>Kept</organization></request>';

test('the seed is the same every time, counts from today, is its own copy, and adds up', async () => {
	const days = [TODAY, TODAY, '2026-06-16'];
	const [one, two, later] = await Promise.all(days.map((day) => startSandbox({ today: () => day })));
	if (one === undefined || two === undefined || later === undefined)
		throw new RangeError('It lacks a sandbox');
	const before = everything(two);
	expect(everything(one)).toEqual(before);
	await post(one, TOKEN, CREATE);
	expect(everything(two)).toEqual(before);
	expect(later.records('invoice')[0]?.date).not.toBe(two.records('invoice')[0]?.date);
	const invoices = two.records('invoice');
	expect([invoices.length, two.records('client').length]).toEqual([120, 25]);
	expect(new Set(invoices.map((row) => row.invoice_status)).size).toBe(13);
	expect([...new Set(invoices.map((row) => row.status))].sort()).toEqual(['Active', 'Archived', 'Cancel']);
	const cents = (text: string) => Math.round(Number(text) * 100);
	for (const row of invoices)
		expect(cents(row.net_balance) + cents(row.late_fee) - cents(row.total_paid)).toBe(cents(row.outstanding));
	for (const sandbox of [one, two, later]) await sandbox.close();
});

test('a database file keeps its data, and one of another version is refused', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const database = join(folder, 'kept.sqlite');
	const first = await startSandbox({ database, today: () => TODAY });
	await post(first, TOKEN, CREATE);
	const before = first.records('client');
	await first.close();
	const second = await startSandbox({ database, today: () => TODAY });
	expect(second.records('client')).toEqual(before);
	await second.close();
	const other = new DatabaseSync(database);
	other.exec('PRAGMA user_version = 99');
	other.close();
	await expect(startSandbox({ database })).rejects.toThrow('another version');
	rmSync(folder, { recursive: true });
});

test('the log has each request with its elements and no credentials, and the documents of the last thousand', async () => {
	const { sandbox, succeed, close } = await startService({ latencyMs: 2 });
	sandbox.clearRequests();
	await succeed('getInvoice', { invoice_id: '{invoice}', colour: 'red' });
	const [received] = sandbox.requests;
	if (received === undefined) throw new RangeError('Nothing was received');
	const { request, ...entry } = received;
	const told = { method: 'getInvoice', status: 200, account: 'main', unknownElements: ['colour'] };
	expect(entry).toMatchObject(told);
	expect(request && requestText(request, 'colour')).toBe('red');
	const log = JSON.stringify(sandbox.requests);
	expect([log.includes('sandbox-token'), log.includes(basic(TOKEN))]).toEqual([false, false]);
	const long = new RequestLog();
	for (let count = 0; count < 1001; count += 1) long.add({ ...entry, request });
	expect(long.entries.slice(0, 2).map((one) => one.request?.name)).toEqual([undefined, 'request']);
	await Promise.all([close(), close()]);
	await expect(fetch(sandbox.url)).rejects.toThrow('fetch failed');
});
